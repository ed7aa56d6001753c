"""Reading scenario files: YAML, JSON and JSON Lines, and errors that say where and what was expected."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from magistrate.errors import InputError
from magistrate.judge.scenario import read, read_one

ONE: dict[str, Any] = {"name": "one", "players": {"A": {}, "B": {}}, "expect": [{"life": {"A": 20}}]}
YAML = "name: one\nplayers:\n  A: {}\n  B: {}\nexpect:\n  - {life: {A: 20}}\n"


def problem(text: str) -> str:
    (found,) = read(text)
    assert found.problem
    return found.problem


def _with_card(line: str) -> str:
    """A scenario with a card that is written out, the line in question being the fifth."""
    return (
        "name: x\nplayers:\n  A: {hand: [{card: Odd One,\n    type: Creature,\n"
        f"    {line}}}]}}\n  B: {{}}\nexpect: [{{turn: 1}}]\n"
    )


# Files ---------------------------------------------------------------------------------------------------------------
def test_yaml_json_and_data_read_alike(tmp_path: Path) -> None:
    yaml_file = tmp_path / "one.yaml"
    yaml_file.write_text(YAML)
    json_file = tmp_path / "one.json"
    json_file.write_text(json.dumps(ONE, indent=2))
    for source in (yaml_file, json_file, YAML, json.dumps(ONE), ONE):
        (found,) = read(source)
        assert not found.problem
        assert found.name == "one"
        assert found.players == ("A", "B")
        assert found.expect[0].form == "life"
    assert read(yaml_file)[0].file == str(yaml_file)


def test_several_scenarios(tmp_path: Path) -> None:
    lines = tmp_path / "many.jsonl"
    lines.write_text("\n".join(json.dumps({**ONE, "name": f"number {n}"}) for n in range(5)) + "\n")
    assert [one.name for one in read(lines)] == [f"number {n}" for n in range(5)]
    assert [one.line for one in read(lines)] == [1, 2, 3, 4, 5]
    assert len(read(f"{YAML}---\n{YAML}")) == 2
    assert len(read("scenarios:\n  - " + json.dumps(ONE) + "\n  - " + json.dumps(ONE))) == 2
    assert len(read(json.dumps({"scenarios": [ONE, ONE, ONE]}))) == 3
    same = tmp_path / "many.json"
    same.write_text(lines.read_text())
    assert len(read(same)) == 5


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(YAML))
    assert read("-")[0].name == "one"


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(InputError, match="cannot read"):
        read(Path("nowhere.yaml"))


def test_read_one() -> None:
    assert read_one(ONE).setup.kind == "position"
    with pytest.raises(InputError, match="expected one scenario, there are 2"):
        read_one(f"{YAML}---\n{YAML}")
    with pytest.raises(InputError, match="unknown key `nme`; did you mean `name`"):
        read_one({"nme": "x"})


def test_one_bad_scenario_leaves_the_others(tmp_path: Path) -> None:
    lines = tmp_path / "some.jsonl"
    lines.write_text(
        json.dumps(ONE) + "\n{nonsense\n" + json.dumps({**ONE, "seed": "x"}) + "\n" + json.dumps(ONE) + "\n"
    )
    found = read(lines)
    assert [bool(one.problem) for one in found] == [False, True, True, False]
    assert found[1].problem.startswith(f"{lines}:2: not JSON")
    assert found[2].problem.startswith(f"{lines}:3: `seed`: expected a whole number")


def test_rule_numbers_and_answers_are_read_as_written() -> None:
    text = YAML + "rules: [106.10, '111.1', 702]\nanswers: {A: [yes, no, 3, red]}\ndefaults: {may: yes}\n"
    (found,) = read(text)
    assert found.rules == ("106.10", "111.1", "702")
    assert [given.value for given in found.answers[0]] == [True, False, 3, "red"]
    assert found.defaults["may"].value is True
    quoted = {**ONE, "answers": {"A": ["yes", "No"]}, "rules": ["106.10"]}
    assert [given.value for given in read_one(quoted).answers[0]] == [True, False]


# Setup ---------------------------------------------------------------------------------------------------------------
def test_the_setup() -> None:
    setup = read_one(
        """
name: a board
players:
  A:
    life: 5
    poison: 1
    counters: {rad: 2}
    designations: [the monarch]
    hand: [Shock x2, Forest]
    library: [Island]
    library_size: 3
    battlefield:
      - {card: Grizzly Bears, id: bear, tapped: true, counters: {"+1/+1": 2}, damage: 1, sick: true}
      - {card: Rancor, attached_to: bear, chosen: [red, blue]}
      - {card: New One, text: "Flying", mana_cost: "{1}{U}", type: Creature — Bird, power: 1, toughness: "*"}
      - {token: {name: Soldier, power: 1, toughness: 1, colors: white, types: [Creature], keywords: [vigilance]}}
  B: {library_size: 0}
designations: [day]
expect: [{life: {A: 5}}]
"""
    ).setup
    a, b = setup.seats
    assert (a.life, b.life) == (5, 20)
    assert a.counters == {"rad": 2, "poison": 1}
    assert a.designations == ("monarch",)
    assert [card.card for card in a.hand] == ["Shock", "Shock", "Forest"]
    assert [card.card for card in a.library] == ["Island", "Wastes", "Wastes"]
    assert b.library == ()
    bear, rancor, new, soldier = a.battlefield
    assert (bear.id, bear.tapped, bear.damage, bear.sick, bear.counters) == ("bear", True, 1, True, {"+1/+1": 2})
    assert (rancor.attached_to, rancor.chosen) == ("bear", ("red", "blue"))
    assert new.written is not None
    assert (new.written.type, new.written.toughness) == ("Creature — Bird", "*")
    assert soldier.token is not None
    assert soldier.token.colors == "W"
    assert setup.designations == ("day",)
    assert not setup.mulligans


def test_libraries_are_padded_to_forty() -> None:
    setup = read_one({**ONE, "players": {"A": {"library": ["Forest x3"]}, "B": {"library": ["Forest x60"]}}}).setup
    assert [len(seat.library) for seat in setup.seats] == [40, 60]


def test_commander_games_begin_at_forty_life() -> None:
    players = {"A": {"commander": ["Norin the Wary"]}, "B": {"life": 7}}
    setup = read_one({**ONE, "variant": "commander", "players": players}).setup
    assert [seat.life for seat in setup.seats] == [40, 7]
    assert setup.seats[0].commanders[0].card == "Norin the Wary"


def test_more_players_are_free_for_all() -> None:
    players: dict[str, Any] = {"A": {}, "B": {}, "C": {}}
    assert read_one({**ONE, "players": players}).setup.variant == "free-for-all"
    assert (
        "a two-player game has two players, not 3"
        in read({**ONE, "players": players, "variant": "two-player"})[0].problem
    )


def test_mulligans_draw_opening_hands() -> None:
    setup = read_one({**ONE, "mulligans": True}).setup
    assert setup.mulligans
    assert [len(seat.hand) for seat in setup.seats] == [7, 7]
    assert [len(seat.library) for seat in setup.seats] == [33, 33]


def test_where_the_game_stops() -> None:
    assert read_one(ONE).stop == (1, 3)
    script = [{"turn": 2, "step": "draw", "resolve": "all"}, {"turn": 1, "step": "end", "resolve": "all"}]
    assert read_one({**ONE, "script": script}).stop == (2, 2)
    assert read_one({**ONE, "script": script, "stop": {"turn": 3, "step": "untap"}}).stop == (3, 0)
    assert "comes after `stop`" in read({**ONE, "script": script, "stop": {"turn": 1, "step": "end"}})[0].problem


# Errors --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("name: x\nplayers: {A: {}, B: {}}\nexpekt: []\n", 3, "unknown key `expekt`; did you mean `expect`?"),
        ("name: x\nplayers: {A: {}, B: {}}\n", 1, "expected `expect`"),
        ("players: {A: {}, B: {}}\nexpect: [{turn: 1}]\n", 1, "expected `name`"),
        ("name: x\nplayers:\n  A: {}\nexpect: [{turn: 1}]\n", 2, "expected two to six players, not 1"),
        ("name: x\nplayers:\n  A:\n    lief: 3\n  B: {}\nexpect: [{turn: 1}]\n", 4, "unknown key `lief`; did you mean `life`?"),
        ("name: x\nplayers:\n  A: {life: many}\n  B: {}\nexpect: [{turn: 1}]\n", 3, "`life`: expected a whole number, not `many`"),
        ("name: x\nplayers:\n  A:\n    hand: Forest\n  B: {}\nexpect: [{turn: 1}]\n", 4, "`hand`: expected a list of cards"),
        (
            "name: x\nplayers:\n  A:\n    battlefield:\n      - Forest\n      - {card: Forest, taped: yes}\n  B: {}\nexpect: [{turn: 1}]\n",
            6,
            "unknown key `taped`; did you mean `tapped`?",
        ),
        ("name: x\nplayers:\n  A: {hand: [{card: X, tapped: yes}]}\n  B: {}\nexpect: [{turn: 1}]\n", 3, "`tapped` is said of permanents"),
        ("name: x\nplayers: {A: {}, B: {}}\nexpect:\n  - {lief: {A: 3}}\n", 4, "unknown expectation `lief`; did you mean `life`?"),
        ("name: x\nplayers: {A: {}, B: {}}\nexpect:\n  - {life: {C: 3}}\n", 4, "no player is named `C`"),
        ("name: x\nplayers: {A: {}, B: {}}\nexpect:\n  - {life: {A: about 3}}\n", 4, 'a comparison like ">=3"'),
        ("name: x\nplayers: {A: {}, B: {}}\nexpect:\n  - {count: Forest}\n", 4, "expected `is`"),
        ("name: x\nplayers: {A: {}, B: {}}\nexpect:\n  - {permanent: X, powr: 1}\n", 4, "unknown key `powr`"),
        ("name: x\nplayers: {A: {}, B: {}}\nexpect:\n  - {permanent: X, colors: [mauve]}\n", 4, "unknown colour `mauve`"),
        ("name: x\nplayers: {A: {}, B: {}}\nexpect:\n  - {cites: [12]}\n", 4, "`12` is no rule's number"),
        ("name: x\nplayers: {A: {}, B: {}}\nexpect:\n  - {can: dance, card: X, player: A}\n", 4, "unknown action `dance`"),
        ("name: x\nplayers: {A: {}, B: {}}\nexpect:\n  - {designation: monarch, palyer: A}\n", 4, "did you mean `player`?"),
        (
            "name: x\nplayers: {A: {}, B: {}}\nscript:\n  - {turn: 1, step: mian 1, player: A, cast: X}\nexpect: [{turn: 1}]\n",
            4,
            "unknown step `mian 1`; did you mean `main 1`?",
        ),
        (
            "name: x\nplayers: {A: {}, B: {}}\nscript:\n  - {turn: 1, step: main 1, player: A, csat: X}\nexpect: [{turn: 1}]\n",
            4,
            "not `csat`; did you mean `cast`?",
        ),
        (
            "name: x\nplayers: {A: {}, B: {}}\nscript:\n  - {turn: 1, step: main 1, cast: X}\nexpect: [{turn: 1}]\n",
            4,
            "expected `player`",
        ),
        (
            "name: x\nplayers: {A: {}, B: {}}\nscript:\n  - {turn: 1, step: main 1, player: A, attack: {X: B}}\nexpect: [{turn: 1}]\n",
            4,
            "`attack` belongs to the step attackers",
        ),
        (
            "name: x\nplayers: {A: {}, B: {}}\nscript:\n  - {turn: 1, step: main 1, player: A, cast: X, play: Y}\nexpect: [{turn: 1}]\n",
            4,
            "`cast` and `play` are two",
        ),
        ("name: x\nplayers: {A: {}, B: {}}\nanswers: {A: [{mya: yes}]}\nexpect: [{turn: 1}]\n",
         3, "unknown kind of decision `mya`; did you mean `may`?"),
        ("name: x\nplayers: {A: {}, B: {}}\nrandom: {coins: [edge]}\nexpect: [{turn: 1}]\n", 3, "unknown side of a coin `edge`"),
        ("name: x\nvariant: two-plyer\nplayers: {A: {}, B: {}}\nexpect: [{turn: 1}]\n", 2, "did you mean `two-player`?"),
        ("name: x\nplayers: {A: {}, B: {}}\nstop: {turn: 1}\nexpect: [{turn: 1}]\n", 3, "expected `step`"),
        ("name: [x\nplayers:\n", 2, "not YAML"),
        ("name: x\nname: y\nplayers: {A: {}, B: {}}\nexpect: []\n", 2, "`name` is named twice at the top level: keep one"),
        ("name: x\nplayers:\n  A: {}\n  A: {}\nexpect: []\n", 4, "`A` is named twice: two players have two names"),
        ("name: x\nplayers:\n  A:\n    life: 3\n    life: 4\n  B: {}\nexpect: []\n", 5, "`life` is named twice in `A`"),
        ("{\"name\": \"x\",\n\"name\": \"y\"}\n", 2, "`name` is named twice at the top level"),
        (_with_card("mana_cost: banana"), 5, "Odd One: expected a mana cost such as `{2}{G/W}`, not `banana`"),
        (_with_card("power: abc"), 5, "Odd One: expected a number or `*` as its power, not `abc`"),
        (_with_card("text: Flying").replace("Creature", "Creatur"), 4, "`Creatur` is no card type in the type line `Creatur`"),
        ("name: x\nplayers:\n  A: {battlefield: [{token: {name: T,\n    types: [Creatur]}}]}\n  B: {}\nexpect: [{turn: 1}]\n",
         4, "T: `Creatur` is no card type"),
        ("- 1\n- 2\n", 1, "a scenario"),
        (f"name: x\nplayers:\n  A: {{life: {'9' * 5000}}}\n  B: {{}}\nexpect: [{{turn: 1}}]\n", 3, "integer string conversion"),
        ("[" * 50_000 + "]" * 50_000, 1, "too deep"),
        ("- " * 3_000 + "x", 1, "nesting depth"),
        ("a: &b0 [x]\n" + "".join(f"b{n}: &b{n} [*b{n - 1}, *b{n - 1}]\n" for n in range(1, 40)), 18, "more than 200000 parts when all"),
        ("name: &a [x, *a]\n", 1, "a part stands in itself"),
        ("name: x\nplayers:\n  A: {hand: [Forest x99999999999]}\n  B: {}\nexpect: [{turn: 1}]\n", 3, "expected at most 10000 of a card"),
        (f"name: x\nplayers:\n  A: {{hand: [Forest x{'9' * 5000}]}}\n  B: {{}}\nexpect: [{{turn: 1}}]\n", 3, "expected at most 10000"),
        ("name: x\nplayers:\n  A: {}\n  B: {library_size: 99999999}\nexpect: [{turn: 1}]\n", 4, "`library_size`: expected at most 10000"),
        ("name: x\nplayers:\n  A: {designations: [monarch]}\n  B: {designations: [monarch]}\nexpect: [{turn: 1}]\n",
         4, "only one player at a time has `monarch`, not A and B"),
    ],
)  # fmt: skip
def test_errors_say_where_and_what_was_expected(text: str, line: int, message: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(text)
    found = read(file)[0]
    assert message in found.problem
    assert found.line == line
    assert found.problem.startswith(f"{file}:{line}: ")
    assert "\n" not in found.problem


@pytest.mark.parametrize("where", ["rules: ['{}']\nexpect: [{{turn: 1}}]", "expect: [{{cites: ['{}']}}]"])
def test_rules_are_of_a_section_that_there_is(where: str) -> None:
    """What the scenario is about and what it wants cited are checked alike."""
    text = "name: x\nplayers: {{A: {{}}, B: {{}}}}\n" + where
    assert "have no section 999" in problem(text.format("999.9z"))
    assert "is no rule's number: expected one like" in problem(text.format("mana"))
    (found,) = read(text.format("106.7"))
    assert not found.problem


def test_several_attackers_of_one_name_are_told_apart() -> None:
    text = (
        "name: x\nplayers: {A: {}, B: {}}\nscript:\n"
        "  - {turn: 1, step: attackers, player: A, attack: {Bear: B, Bear: B}}\nexpect: [{turn: 1}]\n"
    )
    assert "`Bear#2` is the second" in problem(text)


def test_ids_are_given_once() -> None:
    cards = [{"card": "Forest", "id": "one"}, {"card": "Forest", "id": "one"}]
    assert "the id `one` is given twice" in read({**ONE, "players": {"A": {"hand": cards}, "B": {}}})[0].problem


def test_thousands_are_read_fast(tmp_path: Path) -> None:
    import time

    lines = tmp_path / "thousands.jsonl"
    lines.write_text("\n".join(json.dumps({**ONE, "name": str(n)}) for n in range(3000)))
    began = time.perf_counter()
    assert len(read(lines)) == 3000
    assert time.perf_counter() - began < 10
