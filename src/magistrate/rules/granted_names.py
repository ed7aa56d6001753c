"""Names in abilities that an effect gives: they mean the source of the effect (CR 201.5a), or, in "a card named …", its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.groups import Named
from magistrate.abilities.kinds import Ability
from magistrate.abilities.node import Node, replace, rewrite, walk
from magistrate.abilities.things import It, This
from magistrate.rules.state import NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

#: How a slot begins that means one object, whose number follows.
OBJECT: Final = "object:"

_known: dict[int, tuple[Ability, bool]] = {}
_named: dict[tuple[int, int, str], tuple[Ability, Ability]] = {}


def _is_name(node: Node) -> bool:
    return isinstance(node, This) and node.surface == "~"


def _is_of_name(node: Node) -> bool:
    return isinstance(node, Named) and node.name == "~"


def speaks_by_name(ability: Ability) -> bool:
    """Whether an ability says the name of the card that it is printed on, of an object or of a name. Remembered by identity."""
    known = _known.get(id(ability))
    if known is None or known[0] is not ability:
        said = any(_is_name(node) or _is_of_name(node) for node in walk(ability))
        known = _known[id(ability)] = (ability, said)
    return known[1]


def name_of(game: Engine, giver: int) -> str:
    """CR 201.2, 707.2: the name by which an object's text speaks of it, which no effect but copying changes."""
    from magistrate.rules import copying

    return copying.copiable_values(game, giver).name


def with_name(ability: Ability, giver: int, holder: int, name: str) -> Ability:
    """CR 201.5a, 201.5b, 201.2: the ability as the holder has it, with what gives it in the place of the name, and with its name where
    something "named" so is spoken of; the same one each time.

    "It" is said of the name where the ability speaks of no other object of its own.
    """
    if giver in (holder, NOBODY) or not speaks_by_name(ability):
        return ability
    known = _named.get((id(ability), giver, name))
    if known is None or known[0] is not ability:
        meant = It(slot=f"{OBJECT}{giver}")
        alone = any(map(_is_name, walk(ability))) and not any(
            isinstance(node, This) and not _is_name(node) for node in walk(ability)
        )

        def change(node: Node) -> Node:
            if isinstance(node, Named) and node.name == "~":
                return replace(node, name=name)
            if _is_name(node) or (alone and isinstance(node, It) and node.slot == "source"):
                return meant
            return node

        known = _named[id(ability), giver, name] = (ability, rewrite(ability, change))
    return known[1]
