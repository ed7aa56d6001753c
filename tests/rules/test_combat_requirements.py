"""Requirements, restrictions and costs of attacking and blocking (CR 508.1c-d, 508.1g, 509.1b-d), and what else combat meets."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

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
from magistrate.abilities.kinds import Static
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.things import All, ControllerOf, It, Objects, This, You
from magistrate.rules import combat, phasing, zones
from magistrate.rules.state import BATTLEFIELD, GRAVEYARD, HAND
from magistrate.rules.steps import FIRST_DAMAGE, MAIN_1, MAIN_2
from tests.rules.fights import BEAR, after_combat, attack, creature, named, until
from tests.rules.table import FOREST, WASTES, Table, card

if TYPE_CHECKING:
    from magistrate.rules.definitions import CardDefinition


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
