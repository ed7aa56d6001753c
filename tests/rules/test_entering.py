"""How permanents enter, and what looking ahead finds (CR 614.12)."""

from __future__ import annotations

import pytest

from magistrate.abilities.actions import (
    ChooseQuality,
    CountersPhrase,
    Enter,
    LoseLife,
    PayLife,
    PutCounters,
)
from magistrate.abilities.amounts import Number, X
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.effects import AsEnters, Does, IfYouDo, Instructions, ObjectsDo
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import Controlled, Group, Head, IsType
from magistrate.abilities.kinds import Static, Triggered
from magistrate.abilities.things import All, EachPlayer, PlayerGroup, This, You
from magistrate.rules import entering, zones
from magistrate.rules.events import RESOLVE, Destroyed, ZoneChange
from magistrate.rules.state import BATTLEFIELD, GRAVEYARD, HAND, STACK
from tests.rules.resolving import NO, YES, Resolver
from tests.rules.table import Table, card
from tests.rules.written import abilities, written

BEAR = card("Bear", "Creature — Bear", power=2, toughness=2)
COLOR = AsEnters(This(), Does(You(), (ChooseQuality("color"),)))
TAPPED = ObjectsDo(This(), (Enter(tapped=True),))
SHOCK = card(
    "Shock",
    "Land",
    Static(
        IfYouDo(
            AsEnters(This(), Does(You(), (PayLife(Number(2)),), may=True)),
            Instructions(()),
            TAPPED,
        )
    ),
)


def test_a_choice_is_kept_for_the_permanent() -> None:
    table = Table({"hand": [card("Prism", "Artifact", Static(COLOR))]}, {})
    game = table.game
    resolver = Resolver(table)
    resolver.answers = [(3,)]
    old = game.st.players[0].hand[0]
    new = zones.move(game, old, BATTLEFIELD)
    assert resolver.asked[0].kind == "color"
    assert "color" in game.obj(new).chosen
    assert game.obj(old).chosen == {}  # what it was has chosen nothing


@pytest.mark.parametrize(("answer", "tapped", "life"), [(YES, False, 18), (NO, True, 20)])
def test_as_it_enters_you_may_pay(answer: tuple[int, ...], tapped: bool, life: int) -> None:
    table = Table({"hand": [SHOCK]}, {})
    game = table.game
    resolver = Resolver(table)
    resolver.answers = [answer]
    new = zones.move(game, game.st.players[0].hand[0], BATTLEFIELD)
    assert game.obj(new).tapped is tapped
    assert game.st.players[0].life == life


def test_x_of_the_spell() -> None:
    with_x = Static(ObjectsDo(This(), (Enter(with_counters=(CountersPhrase(X(), "+1/+1"),)),)))
    also = Triggered("when", Occurs(This(), Enter()), Does(EachPlayer(PlayerGroup()), (LoseLife(X()),)))
    ballista = card("Ballista", "Artifact Creature", with_x, also, cost="{X}{X}", power=0, toughness=0)
    table = Table({"hand": [ballista, ballista]}, {})
    game = table.game
    spell = zones.move(game, game.st.players[0].hand[0], STACK, cause=0)
    game.st.set(game.obj(spell), "x", 3)
    game.happen([ZoneChange(spell, STACK, BATTLEFIELD, 0, RESOLVE)])
    (cast,) = game.board.battlefield
    assert game.obj(cast).counters == {"+1/+1": 3}
    assert game.board.pending[0].frame.x == 3
    zones.move(game, game.st.players[0].hand[0], BATTLEFIELD)
    put = game.board.battlefield[1]
    assert game.obj(put).counters == {}
    assert game.board.pending[1].frame.x == 0  # founding rule 6


def test_two_that_enter_together_do_not_see_each_other() -> None:
    """CR 614.12: only what exists already applies."""
    group = Group((Head((IsType(CardType.CREATURE),)),), post=(Controlled(You()),))
    lord = card("Lord", "Creature", Static(ObjectsDo(All(group), (Enter(tapped=True),))), power=1, toughness=1)
    table = Table({"hand": [lord, BEAR]}, {})
    game = table.game
    game.happen([ZoneChange(oid, HAND, BATTLEFIELD, 0) for oid in game.st.players[0].hand])
    assert [game.obj(oid).tapped for oid in game.board.battlefield] == [False, False]


def test_looking_ahead_leaves_no_trace() -> None:
    table = Table({"hand": [BEAR]}, {})
    game = table.game
    before = (game.st.mark(), game.board.next_oid, game.board.battlefield, game.st.players[0].hand)
    event = ZoneChange(game.st.players[0].hand[0], HAND, BATTLEFIELD, 0)
    assert entering.characteristics_ahead(game, event).power == 2
    assert (game.st.mark(), game.board.next_oid, game.board.battlefield, game.st.players[0].hand) == before


def test_whatever_would_go_to_a_graveyard_is_exiled() -> None:
    text = "If a card would be put into a graveyard from anywhere, exile it instead."
    rest = written("Rest", "Enchantment", text)
    table = Table({"battlefield": [rest, BEAR], "hand": [BEAR], "library": [BEAR]}, {})
    game = table.game
    game.happen([Destroyed(game.board.battlefield[1])])
    zones.move(game, game.st.players[0].hand[0], GRAVEYARD, reason="discard")
    zones.move(game, game.st.players[0].library[0], GRAVEYARD)
    assert len(game.board.exile) == 3
    assert game.st.players[0].graveyard == ()


def test_counters_given_by_the_effect_that_puts_it_there() -> None:
    table = Table({"hand": [BEAR]}, {})
    game = table.game
    new = zones.move(game, game.st.players[0].hand[0], BATTLEFIELD, counters={"+1/+1": 2})
    assert game.obj(new).counters == {"+1/+1": 2}


def test_counters_that_it_enters_with_are_put_on_it() -> None:
    text = "Hydra enters with two +1/+1 counters on it."
    heard = Triggered(
        "whenever",
        Occurs(
            You(), PutCounters((CountersPhrase(Number(1), "+1/+1"),), All(Group((Head((IsType(CardType.CREATURE),)),))))
        ),
        Does(You(), (LoseLife(Number(1)),)),
    )
    table = Table(
        {"hand": [written("Hydra", "Creature", text)], "battlefield": [card("Ear", "Enchantment", heard)]}, {}
    )
    game = table.game
    zones.move(game, game.st.players[0].hand[0], BATTLEFIELD)
    assert len(game.board.pending) == 1  # CR 122.6


def test_the_text_reads_as_expected() -> None:
    (static,) = abilities("Foo enters tapped.", type_line="Land")
    assert isinstance(static, Static)
    assert entering.is_entering(static.effect)
