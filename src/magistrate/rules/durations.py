"""How long continuous effects last (CR 611.2a, 611.2b, 514.2, 511.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Leave
from magistrate.abilities.conditions import Is
from magistrate.abilities.durations import (
    Duration,
    DuringNextTurn,
    ForAsLongAs,
    RestOfGame,
    ThisCombat,
    ThisTurn,
    UntilEndOfTurn,
    UntilEndOfYourNextTurn,
    UntilEvent,
    UntilYourNextTurn,
)
from magistrate.abilities.events import Occurs
from magistrate.abilities.node import walk
from magistrate.abilities.things import It, This
from magistrate.rules import conditions, matching, players_meant, selecting
from magistrate.rules.registry import Unsupported
from magistrate.rules.state import BATTLEFIELD, FIRST_OBJECT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magistrate.abilities.conditions import Condition
    from magistrate.abilities.events import Event
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent
    from magistrate.rules.frames import Frame

#: The moments at which durations can end: the cleanup step (CR 514.2), the end of combat (511.3), the beginning of a
#: turn (500.7).
END_OF_TURN: Final = "end of turn"
END_OF_COMBAT: Final = "end of combat"
TURN_BEGINS: Final = "turn begins"


def ends(game: Engine, duration: Duration | None, frame: Frame, began: int, when: str) -> bool:
    """Whether something with that duration, begun in turn number `began` for the frame's controller, ends at this
    moment.

    In the cleanup step and at the beginning of a turn, the active player's.
    """
    if duration is None:
        return False
    if isinstance(duration, UntilEndOfTurn | ThisTurn):
        return when == END_OF_TURN
    if isinstance(duration, ThisCombat):
        return when in (END_OF_COMBAT, END_OF_TURN)
    if isinstance(duration, UntilYourNextTurn | UntilEndOfYourNextTurn) and frame.controller not in game.board.order:
        return when == TURN_BEGINS and game.board.turn > began and _is_passed_over(game, frame.controller)
    if isinstance(duration, UntilYourNextTurn):
        return when == TURN_BEGINS and game.board.active == frame.controller and game.board.turn > began
    if isinstance(duration, UntilEndOfYourNextTurn):
        return when == END_OF_TURN and game.board.active == frame.controller and game.board.turn > began
    if isinstance(duration, DuringNextTurn):
        later = when == END_OF_TURN and game.board.turn > began
        return later and game.board.active in players_meant.players(game, duration.whose, frame)
    if isinstance(duration, ForAsLongAs | UntilEvent | RestOfGame):
        return False
    raise Unsupported(type(duration).__name__)


def _is_passed_over(game: Engine, player: int) -> bool:
    """CR 800.4m: whether the turn of a player who has left would have come just before the turn that begins."""
    count = len(game.st.players)
    other = (game.board.active - 1) % count
    while other not in game.board.order:
        if other == player:
            return True
        other = (other - 1) % count
    return False


def never_starts(game: Engine, duration: Duration | None, frame: Frame) -> bool:
    """CR 611.2b: a "for as long as" that is over before it begins: the effect does nothing; nor where it would last until its source
    leaves the battlefield, and that has happened (as in CR 610.3a)."""
    if isinstance(duration, UntilEvent) and leaves_itself(duration.event):
        return has_left(game, frame)
    return isinstance(duration, ForAsLongAs) and not _goes_on(game, duration.condition, frame)


def _goes_on(game: Engine, condition: Condition, frame: Frame) -> bool:
    """CR 611.2b: what is said of several things, "for as long as they remain exiled", ends for each of them by itself: there is
    something left of it while it is true of one. A permanent that is tracked and phases out can no longer be seen (CR 702.26f)."""
    if isinstance(condition, Is) and isinstance(condition.what, It) and condition.what.plural and not condition.past:
        slot = condition.what.slot
        for one in selecting.select(game, condition.what, frame):
            own = frame.child()
            own.bindings[slot] = (one,)
            if not _is_out_of_sight(game, condition, own) and conditions.holds(game, condition, own):
                return True
        return False
    return not _is_out_of_sight(game, condition, frame) and conditions.holds(game, condition, frame)


def _is_out_of_sight(game: Engine, condition: Condition, frame: Frame) -> bool:
    if not isinstance(condition, Is) or not isinstance(condition.what, This | It):
        return False
    if isinstance(condition.what, This) and not condition.past and game.st.live(frame.source) is None:
        return True  # CR 400.7: it has left: it remains nowhere, and neither tapped nor with counters
    seen = [game.st.live(oid) for oid in selecting.look_at(game, condition.what, frame)]
    return any(thing is not None and thing.phased_out for thing in seen)


_of_each: Final[dict[int, tuple[Duration, tuple[str, ...]]]] = {}


def of_each(game: Engine, duration: Duration | None, things: tuple[int, ...], frame: Frame) -> tuple[str, ...]:
    """How the condition of a duration speaks of each of the things that an effect is about, so that it ends for each of them by
    itself: the slots, none where it does not."""
    if not isinstance(duration, ForAsLongAs):
        return ()
    known = _of_each.get(id(duration))
    if known is None:
        named = [part for part in walk(duration.condition) if isinstance(part, It)]
        known = _of_each[id(duration)] = (
            duration,
            tuple(dict.fromkeys([part.slot for part in named if part.plural or part.slot == "each"])),
        )
    found: list[str] = []
    for slot in known[1]:
        if slot == "each":
            mine = slot not in frame.bindings
        else:
            mine = set(selecting.select(game, It(plural=True, slot=slot), frame)) == set(things)
        if mine:
            found.append(slot)
    return tuple(found)


def leaves_itself(event: Event) -> bool:
    """Whether the event is that the source leaves the battlefield, the usual case."""
    return (
        isinstance(event, Occurs)
        and (isinstance(event.subject, This) or (isinstance(event.subject, It) and event.subject.slot == "source"))
        and isinstance(event.action, Leave)
        and event.action.zone.value == "battlefield"
    )


def has_left(game: Engine, frame: Frame) -> bool:
    """Whether the source is on the battlefield no more."""
    source = game.st.live(frame.source) if frame.source >= FIRST_OBJECT else None
    return source is None or source.zone != BATTLEFIELD


def is_watched(duration: Duration | None) -> bool:
    """Whether it ends because of what happens and not at a certain moment of the turn."""
    return isinstance(duration, ForAsLongAs | UntilEvent)


def is_over(game: Engine, duration: Duration | None, frame: Frame, batch: Sequence[GameEvent]) -> bool:
    """CR 611.2b, 610.3: whether a condition has ended, or an event of the batch is what it lasts until."""
    if isinstance(duration, ForAsLongAs):
        return not _goes_on(game, duration.condition, frame)
    if isinstance(duration, UntilEvent):
        return any(matching.match(game, duration.event, event, frame) is not None for event in batch)
    return False
