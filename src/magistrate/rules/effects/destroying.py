"""Destroying, sacrificing and regenerating permanents (CR 701.7, 701.15, 701.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import Destroy, Regenerate, Sacrifice
from magistrate.abilities.things import SeveralObjects, Some
from magistrate.rules import restrictions, selecting, shields, zones
from magistrate.rules.effects.moving import moved, result_of
from magistrate.rules.effects.picking import frame_of, in_turn_order, name_of, pick, tell
from magistrate.rules.events import DESTROY, SACRIFICE, Destroyed, GameEvent, ZoneChange
from magistrate.rules.registry import carries_out, performs
from magistrate.rules.resolution import Result
from magistrate.rules.state import BATTLEFIELD, GRAVEYARD

if TYPE_CHECKING:
    from magistrate.abilities.things import Objects
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def is_permanent(game: Engine, oid: int) -> bool:
    """Whether the object is on the battlefield and phased in (CR 110.1, 702.26b, 403.3), whatever it is by now (CR 110.4c)."""
    thing = game.st.objects.get(oid)
    return thing is not None and thing.zone == BATTLEFIELD and not thing.phased_out


@performs(Destroyed)
def destroyed(game: Engine, event: Destroyed) -> list[GameEvent] | None:
    """CR 701.7a: a destroyed permanent moves to its owner's graveyard."""
    thing = game.st.live(event.object)
    if thing is None or thing.zone != BATTLEFIELD:
        return None
    game.note(lambda: f"{name_of(game, event.object)} is destroyed", "701.7a")
    return [ZoneChange(event.object, BATTLEFIELD, GRAVEYARD, thing.owner, DESTROY, event.source, event.cause)]


@carries_out(Destroy)
def destroy(game: Engine, action: Destroy, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.7: all are destroyed at the same time; what has indestructible is not (CR 702.12b)."""
    events: list[GameEvent] = []
    wanted: set[int] = set()
    for player in in_turn_order(game, who):
        for oid in pick(game, player, action.what, frame_of(game, player, who, frame), "choose"):
            if oid in wanted or not is_permanent(game, oid):
                continue
            if "indestructible" in game.chars(oid).keywords:
                tell(game, "702.12b", "{} is indestructible", oid)
                continue
            wanted.add(oid)
            event = Destroyed(oid, frame.source, action.no_regeneration)
            event.cause = frame.controller
            events.append(event)
    if not events:
        return Result(False)
    return result_of(game.happen(events), wanted)


def can_sacrifice(game: Engine, player: int, oid: int) -> bool:
    """CR 701.17a: only a permanent that the player controls, and nothing that can't be sacrificed."""
    return (
        is_permanent(game, oid)
        and game.chars(oid).controller == player
        and not restrictions.cant_be_sacrificed(game, oid)
    )


def sacrificeable(game: Engine, player: int) -> tuple[int, ...]:
    """Everything that a player could sacrifice."""
    return tuple(oid for oid in zones.permanents(game) if can_sacrifice(game, player, oid))


def choose_sacrifices(game: Engine, player: int, what: Objects, frame: Frame) -> tuple[int, ...]:
    """What a player sacrifices: they choose among what they control."""
    if isinstance(what, Some | SeveralObjects):
        return pick(game, player, what, frame, "sacrifice", sacrificeable(game, player))
    return tuple(oid for oid in pick(game, player, what, frame, "sacrifice") if can_sacrifice(game, player, oid))


def sacrificing(game: Engine, player: int, permanents: tuple[int, ...], source: int) -> list[GameEvent]:
    """CR 701.17a: the events that move a player's permanents to their owners' graveyards."""
    return [
        ZoneChange(oid, BATTLEFIELD, GRAVEYARD, game.obj(oid).owner, SACRIFICE, source, player) for oid in permanents
    ]


@carries_out(Sacrifice)
def sacrifice(game: Engine, action: Sacrifice, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.17, 101.4: choices in APNAP order, then everything is sacrificed at the same time."""
    events: list[GameEvent] = []
    by: dict[int, int] = {}
    for player in in_turn_order(game, who):
        chosen = choose_sacrifices(game, player, action.what, frame_of(game, player, who, frame))
        events += sacrificing(game, player, chosen, frame.source)
        by.update(dict.fromkeys(chosen, player))
    return moved(game, events, by)


@carries_out(Regenerate)
def regenerate(game: Engine, action: Regenerate, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.15a: a shield replaces the next time that the permanent would be destroyed this turn."""
    shielded: list[int] = []
    for oid in selecting.select(game, action.what, frame):
        if is_permanent(game, oid):
            shields.add_regeneration(game, oid, frame)
            shielded.append(oid)
    return Result(bool(shielded), tuple(shielded), amount=len(shielded))
