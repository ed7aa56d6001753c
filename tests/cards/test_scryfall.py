from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from magistrate.cards.model import Card
from magistrate.cards.scryfall import read_cards
from magistrate.errors import InputError


def record(name: str, **values: Any) -> dict[str, Any]:
    """A record of a made-up card."""
    return {
        "object": "card",
        "oracle_id": f"id of {name}",
        "name": name,
        "layout": "normal",
        "mana_cost": "{1}{G}",
        "type_line": "Creature — Bear",
        "oracle_text": "",
        "power": "2",
        "toughness": "2",
        "color_identity": ["G"],
        "keywords": [],
        "legalities": {"modern": "legal"},
        **values,
    }


def read(tmp_path: Path, *records: dict[str, Any]) -> list[Card]:
    path = tmp_path / "oracle_cards.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    return [entry.card for entry in read_cards(path)]


def test_the_story_spotlight_does_nothing(tmp_path: Path) -> None:
    plain = record("Quiet Bear", oracle_text="Trample\nVigilance")
    spotlit = record("Quiet Bear", oracle_text="Trample\nVigilance", story_spotlight=True)
    marked = record("Quiet Bear", oracle_text="Trample\nVigilance\n{PW}", story_spotlight=True)
    first, second, third = read(tmp_path, plain, spotlit, marked)
    assert first == second == third


def test_what_is_no_card_is_left_out(tmp_path: Path) -> None:
    token = record("Bear", layout="token")
    checklist = record("Checklist", type_line="Card")
    assert [card.name for card in read(tmp_path, token, record("Quiet Bear"), checklist)] == ["Quiet Bear"]


def half(name: str, **values: Any) -> dict[str, Any]:
    return {"name": name, "mana_cost": "", "type_line": "Creature — Bear", "oracle_text": "", **values}


def test_faces_and_indicators(tmp_path: Path) -> None:
    front = half("Day Bear", mana_cost="{G}", power="1", toughness="1")
    back = half("Night Bear", color_indicator=["R", "G"], power="3", toughness="3")
    (card,) = read(tmp_path, record("Day Bear // Night Bear", layout="transform", card_faces=[front, back]))
    assert [face.name for face in card.faces] == ["Day Bear", "Night Bear"]
    assert card.faces[0].colors is None
    assert card.faces[1].colors == "RG"
    assert card.faces[1].mana_cost is None


def test_flip_halves_share_the_mana_cost(tmp_path: Path) -> None:
    halves = [half("Up Bear", mana_cost="{2}{G}"), half("Down Bear")]
    (card,) = read(tmp_path, record("Up Bear // Down Bear", layout="flip", card_faces=halves))
    assert card.faces[1].mana_cost == "{2}{G}"


def test_aftermath_is_a_layout_of_its_own(tmp_path: Path) -> None:
    halves = [half("Hide", mana_cost="{G}"), half("Seek", mana_cost="{U}")]
    values: dict[str, Any] = {"layout": "split", "card_faces": halves}
    plain, aftermath = read(
        tmp_path, record("Hide // Seek", **values), record("Hide // Seek", keywords=["Aftermath"], **values)
    )
    assert plain.layout == "split"
    assert aftermath.layout == "aftermath"
    assert plain.color_letters == "UG"


def test_reversible_cards_show_one_face(tmp_path: Path) -> None:
    halves = [half("Same Bear", mana_cost="{G}", oracle_id="same")] * 2
    values = record("Same Bear // Same Bear", layout="reversible_card", card_faces=halves)
    del values["oracle_id"], values["type_line"], values["mana_cost"], values["oracle_text"]
    (card,) = read(tmp_path, values)
    assert [face.name for face in card.faces] == ["Same Bear"]
    assert not card.missing


def test_melded_fronts(tmp_path: Path) -> None:
    parts = [
        {"component": "meld_part", "name": "Left Bear"},
        {"component": "meld_part", "name": "Right Bear"},
        {"component": "meld_result", "name": "Whole Bear"},
    ]
    found = read(
        tmp_path,
        record("Whole Bear", layout="meld", all_parts=parts, mana_cost=""),
        record("Left Bear", layout="meld", all_parts=parts),
        record("Right Bear", layout="meld", all_parts=parts),
    )
    assert [card.name for card in found] == ["Left Bear // Whole Bear", "Right Bear // Whole Bear"]
    assert all(card.faces[1].name == "Whole Bear" for card in found)


def test_rulings_come_in_order(tmp_path: Path) -> None:
    cards, rulings = tmp_path / "cards.json", tmp_path / "rulings.json"
    cards.write_text(json.dumps([record("Quiet Bear")]), encoding="utf-8")
    notes = [
        {"object": "ruling", "oracle_id": "id of Quiet Bear", "source": "wotc", "published_at": day, "comment": day}
        for day in ("2020-02-02", "2019-01-01")
    ]
    rulings.write_text(json.dumps(notes), encoding="utf-8")
    (entry,) = read_cards(cards, rulings)
    assert [ruling.text for ruling in entry.rulings] == ["2019-01-01", "2020-02-02"]
    rulings.write_text('[{"oracle_id": "x", "source": "wotc", "published_at": "soon", "comment": ""}]')
    with pytest.raises(InputError, match="record 1 is not a Scryfall ruling"):
        list(read_cards(cards, rulings))


@pytest.mark.parametrize(
    "broken", [{"name": "x"}, {"layout": "normal"}, 3, None, {"layout": "normal", "card_faces": [1]}]
)
def test_malformed_records(tmp_path: Path, broken: Any) -> None:
    with pytest.raises(InputError, match="record 2 is not a Scryfall card object"):
        read(tmp_path, record("Quiet Bear"), broken)
