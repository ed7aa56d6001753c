"""What the heuristic does in positions where one thing is plainly better than another."""

from __future__ import annotations

import pytest

from magistrate.game import Game
from magistrate.players.heuristic import HeuristicAgent

_WOODS = ", ".join(["Forest"] * 4 + ["Swamp"] * 3 + ["Mountain"] * 3 + ["Plains"] * 3)


def _turn(mine: str, theirs: str = "", life: int = 20, poison: int = 0, hand: str = "") -> str:
    """What is told of A's first turn, played by the heuristic against one who does as little as can be."""
    text = f"""
name: a position
rules: ["500.1"]
players:
  A: {{{mine}}}
  B: {{life: {life}, poison: {poison}, battlefield: [{theirs}], hand: [{hand}]}}
expect:
  - {{life: {{A: 20}}}}
"""
    game = Game.from_scenario(text, tracing=True)
    agent = HeuristicAgent(1)
    while (decision := game.decision) is not None and game.turn <= 1:
        answer = decision.plainest() if decision.decider else agent.choose(game.view(0), decision)
        game.answer(answer)
    return "\n".join(line.text for line in game.trace)


def test_a_shield_is_for_what_would_die() -> None:
    quiet = _turn(f"battlefield: [Drudge Skeletons, {_WOODS}]")
    assert "activates an ability of Drudge Skeletons" not in quiet


def test_an_aura_goes_on_a_creature_that_can_use_it() -> None:
    told = _turn(
        f"hand: [Rancor], battlefield: [{{card: Serra Angel, id: angel}}, Grizzly Bears, {_WOODS}]",
        theirs="{card: Pacifism, attached_to: angel}",
    )
    assert "Targets: Grizzly Bears" in told


def test_a_pump_waits_for_a_fight() -> None:
    assert "A casts Giant Growth" not in _turn(f"hand: [Giant Growth], battlefield: [{_WOODS}]")
    won = _turn(f"hand: [Giant Growth], battlefield: [Grizzly Bears, {_WOODS}]", life=5)
    assert "A wins the game" in won


def test_burn_is_kept_while_it_is_worth_little() -> None:
    assert "A casts Lightning Bolt" not in _turn(f"hand: [Lightning Bolt], battlefield: [{_WOODS}]")
    assert "A wins the game" in _turn(f"hand: [Lightning Bolt], battlefield: [{_WOODS}]", life=3)
    assert "Targets: Serra Angel" not in _turn(f"hand: [Lightning Bolt], battlefield: [{_WOODS}]", theirs="Serra Angel")
    assert "Targets: Llanowar Elves" in _turn(
        f"hand: [Lightning Bolt], battlefield: [{_WOODS}]", theirs="Llanowar Elves"
    )


def test_a_land_pays_life_only_for_a_spell_of_this_turn() -> None:
    assert "A pays 2 life" not in _turn("hand: [Steam Vents, Serra Angel], battlefield: [Forest]")
    assert "A pays 2 life" in _turn("hand: [Steam Vents, Grizzly Bears], battlefield: [Forest]")


def test_a_land_that_becomes_a_creature_attacks_past_nobody() -> None:
    assert "Treetop Village attacks B" in _turn(f"battlefield: [Treetop Village, {_WOODS}]")
    assert "Treetop Village attacks B" not in _turn(f"battlefield: [Treetop Village, {_WOODS}]", theirs="Hill Giant")


def test_a_spell_waits_for_something_to_aim_at() -> None:
    assert "A casts Twinflame" not in _turn(f"hand: [Twinflame], battlefield: [{_WOODS}]")
    assert "Targets: Serra Angel" in _turn(f"hand: [Twinflame], battlefield: [Serra Angel, {_WOODS}]")


def test_poison_kills_too() -> None:
    assert "Glistener Elf attacks" not in _turn("battlefield: [Glistener Elf x2]", theirs="Hill Giant")
    assert "A wins the game" in _turn("battlefield: [Glistener Elf x2]", theirs="Hill Giant", poison=9)


def test_a_second_legend_of_the_same_name_stays_in_hand() -> None:
    told = _turn(
        f"hand: [Isamaru, Hound of Konda], battlefield: [Isamaru, Hound of Konda, {_WOODS}]".replace(
            "[Isamaru, Hound of Konda", "['Isamaru, Hound of Konda'"
        )
    )
    assert "A casts Isamaru" not in told


@pytest.mark.parametrize("land", ["Arid Mesa", "Terramorphic Expanse"])
def test_a_land_is_given_up_for_a_better_one(land: str) -> None:
    told = _turn(f"battlefield: [{land}, Island], library: [Plains, Mountain, Plains]")
    assert f"A sacrifices {land}" in told


def test_what_cannot_be_blocked_or_harmed_attacks() -> None:
    told = _turn(
        f"battlefield: [{{card: Grizzly Bears, id: bears}}, {{card: Spirit Mantle, attached_to: bears}}, {_WOODS}]",
        theirs="Hill Giant x2",
    )
    assert "Grizzly Bears attacks B" in told
    assert "Grizzly Bears attacks" not in _turn(f"battlefield: [Grizzly Bears, {_WOODS}]", theirs="Hill Giant x2")
    assert "White Knight attacks B" in _turn(f"battlefield: [White Knight, {_WOODS}]", theirs="Nantuko Husk")


def test_an_aura_that_harms_its_host_goes_on_another_players_permanent() -> None:
    told = _turn("hand: [Spreading Seas], battlefield: [Island, Swamp]", theirs="Forest")
    assert "Targets: Forest" in told
    assert "A casts Spreading Seas" not in _turn("hand: [Spreading Seas], battlefield: [Island, Swamp]")
    harms = _turn(f"hand: [Wanderlust], battlefield: [Serra Angel, {_WOODS}]", theirs="Grizzly Bears")
    assert "Targets: Grizzly Bears" in harms
    helps = _turn(f"hand: [Curiosity], battlefield: [Grizzly Bears, {_WOODS}, Island]", theirs="Serra Angel")
    assert "Targets: Grizzly Bears" in helps


def test_all_paragraphs_of_a_spell_count() -> None:
    assert "A casts Ponder" in _turn("hand: [Ponder], battlefield: [Island], library: [Forest x9]")
    assert "A casts Gitaxian Probe" in _turn("hand: [Gitaxian Probe], battlefield: [Island], library: [Forest x9]")


def test_cards_that_are_looked_at_and_taken_are_worth_a_card() -> None:
    assert "A casts Impulse" in _turn("hand: [Impulse], battlefield: [Island, Island], library: [Forest x9]")
    assert "A casts Mulch" in _turn("hand: [Mulch], battlefield: [Forest, Forest], library: [Forest x9]")


def test_a_hand_is_attacked_while_there_are_cards_in_it() -> None:
    mine = "hand: [Duress], battlefield: [Swamp]"
    assert "A casts Duress" not in _turn(mine)
    assert "A casts Duress" in _turn(mine, hand="Lightning Bolt")


def test_mana_for_a_moment_is_made_for_a_spell_that_needs_it() -> None:
    assert "A casts Dark Ritual" not in _turn("hand: [Dark Ritual], battlefield: [Swamp]")
    assert "A casts Dark Ritual" not in _turn("hand: [Dark Ritual, Walking Corpse], battlefield: [Swamp, Swamp]")
    assert "A casts Hypnotic Specter" in _turn("hand: [Dark Ritual, Hypnotic Specter], battlefield: [Swamp]")


def test_x_is_not_nothing() -> None:
    assert "A casts Blaze" not in _turn("hand: [Blaze], battlefield: [Mountain]", theirs="Llanowar Elves")
    assert "X is 1" in _turn("hand: [Blaze], battlefield: [Mountain, Mountain]", theirs="Llanowar Elves")


def test_x_does_not_take_the_last_life() -> None:
    told = _turn(
        f"life: 3, hand: [Earthquake], battlefield: [{_WOODS}]", theirs="Grizzly Bears, Hill Giant, Wild Griffin"
    )
    assert "X is 2" in told or "A casts Earthquake" not in told


def test_a_drain_that_takes_the_last_life_is_cast() -> None:
    mine = f"hand: [Bump in the Night], battlefield: [{_WOODS}]"
    assert "A casts Bump in the Night" not in _turn(mine)
    assert "A wins the game" in _turn(mine, life=3)


def test_what_would_exile_a_thing_of_ones_own_as_it_enters_waits() -> None:
    mine = "hand: [Oblivion Ring], battlefield: [Serra Angel, Plains x3]"
    assert "A casts Oblivion Ring" not in _turn(mine)
    assert "A casts Oblivion Ring" in _turn(mine, theirs="Grizzly Bears")


def test_a_spell_with_storm_waits_for_others() -> None:
    spells = ", ".join(["Ornithopter"] * 5)
    told = _turn(f"hand: [Tendrils of Agony, {spells}], battlefield: [Swamp x4]", life=12)
    assert "A wins the game" in told
    assert "A casts Tendrils of Agony" not in _turn("hand: [Tendrils of Agony], battlefield: [Swamp x4]", life=12)


def test_a_land_that_takes_another_is_not_the_first() -> None:
    assert "A plays Glacial Chasm" not in _turn("hand: [Glacial Chasm], battlefield: [Forest]")
    assert "A plays Forest" in _turn("hand: [Glacial Chasm, Forest]")
    assert "A plays Forest" in _turn("hand: [Maze of Ith, Forest]")


def test_a_borrowed_creature_wins_the_game() -> None:
    mine = f"hand: [Act of Treason], battlefield: [{_WOODS}]"
    assert "A wins the game" in _turn(mine, theirs="Hill Giant", life=3)
    assert "A casts Act of Treason" not in _turn(mine, theirs="Llanowar Elves, Hill Giant")


def test_the_last_life_is_not_paid_for_a_land() -> None:
    assert "A sacrifices Arid Mesa" not in _turn("life: 1, battlefield: [Arid Mesa], library: [Plains, Mountain]")


def test_what_is_given_up_for_its_only_use_is_used() -> None:
    told = _turn("battlefield: [Myr Incubator, Forest x6], library: [Ornithopter x9]")
    assert "A activates an ability of Myr Incubator" in told


def test_x_waits_until_it_is_worth_the_card() -> None:
    mine = "hand: [Consume Spirit], battlefield: [Swamp x2, Forest x3]"
    assert "A casts Consume Spirit" not in _turn(mine, theirs="Grizzly Bears")
    assert "A casts Consume Spirit" not in _turn("hand: [Consume Spirit], battlefield: [Swamp x5]")
    assert "A wins the game" in _turn("hand: [Consume Spirit], battlefield: [Swamp x5]", life=3)
    assert "A casts Consume Spirit" not in _turn(
        "hand: [Consume Spirit], battlefield: [Swamp x3]", theirs="Grizzly Bears"
    )


def test_x_that_was_announced_chooses_among_what_it_kills() -> None:
    told = _turn("hand: [Blaze], battlefield: [Mountain x3]", theirs="Serra Angel, Grizzly Bears")
    assert "Targets: Grizzly Bears" in told


def test_damage_of_an_amount_that_is_counted_is_for_what_it_kills() -> None:
    mine = "hand: [Tendrils of Corruption], battlefield: [Swamp x3, Forest x2]"
    assert "A casts Tendrils of Corruption" not in _turn(mine, theirs="Serra Angel")
    assert "Targets: Grizzly Bears" in _turn(mine, theirs="Serra Angel, Grizzly Bears")
    more = "hand: [Tendrils of Corruption], battlefield: [Swamp x4]"
    assert "Targets: Serra Angel" in _turn(more, theirs="Serra Angel, Grizzly Bears")
    assert "A casts Corrupt" not in _turn("hand: [Corrupt], battlefield: [Swamp x3, Forest x3]", theirs="Serra Angel")
    assert "A wins the game" in _turn("hand: [Corrupt], battlefield: [Swamp x6]", life=6)


def test_a_land_is_untapped_for_a_card_that_wants_its_mana() -> None:
    assert "A activates" not in _turn("battlefield: [Arbor Elf, Forest]", theirs="Grizzly Bears")
    told = _turn("hand: [Grizzly Bears x2], battlefield: [Arbor Elf, Forest x3]")
    assert "A activates an ability of Arbor Elf" in told
    assert told.count("A casts Grizzly Bears") == 2


def test_a_permanent_that_cannot_be_kept_waits() -> None:
    packmaster = f"hand: ['Wren''s Run Packmaster'], battlefield: [{_WOODS}"
    assert "A casts Wren's Run Packmaster" not in _turn(f"{packmaster}]")
    assert "A casts Wren's Run Packmaster" in _turn(f"{packmaster}, Llanowar Elves]")
    assert "A casts Hidden Horror" not in _turn("hand: [Hidden Horror, Forest], battlefield: [Swamp x3]")
    assert "A casts Hidden Horror" in _turn("hand: [Hidden Horror, Serra Angel], battlefield: [Swamp x3]")
    assert "A plays Lotus Vale" not in _turn("hand: [Lotus Vale], battlefield: [Forest]")


def test_a_land_does_not_tap_itself_to_become_a_creature() -> None:
    assert "A activates" not in _turn("battlefield: [Treetop Village, Forest]")
    assert "A activates" not in _turn("battlefield: [Treetop Village, Mountain x3]")
    assert "Treetop Village attacks B" in _turn("battlefield: [Treetop Village, Mountain, Forest]")


def test_life_is_not_spent_on_little_by_one_who_is_behind() -> None:
    assert "A casts Bitterblossom" in _turn("hand: [Bitterblossom], battlefield: [Swamp x3]")
    behind = "life: 8, hand: [Bitterblossom], battlefield: [Swamp x3]"
    assert "A casts Bitterblossom" not in _turn(behind, theirs="Serra Angel x2")
    gun = "life: 9, battlefield: [Goblin Artillery]"
    assert "A activates" not in _turn(gun, theirs="Serra Angel")
    assert "A wins the game" in _turn(gun, theirs="Serra Angel", life=2)


def test_removal_is_kept_for_something_better_while_nothing_presses() -> None:
    mine = "hand: [Doom Blade], battlefield: [Swamp x3]"
    assert "A casts Doom Blade" not in _turn(mine, theirs="Eager Cadet")
    assert "A casts Doom Blade" in _turn(f"life: 4, {mine}", theirs="Eager Cadet")
    assert "A casts Doom Blade" in _turn(mine, theirs="Serra Angel")


def test_burn_is_not_for_a_player_with_much_life() -> None:
    assert "A casts Lightning Bolt" not in _turn("hand: [Lightning Bolt x6], battlefield: [Mountain]", life=14)
    assert "A casts Lightning Bolt" in _turn("hand: [Lightning Bolt], battlefield: [Mountain]", life=8)


def test_a_permanent_is_tapped_when_it_is_missed() -> None:
    quiet = _turn("battlefield: [Icy Manipulator, Forest x3]", theirs="Serra Angel")
    assert "A activates" not in quiet  # it would be untapped again before it could attack
    assert "A activates" in _turn("battlefield: [Icy Manipulator, Grizzly Bears, Forest]", theirs="Hill Giant")
    assert "A activates" not in _turn("battlefield: [Rishadan Port, Grizzly Bears, Forest x3]", theirs="Forest")


def test_toughness_is_taken_for_as_much_as_is_counted() -> None:
    assert "A casts Death Wind" not in _turn("hand: [Death Wind], battlefield: [Swamp x2]", theirs="Grizzly Bears")
    told = _turn("hand: [Death Wind], battlefield: [Swamp x3]", theirs="Serra Angel, Grizzly Bears")
    assert "Targets: Grizzly Bears" in told
    all_of_them = "hand: [Mutilate], battlefield: [Swamp x4, Eager Cadet x3]"
    assert "A casts Mutilate" in _turn(all_of_them, theirs="Serra Angel x2")
    assert "A casts Mutilate" not in _turn(all_of_them, theirs="Colossal Dreadmaw")
