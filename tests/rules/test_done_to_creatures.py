"""Connive, exploit, goad, crimes and parties, from their text (CR 700.8, 700.13, 701.38, 701.47, 702.110)."""

from __future__ import annotations

from magistrate.reading import Reading
from magistrate.rules import party, requirements
from magistrate.rules.definitions import CardDefinition
from magistrate.rules.state import GRAVEYARD
from magistrate.rules.steps import MAIN_1
from magistrate.setup import WrittenCard
from tests.rules.table import MOUNTAIN, Table, card

BEAR = card("Bear", "Creature — Bear", power=2, toughness=2)


def read(text: str, type_line: str = "Creature — Rogue", cost: str = "{0}") -> CardDefinition:
    return Reading().written(WrittenCard("Thing", text, type_line, cost, "1", "1"))


def test_connive() -> None:
    table = Table({"hand": [read("When this creature enters, it connives.")], "library": [BEAR]}, {}).begin()
    table.go_to(MAIN_1)
    table.take("cast", "Thing")
    table.pass_until_empty()
    (thing,) = table.find("Thing")
    assert thing.counters.get("+1/+1") == 1
    assert table.find("Bear", GRAVEYARD)


def test_exploit() -> None:
    thing = read("Exploit\nWhen this creature exploits a creature, draw a card.")
    table = Table({"hand": [thing], "battlefield": [BEAR]}, {}).begin()
    table.go_to(MAIN_1)
    hand = len(table.game.st.players[0].hand)
    table.take("cast", "Thing")
    while table.decision.kind == "priority":
        table.pass_priority()
    table.answer((0,))
    table.pick("Bear")
    table.pass_until_empty()
    assert table.find("Bear", GRAVEYARD)
    assert len(table.game.st.players[0].hand) == hand


def test_a_creature_that_an_aura_goads() -> None:
    aura = read("Creatures your opponents control are goaded.", "Enchantment")
    table = Table({"battlefield": [aura]}, {"battlefield": [BEAR]}, {}).begin()
    (bear,) = table.find("Bear")
    found = requirements.attack_requirements(table.game, bear.oid, (0, 2))
    assert found == [None, (2,)]


def test_a_crime() -> None:
    thing = read("Whenever you commit a crime, you gain 1 life.", "Enchantment")
    shock = read("This spell deals 2 damage to any target.", "Instant", "{R}")
    table = Table({"hand": [shock, shock], "battlefield": [thing, MOUNTAIN, MOUNTAIN]}, {}).begin()
    table.take("cast", "Thing")
    table.pick(0)
    table.pass_until_empty()
    assert table.game.st.players[0].life == 18
    table.take("cast", "Thing")
    table.pick(1)
    table.pass_until_empty()
    assert table.game.st.players[0].life == 19


def test_a_party_counts_each_creature_once() -> None:
    both = card("Both", "Creature — Cleric Rogue", power=1, toughness=1)
    rogue = card("Rogue", "Creature — Rogue", power=1, toughness=1)
    table = Table({"battlefield": [both, rogue, rogue, BEAR]}, {}).begin()
    assert party.size(table.game, 0) == 2
