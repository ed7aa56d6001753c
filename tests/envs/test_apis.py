"""The libraries' own tests of their interfaces."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from pettingzoo.test import api_test, render_test, seed_test

from magistrate.envs import MagistrateAEC, MagistrateEnv, Sizes, env, raw_env
from magistrate.errors import InputError
from magistrate.game import IllegalAnswer
from tests.playing import GREEN, WHITE

DECKS = [GREEN, WHITE]


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    with warnings.catch_warnings():
        # both libraries warn about choices that are legal: structured observations, masks that are empty at the end
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize("make", [env, raw_env])
def test_pettingzoo_api(make: Callable[..., Any], flat: bool) -> None:
    api_test(make(DECKS, flat=flat), num_cycles=120)


def test_pettingzoo_api_with_players_who_leave() -> None:
    api_test(env([GREEN, WHITE, GREEN], flat=True, life=4), num_cycles=500)


def test_pettingzoo_seeds() -> None:
    seed_test(lambda: env(DECKS, flat=True), num_cycles=40)


def test_pettingzoo_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: env(DECKS, flat=True, render_mode=render_mode))
    assert "life" in capsys.readouterr().out


@pytest.mark.parametrize("flat", [True, False])
def test_gymnasium_env_checker(flat: bool) -> None:
    made = gymnasium.make("magistrate/OneSeat-v0", decks=DECKS, flat=flat, opponents="heuristic", max_steps=300)
    check_env(made.unwrapped, skip_render_check=True)


def test_gymnasium_vectors() -> None:
    several = SyncVectorEnv(
        [lambda: MagistrateEnv(DECKS, life=3) for _ in range(3)], autoreset_mode=AutoresetMode.SAME_STEP
    )
    draw = np.random.default_rng(1)
    seen, info = several.reset(seed=5)
    ended = 0
    for _ in range(120):
        masks = info["action_mask"]
        actions = np.array([draw.choice(np.flatnonzero(mask)) for mask in masks])
        seen, _, terminated, _, info = several.step(actions)
        ended += int(terminated.sum())
    assert seen.shape == (3, several.single_observation_space.shape[0])  # type: ignore[index]
    assert ended >= 2


# What the interfaces leave open --------------------------------------------------------------------------------------
def test_the_rewards_are_of_the_result() -> None:
    for seed in range(3):
        made = raw_env(DECKS, flat=True, life=4)
        made.reset(seed=seed)
        total = dict.fromkeys(made.possible_agents, 0.0)
        draw = np.random.default_rng(seed)
        for agent in made.agent_iter():
            seen, reward, terminated, truncated, _ = made.last()
            total[agent] += reward
            made.step(None if terminated or truncated else draw.choice(np.flatnonzero(seen["action_mask"])))
        result = made.table.at.result
        assert result is not None
        assert not result.draw
        winner = made.possible_agents[result.winner]
        assert total == {agent: 1.0 if agent == winner else -1.0 for agent in made.possible_agents}


def test_actions_are_told_in_words() -> None:
    made = raw_env(DECKS, flat=True)
    made.reset(seed=1)
    draw = np.random.default_rng(1)
    told = set()
    while not made.table.over:
        words = made.words()
        assert list(words) == list(np.flatnonzero(made.table.question.mask))  # type: ignore[union-attr]
        assert all(words.values())
        told.update(words.values())
        made.step(draw.choice(list(words)))
    assert {"pass", "keep this hand", "does not attack"} <= told
    assert told & {"attacks A", "attacks B"}


def test_who_leaves_a_game_of_three_is_done_and_the_others_go_on() -> None:
    made = raw_env([GREEN, WHITE, GREEN], flat=True, life=3)
    made.reset(seed=2)
    draw = np.random.default_rng(2)
    alive = []
    for _agent in made.agent_iter():
        seen, reward, terminated, truncated, _ = made.last()
        if terminated and not made.table.at.over:
            assert reward == -1.0
            alive.append([other for other in made.agents if not made.terminations[other]])
        made.step(None if terminated or truncated else draw.choice(np.flatnonzero(seen["action_mask"])))
    assert alive
    assert len(alive[0]) == 2


def test_games_are_cut_off() -> None:
    made = raw_env(DECKS, flat=True, max_steps=30)
    made.reset(seed=1)
    ends = []
    for _ in made.agent_iter():
        seen, reward, terminated, truncated, _ = made.last()
        if terminated or truncated:
            ends.append((terminated, truncated, reward))
        made.step(None if terminated or truncated else int(np.flatnonzero(seen["action_mask"])[0]))
    assert ends == [(False, True, 0.0)] * 2


def test_what_is_not_legal_changes_nothing() -> None:
    made = raw_env(DECKS, flat=True)
    made.reset(seed=1)
    agent = made.agent_selection
    seen = made.observe(agent)
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    with pytest.raises(IllegalAnswer, match="expected one of the actions"):
        made.step(illegal)
    assert made.agent_selection == agent
    assert np.array_equal(made.observe(agent)["observation"], seen["observation"])
    alone = MagistrateEnv(DECKS, illegal_reward=-0.5)
    before, info = alone.reset(seed=1)
    after, reward, terminated, truncated, info = alone.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert np.array_equal(before, after)
    assert (reward, terminated, truncated) == (-0.5, False, False)
    assert "expected one of the actions" in info["illegal"]


def test_the_same_seed_gives_the_same_games() -> None:
    def games(seed: int) -> list[Any]:
        made = MagistrateEnv(DECKS, seat=None, life=4)
        seen, info = made.reset(seed=seed)
        told: list[Any] = []
        for _ in range(60):
            seen, reward, terminated, truncated, info = made.step(int(np.flatnonzero(info["action_mask"])[-1]))
            told.append((made.seat, seen.tobytes(), reward))
            if terminated or truncated:
                seen, info = made.reset()
        return told

    assert games(3) == games(3)
    assert games(3) != games(4)


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda made: pickle.loads(pickle.dumps(made))], ids=["copy", "pickle"]
)
def test_a_copy_goes_on_as_the_game_would(copied: Callable[[Any], Any]) -> None:
    """In the midst of what is said to a decision too."""
    made = MagistrateEnv(DECKS, flat=True)
    _, info = made.reset(seed=8)
    draw = np.random.default_rng(8)
    midst = 0
    for number in range(120):
        question = made.table.question
        assert question is not None
        other = copied(made) if number % 10 == 0 or question.acts else None
        action = draw.choice(info["action_mask"].nonzero()[0])
        seen, *rest, info = made.step(action)
        if other is not None:
            midst += bool(question.acts)
            again, *same, told = other.step(action)
            assert np.array_equal(seen, again)
            assert rest == same
            assert np.array_equal(info["action_mask"], told["action_mask"])
        if rest[1] or rest[2]:
            break
    assert midst


def test_what_cannot_be_used_is_refused() -> None:
    with pytest.raises(InputError, match="no agent is named `clever`"):
        MagistrateEnv(DECKS, "clever")
    with pytest.raises(InputError, match="expected one opponent or 1"):
        MagistrateEnv(DECKS, ["random", "random"])
    with pytest.raises(InputError, match="expected a seat from 0 to 1"):
        MagistrateEnv(DECKS, seat=2)
    with pytest.raises(InputError, match="reset\\(\\) begins one"):
        MagistrateEnv(DECKS).step(0)
    with pytest.raises(InputError, match=r"deck: .*No Such Card"):
        raw_env([GREEN, ["No Such Card"]])
    with pytest.raises(InputError, match="expected a deck, the path of its file or a list of card names, not 7"):
        raw_env([GREEN, 7])  # type: ignore[list-item]
    with pytest.raises(InputError, match="expected a list of decks"):
        raw_env("deck.txt")
    with pytest.raises(InputError, match="a game has two to six players, not 1"):
        raw_env([GREEN])
    with pytest.raises(InputError, match="a game has two to six players, not 0"):
        MagistrateEnv([])
    made = MagistrateAEC(DECKS)
    with pytest.raises(InputError, match="expected 2 decks"):
        made.reset(options={"decks": [GREEN]})
    for steps in (0, -1, 1.5):
        with pytest.raises(InputError, match="one step or more"):
            MagistrateEnv(DECKS, max_steps=steps)
    with pytest.raises(InputError, match="expected a seat from 0 to 1, not 'A'"):
        MagistrateEnv(DECKS, seat="A")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="expected 2 or more slots, not 0"):
        MagistrateEnv(DECKS, sizes=Sizes(slots=0))
    with pytest.raises(InputError, match="expected 1 or more hand, not -3"):
        Sizes(hand=-3)
    with pytest.raises(InputError, match="a life total of 1 or more, not 0"):
        MagistrateEnv(DECKS, life=0)
    with pytest.raises(InputError, match="no render mode is named 'film'; expected human, ansi or None"):
        MagistrateEnv(DECKS, render_mode="film")
    with pytest.raises(InputError, match=r"expected opponents: .*, not None"):
        MagistrateEnv(DECKS, None)  # type: ignore[arg-type]
    made.reset(seed=1)
    for action in ("end", 0.5, [1]):
        with pytest.raises(InputError, match="expected the number of an action"):
            made.step(action)  # type: ignore[arg-type]


def test_a_seat_that_is_never_asked_is_no_endless_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("magistrate.envs.one_seat._TRIES", 3)
    with pytest.raises(InputError, match="in 3 games in a row there was nothing to decide"):
        MagistrateEnv(DECKS, seat=1, max_steps=1).reset(seed=1, options={"first": 0})


def test_missing_libraries_are_named() -> None:
    script = "import sys; sys.modules['pettingzoo'] = None; import magistrate.envs"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ran.stderr.splitlines()[-1].endswith("magistrate.envs needs pettingzoo: pip install 'magistrate[envs]'")
