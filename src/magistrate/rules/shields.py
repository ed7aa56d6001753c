"""Replacement and prevention effects from resolving spells and abilities: they wait until used up or over (CR 614.3, 615.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.rules.registry import Unsupported

if TYPE_CHECKING:
    from magistrate.abilities.effects import Prevent, Would
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def add(game: Engine, effect: Would | Prevent, frame: Frame) -> None:
    """Let a replacement or prevention effect of a resolving spell or ability wait for its event."""
    raise Unsupported(type(effect).__name__)
