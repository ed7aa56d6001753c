"""Continuous effects in games that are played: they begin on resolution and end when they should."""

from __future__ import annotations

from magistrate.rules import layers
from magistrate.rules.state import BATTLEFIELD
from magistrate.rules.steps import MAIN_1, MAIN_2
from tests.rules.boards import BEAR
from tests.rules.table import FOREST, ISLAND, Table
from tests.rules.written import written

LANDS = [FOREST] * 4 + [ISLAND] * 4


def test_a_pump_spell_lasts_until_the_cleanup_step() -> None:
    """CR 514.2."""
    growth = written("Growth", "Instant", "Target creature gets +3/+3 until end of turn.", cost="G")
    table = Table({"hand": [growth], "battlefield": [*LANDS, BEAR]}, {}).begin()
    table.go_to(MAIN_1)
    table.take("cast", "Growth")
    if table.decision.kind == "target":
        table.pick("Bear")
    table.pass_until_empty()
    bear = table.find("Bear", BATTLEFIELD)[0]
    assert table.game.chars(bear.oid).power == 5
    table.go_to(MAIN_2, 1)
    assert table.game.chars(bear.oid).power == 5
    table.go_to(MAIN_1, 2)
    assert table.game.chars(bear.oid).power == 2
    assert table.game.board.effects == ()


def test_control_until_end_of_turn() -> None:
    """CR 613.1b, 302.6: taken for the turn, with haste it attacks; then it goes back."""
    act = written(
        "Act",
        "Sorcery",
        "Gain control of target creature until end of turn. Untap that creature. It gains haste until end of turn.",
        it="target:0",
        cost="2G",
    )
    table = Table({"hand": [act], "battlefield": LANDS}, {"battlefield": [BEAR]}).begin()
    table.go_to(MAIN_1)
    table.take("cast", "Act")
    if table.decision.kind == "target":
        table.pick("Bear")
    table.pass_until_empty()
    bear = table.find("Bear", BATTLEFIELD)[0]
    assert layers.controller(table.game, bear.oid) == 0
    assert "haste" in table.game.chars(bear.oid).keywords
    assert bear.controlled_since > table.game.st.players[0].turn_began
    table.go_to(MAIN_1, 2)
    assert layers.controller(table.game, bear.oid) == 1
    assert table.game.board.marks == {} or "under another's control" not in table.game.board.marks


def test_a_lord_leaves_and_its_bonus_with_it() -> None:
    """CR 611.3b, 704.5g: damage that was not lethal becomes so."""
    lord = written("Lord", "Creature — Elf", "Other creatures you control get +1/+1.", power=1, toughness=1)
    doom = written("Doom", "Instant", "Destroy target creature.", cost="G")
    table = Table({"hand": [doom], "battlefield": [*LANDS, BEAR, lord]}, {}).begin()
    table.go_to(MAIN_1)
    bear = table.find("Bear", BATTLEFIELD)[0]
    assert table.game.chars(bear.oid).toughness == 3
    table.game.st.set(bear, "damage", 2)
    table.take("cast", "Doom")
    if table.decision.kind == "target":
        table.pick("Lord")
    table.pass_until_empty()
    assert not table.find("Bear", BATTLEFIELD)
    assert {"611.3a", "704.5g"} & set(table.rules_cited())


def test_a_permanent_is_what_it_is_as_it_enters() -> None:
    """CR 611.3c: it enters as a 3/3 and is never a 2/2."""
    anthem = written("Anthem", "Enchantment", "Creatures you control get +1/+1.")
    watcher = written("Watcher", "Enchantment", "Whenever a creature with power 3 or greater enters, you gain 1 life.")
    table = Table({"hand": [BEAR], "battlefield": [*LANDS, anthem, watcher]}, {}).begin()
    table.go_to(MAIN_1)
    table.take("cast", "Bear")
    table.pass_until_empty()
    assert table.game.st.players[0].life == 21
