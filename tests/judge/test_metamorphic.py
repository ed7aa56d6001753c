"""Scenarios told otherwise come out the same, those with a clause less do not; and the checks notice what they are for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from magistrate.judge import documents, metamorphic
from magistrate.judge.altering import Renaming, clauses_of
from magistrate.judge.commands import judge as command
from magistrate.judge.interrupting import IDLE
from magistrate.judge.metamorphic import CAUGHT, DIFFERS, INAPPLICABLE, MISSED, SAME, Checked, check
from magistrate.judge.rearranging import called_otherwise, listed_otherwise, rotated, with_idle_rounds
from magistrate.judge.runner import HELD
from magistrate.reading import default_reading

SCENARIOS = Path(__file__).parent.parent / "scenarios"
#: Every so many files are a sample; the whole is `magistrate judge tests/scenarios --metamorphic`.
EVERY = 100
SAMPLE = documents.files_in(SCENARIOS)[::EVERY]

BOLT: dict[str, Any] = {
    "name": "a bolt",
    "players": {"A": {"hand": ["Lightning Bolt"], "battlefield": ["Mountain", "Grizzly Bears x2"]}, "B": {}},
    "script": [{"turn": 1, "step": "main 1", "player": "A", "cast": "Lightning Bolt", "targets": ["B"]}],
    "expect": [{"life": {"B": 17}}, {"count": "Grizzly Bears", "player": "A", "is": 2}],
}


def checked(data: dict[str, Any]) -> Checked:
    return check(documents.load(data)[0])


def statuses(found: Checked) -> dict[str, str]:
    return {one.way: one.status for one in found.tellings}


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: str(path.relative_to(SCENARIOS).with_suffix("")))
def test_told_otherwise_it_comes_out_the_same(path: Path, shared_data: Path) -> None:
    for document in documents.load(path):
        found = check(document, deleting=False)
        assert found.status == HELD
        wrong = [f"{one.way}: {one.why}" for one in found.tellings if one.status == DIFFERS]
        assert not wrong, "\n".join([found.name, *wrong])


def test_all_ways_apply_to_a_plain_scenario() -> None:
    found = checked(BOLT)
    assert set(statuses(found).values()) == {SAME}
    assert set(statuses(found)) == set(metamorphic.WAYS) - {"hash seed"}
    assert [(one.card, one.status) for one in found.deletions] == [("Lightning Bolt", CAUGHT)]
    assert found.shows == CAUGHT


def test_a_scenario_that_shows_nothing_is_noticed() -> None:
    found = checked({**BOLT, "script": [], "expect": [{"card": "Lightning Bolt", "zone": "hand"}]})
    assert found.status == HELD
    assert found.shows == MISSED


def test_a_scenario_that_does_not_hold_is_not_told_otherwise() -> None:
    found = checked({**BOLT, "expect": [{"life": {"B": 3}}]})
    assert found.status == "failed"
    assert not found.tellings


def test_what_depends_on_a_seat_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player in the first seat loses life where the active player ought to."""
    plain = metamorphic.judge

    def judge(scenario: Any, *rest: Any) -> Any:
        found = plain(scenario, *rest)
        if scenario.players[0] != "A":
            found.expectations[0].held = False
            found.status = "failed"
        return found

    monkeypatch.setattr(metamorphic, "judge", judge)
    assert {way for way, status in statuses(checked(BOLT)).items() if status == DIFFERS} == {"players", "seats"}


def test_what_leans_on_the_order_of_options_is_said_to() -> None:
    """Nothing says which of the two creatures is sacrificed: listed backwards it is the other."""
    data = {
        "name": "one of two",
        "players": {
            "A": {"hand": ["Diabolic Edict"], "battlefield": ["Swamp x2"]},
            "B": {"battlefield": ["Grizzly Bears", "Hill Giant"]},
        },
        "script": [
            {"turn": 1, "step": "main 1", "player": "A", "cast": "Diabolic Edict", "targets": ["B"]},
            {"turn": 1, "step": "main 1", "resolve": "all"},
        ],
        "expect": [{"card": "Grizzly Bears", "zone": "graveyard"}],
    }
    found = next(one for one in checked(data).tellings if one.way == "order")
    assert found.status == INAPPLICABLE
    assert "leans on the order" in found.why
    sure = {**data, "answers": {"B": ["Grizzly Bears"]}}
    assert statuses(checked(sure))["order"] == SAME


def test_every_name_is_changed() -> None:
    store = default_reading().store
    cards = [store.find(name) for name in ("Crown of Empires", "Throne of Empires", "Forest")]
    renaming = Renaming(cards, [], ["A", "B"])
    assert set(renaming.new) == {"Crown of Empires", "Throne of Empires"}  # Forest is a land type too
    crown = renaming.new["Crown of Empires"]
    throne = next(card for card in renaming.cards if card.name == renaming.new["Throne of Empires"])
    assert "Empires" not in throne.front.text.replace("Scepter of Empires", "")
    assert crown in throne.front.text
    assert renaming.data({"B/Crown of Empires#2": ["Crown of Empires x3", "Forest", "A"]}) == {
        f"B/{crown}#2": [f"{crown} x3", "Forest", "A"]
    }


def test_a_short_name_is_changed_too() -> None:
    store = default_reading().store
    renaming = Renaming([store.find("Krenko, Tin Street Kingpin"), store.find("Tuktuk the Explorer")], [], ["A"])
    krenko, tuktuk = (card.front.text for card in renaming.cards)
    assert "Krenko" not in krenko
    assert "Tuktuk the Returned" in tuktuk  # the name of what it creates is another


def test_data_told_otherwise() -> None:
    assert list(rotated(BOLT)["players"]) == ["B", "A"]
    assert list(called_otherwise(BOLT)["players"]) == ["Yolanda", "B"]  # B is a colour too
    backwards = listed_otherwise(BOLT, lambda name: False)
    assert backwards["players"]["A"]["battlefield"] == ["Grizzly Bears x2", "Mountain"]
    kept = listed_otherwise(BOLT, lambda name: name in ("mountain", "grizzly bears"))
    assert kept["players"]["A"]["battlefield"] == ["Mountain", "Grizzly Bears x2"]
    assert all(zones["command"] == [IDLE] for zones in with_idle_rounds(BOLT)["players"].values())


def test_clauses() -> None:
    text = 'Flying, vigilance (It flies.)\nWhen this creature enters, draw a card. Then scry 1.\nIt has "Draw. Draw."'
    assert [clause for clause, _ in clauses_of(text)] == [
        "Flying",
        "vigilance",
        "When this creature enters, draw a card.",
        "Then scry 1.",
        'It has "Draw. Draw."',
    ]
    assert clauses_of(text)[0][1].startswith("Vigilance\nWhen")


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_text(json.dumps(BOLT))
    result = CliRunner().invoke(command, [str(file), "--metamorphic", "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.output)
    assert list(found) == ["name", "file", "status", "tellings", "deletions", "shows"]
    assert {one["way"]: one["status"] for one in found["tellings"]} == dict.fromkeys(metamorphic.WAYS, SAME)
    result = CliRunner().invoke(command, [str(file), "--metamorphic"])
    assert "1 scenarios, 1 held" in result.output
    assert "hash seed   1 same, 0 otherwise, 0 do not apply" in result.output
    assert "noticed in 1 of 1 scenarios (100.0%)" in result.output
    file.write_text(json.dumps({"name": "x"}))
    assert CliRunner().invoke(command, [str(file), "--metamorphic"]).exit_code == 1
