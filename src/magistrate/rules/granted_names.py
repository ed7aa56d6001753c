"""Names in abilities that an effect gives: they mean the source of the effect (CR 201.5a)."""

from __future__ import annotations

from typing import Final

from magistrate.abilities.kinds import Ability
from magistrate.abilities.node import Node, rewrite, walk
from magistrate.abilities.things import It, This
from magistrate.rules.state import NOBODY

#: How a slot begins that means one object, whose number follows.
OBJECT: Final = "object:"

_known: Final[dict[int, tuple[Ability, bool]]] = {}
_named: Final[dict[tuple[int, int], tuple[Ability, Ability]]] = {}


def _is_name(node: Node) -> bool:
    return isinstance(node, This) and node.surface == "~"


def speaks_by_name(ability: Ability) -> bool:
    """Whether an ability names an object by the name of the card that it is printed on. Remembered by identity."""
    known = _known.get(id(ability))
    if known is None or known[0] is not ability:
        known = _known[id(ability)] = (ability, any(_is_name(node) for node in walk(ability)))
    return known[1]


def with_name(ability: Ability, giver: int, holder: int) -> Ability:
    """CR 201.5a, 201.5b: the ability as the holder has it, with what gives it in the place of the name; the same one each time.

    "It" is said of the name where the ability speaks of no other object of its own.
    """
    if giver in (holder, NOBODY) or not speaks_by_name(ability):
        return ability
    known = _named.get((id(ability), giver))
    if known is None or known[0] is not ability:
        meant = It(slot=f"{OBJECT}{giver}")
        alone = not any(isinstance(node, This) and not _is_name(node) for node in walk(ability))

        def change(node: Node) -> Node:
            if _is_name(node) or (alone and isinstance(node, It) and node.slot == "source"):
                return meant
            return node

        known = _named[id(ability), giver] = (ability, rewrite(ability, change))
    return known[1]
