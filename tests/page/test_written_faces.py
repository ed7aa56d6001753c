"""Cards with several faces that nobody has printed: their layout is said, or follows surely from the faces, or is asked for."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from magistrate.cards import open_store
from magistrate.cli import run
from magistrate.errors import InputError
from magistrate.game import Game
from magistrate.page.designed import read_design
from magistrate.setup import WrittenCard
from magistrate.written import card_of
from tests.judge.helper import held
from tests.judge.helper import run as judged

CAT = WrittenCard("Cat", "", "Creature — Cat", "{1}", "1", "1")
DEED = WrittenCard("Deed", "Draw a card.", "Sorcery", "{1}{U}")
OTHER = WrittenCard("Other Deed", "You gain 3 life.", "Instant", "{W}")


def both(first: WrittenCard, second: WrittenCard, layout: str = "") -> str:
    return card_of(WrittenCard("", layout=layout, faces=(first, second))).layout


def but(card: WrittenCard, **changes: Any) -> WrittenCard:
    return WrittenCard(**{**vars(card), **changes})


BIG = but(CAT, name="Big Cat", mana_cost=None)


@pytest.mark.parametrize(
    ("first", "second", "layout"),
    [
        (CAT, but(DEED, type="Sorcery — Adventure"), "adventure"),
        (CAT, but(DEED, type="Sorcery — Omen"), "adventure"),
        (DEED, but(OTHER, text="Aftermath\nYou gain 3 life."), "aftermath"),
        (but(DEED, text="Draw a card.\nFuse"), OTHER, "split"),
        (WrittenCard("Hall", "", "Enchantment — Room", "{1}"), WrittenCard("Attic", "", "Enchantment — Room", "{2}"), "split"),
        (but(CAT, text="{2}: Transform this creature."), BIG, "transform"),
        (but(CAT, text="Daybound"), but(BIG, text="Nightbound"), "transform"),
        (but(CAT, text="{2}: Flip this creature."), but(BIG, mana_cost="{1}"), "flip"),
        (but(CAT, text="This creature enters prepared."), DEED, "prepare"),
    ],
)  # fmt: skip
def test_a_layout_that_follows(first: WrittenCard, second: WrittenCard, layout: str) -> None:
    assert both(first, second) == layout


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (CAT, BIG),
        (CAT, but(CAT, name="Other Cat")),
        (DEED, OTHER),
        (CAT, DEED),
        (DEED, WrittenCard("Place", "", "Land")),
        (but(CAT, text="{2}: Transform target creature you control."), BIG),
        (but(CAT, text="{2}: Flip a coin."), BIG),
        (but(CAT, text="{2}: Transform this creature."), but(BIG, mana_cost="{3}")),
    ],
)
def test_a_layout_that_does_not_follow_is_asked_for(first: WrittenCard, second: WrittenCard) -> None:
    with pytest.raises(InputError, match="expected `layout`"):
        both(first, second)


@pytest.mark.parametrize(
    ("first", "second", "said", "layout"),
    [
        (CAT, BIG, "transform", "transform"),
        (CAT, but(CAT, name="Other Cat"), "modal_dfc", "modal_dfc"),
        (CAT, but(CAT, name="Other Cat"), "Modal DFC", "modal_dfc"),
        (DEED, OTHER, "split", "split"),
        (DEED, OTHER, "modal_dfc", "modal_dfc"),
        (CAT, DEED, "prepare", "prepare"),
        (CAT, but(DEED, type="Sorcery — Omen"), "omen", "adventure"),
        (CAT, BIG, "flip", "flip"),
        (CAT, BIG, "meld", "meld"),
    ],
)
def test_a_layout_that_is_said(first: WrittenCard, second: WrittenCard, said: str, layout: str) -> None:
    assert both(first, second, said) == layout


@pytest.mark.parametrize(
    ("first", "second", "said", "wrong"),
    [
        (CAT, DEED, "adventure", "the second is no Adventure"),
        (CAT, but(DEED, type="Sorcery — Adventure"), "omen", "the second is no Omen"),
        (CAT, DEED, "split", "both are instants or sorceries"),
        (DEED, OTHER, "aftermath", "begins with `Aftermath`"),
        (CAT, CAT, "split", "another name"),
        (CAT, but(CAT, name="Other"), "transform", "no mana cost"),
        (DEED, OTHER, "flip", "the first is a permanent card"),
        (CAT, BIG, "tranform", "did you mean `transform`"),
        (CAT, BIG, "saga", "expected one face"),
    ],
)
def test_a_layout_that_does_not_fit(first: WrittenCard, second: WrittenCard, said: str, wrong: str) -> None:
    with pytest.raises(InputError, match=wrong) as refused:
        both(first, second, said)
    assert "\n" not in str(refused.value)


def test_every_printed_card_has_the_layout_that_follows_from_it() -> None:
    """What is said to follow never differs from what is printed (prepared in another way, melded by its partner: asked for)."""
    from magistrate.written import _following

    for card in open_store().cards():
        if len(card.faces) == 2 and not card.missing and card.in_scope:
            assert _following(*card.faces) in (card.layout, ""), card.name


def test_one_face_and_three() -> None:
    with pytest.raises(InputError, match="expected two `faces`"):
        card_of(but(CAT, layout="split"))
    with pytest.raises(InputError, match="expected two faces, not 3"):
        card_of(WrittenCard("", layout="split", faces=(DEED, OTHER, but(DEED, name="Third"))))


FACES = {
    "layout": "modal_dfc",
    "faces": [
        {"name": "Cat", "type_line": "Creature — Cat", "mana_cost": "{1}", "power": 1, "toughness": 1},
        {"name": "Place", "type_line": "Land", "text": "{T}: Add {G}.", "mana_cost": None},
    ],
}


def test_faces_as_json_and_in_plain_lines() -> None:
    as_json = read_design(json.dumps(FACES, indent=1), "x")
    plain = read_design("Layout: modal_dfc\nCat {1}\nCreature — Cat\n1/1\n//\nPlace\nLand\n{T}: Add {G}.", "x")
    assert as_json == plain
    assert as_json.name == "Cat // Place"
    assert as_json.layout == "modal_dfc"


@pytest.mark.parametrize(
    ("content", "wrong"),
    [
        ('{"name": "A", "name": "B", "type": "Land"}', "`name` is named twice"),
        ("name: A\nname: B\ntype: Land", "line 2: .*`name` is named twice"),
        ('{"name": "A", "type": "Land",}', "line 1: not JSON"),
        ('{"faces": [], "name": "A"}', "`faces` is a list of cards"),
        ("A {1}\nLand\n//\n", "expected a face before and behind `//`"),
        ('{"name": "A", "type": "Land", "type_line": "Land"}', "said twice"),
        ('{"type": "Land", "faces": [{"name": "A"}]}', "`type` beside `faces`"),
    ],
)
def test_files_that_hold_no_card(content: str, wrong: str) -> None:
    with pytest.raises(InputError, match=wrong) as refused:
        read_design(content, "x")
    assert "\n" not in str(refused.value)


def test_the_command_asks_for_the_layout(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "card.txt"
    file.write_text("Cat {1}\nCreature — Cat\n1/1\n//\nPlace\nLand\n", encoding="utf-8")
    assert run(["card", "--text", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "expected `layout`" in said


# In scenarios ----------------------------------------------------------------------------------------------------------
SCENARIO = """
players:
  A:
    hand:
      - layout: modal_dfc
        faces:
          - {name: Idle Cat, type_line: Creature — Cat, mana_cost: "{1}", power: 1, toughness: 1}
          - {name: Idle Place, type_line: Land, text: "{T}: Add {G}."}
      - faces:
          - {name: Brave Cat, type: Creature — Cat, mana_cost: "{1}", power: 2, toughness: 1}
          - {name: Brave Deed, type: Instant — Adventure, mana_cost: "{G}", text: "You gain 2 life."}
      - {card: Night Cat, layout: split, faces: [{name: Night Cat, type: Sorcery, mana_cost: "{2}", text: Draw a card.},
          {name: Day Cat, type: Sorcery, mana_cost: "{G}", text: "You gain 3 life."}]}
    battlefield: [Forest]
  B: {}
script:
  - {turn: 1, step: main 1, player: A, play: Idle Place}
  - {turn: 1, step: main 1, player: A, cast: Brave Deed}
  - {turn: 1, step: main 1, resolve: all}
  - {turn: 1, step: main 1, player: A, cast: Day Cat}
  - {turn: 1, step: main 1, resolve: all}
expect:
  - {life: {A: 25}}
  - {permanent: Idle Place}
  - {card: Brave Cat, zone: exile}
  - {card: Night Cat, zone: graveyard}
"""


def test_faces_in_a_scenario() -> None:
    held(SCENARIO)


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("layout: modal_dfc", "layout: modal", "9: .*`modal` is no layout|: `modal` is no layout"),
        ("      - layout: modal_dfc\n        faces:", "      - faces:", "expected `layout`"),
        ("power: 2, ", "", "Brave Cat: expected its power"),
        ("{card: Night Cat,", "{card: Other,", "expected `Night Cat // Day Cat`"),
        ("{name: Brave Deed, type: Instant", "{type: Instant", "expected the `name` of the face"),
        ("Instant — Adventure", "Instant — Adventrue", "did you mean `Adventure`"),
    ],
)
def test_faces_in_a_scenario_that_do_not_stand(old: str, new: str, wrong: str) -> None:
    assert old in SCENARIO
    outcome = judged(SCENARIO.replace(old, new))
    assert outcome.status == "error"
    assert re.search(wrong, outcome.error or ""), outcome.error


def test_a_position_with_written_faces_is_written_and_read_again() -> None:
    game = Game.from_scenario("name: x" + SCENARIO)
    written = game.to_scenario("later")
    assert Game.from_scenario(written).to_scenario("later") == written
    (faces,) = [one["faces"] for one in written["players"]["A"]["hand"] if one.get("layout") == "modal_dfc"]
    assert [face["name"] for face in faces] == ["Idle Cat", "Idle Place"]
    assert Game.load(game.save()).digest() == game.digest()
