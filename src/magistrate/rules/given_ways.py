"""Keyword abilities by which spells are cast for another cost, given to them by effects: "Assassin spells you cast have
freerunning {B}{B}" (CR 118.9, 601.3e)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import GainAbilities
from magistrate.abilities.effects import ObjectsDo
from magistrate.rules import keyword_ways, statics
from magistrate.rules.given_keywords import given_to_spells
from magistrate.rules.printed import ALTERNATIVES, FACE_DOWN
from magistrate.rules.prospective import would_be
from magistrate.rules.registry import Unsupported

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.state import GameObject
    from magistrate.rules.statics import ActiveStatic

_NAMES: Final = keyword_ways.FROM_HAND | ALTERNATIVES | FACE_DOWN


def stated(game: Engine) -> list[ActiveStatic]:
    """The statements that give spells such abilities; nearly always there is none."""
    return [active for active in statics.stated(game, GainAbilities) if given_to_spells(active.node, _NAMES)]


def offers(game: Engine, player: int, thing: GameObject, face: int) -> list[tuple[keyword_ways.Offer, int]]:
    """CR 601.3e: for what a card may be cast with the keywords that it would have as a spell, and what gives them."""
    found: list[tuple[keyword_ways.Offer, int]] = []
    for active in stated(game):
        node = active.node
        assert isinstance(node, ObjectsDo)
        if not statics.holds(game, active) or not would_be(game, player, thing.oid, node.what, active.frame, face):
            continue
        for keyword in given_to_spells(node, _NAMES):
            if keyword.name not in keyword_ways.FROM_HAND:
                raise Unsupported(f"spells that have {keyword.name}")
            found.extend((offer, active.frame.source) for offer in keyword_ways.offers(game, player, thing, keyword))
    return found
