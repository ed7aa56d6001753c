"""State-based actions (CR 704)."""

from __future__ import annotations

from magistrate.abilities.kinds import Keyword
from magistrate.rules.state import BATTLEFIELD, GRAVEYARD
from magistrate.rules.steps import UPKEEP
from tests.rules.table import WASTES, Table, card

BEAR = card("Bear", "Creature — Bear", power=2, toughness=2)


def settle(table: Table) -> None:
    """Pass once, so that the other player would get priority."""
    table.pass_priority()


def test_zero_life_loses_the_game() -> None:
    table = Table({}, {}).begin()
    table.game.st.set(table.game.st.players[1], "life", 0)
    settle(table)
    result = table.game.board.result
    assert result is not None
    assert (result.winner, result.losers, result.draw) == (0, (1,), False)
    assert {"704.5a", "104.2a"} <= set(table.rules_cited())


def test_all_at_zero_is_a_draw() -> None:
    table = Table({}, {}).begin()
    for player in table.game.st.players:
        table.game.st.set(player, "life", -1)
    settle(table)
    result = table.game.board.result
    assert result is not None
    assert result.draw
    assert "104.4a" in table.rules_cited()


def test_poison_and_the_empty_library() -> None:
    table = Table({}, {}).begin()
    table.game.st.put(table.game.st.players[0], "counters", "poison", 10)
    settle(table)
    assert table.game.board.result is not None
    assert table.game.board.result.winner == 1
    table = Table({}, {})
    table.game.st.set(table.game.st.players[1], "library", ())
    table.begin()
    while table.game.board.result is None:
        table.default()
    assert table.game.board.result.winner == 0
    assert table.game.board.turn == 2


def test_zero_toughness_and_lethal_damage_and_deathtouch() -> None:
    table = Table({"battlefield": [card("A", "Creature", power=1, toughness=0), BEAR, BEAR, BEAR]}, {})
    bears = table.find("Bear")
    table.game.st.set(bears[0], "damage", 2)
    table.game.st.set(bears[1], "damage", 1)
    table.game.st.set(bears[2], "deathtouched", True)
    table.begin()
    assert [o.oid for o in table.find("Bear", BATTLEFIELD)] == [bears[1].oid]
    assert len(table.find("A", GRAVEYARD)) == 1
    assert {"704.5f", "704.5g", "704.5h"} <= set(table.rules_cited())


def test_indestructible_stays() -> None:
    table = Table({"battlefield": [card("God", "Creature", Keyword("indestructible"), power=5, toughness=5)]}, {})
    table.game.st.set(table.find("God")[0], "damage", 9)
    table.begin()
    assert table.find("God", BATTLEFIELD)


def test_the_legend_rule_asks_which_to_keep() -> None:
    hero = card("Hero", "Legendary Creature — Human", power=2, toughness=2)
    table = Table({"battlefield": [hero, hero, hero]}, {"battlefield": [hero]})
    ids = [o.oid for o in table.find("Hero", player=0)]
    table.begin()
    assert table.decision.kind == "choose"
    assert table.decision.rules == ("704.5j",)
    table.answer((1,))
    assert [o.oid for o in table.find("Hero", BATTLEFIELD, 0)] == [ids[1]]
    assert len(table.find("Hero", BATTLEFIELD, 1)) == 1
    assert len(table.find("Hero", GRAVEYARD)) == 2


def test_counters_annihilate_and_last_known_information_has_them() -> None:
    """CR 704.5q, 704.8."""
    table = Table({"battlefield": [BEAR, card("Wolf", "Creature", power=1, toughness=1)]}, {})
    bear, wolf = table.find("Bear")[0], table.find("Wolf")[0]
    table.game.st.set(bear, "counters", {"+1/+1": 3, "-1/-1": 1})
    table.game.st.set(wolf, "counters", {"+1/+1": 1, "-1/-1": 3})
    table.begin()
    assert {k: n for k, n in bear.counters.items() if n} == {"+1/+1": 2}
    assert table.find("Wolf", GRAVEYARD)
    assert wolf.counters == {"+1/+1": 1, "-1/-1": 3}


def test_no_loyalty_no_planeswalker() -> None:
    table = Table({"battlefield": [card("Walker", "Planeswalker — Test", loyalty=3)]}, {}).begin()
    assert table.find("Walker", GRAVEYARD)
    assert "704.5i" in table.rules_cited()


def test_a_loose_aura_goes_and_loose_equipment_stays() -> None:
    aura = card("Chains", "Enchantment — Aura", Keyword("enchant"))
    sword = card("Sword", "Artifact — Equipment")
    table = Table({"battlefield": [aura, sword, WASTES]}, {})
    table.game.st.set(table.find("Sword")[0], "attached_to", table.find("Wastes", BATTLEFIELD)[0].oid)
    table.begin()
    assert table.find("Chains", GRAVEYARD)
    assert table.find("Sword", BATTLEFIELD)[0].attached_to == -1
    assert {"704.5m", "704.5n"} <= set(table.rules_cited())


def test_a_siege_gets_a_protector() -> None:
    """CR 704.5w, 310.11a."""
    siege = card("Siege", "Battle — Siege", defense=4)
    table = Table({"battlefield": [siege]}, {}, {})
    table.game.st.set(table.find("Siege")[0], "counters", {"defense": 4})
    table.begin()
    assert [o.thing for o in table.decision.options] == [1, 2]
    table.answer((1,))
    assert table.find("Siege")[0].chosen["protector"] == 2
    table.go_to(UPKEEP)


def test_world_rule_keeps_the_newest() -> None:
    table = Table({"battlefield": [card("Old", "World Enchantment"), card("New", "World Enchantment")]}, {}).begin()
    assert table.find("Old", GRAVEYARD)
    assert table.find("New", BATTLEFIELD)
