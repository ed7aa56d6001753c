"""What has happened: tensed clauses answered from the history (CR 608.2i, 700.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from magistrate.abilities.characteristics import Step, Window
from magistrate.rules import matching
from magistrate.rules.events import DamageDealt, GameEvent, LifeGained, LifeLost, StepBegan, TurnBegan
from magistrate.rules.registry import Unsupported

if TYPE_CHECKING:
    from magistrate.abilities.events import Event
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

_STEPS = tuple(Step)


def happened(game: Engine, event: Event, window: Window, frame: Frame) -> list[GameEvent]:
    """The events of a stretch of the game that are the event spoken of, in order."""
    start, end = stretch(game, window, frame)
    if start >= end:
        return []
    return among(game, event, game.st.history[start:end], frame)


def among(game: Engine, event: Event, events: Sequence[GameEvent], frame: Frame) -> list[GameEvent]:
    """Those of some events that are the event spoken of."""
    return [one for one in events if matching.match(game, event, one, frame) is not None]


def weight(event: GameEvent) -> int:
    """How much one event counts where "the number of" is asked: each event once."""
    return 1


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


def total(events: Sequence[GameEvent]) -> int:
    """The sum of what some events of life or damage were about ("the amount of life you've gained this turn")."""
    return sum(one.amount for one in events if isinstance(one, LifeGained | LifeLost | DamageDealt))
