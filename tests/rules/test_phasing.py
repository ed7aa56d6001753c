"""Phasing (CR 702.26)."""

from __future__ import annotations

from magistrate.rules import attaching, phasing, zones
from magistrate.rules.state import BATTLEFIELD, NOBODY
from tests.rules.table import Table, card
from tests.rules.written import written

BEAR = card("Bear", "Creature — Bear", power=2, toughness=2)
DRAKE = written("Drake", "Creature — Drake", "Phasing")
SWORD = card("Sword", "Artifact — Equipment")


def test_it_phases_out_and_in_with_what_is_attached() -> None:
    table = Table({"battlefield": [DRAKE, SWORD]}, {})
    game = table.game
    drake, sword = game.board.battlefield
    assert attaching.attach(game, sword, drake)
    phasing.phase_in_all(game, 0)
    assert (game.obj(drake).phased_out, game.obj(sword).phased_out) == (1, 2)
    assert zones.permanents(game) == ()
    phasing.phase_in_all(game, 1)
    assert zones.permanents(game) == ()
    phasing.phase_in_all(game, 0)
    assert zones.permanents(game) == (drake, sword)
    assert game.obj(sword).attached_to == drake


def test_no_zone_change_triggers() -> None:
    leaver = written(
        "Leaver", "Creature", "When Leaver leaves the battlefield, you gain 1 life.\nWhen Leaver enters, draw a card."
    )
    watcher = written("Watcher", "Enchantment", "Whenever a creature leaves the battlefield, you gain 1 life.")
    table = Table({"battlefield": [leaver, watcher]}, {})
    game = table.game
    oid = game.board.battlefield[0]
    assert phasing.phase_out(game, [oid]) == (oid,)
    phasing.phase_in_all(game, 0)
    assert game.board.pending == ()
    assert game.obj(oid).phased_out == 0


def test_abilities_that_speak_of_phasing() -> None:
    text = "When Imp phases out, you gain 1 life.\nWhen Imp phases in, draw a card."
    table = Table({"battlefield": [written("Imp", "Creature", text)]}, {})
    game = table.game
    phasing.phase_out(game, game.board.battlefield)
    assert len(game.board.pending) == 1  # CR 603.10b
    phasing.phase_in_all(game, 0)
    assert len(game.board.pending) == 2


def test_counters_choices_and_age_are_kept() -> None:
    table = Table({"battlefield": [BEAR]}, {})
    game = table.game
    bear = game.board.battlefield[0]
    thing = game.obj(bear)
    game.st.put(thing, "counters", "+1/+1", 1)
    game.st.put(thing, "chosen", "color", 3)
    since = thing.controlled_since
    phasing.phase_out(game, [bear])
    phasing.phase_in_all(game, 0)
    assert (thing.counters, thing.chosen, thing.controlled_since) == ({"+1/+1": 1}, {"color": 3}, since)


def test_an_aura_that_phased_out_directly_comes_back_unattached() -> None:
    table = Table({"battlefield": [BEAR, SWORD]}, {})
    game = table.game
    bear, sword = game.board.battlefield
    attaching.attach(game, sword, bear)
    phasing.phase_out(game, [sword])
    zones.move(game, bear, 3)
    phasing.phase_in_all(game, 0)
    assert game.obj(sword).attached_to == NOBODY  # CR 702.26i
    assert game.obj(sword).zone == BATTLEFIELD


def test_a_static_ability_does_nothing_while_out() -> None:
    lord = written("Lord", "Enchantment", "Creatures you control get +1/+1.")
    table = Table({"battlefield": [lord, BEAR]}, {})
    game = table.game
    lord_id, bear = game.board.battlefield
    assert game.chars(bear).power == 3
    phasing.phase_out(game, [lord_id])
    assert game.chars(bear).power == 2


def test_what_phased_out_under_a_player_who_left() -> None:
    table = Table({}, {"battlefield": [BEAR]}, {})
    game = table.game
    bear = game.board.battlefield[0]
    game.st.set(game.obj(bear), "owner", 2)
    phasing.phase_out(game, [bear])
    game.st.set(game.board, "order", (0, 2))
    phasing.phase_in_all(game, 0)
    assert game.obj(bear).phased_out
    phasing.phase_in_all(game, 2)
    assert not game.obj(bear).phased_out  # CR 702.26n
