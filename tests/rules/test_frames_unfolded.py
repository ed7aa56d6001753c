"""Levels, class levels, cases and stations, played from their text (CR 711, 716, 719)."""

from __future__ import annotations

from magistrate.reading import Reading
from magistrate.rules.definitions import CardDefinition
from magistrate.rules.state import BATTLEFIELD
from magistrate.rules.steps import END, MAIN_1
from magistrate.setup import WrittenCard
from tests.rules.table import MOUNTAIN, Table, card

BEAR = card("Bear", "Creature — Bear", power=2, toughness=2)


def read(text: str, type_line: str, power: str | None = None) -> CardDefinition:
    return Reading().written(WrittenCard("Thing", text, type_line, "{1}", power, power))


def test_level_counters_give_size_and_abilities() -> None:
    text = "Level up {R}\nLEVEL 1-2\n3/3\nFlying\nLEVEL 3+\n5/5\nFlying\n{T}: Draw a card."
    table = Table({"battlefield": [read(text, "Creature — Bird", "1"), MOUNTAIN]}, {}).begin()
    (bird,) = table.find("Thing")
    chars = table.game.chars(bird.oid)
    assert (chars.power, "flying" in chars.keywords) == (1, False)
    table.go_to(MAIN_1)
    table.take("activate", "Thing")
    table.pass_until_empty()
    chars = table.game.chars(bird.oid)
    assert (chars.power, "flying" in chars.keywords, bird.counters["level"]) == (3, True, 1)
    table.game.st.put(bird, "counters", "level", 3)
    chars = table.game.chars(bird.oid)
    assert (chars.power, len([a for a in chars.abilities if type(a).__name__ == "Activated"])) == (5, 1)


def test_class_levels() -> None:
    text = "{R}: Level 2\nWhen this Class becomes level 2, draw a card.\n{R}: Level 3\nCreatures you control get +1/+1."
    table = Table({"battlefield": [read(text, "Enchantment — Class"), BEAR, MOUNTAIN, MOUNTAIN]}, {}).begin()
    table.go_to(MAIN_1)
    hand = len(table.game.st.players[0].hand)
    assert table.option("activate", "Thing", 2) is None  # not level 2 yet
    table.take("activate", "Thing")
    table.pass_until_empty()
    assert len(table.game.st.players[0].hand) == hand + 1
    (bear,) = table.find("Bear", BATTLEFIELD)
    assert table.game.chars(bear.oid).power == 2
    table.take("activate", "Thing")
    table.pass_until_empty()
    assert table.game.chars(bear.oid).power == 3
    assert table.option("activate", "Thing") is None


def test_a_case_is_solved() -> None:
    text = "To solve — You control a creature.\nSolved — Creatures you control get +1/+0."
    table = Table({"battlefield": [read(text, "Enchantment — Case"), BEAR]}, {}).begin()
    (bear,) = table.find("Bear")
    assert table.game.chars(bear.oid).power == 2
    table.go_to(END)
    table.pass_until_empty()
    assert table.game.chars(bear.oid).power == 3
    assert "719.3b" in table.rules_cited()


def test_a_station_becomes_a_creature() -> None:
    text = "Station (Tap another creature you control. It's an artifact creature at 2+.)\n2+ | Flying"
    table = Table({"battlefield": [read(text, "Artifact — Spacecraft", "4"), BEAR]}, {}).begin()
    table.go_to(MAIN_1)
    (ship,) = table.find("Thing")
    assert not table.game.chars(ship.oid).is_creature
    table.take("activate", "Thing")
    table.pass_until_empty()
    chars = table.game.chars(ship.oid)
    assert (ship.counters["charge"], chars.is_creature, chars.power, "flying" in chars.keywords) == (2, True, 4, True)
    assert table.find("Bear")[0].tapped


def test_exhaust_only_once() -> None:
    table = Table({"battlefield": [read("Exhaust — {R}: Draw a card.", "Artifact"), MOUNTAIN, MOUNTAIN]}, {}).begin()
    table.take("activate", "Thing")
    table.pass_until_empty()
    assert table.option("activate", "Thing") is None


def test_spree_from_text() -> None:
    text = "Spree\n+ {1} — Draw a card.\n+ {R} — You gain 3 life."
    table = Table(
        {"hand": [Reading().written(WrittenCard("Thing", text, "Instant", "{R}"))], "battlefield": [MOUNTAIN] * 3}, {}
    ).begin()
    table.take("cast", "Thing")
    assert table.decision.kind == "mode"
    table.answer((1,))
    table.answer((0,))
    table.pass_until_empty()
    assert table.game.st.players[0].life == 23
