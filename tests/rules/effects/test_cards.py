"""Drawing, discarding, milling, scrying, searching, moving (CR 121, 400, 701)."""

from __future__ import annotations

from magistrate.abilities.actions import (
    CountersPhrase,
    Discard,
    Draw,
    Exile,
    LookAt,
    Mill,
    PutInto,
    Return,
    Reveal,
    Scry,
    Search,
    Shuffle,
    Surveil,
)
from magistrate.abilities.amounts import Number, ThatMuch
from magistrate.abilities.characteristics import CardType, Zone
from magistrate.abilities.effects import Does
from magistrate.abilities.groups import Group, Head, InZone, IsType, Noun, PlayerGroup
from magistrate.abilities.things import All, CardsIn, EachPlayer, Exactly, It, OwnerOf, Some, They, TopCards, UpTo, You
from magistrate.rules.events import CardDrawn, Done
from magistrate.rules.resolution import carry_out
from magistrate.rules.state import BATTLEFIELD, EXILE, GRAVEYARD, HAND, LIBRARY
from tests.rules.effects.scripted import Scripted, named
from tests.rules.table import card

BEAR = card("Bear", "Creature — Bear", power=2, toughness=2)
WOLF = card("Wolf", "Creature — Wolf", power=2, toughness=2)
BOLT = card("Bolt", "Instant")
FOREST = card("Forest", "Basic Land — Forest")
A_CARD = Group((), Noun.CARD)
LAND_CARD = Group((Head((IsType(CardType.LAND),)),), Noun.CARD)
ONE = Exactly(Number(1))


def test_cards_are_drawn_one_at_a_time() -> None:
    game = Scripted({"library": [BEAR, WOLF]}, {})
    result = game.do(Draw(Number(2)))
    assert game.names(HAND) == ["Bear", "Wolf"]
    assert result.objects == game.st.players[0].hand
    assert sum(isinstance(event, CardDrawn) for event in game.st.history) == 2


def test_an_empty_library_is_remembered() -> None:
    game = Scripted({}, {})
    result = game.do(Draw(Number(11)))
    assert len(result.objects) == 10
    assert game.st.players[0].drawn_from_empty
    assert not game.st.players[1].drawn_from_empty


def test_each_player_chooses_what_they_discard_and_all_is_discarded_at_once() -> None:
    game = Scripted({}, {})
    for player in (0, 1):
        for definition in (BEAR, BOLT):
            game.add(player, HAND, definition)
    game.script = [named("Bolt"), named("Bear")]
    result = game.do(Discard(Some(A_CARD, ONE)), (0, 1))
    assert (game.names(GRAVEYARD, 0), game.names(GRAVEYARD, 1)) == (["Bolt"], ["Bear"])
    assert result.amount == 2
    assert game.asked_for == ["discard", "discard"]


def test_a_whole_hand_and_a_card_at_random() -> None:
    game = Scripted({}, {})
    for definition in (BEAR, BOLT, WOLF):
        game.add(0, HAND, definition)
    game.do(Discard(Some(A_CARD, ONE, at_random=True)))
    assert len(game.names(HAND)) == 2
    game.do(Discard(CardsIn(Zone.HAND, You())))
    assert game.names(HAND) == []
    assert not game.do(Discard(Some(A_CARD, ONE))).done
    assert game.asked_for == []


def test_milling_more_than_there_is() -> None:
    game = Scripted({}, {})
    assert game.do(Mill(Number(12))).amount == 10
    assert len(game.names(GRAVEYARD)) == 10


def test_scry_and_surveil_arrange_the_top_cards() -> None:
    game = Scripted({"library": [BEAR, WOLF, BOLT]}, {})
    game.script = [((1,), (0,))]
    game.do(Scry(Number(2)))
    library = game.names(LIBRARY)
    assert (library[0], library[-1]) == ("Wolf", "Bear")
    game.script = [((), (0, 1))]
    result = game.do(Surveil(Number(2)))
    assert game.names(GRAVEYARD) == ["Wolf", "Bolt"]
    assert result.amount == 2
    before = len(game.st.history)
    game.do(Scry(Number(0)))
    assert len(game.st.history) == before, "scrying 0 is no event (701.18b)"


def test_a_quality_need_not_be_found_but_a_number_must() -> None:
    game = Scripted({"library": [FOREST, BEAR]}, {})
    found = game.do(Search((Zone.LIBRARY,), You(), Some(LAND_CARD, ONE)))
    assert found.objects == ()
    game.script = [named("Forest")]
    found = game.do(Search((Zone.LIBRARY,), You(), Some(LAND_CARD, ONE)))
    assert [game.chars(oid).name for oid in found.objects] == ["Forest"]
    assert game.names(LIBRARY)[0] == "Forest"
    game.script = [named("Bear")]
    assert len(game.do(Search((Zone.LIBRARY,), You(), Some(A_CARD, ONE))).objects) == 1
    assert sum(isinstance(event, Done) and event.what == "search" for event in game.st.history) == 3


def test_the_graveyard_hides_nothing_from_a_search() -> None:
    game = Scripted({}, {})
    game.add(0, GRAVEYARD, BEAR)
    a_creature = Some(Group((Head((IsType(CardType.CREATURE),)),), Noun.CARD), ONE)
    assert len(game.do(Search((Zone.GRAVEYARD,), You(), a_creature)).objects) == 1


def test_searching_putting_and_shuffling() -> None:
    game = Scripted({"library": [BEAR, FOREST]}, {})
    frame = game.frame()
    game.script = [named("Forest")]
    frame.bindings["result:0"] = game.do(Search((Zone.LIBRARY,), You(), Some(LAND_CARD, ONE)), frame=frame)
    result = game.do(PutInto(It(slot="result:0"), Zone.BATTLEFIELD, tapped=True), frame=frame)
    assert game.names(BATTLEFIELD) == ["Forest"]
    assert game.obj(result.objects[0]).tapped
    game.do(Shuffle())
    assert all(not game.obj(oid).known_to for oid in game.st.players[0].library)


def test_what_is_shuffled_in_is_in_the_library_and_nobody_knows_where() -> None:
    game = Scripted({}, {})
    for definition in (BEAR, WOLF):
        game.add(0, GRAVEYARD, definition)
    result = game.do(Shuffle(CardsIn(Zone.GRAVEYARD, You())))
    assert len(game.st.players[0].library) == 12
    assert result.done
    assert game.do(Shuffle(CardsIn(Zone.GRAVEYARD, You()))).done, "a library is shuffled for nothing too (701.20d)"


def test_cards_put_back_are_put_one_on_the_other() -> None:
    game = Scripted({}, {})
    for definition in (BEAR, WOLF):
        game.add(0, HAND, definition)
    two = Some(Group((), Noun.CARD, (InZone(Zone.HAND, You()),)), Exactly(Number(2)))
    game.script = [named("Wolf", "Bear")]
    game.do(PutInto(two, Zone.LIBRARY, You(), "top", "any"))
    assert game.names(LIBRARY)[:2] == ["Bear", "Wolf"], "what is named first is put first"


def test_cards_within_a_library_do_not_change_zones() -> None:
    game = Scripted({"library": [BEAR, WOLF]}, {})
    bear = game.st.players[0].library[0]
    before = len(game.st.history)
    game.do(PutInto(TopCards(Number(1), You()), Zone.LIBRARY, You(), "bottom"))
    assert game.st.players[0].library[-1] == bear
    assert len(game.st.history) == before


def test_third_from_the_top() -> None:
    game = Scripted({"library": [FOREST, FOREST, FOREST]}, {})
    bear = game.add(0, BATTLEFIELD, BEAR)
    frame = game.frame(bear.oid)
    game.do(PutInto(It(slot="source"), Zone.LIBRARY, You(), "nth:3"), frame=frame)
    assert game.names(LIBRARY)[2] == "Bear"


def test_a_creature_card_returns_and_an_instant_stays() -> None:
    game = Scripted({}, {})
    for definition in (BEAR, BOLT):
        game.add(0, GRAVEYARD, definition)
    mine = All(Group((), Noun.CARD, (InZone(Zone.GRAVEYARD, You()),)))
    result = game.do(Return(mine, Zone.BATTLEFIELD, with_counters=(CountersPhrase(Number(2), "+1/+1"),)))
    assert game.names(BATTLEFIELD) == ["Bear"]
    assert game.names(GRAVEYARD) == ["Bolt"], "400.4a"
    assert game.obj(result.objects[0]).counters == {"+1/+1": 2}


def test_this_card_returns_only_from_where_it_is_said_to_be() -> None:
    game = Scripted({}, {})
    bear = game.add(0, EXILE, BEAR)
    back = Return(It(slot="source"), Zone.HAND, You(), Zone.GRAVEYARD, You())
    assert not game.do(back, frame=game.frame(bear.oid)).done
    assert game.names(EXILE) == ["Bear"]


def test_what_is_exiled_is_linked_to_what_exiled_it() -> None:
    game = Scripted({"library": [BEAR]}, {})
    source = game.add(0, BATTLEFIELD, WOLF)
    result = game.do(Exile(TopCards(Number(1), You()), face_down=True), frame=game.frame(source.oid))
    assert game.obj(source.oid).linked["exiled"] == result.objects
    exiled = game.obj(result.objects[0])
    assert (exiled.face_down, exiled.known_to) == ("exile", 0)


def test_revealed_cards_are_known_to_all_and_looked_at_ones_to_one() -> None:
    game = Scripted({"library": [BEAR, WOLF]}, {})
    game.do(Reveal(TopCards(Number(1), You())))
    bear, wolf = game.st.players[0].library[:2]
    assert game.obj(bear).known_to == 3
    game.do(LookAt(TopCards(Number(2), You())), (1,), game.frame())
    assert game.obj(wolf).known_to == 2


def test_nobody_knows_the_order_of_what_is_put_back_in_a_random_one() -> None:
    game = Scripted({"library": [BEAR, WOLF, FOREST]}, {})
    frame = game.frame()
    frame.bindings["result:0"] = game.do(Reveal(TopCards(Number(2), You())), frame=frame)
    those = It(plural=True, slot="result:0")
    game.do(PutInto(those, Zone.LIBRARY, You(), position="bottom", order="random"), frame=frame)
    library = game.st.players[0].library
    assert game.chars(library[0]).name == "Forest"
    assert not any(game.obj(oid).known_to for oid in library)


def test_up_to_nothing() -> None:
    game = Scripted({}, {})
    game.add(0, GRAVEYARD, BEAR)
    some = Some(Group((), Noun.CARD, (InZone(Zone.GRAVEYARD, You()),)), UpTo(Number(1)))
    assert not game.do(Return(some, Zone.HAND, You())).done


def test_the_owner_arranges_what_is_put_into_their_library_together() -> None:
    game = Scripted({}, {})
    for definition in (BEAR, WOLF):
        game.add(1, GRAVEYARD, definition)
    theirs = All(Group((), Noun.CARD, (InZone(Zone.GRAVEYARD),)))
    game.script = [named("Wolf", "Bear")]
    game.do(PutInto(theirs, Zone.LIBRARY, OwnerOf(theirs), "bottom"))
    assert game.names(LIBRARY, 1)[-2:] == ["Wolf", "Bear"]
    assert game.asked_for == ["order"]


def test_each_of_several_players_goes_on_with_their_own() -> None:
    game = Scripted({"library": [FOREST]}, {"library": [WOLF]})
    everyone = EachPlayer(PlayerGroup())
    for _ in range(3):
        game.add(0, HAND, BEAR)
    game.add(1, HAND, BEAR)
    their_hand = CardsIn(Zone.HAND, They(slot="subject"))
    wheel = Does(everyone, (Discard(their_hand), Draw(ThatMuch("result:0"))))
    carry_out(game, wheel, game.frame())
    assert (len(game.names(HAND, 0)), len(game.names(HAND, 1))) == (3, 1)
    assert (len(game.names(GRAVEYARD, 0)), len(game.names(GRAVEYARD, 1))) == (3, 1)
    top = TopCards(Number(1), They(slot="subject"))
    away = Does(everyone, (Exile(top), PutInto(It(slot="result:0"), Zone.HAND, OwnerOf(It(slot="result:0")))))
    result = carry_out(game, away, game.frame())
    assert result.done
    assert (len(game.names(HAND, 0)), len(game.names(HAND, 1))) == (4, 2)
    assert game.names(EXILE) == []
