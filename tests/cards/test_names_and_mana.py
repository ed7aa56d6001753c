from __future__ import annotations

import doctest

import pytest

from magistrate.cards import decks, mana, model, names
from magistrate.cards.mana import cost_colors, mana_value
from magistrate.cards.names import fold, name_key


@pytest.mark.parametrize("module", [decks, mana, model, names])
def test_examples_in_docstrings(module: object) -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("written", "other"),
    [
        ("Æther Vial", "aether vial"),
        ("Lim-Dûl's Vault", "LIM-DUL’S VAULT"),
        ("Fire // Ice", "fire/ice"),
        ("Fire // Ice", "Fire///Ice"),
        ("“Ach! Hans, Run!”", '"Ach! Hans, Run!"'),
        ("Séance", "seance"),
    ],
)
def test_ways_to_write_a_name(written: str, other: str) -> None:
    assert name_key(written) == name_key(other)


def test_fold_leaves_no_double_spaces() -> None:
    assert fold("  Two \n words ") == "two words"


@pytest.mark.parametrize(
    ("cost", "value", "colors"),
    [
        (None, 0, ""),
        ("{0}", 0, ""),
        ("{X}{X}{R}", 1, "R"),
        ("{2}{W}{U}", 4, "WU"),
        ("{G/W}{G/W}", 2, "WG"),
        ("{2/B}{2/B}", 4, "B"),
        ("{R/P}", 1, "R"),
        ("{G/U/P}", 1, "UG"),
        ("{C/W}", 1, "W"),
        ("{S}{C}", 2, ""),
        ("{HW}", 0.5, "W"),
        ("{1000000}", 1_000_000, ""),
    ],
)
def test_mana_value_and_colors(cost: str | None, value: float, colors: str) -> None:
    assert mana_value(cost) == value
    assert cost_colors(cost) == colors


@pytest.mark.parametrize(
    ("type_line", "expected"),
    [
        ("Instant", ((), ("Instant",), ())),
        ("Basic Snow Land — Island", (("Basic", "Snow"), ("Land",), ("Island",))),
        ("Legendary Creature — Time Lord Doctor", (("Legendary",), ("Creature",), ("Time Lord", "Doctor"))),
        ("Plane — Bolas's Meditation Realm", ((), ("Plane",), ("Bolas's Meditation Realm",))),
        ("Enchantment Creature", ((), ("Enchantment", "Creature"), ())),
    ],
)
def test_type_lines(type_line: str, expected: object) -> None:
    assert model.parse_type_line(type_line) == expected
