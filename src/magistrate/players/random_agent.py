"""An agent that answers at random, uniformly over the options of each kind of decision."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from magistrate.rules import decisions

if TYPE_CHECKING:
    from magistrate.game import Answer, Decision, View

_TRIES = 8


#: An ability that was activated so often in a turn is activated again the more seldom the more often it was.
_OFTEN = 3


class RandomAgent:
    """Every legal answer has a chance; equal seeds answer alike.

    Options are equally likely, but for an ability activated over and over in one turn: one that costs nothing would be
    activated without end where passing is one option among two.
    """

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)
        self._turn = -1
        self._times: dict[tuple[int, object], int] = {}

    def choose(self, view: View, decision: Decision) -> Answer:
        """A random legal answer."""
        if decision.kind == "priority":
            return self._act(view.turn, decision)
        for _ in range(_TRIES):
            answer = self._guess(decision)
            if not decision.problem(answer):
                return answer
        return decision.plainest()

    def _act(self, turn: int, decision: Decision) -> Answer:
        """One of the options of a player with priority."""
        chosen = int(self._random.random() * len(decision.options))
        option = decision.options[chosen]
        if option.action == "activate":
            if turn != self._turn:
                self._turn = turn
                self._times.clear()
            key = (option.thing, option.value)
            times = self._times.get(key, 0)
            if times >= _OFTEN and self._random.random() * (times - _OFTEN + 2) >= 1:
                return decision.plainest()
            self._times[key] = times + 1
        return (chosen,)

    def _guess(self, decision: Decision) -> Answer:
        draw = self._random
        shape, count = decision.shape, len(decision.options)
        if shape == decisions.CHOOSE:
            most = min(decision.maximum, count)
            if decision.minimum > most:  # the same one may be named again (CR 700.2d)
                return tuple(int(draw.random() * count) for _ in range(decision.minimum))
            if decision.minimum == most == 1:
                return (int(draw.random() * count),)
            return tuple(draw.sample(range(count), draw.randint(decision.minimum, most)))
        if shape == decisions.NUMBER:
            return draw.randint(decision.minimum, min(decision.maximum, decision.minimum + 20))
        if shape == decisions.ORDER:
            return tuple(draw.sample(range(count), count))
        if shape == decisions.DIVIDE:
            shares = [decision.minimum] * count
            for _ in range(decision.total - decision.minimum * count):
                shares[int(draw.random() * count)] += 1
            return tuple(shares)
        if shape == decisions.ATTACKERS:
            return self._pairs(decision.attack_options)
        if shape == decisions.BLOCKERS:
            return self._pairs(decision.block_options)
        if shape == decisions.ARRANGE:
            piles: list[list[int]] = [[] for _ in decision.piles]
            for index in draw.sample(range(count), count):
                piles[int(draw.random() * len(piles))].append(index)
            return tuple(tuple(pile) for pile in piles)
        return decision.options[int(draw.random() * count)].label if count else decision.plainest()

    def _pairs(self, options: dict[int, tuple[int, ...]]) -> Answer:
        draw = self._random
        return tuple(
            (creature, others[int(draw.random() * len(others))])
            for creature, others in options.items()
            if others and draw.random() < 0.5
        )
