"""Keyword abilities that change what a spell costs or how it is paid for, given to spells by effects: "Artifact spells
you cast have convoke" (CR 601.3e, 702.41a, 702.51a, 702.66a, 702.126a).

A card has them only once it is a spell; whether it can be cast is asked before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import GainAbilities
from magistrate.abilities.kinds import Ability, Keyword
from magistrate.rules import payment_extras, permissions, statics
from magistrate.rules.given_keywords import given_to_spells
from magistrate.rules.permissions import Way
from magistrate.rules.prospective import would_be
from magistrate.rules.state import STACK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magistrate.rules.engine import Engine
    from magistrate.rules.statics import ActiveStatic

_NAMES: Final = frozenset((*payment_extras.NAMES, "affinity"))
_NAME: Final = "payments given to spells"
_joined: Final[dict[tuple[int, ...], tuple[tuple[Ability, ...], tuple[Ability, ...]]]] = {}


def stated(game: Engine) -> list[ActiveStatic]:
    """The statements that give spells such abilities; nearly always there is none. Remembered while nothing else is
    stated."""
    giving = statics.stated(game, GainAbilities)
    kept: tuple[list[ActiveStatic], list[ActiveStatic]] | None = game.caches.get(_NAME)
    if kept is None or kept[0] is not giving:
        kept = game.caches[_NAME] = (giving, [active for active in giving if given_to_spells(active.node, _NAMES)])
    return kept[1]


def with_given(game: Engine, player: int, oid: int, way: Way, abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """CR 601.3e, 601.2f: the abilities of a card, and those of this kind that it would be given as a spell cast this
    way; each counts for itself (CR 702.41b)."""
    giving = stated(game)
    if not giving or game.st.objects[oid].zone == STACK:
        return abilities
    more: list[Keyword] = []
    shape = permissions.shape_of(way)
    for active in giving:
        if statics.holds(game, active) and would_be(game, player, oid, active.node.what, active.frame, way.face, shape):
            more += given_to_spells(active.node, _NAMES)
    return joined(abilities, more) if more else abilities


def joined(abilities: tuple[Ability, ...], more: Sequence[Ability]) -> tuple[Ability, ...]:
    """Abilities and more of them, always the same tuple for the same ones: what they say of costs is remembered by its
    identity."""
    key = (id(abilities), *(id(ability) for ability in more))
    known = _joined.get(key)
    if known is None:
        known = _joined[key] = (abilities, (*abilities, *more))
    return known[1]
