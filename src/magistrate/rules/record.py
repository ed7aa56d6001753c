"""What has happened: tensed clauses answered from the history (CR 608.2i, 700.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from magistrate.abilities.characteristics import Step, Window
from magistrate.rules import matching
from magistrate.rules.events import CountersPut, DamageDealt, GameEvent, LifeGained, LifeLost, StepBegan, TurnBegan
from magistrate.rules.registry import Unsupported

if TYPE_CHECKING:
    from magistrate.abilities.events import Event
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

_STEPS: Final = tuple(Step)


def happened(game: Engine, event: Event, window: Window, frame: Frame) -> list[GameEvent]:
    """The events of a stretch of the game that are the event spoken of, in order."""
    if window is Window.THIS_TURN:
        found = _this_turn(game).of(matching.classes(event))
    else:
        start, end = stretch(game, window, frame)
        found = game.st.history[start:end]
    return among(game, event, found, frame) if found else []


def among(game: Engine, event: Event, events: Sequence[GameEvent], frame: Frame) -> list[GameEvent]:
    """Those of some events that are the event spoken of."""
    kinds = matching.classes(event)
    return [one for one in events if isinstance(one, kinds) and matching.match(game, event, one, frame) is not None]


def times(events: Sequence[GameEvent]) -> int:
    """How much events are where it is asked how much or how often: life and damage by the amount, counters by their
    number, anything else by how often it happened."""
    total = 0
    for event in events:
        total += event.amount if isinstance(event, LifeGained | LifeLost | DamageDealt | CountersPut) else 1
    return total


class _Turn:
    """The events of the current turn by their class, in order; grows with the history."""

    __slots__ = ("by_class", "end", "last", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.end = start
        self.last: GameEvent | None = (
            None  # the last event taken in: another in its place means that the game went back
        )
        self.by_class: dict[type[GameEvent], list[tuple[int, GameEvent]]] = {}

    def take_in(self, history: list[GameEvent]) -> None:
        """Add what has happened since."""
        for at in range(self.end, len(history)):
            event = history[at]
            self.by_class.setdefault(type(event), []).append((at, event))
        self.end = len(history)
        self.last = history[-1] if history else None

    def of(self, kinds: tuple[type[GameEvent], ...]) -> list[GameEvent]:
        """Those of some classes, in order."""
        rows = [row for kind, row in self.by_class.items() if issubclass(kind, kinds)]
        if len(rows) == 1:
            return [event for _, event in rows[0]]
        return [event for _, event in sorted([pair for row in rows for pair in row], key=_place)]


def _place(pair: tuple[int, GameEvent]) -> int:
    return pair[0]


def _this_turn(game: Engine) -> _Turn:
    st = game.st
    history = st.history
    start = st.turn_marks[-1] if st.turn_marks else 0
    kept: _Turn | None = game.caches.get("record")
    if kept is None or kept.start != start or kept.end > len(history) or not _same(kept, history):
        kept = game.caches["record"] = _Turn(start)
    if kept.end < len(history):
        kept.take_in(history)
    return kept


def _same(kept: _Turn, history: list[GameEvent]) -> bool:
    return kept.end == kept.start or history[kept.end - 1] is kept.last


def stretch(game: Engine, window: Window, frame: Frame) -> tuple[int, int]:
    """The places in the history between which a window lies."""
    st = game.st
    marks = st.turn_marks
    end = len(st.history)
    if window is Window.THIS_TURN:
        return (marks[-1] if marks else 0), end
    if window is Window.EVER or window is Window.THIS_GAME:
        return 0, end
    if window is Window.THIS_COMBAT:
        return _combat_began(game, marks[-1] if marks else 0), end
    if window is Window.LAST_TURN:
        return (marks[-2], marks[-1]) if len(marks) > 1 else (0, 0)
    if window is Window.YOUR_LAST_TURN:
        turn = _last_turn_of(game, frame.controller)
        return (marks[turn], marks[turn + 1]) if turn >= 0 else (0, 0)
    if window is Window.SINCE_YOUR_LAST_TURN:
        turn = _last_turn_of(game, frame.controller)
        return (marks[turn + 1] if turn >= 0 else 0), end
    raise Unsupported(str(window))


def _combat_began(game: Engine, start: int) -> int:
    """Where this combat phase began (CR 506.1); the end of the history outside of combat."""
    history = game.st.history
    for at in range(len(history) - 1, start - 1, -1):
        event = history[at]
        if isinstance(event, StepBegan):
            step = _STEPS[event.step]
            if step is Step.BEGIN_COMBAT:
                return at
            if step in (Step.MAIN_1, Step.MAIN_2, Step.END, Step.CLEANUP, Step.UNTAP, Step.UPKEEP, Step.DRAW):
                break
    return len(history)


def _last_turn_of(game: Engine, player: int) -> int:
    """The number (from 0) of the most recent turn of a player that is over; -1 when they have had none."""
    marks = game.st.turn_marks
    history = game.st.history
    for turn in range(len(marks) - 2, -1, -1):
        for event in history[marks[turn] : marks[turn + 1]]:
            if isinstance(event, TurnBegan):
                if event.player == player:
                    return turn
                break
    return -1
