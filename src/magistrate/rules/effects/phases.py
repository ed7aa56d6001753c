"""Phases and steps that effects add to a turn (CR 500.8, 500.9, 500.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.characteristics import Step
from magistrate.abilities.phases import ExtraPhase, ExtraStep, FirstOfTurn, GetExtraSteps
from magistrate.rules import amounts, steps
from magistrate.rules.events import StepBegan
from magistrate.rules.registry import Unsupported, carries_out, decides
from magistrate.rules.results import Result
from magistrate.rules.steps import BEGIN_COMBAT, BEGINNING_PHASE, COMBAT_PHASE, MAIN_PHASE

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

_STEPS_OF: Final = {"combat": COMBAT_PHASE, "main": MAIN_PHASE, "beginning": BEGINNING_PHASE}
_NUMBER: Final = {step: number for number, step in enumerate(Step)}


@carries_out(ExtraPhase)
def extra_phase(game: Engine, effect: ExtraPhase, frame: Frame) -> Result:
    """CR 500.8: after the phase that is meant; where there is no such phase any more, or this is none, nothing is added."""
    here = _place(game, effect.after)
    if here is None:
        return Result(False)
    frame.bindings[steps.ADDED] = steps.add_phases(game, *[_STEPS_OF[name] for name in effect.phases], at=here)
    return Result(True)


def _place(game: Engine, after: str) -> int | None:
    """How many of the steps that are left come before what is added."""
    now = game.board.step
    if after == "the second main phase this turn":
        return steps.after_main_phase(game, 2)
    if (after == "this main phase" and not steps.is_main(now)) or (
        after == "this combat phase" and not steps.is_combat(now)
    ):
        return None
    return steps.rest_of_phase(game)


@carries_out(ExtraStep)
def extra_step(game: Engine, effect: ExtraStep, frame: Frame) -> Result:
    """CR 500.9: directly after this step."""
    steps.add_step(game, _NUMBER[effect.step])
    return Result(True)


@carries_out(GetExtraSteps)
def get_extra_steps(game: Engine, action: GetExtraSteps, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 500.9, 500.10, 500.10a: in the player's own turn only; after a phase each is the only step of a phase of its own."""
    count = amounts.amount(game, action.count, frame)
    if game.board.active not in who or count <= 0:
        return Result(False)
    step = _NUMBER[action.step]
    if action.after_phase:
        steps.add_phases(game, *[(step,)] * count)
    else:
        for _ in range(count):
            steps.add_step(game, step)
    return Result(True, players=who, amount=count)


@decides(FirstOfTurn)
def first_of_turn(game: Engine, node: FirstOfTurn, frame: Frame) -> bool:
    """CR 500.8, 506.1: whether no phase or step of the kind came before this one in this turn."""
    board = game.board
    if node.your and board.active != frame.controller:
        return False
    if node.step is Step.COMBAT:
        first, now = BEGIN_COMBAT, steps.is_combat(board.step)
    elif node.step is Step.END:
        first, now = steps.END, board.step == steps.END
    else:
        raise Unsupported(f"the first {node.step.value} of a turn")
    start = game.st.turn_marks[-1] if game.st.turn_marks else 0
    began = [one for one in game.st.history[start:] if isinstance(one, StepBegan) and one.step == first]
    return now and len(began) == 1
