"""Triggered abilities (CR 603)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent


def look_back(game: Engine, batch: Sequence[GameEvent]) -> list[Any]:
    """Abilities that trigger by looking back in time, as the game is just before the event (CR 603.10)."""
    return []


def notice(game: Engine, batch: Sequence[GameEvent], looking_back: Sequence[Any]) -> None:
    """Abilities trigger on what has happened (CR 603.2)."""


def put_on_stack(game: Engine) -> bool:
    """Put abilities that have triggered on the stack (CR 603.3); whether there were any."""
    return False
