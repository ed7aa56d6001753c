"""Writing a game's position down as a scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from magistrate.game import Game


def scenario_of(game: Game, name: str) -> dict[str, Any]:
    """The position as scenario data that read back to the same position."""
    raise NotImplementedError
