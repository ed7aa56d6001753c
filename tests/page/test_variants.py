"""Pages of cards of variants that are not played here, and of cards of which the data lack a face."""

from __future__ import annotations

import json

import pytest

from magistrate.cli import run
from magistrate.oracle.compile import compile_card
from magistrate.page.commands import page_of
from magistrate.page.designed import read_design


@pytest.mark.parametrize(
    ("type_line", "variant", "zone"),
    [
        ("Plane — Nowhere", "Planechase (CR 901)", "in the command zone"),
        ("Phenomenon", "Planechase (CR 901)", "in the command zone"),
        ("Vanguard", "Vanguard (CR 902)", "in the command zone"),
        ("Ongoing Scheme", "Archenemy (CR 904)", "in the command zone"),
        ("Conspiracy", "Conspiracy Draft (CR 905)", "in the command zone"),
        ("Enchantment", None, "on the battlefield"),
    ],
)
def test_where_abilities_function(type_line: str, variant: str | None, zone: str) -> None:
    card = read_design(f"Odd One\n{type_line}\nAt the beginning of your upkeep, draw a card.", "x")
    (face,) = page_of(card, compile_card(card))["faces"]
    assert face["variant"] == variant
    (ability,) = face["lines"][0]["abilities"]
    assert ability["zone"] == zone
    assert ("113.6p" in ability["rules"]) == (variant is not None)


def test_a_variant_that_is_not_played_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    run(["card", "Tazeem"])
    shown = capsys.readouterr().out
    assert "Planechase (CR 901) alone, which is not played here" in shown
    assert "on the battlefield" not in shown


def test_all_faces_are_shown_of_a_card_that_the_data_lack(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["card", "Who // What // When // Where // Why"]) == 1
    shown = capsys.readouterr().out.splitlines()
    assert [name for name in ("What", "When", "Where", "Why") if name in shown] == ["What", "When", "Where", "Why"]
    assert run(["card", "Who", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["state"] == "incomplete"
