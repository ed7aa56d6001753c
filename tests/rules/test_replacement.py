"""Replacement effects (CR 614, 616)."""

from __future__ import annotations

from magistrate.abilities.actions import CountersPhrase, Enter, HaveObjects
from magistrate.abilities.amounts import Number, ThatMuch, Times
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.effects import Does, Modified, ObjectsDo, Would
from magistrate.abilities.events import CountersWouldBePut, TokensWouldBeCreated
from magistrate.abilities.groups import Controlled, Group, Head, IsType
from magistrate.abilities.kinds import Static
from magistrate.abilities.things import Exactly, Some, This, You
from magistrate.rules import shields, zones
from magistrate.rules.definitions import CardDefinition
from magistrate.rules.events import (
    CREATE,
    DESTROY,
    SACRIFICE,
    CardDrawn,
    CountersPut,
    Destroyed,
    LifeGained,
    LifeLost,
    StepBegan,
    TokensCreated,
    Untapped,
    ZoneChange,
)
from magistrate.rules.frames import Frame
from magistrate.rules.state import BATTLEFIELD, EXILE, GRAVEYARD, NOBODY, NOWHERE, STACK
from tests.rules.resolving import Resolver
from tests.rules.table import FOREST, Table, card
from tests.rules.written import abilities, written

BEAR = card("Bear", "Creature — Bear", power=2, toughness=2)
MOUSE = card("Mouse", "Creature — Mouse", power=1, toughness=1)
CREATURES = Group((Head((IsType(CardType.CREATURE),)),))
TWICE = Modified(Times(2, ThatMuch("event:amount")))
DOUBLER = card("Doubler", "Enchantment", Static(Would(TokensWouldBeCreated(You()), TWICE)))
MINE = Some(Group((Head((IsType(CardType.CREATURE),)),), post=(Controlled(You()),)), Exactly(Number(1)))
SEASON = card("Season", "Enchantment", Static(Would(CountersWouldBePut(None, MINE), TWICE)))
CLONE = card(
    "Clone",
    "Creature",
    Static(Does(You(), (HaveObjects(This(), (Enter(as_copy_of=Some(CREATURES, Exactly(Number(1)))),)),), may=True)),
    power=0,
    toughness=0,
)


def tokens(table: Table, *kinds: tuple[CardDefinition, int], player: int = 0) -> tuple[int, ...]:
    start = ZoneChange(NOBODY, NOWHERE, BATTLEFIELD, player, CREATE)
    event = TokensCreated(player, [[definition, count, start] for definition, count in kinds])
    table.game.happen([event])
    return event.made


def test_exiled_instead_of_dying() -> None:
    grave = written("Grave", "Enchantment", "If a creature an opponent controls would die, exile it instead.")
    mourner = written("Mourner", "Enchantment", "Whenever a creature dies, you gain 1 life.")
    table = Table({"battlefield": [grave]}, {"battlefield": [BEAR, BEAR, mourner]})
    game = table.game
    bears = game.board.battlefield[1:3]
    game.happen([Destroyed(oid) for oid in bears])
    assert len(game.board.exile) == 2
    assert game.board.pending == ()  # CR 614.6: they never died


def test_only_once_to_each_event() -> None:
    text = "If you would draw a card, draw two cards instead."
    one = written("Thought", "Enchantment", text)
    table = Table({"battlefield": [one]}, {})
    table.game.happen([CardDrawn(0)])
    assert len(table.game.st.players[0].hand) == 2  # CR 614.5
    table = Table({"battlefield": [one, one]}, {})
    table.game.happen([CardDrawn(0)])
    assert len(table.game.st.players[0].hand) == 4


def test_twice_that_much_life() -> None:
    text = "If you would gain life, you gain twice that much life instead."
    table = Table({"battlefield": [written("Boon", "Enchantment", text)] * 2}, {})
    game = table.game
    game.happen([LifeGained(0, 3), LifeGained(1, 3)])
    assert [player.life for player in game.st.players] == [32, 23]


def test_players_cannot_gain_life() -> None:
    table = Table({"battlefield": [written("Bane", "Enchantment", "Players can't gain life.")]}, {})
    assert table.game.happen([LifeGained(0, 3)]) == []
    assert table.game.st.players[0].life == 20


def test_the_affected_player_chooses() -> None:
    first = written("Exiler", "Enchantment", "If a creature would die, exile it instead.")
    second = written("Saver", "Enchantment", "If a creature would die, return it to its owner's hand instead.")
    table = Table({"battlefield": [first, second]}, {"battlefield": [BEAR]})
    resolver = Resolver(table)
    resolver.answers = [(1,)]
    table.game.happen([Destroyed(table.game.board.battlefield[2])])
    assert [(d.kind, d.player) for d in resolver.asked] == [("replacement", 1)]  # CR 616.1
    assert len(table.game.st.players[1].hand) == 1


def test_two_doublers_make_four() -> None:
    table = Table({"battlefield": [DOUBLER, DOUBLER]}, {})
    assert len(tokens(table, (MOUSE, 1), (BEAR, 2))) == 12  # founding rules 28, 29
    assert len(table.find("Mouse", BATTLEFIELD)) == 4
    assert len(table.find("Bear", BATTLEFIELD)) == 8
    assert len(tokens(table, (MOUSE, 1), player=1)) == 1


def test_what_would_shuffle_in_from_anywhere() -> None:
    text = "If Colossus would be put into a graveyard from anywhere, reveal Colossus and shuffle it into its owner's library instead."
    colossus = written("Colossus", "Artifact Creature", text)
    table = Table({"hand": [colossus], "battlefield": [colossus]}, {})
    game = table.game
    zones.move(game, game.st.players[0].hand[0], GRAVEYARD)
    zones.move(game, game.board.battlefield[0], GRAVEYARD, reason=DESTROY)
    assert game.st.players[0].graveyard == ()
    assert len(game.st.players[0].library) == 22


# Entering ------------------------------------------------------------------------------------------------------------
def test_enters_tapped_by_itself_and_by_others() -> None:
    land = written("Slow", "Land", "Slow enters tapped.")
    gate = written("Gate", "Enchantment", "Creatures your opponents control enter tapped.")
    table = Table({"hand": [land, BEAR], "battlefield": [gate]}, {"hand": [BEAR]})
    game = table.game
    slow, bear = game.st.players[0].hand
    assert game.obj(zones.move(game, slow, BATTLEFIELD)).tapped
    assert not game.obj(zones.move(game, bear, BATTLEFIELD)).tapped
    assert game.obj(zones.move(game, game.st.players[1].hand[0], BATTLEFIELD)).tapped
    assert zones.ids(game, STACK) == ()


def test_unless() -> None:
    land = written("Check", "Land", "Check enters tapped unless you control two or more other lands.")
    table = Table({"hand": [land, land], "battlefield": [FOREST]}, {})
    game = table.game
    first, second = game.st.players[0].hand
    assert game.obj(zones.move(game, first, BATTLEFIELD)).tapped
    assert not game.obj(zones.move(game, second, BATTLEFIELD)).tapped


def test_counters_are_doubled_as_it_enters() -> None:
    hydra = written("Hydra", "Creature", "Hydra enters with two +1/+1 counters on it.", power=0, toughness=0)
    table = Table({"hand": [hydra], "battlefield": [SEASON]}, {"hand": [hydra]})
    game = table.game
    mine = zones.move(game, game.st.players[0].hand[0], BATTLEFIELD)
    theirs = zones.move(game, game.st.players[1].hand[0], BATTLEFIELD)
    assert game.obj(mine).counters == {"+1/+1": 4}
    assert game.obj(theirs).counters == {"+1/+1": 2}
    game.happen([CountersPut(mine, "+1/+1", 1, 0)])
    assert game.obj(mine).counters == {"+1/+1": 6}


def test_loyalty() -> None:
    walker = card("Walker", "Planeswalker — Ann", loyalty=3)
    table = Table({"hand": [walker]}, {})
    game = table.game
    assert game.obj(zones.move(game, game.st.players[0].hand[0], BATTLEFIELD)).counters == {"loyalty": 3}


def test_a_copy_and_what_the_copied_says() -> None:
    hydra = written("Hydra", "Creature", "Hydra enters with two +1/+1 counters on it.", power=0, toughness=1)
    table = Table({"hand": [CLONE, CLONE], "battlefield": [hydra, BEAR]}, {})
    game = table.game
    resolver = Resolver(table)
    resolver.answers = [(0,), lambda d: (0,)]
    new = zones.move(game, game.st.players[0].hand[0], BATTLEFIELD)
    assert game.chars(new).name == "Hydra"
    assert game.obj(new).counters == {"+1/+1": 2}  # CR 707.5: the copied "enters with" applies
    resolver.answers = [(1,)]
    assert game.chars(zones.move(game, game.st.players[0].hand[0], BATTLEFIELD)).name == "Clone"


def test_each_token_chooses_for_itself() -> None:
    table = Table({"battlefield": [BEAR, MOUSE, DOUBLER]}, {})
    resolver = Resolver(table)
    resolver.answers = [(0,), (0,), (0,), (1,)]
    made = tokens(table, (CLONE, 1))
    names = [table.game.chars(oid).name for oid in made]
    assert names == ["Bear", "Mouse"]  # founding rule 26


def test_entering_where_abilities_are_lost() -> None:
    """CR 614.12: what it would be on the battlefield counts: a creature without abilities does not enter with counters."""
    hydra = written("Hydra", "Creature", "Hydra enters with two +1/+1 counters on it.", power=1, toughness=1)
    blank = written("Blank", "Enchantment", "All creatures lose all abilities.")
    table = Table({"hand": [hydra], "battlefield": [blank]}, {})
    game = table.game
    new = zones.move(game, game.st.players[0].hand[0], BATTLEFIELD)
    assert game.obj(new).counters == {}


def test_an_instant_stays_where_it_is() -> None:
    table = Table({"hand": [card("Bolt", "Instant")]}, {})
    game = table.game
    assert zones.move(game, game.st.players[0].hand[0], BATTLEFIELD) == NOBODY
    assert len(game.st.players[0].hand) == 1


def test_an_aura_that_is_not_cast() -> None:
    aura = written("Veil", "Enchantment — Aura", "Enchant creature")
    table = Table({"hand": [aura, aura], "battlefield": [BEAR, MOUSE]}, {})
    game = table.game
    resolver = Resolver(table)
    resolver.answers = [(1,)]
    new = zones.move(game, game.st.players[0].hand[0], BATTLEFIELD)
    assert game.obj(new).attached_to == game.board.battlefield[1]
    for oid in game.board.battlefield[:2]:
        zones.move(game, oid, EXILE)
    assert zones.move(game, game.st.players[0].hand[0], BATTLEFIELD) == NOBODY  # CR 303.4g


# Shields -------------------------------------------------------------------------------------------------------------
def test_regeneration() -> None:
    table = Table({"battlefield": [BEAR]}, {})
    game = table.game
    bear = game.board.battlefield[0]
    shields.add_regeneration(game, bear, Frame(bear, 0))
    game.happen([Destroyed(bear)])
    assert game.board.battlefield == (bear,)
    assert game.obj(bear).tapped
    game.happen([Destroyed(bear)])
    assert game.board.battlefield == ()


def test_no_regeneration() -> None:
    table = Table({"battlefield": [BEAR]}, {})
    game = table.game
    bear = game.board.battlefield[0]
    shields.add_regeneration(game, bear, Frame(bear, 0))
    game.happen([Destroyed(bear, no_regeneration=True)])
    assert game.board.battlefield == ()


def test_this_turn_only() -> None:
    (spell,) = abilities("If target creature would die this turn, exile it instead.", "Chain", "Instant")
    table = Table({"battlefield": [BEAR, BEAR]}, {})
    game = table.game
    bear, other = game.board.battlefield
    frame = Frame(bear, 0)
    frame.targets = ((bear,),)
    shields.add(game, spell.effect, frame)  # type: ignore[attr-defined]
    game.happen([Destroyed(bear), Destroyed(other)])
    assert len(game.board.exile) == 1
    assert len(game.st.players[0].graveyard) == 1
    shields.expire(game, "end of turn")
    assert shields.waiting(game) == ()


def test_skipping() -> None:
    text = "Skip your draw step."
    table = Table({"battlefield": [written("Yawg", "Enchantment", text)]}, {})
    game = table.game
    assert game.happen([StepBegan(0, 2)]) == []
    assert game.happen([StepBegan(1, 2)]) != []


def test_stun_and_finality_counters() -> None:
    table = Table({"battlefield": [BEAR, MOUSE]}, {})
    game = table.game
    bear, mouse = game.board.battlefield
    game.st.set(game.obj(bear), "tapped", True)
    game.st.put(game.obj(bear), "counters", "stun", 1)
    game.happen([Untapped(bear)])
    assert game.obj(bear).tapped
    game.happen([Untapped(bear)])
    assert not game.obj(bear).tapped
    game.st.put(game.obj(mouse), "counters", "finality", 1)
    zones.move(game, mouse, GRAVEYARD, reason=SACRIFICE)
    assert len(game.board.exile) == 1


def test_a_token_elsewhere_stays_there() -> None:
    table = Table({}, {})
    (mouse,) = tokens(table, (MOUSE, 1))
    game = table.game
    dead = zones.move(game, mouse, GRAVEYARD)
    assert zones.move(game, dead, BATTLEFIELD) == NOBODY  # CR 111.8


def test_paying_life_is_no_damage() -> None:
    table = Table({}, {})
    table.game.happen([LifeLost(0, 2, paid=True)])
    assert table.game.st.players[0].life == 18


def test_entering_with_an_additional_counter() -> None:
    static = Static(ObjectsDo(MINE, (Enter(with_counters=(CountersPhrase(Number(1), "+1/+1"),), additional=True),)))
    table = Table({"hand": [BEAR], "battlefield": [card("Lord", "Enchantment", static)]}, {})
    game = table.game
    new = zones.move(game, game.st.players[0].hand[0], BATTLEFIELD)
    assert game.obj(new).counters == {"+1/+1": 1}
