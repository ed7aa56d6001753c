"""CR 601.2b, 601.2f: additional costs of spells, and what is said of what paid them."""

from __future__ import annotations

import pytest

from magistrate.reading import Reading
from magistrate.rules.definitions import CardDefinition
from magistrate.rules.state import BATTLEFIELD, GRAVEYARD
from magistrate.rules.steps import MAIN_1
from magistrate.setup import WrittenCard
from tests.rules.table import MOUNTAIN, SWAMP, Table, card

BEAR = card("Bear", "Creature — Bear", power=2, toughness=2)
OGRE = card("Ogre", "Creature — Ogre", power=3, toughness=3)


def read(text: str, type_line: str = "Instant", cost: str = "{R}") -> CardDefinition:
    return Reading().written(WrittenCard("Spell", text, type_line, cost))


FLING = (
    "As an additional cost to cast this spell, sacrifice a creature.\n"
    "Spell deals damage equal to the sacrificed creature's power to any target."
)


def test_the_sacrificed_creature_is_looked_at_as_it_was() -> None:
    table = Table({"hand": [read(FLING)], "battlefield": [MOUNTAIN, OGRE]}, {}).begin()
    table.take("cast", "Spell")
    table.pick(1)
    table.pass_until_empty()
    assert table.game.st.players[1].life == 17
    assert table.find("Ogre", GRAVEYARD)


def test_without_a_creature_it_cannot_be_cast() -> None:
    table = Table({"hand": [read(FLING)], "battlefield": [MOUNTAIN]}, {}).begin()
    assert table.option("cast", "Spell") is None


def test_one_of_several_costs_is_chosen() -> None:
    text = "As an additional cost to cast this spell, sacrifice a creature or pay {2}.\nDraw a card."
    rich = Table({"hand": [read(text)], "battlefield": [MOUNTAIN, MOUNTAIN, MOUNTAIN, BEAR]}, {}).begin()
    rich.take("cast", "Spell")
    assert rich.decision.kind == "cost"
    rich.answer((1,))
    rich.pass_until_empty()
    assert rich.find("Bear", BATTLEFIELD)
    poor = Table({"hand": [read(text)], "battlefield": [MOUNTAIN, BEAR]}, {}).begin()
    poor.take("cast", "Spell")
    poor.pass_until_empty()
    assert poor.find("Bear", GRAVEYARD)
    none = Table({"hand": [read(text)], "battlefield": [MOUNTAIN, MOUNTAIN]}, {}).begin()
    assert none.option("cast", "Spell") is None


def test_a_spell_that_costs_less_says_so_statically() -> None:
    text = "This spell costs {1} less to cast for each creature you control.\nDraw a card."
    table = Table({"hand": [read(text, cost="{1}{R}")], "battlefield": [MOUNTAIN, BEAR]}, {}).begin()
    assert table.option("cast", "Spell") is not None


@pytest.mark.parametrize("text", ["Spell deals damage equal to the sacrificed creature's power to any target."])
def test_what_no_cost_takes_is_refused(text: str) -> None:
    with pytest.raises(Exception, match="no cost of the spell"):
        read(text)


BALL = (
    "This spell costs {1} more to cast for each target beyond the first.\n"
    "Spell deals X damage divided evenly, rounded down, among any number of targets."
)


def test_each_target_beyond_the_first_costs_more() -> None:
    board = {"hand": [read(BALL, cost="{X}{R}")], "battlefield": [MOUNTAIN] * 7}
    table = Table(board, {"battlefield": [OGRE, BEAR, BEAR]}).begin()
    table.take("cast", "Spell")
    table.answer(5)  # X
    assert table.decision.kind == "target"
    assert table.decision.maximum == 2
    table.pick(1, "Ogre")
    table.pass_until_empty()
    assert table.game.st.players[1].life == 18
    assert table.find("Ogre", BATTLEFIELD)[0].damage == 2


def test_only_black_mana_on_x() -> None:
    text = "Spend only black mana on X.\nSpell deals X damage to any target."
    board = {"hand": [read(text, cost="{X}{R}")], "battlefield": [MOUNTAIN] * 4 + [SWAMP] * 2}
    table = Table(board, {}).begin()
    table.take("cast", "Spell")
    assert table.decision.kind == "x"
    assert table.decision.maximum == 2
    table.answer(2)
    table.pick(1)
    table.pass_until_empty()
    assert table.game.st.players[1].life == 18


def test_a_reduction_counts_for_x_too() -> None:
    text = "This spell costs {1} less to cast for each creature you control.\nSpell deals X damage to any target."
    board = {"hand": [read(text, cost="{X}{R}")], "battlefield": [MOUNTAIN] * 2 + [BEAR] * 2}
    table = Table(board, {}).begin()
    table.take("cast", "Spell")
    assert table.decision.maximum == 3
    table.answer(3)
    table.pick(1)
    table.pass_until_empty()
    assert table.game.st.players[1].life == 17


def test_an_alternative_cost_under_a_condition() -> None:
    text = "If you control a Swamp, you may pay 4 life rather than pay this spell's mana cost.\nDraw a card."
    with_it = Table({"hand": [read(text, cost="{5}{B}")], "battlefield": [SWAMP]}, {}).begin()
    with_it.take("cast", "Spell")
    with_it.pass_until_empty()
    assert with_it.game.st.players[0].life == 16
    without = Table({"hand": [read(text, cost="{5}{B}")], "battlefield": [MOUNTAIN]}, {}).begin()
    assert without.option("cast", "Spell") is None


def test_an_alternative_cost_for_spells_of_a_kind() -> None:
    titan = card("Titan", "Creature — Giant", cost="{6}", power=6, toughness=6)
    lord = Reading().written(
        WrittenCard(
            "Lord", "You may pay {R} rather than pay the mana cost for Giant spells you cast.", "Enchantment", "{1}"
        )
    )
    table = Table({"hand": [titan, BEAR], "battlefield": [MOUNTAIN, lord]}, {}).begin()
    table.go_to(MAIN_1)
    table.take("cast", "Titan")
    table.pass_until_empty()
    assert table.find("Titan", BATTLEFIELD)


def test_x_of_what_is_exiled() -> None:
    text = (
        "You may exile a card with mana value X from your hand rather than pay this spell's mana cost.\n"
        "Spell deals X damage to any target."
    )
    titan = card("Titan", "Creature — Giant", cost="{6}", power=6, toughness=6)
    table = Table(
        {"hand": [read(text, cost="{X}{R}{R}"), titan, card("Elf", "Creature — Elf", cost="{2}")]}, {}
    ).begin()
    table.take("cast", "Spell")
    assert table.decision.kind == "x"
    assert table.decision.problem(4)
    table.answer(2)
    table.pick(1)
    table.pass_until_empty()
    assert table.game.st.players[1].life == 18
