"""Unlocking and locking doors (CR 709.5), what triggers on it, and counting unlocked doors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import FullyUnlock, LockOrUnlock, UnlockDoor
from magistrate.abilities.amounts import UnlockedDoors
from magistrate.abilities.things import Objects, Some, Things
from magistrate.rules import events, rooms, selecting
from magistrate.rules.decisions import Option
from magistrate.rules.effects.picking import frame_of, in_turn_order, name_of, pick
from magistrate.rules.events import DoorChanged, GameEvent
from magistrate.rules.matching import Bindings, about, concerns, occurs_in
from magistrate.rules.registry import Unsupported, carries_out, evaluates, performs
from magistrate.rules.resolution import Result
from magistrate.rules.state import FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@performs(DoorChanged)
def door_changed(game: Engine, event: DoorChanged) -> list[GameEvent] | None:
    """CR 709.5f, 709.5g: the half gets or loses the unlocked designation; what enters unlocked has it already (CR
    709.5d)."""
    thing = game.st.live(event.object)
    if thing is None:
        return None
    before = rooms.unlocked(thing)
    if event.locked:
        game.st.put(thing, "marks", rooms.UNLOCKED, before & ~event.half)
        game.note(lambda: "a door is locked", "709.5g")
        return None
    after = before | event.half
    if after != before:
        event.full = after == rooms.ALL
        game.st.put(thing, "marks", rooms.UNLOCKED, after)
    game.note(lambda: f"a door is unlocked: {name_of(game, event.object)}", "709.5f")
    return None


def unlock(game: Engine, player: int, oid: int, half: int, *, locked: bool = False) -> bool:
    """A player unlocks (or locks) a half of a permanent."""
    event = DoorChanged(oid, half, player, locked)
    event.cause = player
    return bool(game.happen([event]))


def _choose(game: Engine, player: int, of: Objects, frame: Frame, either: bool) -> tuple[int, int, bool] | None:
    """A door of one of the Rooms that are meant: the permanent, the half, whether it is locked (CR 709.5f)."""
    if isinstance(of, Some):
        among = selecting.candidates(game, of.group, frame)
    else:
        among = pick(game, player, of, frame, "choose")
    options = []
    for oid in among:
        thing = game.st.live(oid) if oid >= FIRST_OBJECT else None
        if thing is None:
            continue
        for half, values, locked in rooms.doors(game, thing):
            if locked or either:
                verb = "unlock" if locked else "lock"
                options.append(Option("door", f"{verb} {values.name}", thing=oid, value=(oid, half, locked)))
    if not options:
        return None
    rule = "709.5f" if not either else "709.5g"
    chosen = game.choose(player, "door", "Choose a door", options, source=frame.source, rules=(rule,))
    found: tuple[int, int, bool] = chosen[0].value
    return found


@carries_out(UnlockDoor)
def unlock_door(game: Engine, action: UnlockDoor, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 709.5f: the player chooses a locked half."""
    if action.of is None:
        raise Unsupported("an instruction to unlock this door")
    done: list[int] = []
    for player in in_turn_order(game, who):
        found = _choose(game, player, action.of, frame_of(game, player, who, frame), False)
        if found is not None and unlock(game, player, found[0], found[1]):
            done.append(found[0])
    return Result(bool(done), tuple(done), amount=len(done))


@carries_out(LockOrUnlock)
def lock_or_unlock(game: Engine, action: LockOrUnlock, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 709.5f, 709.5g: a locked half is unlocked, an unlocked one is locked."""
    done: list[int] = []
    for player in in_turn_order(game, who):
        found = _choose(game, player, action.of, frame_of(game, player, who, frame), True)
        if found is not None and unlock(game, player, found[0], found[1], locked=not found[2]):
            done.append(found[0])
    return Result(bool(done), tuple(done), amount=len(done))


@occurs_in(UnlockDoor, on=(events.DoorChanged,))
def unlocks(
    game: Engine, action: UnlockDoor, subject: Things, event: events.DoorChanged, frame: Frame
) -> Bindings | None:
    """CR 709.5h: "this door" is the half that the ability is on, of the permanent whose ability it is."""
    if event.locked or not concerns(game, subject, event.player, frame):
        return None
    if action.of is None:
        if event.object != frame.source or rooms.half_of(action) != event.half:
            return None
    elif not concerns(game, action.of, event.object, frame):
        return None
    return {**about(game, event.object), "event:player": (event.player,)}


@occurs_in(FullyUnlock, on=(events.DoorChanged,))
def fully_unlocks(
    game: Engine, action: FullyUnlock, subject: Things, event: events.DoorChanged, frame: Frame
) -> Bindings | None:
    """CR 709.5i: it has both unlocked designations now and had not before."""
    if event.locked or not event.full or not concerns(game, subject, event.player, frame):
        return None
    if not concerns(game, action.what, event.object, frame):
        return None
    return {**about(game, event.object), "event:player": (event.player,)}


@evaluates(UnlockedDoors)
def unlocked_doors(game: Engine, node: UnlockedDoors, frame: Frame) -> int:
    """CR 709.5c, 709.5j."""
    found = [game.st.live(oid) for oid in selecting.select(game, node.of, frame)]
    return sum(1 for thing in found if thing is not None for _, _, locked in rooms.doors(game, thing) if not locked)
