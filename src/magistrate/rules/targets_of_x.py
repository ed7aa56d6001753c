"""Targets that rest on X, which is announced before they are chosen (CR 601.2b, 601.2c): "target creature with mana value X"."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from magistrate.abilities.amounts import X
from magistrate.abilities.node import Node, walk
from magistrate.rules.target_phrases import modal, phrases
from magistrate.rules.targets import enough, enough_for_modes

if TYPE_CHECKING:
    from magistrate.rules.decisions import Answer, Decision
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

#: No X beyond this is tried.
_MOST: Final = 100

_of_x: Final[dict[int, tuple[Node, bool]]] = {}


def speaks_of_x(effect: Node) -> bool:
    """Whether what an effect can have as targets, or how many, rests on X. Remembered by identity."""
    known = _of_x.get(id(effect))
    if known is None or known[0] is not effect:
        choice = modal(effect)
        every = tuple(range(len(choice.modes))) if choice is not None else ()
        found = any(isinstance(part, X) for phrase in phrases(effect, every) for part in walk(phrase))
        known = _of_x[id(effect)] = (effect, found)
    return known[1]


def enough_for_x(game: Engine, effects: tuple[Node, ...], frame: Frame, greatest: Callable[[], int]) -> bool:
    """CR 601.2b, 601.2c: whether there are targets enough for some X that could be paid for: X is announced before targets are
    chosen."""
    if enough(game, effects, frame):
        return True
    if frame.x or not any(speaks_of_x(effect) for effect in effects):
        return False
    for x in range(1, min(greatest(), _MOST) + 1):
        frame.x = x
        found = enough(game, effects, frame)
        frame.x = 0
        if found:
            return True
    return False


# Which X is offered --------------------------------------------------------------------------------------------------
def _are_there(game: Engine, effects: tuple[Node, ...], frame: Frame, x: int) -> bool:
    """Whether with this X there are targets for what the effects, of the modes that have been chosen, require."""
    own = frame.child()
    own.x = x
    return enough(game, effects, own) and enough_for_modes(game, effects, own)


def fitting(
    game: Engine, effects: tuple[Node, ...], frame: Frame, paid: tuple[str, ...] | None = None
) -> Callable[[int], bool] | None:
    """Says of an X whether there are targets with it, where targets rest on X; `paid`: the optional costs announced."""
    if not any(speaks_of_x(effect) for effect in effects):
        return None
    own = frame if paid is None else frame.child()
    if paid is not None:
        own.kicked = paid
    return lambda x: _are_there(game, effects, own, x)


def both(one: Callable[[int], bool] | None, other: Callable[[int], bool] | None) -> Callable[[int], bool] | None:
    """Says of an X whether both say so."""
    if one is None or other is None:
        return one or other
    return lambda x: one(x) and other(x)


def let_fit(decision: Decision, fits: Callable[[int], bool], greatest: int) -> None:
    """Let an X be chosen only for which there are targets (CR 601.2c, 601.4) and no prohibition (CR 601.5), where there is any
    such: at most the greatest of them."""
    first = next((x for x in range(greatest + 1) if fits(x)), -1)
    if first < 0:
        return
    decision.maximum = next(x for x in range(greatest, -1, -1) if fits(x))
    before = decision.validate

    def problem(answer: Answer) -> str:
        if not fits(int(answer)):
            return f"with X = {answer} there are not enough legal targets, or it cannot be cast"
        return "" if before is None else before(answer)

    decision.validate = problem
    if decision.default is None or not fits(int(decision.default)):
        decision.default = first
