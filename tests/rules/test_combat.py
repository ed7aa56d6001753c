"""Combat (CR 506-511, 702.2, 702.4, 702.7, 702.19)."""

from __future__ import annotations

import time

import pytest

from magistrate.abilities.actions import (
    Attack,
    BeBlocked,
    Block,
    Can,
    Cant,
    HaveAssign,
    Must,
    ObjectAction,
    PayCosts,
)
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.costs import Costs, PayMana
from magistrate.abilities.effects import ObjectsDo, Unless
from magistrate.abilities.groups import Group, Head, IsType
from magistrate.abilities.kinds import Ability, Keyword, Static
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.things import All, ControllerOf, It, Objects, This, You
from magistrate.rules import combat, phasing, zones
from magistrate.rules.definitions import CardDefinition
from magistrate.rules.engine import IllegalAnswer
from magistrate.rules.state import BATTLEFIELD, GRAVEYARD, HAND, NOBODY
from magistrate.rules.steps import ATTACKERS, DAMAGE, FIRST_DAMAGE, MAIN_1, MAIN_2
from tests.rules.table import FOREST, WASTES, Table, card


def creature(name: str, power: int, toughness: int, *keywords: str | Ability) -> CardDefinition:
    abilities = [Keyword(k) if isinstance(k, str) else k for k in keywords]
    return card(name, "Creature — Test", *abilities, power=power, toughness=toughness)


BEAR = creature("Bear", 2, 2)


def attack(table: Table, *names: str, at: int | dict[str, int] = 1) -> None:
    """Go to the declaration of attackers and attack with these creatures."""
    until(table, "attackers")
    pairs = []
    for oid in table.decision.attack_options:
        name = table.game.chars(oid).name
        if name in names:
            pairs.append((oid, at if isinstance(at, int) else at[name]))
    table.answer(tuple(pairs))


def block(table: Table, *pairs: tuple[str, str]) -> None:
    until(table, "blockers")
    table.answer(tuple((named(table, a, 1), named(table, b)) for a, b in pairs))


def named(table: Table, name: str, player: int | None = None) -> int:
    return table.find(name, BATTLEFIELD, player)[0].oid


def until(table: Table, kind: str) -> None:
    for _ in range(500):
        if table.decision.kind == kind:
            return
        table.default()
    raise AssertionError(f"no {kind}")


def after_combat(table: Table) -> None:
    """Pass to the second main phase; divisions are as plain as they can be."""
    for _ in range(500):
        if table.game.board.result is not None or table.game.board.step == MAIN_2:
            return
        if table.decision.kind == "priority":
            table.pass_priority()
        else:
            table.answer(table.decision.plainest())


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


def static(what: Objects, *actions: ObjectAction) -> Static:
    return Static(ObjectsDo(what, actions))


CREATURES = All(Group((Head((IsType(CardType.CREATURE),)),)))


def test_attacks_each_combat_if_able() -> None:
    """CR 508.1d."""
    berserker = creature("Berserker", 3, 2, static(This(), Must(Attack())))
    table = Table({"battlefield": [berserker, BEAR]}, {}).begin()
    until(table, "attackers")
    oid, bear = named(table, "Berserker"), named(table, "Bear")
    assert "508.1d" in table.decision.problem(())
    assert table.decision.problem(((bear, 1),))
    assert not table.decision.problem(((oid, 1),))
    assert table.decision.plainest() == ((oid, 1),)
    table.answer(((bear, 1), (oid, 1)))


def test_a_goaded_creature_attacks_somebody_else() -> None:
    """CR 701.38b: both requirements count; with nobody else left to attack it attacks all the same."""
    for players, legal in ((3, {2}), (2, {1})):
        table = Table({"battlefield": [BEAR]}, *({} for _ in range(players - 1)))
        table.game.st.put(table.find("Bear")[0], "marks", "goaded", {1: 0})
        table.begin()
        until(table, "attackers")
        bear = named(table, "Bear")
        assert table.decision.problem(())
        assert {d for d in table.decision.attack_options[bear] if not table.decision.problem(((bear, d),))} == legal
        table.answer(table.decision.plainest())
        table.go_to(MAIN_1, turn=2)
        assert not table.find("Bear")[0].marks.get("goaded")


def test_cannot_attack_alone() -> None:
    """CR 508.1c: the example of two such creatures."""
    pack = creature("Jackal", 2, 2, static(This(), Cant((Attack(alone=True), Block(alone=True)))))
    table = Table({"battlefield": [pack, pack]}, {"battlefield": [pack]}).begin()
    until(table, "attackers")
    one, two = (o.oid for o in table.find("Jackal", player=0))
    assert "508.1c" in table.decision.problem(((one, 1),))
    table.answer(((one, 1), (two, 1)))
    while table.decision.kind == "priority" and table.game.board.step != MAIN_2:
        table.pass_priority()
    assert table.game.board.step == MAIN_2  # one creature alone could not block


def test_must_be_blocked_if_able() -> None:
    """CR 509.1c."""
    bait = creature("Bait", 1, 1, static(This(), Must(BeBlocked())))
    table = Table({"battlefield": [bait]}, {"battlefield": [BEAR, BEAR]}).begin()
    attack(table, "Bait")
    until(table, "blockers")
    assert "509.1c" in table.decision.problem(())
    oid = named(table, "Bait")
    bears = [o.oid for o in table.find("Bear")]
    assert not table.decision.problem(((bears[1], oid),))
    assert not table.decision.problem(((bears[0], oid), (bears[1], oid)))


def test_blocks_if_able_against_menace_takes_a_second() -> None:
    """CR 509.1c: the example."""
    guard = creature("Guard", 1, 4, static(This(), Must(Block())))
    table = Table({"battlefield": [creature("Brute", 3, 3, "menace")]}, {"battlefield": [guard, BEAR]}).begin()
    attack(table, "Brute")
    until(table, "blockers")
    brute, one, two = named(table, "Brute"), named(table, "Guard"), named(table, "Bear")
    for illegal in ((), ((one, brute),), ((two, brute),)):
        assert table.decision.problem(illegal)
    assert not table.decision.problem(((one, brute), (two, brute)))


def test_everything_able_to_blocks_it() -> None:
    """A lure is a requirement on each pair (CR 509.1c)."""
    lure = creature("Lure", 1, 5, static(CREATURES, Must(Block(This()))))
    table = Table({"battlefield": [lure, BEAR]}, {"battlefield": [BEAR, BEAR]}).begin()
    attack(table, "Lure", "Bear")
    until(table, "blockers")
    oid = named(table, "Lure")
    mine = named(table, "Bear", 0)
    one, two = (o.oid for o in table.find("Bear", player=1))
    assert table.decision.problem(((one, oid), (two, mine)))
    assert not table.decision.problem(((one, oid), (two, oid)))


def test_an_additional_creature_is_blocked() -> None:
    """CR 509.1a, 510.1d."""
    wide = creature("Wide", 4, 6, static(This(), Can(Block(), additional=Number(1))))
    table = Table({"battlefield": [BEAR, creature("Cat", 1, 1)]}, {"battlefield": [wide, BEAR]}).begin()
    attack(table, "Bear", "Cat")
    until(table, "blockers")
    oid, bear, cat = named(table, "Wide"), named(table, "Bear", 0), named(table, "Cat")
    assert table.decision.problem(((named(table, "Bear", 1), bear), (named(table, "Bear", 1), cat)))
    table.answer(((oid, bear), (oid, cat)))
    until(table, "divide")
    assert table.decision.player == 1
    table.answer((3, 1))
    assert table.find("Bear", GRAVEYARD)
    assert table.find("Cat", GRAVEYARD)


def test_damage_equal_to_toughness() -> None:
    """CR 510.1a."""
    table = Table({"battlefield": [creature("Wall", 0, 4, static(CREATURES, HaveAssign("toughness")))]}, {}).begin()
    attack(table, "Wall")
    after_combat(table)
    assert table.game.st.players[1].life == 16


def test_flying_and_reach() -> None:
    """CR 702.9b."""
    table = Table(
        {"battlefield": [creature("Bird", 1, 1, "flying")]},
        {"battlefield": [BEAR, creature("Spider", 1, 3, "reach"), creature("Owl", 1, 1, "flying")]},
    ).begin()
    attack(table, "Bird")
    until(table, "blockers")
    assert [table.game.chars(oid).name for oid in table.decision.block_options] == ["Spider", "Owl"]


def test_a_big_board_of_equal_tokens_is_quick() -> None:
    """Sixty-six equal blockers against twenty attackers, two of which have to be blocked."""
    bait = creature("Bait", 1, 1, "menace", static(This(), Must(BeBlocked())))
    table = Table({"battlefield": [bait] * 2 + [BEAR] * 18}, {"battlefield": [creature("Soldier", 1, 1)] * 66}).begin()
    attack(table, "Bait", "Bear")
    until(table, "blockers")
    began = time.perf_counter()
    answer = table.decision.plainest()
    assert not table.decision.problem(answer)
    assert table.decision.problem(())
    table.answer(answer)
    after_combat(table)
    assert time.perf_counter() - began < 2


def test_a_siege_is_attacked_by_its_controller_and_blocked_by_its_protector() -> None:
    """CR 310.8b, 310.8c, 508.5, 120.3h."""
    siege = card("Siege", "Battle — Siege", defense=3)
    table = Table(
        {"battlefield": [BEAR, creature("Ogre", 3, 3), siege]}, {"battlefield": [BEAR]}, {"battlefield": [BEAR]}
    )
    table.game.st.set(table.find("Siege")[0], "counters", {"defense": 3})
    table.game.st.set(table.find("Siege")[0], "chosen", {"protector": 2})
    table.begin()
    until(table, "attackers")
    oid = named(table, "Siege")
    assert table.decision.attack_options[named(table, "Ogre")] == (1, 2, oid)
    attack(table, "Bear", "Ogre", at=oid)
    until(table, "blockers")
    assert table.decision.player == 2
    assert combat.defending_player(table.game, named(table, "Ogre")) == 2
    table.answer(((named(table, "Bear", 2), named(table, "Bear", 0)),))
    after_combat(table)
    assert not table.find("Siege", BATTLEFIELD)
    assert [p.life for p in table.game.st.players] == [20, 20, 20]
    assert "310.11b" in table.rules_cited()  # defeated, it is exiled before it could go as a state-based action


def test_what_enters_attacking_attacks_without_having_attacked() -> None:
    """CR 508.4, 506.3b."""
    table = Table({"battlefield": [BEAR], "hand": [creature("Ally", 2, 2), WASTES]}, {"hand": [creature("Foe", 2, 2)]})
    table.begin()
    attack(table, "Bear")
    game = table.game
    for name, controller, attacks in (("Ally", 0, True), ("Foe", 1, False), ("Wastes", 0, False)):
        new = zones.move(game, table.find(name, HAND)[0].oid, BATTLEFIELD, controller=controller, attacking=1)
        assert (game.st.objects[new].attacking == 1) is attacks
    assert combat.current(game).attacks == ((named(table, "Bear"), 1),)
    after_combat(table)
    assert game.st.players[1].life == 16


def test_it_becomes_night_after_a_turn_without_spells() -> None:
    """CR 502.2, 728.2a."""
    table = Table({}, {})
    table.game.st.set(table.game.board, "day", "day")
    table.begin()
    assert table.game.board.day == "day"
    table.go_to(MAIN_1, turn=2)
    assert table.game.board.day == "night"


def test_removed_and_phased_out_attackers_deal_no_damage() -> None:
    """CR 506.4, 702.26."""
    table = Table({"battlefield": [BEAR, creature("Ogre", 3, 3)]}, {}).begin()
    attack(table, "Bear", "Ogre")
    phasing.phase_out(table.game, [named(table, "Ogre")])
    after_combat(table)
    assert table.game.st.players[1].life == 18


def test_first_strike_gained_and_lost_between_the_steps() -> None:
    """CR 702.7c, 702.4d: who struck first does not strike again; who gains first strike then still strikes."""
    table = Table({"battlefield": [creature("Knight", 2, 2, "first strike"), BEAR]}, {}).begin()
    attack(table, "Knight", "Bear")
    table.go_to(FIRST_DAMAGE)
    st = table.game.st
    knight = table.find("Knight")[0]
    assert knight.definition is not None
    st.set(knight, "copiable", knight.definition.faces[0].but(abilities=()))
    after_combat(table)
    assert st.players[1].life == 16


def tax(cost: str, *actions: ObjectAction) -> CardDefinition:
    pay = PayCosts(Costs((PayMana(ManaCost((cost,))),)))
    return card("Tax", "Enchantment", Static(Unless(ObjectsDo(CREATURES, (Cant(actions),)), ControllerOf(It()), pay)))


def test_attacking_costs_mana() -> None:
    """CR 508.1h-j: what cannot be paid for is illegal, and nobody has to pay to obey a requirement (CR 508.1d)."""
    berserker = creature("Berserker", 3, 2, static(This(), Must(Attack())))
    board = {"battlefield": [berserker, BEAR, FOREST, FOREST, FOREST]}
    table = Table(board, {"battlefield": [tax("2", Attack(You()))]}, {}).begin()
    until(table, "attackers")
    oid, bear = named(table, "Berserker"), named(table, "Bear")
    assert table.decision.problem(())  # the third player can be attacked for nothing
    assert "508.1j" in table.decision.problem(((oid, 1), (bear, 1)))
    assert not table.decision.problem(((oid, 2), (bear, 1)))
    table.answer(((oid, 2), (bear, 1)))
    while table.decision.kind not in ("priority", "blockers"):
        table.default()
    assert sum(o.tapped for o in table.find("Forest")) == 2
    alone = Table(board, {"battlefield": [tax("2", Attack(You()))]}).begin()
    until(alone, "attackers")
    assert not alone.decision.problem(())


def test_blocking_costs_mana() -> None:
    """CR 509.1d-f."""
    table = Table({"battlefield": [BEAR, tax("1", Block())]}, {"battlefield": [BEAR, BEAR, FOREST]}).begin()
    attack(table, "Bear")
    until(table, "blockers")
    mine = named(table, "Bear", 0)
    one, two = (o.oid for o in table.find("Bear", player=1))
    assert "509.1f" in table.decision.problem(((one, mine), (two, mine)))
    table.answer(((one, mine),))
    assert table.find("Forest")[0].tapped
    assert "509.1" in table.rules_cited()
