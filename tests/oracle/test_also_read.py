"""Wordings that are understood and printed in other words."""

from __future__ import annotations

import pytest

from magistrate.oracle.compile import compile_text
from magistrate.oracle.printer import print_line


@pytest.mark.parametrize(
    ("type_line", "line", "printed"),
    [
        (
            "Instant",
            "Copy target creature spell, except it isn't legendary if the spell is legendary.",
            "Copy target creature spell, except it isn't legendary.",
        ),
        ("Artifact", "Exhaust — {4}: Draw a card.", "{4}: Draw a card. Activate only once."),
        (
            "Instant",
            "Spree (Choose one or more additional costs.)\n+ {1} — Draw a card.\n+ {3} — Destroy target creature.",
            "Spree\n+ {1} — Draw a card.\n+ {3} — Destroy target creature.",
        ),
        (
            "Creature",
            "At the beginning of your upkeep, if there are two or more ki counters on this creature, draw a card.",
            "At the beginning of your upkeep, if this creature has two or more ki counters on it, draw a card.",
        ),
        (
            "Land",
            "{T}: Add {C}. If there are no depletion counters on this land, sacrifice it.",
            "{T}: Add {C}. If this land has no depletion counters on it, sacrifice it.",
        ),
        (
            "Planeswalker",
            "[-8]: You get an emblem with \"Islands you control have '{T}: Draw a card.'\"",
            '[-8]: You get an emblem with "Islands you control have "{T}: Draw a card.""',
        ),
        (
            "Sorcery",
            'Target creature gains "{T}: Draw a card" until end of turn.',
            'Target creature gains "{T}: Draw a card." until end of turn.',
        ),
        (
            "Sorcery",
            "Create a tapped and attacking token that's a copy of target creature.",
            "Create a token that's a copy of target creature that's tapped and attacking.",
        ),
        ("Creature", "Your life total can't change.", "You can't gain life or lose life."),
        (
            "Sorcery",
            "Draw a card. If you have the city's blessing, instead only your opponents draw a card.",
            "Draw a card. If you have the city's blessing, your opponents draw a card instead.",
        ),
    ],
)
def test_also_reads(type_line: str, line: str, printed: str) -> None:
    face = compile_text(line, "This Card", type_line)
    assert [refusal.message for refusal in face.refused] == []
    assert [print_line(read.abilities) for read in face.lines] == [printed]
    assert compile_text(printed, "This Card", type_line).abilities == face.abilities
