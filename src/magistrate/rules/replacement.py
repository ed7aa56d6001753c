"""Replacement and prevention effects, and how several interact (CR 614, 615, 616)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent


def applied(game: Engine, events: list[GameEvent]) -> list[GameEvent]:
    """What will happen instead of the proposed events, after "can't" effects and replacement and prevention effects."""
    return events
