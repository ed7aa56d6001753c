"""Destroying, sacrificing, tapping, counters, tokens, control (CR 111, 122, 613.1b, 701)."""

from __future__ import annotations

from magistrate.abilities.actions import (
    CountersPhrase,
    Create,
    CreateKind,
    Destroy,
    ExchangeControl,
    GainControl,
    GetCounters,
    GetEmblem,
    MoveCounters,
    Proliferate,
    PutCounters,
    RemoveCounters,
    Sacrifice,
    TapAction,
    TokenSpec,
    TransformAction,
    UntapAction,
)
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType, Color, Supertype
from magistrate.abilities.groups import Group, Head, IsType
from magistrate.abilities.kinds import Keyword
from magistrate.abilities.things import All, Exactly, It, SeveralObjects, Some
from magistrate.rules.definitions import CardDefinition
from magistrate.rules.events import DESTROY, SACRIFICE, TokensCreated, ZoneChange
from magistrate.rules.state import BATTLEFIELD, COMMAND, GRAVEYARD, TOKEN
from tests.rules.effects.scripted import Scripted, named
from tests.rules.table import card

BEAR = card("Bear", "Creature — Bear", power=2, toughness=2)
WOLF = card("Wolf", "Creature — Wolf", power=3, toughness=2)
ROCK = card("Rock", "Artifact Creature — Golem", Keyword("indestructible"), power=1, toughness=1)
CREATURE = Group((Head((IsType(CardType.CREATURE),)),))
ONE = Exactly(Number(1))
SOLDIER = TokenSpec(Number(1), Number(1), colors=(Color.WHITE,), types=(CardType.CREATURE,), subtypes=("Soldier",))


def test_everything_is_destroyed_at_once_but_what_is_indestructible() -> None:
    game = Scripted({}, {})
    game.add(0, BATTLEFIELD, BEAR)
    game.add(1, BATTLEFIELD, WOLF)
    game.add(1, BATTLEFIELD, ROCK)
    result = game.do(Destroy(All(CREATURE)))
    assert (game.names(BATTLEFIELD, 0), game.names(BATTLEFIELD, 1)) == ([], ["Rock"])
    assert result.amount == 2
    moves = [event for event in game.st.history if isinstance(event, ZoneChange)]
    assert [event.reason for event in moves] == [DESTROY, DESTROY]


def test_players_sacrifice_what_they_control_and_choose() -> None:
    game = Scripted({}, {})
    for definition in (BEAR, WOLF):
        game.add(0, BATTLEFIELD, definition)
    game.add(1, BATTLEFIELD, BEAR)
    game.script = [named("Wolf")]
    result = game.do(Sacrifice(Some(CREATURE, ONE)), (0, 1))
    assert (game.names(BATTLEFIELD, 0), game.names(BATTLEFIELD, 1)) == (["Bear"], [])
    assert result.amount == 2
    assert {event.reason for event in game.st.history if isinstance(event, ZoneChange)} == {SACRIFICE}


def test_nobody_sacrifices_what_another_controls() -> None:
    game = Scripted({}, {})
    bear = game.add(1, BATTLEFIELD, BEAR)
    assert not game.do(Sacrifice(It(slot="source")), frame=game.frame(bear.oid)).done
    assert game.names(BATTLEFIELD, 1) == ["Bear"]


def test_only_untapped_permanents_are_tapped() -> None:
    game = Scripted({}, {})
    bear, wolf = (game.add(0, BATTLEFIELD, definition) for definition in (BEAR, WOLF))
    game.st.set(wolf, "tapped", True)
    result = game.do(TapAction(All(CREATURE)))
    assert (result.amount, result.objects) == (1, (bear.oid, wolf.oid))
    assert game.do(UntapAction(All(CREATURE))).amount == 2
    assert not game.do(UntapAction(All(CREATURE))).done


def test_counters_on_permanents_and_players() -> None:
    game = Scripted({}, {})
    bear = game.add(0, BATTLEFIELD, BEAR)
    phrases = (CountersPhrase(Number(2), "+1/+1"), CountersPhrase(Number(1), "stun"))
    game.do(PutCounters(phrases, All(CREATURE)))
    assert game.obj(bear.oid).counters == {"+1/+1": 2, "stun": 1}
    assert game.chars(bear.oid).power == 4
    game.do(GetCounters((CountersPhrase(Number(3), "poison"),)), (1,))
    assert game.st.players[1].counters == {"poison": 3}
    game.script = [(0, 1)]
    game.do(Proliferate())
    assert game.st.players[1].counters == {"poison": 4}
    assert game.obj(bear.oid).counters == {"+1/+1": 3, "stun": 2}


def test_removing_and_moving_counters() -> None:
    game = Scripted({}, {})
    bear, wolf = (game.add(0, BATTLEFIELD, definition) for definition in (BEAR, WOLF))
    game.st.set(bear, "counters", {"+1/+1": 3})
    frame = game.frame(bear.oid)
    assert game.do(RemoveCounters(ONE, "+1/+1", It(slot="source")), frame=frame).amount == 1
    frame.bindings["there"] = (wolf.oid,)
    move = MoveCounters((CountersPhrase(Number(1), "+1/+1"),), It(slot="source"), It(slot="there"))
    game.do(move, frame=frame)
    assert (bear.counters, wolf.counters) == ({"+1/+1": 1}, {"+1/+1": 1})
    game.do(MoveCounters((CountersPhrase(Number(1), "charge"),), It(slot="source"), It(slot="there")), frame=frame)
    assert (bear.counters, wolf.counters) == ({"+1/+1": 1}, {"+1/+1": 1}), "122.5: there is none to move"
    assert game.do(RemoveCounters(None, None, It(slot="source")), frame=frame).amount == 1
    assert bear.counters == {}


def test_distributed_counters_give_each_at_least_one() -> None:
    game = Scripted({}, {})
    bear, wolf = (game.add(0, BATTLEFIELD, definition) for definition in (BEAR, WOLF))
    game.script = [(2, 1)]
    game.do(PutCounters((CountersPhrase(Number(3), "+1/+1"),), All(CREATURE), distributed=True))
    assert (bear.counters, wolf.counters) == ({"+1/+1": 2}, {"+1/+1": 1})


def test_tokens_of_several_kinds_are_one_event_and_enter_at_once() -> None:
    game = Scripted({}, {})
    snake = TokenSpec(Number(2), Number(2), types=(CardType.CREATURE,), subtypes=("Snake",))
    result = game.do(Create((CreateKind(Number(2), SOLDIER, tapped=True), CreateKind(Number(1), snake))))
    assert game.names(BATTLEFIELD) == ["Soldier Token", "Soldier Token", "Snake Token"]
    assert [game.obj(oid).kind for oid in result.objects] == [TOKEN] * 3
    assert [game.obj(oid).tapped for oid in result.objects] == [True, True, False]
    soldier = game.chars(result.objects[0])
    assert (soldier.power, soldier.colors, soldier.controller) == (1, 1, 0)
    assert sum(isinstance(event, TokensCreated) for event in game.st.history) == 1


def test_a_token_copy_has_the_exceptions_and_not_the_counters() -> None:
    game = Scripted({}, {})
    wolf = game.add(1, BATTLEFIELD, WOLF)
    game.st.set(wolf, "counters", {"+1/+1": 5})
    spec = TokenSpec(copy_of=It(slot="source"))
    result = game.do(Create((CreateKind(Number(1), spec),)), frame=game.frame(wolf.oid))
    token = game.chars(result.objects[0])
    assert (token.name, token.power, token.controller) == ("Wolf", 3, 0)


def test_a_copy_of_an_instant_is_not_created() -> None:
    game = Scripted({}, {})
    bolt = game.add(0, GRAVEYARD, card("Bolt", "Instant"))
    spec = TokenSpec(copy_of=It(slot="source"))
    assert not game.do(Create((CreateKind(Number(1), spec),)), frame=game.frame(bolt.oid)).done


def test_legendary_token_with_a_name() -> None:
    game = Scripted({}, {})
    spec = TokenSpec(
        Number(3), Number(3), (Supertype.LEGENDARY,), types=(CardType.CREATURE,), subtypes=("Wolf",), name="Fenrik"
    )
    game.do(Create((CreateKind(Number(1), spec),)))
    assert game.names(BATTLEFIELD) == ["Fenrik"]


def test_control_is_gained_and_exchanged() -> None:
    game = Scripted({}, {})
    bear, wolf = game.add(0, BATTLEFIELD, BEAR), game.add(1, BATTLEFIELD, WOLF)
    frame = game.frame(wolf.oid)
    game.do(GainControl(It(slot="source")), frame=frame)
    assert game.names(BATTLEFIELD) == ["Bear", "Wolf"]
    both = SeveralObjects((It(slot="source"), It(slot="bear")))
    frame.bindings["bear"] = (bear.oid,)
    assert not game.do(ExchangeControl(both), frame=frame).done, "701.10b: one player controls both"
    game.do(GainControl(It(slot="source")), (1,), frame)
    assert game.do(ExchangeControl(both), frame=frame).done
    assert (game.names(BATTLEFIELD, 0), game.names(BATTLEFIELD, 1)) == (["Wolf"], ["Bear"])


def test_an_emblem_is_in_the_command_zone() -> None:
    game = Scripted({}, {})
    result = game.do(GetEmblem((Keyword("flying"),)))
    assert game.board.command == result.objects
    assert game.obj(result.objects[0]).zone == COMMAND


def test_only_transforming_cards_transform() -> None:
    front, back = BEAR.faces[0], WOLF.faces[0]
    game = Scripted({}, {})
    double = game.add(0, BATTLEFIELD, CardDefinition("Bear", (front, back), "transform"))
    game.add(0, BATTLEFIELD, card("Plain", "Creature — Human", power=1, toughness=1))
    result = game.do(TransformAction(All(CREATURE)))
    assert result.objects == (double.oid,)
    assert game.names(BATTLEFIELD) == ["Wolf", "Plain"]
    game.do(TransformAction(All(CREATURE)))
    assert game.names(BATTLEFIELD) == ["Bear", "Plain"]
