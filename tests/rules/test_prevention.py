"""Prevention effects (CR 615)."""

from __future__ import annotations

from magistrate.abilities.actions import DealDamage, GainLife
from magistrate.abilities.amounts import Number, ThatMuch
from magistrate.abilities.durations import ThisTurn
from magistrate.abilities.effects import Does, Instructions, ObjectsDo, Prevent, Would
from magistrate.abilities.events import DamageWouldBeDealt
from magistrate.abilities.groups import AnyTarget
from magistrate.abilities.kinds import Static
from magistrate.abilities.things import Exactly, It, TargetThing, This, You
from magistrate.rules import damage, shields
from magistrate.rules.events import DamageDealt
from magistrate.rules.frames import Frame
from tests.rules.resolving import Resolver
from tests.rules.table import Table, card
from tests.rules.written import written

BEAR = card("Bear", "Creature — Bear", power=2, toughness=4)
RED = card("Imp", "Creature — Imp", power=2, toughness=2, cost="R")
TARGET = TargetThing(AnyTarget(), Exactly(Number(1)), 0)
NEXT_THREE = Prevent(Number(3), DamageWouldBeDealt(TARGET), ThisTurn())


def shield(table: Table, effect: Prevent, *targets: int) -> None:
    frame = Frame(table.game.board.battlefield[0], 0)
    frame.targets = (targets,)
    shields.add(table.game, effect, frame)


def test_the_next_three_damage() -> None:
    table = Table({"battlefield": [BEAR]}, {"battlefield": [RED]})
    game = table.game
    bear, imp = game.board.battlefield
    shield(table, NEXT_THREE, bear)
    damage.deal(game, [DamageDealt(imp, bear, 2), DamageDealt(imp, 0, 2)])
    assert game.obj(bear).damage == 0
    assert game.st.players[0].life == 18
    damage.deal(game, [DamageDealt(imp, bear, 2)])
    assert game.obj(bear).damage == 1  # CR 615.7
    assert shields.waiting(game) == ()


def test_who_is_shielded_chooses_which_damage() -> None:
    table = Table({"battlefield": [BEAR]}, {"battlefield": [RED, RED]})
    game = table.game
    bear, one, two = game.board.battlefield
    shield(table, NEXT_THREE, bear)
    resolver = Resolver(table)
    resolver.answers = [(1, 0)]
    events = [DamageDealt(one, bear, 2), DamageDealt(two, bear, 2)]
    damage.deal(game, events)
    assert [d.player for d in resolver.asked] == [0]
    assert (events[0].amount, events[1].amount) == (1, 0)


def test_a_static_ability_prevents_each_time() -> None:
    effect = Prevent(Number(1), DamageWouldBeDealt(You()))
    table = Table({"battlefield": [card("Ward", "Enchantment", Static(effect))]}, {"battlefield": [RED]})
    game = table.game
    imp = game.board.battlefield[1]
    damage.deal(game, [DamageDealt(imp, 0, 2), DamageDealt(imp, 0, 3)])
    assert game.st.players[0].life == 17  # CR 615.10


def test_what_follows_the_prevention() -> None:
    then = Does(You(), (GainLife(ThatMuch("event:amount")),))
    effect = Prevent(None, DamageWouldBeDealt(This()), then=then)
    table = Table(
        {"battlefield": [card("Saint", "Creature", Static(effect), power=1, toughness=1)]}, {"battlefield": [RED]}
    )
    game = table.game
    saint, imp = game.board.battlefield
    damage.deal(game, [DamageDealt(imp, saint, 2)])
    assert game.st.players[0].life == 22
    unpreventable = DamageDealt(imp, saint, 2)
    unpreventable.unpreventable = True
    damage.deal(game, [unpreventable])
    assert game.obj(saint).damage == 2  # CR 615.12
    assert game.st.players[0].life == 22


def test_protection() -> None:
    table = Table({"battlefield": [written("Knight", "Creature", "Protection from red")]}, {"battlefield": [RED, BEAR]})
    game = table.game
    knight, imp, bear = game.board.battlefield
    damage.deal(game, [DamageDealt(imp, knight, 2), DamageDealt(bear, knight, 1)])
    assert game.obj(knight).damage == 1  # CR 702.16e


def test_a_shield_counter() -> None:
    table = Table({"battlefield": [BEAR]}, {"battlefield": [RED]})
    game = table.game
    bear, imp = game.board.battlefield
    game.st.put(game.obj(bear), "counters", "shield", 1)
    damage.deal(game, [DamageDealt(imp, bear, 2)])
    assert game.obj(bear).damage == 0
    assert game.obj(bear).counters.get("shield", 0) == 0
    damage.deal(game, [DamageDealt(imp, bear, 2)])
    assert game.obj(bear).damage == 2


def test_redirection() -> None:
    takes = ObjectsDo(It(slot="event:source"), (DealDamage(ThatMuch("event:amount"), to=This()),))
    ward = card("Ward", "Creature", Static(Would(DamageWouldBeDealt(You()), takes)), power=0, toughness=9)
    table = Table({"battlefield": [ward]}, {"battlefield": [RED]})
    game = table.game
    ward_id, imp = game.board.battlefield
    damage.deal(game, [DamageDealt(imp, 0, 2, True)])
    assert game.st.players[0].life == 20
    assert game.obj(ward_id).damage == 2  # CR 614.9


def test_that_much_plus_one() -> None:
    from magistrate.abilities.amounts import Sum

    more = ObjectsDo(It(slot="event:source"), (DealDamage(Sum(ThatMuch("event:amount"), Number(1))),))
    torch = card("Torch", "Enchantment", Static(Would(DamageWouldBeDealt(None), Instructions((more,)))))
    table = Table({"battlefield": [torch]}, {"battlefield": [RED]})
    damage.deal(table.game, [DamageDealt(table.game.board.battlefield[1], 0, 2)])
    assert table.game.st.players[0].life == 17
