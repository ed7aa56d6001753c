"""Keyword actions that something else may happen instead of (CR 614.6, 701)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.rules.events import Done
from magistrate.rules.resolution import Result

if TYPE_CHECKING:
    from collections.abc import Callable

    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def undertake(
    game: Engine, what: str, player: int, thing: int, amount: int, frame: Frame, process: Callable[[int], Result]
) -> Result:
    """CR 614.6: a keyword action is proposed before any of its process, so that where it is replaced nothing of it
    happens; otherwise it is carried out, with the number that it has by then, and has been done once that is complete
    (for example CR 701.40b, 701.44b, 701.47b, 701.60b)."""
    event = Done(what, player, thing, amount, source=frame.source)
    event.cause = frame.controller
    results: list[Result] = []
    event.process = lambda number: results.append(process(number))
    happened = game.happen([event])
    return results[0] if results else Result(bool(happened))
