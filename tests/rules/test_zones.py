"""Zones and new objects (CR 400)."""

from __future__ import annotations

from magistrate.rules import zones
from magistrate.rules.events import DESTROY, ZoneChange
from magistrate.rules.state import BATTLEFIELD, EXILE, GRAVEYARD, HAND, LIBRARY, NOBODY, STACK
from tests.rules.table import FOREST, Table, card

BEAR = card("Bear", "Creature — Bear", power=2, toughness=2, cost="1G")


def test_a_zone_change_makes_a_new_object() -> None:
    game = Table({"battlefield": [BEAR]}, {}).game
    old = game.board.battlefield[0]
    new = zones.move(game, old, GRAVEYARD, reason=DESTROY)
    assert new != old
    assert game.st.live(old) is None
    assert game.obj(old).became == new
    assert game.obj(old).zone == BATTLEFIELD
    assert game.chars(old).name == "Bear"
    assert game.st.players[0].graveyard == (new,)
    assert game.board.battlefield == ()
    assert zones.now_is(game, old) == new


def test_it_goes_to_its_owners_graveyard() -> None:
    table = Table({"battlefield": [BEAR]}, {})
    game = table.game
    bear = game.board.battlefield[0]
    game.st.set(game.obj(bear), "controller", 1)
    zones.move(game, bear, GRAVEYARD)
    assert len(game.st.players[0].graveyard) == 1
    assert game.st.players[1].graveyard == ()


def test_what_has_gone_does_not_move() -> None:
    game = Table({"battlefield": [BEAR]}, {}).game
    bear = game.board.battlefield[0]
    zones.move(game, bear, GRAVEYARD)
    assert zones.move(game, bear, EXILE) == NOBODY
    assert game.happen([ZoneChange(bear, BATTLEFIELD, EXILE, 0)]) == []


def test_positions_in_a_library() -> None:
    game = Table({"hand": [BEAR, BEAR, BEAR]}, {}).game
    first, second, third = game.st.players[0].hand
    top = zones.move(game, first, LIBRARY)
    bottom = zones.move(game, second, LIBRARY, position="bottom")
    middle = zones.move(game, third, LIBRARY, position=2)
    library = game.st.players[0].library
    assert library[0] == top
    assert library[-1] == bottom
    assert library[2] == middle


def test_who_knows_a_card() -> None:
    game = Table({"hand": [BEAR], "library": [BEAR]}, {}).game
    drawn = zones.move(game, game.st.players[0].library[0], HAND)
    assert game.obj(drawn).known_to == 1
    shown = zones.move(game, drawn, GRAVEYARD)
    assert game.obj(shown).known_to == 3
    back = zones.move(game, shown, HAND)
    assert game.obj(back).known_to == 3
    hidden = zones.move(game, back, LIBRARY)
    zones.shuffle(game, 0)
    assert game.obj(hidden).known_to == 0


def test_counters_and_damage_stay_behind() -> None:
    game = Table({"battlefield": [BEAR]}, {}).game
    bear = game.board.battlefield[0]
    game.st.put(game.obj(bear), "counters", "+1/+1", 2)
    game.st.set(game.obj(bear), "damage", 1)
    in_hand = zones.move(game, bear, HAND)
    assert game.chars(bear).power == 4
    back = zones.move(game, in_hand, BATTLEFIELD)
    assert game.obj(back).counters == {}
    assert game.obj(back).damage == 0


def test_a_spell_passes_on_what_it_knows() -> None:
    game = Table({"hand": [BEAR]}, {}).game
    spell = zones.move(game, game.st.players[0].hand[0], STACK, cause=0)
    game.st.set(game.obj(spell), "x", 3)
    permanent = zones.move(game, spell, BATTLEFIELD)
    assert game.obj(permanent).x == 3
    assert game.obj(permanent).controller == 0


def test_a_batch_is_remembered_before_any_of_it_leaves() -> None:
    game = Table({"battlefield": [BEAR, FOREST]}, {}).game
    bear, forest = game.board.battlefield
    game.happen([ZoneChange(bear, BATTLEFIELD, GRAVEYARD, 0), ZoneChange(forest, BATTLEFIELD, EXILE, 0)])
    assert len(game.st.players[0].graveyard) == 1
    assert len(game.board.exile) == 1


def test_undoing_a_zone_change() -> None:
    game = Table({"battlefield": [BEAR]}, {}).game
    bear = game.board.battlefield[0]
    mark = game.st.mark()
    zones.move(game, bear, GRAVEYARD)
    game.st.rollback(mark)
    assert game.board.battlefield == (bear,)
    assert game.st.live(bear) is not None
    assert game.st.players[0].graveyard == ()


def test_what_was_face_down_is_revealed() -> None:
    """CR 708.9: all know the card in the hand to which a face-down permanent returns."""
    table = Table({"battlefield": [BEAR]}, {})
    bear = table.game.board.battlefield[0]
    table.game.st.set(table.game.st.objects[bear], "face_down", "put")
    table.game.st.set(table.game.st.objects[bear], "known_to", 1)
    table.begin()
    new = zones.move(table.game, bear, HAND)
    assert table.game.obj(new).known_to == 3
