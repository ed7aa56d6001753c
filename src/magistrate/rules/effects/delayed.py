"""Effects that wait: delayed triggers, replacement and prevention effects, statements for a time (CR 603.7, 614.3, 615.3,
611.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.effects import (
    Delayed,
    LoseUnspentMana,
    NoMaximumHandSize,
    PermitPlay,
    PlayAdditionalLands,
    Prevent,
    ReducesLifeTo,
    SpendAs,
    Would,
)
from magistrate.rules import continuous, shields, telling, triggers
from magistrate.rules.references import settled
from magistrate.rules.registry import carries_out
from magistrate.rules.results import Result

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@carries_out(Delayed)
def delay(game: Engine, effect: Delayed, frame: Frame) -> Result:
    """CR 603.7a, 603.7c, 610.2: a delayed triggered ability is created; what its references mean is settled now."""
    game.note(lambda: f"a delayed triggered ability{telling.of_source(game, frame.source)} is created", "603.7")
    kept = settled(game, frame)
    kept.first = frame.at
    triggers.add_delayed(game, effect, kept)
    return Result(True)


@carries_out(Would, Prevent)
def shield(game: Engine, effect: Would | Prevent, frame: Frame) -> Result:
    """CR 614.3, 615.3: a replacement or prevention effect that waits for its event."""
    shields.add(game, effect, settled(game, frame))
    return Result(True)


@carries_out(PermitPlay, PlayAdditionalLands, NoMaximumHandSize, LoseUnspentMana, ReducesLifeTo, SpendAs)
def permit(
    game: Engine,
    effect: PermitPlay | PlayAdditionalLands | NoMaximumHandSize | LoseUnspentMana | ReducesLifeTo | SpendAs,
    frame: Frame,
) -> Result:
    """CR 611.2: a statement that holds for a time."""
    continuous.add_statement(game, settled(game, frame), effect, effect.duration)
    return Result(True)
