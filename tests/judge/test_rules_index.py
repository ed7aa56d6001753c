"""The rules index: citations in docstrings, the rules book, looking rules up."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

from click.testing import CliRunner

import magistrate
from magistrate.judge import rules_index
from magistrate.judge.commands import rules as command
from magistrate.judge.rules_index import Book, cited, implemented, is_under, look_up
from magistrate.judge.vocabulary import KINDS


def test_citations_in_a_text() -> None:
    assert cited("CR 106.7: what it could produce.") == ["106.7"]
    assert cited("(CR 104.2a, 104.4a) and CR 800.4") == ["104.2a", "104.4a", "800.4"]
    assert cited("CR 601.2f-h, 118.3a") == ["601.2f", "601.2g", "601.2h", "118.3a"]
    assert cited("CR 500-502") == ["500", "501", "502"]
    assert cited("no rule 106.7 here") == []
    assert cited("CR 106.4, {T} a thing") == ["106.4"]


def test_parts_of_rules() -> None:
    assert is_under("106.12a", "106.12")
    assert is_under("106.12", "106")
    assert not is_under("106.12", "106.1")
    assert not is_under("106.1", "106.12")
    assert is_under("106", "1")


def test_every_citation_is_a_rule(shared_data: Path) -> None:
    with (shared_data / "rules" / "index.csv").open(encoding="utf-8") as file:
        numbers = {row["number"] for row in csv.DictReader(file)}
    stale = [(one.number, one.function) for one in rules_index.citations() if one.number not in numbers]
    assert not stale


def test_the_book(shared_data: Path) -> None:
    with (shared_data / "rules" / "index.csv").open(encoding="utf-8") as file:
        numbers = {row["number"] for row in csv.DictReader(file) if len(row["number"]) > 1}
    book = rules_index.book()
    assert numbers <= book.numbers
    assert book.texts["106.7"].startswith("Some abilities produce mana")
    assert [rule["number"] for rule in look_up(book, "106.12")["rules"]] == ["106.12", "106.12a", "106.12b"]
    assert look_up(book, "produce mana of an undefined type")["rules"][0]["number"] == "106.5"
    assert not implemented(book)["stale"]


def test_without_a_book() -> None:
    book = Book({})
    found = look_up(book, "601.2")
    assert found["rules"][0]["text"] == ""
    assert any("casting" in function for function in found["rules"][0]["functions"])
    assert "MAGISTRATE_DATA" in look_up(book, "999.9")["hint"]
    assert implemented(book)["stale"] == []


def test_the_command() -> None:
    result = CliRunner().invoke(command, ["601.2", "--json"])
    assert result.exit_code == 0
    assert "601.2" in [rule["number"] for rule in json.loads(result.output)["rules"]]
    result = CliRunner().invoke(command, ["--implemented", "--json"])
    found = json.loads(result.output)
    assert any(rule["number"] == "601.2" for rule in found["rules"])
    assert CliRunner().invoke(command, ["999.9"]).exit_code == 1


def test_every_kind_of_decision_can_be_answered_by_its_kind() -> None:
    rules = Path(magistrate.__file__).parent / "rules"
    kinds: set[str] = set()
    for path in rules.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        kinds.update(re.findall(r'Decision\(\s*[\w.]+,\s*"([^"]+)"', text))
        kinds.update(re.findall(r'game\.choose\(\s*[\w.]+,\s*"([^"]+)"', text))
        kinds.update(re.findall(r'Option\("([^"]+)"', text))
    kinds -= {"priority", "stop", "pass", "cast", "concede", "special", "mana", "play", "activate"}
    assert kinds <= set(KINDS), sorted(kinds - set(KINDS))
