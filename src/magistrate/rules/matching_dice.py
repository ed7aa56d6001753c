"""Whether something that happened is a roll of dice that a card speaks of (CR 603.2, 706)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.dice import RollDice, RollNumber
from magistrate.rules import events
from magistrate.rules.matching import Bindings, concerns, occurs_in

if TYPE_CHECKING:
    from magistrate.abilities.things import Things
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def _of_roll(event: events.Done) -> Bindings:
    who = (event.player,)
    return {"event:subject": who, "event:player": who, "event:amount": event.amount}


@occurs_in(RollDice, on=(events.Done,))
def rolls_dice(game: Engine, action: RollDice, subject: Things, event: events.Done, frame: Frame) -> Bindings | None:
    """CR 706.1: once for all dice that an instruction has rolled."""
    if event.what != "dice" or not concerns(game, subject, event.player, frame):
        return None
    return _of_roll(event)


@occurs_in(RollNumber, on=(events.Done,))
def rolls_number(
    game: Engine, action: RollNumber, subject: Things, event: events.Done, frame: Frame
) -> Bindings | None:
    """CR 706.2: one die with that result, or with that number on it where the natural result is meant."""
    if event.what != "die" or not concerns(game, subject, event.player, frame):
        return None
    number = event.value if action.natural else event.amount
    if number < action.least or (action.most is not None and number > action.most):
        return None
    return _of_roll(event)
