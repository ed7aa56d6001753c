"""Modal effects (CR 700.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.effects import Modal
from magistrate.abilities.numbering import actions_in
from magistrate.rules import targets
from magistrate.rules.registry import Unsupported, carries_out
from magistrate.rules.resolution import carry_out, target_shift
from magistrate.rules.results import Result
from magistrate.rules.state import NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@carries_out(Modal)
def choose_modes(game: Engine, effect: Modal, frame: Frame) -> Result:
    """CR 700.2, 608.2c, 702.42b: the chosen modes, in printed order, each as often as it was chosen. They were chosen
    as the spell or ability was put on the stack; where that is not so (within an instruction), now."""
    modes = frame.modes
    at = frame.at
    outer = frame.shift
    base = _first_place(game, effect, frame)
    if not _is_outermost(game, effect, frame) or (not modes and targets.how_many(game, effect, frame)[0]):
        modes = _choose_now(game, effect, frame)
        base = 0
    done = False
    for number in modes:
        mode = effect.modes[number]
        own = targets.phrases(mode.effect, ())
        frame.shift = target_shift(mode.effect, (), base) if own else outer
        frame.at = at + sum(actions_in(other) for other in effect.modes[:number])
        done = carry_out(game, mode.effect, frame).done or done
        base += len(own)
    frame.shift = outer
    return Result(done)


def _choose_now(game: Engine, effect: Modal, frame: Frame) -> tuple[int, ...]:
    if any(targets.phrases(mode.effect, ()) for mode in effect.modes):
        raise Unsupported("modes with targets that are chosen on resolution")
    own = frame.child()
    return own.modes if targets.choose_modes(game, effect, own) else ()


def _is_outermost(game: Engine, effect: Modal, frame: Frame) -> bool:
    """Whether the modes in the frame are those of this modal effect."""
    if frame.stack_object == NOBODY:
        return True
    return any(targets.modal(whole) is effect for whole in targets.effects_of(game, frame.stack_object))


def _first_place(game: Engine, effect: Modal, frame: Frame) -> int:
    """Where in `frame.targets` those of the chosen modes begin."""
    if not frame.targets or frame.stack_object == NOBODY:
        return 0
    everything = targets.all_phrases(targets.effects_of(game, frame.stack_object), frame.modes)
    for number in frame.modes:
        if number < len(effect.modes):
            for phrase in targets.phrases(effect.modes[number].effect, ()):
                for place, other in enumerate(everything):
                    if other is phrase:
                        return place
    return 0
