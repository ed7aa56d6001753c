from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from magistrate.errors import InputError
from magistrate.game import Decision, Game, Option
from magistrate.players.agent import make_agent
from magistrate.players.heuristic import HeuristicAgent
from magistrate.players.random_agent import RandomAgent
from magistrate.rules import decisions
from tests.players.conformance import NAMES
from tests.playing import new_game, play_on

KINDS = (
    "priority", "target", "mode", "x", "may", "color", "order", "divide", "pay", "replacement", "name", "type", "scry", "mulligan",
    "attackers", "blockers", "choose", "discard", "sacrifice", "kicker", "stop", "proliferate", "number", "something new",
)  # fmt: skip


@pytest.fixture(scope="module")
def game() -> Game:
    """A game in its middle."""
    game = new_game(21)
    play_on(game, RandomAgent(21), 60)
    return game


@st.composite
def questions(draw: st.DrawFn, things: list[int]) -> Decision:
    """Any decision there could be, about these things."""
    count = draw(st.integers(1, 6))
    shape = draw(
        st.sampled_from(
            (decisions.CHOOSE, decisions.ORDER, decisions.NUMBER, decisions.DIVIDE, decisions.NAME, decisions.ARRANGE)
        )
    )
    kind = draw(st.sampled_from(KINDS))
    actions = st.sampled_from(("pass", "cast", "play", "activate", "special", "mana", "concede", kind))
    values = st.one_of(st.none(), st.integers(0, 3), st.text(max_size=3), st.booleans())
    options = [
        Option(draw(actions), f"option {i}", draw(st.sampled_from([-1, 0, 1, *things])), draw(values))
        for i in range(count)
    ]
    low = draw(st.integers(0, count))
    high = draw(st.integers(low, count))
    if kind == "priority":
        options[0] = Option("pass", "pass")
        low = high = 1
        shape = decisions.CHOOSE
    piles = ("top", "bottom", "graveyard")[: draw(st.integers(1, 3))]
    total = draw(st.integers(0, 12)) + (low if shape != decisions.DIVIDE else 0)
    least = 0 if shape == decisions.DIVIDE else low
    source = draw(st.sampled_from([-1, *things]))
    return Decision(
        draw(st.integers(0, 1)), kind, "?", options, least, high, shape=shape, total=total, piles=piles, source=source
    )


@settings(
    max_examples=300, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data(), name=st.sampled_from(NAMES))
def test_agents_answer_every_question_legally(game: Game, data: st.DataObject, name: str) -> None:
    state = game.engine.st
    things = [*list(state.objects)[:40], *state.board.battlefield]
    decision = data.draw(questions(things))
    answer = make_agent(name, 1).choose(game.view(decision.player), decision)
    assert decision.problem(answer) == ""


def test_equal_seeds_answer_alike() -> None:
    for name in NAMES:
        one, other = new_game(4), new_game(4)
        for game in (one, other):
            agents = [make_agent(name, 1), make_agent(name, 2)]
            for _ in range(80):
                decision = game.decision
                if decision is None:
                    break
                game.answer(agents[decision.player].choose(game.view(decision.player), decision))
        assert one.save() == other.save()


def test_the_heuristic_beats_chance() -> None:
    wins = 0
    for seed in range(12):
        game = new_game(seed, history=False)
        clever = seed % 2
        agents = {clever: HeuristicAgent(seed), 1 - clever: RandomAgent(seed)}
        while (decision := game.decision) is not None:
            game.answer(agents[decision.player].choose(game.view(decision.player), decision))
        wins += game.result is not None and game.result.winner == clever
    assert wins >= 10


def test_three_play_too() -> None:
    from tests.playing import GREEN, WHITE

    game = Game.new([GREEN, WHITE, GREEN], seed=5, history=False)
    agents = [HeuristicAgent(i) for i in range(3)]
    while (decision := game.decision) is not None:
        game.answer(agents[decision.player].choose(game.view(decision.player), decision))
    assert game.over


def test_an_unknown_agent_is_refused() -> None:
    with pytest.raises(InputError, match="no agent is named `x`"):
        make_agent("x", 1)
