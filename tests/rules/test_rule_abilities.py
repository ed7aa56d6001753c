"""Triggered abilities that the rules give (CR 725.1, 310.11b)."""

from __future__ import annotations

from magistrate.rules import resolution, triggers
from magistrate.rules.definitions import CardDefinition
from magistrate.rules.events import CountersRemoved, StepBegan
from magistrate.rules.state import BATTLEFIELD, STACK
from tests.rules.resolving import YES, Resolver
from tests.rules.table import FOREST, Table, card

BEAR = card("Bear", "Creature — Bear", power=2, toughness=2)


def test_rad_counters() -> None:
    table = Table({"library": [BEAR, FOREST, BEAR]}, {})
    game = table.game
    player = game.st.players[0]
    game.st.put(player, "counters", "rad", 3)
    game.happen([StepBegan(1, 3), StepBegan(0, 3)])
    assert triggers.put_on_stack(game)
    resolution.begin(game)
    assert len(player.graveyard) == 3
    assert player.life == 18
    assert player.counters["rad"] == 1


def test_a_defeated_siege_is_cast_transformed() -> None:
    front = card("Invasion", "Battle — Siege", defense=3).faces[0]
    siege = CardDefinition("Invasion", (front, BEAR.faces[0]), "transform")
    table = Table({"battlefield": [siege]}, {})
    game = table.game
    oid = game.board.battlefield[0]
    game.st.put(game.obj(oid), "counters", "defense", 1)
    game.happen([CountersRemoved(oid, "defense", 1)])
    assert triggers.put_on_stack(game)
    resolver = Resolver(table)
    resolver.resolve(YES)
    assert game.chars(game.board.stack[-1]).name == "Bear"
    resolver.resolve()
    assert table.find("Bear", BATTLEFIELD)
    assert not table.find("Invasion", STACK)
