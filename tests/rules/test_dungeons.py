"""Dungeons: where they come from, and how their rooms are read (CR 309)."""

from __future__ import annotations

import pytest

from magistrate.errors import InputError
from magistrate.game import Game
from magistrate.oracle.compile import compile_text
from magistrate.rules.registry import Unsupported
from magistrate.setup import Placed, Seat, Setup, WrittenCard, from_json

WELL = WrittenCard(
    "The Well Below",
    "Shaft — You gain 1 life. (Leads to: Mad King's Hall, Trapped!)\nMad King's Hall — Draw a card. (Leads to: End)\n"
    "Trapped! — You lose 5 life. (Leads to: End)\nEnd — You gain 3 life.",
    "Dungeon",
)
MAP = Placed(written=WrittenCard("Old Map", "{0}: Venture into the dungeon.", "Artifact", "{1}"))


def table(*dungeons: WrittenCard) -> Setup:
    own = tuple(Placed(written=one) for one in dungeons)
    seats = (Seat("A", battlefield=(MAP,), library=(MAP,) * 9, dungeons=own), Seat("B", library=(MAP,) * 9))
    return Setup("position", seats, mulligans=False)


def venture(game: Game) -> None:
    """Activate the map and pass until the stack is empty."""
    while game.decision is not None and game.decision.kind != "priority":
        game.answer((0,))
    assert game.decision is not None
    options = [option.action for option in game.decision.options]
    game.answer((options.index("activate"),))
    while game.engine.board.stack and game.decision is not None:
        game.answer((0,))


def test_a_setup_with_dungeons_is_written_and_read() -> None:
    setup = table(WELL)
    assert from_json(setup.to_json()) == setup


def test_the_rooms_are_gone_through_and_the_game_is_saved() -> None:
    game = Game.from_setup(table(WELL))
    venture(game)
    assert game.engine.st.players[0].life == 21
    venture(game)  # into the first of the rooms that the arrows point to
    again = Game.load(game.save())
    venture(again)
    assert again.engine.st.players[0].life == 24
    assert not again.engine.board.command


def test_without_a_dungeon_venturing_says_what_is_missing() -> None:
    game = Game.from_setup(table())
    if game.engine.dungeons(0):
        pytest.skip("the card store has dungeons")
    with pytest.raises(Unsupported, match="no dungeon card is in the card data"):
        venture(game)


def test_a_room_that_leads_nowhere_is_refused() -> None:
    assert compile_text("Shaft — Draw a card. (Leads to: Nowhere)", "Well", "Dungeon").refused


def test_an_ability_without_a_source_can_be_looked_at() -> None:
    dungeon = WrittenCard("Backdoor", "Grate — You gain 5 life.", "Dungeon — Undercity")
    seat = Seat("A", designations=("initiative",), library=(MAP,) * 9, dungeons=(Placed(written=dungeon),))
    setup = Setup("position", (seat, Seat("B", library=(MAP,) * 9)), mulligans=False)
    game = Game.from_setup(setup, every_window=True)
    assert game.engine.board.stack
    assert [thing["ability_of"] for thing in game.view(None).snapshot()["stack"]] == [-1]


def test_a_dungeon_starts_outside_the_game() -> None:
    setup = Setup("position", (Seat("A", command=(Placed(written=WELL),)), Seat("B")), mulligans=False)
    with pytest.raises(InputError, match="starts outside the game"):
        Game.from_setup(setup)


def test_what_is_no_dungeon_is_not_among_them() -> None:
    setup = Setup("position", (Seat("A", dungeons=(MAP,)), Seat("B")), mulligans=False)
    with pytest.raises(InputError, match="is no dungeon"):
        Game.from_setup(setup)
