"""What may be done instead of paying mana for a spell: convoke, improvise, delve, assist (CR 702.51, 702.126, 702.66,
702.132)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.costs import TapSymbol
from magistrate.abilities.kinds import Ability, Keyword
from magistrate.rules.claims import Extra, Held
from magistrate.rules.definitions import ARTIFACT, CREATURE
from magistrate.rules.events import EXILE as EXILING
from magistrate.rules.events import GameEvent, Tapped, ZoneChange
from magistrate.rules.mana import COLORS, GENERIC
from magistrate.rules.state import EXILE

if TYPE_CHECKING:
    from magistrate.rules.costs import Total
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

NAMES: Final = ("convoke", "improvise", "delve", "assist")
_MOST: Final = 20_000
_names: Final[dict[int, tuple[tuple[Ability, ...], tuple[str, ...]]]] = {}


def names_in(abilities: tuple[Ability, ...]) -> tuple[str, ...]:
    """Which of these keywords a card has; remembered by identity."""
    known = _names.get(id(abilities))
    if known is None or known[0] is not abilities:
        if len(_names) >= _MOST:
            _names.clear()
        found = [a.name for a in abilities if isinstance(a, Keyword) and a.name in NAMES]
        known = _names[id(abilities)] = (abilities, tuple(dict.fromkeys(found)))
    return known[1]


def of_spell(game: Engine, player: int, oid: int, abilities: tuple[Ability, ...]) -> tuple[Extra, ...]:
    """CR 702.51b, 702.66b, 702.126b: what could be tapped or exiled for a spell's mana. Summoning sickness does not
    matter: there is no {T} (CR 302.6)."""
    names = names_in(abilities)
    if not names:
        return ()
    from magistrate.rules import zones

    found: list[Extra] = []
    for name in names:
        if name == "assist":
            from magistrate.rules import assisting

            found.extend(assisting.hoped_for(game, player, oid))
            continue
        if name == "delve":
            found.extend(Extra(name, card, GENERIC) for card in game.st.players[player].graveyard if card != oid)
            continue
        wanted = CREATURE if name == "convoke" else ARTIFACT
        for permanent in zones.permanents(game):
            chars = game.chars(permanent)
            if chars.types & wanted and chars.controller == player and not game.st.objects[permanent].tapped:
                bits = GENERIC | (chars.colors & COLORS if name == "convoke" else 0)
                found.append(Extra(name, permanent, bits))
    return tuple(found)


def with_water(game: Engine, player: int, total: Total, frame: Frame, held: Held | None) -> Held | None:
    """newer: waterbend. As many untapped artifacts and creatures as could pay for a waterbend cost, those first that make
    no mana; what is tapped for the same cost otherwise cannot be."""
    water = total.water
    if water.least == 0 and not water.variables:
        return held
    from magistrate.rules import sources, zones

    if held is not None and any(extra.kind == "waterbend" for extra in held.extras):
        return held
    tapping = any(isinstance(part, TapSymbol) for _, part in total.parts)
    able: list[int] = []
    for oid in zones.permanents(game):
        chars = game.chars(oid)
        mine = chars.types & (ARTIFACT | CREATURE) and chars.controller == player
        if mine and not game.st.objects[oid].tapped and not (tapping and oid == frame.source):
            able.append(oid)
    makers = {source.oid for source in sources.sources(game, player)}
    able.sort(key=lambda oid: oid in makers)
    own = Held()
    own.extras = tuple(Extra("waterbend", oid, GENERIC) for oid in (able if water.variables else able[: water.generic]))
    if held is not None:
        own.extras += held.extras
        own.tapped, own.gone, own.life = held.tapped, held.gone, held.life
    return own if own.extras else held


def carry_out(game: Engine, extras: tuple[Extra, ...], frame: Frame) -> None:
    """Tap the creatures and artifacts, exile the cards, that pay."""
    events: list[GameEvent] = []
    for extra in extras:
        thing = game.st.live(extra.oid)
        if thing is None:
            continue
        event: GameEvent
        if extra.kind == "delve":
            event = ZoneChange(extra.oid, thing.zone, EXILE, thing.owner, EXILING, frame.source, frame.controller)
        else:
            event = Tapped(extra.oid, frame.source)
        event.cause = frame.controller
        events.append(event)
    if events:
        rules = {"convoke": "702.51a", "improvise": "702.126a", "delve": "702.66a", "waterbend": "118.3"}
        kinds = tuple(dict.fromkeys(extra.kind for extra in extras))
        game.note(
            lambda: f"{len(events)} mana of the cost paid for by {' and '.join(kinds)}",
            *[rules[kind] for kind in kinds],
        )
        game.happen(events)
        for kind in dict.fromkeys(extra.kind for extra in extras):
            frame.bindings["paid:" + kind] = tuple(extra.oid for extra in extras if extra.kind == kind)
