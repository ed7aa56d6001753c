"""Lines of Oracle text: read as one tree, printed back word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from magistrate.oracle.compile import compile_text
from magistrate.oracle.printer import print_line

LINES = [
    tuple(row.split(" | ", 1))
    for row in (Path(__file__).parent / "lines.txt").read_text(encoding="utf-8").splitlines()
    if row and not row.startswith("#")
]


@pytest.mark.parametrize(("type_line", "line"), LINES)
def test_reads_and_prints(type_line: str, line: str) -> None:
    face = compile_text(line, "This Card", type_line)
    assert [refusal.message for refusal in face.refused] == []
    (read,) = face.lines
    printed = print_line(read.abilities)
    assert printed == line
    assert compile_text(printed, "This Card", type_line).lines[0].abilities == read.abilities


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("When this creature enters the battlefield, draw a card.", "When this creature enters, draw a card."),
        (
            "Landfall — Whenever a land you control enters, draw a card.",
            "Whenever a land you control enters, draw a card.",
        ),
        ("{T}: Add {G} to your mana pool.", "{T}: Add {G}."),
        (
            'Enchanted creature gets +1/+1, has "{T}: Draw a card," and is a Cleric in addition to its other types.',
            'Enchanted creature gets +1/+1, has "{T}: Draw a card.", and is a Cleric in addition to its other types.',
        ),
        (
            "Enchanted permanent is an artifact and it loses all other card types.",
            "Enchanted permanent is an artifact and loses all other card types.",
        ),
        ('Enchanted creature has "Cumulative upkeep {1}."', "Enchanted creature has cumulative upkeep {1}."),
        ('Other creatures you control have "Ward—Pay 2 life."', "Other creatures you control have ward—Pay 2 life."),
        ("Flying (It can't be blocked except by creatures with flying or reach.)", "Flying"),
        (
            "Whenever This Card attacks, This Card gets +1/+1 until end of turn.",
            "Whenever ~ attacks, ~ gets +1/+1 until end of turn.",
        ),
    ],
)
def test_normalises(line: str, printed: str) -> None:
    face = compile_text(line, "This Card", "Creature")
    assert [print_line(read.abilities) for read in face.lines] == [printed]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("When this creature enters, draw a card and frobnicate.", "frobnicate"),
        ("Destroy target banana.", "banana"),
        ("Flying, jumping", "jumping"),
        ("This creature gets +1/+1 as long as it.", "."),
    ],
)
def test_a_refusal_names_the_exact_words(line: str, words: str) -> None:
    (refusal,) = compile_text(line, "This Card", "Creature").refused
    assert refusal.text == words
    assert refusal.expected


def test_what_is_prevented_this_way_is_said_of_a_prevention() -> None:
    (refusal,) = compile_text(
        "Draw a card. You gain life equal to the damage prevented this way.", "~", "Sorcery"
    ).refused
    assert "prevents damage" in refusal.message
