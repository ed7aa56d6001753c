"""The class to begin an agent from, and what every agent must do."""

from __future__ import annotations

import doctest
from collections.abc import Callable

import numpy as np
import pytest

from magistrate.envs import Encoder, PolicyAgent
from magistrate.game import Decision, Option, decisions
from magistrate.players import agent
from magistrate.players.agent import Agent, BaseAgent, make_agent
from tests.players.conformance import NAMES, Stubborn, check_agent
from tests.playing import new_game


def _by_name(name: str) -> Callable[[int], Agent]:
    return lambda seed: make_agent(name, seed)


def _first_legal(seed: int) -> Agent:
    return PolicyAgent(lambda seen, mask: int(np.flatnonzero(mask)[seed % mask.sum()]), Encoder(3))


@pytest.mark.filterwarnings("ignore:Stubborn")
@pytest.mark.parametrize(
    "make",
    [*(_by_name(name) for name in NAMES), BaseAgent, lambda _: Stubborn(), _first_legal],
    ids=[*NAMES, "base", "stubborn", "policy"],
)
def test_agents_keep_to_the_rules(make: Callable[[int], Agent]) -> None:
    check_agent(make)


def test_the_documented_agent_works() -> None:
    found = doctest.testmod(agent)
    assert found.attempted > 4
    assert found.failed == 0


def test_a_method_of_the_kind_goes_before_that_of_the_shape() -> None:
    class Mine(BaseAgent):
        def answer_choose(self, view: object, decision: Decision) -> object:
            return [2]

        def answer_discard(self, view: object, decision: Decision) -> object:
            return 1 if len(decision.options) > 2 else 9

    view = new_game(1).view(0)

    def answered(kind: str, count: int) -> object:
        options = [Option(kind, str(i)) for i in range(count)]
        return Mine().choose(view, Decision(0, kind, "?", options, shape=decisions.CHOOSE))

    assert answered("discard", 3) == (1,)
    assert answered("sacrifice", 3) == (2,)
    with pytest.warns(RuntimeWarning) as told:
        found = [answered("discard", 2) for _ in range(2)]
    assert found == [(0,), (0,)]  # neither is legal: the plainest
    assert [str(one.message) for one in told] == [  # once for each
        "Mine.answer_discard gave (9,), which is not legal and not used: expected option numbers from 0 to 1, not 9",
        "Mine.answer_choose gave (2,), which is not legal and not used: expected option numbers from 0 to 1, not 2",
    ]


def test_without_any_method_it_plays_its_cards() -> None:
    game = new_game(6, history=False)
    agents = [BaseAgent(), BaseAgent()]
    while (asked := game.decision) is not None and game.turn < 9:
        game.answer(agents[asked.decider].choose(game.view(asked.decider), asked))
    view = game.view(None)
    kinds = [chars.types for oid in view.permanents if (chars := view.chars(oid)) is not None]
    assert len(kinds) >= 9
    assert len(set(kinds)) >= 2
