"""A keyword that nobody has defined means what its reminder text says, when that is a whole definition."""

from __future__ import annotations

import pytest

from magistrate.abilities.kinds import Keyword
from magistrate.oracle.compile import compile_text
from magistrate.oracle.printer import print_line


@pytest.mark.parametrize(
    ("type_line", "line", "meaning"),
    [
        ("Creature", "Flurrby {2} ({2}, {T}: Draw a card.)", "{2}, {T}: Draw a card."),
        (
            "Creature",
            "Zap 2 (When this creature enters, it deals 2 damage to any target.)",
            "When this creature enters, it deals 2 damage to any target.",
        ),
        (
            "Creature",
            "Blink out (This creature can't be blocked by creatures with power 3 or greater.)",
            "This creature can't be blocked by creatures with power 3 or greater.",
        ),
        (
            "Creature",
            "Rekindle—Discard a card (Discard a card: Return this card from your graveyard to your hand.)",
            "Discard a card: Return this card from your graveyard to your hand.",
        ),
        ("Sorcery", "Glean (Draw two cards, then discard a card.)", "Draw two cards, then discard a card."),
        (
            "Creature",
            "Greet 1 (When this creature enters, draw a card. When this creature dies, you gain 1 life.)",
            "When this creature enters, draw a card.\nWhen this creature dies, you gain 1 life.",
        ),
    ],
)
def test_is_read_from_its_reminder_text(type_line: str, line: str, meaning: str) -> None:
    face = compile_text(line, "This Card", type_line)
    assert [refusal.message for refusal in face.refused] == []
    (read,) = face.lines
    (keyword,) = read.abilities
    assert isinstance(keyword, Keyword)
    assert read.reminder
    assert keyword.meaning == compile_text(meaning, "This Card", type_line).abilities
    assert print_line(read.abilities) == line.partition(" (")[0]


@pytest.mark.parametrize(
    "line",
    [
        "Flurrby {2}",  # nothing defines it
        "Flurrby {2} ({T}: Draw a card.)",  # not what the cost is for
        "Zap 2 (When this creature enters, it deals damage to any target.)",  # nor the number
        "Zap (When this creature enters, it zaps any target.)",  # of the keyword, not what it is
        "Frob (It can't be frobbed.)",
        "Flurrby {2} ({2}, {T}: Draw a card and frobnicate.)",  # not understood
        "Flurrby {2} (Think of this as flying.)",
        "Flurrby {2} (Flying)",
        "Flying high (Whenever this creature attacks, draw a card.)",  # begins as a keyword that is known
    ],
)
def test_no_whole_definition_is_refused(line: str) -> None:
    assert compile_text(line, "This Card", "Creature").refused
