"""What people give that cannot be read: one line that says what was expected and where, whatever the way in."""

from __future__ import annotations

from pathlib import Path

import pytest

from magistrate.cli import run
from tests.judge.helper import run as judged


def said(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> str:
    assert run(arguments) == 2
    shown = capsys.readouterr()
    lines = (shown.out + shown.err).splitlines()
    assert len(lines) == 1, lines
    return lines[0]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "is empty: expected a card, its name first"),
        (b" \r\n\t\n", "is empty"),
        ("Bäh {1}\nLand\n".encode("latin-1"), "no UTF-8 text"),
        ("Bird {1}\nLand\n".encode("utf-16"), "no UTF-8 text"),
        (b"Bird {1}\nLand\nFly\x00ing\n", "control character U+0000"),
        (b"Bird 2G\nLand\n", "expected a mana cost such as `{2}{G/W}` behind the name, not `2G`"),
        (b"Bird {2}{\nLand\n", "expected a card's name, and its cost behind it"),
        (b"Bird {2}{g}\nLand\n", "did you mean `{G}`"),
        (b"Bird {1}\ncreature\n1/1\n", "did you mean `Creature`"),
        (b"Bird {1}\nCreature\n1/\n", "expected a number or `*` as its toughness"),
        (b"Bird {1}\nCreature\n1.5/1\n", "expected a number or `*` as its power"),
        (b"Bird {1}\nCreature\nFlying\n", "expected its power: it is a creature"),
        (b"Bird\n", "expected the type line of Bird"),
    ],
)
def test_cards(capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, expected: str) -> None:
    file = tmp_path / "card.txt"
    file.write_bytes(content)
    line = said(capsys, ["card", "--text", str(file)])
    assert expected in line
    assert "card.txt" in line


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "expected cards"),
        ("1 Lim-Dûl's Vault".encode("latin-1"), ":1: expected a deck list in UTF-8"),
        (b"60 For\x00est", ":1: no card is named `For\\x00est`"),
        (b"-3 Forest", ":1: expected a card such as"),
        (b"1.5 Forest", ":1: expected a card such as"),
    ],
)
def test_decks(capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, expected: str) -> None:
    file = tmp_path / "deck.txt"
    file.write_bytes(content)
    assert expected in said(capsys, ["deck", "check", str(file)])


def test_decks_with_signs_that_are_not_seen(tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(
        "\ufeff30\u00a0\u200bForest\r\n26\tFor\u00adest\r\n4 Lim-D\u00fbl\u2019s Vault", encoding="utf-8", newline=""
    )
    assert run(["deck", "check", str(file)]) == 0


@pytest.mark.parametrize("content", [b"name: \xff\n", b"name: x\x00\n", b"name: x\n\tplayers: 1\n", b""])
def test_scenario_files(capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "one.yaml"
    file.write_bytes(content)
    assert run(["judge", str(file)]) == 2
    shown = capsys.readouterr()
    assert "one.yaml:" in shown.out + shown.err
    assert "Traceback" not in shown.out + shown.err


def in_hand(card: str) -> str:
    outcome = judged(f"players:\n  A: {{hand: [{card}]}}\n  B: {{}}\nexpect: [{{turn: 1}}]\n")
    assert outcome.status in ("error", "held")
    assert "\n" not in (outcome.error or "")
    return outcome.error or ""


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("{card: B, type: Creature, power: 1}", "3: B: expected its toughness"),
        ("{card: B, type: Creature, power: 1, toughness: 1, mana_cost: '{Z}'}", "not `{Z}`"),
        ("{card: B, type: Land}, {card: B, type: Artifact}", "3: `B` is written out twice, differently"),
    ],
)
def test_scenarios(card: str, expected: str) -> None:
    assert expected in in_hand(card)


def test_scenarios_with_signs_that_are_not_seen() -> None:
    assert not in_hand('"For\\u200best", "Akroma\u2019s\u00a0Vengeance", "\ufb02ying\\tmen"')
    assert not in_hand("{card: B, type: Land, text: ''}, {card: B, type: Land}")


def test_names_of_no_encoding(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no card is named" in said(capsys, ["card", "\ud800"])
