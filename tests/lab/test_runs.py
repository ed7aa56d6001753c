"""Runs of many games: figures, tables, plots, and runs that are stopped and go on."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from magistrate.cards.decks import Deck
from magistrate.cli import run
from magistrate.errors import InputError
from magistrate.game import Game
from magistrate.lab import figures, plots
from magistrate.lab import journal as journals
from magistrate.lab.curves import Curves
from magistrate.lab.goldfish import Caught
from magistrate.lab.journal import Journal, going_on, played_of, row_of
from magistrate.lab.matches import Match, matches
from magistrate.lab.report import Run, table
from magistrate.lab.running import run_through
from magistrate.lab.simulate import Played
from magistrate.oracle import notes
from magistrate.rules import leaving


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run(["sim", *arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def played(match: Match, winner: int, turns: int = 10, **more: Any) -> Played:
    return Played(match, winner, turns, 50, **more)


def some_games() -> list[Played]:
    """Six games of a against b; who begins wins the first four."""
    todo = matches(["a", "b"], games=6)
    more = {"mulligans": (1, 0), "life": (20, 18, 20, 15), "mana": (1, 1, 2, 3)}
    return [played(match, int(match.number > 3), 10 + match.number, **more) for match in todo]


# Figures -------------------------------------------------------------------------------------------------------------
def test_shares_on_the_play_and_on_the_draw() -> None:
    (pairing,) = figures.pairings(some_games(), ["a", "b"], drawn=False)
    a = pairing.to_json()["decks"]["a"]
    assert (a["games"], a["wins"]) == (6, 3)
    assert (a["on_the_play"]["wins"], a["on_the_play"]["games"]) == (2, 3)
    assert (a["on_the_draw"]["wins"], a["on_the_draw"]["games"]) == (1, 3)
    assert a["low"] < 0.5 < a["high"]
    assert a["mulligans"] == 0.5
    # It sat first in three games and second in the others.
    assert a["life_by_turn"] == [19.0, 17.5]
    assert a["mana_by_turn"] == [1.0, 2.5]
    assert pairing.to_json()["turns"]["quartiles"] == [11.25, 13.75]


def test_the_middle_of_an_even_number_is_between() -> None:
    assert figures.spread([40, 35])["median"] == 37.5
    assert figures.spread([9, 12, 11])["median"] == 11


def test_a_failed_game_counts_for_nothing_else() -> None:
    match = matches(["a", "b"], games=1)[0]
    (pairing,) = figures.pairings([played(match, -1, failure="crash")], ["a", "b"], drawn=False)
    assert (pairing.games, pairing.decks, pairing.draws) == (1, {}, 0)


def test_curves_end_where_no_game_went_on() -> None:
    curve = figures.Curve()
    curve.add([20, 10])
    curve.add([20])
    assert curve.means() == [20.0, 10.0]
    assert curve.counts == [2, 1]


def test_a_curve_ends_where_its_player_had_left() -> None:
    """CR 800.4a: of three players the second had left as the second turn ended."""
    match = matches(["a", "b", "c"], games=1, players=3)[0]
    game = played(match, 0, life=(20, 3, 18, 20, None, 12, 20, None, 0), mana=(1, 1, 1, 2, None, 1, 3, None, 2))
    kept, _ = played_of(Played, json.loads(json.dumps(row_of(game, None))), match)
    (pairing,) = figures.pairings([kept], ["a", "b", "c"], drawn=False)
    decks = pairing.to_json()["decks"]
    assert (decks["b"]["life_by_turn"], decks["b"]["mana_by_turn"]) == ([3.0], [1.0])
    assert (decks["c"]["life_by_turn"], decks["c"]["mana_by_turn"]) == ([18.0, 12.0, 0.0], [1.0, 1.0, 2.0])


def test_who_has_left_is_in_no_curve() -> None:
    """CR 800.4a: a player who concedes in the first of several turns has no life total as it ends; the two others have."""
    game = Game.new([Deck("green", ((60, "Forest"),))] * 3, seed=1)
    curves = Curves()
    leaving.concede(game.engine, 1)
    curves.ended(game, 2)
    assert (curves.life, curves.mana) == ([20, None, 20], [0, None, 0])


def test_a_deck_with_several_seats_plays_one_game() -> None:
    """Of two games against itself none counts in its share, and at a table of four with two of each deck each plays one game."""
    mirror = Match(0, 0, 1, (0, 0), ("a", "a (2)"), ("random", "random"))
    other = Match(1, 1, 2, (0, 1), ("a", "b"), ("random", "random"))
    four = Match(2, 2, 3, (0, 1, 0, 1), ("a", "b", "a (2)", "b (2)"), ("random",) * 4)
    run = Run(["a", "b"], drawn=True)
    for match, winner in ((mirror, 1), (mirror, 0), (other, 1), (four, 2)):
        run.take(played(match, winner, mulligans=(1,) * len(match.decks)))
    a, b = (run.by_deck().to_json()["decks"][name] for name in "ab")
    assert (a["games"], a["wins"], a["evenly"], a["mulligans"]) == (2, 1, 0.5, 1.0)
    assert (b["games"], b["wins"], b["evenly"], b["mulligans"]) == (2, 1, 0.5, 1.0)
    assert (a["on_the_play"]["games"], b["on_the_draw"]["games"]) == (1, 1)
    assert run.wins() == {"a": 3, "b": 1}


def test_a_deck_that_met_itself_alone_has_no_share(tmp_path: Path) -> None:
    mirror = Match(0, 0, 1, (0, 0), ("a", "a (2)"), ("random", "random"))
    run = Run(["a"], drawn=True)
    run.take(played(mirror, 1))
    told = run.by_deck().to_json()["decks"]["a"]
    assert (told["games"], told["share"], told["mulligans"]) == (0, None, 0.0)
    assert [next(iter(column.cells)) for column in table(run).columns[:4]] == ["a", "0", "0", "-"]
    plots.of_run(run, tmp_path / "run.svg")


def test_a_game_has_its_curves_and_mulligans(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "--games", "1", "--seed", "3")
    lost = found["decks"]["Forest Stampede"]
    assert lost["mulligans"] == 3.0
    assert lost["life_by_turn"][0] == 20.0
    assert lost["life_by_turn"][-1] <= 0
    assert len(lost["life_by_turn"]) == found["results"][0]["turns"]
    assert sorted(lost["mana_by_turn"]) == lost["mana_by_turn"]


# Tables and plots ----------------------------------------------------------------------------------------------------
def test_rows_and_plots(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table, picture, drawing = tmp_path / "games.csv", tmp_path / "run.png", tmp_path / "run.svg"
    assert run(["sim", "--games", "2", "--csv", str(table), "--plot", str(picture)]) == 0
    assert "on the" in capsys.readouterr().out
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["game"], row["seat"]) for row in rows] == [("0", "0"), ("0", "1"), ("1", "0"), ("1", "1")]
    assert sum(int(row["won"]) for row in rows) == 2
    assert picture.read_bytes().startswith(b"\x89PNG")
    drawings = []
    for _ in range(2):
        assert run(["sim", "--games", "1", "--plot", str(drawing)]) == 0
        drawings.append(drawing.read_text(encoding="utf-8"))
    assert "<svg" in drawings[0]
    assert drawings[0] == drawings[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--plot", "run.txt"], "expected a file that ends in one of"),
        (["--plot", "/no/such/folder/run.png"], "there is no such folder"),
        (["--csv", "/no/such/folder/games.csv"], "cannot write"),
    ],
)
def test_what_cannot_be_written(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert run(["sim", *arguments]) == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert errors.count("\n") == 1


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    for command in ("sim", "goldfish"):
        assert run([command, "--plot", "run.png"]) == 2
        assert "pip install 'magistrate[plot]'" in capsys.readouterr().err


# Journals ------------------------------------------------------------------------------------------------------------
def test_a_game_comes_back_from_its_line() -> None:
    for one in (*some_games(), played(matches(["a", "b"], games=1)[0], -1, failure="hang", error="oh")):
        line = json.loads(json.dumps(row_of(one, Path("x.json"))))
        assert played_of(Played, line, one.match) == (one, Path("x.json"))


def test_only_what_is_missing_is_played(tmp_path: Path) -> None:
    todo = matches(["a", "b"], games=4)
    path = tmp_path / "run.jsonl"
    journal = Journal(path, "this run")
    for number in (0, 2):
        journal.add(row_of(played(todo[number], 1), None))
    journal.close()
    with path.open("a", encoding="utf-8") as file:
        file.write('{"number":3,"winn')  # it was stopped in the midst of a line
    asked: list[int] = []

    def play(left: Any) -> Any:
        for match in left:
            asked.append(match.number)
            yield played(match, 0)

    journal = Journal(path, "this run")
    found = list(going_on(todo, journal, Played, play))
    assert asked == [1, 3]
    assert [(one.match.number, one.winner, fresh) for one, _, fresh in found] == [
        (0, 1, False), (1, 0, True), (2, 1, False), (3, 0, True),
    ]  # fmt: skip
    for one, _, fresh in found:
        if fresh:
            journal.add(row_of(one, None))
    journal.close()
    assert len(path.read_text(encoding="utf-8").splitlines()) == 5
    assert set(Journal(path, "this run").known) == {0, 1, 2, 3}


def test_the_journal_of_another_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    Journal(path, "this run").close()
    with pytest.raises(InputError, match="the journal of another run"):
        Journal(path, "that run")
    for other in ("20 Forest\n", "20 Forest"):
        path.write_text(other, encoding="utf-8")
        with pytest.raises(InputError, match="found something else"):
            Journal(path, "this run")
        assert path.read_text(encoding="utf-8") == other


def test_a_journal_is_written_by_one_process(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    journal = Journal(path, "this run")
    script = f"from pathlib import Path; from magistrate.lab.journal import Journal; Journal(Path({str(path)!r}), 'this run')"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "another run is writing it" in found.stderr
    journal.close()
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_run_that_is_killed_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Killed in the midst, it gives the same as one that was not; with other seeds it is another run."""
    path = tmp_path / "run.jsonl"
    arguments = ["--games", "14", "--seed", "6", "--resume", str(path), "--replays", str(tmp_path)]
    command = [sys.executable, "-m", "magistrate", "sim", *arguments, "--jobs", "2"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    began = time.monotonic()
    while not path.exists() or path.read_text(encoding="utf-8").count("\n") < 4:
        assert time.monotonic() - began < 60
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kept = path.read_text(encoding="utf-8").count("\n") - 1
    assert 3 <= kept <= 14
    resumed = told(capsys, *arguments)
    assert resumed == told(capsys, *arguments), "all of it is there"
    assert resumed == told(capsys, "--games", "14", "--seed", "6", "--jobs", "2")
    assert run(["sim", *arguments[:2], "--seed", "7", *arguments[4:]]) == 2
    assert "another run" in capsys.readouterr().err


def test_a_failure_is_remembered(tmp_path: Path) -> None:
    todo = matches(["a", "b"], games=1)
    crash = played(todo[0], -1, failure="crash", error="oh", replay="{}")
    told = []
    for _ in range(2):
        journal = Journal(tmp_path / "run.jsonl", "this run")
        found = Run(["a", "b"])
        failed = run_through(todo, journal, Played, lambda left: iter([crash] if left else []), found.take, tmp_path)
        journal.close()
        assert failed == 1
        assert found.files == {0: tmp_path / f"crash-0-seed-{todo[0].seed}.json"}
        told.append(found.to_json())
    assert told[0] == told[1]
    assert found.files[0].read_text(encoding="utf-8") == "{}"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"number":0}', "missing 3 required positional arguments"),
        ('{"number":0,"winner":7,"turns":3,"decisions":9}', "`winner` is 7"),
        ('{"number":0,"winner":"a","turns":3,"decisions":9}', "`winner` is 'a'"),
        ('{"number":0,"winner":0,"turns":3,"decisions":9,"life":5}', "`life` is 5"),
        ('{"number":0,"winner":0,"turns":3,"decisions":9,"weather":"fine"}', "`weather` is 'fine'"),
        ('{"number":0,"winner":true,"turns":3,"decisions":9}', "`winner` is True"),
        ('{"number":0,"winner":0,"turns":true,"decisions":9}', "`turns` is True"),
        ('{"number":0,"winner":0,"turns":3.0,"decisions":9}', "`turns` is 3.0"),
        ('{"number":0,"winner":0,"turns":3,"decisions":9,"mulligans":[1]}', r"`mulligans` is \(1,\) for 2 seats"),
        ('{"number":0,"winner":0,"turns":3,"decisions":9,"mulligans":[0,true]}', r"`mulligans` is \(0, True\)"),
        ('{"number":0,"winner":0,"turns":3,"decisions":9,"life":["x","y"]}', r"`life` is \('x', 'y'\)"),
        ('{"number":0,"winner":0,"turns":3,"decisions":9,"life":[20,null,null]}', r"`life` is .* for 2 seats"),
        ('{"number":0,"winner":0,"turns":3,"decisions":9,"mulligans":[null,0]}', r"`mulligans` is \(None, 0\)"),
        ('{"number":0,"winner":0,"turns":3,"decisions":9,"mana":[1,2,3]}', r"`mana` is \(1, 2, 3\) for 2 seats"),
        ('{"number":0,"winner":-1,"turns":3,"decisions":9,"failure":"crash"}', "`failure` and `error` stand together"),
        ('{"number":0,"winner":0,"turns":3,"decisions":9,"file":5}', "`file` is 5"),
    ],
)
def test_a_line_that_no_game_left_is_refused(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "run.jsonl"
    Journal(path, "this run").close()
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(InputError, match=f"run.jsonl: the line of game 0 is damaged: .*{said}"):
        list(going_on(matches(["a", "b"], games=1), Journal(path, "this run"), Played, lambda left: iter(())))


def test_a_line_that_no_goldfish_left_is_refused() -> None:
    match = Match(0, 0, 1, (0,), ("a",), ("random",))
    spells = [["Forest", 0, 2]]
    row = {"number": 0, "kill": 1, "turns": [[1, 1, 20, 16, spells]], "lands": [["Forest", 16]], "ms": 3}
    assert played_of(Caught, row, match)[0].kill == 1
    for wrong in ({"kill": True}, {"lost": 1}, {"turns": [[1, 1, 20, 16]]}, {"turns": [[1, 1, 20, 16, [["Forest", 0]]]]},
        {"lands": [[16, "Forest"]]}, {"mulligans": [1]}, {"ms": "3"}):  # fmt: skip
        with pytest.raises(ValueError, match=f"`{next(iter(wrong))}` is "):
            played_of(Caught, {**row, **wrong}, match)


def test_a_journal_holds_errors_with_any_ends_of_lines(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    error = "one\u2028two\u2029three\u0085four\x0bfive\x1csix\rseven"
    journal = Journal(path, "this run")
    for match in matches(["a", "b"], games=2):
        journal.add(row_of(played(match, -1, failure="crash", error=error), None))
    journal.close()
    assert [row["error"] for row in Journal(path, "this run").known.values()] == [error, error]


@pytest.mark.parametrize("part", ["views.py", "redeal.py", "positions.py", "game.py", "reading.py", "setup.py",
    "following.py", "saves.py", "cards/decks.py", "rules/engine.py", "oracle/cache.py"])  # fmt: skip
def test_another_program_has_another_fingerprint(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, part: str) -> None:
    """So has a run, and what a replay says of the program."""
    for name in (part, "lab/plots.py", "page/designed.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("one", encoding="utf-8")
    there = tmp_path / part
    versions = []
    for text, page in (("one", "one"), ("two", "one"), ("two", "two")):
        there.write_text(text, encoding="utf-8")
        (tmp_path / "page/designed.py").write_text(page, encoding="utf-8")
        with monkeypatch.context() as patched:
            patched.setattr("importlib.resources.files", lambda package: tmp_path)
            versions.append((notes.program_version.__wrapped__(), journals._program.__wrapped__()))
    assert versions[0][0] != versions[1][0]
    assert versions[0][1] != versions[1][1]
    assert versions[1] == versions[2]


@pytest.mark.parametrize("command", ["sim", "goldfish", "ladder"])
def test_a_run_that_is_interrupted_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("magistrate.lab.simulate.play_out", interrupted)
    monkeypatch.setattr("magistrate.lab.goldfish.play_out", interrupted)
    path = tmp_path / "run.jsonl"
    assert run([command, "--games", "3", "--resume", str(path)]) == 130
    assert (
        f"interrupted after 0 of {6 if command == 'goldfish' else 3} games; the same command goes on from {path}"
        in (capsys.readouterr().err)
    )


def test_a_folder_is_no_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for place in ("", str(tmp_path)):
        assert run(["sim", "--games", "1", "--csv", place]) == 2
        assert "magistrate: error: " in capsys.readouterr().err
