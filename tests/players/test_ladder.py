from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from magistrate.cli import run
from magistrate.errors import InputError
from magistrate.lab.matches import Match
from magistrate.lab.simulate import Played
from magistrate.players.ladder import ratings, schedule, score
from tests.playing import GREEN, WHITE


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Two deck files."""
    for name, cards in (("green", GREEN), ("white", WHITE)):
        (tmp_path / f"{name}.txt").write_text("".join(f"1 {card}\n" for card in cards), encoding="utf-8")
    return ["--decks", str(tmp_path / "*.txt")]


def _played(match: Match, winner: int) -> Played:
    return Played(match, winner, 5, 50)


def test_agents_change_places_with_the_same_decks() -> None:
    one, other, third, fourth = schedule(["a", "b"], ["x", "y", "z"], range(1, 5))
    assert one.decks == other.decks != third.decks == fourth.decks
    assert (one.agents, other.agents) == (("a", "b"), ("b", "a"))
    assert [match.seed for match in (one, other, third, fourth)] == [1, 2, 3, 4]
    assert len(schedule(["a", "b", "c"], ["x", "y"], range(4))) == 12


def test_mirrors_have_one_deck() -> None:
    made = schedule(["a", "b"], ["x", "y"], range(4), mirror=True)
    assert sorted({match.decks for match in made}) == [(0, 0), (1, 1)]
    with pytest.raises(InputError, match=r"expected at least 2 decks .*or mirrors., got 1"):
        schedule(["a", "b"], ["x"], range(4))


def test_a_score_counts_what_each_agent_won() -> None:
    matches = schedule(["a", "b"], ["x", "y"], range(4))
    games = [_played(matches[0], 0), _played(matches[1], 0), _played(matches[2], -1), _played(matches[3], 1)]
    games.append(Played(matches[3], -1, 5, 50, failure="hang"))
    found = score("a", games)
    assert (found.wins, found.draws, found.losses, found.failures) == (2, 1, 1, 1)
    assert score("b", games).wins == 1


def test_elo_of_three_to_one_is_191_points() -> None:
    matches = schedule(["a", "b"], ["x", "y"], range(400))
    # of four games, a wins three: in the first place and in the second
    games = [_played(match, (match.agents.index("a") + (at % 4 == 0)) % 2) for at, match in enumerate(matches)]
    best, worst = ratings(["b", "a"], games)
    assert best.agent == "a"
    assert best.elo - worst.elo == pytest.approx(191, abs=3)
    assert best.low < best.elo < best.high
    assert best.high - best.low < 60


def test_who_wins_everything_has_a_rating_too() -> None:
    matches = schedule(["a", "b"], ["x", "y"], range(20))
    best, worst = ratings(["a", "b"], [_played(match, match.agents.index("a")) for match in matches])
    assert 300 < best.elo - worst.elo < 800


def test_a_few_games_that_all_ended_alike_tell_little() -> None:
    """Four games and the drawn one: 4.5 of 5 points, so their information about the log of the odds is 5 * 0.9 * 0.1 = 0.45. Its
    standard error of 1.491 is 259 points between the two, half of it for each, times 1.96."""
    matches = schedule(["a", "b"], ["x", "y"], range(4))
    best, _ = ratings(["a", "b"], [_played(match, match.agents.index("a")) for match in matches])
    assert best.high - best.elo == pytest.approx(253.8, abs=1)
    assert best.elo - best.low == pytest.approx(253.8, abs=1)


def test_the_ratings_of_a_lopsided_ladder_are_the_likeliest() -> None:
    """Three agents, each beats those below it 400 to 0: at the likeliest ratings each is expected to win what it won, the drawn
    games with each of the others counted."""
    agents = ["a", "b", "c"]
    games = [
        _played(match, match.agents.index(min(match.agents))) for match in schedule(agents, ["x", "y"], range(400))
    ]
    elo = {one.agent: one.elo for one in ratings(agents, games, samples=2)}
    assert [round(elo[agent]) for agent in agents] == [2541, 1500, 459]
    for agent, won in (("a", 801), ("b", 401), ("c", 1)):
        others = [other for other in agents if other != agent]
        assert sum(401 / (1 + 10 ** ((elo[other] - elo[agent]) / 400)) for other in others) == pytest.approx(
            won, abs=1e-3
        )


def test_one_who_beat_a_ladder_of_six_is_rated_from_all() -> None:
    agents = list("abcdef")
    games = [_played(match, match.agents.index(min(match.agents))) for match in schedule(agents, ["x", "y"], range(40))]
    rated = ratings(agents, games, samples=20)
    assert [one.agent for one in rated] == agents
    assert sum(one.elo for one in rated) == pytest.approx(6 * 1500)
    for at, one in enumerate(rated):
        expected = sum(41 / (1 + 10 ** ((other.elo - one.elo) / 400)) for other in rated if other is not one)
        assert expected == pytest.approx(40 * (5 - at) + 2.5, abs=1e-3)


def test_the_errors_of_three_agents_are_those_of_the_inverse() -> None:
    """Each pair drew nine games: with the one more the information is 2.5 for each pair, that of the mean taken away 2 / 9 / 2.5."""
    matches = schedule(["a", "b", "c"], ["x", "y"], range(9))
    rated = ratings(["a", "b", "c"], [_played(match, -1) for match in matches])
    for one in rated:
        assert one.elo == pytest.approx(1500)
        assert one.high - one.elo == pytest.approx(1.96 * 400 / math.log(10) * math.sqrt(2 / 9 / 2.5), abs=0.5)


def test_the_heuristic_climbs(capsys: pytest.CaptureFixture[str], files: list[str], tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.jsonl")
    command = ["ladder", "--versus", "heuristic", "random", "--seeds", "1-8", "--json", "--resume", kept, *files]
    assert run([*command, "--at-least", "60"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["agents"][0]["agent"] == "heuristic"
    assert [game["agents"][0] for game in told["results"][:2]] == ["heuristic", "random"]
    assert told["games"] == 8
    assert run([*command, "--surely-above", "99"]) == 1
    assert json.loads(capsys.readouterr().out)["missed"]


def test_a_ladder_goes_on_where_it_was(capsys: pytest.CaptureFixture[str], files: list[str], tmp_path: Path) -> None:
    """With more games it takes those that it knows from its file; of other games it is another run."""
    kept = tmp_path / "kept.jsonl"
    command = ["ladder", "--versus", "heuristic", "random", "--json", *files]
    assert run([*command, "--seeds", "1-4", "--resume", str(kept)]) == 0
    lines = kept.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 5
    capsys.readouterr()
    kept.write_text("\n".join(lines[:3]) + '\n{"number":3,"winn', encoding="utf-8")
    assert run([*command, "--seeds", "1-6", "--resume", str(kept)]) == 0
    resumed = json.loads(capsys.readouterr().out)
    assert kept.read_text(encoding="utf-8").splitlines()[:3] == lines[:3]
    assert run([*command, "--seeds", "1-6"]) == 0
    assert json.loads(capsys.readouterr().out) == resumed
    assert run([*command, "--seeds", "2-6", "--resume", str(kept)]) == 2
    assert "another run" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--decks", "a.txt", "b.txt"], "expected --agents before the name of an agent (b.txt)"),
        (["--agents", "nobody"], "no agent is named `nobody`"),
        (["--agents", "random", "random"], "expected agents that differ"),
        (["--agents", "random,heuristic", "heuristic"], "expected one agent, got random,heuristic"),
        (["--versus", "heuristic,search", "random"], "expected one agent, got heuristic,search"),
        (["--seeds", "1-4", "--seed", "7"], "expected --seed or --seeds, not both"),
        (["--seeds", "1-4", "--seed", "1"], "expected --seed or --seeds, not both"),
        (["--at-least", "5"], "expected --versus"),
        (["--seeds", "9"], "expected a range of seeds"),
        (["--decks", "no-such-*.txt"], "no deck files"),
    ],
)
def test_wrong_use_is_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert run(["ladder", *arguments]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_decks_with_a_commander_play_with_each_other() -> None:
    """CR 903.1: 40 life do not meet 20."""
    made = schedule(["a", "b"], ["x", "led", "y", "led too"], range(8), commander=[False, True, False, True])
    assert {frozenset(match.decks) for match in made} == {frozenset((0, 2)), frozenset((1, 3))}
    with pytest.raises(InputError, match="got 1 with a commander and 1 without, who do not meet"):
        schedule(["a", "b"], ["x", "led"], range(2), commander=[False, True])
