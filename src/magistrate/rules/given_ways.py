"""Keyword abilities by which spells are cast for another cost, given to them by effects: "Assassin spells you cast have
freerunning {B}{B}" (CR 118.9, 601.3e)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import GainAbilities
from magistrate.abilities.effects import ObjectsDo
from magistrate.abilities.groups import Group, Noun
from magistrate.abilities.kinds import Keyword
from magistrate.abilities.things import All
from magistrate.rules import keyword_ways, statics
from magistrate.rules.printed import ALTERNATIVES, FACE_DOWN
from magistrate.rules.prospective import would_be
from magistrate.rules.registry import Unsupported

if TYPE_CHECKING:
    from magistrate.abilities.node import Node
    from magistrate.rules.engine import Engine
    from magistrate.rules.state import GameObject
    from magistrate.rules.statics import ActiveStatic

_NAMES: Final = keyword_ways.FROM_HAND | ALTERNATIVES | FACE_DOWN
_known: dict[int, tuple[Node, tuple[Keyword, ...]]] = {}


def stated(game: Engine) -> list[ActiveStatic]:
    """The statements that give spells such abilities; nearly always there is none."""
    return [active for active in statics.stated(game, GainAbilities) if _given(active.node)]


def offers(game: Engine, player: int, thing: GameObject, face: int) -> list[tuple[keyword_ways.Offer, int]]:
    """CR 601.3e: for what a card may be cast with the keywords that it would have as a spell, and what gives them."""
    found: list[tuple[keyword_ways.Offer, int]] = []
    for active in stated(game):
        node = active.node
        assert isinstance(node, ObjectsDo)
        if not statics.holds(game, active) or not would_be(game, player, thing.oid, node.what, active.frame, face):
            continue
        for keyword in _given(node):
            if keyword.name not in keyword_ways.FROM_HAND:
                raise Unsupported(f"spells that have {keyword.name}")
            found.extend((offer, active.frame.source) for offer in keyword_ways.offers(game, player, thing, keyword))
    return found


def _given(node: Node) -> tuple[Keyword, ...]:
    """The keywords that a statement gives to spells; remembered by identity."""
    known = _known.get(id(node))
    if known is None:
        known = _known[id(node)] = (node, tuple(_found_in(node)))
    return known[1]


def _found_in(node: Node) -> list[Keyword]:
    if not isinstance(node, ObjectsDo) or not isinstance(node.what, All):
        return []
    group = node.what.group
    if not isinstance(group, Group) or group.noun is not Noun.SPELL:
        return []
    return [
        ability
        for action in node.actions
        if isinstance(action, GainAbilities)
        for ability in action.abilities
        if isinstance(ability, Keyword) and ability.name in _NAMES
    ]
