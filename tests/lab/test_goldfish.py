"""A deck on its own: what it could cast, for want of what it could not, and what its lands could produce."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from magistrate.cards.decks import Deck
from magistrate.cli import run
from magistrate.game import Game
from magistrate.lab import goldfish
from magistrate.lab.goldfish import CASTABLE, SCREWED, SHORT, Caught, Fishing, games_of, play, play_all
from magistrate.lab.goldfish_report import Shoal


def deck(text: str, name: str = "deck") -> Deck:
    rows = [line.strip().split(" ", 1) for line in text.split(",")]
    return Deck(name, tuple((int(count), card) for count, card in rows))


def caught(one: Deck, seed: int = 1, agent: str = "heuristic", **more: Any) -> Caught:
    found = play(games_of([one.name], 1, agent, seed)[0], Fishing((one,), **more))
    assert found.failure == "", found.error
    return found


def test_a_deck_that_cannot_cast_its_spells_is_screwed() -> None:
    """CR 202.1: two mana of the wrong colour do not pay for {G}; three are missing for a spell of five."""
    found = caught(deck("30 Island, 20 Llanowar Elves, 10 Serra Angel"), turns=4)
    rows = list(found.rows())
    assert len(rows) == 4
    assert found.kill == 0
    for row in rows:
        if not row.lands:
            continue
        for name, value, state in row.spells:
            assert state == (SCREWED if row.mana >= value else SHORT), (name, row)
    assert any(state == SCREWED for row in rows for _, _, state in row.spells)
    assert {row.colors for row in rows if row.lands} == {0b00010}


def test_what_could_be_paid_is_castable_in_its_turn_whatever_its_targets() -> None:
    found = caught(deck("30 Mountain, 30 Doom Blade"), turns=3)
    assert all(state != CASTABLE for row in found.rows() for _, _, state in row.spells)
    found = caught(deck("30 Swamp, 30 Doom Blade"), turns=3)
    last = list(found.rows())[-1]
    assert last.mana >= 2
    assert {state for _, _, state in last.spells} == {CASTABLE}


def test_mana_is_what_could_really_be_had() -> None:
    """Elves that are tapped three at a time are tapped once: no card of this deck makes more than one mana in a turn."""
    most = []
    for seed in range(4):
        found = caught(deck("24 Forest, 18 Heritage Druid, 18 Llanowar Elves"), seed=seed, turns=4)
        most += [(row.mana, 7 + number) for number, row in enumerate(found.rows())]
    assert all(mana <= cards for mana, cards in most), most
    assert any(mana > number % 4 + 1 for number, (mana, _) in enumerate(most)), "more than the lands alone"


def test_what_lands_could_produce() -> None:
    """CR 106.7: a land that asks what others produce could produce what they do."""
    one = deck("15 Swamp, 15 Reflecting Pool, 15 Tundra, 15 Lightning Bolt")
    shoal = Shoal("lands", one, list(play_all(games_of(["lands"], 4, "heuristic", 5), Fishing((one,), turns=5))))
    lands = shoal.lands()
    assert lands["Swamp"] == "B"
    assert lands["Tundra"] == "WU"
    assert lands["Reflecting Pool"] == "WUB"
    assert shoal.copies("Tundra") == 15


def test_the_turn_of_the_kill_is_the_decks_own() -> None:
    """Twenty Lightning Bolts a game: the seventh kills, on the play as on the draw."""
    one = deck("10 Mountain, 50 Lightning Bolt")
    first, second = (caught(one, seed=3, on_the_draw=draw, turns=30) for draw in (False, True))
    for found in (first, second):
        assert found.kill == len(found.turns)
        assert list(found.rows())[-1].life <= 0
    weak = caught(one, seed=3, life=3, turns=30)
    assert 0 < weak.kill < first.kill


def test_more_games_begin_as_fewer_do() -> None:
    more = games_of(["a", "b"], 5, "random", 3)
    assert more[:4] == games_of(["a", "b"], 2, "random", 3)
    assert [match.number for match in more] == list(range(10))
    assert more[0].seed == more[1].seed, "each deck is dealt by the same seeds"


def test_a_commander_in_the_command_zone_counts_as_in_hand() -> None:
    one = Deck("led", ((60, "Forest"),), (), ((1, "Azusa, Lost but Seeking"),))
    rows = list(caught(one, turns=3).rows())
    assert [row.lands for row in rows[:2]] == [1, 2]
    assert [row.spells for row in rows[:2]] == [(("Azusa, Lost but Seeking", 3, SHORT),)] * 2
    assert rows[2].spells == (("Azusa, Lost but Seeking", 3, CASTABLE),)


def test_what_goes_wrong_can_be_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> int:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(goldfish, "_payable", broken)
    one = deck("10 Mountain, 50 Lightning Bolt")
    found = play(games_of(["deck"], 1, "random", 1)[0], Fishing((one,)))
    assert found.failure == "crash"
    assert "oops" in found.error
    assert Game.load(found.replay).decision is not None


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Two processes, or a run that goes on from half of it: the same figures."""
    path = tmp_path / "deck.txt"
    path.write_text("24 Forest\n24 Llanowar Elves\n12 Giant Spider\n", encoding="utf-8")
    journal, table, picture = tmp_path / "run.jsonl", tmp_path / "turns.csv", tmp_path / "fish.svg"
    common = ["goldfish", str(path), "--turns", "6", "--games", "4", "--seed", "2", "--resume", str(journal)]
    assert run([*common, "--json"]) == 0
    first = capsys.readouterr().out
    lines = journal.read_text(encoding="utf-8").splitlines()
    journal.write_text("\n".join(lines[:3]) + "\n" + lines[3][:20], encoding="utf-8")
    assert run([*common, "--json", "--jobs", "2", "--csv", str(table), "--plot", str(picture)]) == 0
    assert capsys.readouterr().out == first
    (told,) = json.loads(first)["decks"]
    assert told["games"] == 4
    assert told["kill"]["games"] == 4
    assert told["cards"]["Llanowar Elves"]["mana_value"] == 1
    assert told["lands"] == {"Forest": {"copies": 24, "could_produce": "G"}}
    assert told["turns"][0]["could_produce"]["W"] == 0
    with table.open(encoding="utf-8", newline="") as file:
        assert {row["game"] for row in csv.DictReader(file)} == {"0", "1", "2", "3"}
    assert "<svg" in picture.read_text(encoding="utf-8")
    assert run(common) == 0
    out = capsys.readouterr().out
    assert "on curve" in out
    assert "deck: 4 games" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["--agent", "random,heuristic"], "expected one agent"), (["--agent", "clever"], "no agent is named")],
)
def test_wrong_use(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert run(["goldfish", *arguments]) == 2
    assert message in capsys.readouterr().err
