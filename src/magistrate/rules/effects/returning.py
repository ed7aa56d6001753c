"""Effects that move objects "until" something happens: what is moved returns right after that event (CR 610.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.durations import Duration, UntilEvent
from magistrate.rules import durations, phasing
from magistrate.rules.events import RETURN, GameEvent, ZoneChange
from magistrate.rules.registry import Unsupported
from magistrate.rules.state import BATTLEFIELD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


class Return:
    """A one-shot effect that waits for an event (CR 610.3): what returns, and to which zone; what phases in, where no zones
    are told. Never changed once made."""

    __slots__ = ("frame", "objects", "until", "zones")

    def __init__(self, until: UntilEvent, frame: Frame, objects: tuple[int, ...], zones: tuple[int, ...]) -> None:
        self.until = until
        self.frame = frame
        self.objects = objects
        self.zones = zones


def with_event(until: Duration) -> UntilEvent:
    """The duration, which must be one that an event ends (CR 610.3)."""
    if not isinstance(until, UntilEvent):
        raise Unsupported(f"610.3 with {type(until).__name__}")
    return until


def is_over(game: Engine, until: Duration, frame: Frame) -> bool:
    """CR 610.3a, 610.3b: whether the event has already occurred since the ability was put on the stack, or
    triggered."""
    return durations.leaves_itself(with_event(until).event) and durations.has_left(game, frame)


def schedule(
    game: Engine, until: Duration, frame: Frame, moved: tuple[int, ...], happened: Sequence[GameEvent]
) -> None:
    """CR 610.3, 727.3c: note what is to return, and whence it came."""
    came_from = {
        oid: event.from_zone for event in happened if isinstance(event, ZoneChange) for oid in (event.new, *event.more)
    }
    waiting = game.board.marks.get("returns", ())
    entry = Return(with_event(until), frame.child(), moved, tuple(came_from.get(oid, BATTLEFIELD) for oid in moved))
    game.st.put(game.board, "marks", "returns", (*waiting, entry))


def phased_out(game: Engine, until: Duration, frame: Frame, gone: tuple[int, ...]) -> None:
    """CR 610.3, 702.26a, 610.4, 610.4a: what has phased out "until" something happens stays so in untap steps, and phases in right after
    that."""
    for oid in gone:
        game.st.put(game.st.objects[oid], "marks", phasing.HELD, True)
    waiting = game.board.marks.get("returns", ())
    game.st.put(game.board, "marks", "returns", (*waiting, Return(with_event(until), frame.child(), gone, ())))


def after(game: Engine, batch: Sequence[GameEvent]) -> None:
    """CR 610.3, 610.3d, 610.4d: what these events end the wait of returns now, all of it at once. Called after every batch of
    events."""
    waiting: tuple[Return, ...] = game.board.marks.get("returns", ())
    if not waiting:
        return
    ended = [entry for entry in waiting if _ends(game, entry, batch)]
    if not ended:
        return
    left = tuple(entry for entry in waiting if entry not in ended)
    game.st.put(game.board, "marks", "returns", left or None)
    events: list[GameEvent] = []
    for entry in ended:
        if not entry.zones:
            events += phasing.coming_back(game, entry.objects)
            continue
        for oid, zone in zip(entry.objects, entry.zones, strict=True):
            thing = game.st.live(oid)
            if thing is None:
                continue  # it has left the zone it was put into (CR 400.7)
            event = ZoneChange(oid, thing.zone, zone, thing.owner, RETURN, entry.frame.source, entry.frame.controller)
            if zone == BATTLEFIELD:
                event.controller = thing.owner  # CR 610.3c
            events.append(event)
    if events:
        game.note(lambda: "what was gone until now returns", "610.3")
        game.happen(events)


def _ends(game: Engine, entry: Return, batch: Sequence[GameEvent]) -> bool:
    if durations.leaves_itself(entry.until.event):
        for event in batch:
            if (
                isinstance(event, ZoneChange)
                and event.object == entry.frame.source
                and event.from_zone == BATTLEFIELD
                and event.object not in game.st.objects
            ):
                return True
        return False
    return durations.is_over(game, entry.until, entry.frame, batch)
