"""A card that nobody has printed is refused when what stands around its text cannot be read: it is never played as though free."""

from __future__ import annotations

from typing import Any

import pytest

from magistrate.errors import InputError
from magistrate.reading import read_card


@pytest.mark.parametrize("cost", ["banana", "{{}", "2GG", "{T}", "{G", "{99999999999}", "{G} {G}"])
def test_a_mana_cost_that_cannot_be_read(cost: str) -> None:
    with pytest.raises(InputError, match="expected a mana cost"):
        read_card("Flying", mana_cost=cost, power=1, toughness=1)


@pytest.mark.parametrize("cost", ["", "{0}", "{X}{X}{2/W}{G/W}{G/W/P}{U/P}{C/R}{S}{C}", None])
def test_mana_costs(cost: str | None) -> None:
    assert read_card("Flying", mana_cost=cost, power=1, toughness=1).name == "Unnamed"


@pytest.mark.parametrize("corner", ["abc", "∞", "", "1.5", "1 2"])
def test_a_corner_that_cannot_be_read(corner: str) -> None:
    wrong: dict[str, Any] = {"power": corner, "toughness": 1}
    with pytest.raises(InputError, match="power"):
        read_card("Flying", **wrong)


@pytest.mark.parametrize(
    "wrong", [{"text": 3}, {"name": 3}, {"type": None}, {"mana_cost": 3}, {"colors": "Q"}, {"colors": 3}]
)
def test_what_is_said_around_the_text_is_text(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError) as refused:
        read_card(**{"text": "Flying", "power": 1, "toughness": 1, **wrong})
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("corner", [3, -1, "*", "1+*", "7-*", "*+1", "X"])
def test_corners(corner: int | str) -> None:
    assert read_card("Flying", power=corner, toughness=1).name == "Unnamed"
