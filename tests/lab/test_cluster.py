"""Runs on a Ray cluster: of two processes on this machine, some of which die."""

from __future__ import annotations

import os
import signal
import socket
import sys
from pathlib import Path

import pytest

from magistrate.cards.decks import Deck
from magistrate.cli import run
from magistrate.errors import InputError
from magistrate.lab import cluster
from magistrate.lab.matches import Match, matches
from magistrate.lab.simulate import Played, Player, Settings, play_all
from tests.playing import GREEN, WHITE

DECKS = tuple(
    Deck(name, tuple((cards.count(card), card) for card in dict.fromkeys(cards)))
    for name, cards in (("green", GREEN), ("white", WHITE))
)


class Mortal(Player):
    """Its process is killed with the third game played and not handed over, but only the first time; with the sixth every time."""

    def __init__(self, settings: Settings, notes: Path) -> None:
        super().__init__(settings)
        self.notes = notes

    def __call__(self, match: Match) -> Played:
        """Play a game, and write down that it was."""
        played = super().__call__(match)
        with (self.notes / str(match.number)).open("a", encoding="utf-8") as file:
            file.write("played\n")
        times = (self.notes / str(match.number)).read_text(encoding="utf-8").count("played")
        if match.number == 5 or (match.number == 2 and times == 1):
            os.kill(os.getpid(), signal.SIGKILL)
        return played


def figures(games: list[Played]) -> list[tuple[int, int, int, int, tuple[int, ...]]]:
    return [(one.match.number, one.winner, one.turns, one.decisions, one.life) for one in games]


def test_a_worker_that_is_killed_loses_no_game_and_counts_none_twice(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cluster, "_RETRIES", 1)
    todo = matches(["green", "white"], games=7, seed=4)
    settings = Settings(DECKS)
    found = list(
        cluster.in_order(
            todo,
            Mortal(settings, tmp_path),
            cluster.LOCAL,
            2,
            lambda match, why: Played(match, -1, 0, 0, failure="crash", error=why),
        )
    )
    assert [one.match.number for one in found] == list(range(7))
    assert (tmp_path / "2").read_text(encoding="utf-8").count("played") >= 2, "it was played again"
    assert (tmp_path / "5").read_text(encoding="utf-8").count("played") >= 2
    assert [one.match.number for one in found if one.failure] == [5]
    assert "the processes that played it ended" in found[5].error
    alone = [one for one in play_all(todo, settings) if one.match.number != 5]
    assert figures([one for one in found if one.match.number != 5]) == figures(alone)


def test_batches_hold_every_task_once() -> None:
    for count, processors in ((0, 2), (1, 2), (5, 2), (100, 2), (1000, 4)):
        batches = cluster._Batches(count, processors)
        assert [number for batch in batches.waiting for number in batch] == list(range(count))
    batches.waiting.clear()
    batches.one_by_one(range(3, 6))
    assert list(batches.waiting) == [range(3, 4), range(4, 5), range(5, 6)]


def test_a_worker_with_other_cards_does_nothing() -> None:
    told = cluster._do(Player(Settings(DECKS)), "another", matches(["green", "white"], games=1))
    assert told == "a machine of the cluster has another version of the program or other cards"


def test_nobody_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    for address, message in ((f"127.0.0.1:{port}", "cannot reach the cluster"), ("nowhere", "HOST:PORT")):
        assert run(["sim", "--games", "1", "--cluster", address]) == 2
        errors = capsys.readouterr().err
        assert message in errors
        assert errors.count("\n") == 1


def test_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InputError, match=r"pip install 'magistrate\[cluster\]'"):
        cluster.check()
