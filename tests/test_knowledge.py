"""Who still knows a card after somebody has arranged cards out of sight."""

from __future__ import annotations

import pytest

from magistrate.abilities.amounts import CountOf, Times, X
from magistrate.abilities.characteristics import Zone
from magistrate.abilities.groups import Controlled, Group, Head, InZone, IsSubtype, Noun
from magistrate.abilities.things import All, They, You
from magistrate.errors import InputError
from magistrate.game import Game

LANDS = ["Island x3", "Swamp x3", "Forest x3"]


def cast(hand: list[str], name: str, graveyard: list[str] | None = None) -> Game:
    """Player B has seen all that A holds and the top of A's library; then A casts a spell, which resolves; what is asked is answered
    as plainly as can be. The game stands where B could act."""
    seat = {
        "hand": hand,
        "library": ["Opt", "Shock", "Murder", "Plains"],
        "battlefield": LANDS,
        "graveyard": graveyard or [],
    }
    players = {"A": seat, "B": {"hand": ["Cancel"], "battlefield": LANDS}}
    game = Game.from_scenario({"name": "seen", "rules": ["401.4"], "players": players, "expect": [{"life": {"A": 20}}]})
    engine = game.engine
    for oid in (*engine.st.players[0].hand, *engine.st.players[0].library[:4]):
        engine.st.set(engine.obj(oid), "known_to", engine.obj(oid).known_to | 2)
    begun = False
    while (asked := game.decision) is not None:
        if asked.kind == "priority":
            found = [number for number, option in enumerate(asked.options) if name in option.label]
            if begun and not game.view(None).on_stack:
                return game
            begun = begun or bool(found)
            game.answer((found[0],) if found else (0,))
        elif asked.kind == "target":
            game.answer(tuple(range(asked.maximum)))
        else:
            game.answer(asked.plainest())
    raise AssertionError("nothing was cast")


def known(game: Game, zone: str, player: int = 1) -> list[bool]:
    """Which cards of A's zone a player knows; of the library the four on top."""
    return [oid >= 0 and game.view(player).knows(oid) for oid in game.view(player).cards_in(0, zone)][:4]


@pytest.mark.parametrize(
    ("spell", "graveyard", "library", "hand"),
    [
        # 402.3: two of the hand are put back, nobody else sees which
        ("Brainstorm", [], [False, False, True, False], [False, False, False]),
        # 701.16d: three cards are arranged; the first is drawn
        ("Ponder", [], [False, False, True, False], [True, True, False]),
        # two cards are looked at, one or the other is drawn
        ("Preordain", [], [False, True, True, False], [True, True, False]),
        # of one card everybody sees where it goes
        ("Reclaim", ["Giant Spider"], [True, True, True, True], [True, True]),
        # 401.4: the order of several cards from the graveyard is not shown
        (
            "Footbottom Feast",
            ["Giant Spider", "Grizzly Bears", "Runeclaw Bear"],
            [False, False, True, True],
            [True, True, False],
        ),
    ],
)
def test_what_is_arranged_out_of_sight_is_known_no_more(
    spell: str, graveyard: list[str], library: list[bool], hand: list[bool]
) -> None:
    game = cast([spell, "Giant Growth", "Divination"], spell, graveyard)
    assert known(game, "library") == library
    assert known(game, "hand") == hand
    assert all(known(game, "hand", player=0))


def test_amounts_are_told_but_none_that_rests_on_hidden_cards() -> None:
    """CR 400.2, 608.2h: what lies on the table can be counted by everybody, what is in another's hand cannot."""
    swamps = CountOf(All(Group((Head((IsSubtype("Swamp"),)),), Noun.NONE, (Controlled(You()),))))
    held = CountOf(All(Group((), Noun.CARD, (InZone(Zone.HAND, They()),))))
    players = {"A": {"battlefield": LANDS}, "B": {"hand": ["Cancel"], "battlefield": ["Swamp"]}}
    game = Game.from_scenario({"name": "seen", "rules": ["400.2"], "players": players, "expect": [{"life": {"A": 20}}]})
    view = game.view(0)
    land = view.permanents[0]
    assert view.amount(swamps, land) == 3
    assert view.amount(Times(2, X()), land, x=4) == 8
    exiled = CountOf(All(Group((), Noun.CARD, (InZone(Zone.EXILE),))))  # some of them perhaps face down
    for hidden in (held, exiled):
        with pytest.raises(InputError, match="an amount that rests on hidden cards is not told"):
            view.amount(hidden, land)
