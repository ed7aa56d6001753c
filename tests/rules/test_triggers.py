"""Triggered abilities (CR 603)."""

from __future__ import annotations

from magistrate.abilities.actions import Draw, Enter, GainLife
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType, Step
from magistrate.abilities.conditions import Controls
from magistrate.abilities.effects import Delayed, Does
from magistrate.abilities.events import BeginningOf, Occurs, StateOf
from magistrate.abilities.groups import Group, Head, IsType
from magistrate.abilities.kinds import Chapter, Keyword, Triggered
from magistrate.abilities.things import No, This, You
from magistrate.rules import triggers, zones
from magistrate.rules.events import (
    DESTROY,
    AttackersDeclared,
    CardDrawn,
    CountersPut,
    DamageDealt,
    LifeGained,
    StepBegan,
    ZoneChange,
)
from magistrate.rules.frames import Frame
from magistrate.rules.state import BATTLEFIELD, GRAVEYARD, HAND
from tests.rules.resolving import Resolver
from tests.rules.table import Table, card
from tests.rules.written import written

BEAR = card("Bear", "Creature — Bear", power=2, toughness=2)
GAIN = Does(You(), (GainLife(Number(1)),))


def pending(table: Table) -> list[str]:
    game = table.game
    return [game.chars(one.frame.source).name for one in game.board.pending]


def die(table: Table, *oids: int) -> None:
    table.game.happen([ZoneChange(oid, BATTLEFIELD, GRAVEYARD, table.game.obj(oid).owner, DESTROY) for oid in oids])


def test_enters_by_itself() -> None:
    scout = written("Scout", "Creature — Bird", "When Scout enters, you gain 1 life.")
    table = Table({"hand": [scout, BEAR], "battlefield": [scout]}, {})
    game = table.game
    zones.move(game, game.st.players[0].hand[1], BATTLEFIELD)
    assert pending(table) == []
    new = zones.move(game, game.st.players[0].hand[0], BATTLEFIELD)
    assert [one.frame.source for one in game.board.pending] == [new]
    assert triggers.put_on_stack(game)
    assert game.obj(game.board.stack[-1]).source == new


def test_another_enters() -> None:
    warden = written("Warden", "Creature", "Whenever another creature enters under your control, you gain 1 life.")
    table = Table({"hand": [warden, BEAR], "battlefield": [warden]}, {"hand": [BEAR]})
    game = table.game
    zones.move(game, game.st.players[1].hand[0], BATTLEFIELD)
    assert pending(table) == []
    first, second = game.st.players[0].hand
    game.happen([ZoneChange(oid, HAND, BATTLEFIELD, 0) for oid in (first, second)])
    # the old Warden sees both, the new one sees the Bear that enters with it (CR 603.6a)
    assert len(pending(table)) == 3


def test_dying_looks_back() -> None:
    mourner = written("Mourner", "Creature", "Whenever another creature you control dies, you gain 1 life.")
    table = Table({"battlefield": [mourner, BEAR, BEAR]}, {"battlefield": [BEAR]})
    die(table, *table.game.board.battlefield)
    assert pending(table) == ["Mourner", "Mourner"]  # CR 603.10a: it leaves at the same time and sees the others
    hit = table.game.board.pending[0]
    assert table.game.chars(hit.frame.bindings["event:subject"][0]).name == "Bear"


def test_put_into_a_graveyard_from_anywhere_is_no_leaving() -> None:
    text = "When Wurm is put into a graveyard from anywhere, you gain 1 life."
    table = Table({"battlefield": [written("Wurm", "Creature", text)], "hand": [written("Wurm", "Creature", text)]}, {})
    game = table.game
    die(table, game.board.battlefield[0])
    zones.move(game, game.st.players[0].hand[0], GRAVEYARD)
    sources = [one.frame.source for one in game.board.pending]
    assert sources == list(game.st.players[0].graveyard)  # CR 603.6c: looked at where it is now


def test_a_controller_at_the_time() -> None:
    scout = written("Scout", "Creature", "When Scout dies, you gain 1 life.")
    table = Table({"battlefield": [scout]}, {})
    game = table.game
    oid = game.board.battlefield[0]
    game.st.set(game.obj(oid), "controller", 1)
    die(table, oid)
    assert [one.frame.controller for one in game.board.pending] == [1]  # CR 603.3a


def test_one_or_more_trigger_once() -> None:
    text = "Whenever one or more creatures you control die, you gain 1 life."
    watcher = written("Watcher", "Enchantment", text)
    table = Table({"battlefield": [watcher, BEAR, BEAR, BEAR]}, {})
    die(table, *table.game.board.battlefield[1:])
    assert pending(table) == ["Watcher"]
    assert len(table.game.board.pending[0].frame.bindings["event:subject"]) == 3


def test_one_or_more_deal_damage_to_each_player() -> None:
    text = "Whenever one or more creatures you control deal combat damage to a player, draw a card."
    watcher = written("Watcher", "Enchantment", text)
    table = Table({"battlefield": [watcher, BEAR, BEAR, BEAR]}, {}, {})
    one, two, three = table.game.board.battlefield[1:]
    table.game.happen([DamageDealt(one, 1, 2, True), DamageDealt(two, 1, 2, True), DamageDealt(three, 2, 2, True)])
    assert [hit.frame.bindings["event:player"] for hit in table.game.board.pending] == [(1,), (2,)]
    assert table.game.board.pending[0].frame.bindings["event:amount"] == 4


def test_intervening_if() -> None:
    condition = Controls(You(), No(Group((Head((IsType(CardType.ARTIFACT),)),))))
    ability = Triggered("when", Occurs(This(), Enter()), GAIN, condition)
    scout = card("Scout", "Creature", ability, power=1, toughness=1)
    table = Table({"hand": [scout, scout]}, {})
    game = table.game
    zones.move(game, game.st.players[0].hand[0], BATTLEFIELD)
    assert pending(table) == ["Scout"]
    table.add(0, BATTLEFIELD, card("Rock", "Artifact"))
    zones.move(game, game.st.players[0].hand[0], BATTLEFIELD)
    assert pending(table) == ["Scout"]  # CR 603.4: it did not trigger


def test_once_each_turn() -> None:
    ability = Triggered("whenever", Occurs(You(), GainLife(None)), Does(You(), (Draw(Number(1)),)), once_each_turn=True)
    table = Table({"battlefield": [card("Font", "Enchantment", ability)]}, {})
    game = table.game
    game.happen([LifeGained(0, 1)])
    game.happen([LifeGained(0, 1)])
    assert pending(table) == ["Font"]
    game.st.set(game.board, "turn", game.board.turn + 1)
    game.happen([LifeGained(0, 1)])
    assert pending(table) == ["Font", "Font"]


def test_at_the_beginning() -> None:
    yours = written("Yours", "Enchantment", "At the beginning of your upkeep, you gain 1 life.")
    each = written("Each", "Enchantment", "At the beginning of each end step, draw a card.")
    table = Table({"battlefield": [yours, each]}, {})
    game = table.game
    game.happen([StepBegan(1, 1)])
    assert pending(table) == []
    game.happen([StepBegan(0, 1)])
    assert pending(table) == ["Yours"]
    game.happen([StepBegan(1, 11)])
    assert pending(table) == ["Yours", "Each"]


def test_attacking() -> None:
    each = written("Each", "Enchantment", "Whenever a creature you control attacks, you gain 1 life.")
    you = written("You", "Enchantment", "Whenever you attack, you gain 1 life.")
    alone = written("Alone", "Enchantment", "Whenever a creature you control attacks alone, you gain 1 life.")
    table = Table({"battlefield": [each, you, alone, BEAR, BEAR]}, {})
    game = table.game
    one, two = game.board.battlefield[3:]
    game.happen([AttackersDeclared(0, ((one, 1), (two, 1)))])
    assert sorted(pending(table)) == ["Each", "Each", "You"]
    game.st.set(game.board, "pending", ())
    game.happen([AttackersDeclared(0, ((one, 1),))])
    assert sorted(pending(table)) == ["Alone", "Each", "You"]


def test_the_order_is_asked_where_it_matters() -> None:
    first = written("First", "Enchantment", "Whenever you gain life, draw a card.")
    second = written("Second", "Enchantment", "Whenever you gain life, each opponent loses 1 life.")
    table = Table({"battlefield": [first, second]}, {"battlefield": [first, first]})
    resolver = Resolver(table)
    game = table.game
    resolver.answers = [(1, 0)]
    game.happen([LifeGained(0, 1), LifeGained(1, 1)])
    triggers.put_on_stack(game)
    assert [d.kind for d in resolver.asked] == ["order"]
    names = [game.chars(game.obj(oid).source).name for oid in game.board.stack]
    assert names == ["Second", "First", "First", "First"]  # APNAP; the other player's are alike


def test_state_triggers_wait_for_the_stack() -> None:
    condition = Controls(You(), No(Group((Head((IsType(CardType.ARTIFACT),)),))))
    lonely = card("Lonely", "Enchantment", Triggered("when", StateOf(condition), GAIN))
    table = Table({"battlefield": [lonely]}, {})
    game = table.game
    assert triggers.put_on_stack(game)
    assert len(game.board.stack) == 1
    assert not triggers.put_on_stack(game)  # CR 603.8: not again while it is on the stack
    zones.cease(game, game.board.stack)
    assert triggers.put_on_stack(game)


def test_delayed_triggers_once() -> None:
    table = Table({"battlefield": [BEAR]}, {})
    game = table.game
    node = Delayed(BeginningOf(Step.END, None, next=True), GAIN)
    triggers.add_delayed(game, node, Frame(game.board.battlefield[0], 0))
    game.happen([StepBegan(1, 11)])
    game.happen([StepBegan(1, 11)])
    assert pending(table) == ["Bear"]
    assert game.board.delayed == ()


def test_chapters() -> None:
    saga = card("Tale", "Enchantment — Saga", Chapter((1, 2), GAIN), Chapter((3,), GAIN))
    table = Table({"battlefield": [saga]}, {})
    game = table.game
    oid = game.board.battlefield[0]
    game.happen([CountersPut(oid, "lore", 1, 0)])
    assert len(game.board.pending) == 1
    game.happen([CountersPut(oid, "lore", 2, 0)])  # CR 714.2c: chapters 2 and 3
    assert len(game.board.pending) == 3


def test_the_second_card_each_turn() -> None:
    ability = Triggered("whenever", Occurs(You(), Draw(Number(1), ordinal=2)), GAIN)
    table = Table({"battlefield": [card("Mind", "Enchantment", ability)]}, {})
    game = table.game
    for expected in (0, 1, 1):
        game.happen([CardDrawn(0)])
        assert len(game.board.pending) == expected


def test_attacking_together() -> None:
    text = "Whenever Soldier and at least two other creatures attack, you gain 1 life."
    soldier = written("Soldier", "Creature", text)
    table = Table({"battlefield": [soldier, BEAR, BEAR]}, {})
    game = table.game
    one, two, three = game.board.battlefield
    game.happen([AttackersDeclared(0, ((one, 1), (two, 1)))])
    game.happen([AttackersDeclared(0, ((two, 1), (three, 1)))])
    assert pending(table) == []
    game.happen([AttackersDeclared(0, ((one, 1), (two, 1), (three, 1)))])
    assert pending(table) == ["Soldier"]


def test_a_state_of_having_a_keyword() -> None:
    gate = written("Gate", "Creature — Wall", "When this creature has flying, sacrifice it.")
    wings = written("Wings", "Enchantment", "Creatures you control have flying.")
    table = Table({"battlefield": [gate]}, {})
    assert not triggers.put_on_stack(table.game)
    table.add(0, BATTLEFIELD, wings)
    assert triggers.put_on_stack(table.game)
    assert not triggers.put_on_stack(table.game)


def test_two_parts_of_a_condition_trigger_once() -> None:
    text = "Whenever Captain or another creature you control dies, you gain 1 life."
    table = Table({"battlefield": [written("Captain", "Creature", text), BEAR]}, {})
    die(table, *table.game.board.battlefield)
    assert pending(table) == ["Captain", "Captain"]


def test_a_chapter_ability_of_two_numbers_triggers_for_each() -> None:
    saga = card("Tale", "Enchantment — Saga", Chapter((1, 2), GAIN))
    table = Table({"battlefield": [saga]}, {})
    table.game.happen([CountersPut(table.game.board.battlefield[0], "lore", 2, 0)])
    assert len(table.game.board.pending) == 2


def test_read_ahead() -> None:
    saga = card("Tale", "Enchantment — Saga", Keyword("read ahead"), Chapter((1,), GAIN), Chapter((2,), GAIN))
    table = Table({"hand": [saga]}, {})
    game = table.game
    resolver = Resolver(table)
    resolver.answers = [2]
    oid = zones.move(game, game.st.players[0].hand[0], BATTLEFIELD)
    assert game.obj(oid).counters == {"lore": 2}
    assert [one.ability for one in game.board.pending] == [saga.faces[0].abilities[2]]  # CR 702.155a
