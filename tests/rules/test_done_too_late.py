"""What is noted only once it has been done cannot be replaced by the rules: a card that says so is not played (CR 614.6)."""

from __future__ import annotations

import pytest

from magistrate.reading import read_card
from magistrate.rules import executable
from tests.judge.helper import run


@pytest.mark.parametrize(
    "action", ["flip a coin", "reveal a card", "venture into the dungeon", "clash with an opponent"]
)
def test_what_is_done_already_is_not_replaced(action: str) -> None:
    card = read_card(f"If you would {action}, you gain 1 life instead.", power=1, toughness=1)
    assert [one for one in executable.without_rules(card) if one.startswith("would ")]


@pytest.mark.parametrize("action", ["proliferate", "investigate", "learn", "manifest dread"])
def test_what_is_proposed_before_is_replaced(action: str) -> None:
    card = read_card(f"If you would {action}, you gain 1 life instead.", power=1, toughness=1)
    assert executable.without_rules(card) == []


def test_it_is_not_played_wrong_either() -> None:
    outcome = run(
        """
players:
  A:
    hand: [Mana Clash]
    battlefield:
      - {card: No Coins, type: Enchantment, text: "If you would flip a coin, you gain 1 life instead."}
      - Mountain
  B: {}
script:
  - {turn: 1, step: main 1, player: A, cast: Mana Clash, targets: [B]}
  - {turn: 1, step: main 1, resolve: all}
expect: [{life: {A: 21}}]
"""
    )
    assert outcome.status == "unsupported"
