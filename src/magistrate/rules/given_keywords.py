"""The keyword abilities that a statement gives to spells: "Artifact spells you cast have convoke" (CR 601.3e)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import GainAbilities
from magistrate.abilities.effects import ObjectsDo
from magistrate.abilities.groups import Either, Group, Noun
from magistrate.abilities.kinds import Keyword
from magistrate.abilities.things import All

if TYPE_CHECKING:
    from magistrate.abilities.groups import Description
    from magistrate.abilities.node import Node

_MOST: Final = 20_000
_known: Final[dict[int, tuple[Node, tuple[Keyword, ...]]]] = {}


def given_to_spells(node: Node, names: frozenset[str]) -> tuple[Keyword, ...]:
    """The keywords of these names that a statement gives to spells; what it gives is remembered by identity."""
    known = _known.get(id(node))
    if known is None:
        if len(_known) >= _MOST:  # statements are made in play, too
            _known.clear()
        known = _known[id(node)] = (node, tuple(_found_in(node)))
    return tuple(keyword for keyword in known[1] if keyword.name in names) if known[1] else ()


def _found_in(node: Node) -> list[Keyword]:
    if not isinstance(node, ObjectsDo) or not isinstance(node.what, All) or not _of_spells(node.what.group):
        return []
    return [
        ability
        for action in node.actions
        if isinstance(action, GainAbilities)
        for ability in action.abilities
        if isinstance(ability, Keyword)
    ]


def _of_spells(group: Description) -> bool:
    if isinstance(group, Either):
        return any(_of_spells(option) for option in group.options)
    return isinstance(group, Group) and group.noun is Noun.SPELL
