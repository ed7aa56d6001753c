"""How a game ends (CR 104)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.rules import face_down
from magistrate.rules.state import NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


class GameResult:
    """The end of a game: the winner (NOBODY when it is a draw), who lost, in that order, and why it ended. Never
    changed."""

    __slots__ = ("draw", "losers", "reason", "winner")

    def __init__(self, winner: int, losers: tuple[int, ...], reason: str) -> None:
        self.winner = winner
        self.losers = losers
        self.reason = reason
        self.draw = winner == NOBODY

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameResult):
            return NotImplemented
        return (self.winner, self.losers, self.reason) == (other.winner, other.losers, other.reason)

    def __hash__(self) -> int:
        return hash((self.winner, self.losers, self.reason))

    def __repr__(self) -> str:
        return f"GameResult(winner={self.winner}, losers={self.losers}, reason={self.reason!r})"


class GameEnded(Exception):
    """Raised once the result is written: a game ends at once, in the middle of whatever went on (CR 104.1)."""


def end(game: Engine, winner: int, reason: str, rule: str) -> None:
    """CR 104.1: the game ends immediately. Raises GameEnded, which `turn.advance` catches."""
    st = game.st
    losers = tuple(p.index for p in st.players if p.index != winner) if winner != NOBODY else ()
    face_down.reveal_all(game)
    st.set(game.board, "result", GameResult(winner, losers, reason))
    if winner == NOBODY:
        game.note(lambda: f"the game is a draw: {reason}", rule)
    else:
        game.note(lambda: f"{st.players[winner].name} wins the game: {reason}", rule)
    raise GameEnded


def settle(game: Engine) -> None:
    """CR 104.2a, 104.4a: the last player left in the game wins; when all who were left lose at once, it is a draw."""
    players = game.st.players
    left = [p.index for p in players if not p.lost]
    if not left:
        why = "; ".join(f"{p.name} {p.lost}" for p in players if p.exists)
        end(game, NOBODY, why, "104.4a")
    if len(left) == 1:
        why = "; ".join(f"{p.name} {p.lost}" for p in players if p.lost and p.exists)
        end(game, left[0], why, "104.2a")


def draw(game: Engine, reason: str) -> None:
    """CR 104.4c: the game is a draw."""
    end(game, NOBODY, reason, "104.4c")
