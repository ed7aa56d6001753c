from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from rich.console import Console

from magistrate.cli import run
from magistrate.game import Decision, Game, Option
from magistrate.players import phrasing, session
from magistrate.players.heuristic import HeuristicAgent
from magistrate.players.phrasing import NotUnderstood, parse
from magistrate.players.terminal import Quit, Terminal
from magistrate.rules import decisions
from tests.playing import GREEN, WHITE, new_game


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Two deck files."""
    paths = []
    for name, cards in (("green", GREEN), ("white", WHITE)):
        path = tmp_path / f"{name}.txt"
        path.write_text("".join(f"1 {card}\n" for card in cards), encoding="utf-8")
        paths.append(str(path))
    return paths


def test_agents_play_to_the_end(capsys: pytest.CaptureFixture[str], files: list[str]) -> None:
    assert run(["play", *files, "--agents", "heuristic,random", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert "seed 3" in out
    assert "turn 1:" in out
    assert " wins in turn " in out


def test_the_sample_decks_play_where_none_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--agents", "random", "--seed", "1"]) == 0
    assert " in turn " in capsys.readouterr().out


def test_json(capsys: pytest.CaptureFixture[str], files: list[str], tmp_path: Path) -> None:
    kept = tmp_path / "game.json"
    assert run(["play", *files, "--agents", "random", "--seed", "3", "--json", "--save", str(kept)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["winner"] in ("A", "B", None)
    assert told["log"]
    game = Game.load(kept.read_text(encoding="utf-8"))
    assert game.over
    assert game.turn == told["turns"]


def test_a_refused_card_is_one_line(capsys: pytest.CaptureFixture[str], files: list[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("20 Forest\n4 Grizzly Baers\n", encoding="utf-8")
    assert run(["play", files[0], str(bad)]) == 2
    told = capsys.readouterr().err
    assert "bad.txt:2" in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--agents", "nobody"], "no agent is named `nobody`"),
        (["--agents", "human", "--json"], "agents only"),
        (["--load", "nowhere.json"], "cannot read nowhere.json"),
        (["--players", "2", "a.txt", "b.txt", "c.txt"], "a.txt"),
        (["--agents", "random,random,random"], "expected at most 2 agents for 2 players, got 3"),
        (["--agents", "random", "--names", "A,B,C"], "expected at most 2 names for 2 players, got 3"),
    ],
)
def test_wrong_use(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert run(["play", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_failure_leaves_a_replay(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], files: list[str], tmp_path: Path
) -> None:
    answer = Game.answer
    count = [0]

    def broken(self: Game, given: object) -> None:
        count[0] += 1
        if count[0] == 20:
            raise ZeroDivisionError("oops")
        answer(self, given)

    monkeypatch.setattr(Game, "answer", broken)
    folder = tmp_path / "replays"
    assert run(["play", *files, "--agents", "random", "--seed", "3", "--replays", str(folder)]) == 1
    monkeypatch.undo()
    (path,) = folder.iterdir()
    assert path.name in capsys.readouterr().err
    assert Game.load(path.read_text(encoding="utf-8")).decision is not None


def test_an_input_that_ends_in_mid_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], files: list[str], tmp_path: Path
) -> None:
    kept = tmp_path / "game.json"
    play = ["play", *files, "--agents", "human,random", "--seed", "3", "--save", str(kept)]
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
    assert run(play) == 1
    told = capsys.readouterr()
    assert told.err.startswith("magistrate: error: the input ended in turn ")
    assert told.err.count("\n") == 1
    assert Game.load(kept.read_text(encoding="utf-8")).decision is not None
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nquit\n"))
    assert run(play) == 0
    assert capsys.readouterr().err == ""


# A person at the terminal -------------------------------------------------------------------------------------------
class Person:
    """Types lines; at the end of them, quits."""

    def __init__(self, lines: Sequence[str] | Callable[[], str]) -> None:
        self.lines = list(lines) if not callable(lines) else []
        self.words: list[Sequence[str]] = []

    def __call__(self, prompt: str, words: Sequence[str]) -> str:
        self.words.append(words)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


def sit_down(lines: Sequence[str], seed: int = 8) -> tuple[str, Game, Person]:
    """A person plays against the heuristic until their lines are over; what they saw."""
    game = new_game(seed, tracing=True, first=0)
    person = Person(lines)
    out = io.StringIO()
    terminal = Terminal(game, [0], Console(file=out, width=100, highlight=False), person)
    try:
        session.play(game, {1: HeuristicAgent(1)}, terminal, Path("replays"))
    except Quit:
        terminal.tell()
    return out.getvalue(), game, person


def test_a_person_sees_the_board_and_answers() -> None:
    out, game, person = sit_down(["1", "play forest", ""])
    assert "keep this hand" in out
    assert "hand:" in out
    assert "life" in out
    assert "Forest" in person.words[0] or "keep this hand" in person.words[0]
    assert not game.over


def test_what_is_hidden_stays_hidden() -> None:
    out, game, _ = sit_down(["1"])
    theirs = {card["name"] for card in game.view(None).hand(1)} - {"Plains", "Island"}
    assert theirs
    assert not any(name in out for name in theirs)


def test_commands() -> None:
    out, _, _ = sit_down(
        [
            "help",
            "?",
            "1",
            "? 1",
            "? 99",
            "board",
            "log",
            "card Serra Angel",
            "graveyard",
            "nonsense",
            "99",
            "0",
            "9" * 5000,
        ]
    )
    assert "take back your last answer" in out
    assert "CR 103.5" in out
    assert "CR 117.1" in out
    assert "there is no option 99" in out
    assert "Flying" in out
    assert "graveyard: empty" in out
    assert "`nonsense` names no option" in out
    assert "there is no option 99: expected 1 to" in out
    assert "there is no option 0" in out
    assert "expected a number of at most 30 digits" in out


def test_undo() -> None:
    out, game, _ = sit_down(["undo", "1", "undo"])
    assert "no answer to take back" in out
    assert game.decision is not None
    assert game.decision.kind == "mulligan"


def test_done_passes_until_something_happens() -> None:
    out, game, _ = sit_down(["1", "done", "done", "done"])
    assert game.turn >= 2
    assert out.count("a number; Enter passes") <= 4


def test_saving(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    out, game, _ = sit_down(["1", "save", f"save {path}"])
    assert "expected the name of a file" in out
    assert Game.load(path.read_text(encoding="utf-8")).save() == game.save()


def test_a_whole_game_by_passing() -> None:
    class Passer(Person):
        def __call__(self, prompt: str, words: Sequence[str]) -> str:
            return "1" if "discard" in self.asked() else ""

        def asked(self) -> str:
            assert game.decision is not None
            return game.decision.kind

    game = new_game(8)
    person = Passer([])
    terminal = Terminal(game, [0], Console(file=io.StringIO(), width=100), person)
    session.play(game, {1: HeuristicAgent(1)}, terminal, Path("replays"))
    assert game.result is not None
    assert game.result.winner == 1


# Answers in words ---------------------------------------------------------------------------------------------------
def ask(shape: str = decisions.CHOOSE, low: int = 1, high: int = 1, kind: str = "choose", **more: object) -> Decision:
    options = [Option(kind, label, thing) for label, thing in (("Forest", 20), ("Bear", 21), ("Bear cub", 22))]
    return Decision(0, kind, "?", options, low, high, shape=shape, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("decision", "text", "answer"),
    [
        (ask(), "2", (1,)),
        (ask(), "forest", (0,)),
        (ask(), "bear", (1,)),
        (ask(), "cub", (2,)),
        (ask(low=0, high=3), "", ()),
        (ask(low=0, high=3), "3, 1", (2, 0)),
        (ask(decisions.NUMBER, 0, 9), "7", 7),
        (ask(decisions.ORDER, 3, 3), "3 1 2", (2, 0, 1)),
        (ask(decisions.ORDER, 3, 3), "", (0, 1, 2)),
        (ask(decisions.DIVIDE, 0, 5, total=5), "2 3 0", (2, 3, 0)),
        (ask(decisions.ARRANGE, 3, 3, piles=("top", "bottom")), "3 | 1 2", ((2,), (0, 1))),
        (ask(decisions.ARRANGE, 3, 3, piles=("top", "bottom")), "", ((0, 1, 2), ())),
        (ask(decisions.NAME), "Grizzly Bears", "Grizzly Bears"),
    ],
)
def test_answers(decision: Decision, text: str, answer: object) -> None:
    assert parse(decision, text) == answer


@pytest.mark.parametrize("text", ["4", "0", "wolf", "1 2", "x"])
def test_what_is_no_answer(text: str) -> None:
    with pytest.raises(NotUnderstood):
        parse(ask(), text)


def test_attackers_and_blockers_in_words() -> None:
    attack = Decision(0, "attackers", "?", [], shape=decisions.ATTACKERS)
    attack.attack_options = {30: (1, 40), 31: (1,)}
    assert parse(attack, "all") == ((30, 1), (31, 1))
    assert parse(attack, "1>2 2") == ((30, 40), (31, 1))
    assert parse(attack, "") == ()
    block = Decision(1, "blockers", "?", [], shape=decisions.BLOCKERS)
    block.block_options = {50: (30, 31), 51: (31,)}
    assert parse(block, "1>1 2>2") == ((50, 30), (51, 31))
    with pytest.raises(NotUnderstood, match="which attacker"):
        parse(block, "1")
    with pytest.raises(NotUnderstood, match="no blocker 7"):
        parse(block, "7>1")
    assert phrasing.attackers_of(block) == [30, 31]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--names", ",B"], "a player has no name"),
        (["--load", "x.json", "--players", "3"], "expected --players or --load, not both"),
        (["--load", "x.json", "--names", "X,Y"], "expected --names or --load, not both"),
    ],
)
def test_what_does_not_go_together_is_refused(
    more: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["play", "--agents", "random", "--seed", "1", "--save", "x.json"]) == 0
    capsys.readouterr()
    assert run(["play", "--agents", "random", *more]) == 2
    assert said in capsys.readouterr().err
