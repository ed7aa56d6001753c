"""The order of turns among the players still in the game (CR 101.4, 103.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


def next_player(game: Engine, player: int) -> int:
    """The next player in turn order who is still in the game (CR 101.4, 103.1)."""
    order = game.board.order
    for other in order:
        if other > player:
            return other
    return order[0]


def apnap(game: Engine) -> tuple[int, ...]:
    """The players in the game, the active player first, then in turn order (CR 101.4)."""
    order = game.board.order
    active = game.board.active
    for at, player in enumerate(order):
        if player >= active:
            return order[at:] + order[:at]
    return order
