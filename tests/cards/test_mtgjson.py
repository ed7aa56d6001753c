from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from magistrate.cards.assemble import SourceCard
from magistrate.cards.mtgjson import read_cards
from magistrate.errors import InputError


def face(name: str, **values: Any) -> dict[str, Any]:
    """A face of a made-up card."""
    return {
        "name": name,
        "layout": "normal",
        "manaCost": "{1}{G}",
        "type": "Creature — Bear",
        "types": ["Creature"],
        "subtypes": ["Bear"],
        "supertypes": [],
        "colorIdentity": ["G"],
        "legalities": {"modern": "Legal", "vintage": "Restricted"},
        "power": "2",
        "toughness": "2",
        **values,
    }


def read(tmp_path: Path, data: dict[str, Any]) -> list[SourceCard]:
    path = tmp_path / "AtomicCards.json"
    path.write_text(json.dumps({"meta": {}, "data": data}), encoding="utf-8")
    return list(read_cards(path))


def test_a_card_with_rulings(tmp_path: Path) -> None:
    rulings = [{"date": "2020-02-02", "text": "Late."}, {"date": "2019-01-01", "text": "Early."}]
    values = face("Quiet Bear", text="Trample", keywords=["Trample"], rulings=rulings)
    (entry,) = read(tmp_path, {"Quiet Bear": [values]})
    assert entry.card.front.text == "Trample"
    assert entry.card.keywords == ("Trample",)
    assert entry.card.legalities == {"modern": "legal", "vintage": "restricted"}
    assert [ruling.text for ruling in entry.rulings] == ["Early.", "Late."]


def test_faces_by_side(tmp_path: Path) -> None:
    name = "Day Bear // Night Bear"
    back = face(name, faceName="Night Bear", side="b", layout="transform", manaCost=None, colorIndicator=["G", "R"])
    front = face(name, faceName="Day Bear", side="a", layout="transform")
    (entry,) = read(tmp_path, {name: [back, front]})
    assert [f.name for f in entry.card.faces] == ["Day Bear", "Night Bear"]
    assert entry.card.faces[1].colors == "RG"
    assert not entry.card.missing


def test_meld_results_are_not_cards(tmp_path: Path) -> None:
    name = "Left Bear // Whole Bear"
    found = read(
        tmp_path,
        {
            name: [face(name, faceName="Left Bear", layout="meld", side="a")],
            "Whole Bear": [face("Whole Bear", layout="meld", side="b", manaCost=None)],
        },
    )
    assert [entry.card.name for entry in found] == [name]
    assert [f.name for f in found[0].card.faces] == ["Left Bear", "Whole Bear"]


def test_flip_halves_share_the_mana_cost(tmp_path: Path) -> None:
    name = "Up Bear // Down Bear"
    halves = [
        face(name, faceName="Up Bear", layout="flip", side="a"),
        face(name, faceName="Down Bear", layout="flip", side="b", manaCost=None),
    ]
    (entry,) = read(tmp_path, {name: halves})
    assert entry.card.faces[1].mana_cost == "{1}{G}"


def test_a_half_that_is_not_there_is_missing(tmp_path: Path) -> None:
    name = "Hide // Seek"
    (entry,) = read(tmp_path, {name: [face(name, faceName="Hide", layout="split", side="a")]})
    assert entry.card.missing == ("second face",)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "it is not JSON"),
        ("{}", "an object with `data`"),
        ('{"data": {"Bear": []}}', "`Bear` is not a card of AtomicCards"),
        ('{"data": {"Bear": [{"layout": "normal"}]}}', "`Bear` is not a card of AtomicCards: it has no"),
        ('{"data": {"Bear": 3}}', "`Bear` is not a card of AtomicCards"),
    ],
)
def test_malformed_files(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "AtomicCards.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        list(read_cards(path))
