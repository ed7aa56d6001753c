"""Enlist (CR 702.154): an optional cost to attack, and the ability that triggers when it is paid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Enlist, GetPT
from magistrate.abilities.amounts import MeasureOf, Number
from magistrate.abilities.characteristics import CardType, Measure
from magistrate.abilities.durations import UntilEndOfTurn
from magistrate.abilities.effects import ObjectsDo
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import Group, Head, IsType
from magistrate.abilities.kinds import Keyword, Triggered
from magistrate.abilities.things import Exactly, It, Some, This
from magistrate.rules import combat, triggers, zones
from magistrate.rules.decisions import Option
from magistrate.rules.definitions import CREATURE
from magistrate.rules.effects.library import DOING
from magistrate.rules.events import Done, GameEvent, Tapped
from magistrate.rules.frames import Frame

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

ENLIST: Final = "enlist"
_THIS: Final = This("this creature")
_GETS: Final = Triggered(
    "when",
    Occurs(_THIS, Enlist(Some(Group((Head((IsType(CardType.CREATURE),)),)), Exactly(Number(1))))),
    ObjectsDo(
        _THIS,
        (GetPT(MeasureOf(Measure.POWER, It(slot="event:object")), Number(0)),),
        UntilEndOfTurn(),
    ),
)


def _could_be_tapped(game: Engine, player: int, attackers: tuple[int, ...]) -> list[int]:
    """CR 702.154a: the player's untapped creatures that do not attack, with haste or under control since the turn
    began."""
    found: list[int] = []
    for oid in zones.permanents(game):
        thing = game.st.objects[oid]
        chars = game.chars(oid)
        if thing.tapped or oid in attackers or chars.controller != player or not chars.types & CREATURE:
            continue
        if thing.controlled_since < game.st.players[player].turn_began or "haste" in chars.keywords:
            found.append(oid)
    return found


def as_they_attack(game: Engine, player: int, attackers: tuple[int, ...]) -> None:
    """CR 508.1g, 702.154a, 702.154d, 702.154b: for each enlist ability of an attacker its controller may tap one
    creature; the ability linked to it triggers then (CR 607.2h)."""
    for oid in attackers:
        chars = game.chars(oid)
        if ENLIST not in chars.keywords:
            continue
        for ability in chars.abilities:
            if isinstance(ability, Keyword) and ability.name == ENLIST:
                _enlist(game, player, oid, attackers)


def _enlist(game: Engine, player: int, oid: int, attackers: tuple[int, ...]) -> None:
    able = _could_be_tapped(game, player, attackers)
    options = [Option("tap", combat.label(game, one), one) for one in able]
    prompt = f"which creature does {combat.label(game, oid)} enlist?"
    picked = game.choose(player, "tap", prompt, options, 0, 1, source=oid, rules=("508.1g", "702.154a"))
    if not picked:
        return
    tapped = picked[0].thing
    event: GameEvent = Tapped(tapped, oid)
    event.cause = player
    game.happen([event])
    done = Done("enlist", player, oid, value=tapped, source=oid)
    done.cause = player
    game.happen([done])
    frame = Frame(oid, player)
    frame.bindings["event:object"] = (tapped,)
    triggers.add(game, _GETS, frame)


def enlisted(game: Engine, event: Done) -> list[GameEvent] | None:
    """CR 702.154c."""
    game.note(lambda: f"{combat.label(game, event.thing)} enlists {combat.label(game, event.value)}", "702.154c")
    return None


DOING["enlist"] = enlisted
