from __future__ import annotations

import gc
import json
import os
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from magistrate.cards.decks import Deck
from magistrate.cli import run
from magistrate.errors import InputError
from magistrate.game import Game
from magistrate.lab import invariants, simulate
from magistrate.lab.clock import TooLong, Watch
from magistrate.lab.figures import interval
from magistrate.lab.matches import matches
from magistrate.lab.simulate import Settings, play, play_all
from magistrate.lab.workers import in_order
from magistrate.players.random_agent import RandomAgent
from magistrate.rules.registry import Unsupported
from tests.playing import GREEN, WHITE


def deck(name: str, cards: list[str]) -> Deck:
    return Deck(name, tuple((cards.count(card), card) for card in dict.fromkeys(cards)))


DECKS = (deck("green", GREEN), deck("white", WHITE))
SETTINGS = Settings(DECKS)


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """The two decks as files."""
    paths = []
    for one in DECKS:
        path = tmp_path / f"{one.name}.txt"
        path.write_text("".join(f"{count} {card}\n" for count, card in one.main), encoding="utf-8")
        paths.append(str(path))
    return paths


def sim(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run(["sim", *arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_game_is_played_to_its_end() -> None:
    played = play(matches(["green", "white"], games=1)[0], SETTINGS)
    assert played.failure == ""
    assert played.winner in (0, 1)
    assert played.turns > 3
    assert played.decisions > 20


def test_the_shape_of_the_json(capsys: pytest.CaptureFixture[str], files: list[str]) -> None:
    told = sim(capsys, "--decks", *files, "--games", "3", "--seed", "7")
    assert set(told) == {
        "games", "wins", "draws", "crashes", "hangs", "invariant_failures", "unsupported", "turns", "decks", "pairings", "results",
    }  # fmt: skip
    assert told["games"] == 3
    assert sum(told["wins"].values()) + told["draws"] == 3
    assert [told[key] for key in ("crashes", "hangs", "invariant_failures", "unsupported")] == [0, 0, 0, 0]
    assert set(told["results"][0]) == {"seed", "decks", "winner", "turns", "decisions"}
    assert told["results"][0]["winner"] in told["results"][0]["decks"]


def test_equal_seeds_give_equal_bytes_for_any_number_of_jobs(
    capsys: pytest.CaptureFixture[str], files: list[str]
) -> None:
    outputs = []
    for jobs in ("1", "2"):
        assert run(["sim", "--decks", *files, "--games", "4", "--seed", "3", "--jobs", jobs, "--json"]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]


def test_timings_only_when_asked(capsys: pytest.CaptureFixture[str], files: list[str]) -> None:
    told = sim(capsys, "--decks", *files, "--games", "1", "--timings")
    assert told["timings"]["games_per_s"] > 0
    assert "ms" in told["results"][0]


def test_in_words(capsys: pytest.CaptureFixture[str], files: list[str]) -> None:
    assert run(["sim", *files, "--games", "2", "--agents", "heuristic,random", "--check"]) == 0
    out = capsys.readouterr().out
    assert "green" in out
    assert "agents: heuristic" in out
    assert "0 crashes, 0 hangs, 0 invariant failures, 0 unsupported" in out


def test_tables_of_several_players_and_commander(
    capsys: pytest.CaptureFixture[str], files: list[str], tmp_path: Path
) -> None:
    """CR 903.7: who plays with a commander begins with 40 life."""
    text = "30 Forest\n30 Llanowar Elves\n\nCommander\n1 Azusa, Lost but Seeking\n"
    for name in ("led.txt", "led-too.txt"):
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "unread.txt").write_text("1 No Such Card\n", encoding="utf-8")
    told = sim(capsys, str(tmp_path), "--readable", "--draw", "--players", "2-3", "--games", "4", "--seed", "1")
    assert sum(told["games_by_players"].values()) == 4
    assert set(told["games_by_players"]) == {"2", "3"}
    assert set(told["wins"]) == {"green", "white", "led", "led-too"}
    seen = {name.partition(" ")[0] for result in told["results"] for name in result["decks"]}
    assert seen >= {"led", "led-too"}


def test_a_deck_that_is_left_out_is_named(capsys: pytest.CaptureFixture[str], files: list[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("20 Forest\n1 Forrest\n", encoding="utf-8")
    assert run(["sim", *files, str(bad), "--readable", "--games", "1"]) == 0
    assert "left out:" in (errors := capsys.readouterr().err)
    assert "bad.txt:2" in errors
    assert run(["sim", str(bad), "--readable"]) == 2
    assert "all 1 were left out" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "2", "--games-per-pair", "2"], "not both"),
        (["--players", "2-3"], "expected --draw"),
        (["--players", "7", "--draw"], "expected a number from 2 to 6"),
        (["--agents", "clever"], "no agent is named `clever`"),
        (["missing.txt"], "missing.txt: cannot be read"),
    ],
)
def test_wrong_use_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], files: list[str], arguments: list[str], message: str
) -> None:
    assert run(["sim", *files, *arguments]) == 2
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1


def test_a_deck_with_an_unknown_card_is_refused(
    capsys: pytest.CaptureFixture[str], files: list[str], tmp_path: Path
) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("20 Forest\n1 Forrest\n", encoding="utf-8")
    assert run(["sim", files[0], str(bad)]) == 2
    assert "bad.txt:2" in capsys.readouterr().err


def _breaks(monkeypatch: pytest.MonkeyPatch, problem: BaseException, after: int = 12) -> None:
    """Have the rules raise at the so-manieth answer."""
    answer = Game.answer
    count = [0]

    def broken(self: Game, given: object) -> None:
        count[0] += 1
        if count[0] == after:
            raise problem
        answer(self, given)

    monkeypatch.setattr(Game, "answer", broken)


@pytest.mark.parametrize(
    ("problem", "kind"),
    [
        (ValueError("oops"), "crash"),
        (Unsupported("a rule"), "unsupported"),
        (TooLong(), "hang"),
    ],
)
def test_what_goes_wrong_is_counted_and_can_be_played_again(
    monkeypatch: pytest.MonkeyPatch, problem: BaseException, kind: str
) -> None:
    _breaks(monkeypatch, problem)
    played = play(matches(["green", "white"], games=1)[0], SETTINGS)
    assert played.failure == kind
    monkeypatch.undo()
    data = json.loads(played.replay)
    assert data["failure"]["kind"] == kind
    game = Game.load(played.replay)
    assert game.decision is not None
    assert len(data["answers"]) == 11
    answer = data["failure"]["answer"]
    game.answer(answer)


def test_a_game_without_end_is_a_hang() -> None:
    played = play(matches(["green", "white"], games=1)[0], Settings(DECKS, most_decisions=30))
    assert (played.failure, played.decisions) == ("hang", 31)


def test_a_broken_invariant_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invariants, "deep", lambda game: ["a card is gone"])
    played = play(matches(["green", "white"], games=1)[0], Settings(DECKS, check=True))
    assert (played.failure, played.error) == ("invariant", "a card is gone")


def test_failures_are_written_and_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], files: list[str], tmp_path: Path
) -> None:
    _breaks(monkeypatch, ValueError("oops"))
    folder = tmp_path / "out"
    assert run(["sim", *files, "--games", "1", "--replays", str(folder), "--json"]) == 1
    captured = capsys.readouterr()
    told = json.loads(captured.out)
    assert told["crashes"] == 1
    path = Path(told["results"][0]["replay"])
    assert path.parent == folder
    assert str(path) in captured.err
    monkeypatch.undo()
    assert Game.load(path.read_text(encoding="utf-8")).decision is not None


def test_invariants_see_what_is_wrong() -> None:
    game = Game.new([GREEN, WHITE], seed=2)
    agent = RandomAgent(2)
    for _ in range(40):
        decision = game.decision
        assert decision is not None
        game.answer(agent.choose(game.view(decision.player), decision))
    assert invariants.deep(game) == []
    state = game.engine.st
    state.set(state.players[0], "hand", state.players[0].hand[1:])
    state.set(state.objects[state.board.battlefield[0]], "damage", -1)
    wrong = " ".join(invariants.quick(game))
    assert "is not there" in wrong
    assert "-1 damage" in wrong


def test_the_watch_ends_what_takes_too_long() -> None:
    with pytest.raises(TooLong), Watch(0.3):
        sum(1 for _ in iter(int, 1))


def _work(task: int) -> int:
    if task == 3:
        import os

        os._exit(7)
    return task * task


def test_a_process_that_dies_takes_only_its_own_task_with_it() -> None:
    found = list(in_order(range(6), _work, 2, lambda task, why: -task))
    assert found == [0, 1, 4, -3, 16, 25]


class _Dying:
    """Its process dies so often with task 2, before it is done or when it is: of a file, how often it did."""

    def __init__(self, notes: Path, times: int, *, done: bool = False) -> None:
        self.notes, self.times, self.done = notes, times, done

    def __call__(self, task: int) -> int:
        """Square it."""
        if task == 2:
            with self.notes.open("a", encoding="utf-8") as file:
                file.write("x")
            if self.done:
                threading.Timer(0.2, os._exit, [7]).start()
            elif len(self.notes.read_text(encoding="utf-8")) <= self.times:
                os._exit(7)
        return task * task


def test_a_task_whose_process_dies_is_done_again(tmp_path: Path) -> None:
    """Twice; then it is lost."""
    for times, second in ((1, 4), (2, 4), (3, -2)):
        notes = tmp_path / str(times)
        assert list(in_order(range(4), _Dying(notes, times), 2, lambda task, why: -task)) == [0, 1, second, 9]
        assert len(notes.read_text(encoding="utf-8")) == 3 - (times == 1)


def test_a_process_that_dies_with_nothing_to_do_takes_nothing_with_it(tmp_path: Path) -> None:
    found = []
    for each in in_order(range(8), _Dying(tmp_path / "notes", 0, done=True), 2, lambda task, why: -task):
        if not found:
            time.sleep(1)  # the processes have done all they were given
        found.append(each)
    assert found == [task * task for task in range(8)]


def test_the_garbage_collector_is_left_as_it_was() -> None:
    before = gc.get_threshold(), gc.get_freeze_count()
    assert list(in_order(range(2), str, 1, lambda task, why: why)) == ["0", "1"]
    assert (gc.get_threshold(), gc.get_freeze_count()) == before


AGENTS = """
import numpy
from magistrate.players.random_agent import RandomAgent

def plainly(make):
    class Other(RandomAgent):
        def choose(self, view, decision):
            return make(super().choose(view, decision))
    return Other

def wholes(kind):
    return lambda answer: kind(map(wholes(kind), answer)) if type(answer) is tuple else (
        numpy.int64(answer) if type(answer) is int else answer)

def fails(text):
    def raises(answer):
        raise ValueError(text)
    return raises

class Untold(Exception):
    def __str__(self):
        raise ValueError("no")

def untold(answer):
    raise Untold

Same = plainly(lambda answer: answer)
Lists = plainly(wholes(list))
Numbers = plainly(wholes(tuple))
Odd = plainly(lambda answer: object())
Half = plainly(lambda answer: (0, object()))
Lone = plainly(fails("\\ud800"))
Ends = plainly(fails("one\\u2028two\\u0085three"))
Silent = plainly(untold)
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file of agents whose answers are unusual."""
    path = tmp_path / "own.py"
    path.write_text(AGENTS, encoding="utf-8")
    return path


def test_lists_and_numbers_of_other_kinds_are_answers(own: Path) -> None:
    """They lead to the same game, mulligans (CR 103.5) and replay."""
    found = []
    for name in ("Same", "Lists", "Numbers"):
        todo = matches(["green", "white"], games=3, agents=[f"{own}:{name}", "random"], seed=5)
        games = list(play_all(todo, Settings(DECKS, record=True)))
        assert [one.failure for one in games] == [""] * 3
        found.append([(one.mulligans, one.turns, one.replay.replace(f"own.py:{name}", "")) for one in games])
    assert any(one[0] != (0, 0) for one in found[0])
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("name", ["Odd", "Half", "Lone", "Ends", "Silent"])
def test_what_an_agent_does_wrong_ends_its_game_alone(
    own: Path, files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """It is the same with any number of jobs, and a run that goes on from its journal knows it."""
    outputs = []
    for jobs in ("1", "2", "1"):
        more = ["--resume", str(tmp_path / f"{jobs}.jsonl"), "--replays", str(tmp_path / "replays"), "--record"]
        arguments = [*files, "--games", "3", "--agents", f"random,{own}:{name}", "--jobs", jobs, "--json"]
        assert run(["sim", *arguments, *more]) == 1
        outputs.append(json.loads(capsys.readouterr().out))
    assert outputs[0]["crashes"] == 3
    assert outputs[0] == outputs[1] == outputs[2]


def test_a_replay_that_cannot_be_made_is_a_crash_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> str:
        raise TypeError("oops")

    monkeypatch.setattr("magistrate.lab.replays.of_game", broken)
    found = play(matches(["green", "white"], games=1)[0], Settings(DECKS, record=True))
    assert (found.failure, found.winner) == ("crash", -1)
    assert "TypeError: oops" in found.error
    assert json.loads(found.replay)["failure"]["kind"] == "crash"


def test_play_all_in_one_and_two_processes() -> None:
    todo = matches(["green", "white"], games=3, seed=9)
    one = [(p.winner, p.turns, p.decisions) for p in play_all(todo, SETTINGS)]
    two = [(p.winner, p.turns, p.decisions) for p in play_all(todo, SETTINGS, jobs=2)]
    assert one == two


def test_the_interval_holds_the_share() -> None:
    low, high = interval(7, 10)
    assert 0 < low < 0.7 < high < 1
    assert interval(0, 0) == (0.0, 1.0)
    assert simulate.FAILURES == ("crash", "hang", "invariant", "unsupported")


def test_agents_may_think_as_long_as_their_budgets_say(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a budget of 20 seconds, a decision of more than 10 is no hang."""
    given = []

    def told(todo: Any, settings: Any, *_: Any) -> Any:
        given.append(settings.limit)
        raise InputError("that will do")

    monkeypatch.setattr(simulate, "play_all", told)
    monkeypatch.setattr("magistrate.lab.goldfish.play_all", told)
    for command, agents in (("sim", "--agents"), ("goldfish", "--agent"), ("ladder", "--agents")):
        more = ["random"] if command == "ladder" else []
        assert run([command, agents, "search:ms=20000", *more, "--games", "2", "--replays", str(tmp_path)]) == 2
        assert "that will do" in capsys.readouterr().err
    assert given == [30.0, 30.0, 30.0]
