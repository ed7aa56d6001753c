"""A card that nobody has printed is refused when what stands around its text cannot be read: it is never played as though free."""

from __future__ import annotations

from typing import Any

import pytest

from magistrate.errors import InputError
from magistrate.reading import read_card


@pytest.mark.parametrize(
    "cost", ["banana", "{{}", "2GG", "{T}", "{G", "{99999999999}", "{G} {G}", "{Z}", "{2}{", "{g}", "{½}", "{２}"]
)
def test_a_mana_cost_that_cannot_be_read(cost: str) -> None:
    with pytest.raises(InputError, match="expected a mana cost"):
        read_card("Flying", mana_cost=cost, power=1, toughness=1)


@pytest.mark.parametrize("cost", ["", "{0}", "{X}{X}{2/W}{G/W}{G/W/P}{U/P}{C/R}{S}{C}", None])
def test_mana_costs(cost: str | None) -> None:
    assert read_card("Flying", mana_cost=cost, power=1, toughness=1).name == "Unnamed"


@pytest.mark.parametrize("corner", ["abc", "∞", "", "1.5", "1 2", "½", "--1", "１", "1/1"])
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


@pytest.mark.parametrize(
    ("type_line", "wrong"),
    [
        ("", "expected a type line"),
        ("—", "expected a type line"),
        ("creature — Bird", "did you mean `Creature`"),
        ("Legendry Creature — Bird", "did you mean `Legendary`"),
        ("Bird Creature", "`Bird` is a subtype"),
        ("Creature — Brid", "did you mean `Bird`"),
        ("Creature Creature", "stands twice"),
        ("Host Creature — Bird", "`Host` is no card type"),
    ],
)
def test_type_lines(type_line: str, wrong: str) -> None:
    with pytest.raises(InputError, match=wrong) as refused:
        read_card("Flying", type=type_line, power=1, toughness=1)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({}, "its power: it is a creature"),
        ({"power": 1}, "its toughness: it is a creature"),
        ({"type": "Artifact — Vehicle"}, "its power: it is a Vehicle"),
        ({"type": "Artifact", "toughness": 1}, "its power too"),
        ({"type": "Legendary Planeswalker — Nobody"}, "its loyalty"),
        ({"type": "Battle — Siege"}, "its defense"),
        ({"type": "Land", "name": " "}, "a name"),
        ({"type": "Land", "name": "A\x07"}, "U\\+0007"),
        ({"type": "Land", "text": "{T}: Add {G}.\x00"}, "U\\+0000"),
    ],
)
def test_what_a_card_of_its_types_has(wrong: dict[str, Any], expected: str) -> None:
    with pytest.raises(InputError, match=f"expected .*{expected}"):
        read_card(**{"text": "Flying", **wrong})


def test_signs_that_are_not_seen_are_made_plain() -> None:
    text = "Fly\u200bing\r\n{T}:\tAdd {G}."
    card = read_card(text, name="Ba\ufb04ing\u00a0Bird", type="Creature\t– Bird", power=" 1", toughness="1\u00a0")
    assert (card.name, card.faces[0].power, len(card.faces[0].abilities)) == ("Baffling Bird", 1, 2)
    assert card.faces[0].subtypes == {"Bird"}
