"""Combat (CR 506-511, 702.2, 702.4, 702.7, 702.19)."""

from __future__ import annotations

import pytest

from magistrate.abilities.amounts import Number
from magistrate.abilities.kinds import Keyword
from magistrate.rules import combat
from magistrate.rules.engine import IllegalAnswer
from magistrate.rules.state import BATTLEFIELD, GRAVEYARD, NOBODY
from magistrate.rules.steps import ATTACKERS, DAMAGE, FIRST_DAMAGE, MAIN_1, MAIN_2
from tests.rules.fights import BEAR, after_combat, attack, block, creature, named, until
from tests.rules.table import Table, card


def test_unblocked_damage_is_dealt_to_the_player() -> None:
    table = Table({"battlefield": [BEAR, creature("Ogre", 3, 3)]}, {}).begin()
    attack(table, "Bear", "Ogre")
    assert all(o.tapped for o in table.find("Bear"))
    after_combat(table)
    assert table.game.st.players[1].life == 15
    assert combat.attackers(table.game) == ()
    assert {"508.1", "510.1c"} & set(table.rules_cited()) or "508.1" in table.rules_cited()


def test_nothing_is_asked_where_nothing_can_attack() -> None:
    table = Table({"battlefield": [creature("Wall", 0, 3)]}, {})
    table.game.st.set(table.find("Wall")[0], "tapped", True)
    table.game.st.put(table.find("Wall")[0], "marks", "sick", True)
    table.begin()
    for _ in range(60):
        assert table.decision.kind == "priority"
        if table.game.board.step >= MAIN_2:
            break
        table.pass_priority()
    assert table.game.board.turn == 1
    assert "508.8" in table.rules_cited()


def test_both_die_in_a_trade() -> None:
    table = Table({"battlefield": [BEAR]}, {"battlefield": [BEAR]}).begin()
    attack(table, "Bear")
    block(table, ("Bear", "Bear"))
    after_combat(table)
    assert len(table.find("Bear", GRAVEYARD)) == 2
    assert table.game.st.players[1].life == 20
    assert "704.5g" in table.rules_cited()


def test_first_strike_kills_first() -> None:
    table = Table({"battlefield": [creature("Knight", 2, 2, "first strike")]}, {"battlefield": [BEAR]}).begin()
    attack(table, "Knight")
    block(table, ("Bear", "Knight"))
    table.go_to(FIRST_DAMAGE)
    assert table.find("Bear", GRAVEYARD)
    after_combat(table)
    assert table.find("Knight", BATTLEFIELD)
    assert "510.4" in table.rules_cited()


def test_double_strike_strikes_twice() -> None:
    table = Table({"battlefield": [creature("Champion", 2, 2, "double strike"), BEAR]}, {}).begin()
    attack(table, "Champion", "Bear")
    table.go_to(FIRST_DAMAGE)
    assert table.game.st.players[1].life == 18
    table.go_to(DAMAGE)
    assert table.game.st.players[1].life == 14


def test_no_first_strike_no_second_step() -> None:
    table = Table({"battlefield": [BEAR]}, {}).begin()
    attack(table, "Bear")
    table.go_to(DAMAGE)
    assert "510.4" not in table.rules_cited()


def test_trample_needs_lethal_damage_first() -> None:
    table = Table({"battlefield": [creature("Rhino", 5, 5, "trample")]}, {"battlefield": [BEAR]}).begin()
    attack(table, "Rhino")
    block(table, ("Bear", "Rhino"))
    until(table, "divide")
    with pytest.raises(IllegalAnswer, match=r"702\.19b"):
        table.answer((1, 4))
    table.answer((2, 3))
    assert table.game.st.players[1].life == 17


def test_trample_with_deathtouch_needs_one() -> None:
    """CR 702.2c, 702.19b."""
    rhino = creature("Rhino", 5, 5, "trample", "deathtouch")
    table = Table({"battlefield": [rhino]}, {"battlefield": [creature("Wall", 0, 8)]}).begin()
    attack(table, "Rhino")
    block(table, ("Wall", "Rhino"))
    until(table, "divide")
    assert table.decision.plainest() == (1, 4)
    table.answer((1, 4))
    assert table.game.st.players[1].life == 16
    assert table.find("Wall", GRAVEYARD)
    assert "704.5h" in table.rules_cited()


def _two_tramplers(wall: int, *keywords: str) -> Table:
    """A 4/4 and a 3/3 with trample, both blocked by one creature of that toughness; the first is asked about."""
    big, small = creature("Big", 4, 4, "trample"), creature("Small", 3, 3, "trample", *keywords)
    table = Table({"battlefield": [big, small]}, {"battlefield": [creature("Wall", 0, wall)]}).begin()
    attack(table, "Big", "Small")
    block(table, ("Wall", "Big"))
    state, both = table.game.st, (named(table, "Big"), named(table, "Small"))
    state.set(state.objects[named(table, "Wall")], "blocking", both)
    state.set(state.objects[both[1]], "blocked", 1)
    until(table, "divide")
    return table


def test_the_whole_assignment_is_checked() -> None:
    """CR 510.1e, 702.19b: what one leaves the other can assign, and then has to."""
    table = _two_tramplers(4)
    assert table.decision.problem((0, 4)).endswith("(CR 702.19b)")  # 4 are left, and the other has 3
    table.answer((2, 2))
    assert table.decision.plainest() == (2, 1)
    assert table.decision.problem((1, 2)) != ""
    table.answer((3, 0))
    assert table.game.st.players[1].life == 18
    assert table.find("Wall", GRAVEYARD)


def test_of_two_tramplers_both_go_beyond_what_both_have_filled() -> None:
    table = _two_tramplers(3)
    table.answer((2, 2))
    assert table.decision.problem((0, 3)).endswith("(CR 702.19b)")
    assert table.decision.plainest() == (1, 2)
    table.answer((3, 0))
    assert table.game.st.players[1].life == 18


def test_deathtouch_fills_what_another_left() -> None:
    """CR 702.2c."""
    table = _two_tramplers(9, "deathtouch")
    table.answer((0, 4))
    assert table.decision.problem((0, 3)) != ""
    assert table.decision.plainest() == (1, 2)


def test_trample_over_a_removed_blocker() -> None:
    """CR 702.19d: nothing blocks it any more, so all of it goes on; without trample none would (CR 510.1c)."""
    for keywords, life in ((("trample",), 15), ((), 20)):
        table = Table({"battlefield": [creature("Rhino", 5, 5, *keywords)]}, {"battlefield": [BEAR]}).begin()
        attack(table, "Rhino")
        block(table, ("Bear", "Rhino"))
        combat.remove_from_combat(table.game, named(table, "Bear"))
        after_combat(table)
        assert table.game.st.players[1].life == life


def test_two_blockers_share_the_damage_freely() -> None:
    """CR 510.1c: there is no order among blockers."""
    table = Table(
        {"battlefield": [creature("Giant", 4, 4)]}, {"battlefield": [creature("One", 1, 3), creature("Two", 1, 1)]}
    )
    table.begin()
    attack(table, "Giant")
    block(table, ("One", "Giant"), ("Two", "Giant"))
    until(table, "divide")
    assert table.decision.total == 4
    assert table.decision.problem((0, 4)) == ""
    assert table.decision.problem((4, 0)) == ""
    assert table.decision.problem((2, 1)) != ""
    table.answer((3, 1))
    assert table.find("One", GRAVEYARD)
    assert table.find("Two", GRAVEYARD)


def test_lifelink_infect_and_toxic() -> None:
    """CR 120.3b, 120.3f, 120.3g."""
    table = Table(
        {
            "battlefield": [
                creature("Healer", 2, 2, "lifelink"),
                creature("Blighter", 1, 1, "infect"),
                creature("Slug", 1, 1, Keyword("toxic", number=Number(2))),
            ]
        },
        {},
    ).begin()
    attack(table, "Healer", "Blighter", "Slug")
    after_combat(table)
    mine, theirs = table.game.st.players
    assert (mine.life, theirs.life, theirs.counters["poison"]) == (22, 17, 3)


def test_wither_puts_counters() -> None:
    """CR 120.3d."""
    table = Table({"battlefield": [creature("Witch", 1, 1, "wither")]}, {"battlefield": [creature("Ox", 0, 4)]}).begin()
    attack(table, "Witch")
    block(table, ("Ox", "Witch"))
    after_combat(table)
    ox = table.find("Ox", BATTLEFIELD)[0]
    assert ox.counters == {"-1/-1": 1}
    assert ox.damage == 0


def test_vigilance_and_haste() -> None:
    table = Table({"battlefield": [creature("Guard", 2, 2, "vigilance"), creature("Rusher", 2, 2, "haste"), BEAR]}, {})
    for name in ("Guard", "Rusher", "Bear"):
        table.game.st.put(table.find(name)[0], "marks", "sick", name != "Guard" or None)
    table.begin()
    until(table, "attackers")
    able = [table.game.chars(oid).name for oid in table.decision.attack_options]
    assert able == ["Guard", "Rusher"]
    attack(table, "Guard", "Rusher")
    assert not table.find("Guard")[0].tapped
    assert table.find("Rusher")[0].tapped


def test_menace_takes_two_blockers() -> None:
    """CR 702.111b."""
    table = Table(
        {"battlefield": [creature("Brute", 3, 3, "menace")]}, {"battlefield": [BEAR, creature("Cat", 1, 1)]}
    ).begin()
    attack(table, "Brute")
    until(table, "blockers")
    brute = named(table, "Brute")
    assert table.decision.problem(((named(table, "Bear"), brute),))
    assert not table.decision.problem(((named(table, "Bear"), brute), (named(table, "Cat"), brute)))
    table.answer(())


def test_menace_is_not_asked_about_with_one_blocker() -> None:
    table = Table({"battlefield": [creature("Brute", 3, 3, "menace")]}, {"battlefield": [BEAR]}).begin()
    attack(table, "Brute")
    after_combat(table)
    assert table.game.st.players[1].life == 17
    assert not any("declare blockers" in line.text for line in table.game.trace or [])


def test_a_planeswalker_is_attacked() -> None:
    """CR 306.8, 120.3c."""
    walker = card("Walker", "Legendary Planeswalker — Test", loyalty=4)
    table = Table({"battlefield": [BEAR]}, {"battlefield": [walker]})
    table.game.st.set(table.find("Walker")[0], "counters", {"loyalty": 4})
    table.begin()
    attack(table, "Bear", at=named(table, "Walker"))
    after_combat(table)
    assert table.find("Walker", BATTLEFIELD)[0].counters == {"loyalty": 2}
    assert table.game.st.players[1].life == 20


def test_the_attacked_planeswalker_is_gone() -> None:
    """CR 506.4c: the attacker goes on attacking, but nothing; unblocked it deals no combat damage."""
    walker = card("Walker", "Legendary Planeswalker — Test", loyalty=4)
    table = Table({"battlefield": [BEAR]}, {"battlefield": [walker]})
    table.game.st.set(table.find("Walker")[0], "counters", {"loyalty": 4})
    table.begin()
    attack(table, "Bear", at=named(table, "Walker"))
    table.game.st.set(table.find("Walker")[0], "counters", {"loyalty": 0})
    table.pass_priority()
    table.pass_priority()
    assert table.find("Walker", GRAVEYARD)
    assert combat.attackers(table.game)
    assert combat.defending_player(table.game, named(table, "Bear")) == 1
    after_combat(table)
    assert table.game.st.players[1].life == 20


def test_trample_over_planeswalkers() -> None:
    """CR 702.19c."""
    walker = card("Walker", "Legendary Planeswalker — Test", loyalty=2)
    table = Table(
        {"battlefield": [creature("Titan", 6, 6, "trample over planeswalkers")]}, {"battlefield": [walker, BEAR]}
    )
    table.game.st.set(table.find("Walker")[0], "counters", {"loyalty": 2})
    table.begin()
    attack(table, "Titan", at=named(table, "Walker"))
    block(table, ("Bear", "Titan"))
    until(table, "divide")
    assert [o.label for o in table.decision.options] == ["Bear", "Walker", "B"]
    assert table.decision.problem((2, 1, 3))
    assert not table.decision.problem((2, 2, 2))
    assert table.decision.problem((1, 2, 3))
    table.answer((2, 2, 2))
    assert table.game.st.players[1].life == 18
    assert table.find("Walker", GRAVEYARD)


def test_several_players_are_attacked() -> None:
    """CR 802: each defending player blocks only what attacks them."""
    table = Table(
        {"battlefield": [BEAR, creature("Ogre", 3, 3)]}, {"battlefield": [creature("Cat", 1, 1)]}, {"battlefield": []}
    )
    table.begin()
    attack(table, "Bear", "Ogre", at={"Bear": 1, "Ogre": 2})
    until(table, "blockers")
    assert table.decision.player == 1
    assert table.decision.block_options == {named(table, "Cat"): (named(table, "Bear"),)}
    table.answer(())
    after_combat(table)
    assert [p.life for p in table.game.st.players] == [20, 18, 17]


def test_a_creature_that_changes_control_is_removed() -> None:
    """CR 506.4."""
    table = Table({"battlefield": [BEAR]}, {}).begin()
    attack(table, "Bear")
    bear = table.find("Bear")[0]
    table.game.st.set(bear, "controller", 1)
    table.pass_priority()
    table.pass_priority()
    assert bear.attacking == NOBODY
    after_combat(table)
    assert table.game.st.players[1].life == 20


def test_a_copy_goes_on_in_the_middle_of_combat() -> None:
    table = Table({"battlefield": [BEAR]}, {"battlefield": [BEAR]}).begin()
    attack(table, "Bear")
    until(table, "blockers")
    other = table.game.copy()
    block(table, ("Bear", "Bear"))
    other.refresh()
    assert other.decision is not None
    assert other.decision.kind == "blockers"
    other.resume(())
    after_combat(table)
    while other.board.step != MAIN_2 and other.decision is not None:
        other.resume(other.decision.plainest())
    assert (table.game.st.players[1].life, other.st.players[1].life) == (20, 18)


def test_undo_of_an_attack() -> None:
    table = Table({"battlefield": [BEAR]}, {}).begin()
    attack(table, "Bear")
    table.game.undo()
    assert table.decision.kind == "attackers"
    assert not table.find("Bear")[0].tapped
    assert table.game.board.step == ATTACKERS
    assert MAIN_1 not in table.game.board.steps_left
