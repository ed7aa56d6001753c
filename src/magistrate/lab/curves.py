"""Life totals and mana by turn, taken down while a game is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.rules.sources import holders

if TYPE_CHECKING:
    from magistrate.game import Game

#: Curves are kept of the first turns alone: few games are alike for longer, and runs have many games.
TURNS = 30


class Curves:
    """Each player's life total, and the number of permanents of theirs with a mana ability, as each turn had ended.

    That is looked at when the first question after the turn is asked: what is done at once at the beginning of the next turn counts.
    A player who had left the game (CR 800.4a) has None; who lost as the game ended has not left it.
    """

    def __init__(self) -> None:
        #: the turn that is not taken down yet
        self.turn = 1
        #: one number a player, turn after turn
        self.life: list[int | None] = []
        self.mana: list[int | None] = []

    def ended(self, game: Game, turn: int) -> None:
        """Take down the turns before this one."""
        if self.turn > TURNS:
            self.turn = turn
            return
        engine = game.engine
        players = engine.st.players
        life = [player.life if player.exists else None for player in players]
        mana = [len(holders(engine, player.index)) if player.exists else None for player in players]
        while self.turn < min(turn, TURNS + 1):
            self.life += life
            self.mana += mana
            self.turn += 1
        self.turn = turn
