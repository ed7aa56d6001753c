"""Triggers and replacement effects of tapping for mana (CR 106.12, 605.4a)."""

from __future__ import annotations

from magistrate.abilities.actions import AddMana, FixedMana
from magistrate.abilities.amounts import Number, ThatMuch, Times
from magistrate.abilities.effects import Does, Modified, Would
from magistrate.abilities.events import ManaAdded
from magistrate.abilities.groups import Group, Head, IsSubtype, Noun
from magistrate.abilities.kinds import Static, Triggered
from magistrate.abilities.things import Exactly, Some, You
from magistrate.rules import activating
from magistrate.rules.state import BATTLEFIELD
from tests.rules.table import FOREST, MOUNTAIN, Table, card

A_PERMANENT = Some(Group((Head(()),), Noun.PERMANENT), Exactly(Number(1)))
A_FOREST = Some(Group((Head((IsSubtype("Forest"),)),)), Exactly(Number(1)))
TWICE = card(
    "Twice",
    "Enchantment",
    Static(Would(ManaAdded(You(), A_PERMANENT), Modified(Times(2, ThatMuch("event:amount"))))),
)
MORE = card(
    "More",
    "Enchantment",
    Triggered("whenever", ManaAdded(You(), A_FOREST), Does(You(), (AddMana(FixedMana(("G",)), additional=True),))),
)


def tap(table: Table, name: str) -> str:
    land = table.find(name, BATTLEFIELD)[0].oid
    assert activating.activate_mana(table.game, 0, land, 0, ())
    return "".join(unit.letter for unit in table.game.st.players[0].mana)


def test_twice_as_much() -> None:
    assert tap(Table({"battlefield": [TWICE, MOUNTAIN]}, {}), "Mountain") == "RR"
    assert tap(Table({"battlefield": [TWICE, TWICE, MOUNTAIN]}, {}), "Mountain") == "RRRR"


def test_a_triggered_mana_ability_resolves_at_once() -> None:
    table = Table({"battlefield": [MORE, FOREST]}, {})
    assert tap(table, "Forest") == "GG"
    assert table.game.board.pending == ()
    assert tap(Table({"battlefield": [MORE, MOUNTAIN]}, {}), "Mountain") == "R"


def test_what_a_trigger_adds_is_not_doubled() -> None:
    """CR 106.12b: only the mana that the land itself produces is."""
    assert tap(Table({"battlefield": [TWICE, MORE, FOREST]}, {}), "Forest") == "GGG"
