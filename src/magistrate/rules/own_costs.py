"""Abilities whose cost is the mana cost of the card that has them: "the flashback cost is equal to its mana cost" (CR
118.5, 202.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.costs import OwnManaCost, PayMana
from magistrate.abilities.kinds import Keyword
from magistrate.abilities.node import rewrite

if TYPE_CHECKING:
    from magistrate.abilities.kinds import Ability
    from magistrate.abilities.mana import ManaCost
    from magistrate.abilities.node import Node

_known: Final[dict[tuple[int, tuple[str, ...] | None], tuple[Ability, Ability]]] = {}
_NO_COST: Final = OwnManaCost(none=True)


def has(ability: Ability) -> bool:
    """Whether the cost of a keyword ability is the mana cost of what has it."""
    return (
        isinstance(ability, Keyword)
        and ability.costs is not None
        and any(isinstance(part, OwnManaCost) for part in ability.costs.parts)
    )


def with_cost(ability: Ability, cost: ManaCost | None) -> Ability:
    """The ability as a card of that mana cost has it; the same one each time. Of a card without a mana cost it cannot be paid
    (CR 118.6)."""
    if not has(ability):
        return ability
    key = (id(ability), None if cost is None else cost.symbols)
    known = _known.get(key)
    if known is None:
        own = _NO_COST if cost is None else PayMana(cost)

        def fill(node: Node) -> Node:
            return own if isinstance(node, OwnManaCost) else node

        known = _known[key] = (ability, rewrite(ability, fill))
    return known[1]
