"""Keyword abilities read from their words and played (CR 702)."""

from __future__ import annotations

from magistrate.reading import read_card
from magistrate.rules.definitions import CREATURE, CardDefinition
from magistrate.rules.state import BATTLEFIELD, EXILE, GRAVEYARD, HAND
from magistrate.rules.steps import BLOCKERS, END, MAIN_1, UPKEEP
from tests.rules.table import FOREST, ISLAND, Table

LANDS = [FOREST, FOREST, ISLAND, ISLAND, FOREST, ISLAND]


def creature(name: str, text: str = "", kind: str = "Bear", cost: str = "{1}", size: int = 2) -> CardDefinition:
    return read_card(text, name=name, type=f"Creature — {kind}", mana_cost=cost, power=size, toughness=size)


def spell(name: str, text: str, cost: str = "{1}", kind: str = "Sorcery") -> CardDefinition:
    return read_card(text, name=name, type=kind, mana_cost=cost)


def test_crew_takes_creatures_that_come_to_enough_together() -> None:
    """CR 702.122a: their power together counts, and summoning-sick creatures can crew."""
    car = read_card("Crew 3", name="Cart", type="Artifact — Vehicle", power=4, toughness=4)
    table = Table({"battlefield": [car, creature("One", size=1), creature("Two", size=2)]}, {}).begin()
    table.go_to(MAIN_1)
    table.take("activate", "Cart")
    table.pass_until_empty()
    cart = table.find("Cart")[0]
    assert table.game.chars(cart.oid).types & CREATURE
    assert all(table.find(name)[0].tapped for name in ("One", "Two"))


def test_crew_needs_enough_power() -> None:
    car = read_card("Crew 3", name="Cart", type="Artifact — Vehicle", power=4, toughness=4)
    table = Table({"battlefield": [car, creature("Two", size=2)]}, {}).begin()
    table.go_to(MAIN_1)
    assert table.option("activate", "Cart") is None


def test_vanishing_counts_down_and_ends() -> None:
    """CR 702.63a: the last counter's removal sacrifices it."""
    table = Table({"hand": [creature("Ghost", "Vanishing 2")], "battlefield": LANDS}, {}).begin()
    table.go_to(MAIN_1)
    table.take("cast", "Ghost")
    table.pass_until_empty()
    assert table.find("Ghost", BATTLEFIELD)[0].counters == {"time": 2}
    table.go_to(MAIN_1, 3)
    assert table.find("Ghost", BATTLEFIELD)[0].counters == {"time": 1}
    table.go_to(MAIN_1, 5)
    assert table.find("Ghost", GRAVEYARD)


def test_rebound_casts_it_again_next_upkeep() -> None:
    """CR 702.88a."""
    card = spell("Echoes", "You gain 2 life.\nRebound")
    table = Table({"hand": [card], "battlefield": LANDS}, {}).begin()
    table.go_to(MAIN_1)
    table.take("cast", "Echoes")
    table.pass_until_empty()
    assert table.find("Echoes", EXILE)
    for _ in range(400):
        if table.game.board.turn == 3 and table.game.board.step >= MAIN_1:
            break
        if table.decision.kind == "may":
            table.answer((0,))
        else:
            table.default()
    assert table.game.st.players[0].life == 24
    assert table.find("Echoes", GRAVEYARD)


def test_squad_makes_a_copy_for_each_time_it_was_paid() -> None:
    """CR 702.157a."""
    table = Table({"hand": [creature("Recruit", "Squad {1}")], "battlefield": LANDS}, {}).begin()
    table.go_to(MAIN_1)
    table.take("cast", "Recruit")
    assert table.decision.kind == "kicker"
    table.answer(2)
    table.pass_until_empty()
    assert len(table.find("Recruit", BATTLEFIELD)) == 3


def test_riot_gives_a_counter_or_haste() -> None:
    """CR 702.136a."""
    for answer, counters, haste in ((0, {"+1/+1": 1}, False), (1, {}, True)):
        table = Table({"hand": [creature("Brawler", "Riot")], "battlefield": LANDS}, {}).begin()
        table.go_to(MAIN_1)
        table.take("cast", "Brawler")
        while table.decision.kind == "priority":
            table.default()
        table.answer((answer,))
        table.pass_until_empty()
        thing = table.find("Brawler", BATTLEFIELD)[0]
        assert dict(thing.counters) == counters
        assert ("haste" in table.game.chars(thing.oid).keywords) is haste


def test_ninjutsu_swaps_an_unblocked_attacker() -> None:
    """CR 702.49a, 702.49c: it enters tapped and attacking what the other attacked."""
    ninja = creature("Shade", "Ninjutsu {1}", "Ninja", "{4}")
    table = Table({"hand": [ninja], "battlefield": [creature("Scout", size=1), *LANDS]}, {}).begin()
    scout = table.find("Scout")[0]
    while table.decision.shape != "attackers":
        table.default()
    table.answer(((scout.oid, 1),))
    table.go_to(BLOCKERS)
    table.take("activate", "Shade")
    table.pass_until_empty()
    assert table.find("Scout", HAND)
    shade = table.find("Shade", BATTLEFIELD)[0]
    assert shade.tapped
    assert shade.attacking == 1


def test_dash_returns_it_at_end_of_turn() -> None:
    """CR 702.109a."""
    table = Table({"hand": [creature("Racer", "Dash {1}", cost="{9}")], "battlefield": LANDS}, {}).begin()
    table.go_to(MAIN_1)
    table.take("cast", "Racer")
    table.pass_until_empty()
    racer = table.find("Racer", BATTLEFIELD)[0]
    assert "haste" in table.game.chars(racer.oid).keywords
    table.go_to(END)
    table.pass_until_empty()
    assert table.find("Racer", HAND)


def test_miracle_is_offered_for_the_first_card_of_the_turn_only() -> None:
    """CR 702.94a."""
    wonder = spell("Wonder", "You gain 5 life.\nMiracle {1}", "{9}")
    table = Table({"battlefield": LANDS}, {"library": [wonder, wonder], "battlefield": LANDS}).begin()
    while table.decision.kind != "may":
        table.default()
    assert table.game.board.turn == 2
    table.answer((0,))
    while table.decision.kind != "may":
        table.default()
    table.answer((0,))
    table.pass_until_empty()
    assert table.game.st.players[1].life == 25


def test_flanking_weakens_blockers_without_it() -> None:
    """CR 702.25a."""
    knight = creature("Rider", "Flanking", "Knight")
    table = Table({"battlefield": [knight]}, {"battlefield": [creature("Guard"), creature("Peer", "Flanking")]}).begin()
    rider, guard, peer = (table.find(name)[0] for name in ("Rider", "Guard", "Peer"))
    while table.decision.shape != "attackers":
        table.default()
    table.answer(((rider.oid, 1),))
    while table.decision.shape != "blockers":
        table.default()
    table.answer(((guard.oid, rider.oid), (peer.oid, rider.oid)))
    table.pass_until_empty()
    assert table.game.chars(guard.oid).power == 1
    assert table.game.chars(peer.oid).power == 2


def test_umbra_armor_saves_what_it_enchants() -> None:
    """CR 702.89a."""
    cloak = read_card(
        "Enchant creature\nEnchanted creature gets +1/+1.\nUmbra armor",
        name="Mantle",
        type="Enchantment — Aura",
        mana_cost="{1}",
    )
    doom = spell("Doom", "Destroy target creature.")
    table = Table({"hand": [cloak, doom], "battlefield": [creature("Ward"), *LANDS]}, {}).begin()
    table.go_to(MAIN_1)
    for name in ("Mantle", "Doom"):
        table.take("cast", name)
        if table.decision.kind == "target":
            table.pick("Ward")
        table.pass_until_empty()
    assert table.find("Ward", BATTLEFIELD)
    assert table.find("Mantle", GRAVEYARD)


def test_split_second_lets_nobody_respond() -> None:
    """CR 702.61a."""
    quick = spell("Quick", "You gain 1 life.\nSplit second", kind="Instant")
    other = spell("Other", "You gain 1 life.", kind="Instant")
    table = Table({"hand": [quick, other], "battlefield": LANDS}, {}).begin()
    table.go_to(MAIN_1)
    table.take("cast", "Quick")
    assert table.game.board.stack
    assert table.option("cast", "Other") is None
    table.pass_until_empty()
    assert table.option("cast", "Other") is not None


def test_echo_upkeep_is_not_asked_of_what_was_there_before() -> None:
    """CR 702.30a: what has been there since before the last upkeep has no echo to pay."""
    table = Table({"battlefield": [creature("Old", "Echo {1}"), *LANDS]}, {}).begin()
    table.go_to(UPKEEP)
    assert not table.game.board.stack


def test_awaken_targets_a_land_only_when_its_cost_is_paid() -> None:
    """CR 702.113a, 702.113b."""
    card = spell("Rise", "You gain 1 life.\nAwaken 3—{2}")
    for way, sizes in (("", 0), ("awaken", 3)):
        table = Table({"hand": [card], "battlefield": LANDS}, {}).begin()
        table.go_to(MAIN_1)
        table.take("cast", "Rise", way)
        if way:
            assert table.decision.kind == "target"
        while table.decision.kind == "target":
            table.answer((5,))
        table.pass_until_empty()
        lands = [oid for oid in table.game.board.battlefield if table.game.chars(oid).types & CREATURE]
        assert sum(table.game.chars(oid).power for oid in lands) == sizes
        assert table.game.st.players[0].life == 21


def test_splice_adds_the_text_of_a_card_that_stays_in_hand() -> None:
    """CR 702.47a, 702.47c."""
    arcane = read_card("You gain 1 life.", name="Breath", type="Instant — Arcane", mana_cost="{1}")
    other = read_card(
        "Draw a card.\nSplice onto Arcane {1}", name="Murmur", type="Instant — Arcane", mana_cost="{4}{U}"
    )
    table = Table({"hand": [arcane, other], "battlefield": LANDS}, {}).begin()
    table.go_to(MAIN_1)
    table.take("cast", "Breath")
    table.pick("Murmur")
    table.pass_until_empty()
    assert table.game.st.players[0].life == 21
    assert len(table.find("Wastes", HAND, 0)) == 1
    assert table.find("Murmur", HAND)
    assert sum(table.game.obj(oid).tapped for oid in table.game.board.battlefield) == 2


def test_saddled_lasts_until_end_of_turn() -> None:
    """CR 702.171a, 702.171b."""
    mount = creature("Steed", "Saddle 2", "Horse Mount")
    table = Table({"battlefield": [mount, creature("Squire")]}, {}).begin()
    table.go_to(MAIN_1)
    table.take("activate", "Steed")
    table.pass_until_empty()
    steed = table.find("Steed")[0]
    assert steed.marks.get("saddled")
    table.go_to(MAIN_1, 2)
    assert not steed.marks.get("saddled")
