"""What the heuristic does in positions where one thing is plainly better than another."""

from __future__ import annotations

import pytest

from magistrate.game import Game
from magistrate.players.heuristic import HeuristicAgent

_WOODS = ", ".join(["Forest"] * 4 + ["Swamp"] * 3 + ["Mountain"] * 3 + ["Plains"] * 3)


def _turn(mine: str, theirs: str = "", life: int = 20, poison: int = 0) -> str:
    """What is told of A's first turn, played by the heuristic against one who does as little as can be."""
    text = f"""
name: a position
rules: ["500.1"]
players:
  A: {{{mine}}}
  B: {{life: {life}, poison: {poison}, battlefield: [{theirs}]}}
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
