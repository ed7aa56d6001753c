"""Life, damage, choices, coins and dice, keyword actions (CR 119, 120, 607.2d, 701, 705, 706)."""

from __future__ import annotations

import pytest

from magistrate.abilities.actions import (
    ChooseQuality,
    ChooseThings,
    DealDamage,
    ExchangeLife,
    Explore,
    Fight,
    FlipCoin,
    GainLife,
    KeywordAction,
    LoseLife,
    PayLife,
    RollDie,
    SetLife,
    TakeExtraTurn,
)
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.groups import AnyTarget, Group, Head, IsType, PlayerGroup
from magistrate.abilities.things import All, EachPlayer, Exactly, It, Several, Some, TargetThing
from magistrate.abilities.voting import Vote
from magistrate.rules.events import Done, LifeLost
from magistrate.rules.registry import Unsupported
from magistrate.rules.state import BATTLEFIELD, EXILE, GRAVEYARD, HAND, LIBRARY
from tests.rules.effects.scripted import Scripted, named
from tests.rules.table import card

BEAR = card("Bear", "Creature — Bear", power=2, toughness=2, cost="1G")
WOLF = card("Wolf", "Creature — Wolf", power=3, toughness=4, cost="3G")
FOREST = card("Forest", "Basic Land — Forest")
CREATURE = Group((Head((IsType(CardType.CREATURE),)),))
OPPONENTS = EachPlayer(PlayerGroup(opponents=True))


def lives(game: Scripted) -> list[int]:
    return [player.life for player in game.st.players]


def test_gaining_and_losing_life() -> None:
    game = Scripted({}, {}, {})
    game.do(GainLife(Number(3)))
    result = game.do(LoseLife(Number(2)), (0, 1, 2))
    assert lives(game) == [21, 18, 18]
    assert (result.amount, result.players) == (6, (0, 1, 2))
    assert not game.do(GainLife(Number(0))).done, "119.9"


def test_life_is_paid_only_by_who_has_it() -> None:
    game = Scripted({}, {})
    assert not game.do(PayLife(Number(21))).done
    assert game.do(PayLife(Number(20))).done
    assert game.do(PayLife(Number(0))).done, "119.4b"
    (paid,) = [event for event in game.st.history if isinstance(event, LifeLost)]
    assert paid.paid


def test_setting_and_exchanging_life() -> None:
    game = Scripted({}, {})
    game.do(SetLife(Number(7)))
    assert lives(game) == [7, 20]
    assert game.do(ExchangeLife(OPPONENTS)).done
    assert lives(game) == [20, 7]


def test_damage_to_each_and_to_players() -> None:
    game = Scripted({}, {})
    wolf, bear = game.add(0, BATTLEFIELD, WOLF), game.add(1, BATTLEFIELD, BEAR)
    to = Several((All(CREATURE), OPPONENTS))
    result = game.do(DealDamage(Number(2), to), (wolf.oid,), game.frame(wolf.oid))
    assert (wolf.damage, bear.damage, lives(game)) == (2, 2, [20, 18])
    assert result.amount == 6
    assert result.players == (1,)


def test_damage_is_divided_as_announced_and_an_illegal_target_gets_none() -> None:
    game = Scripted({}, {})
    wolf, bear = game.add(0, BATTLEFIELD, WOLF), game.add(1, BATTLEFIELD, BEAR)
    frame = game.frame(wolf.oid)
    frame.division = (((bear.oid, 3), (1, 2)),)
    frame.targets = ((1,),)
    to = TargetThing(AnyTarget(), Exactly(Number(2)), 0)
    game.do(DealDamage(Number(5), to, divided=True), (wolf.oid,), frame)
    assert (bear.damage, lives(game)) == (0, [20, 18])


def test_fighting() -> None:
    game = Scripted({}, {})
    wolf, bear = game.add(0, BATTLEFIELD, WOLF), game.add(1, BATTLEFIELD, BEAR)
    frame = game.frame(wolf.oid)
    frame.bindings["other"] = (bear.oid,)
    game.do(Fight(It(slot="other")), (wolf.oid,), frame)
    assert (wolf.damage, bear.damage) == (2, 3)
    rock = game.add(1, BATTLEFIELD, card("Rock", "Artifact"))
    frame.bindings["other"] = (rock.oid,)
    assert not game.do(Fight(It(slot="other")), (wolf.oid,), frame).done
    assert wolf.damage == 2


def test_qualities_are_chosen_and_remembered() -> None:
    game = Scripted({}, {})
    rock = game.add(0, BATTLEFIELD, card("Rock", "Artifact"))
    game.add(1, BATTLEFIELD, BEAR)  # a card name is that of a card (CR 201.4)
    frame = game.frame(rock.oid)
    game.script = [named("red"), named("Goblin"), "Bear", 5, named("Forest")]
    for what in ("color", "creature type", "card name", "number", "basic land type"):
        game.do(ChooseQuality(what), frame=frame)
    wanted = {"color": "red", "creature type": "Goblin", "name": "Bear", "number": 5, "land type": "Forest"}
    assert game.obj(rock.oid).chosen == wanted
    with pytest.raises(Unsupported):
        game.do(ChooseQuality("smell"), frame=frame)


def test_things_are_chosen() -> None:
    game = Scripted({}, {})
    game.add(0, BATTLEFIELD, BEAR)
    wolf = game.add(1, BATTLEFIELD, WOLF)
    game.script = [named("Wolf")]
    assert game.do(ChooseThings(Some(CREATURE, Exactly(Number(1))))).objects == (wolf.oid,)


def test_coins_and_dice_as_laid_down() -> None:
    game = Scripted({}, {})
    game.forced_coins = (True, False)
    game.forced_dice = (17,)
    assert game.do(FlipCoin()).amount == 1
    assert game.do(FlipCoin()).amount == 0
    assert game.do(RollDie(20)).amount == 17
    assert 1 <= game.do(RollDie(6)).amount <= 6


def test_the_latest_extra_turn_is_first() -> None:
    game = Scripted({}, {})
    game.do(TakeExtraTurn(), (1,))
    game.do(TakeExtraTurn(), (0,))
    assert game.board.extra_turns == (1, 0)


def test_exploring() -> None:
    game = Scripted({"library": [FOREST, BEAR]}, {})
    wolf = game.add(0, BATTLEFIELD, WOLF)
    game.do(Explore(), (wolf.oid,), game.frame(wolf.oid))
    assert (game.names(HAND), wolf.counters) == (["Forest"], {})
    game.script = [(0,)]
    game.do(Explore(), (wolf.oid,), game.frame(wolf.oid))
    assert (game.names(GRAVEYARD), wolf.counters) == (["Bear"], {"+1/+1": 1})
    assert sum(isinstance(event, Done) and event.what == "explore" for event in game.st.history) == 2


def test_manifest_amass_bolster_and_adapt() -> None:
    game = Scripted({"library": [FOREST]}, {})
    (hidden,) = game.do(KeywordAction("manifest")).objects
    assert (game.chars(hidden).power, game.chars(hidden).name) == (2, "")
    (army,) = game.do(KeywordAction("amass orcs", Number(3))).objects
    assert (game.chars(army).power, game.chars(army).subtypes) == (3, {"Orc", "Army"})
    (army,) = game.do(KeywordAction("amass", Number(1))).objects
    assert game.chars(army).subtypes == {"Orc", "Army", "Zombie"}
    assert game.do(KeywordAction("bolster", Number(1))).objects == (hidden,)
    assert game.do(KeywordAction("adapt", Number(1)), frame=game.frame(army)).amount == 0


def test_monstrosity_happens_once() -> None:
    game = Scripted({}, {})
    wolf = game.add(0, BATTLEFIELD, WOLF)
    for _ in range(2):
        game.do(KeywordAction("monstrosity", Number(2)), frame=game.frame(wolf.oid))
    assert wolf.counters == {"+1/+1": 2}
    assert wolf.marks["monstrous"]


def test_populate_copies_a_creature_token() -> None:
    game = Scripted({}, {})
    assert not game.do(KeywordAction("populate")).done
    game.do(KeywordAction("amass", Number(1)))
    result = game.do(KeywordAction("populate"))
    assert game.chars(result.objects[0]).name == "Zombie Army Token"


def test_clash_forage_and_learn() -> None:
    game = Scripted({"library": [WOLF]}, {"library": [BEAR]})
    game.script = [(1,), (0,)]
    assert game.do(KeywordAction("clash")).done
    assert game.names(LIBRARY, 1)[-1] == "Bear"
    for _ in range(3):
        game.add(0, GRAVEYARD, BEAR)
    assert game.do(KeywordAction("forage")).amount == 3
    assert len(game.names(EXILE)) == 3
    game.add(0, HAND, BEAR)
    game.script = [(0,)]
    game.do(KeywordAction("learn"))
    assert game.names(HAND) == ["Wolf"]


def test_an_unknown_keyword_action_is_said_to_be_missing() -> None:
    game = Scripted({}, {})
    with pytest.raises(Unsupported):
        game.do(KeywordAction("venture"))


def test_a_secret_vote_is_not_told_before_all_are_cast() -> None:
    """CR 701.32a: who votes after others knows their votes, but not those cast secretly."""
    for secretly in (False, True):
        game = Scripted({}, {})
        told: list[bool] = []

        def votes(decision: object, engine: Scripted, told: list[bool] = told) -> tuple[int, ...]:
            told.append(any("truth" in line.text for line in engine.trace or []))
            return (0,)

        game.script = [votes, votes]
        assert game.do(Vote(("truth", "dare"), secretly), (0, 1)).amount == 2
        assert told == [False, not secretly]
        assert any("truth" in line.text for line in game.trace or [])
