"""Replays: what is written is followed exactly, or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from magistrate.cards.decks import Deck
from magistrate.cli import run
from magistrate.following import CannotFollow, packed, unpacked
from magistrate.game import Game
from magistrate.lab import replays
from magistrate.lab.matches import matches
from magistrate.lab.simulate import Settings, play
from tests.playing import GREEN, WHITE, new_game

DECKS = tuple(
    Deck(name, tuple((cards.count(card), card) for card in dict.fromkeys(cards)))
    for name, cards in (("green", GREEN), ("white", WHITE))
)


@pytest.fixture(scope="module")
def recorded() -> str:
    """The replay of a game that was played to its end."""
    played = play(matches(["green", "white"], games=1, seed=2)[0], Settings(DECKS, record=True))
    assert not played.failure
    return played.replay


@pytest.fixture
def shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """`magistrate replay` of a text: its exit code, output and errors."""

    def show(text: str, *more: str) -> tuple[int, str, str]:
        path = tmp_path / "replay.json"
        path.write_text(text, encoding="utf-8")
        code = run(["replay", str(path), *more])
        told = capsys.readouterr()
        return code, told.out, told.err

    return show


def changed(text: str, **more: Any) -> str:
    return json.dumps({**json.loads(text), **more})


def test_a_replay_is_followed_and_shown(shown: Callable[..., tuple[int, str, str]], recorded: str) -> None:
    code, out, err = shown(recorded)
    assert (code, err) == (0, "")
    assert out.startswith("A (green, random), B (white, random); seed ")
    assert "— turn 3: A —" in out
    assert "a card is put into A's library (top) (7 times)" in out, "a mulligan, in one line"
    assert "wins in turn" in out.splitlines()[-1]
    code, out, err = shown(recorded, "--json", "--board")
    told = json.loads(out)
    assert told["over"]
    assert told["decks"] == ["green", "white"]
    assert told["answers"] == len(json.loads(recorded)["answers"])
    assert told["position"]["turn"] == told["turns"]


def test_what_was_asked_is_found_by_playing_again(recorded: str) -> None:
    game = Game.load(recorded)
    again = json.loads(replays.of_game(game))
    assert again["asked"] == json.loads(recorded)["asked"]
    assert (
        replays.of_game(Game.load(json.dumps(again)))
        == json.dumps(again, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n"
    )


def test_where_a_game_goes_another_way_it_is_not_followed(
    shown: Callable[..., tuple[int, str, str]], recorded: str
) -> None:
    """The answers fit what is asked: only what they were given to tells that it is another question."""
    data = json.loads(recorded)
    questions = unpacked(data)
    kind, who, count, check = questions[20]
    questions[20] = (kind, who, count, check ^ 1)
    older = changed(recorded, by={"version": "0.0.1", "program": "?"}, **packed(questions))
    code, _, err = shown(older)
    assert code == 1
    assert err.count("\n") == 1
    assert "at answer 21, in turn " in err
    assert f"`{kind}` of player {who}" in err
    assert "now it is the same among others" in err
    assert "written by version 0.0.1" in err
    questions[20] = ("pondering", 1, 5, check)
    with pytest.raises(CannotFollow, match="`pondering` of player 1 among 5 was asked, now it is"):
        Game.load(changed(recorded, **packed(questions)))


def test_a_card_that_has_changed_is_named(shown: Callable[..., tuple[int, str, str]], recorded: str) -> None:
    cards = {**json.loads(recorded)["cards"], "Lightning Bolt": "other"}
    code, _, err = shown(changed(recorded, cards=cards, digest="0"))
    assert code == 1
    assert "it stands otherwise at its end (what is known of Lightning Bolt has changed since)" in err


def test_another_program_that_plays_the_same_is_followed(
    shown: Callable[..., tuple[int, str, str]], recorded: str
) -> None:
    assert shown(changed(recorded, by={"version": "0.0.1", "program": "?"}))[0] == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"magistrate": 0}, "the save is of version 0, this program reads version 1"),
        ({"asked": [[0, 0, 1, 2]]}, "answers to 1 questions"),
        ({"asked": 3}, "expected `asked` to be"),
        ({"answers": []}, "not a replay: 0 answers"),
    ],
)
def test_what_is_no_replay_is_refused(
    shown: Callable[..., tuple[int, str, str]], recorded: str, change: dict[str, Any], message: str
) -> None:
    code, _, err = shown(changed(recorded, **change))
    assert code == 2
    assert message in err
    assert err.count("\n") == 1


def test_a_game_that_went_wrong_goes_wrong_again(
    monkeypatch: pytest.MonkeyPatch, shown: Callable[..., tuple[int, str, str]]
) -> None:
    answer = Game.answer

    def broken(self: Game, given: Any) -> None:
        if len(self.engine.answers) == 15:
            raise ValueError("oops")
        answer(self, given)

    monkeypatch.setattr(Game, "answer", broken)
    played = play(matches(["green", "white"], games=1)[0], Settings(DECKS))
    assert len(json.loads(played.replay)["asked"]) == 15
    code, out, _ = shown(played.replay)
    assert code == 1
    assert "it went wrong here: crash: ValueError: oops" in out
    assert "it still does: ValueError: oops" in out
    monkeypatch.undo()
    code, out, _ = shown(played.replay)
    assert code == 0
    assert "it no longer does" in out


def test_every_game_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "games"
    assert run(["sim", "--games", "2", "--record", "--replays", str(folder), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    paths = sorted(folder.iterdir())
    assert [result["replay"] for result in told["results"]] == [str(path) for path in paths]
    for path, result in zip(paths, told["results"], strict=True):
        game = Game.load(path.read_text(encoding="utf-8"), history=False)
        assert game.result is not None
        assert result["decks"][game.result.winner] == result["winner"]


def test_a_game_at_the_table_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    assert run(["play", "--agents", "random", "--seed", "4", "--replay", str(path)]) == 0
    ending = capsys.readouterr().out.splitlines()[-1]
    assert run(["replay", str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == ending


def test_a_game_in_the_midst(shown: Callable[..., tuple[int, str, str]]) -> None:
    game = new_game(5)
    for _ in range(30):
        decision = game.decision
        assert decision is not None
        game.answer(decision.plainest())
    code, out, _ = shown(replays.of_game(game))
    assert code == 0
    assert "the game goes on in turn" in out
