"""An agent that plays by rules of thumb: it curves out, removes the best threats, attacks where that is safe.

It sees a view and a decision and nothing else, knows no card by name, and answers every decision legally.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.players import choosing, combat_sense, priorities
from magistrate.players.random_agent import RandomAgent
from magistrate.players.worth import Board
from magistrate.rules import decisions

if TYPE_CHECKING:
    from magistrate.game import Answer, Decision, View


class HeuristicAgent:
    """Plays decently and fast; equal seeds answer alike."""

    def __init__(self, seed: int = 0) -> None:
        self._guess = RandomAgent(seed)
        self.tried = priorities.Tried()

    def choose(self, view: View, decision: Decision) -> Answer:
        """A legal answer that looks good."""
        answer = self._think(view, decision)
        if answer is not None and not decision.problem(answer):
            return answer
        plain = decision.plainest()
        if not decision.problem(plain):
            return plain
        return self._guess.choose(view, decision)

    def instead(self, decision: Decision, answer: Answer, other: Answer) -> None:
        """Not its own answer is given but another: what it thinks it has tried this turn is put right."""
        if decision.kind == "priority":
            self.tried.undid(decision.options[answer[0]])
            self.tried.did(decision.options[other[0]])

    def _think(self, view: View, decision: Decision) -> Answer:
        board = Board(view, decision.player)
        shape, kind = decision.shape, decision.kind
        if kind == "priority":
            return priorities.choose(board, decision, self.tried)
        if shape == decisions.ATTACKERS:
            return combat_sense.attackers(board, decision.attack_options)
        if shape == decisions.BLOCKERS:
            return combat_sense.blockers(board, decision.block_options)
        if shape == decisions.CHOOSE:
            return choosing.choose(board, decision)
        if shape == decisions.NUMBER:
            return _number(board, decision)
        if shape == decisions.DIVIDE:
            return choosing.divide(board, decision)
        if shape == decisions.ARRANGE:
            return choosing.arrange(board, decision)
        return None


def _number(board: Board, decision: Decision) -> int:
    """As much as can be, but never all of one's life."""
    if decision.kind == "x" and _hurts(board, decision):
        return max(decision.minimum, min(decision.maximum, board.view.life(board.me) - 1))
    most = decision.maximum if decision.maximum < 1000 else max(decision.minimum, 20)
    if decision.kind != "x" and most >= board.view.life(board.me) - 1:
        return max(decision.minimum, board.view.life(board.me) // 3)
    return most


def _hurts(board: Board, decision: Decision) -> bool:
    """Whether so much of X is taken of this player's life."""
    judgement = choosing.judgement_of(board, decision)
    return judgement is not None and judgement.hurts < 0
