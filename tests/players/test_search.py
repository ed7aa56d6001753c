from __future__ import annotations

import pytest

from magistrate.errors import InputError
from magistrate.game import Game
from magistrate.players.agent import Agent, make_agent
from magistrate.players.candidates import candidates
from magistrate.players.evaluation import chances
from magistrate.players.heuristic import HeuristicAgent
from magistrate.players.search import SearchAgent
from tests.playing import new_game


def _middle(seed: int, count: int) -> Game:
    """A game in its middle, as two heuristics have played it."""
    game = new_game(seed, history=False)
    agents = [HeuristicAgent(seed), HeuristicAgent(seed + 1)]
    for _ in range(count):
        decision = game.decision
        if decision is None:
            break
        game.answer(agents[decision.decider].choose(game.view(decision.decider), decision))
    return game


def test_its_answer_rests_on_what_the_player_knows_alone() -> None:
    """The same in every game that the player cannot tell from this one: nothing hidden is looked at, nor what chance will bring."""
    compared = set()
    for seed in range(3):
        game = _middle(seed, 20)
        mind = HeuristicAgent(1)
        while (decision := game.decision) is not None and game.turn < 14:
            view = game.view(decision.decider)
            found = candidates(view, decision, mind, 4)
            if len(found) > 1 and (decision.kind, seed) not in compared:
                compared.add((decision.kind, seed))
                other = game.determinise(view, seed=seed + 50)
                assert other.decision is not None
                one = SearchAgent(3, nodes=12).choose(view, decision)
                two = SearchAgent(3, nodes=12).choose(other.view(decision.decider), other.decision)
                assert one == two
            game.answer(found[0])
    assert len(compared) >= 6


def test_thinking_changes_nothing() -> None:
    game = _middle(2, 40)
    before = game.digest()
    assert game.decision is not None
    SearchAgent(1, nodes=20).choose(game.view(game.decision.decider), game.decision)
    assert game.digest() == before


def test_it_does_not_attack_into_what_only_looking_ahead_shows() -> None:
    """Attacking with everything leaves nobody to block a blow that kills; the first answers are compared by playing on."""
    text = """
name: a race
rules: ["508.1"]
players:
  A: {life: 4, battlefield: [Hill Giant, Hill Giant, Mountain]}
  B: {life: 20, battlefield: [Craw Wurm, Forest]}
expect:
  - {life: {A: 4}}
"""
    game = Game.from_scenario(text)
    agents: list[Agent] = [SearchAgent(1, nodes=60), HeuristicAgent(1)]
    while (decision := game.decision) is not None and game.turn <= 2:
        game.answer(agents[decision.decider].choose(game.view(decision.decider), decision))
    assert not game.over
    assert game.view(0).life(0) > 0


def test_candidates_begin_with_the_heuristic_and_are_legal() -> None:
    for seed in range(3):
        game = _middle(seed, 25 + seed)
        agent = HeuristicAgent(1)
        while (decision := game.decision) is not None:
            view = game.view(decision.decider)
            found = candidates(view, decision, agent, 5)
            assert 1 <= len(found) <= 5
            assert len(set(found)) == len(found)
            assert not any(decision.problem(answer) for answer in found)
            game.answer(found[0])


def test_chances_add_up_and_favour_who_is_ahead() -> None:
    even = Game.from_scenario(_board("", ""))
    assert sum(chances(even)) == pytest.approx(1.0)
    ahead = Game.from_scenario(_board("Serra Angel", ""))
    assert chances(ahead)[0] > chances(even)[0] + 0.1
    assert sum(chances(ahead)) == pytest.approx(1.0)
    bound = Game.from_scenario(_board("{card: Serra Angel, id: angel}", "{card: Pacifism, attached_to: angel}"))
    assert chances(bound)[0] < chances(ahead)[0]


def _board(mine: str, theirs: str) -> str:
    return f"""
name: a board
rules: ["110.1"]
players:
  A: {{battlefield: [{mine}]}}
  B: {{battlefield: [{theirs}]}}
expect:
  - {{life: {{A: 20}}}}
"""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("search:ms", "expected an option such as ms=200"),
        ("search:nodes=²", "expected an option such as ms=200"),
        ("search:nodes=2:nodes=3", "expected an option such as ms=200, named once in"),
        ("search:depth=3", "search has no option depth"),
        ("search:ms=0", "search has no option ms=0; expected ms, nodes, width, turns with a number of 1 or more"),
        ("search:nodes=0", "search has no option nodes=0"),
        ("search:width=0", "search has no option width=0"),
        ("random:ms=3", "random has no options"),
    ],
)
def test_options_that_are_none_are_refused(name: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        make_agent(name, 1)
