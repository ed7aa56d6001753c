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
