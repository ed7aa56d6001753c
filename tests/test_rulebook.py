"""The book of rules beside the code: citations, the index, looking rules up, what is carried out."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import magistrate
from magistrate.cards import paths
from magistrate.cli import run
from magistrate.judge.vocabulary import KINDS
from magistrate.rulebook import book as books
from magistrate.rulebook import exercised
from magistrate.rulebook.book import Book, import_file
from magistrate.rulebook.citations import by_rule, cited
from magistrate.rulebook.commands import rules as command
from magistrate.rulebook.coverage import report, shown, stale
from magistrate.rulebook.index import entries, is_under, order_of, place, summary
from magistrate.rulebook.looking_up import implemented, look_up

#: The chapters in which every section and rule has a summary.
CHAPTERS = "123456789"
#: What of chapters 8 and 9 is looked at with chapters 1 to 7.
VARIANTS = ("800", "802", "806", "903")
#: How much of that is carried out or definitional at least.
LEAST = 0.84


def test_citations_in_a_text() -> None:
    assert cited("CR 106.7: what it could produce.") == ["106.7"]
    assert cited("(CR 104.2a, 104.4a) and CR 800.4") == ["104.2a", "104.4a", "800.4"]
    assert cited("CR 601.2f-h, 118.3a") == ["601.2f", "601.2g", "601.2h", "118.3a"]
    assert cited("CR 500-502") == ["500", "501", "502"]
    assert cited("no rule 106.7 here") == []
    assert cited("CR 106.4, {T} a thing") == ["106.4"]
    assert cited("CR 702.34 flashback, 702.81 retrace and more") == ["702.34", "702.81"]
    assert cited("CR 502.1-502.3") == ["502.1", "502.2", "502.3"]
    assert cited("CR 704.5k-704.5n") == ["704.5k", "704.5m", "704.5n"]


def test_parts_of_rules() -> None:
    assert is_under("106.12a", "106.12")
    assert is_under("106.12", "106")
    assert not is_under("106.12", "106.1")
    assert not is_under("106.1", "106.12")
    assert is_under("106", "1")


def test_every_citation_is_a_rule() -> None:
    assert stale() == []


def test_what_only_tells_of_rules_carries_none_out() -> None:
    functions = {function for some in by_rule().values() for function in some}
    assert not [one for one in functions if "rules.telling" in one or "layers_told" in one or ".judge." in one]
    assert any(one.startswith("magistrate.rules.zones:") for one in functions)


def test_the_index_is_that_of_the_book(shared_data: Path) -> None:
    """Every number of the supplied index is there, in its order, and no other."""
    with (shared_data / "rules" / "index.csv").open(encoding="utf-8") as file:
        numbers = [row["number"].rstrip(".") for row in csv.DictReader(file)]
    assert list(entries()) == numbers
    assert sorted(numbers, key=order_of) == numbers


def test_sections_and_rules_have_a_summary() -> None:
    """Every section and every rule that is no part of another says in a few words what it is about."""
    without = [one for one in entries() if one[0] in CHAPTERS and not one[-1].isalpha() and not entries()[one].summary]
    assert not without


def test_summaries_are_our_own_words(shared_data: Path) -> None:
    """No summary or reason of eight words or more stands so in the official text."""
    said = " ".join(" ".join(books.book().texts.values()).casefold().split())
    copied = [
        one.number
        for one in entries().values()
        for words in (one.summary, one.why, one.lacks)
        if len(words.split()) >= 8 and words.casefold().rstrip(".") in said
    ]
    assert not copied


def test_most_of_the_book_is_carried_out_or_definitional() -> None:
    found = report()
    counted = [rule for rule in found["rules"] if rule["number"][0] in "1234567" or rule["number"][:3] in VARIANTS]
    done = [rule for rule in counted if rule["state"] != "missing"]
    assert len(done) >= LEAST * len(counted)


def test_a_section_that_is_mostly_definitional_is_explained() -> None:
    """A section of which more than 40% is definitional has a word in the document."""
    text = (Path(__file__).parent.parent / "docs" / "definitional.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"\b\d{3}\b", text))
    mostly = {
        section
        for section, counts in report()["sections"].items()
        if counts["definitional"] > 0.4 * (counts["carried out"] + counts["definitional"] + counts["missing"])
    }
    assert mostly <= explained, sorted(mostly - explained)


def test_one_rule() -> None:
    found = shown("702.19b")
    assert found["place"] == ["7", "702", "702.19", "702.19b"] == place("702.19b")
    assert found["state"] == "carried out"
    assert any("combat_damage" in function for function in found["functions"])
    assert found["scenarios"] if exercised.folder() else found["scenarios"] is None
    assert shown("107.9")["why"]
    assert shown("123.3")["lacks"]
    assert summary("106.12a") == summary("106.12") != ""


def test_the_book(shared_data: Path) -> None:
    book = books.book()
    assert {one for one in entries() if len(one) > 1} <= book.numbers
    assert book.texts["106.7"].startswith("Some abilities produce mana")
    assert [rule["number"] for rule in look_up(book, "106.12")["rules"]] == ["106.12", "106.12a", "106.12b"]
    assert look_up(book, "produce mana of an undefined type")["rules"][0]["number"] == "106.5"
    assert not implemented(book)["stale"]


def test_importing_a_book(shared_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(paths.CACHE_VARIABLE, str(tmp_path / "cache"))
    (published,) = (shared_data / "rules").glob("*.txt")
    text = published.read_text(encoding="utf-8")
    monkeypatch.delenv(paths.DATA_VARIABLE)
    assert not books.book().texts
    assert run(["rules", "import", str(published)]) == 0
    assert books.book().texts["106.7"].startswith("Some abilities produce mana")
    other = tmp_path / "other.txt"
    for wrong in (b"\xff\xfe\x00", b"a letter to a friend", text.replace("February 7, 2025", "May 1, 2031").encode()):
        other.write_bytes(wrong)
        assert run(["rules", "import", str(other)]) == 2
    assert run(["rules", "import", str(tmp_path / "nothing.txt")]) == 2
    assert run(["rules", "import", str(tmp_path)]) == 2
    assert run(["rules", "import"]) == 2
    with pytest.raises(books.InputError, match="the edition of May 1, 2031"):
        import_file(other)


def test_a_file_that_is_not_whole_is_not_taken(shared_data: Path, tmp_path: Path) -> None:
    (published,) = (shared_data / "rules").glob("*.txt")
    half = tmp_path / "half.txt"
    half.write_text("\n".join(published.read_text(encoding="utf-8").split("\n")[:2000]), encoding="utf-8")
    with pytest.raises(books.InputError, match="the file is not whole"):
        import_file(half)


def test_ranges_and_several_numbers() -> None:
    def numbers(words: str) -> list[str]:
        return [rule["number"] for rule in look_up(Book({}), words)["rules"]]

    assert numbers("601.2a-c") == ["601.2a", "601.2b", "601.2c"]
    assert numbers("CR 106.11-106.12") == ["106.11", "106.12", "106.12a", "106.12b"]
    assert numbers("106.7 601.2c") == ["106.7", "601.2c"]
    assert numbers("１０６.７") == ["106.7"]
    for words, said in (
        ("601.2c-a", "601.2a stands before 601.2c"),
        ("106.7-999.1", "there is no rule 999.1"),
        ("1000", "there is no rule 1000; rules have numbers like"),
        ("106..7", "there is no rule 106..7"),
        ("106.7 999.1", "there is no rule 999.1"),
    ):
        found = look_up(Book({}), words)
        assert not found["rules"]
        assert said in found["hint"]


def test_a_term_of_the_glossary_comes_first(shared_data: Path) -> None:
    found = look_up(books.book(), "flash")
    assert found["glossary"]["term"] == "Flash"
    assert [rule["number"] for rule in found["rules"]][:3] == ["702.8", "702.8a", "702.8b"]
    assert look_up(books.book(), "Credits")["glossary"] is None


def test_without_a_book() -> None:
    book = Book({})
    found = look_up(book, "601.2")
    assert found["rules"][0]["text"] == ""
    assert any("casting" in function for function in found["rules"][0]["functions"])
    assert "rules import" in look_up(book, "no such words")["hint"]
    assert implemented(book)["stale"] == []


def test_the_command() -> None:
    result = CliRunner().invoke(command, ["601.2", "--json"])
    assert result.exit_code == 0
    assert "601.2" in [rule["number"] for rule in json.loads(result.output)["rules"]]
    result = CliRunner().invoke(command, ["--implemented", "--json"])
    found = json.loads(result.output)
    assert any(rule["number"] == "601.2" for rule in found["rules"])
    assert CliRunner().invoke(command, ["--coverage", "613", "--json"]).exit_code == 0
    result = CliRunner().invoke(command, ["--coverage", "702.19"])
    assert "702.19b" in result.output
    assert "0 stale citations" in result.output


def test_wrong_use_is_said_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, said in (
        (["999.9"], "there is no rule 999.9"),
        (["702.19z"], "there is no rule 702.19z; 702.19 has"),
        (["--coverage", "999"], "there is no rule 999"),
        ([], "name a rule"),
        (["--coverage", "--implemented"], "name one of them"),
    ):
        assert run(["rules", *arguments]) == 2
        complaint = capsys.readouterr().err
        assert said in complaint
        assert complaint.count("\n") == 1
    assert run(["rules", "no", "such", "words", "anywhere"]) == 1


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
