"""An agent that looks ahead: information-set Monte Carlo tree search over games that its player could be in.

Every line of play is tried in a game that `View.imagine` deals anew: hidden cards are where they could be for all the player
knows, and what chance brings is drawn anew. The same deals serve for every answer at the root, so that they are compared on
equal terms; answers that fall behind are tried no more. Below the root, what was done is remembered by what it is called
(the labels of options), which is the same in all deals; there the branch is taken that promises most (PUCT). Lines are played on by
the rules of thumb of the heuristic, and judged by `evaluation` a turn later.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from magistrate.errors import InputError, MagistrateError
from magistrate.players.candidates import candidates
from magistrate.players.evaluation import chances
from magistrate.players.heuristic import HeuristicAgent
from magistrate.rules import decisions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from magistrate.game import Answer, Decision, Game, View

Key = tuple[object, ...]

#: The options of the agent with their defaults: all are 1 or more where they are given. Without a budget, it is 200 ms.
OPTIONS: Mapping[str, int] = {"ms": 0, "nodes": 0, "width": 5, "turns": 2}

#: How much untried branches attract.
_EXPLORE = 0.6
#: A branch grows branches of its own when it has been taken so often.
_RIPE = 6
#: Answers of a line beyond which it is judged where it stands.
_LONGEST = 160
#: A line is given up when so many in a row went wrong.
_TROUBLE = 8
#: An answer is left behind when it is worse than the best by so many standard errors.
_BEHIND = 1.6
#: Another answer than the heuristic's has to be better by so many standard errors and so much.
_SURE, _MARGIN = 0.8, 0.004


class _Edge:
    """One answer in a node: how often it was taken, and what came of it for who gave it."""

    __slots__ = ("node", "prior", "total", "visits")

    def __init__(self, prior: float) -> None:
        self.prior = prior
        self.visits = 0
        self.total = 0.0
        self.node: dict[Key, _Edge] | None = None


class _Arm:
    """One answer at the root and its results, one a deal (None where the line went wrong)."""

    __slots__ = ("answer", "edge", "results")

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.edge = _Edge(1.0)
        self.results: list[float | None] = []


class SearchAgent:
    """Plays by search; with a budget of nodes (lines played) equal seeds answer alike, with one of time as far as time allows."""

    def __init__(self, seed: int = 0, **options: int) -> None:
        for name, value in options.items():
            if name not in OPTIONS or value < 1:
                raise InputError(
                    f"search has no option {name}={value}; expected {', '.join(OPTIONS)} with a number of 1 or more"
                )
        chosen = {**OPTIONS, **options}
        self._nodes = chosen["nodes"]
        self._seconds = chosen["ms"] / 1000 or (0.0 if self._nodes else 0.2)
        self._width = chosen["width"]
        self._turns = chosen["turns"]
        self._own = HeuristicAgent(seed)
        self._seed = seed
        self._asked = 0

    def choose(self, view: View, decision: Decision) -> Answer:
        """The answer that does best in the games that this could be; the heuristic's where there is no other or time is too short."""
        began = time.thread_time()
        self._asked += 1
        found = candidates(view, decision, self._own, self._width)
        asked = view.decision
        if len(found) < 2 or asked is None or asked.signature() != decision.signature():
            return found[0]
        arms = [_Arm(answer) for answer in found]
        self._run(view, decision.decider, arms, began)
        best = self._best(arms)
        if best is not arms[0]:
            self._own.instead(decision, arms[0].answer, best.answer)
        return best.answer

    # At the root -----------------------------------------------------------------------------------------------------
    def _run(self, view: View, me: int, arms: list[_Arm], began: float) -> None:
        """Try every answer in one deal after the other, until the budget is spent or one answer is left."""
        lines = trouble = deal = 0
        alive = list(arms)
        until = view.turn + self._turns
        while len(alive) > 1:
            try:
                world = view.imagine(self._seed * 1_000_003 + self._asked * 4099 + deal)
            except MagistrateError:
                return
            for arm in alive:
                lines += 1
                value = self._line(world.copy(), me, arm, until, deal)
                arm.results.append(value)
                trouble = trouble + 1 if value is None else 0
                if trouble >= _TROUBLE or self._spent(lines, began):
                    return
            deal += 1
            if deal >= 3:
                alive = _leading(alive)

    def _spent(self, lines: int, began: float) -> bool:
        if self._nodes and lines >= self._nodes:
            return True
        return bool(self._seconds) and time.thread_time() - began >= self._seconds

    def _best(self, arms: list[_Arm]) -> _Arm:
        """The arm that does best beside the heuristic's answer, when that is sure enough; else the heuristic's."""
        best, most = arms[0], 0.0
        for arm in arms[1:]:
            gain, error = _compared(arm, arms[0])
            gain -= _SURE * error + _MARGIN
            if gain > most:
                best, most = arm, gain
        return best

    # One line --------------------------------------------------------------------------------------------------------
    def _line(self, game: Game, me: int, arm: _Arm, until: int, deal: int) -> float | None:
        """What a line of play that begins with this answer is worth to the player; None when the rules cannot carry it out."""
        minds = [HeuristicAgent(deal * 8 + seat) for seat in range(len(game.players))]
        path: list[tuple[_Edge, int]] = [(arm.edge, me)]
        edge: _Edge | None = arm.edge
        try:
            game.answer(arm.answer)
            for _ in range(_LONGEST):
                decision = game.decision
                if decision is None or game.turn >= until:
                    break
                view = game.view(decision.decider)
                mind = minds[decision.decider]
                if edge is not None and edge.visits >= _RIPE:
                    answer, taken = self._descend(view, decision, mind, edge)
                    if taken is not None and taken is not edge:  # it is the same where there was one answer only
                        path.append((taken, decision.decider))
                    edge = taken
                else:
                    edge = None
                    answer = mind.choose(view, decision)
                game.answer(answer)
            values = chances(game)
        except Exception:  # a rule that is not there, or one that fails: in this line only
            return None
        for step, player in path:
            step.visits += 1
            step.total += values[player]
        return values[me]

    def _descend(
        self, view: View, decision: Decision, mind: HeuristicAgent, edge: _Edge
    ) -> tuple[Answer, _Edge | None]:
        """Go on in the tree by the branch that promises most among those that there are in this deal."""
        found = candidates(view, decision, mind, self._width)
        if len(found) == 1:
            return found[0], edge
        if edge.node is None:
            edge.node = {}
        node = edge.node
        there: list[tuple[_Edge, Answer]] = []
        for number, answer in enumerate(found):
            key = _key(decision, answer)
            branch = node.get(key)
            if branch is None:
                branch = node[key] = _Edge(0.6 if number == 0 else 0.4 / (len(found) - 1))
            there.append((branch, answer))
        visits = sum(branch.visits for branch, _ in there)
        if visits:
            usual = sum(branch.total for branch, _ in there) / visits
        else:
            usual = 0.5
        reach = _EXPLORE * math.sqrt(visits + 1)

        def promise(at: int) -> float:
            branch = there[at][0]
            mean = branch.total / branch.visits if branch.visits else usual
            return mean + reach * branch.prior / (1 + branch.visits)

        chosen = max(range(len(there)), key=promise)
        branch, answer = there[chosen]
        if chosen:
            mind.instead(decision, found[0], answer)
        return answer, branch


def _key(decision: Decision, answer: Answer) -> Key:
    """What an answer is called, the same in every deal."""
    shape = decision.shape
    if shape in (decisions.CHOOSE, decisions.ORDER):
        labels = [option.label for option in decision.options]
        named = tuple((labels[at], labels[:at].count(labels[at])) for at in answer)
        return (decision.decider, decision.kind, *named)
    return (decision.decider, decision.kind, answer)


def _compared(one: _Arm, other: _Arm) -> tuple[float, float]:
    """How much better one answer did than another in the deals that both were tried in, and the standard error of that."""
    gains = [a - b for a, b in zip(one.results, other.results, strict=False) if a is not None and b is not None]
    count = len(gains)
    if not count:
        return 0.0, 1.0
    mean = sum(gains) / count
    # a few deals say little of how far deals differ: as though one more had differed by a tenth
    spread = (sum((gain - mean) ** 2 for gain in gains) + 0.01) / count
    return mean, math.sqrt(spread / count)


def _leading(arms: list[_Arm]) -> list[_Arm]:
    """The answers that may still be the best; the rest have fallen behind."""

    def mean(arm: _Arm) -> float:
        values = [value for value in arm.results if value is not None]
        return sum(values) / len(values) if values else 0.0

    best = max(arms, key=mean)
    kept = []
    for arm in arms:
        gain, error = _compared(arm, best)
        if arm is best or gain + _BEHIND * error > 0:
            kept.append(arm)
    return kept
