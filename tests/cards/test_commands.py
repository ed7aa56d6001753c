from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from magistrate.cards.render import render_card
from magistrate.cards.store import Store
from magistrate.cli import run

from .test_store import scryfall_file


def test_search(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["search", "t:angel", "-kw:flying", "mv<3", "--limit", "1"]) == 0
    first, rest = capsys.readouterr().out.splitlines()
    assert "Angel" in first
    assert rest.startswith("… and ")
    assert run(["search", "no such card anywhere"]) == 0
    assert capsys.readouterr().out == "No card is found.\n"


def test_search_as_json(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["search", '!"delver of secrets"', "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["total"] == 1
    (card,) = found["cards"]
    assert card["name"] == "Delver of Secrets // Insectile Aberration"
    assert [face["colors"] for face in card["faces"]] == [["U"], ["U"]]
    assert card["missing"] == []


def test_a_query_may_start_with_a_dash(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["search", "-healer", "!Forest", "-is:reversible"]) == 0
    assert capsys.readouterr().out == "Forest  Basic Land — Forest\n"


def test_search_errors_are_one_line(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["search", "t:angel", "mv<x"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "magistrate: error: column 12 of the query: expected a number after `mv<`, found `x`\n"


def test_import_and_info(empty_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = scryfall_file(tmp_path / "cards.json", "Quiet Bear")
    assert run(["cards", "import", str(path)]) == 0
    assert capsys.readouterr().out == "Imported 1 cards (Scryfall).\nIn use: 1 cards, an imported file.\n"
    assert run(["cards", "info"]) == 0
    assert "Cards       1, an imported file" in capsys.readouterr().out
    assert run(["cards", "info", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["source"], facts["cards"], facts["with_legality"]) == ("imported", 1, 0)
    assert run(["cards", "import", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["imported"] == ["1 cards (Scryfall)"]
    assert run(["cards", "import", str(tmp_path / "absent.json")]) == 2
    assert capsys.readouterr().err == f"magistrate: error: {tmp_path}/absent.json: no such file\n"


def test_deck_check(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, small, broken = tmp_path / "good.txt", tmp_path / "small.txt", tmp_path / "broken.txt"
    good.write_text("60 Forest\n", encoding="utf-8")
    small.write_text("6 Forest\n", encoding="utf-8")
    broken.write_text("6 Forrest\n", encoding="utf-8")
    assert run(["deck", "check", str(good)]) == 0
    assert capsys.readouterr().out == f"{good}: fits casual\n"
    assert run(["deck", "check", str(small), str(good)]) == 1
    assert "does not fit casual\n  the main deck has 6 cards" in capsys.readouterr().out
    assert run(["deck", "check", str(small), str(broken), str(good)]) == 2
    captured = capsys.readouterr()
    assert f"{good}: fits casual" in captured.out
    assert captured.err == f"magistrate: error: {broken}:1: no card is named `Forrest`; did you mean `Forest`?\n"
    assert run(["deck", "check", str(good), "--format", "nothing"]) == 2
    assert capsys.readouterr().err.startswith("magistrate: error: `nothing` is not a format")


def test_deck_check_as_json(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, broken = tmp_path / "good.txt", tmp_path / "broken.txt"
    good.write_text("6 Forest\n", encoding="utf-8")
    broken.write_text("Forest\n", encoding="utf-8")
    assert run(["deck", "check", str(broken), str(good), "--json"]) == 2
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["ok"] is None
    assert "broken.txt:1: expected a card" in first["error"]
    assert second["ok"] is False
    assert second["main"] == 6


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Serra Angel", ["Serra Angel  {3}{W}{W}", "Creature — Angel", "4/4"]),
        ("Delver of Secrets", ["Insectile Aberration", "(blue)", "3/2"]),
        ("Jace Beleren", ["Loyalty: 3"]),
        ("Invasion of Zendikar", ["Defense: 3"]),
        ("Forest", ["Basic Land — Forest"]),
    ],
)
def test_a_card_in_the_terminal(store: Store, name: str, shown: list[str]) -> None:
    console = Console(width=80, file=io.StringIO(), record=True)
    console.print(render_card(store.find(name)))
    text = console.export_text()
    assert all(part in text for part in shown)
