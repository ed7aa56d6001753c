"""Mana and paying it (CR 106, 107, 601.2g-h, 605)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magistrate.abilities.actions import AddMana, AnyColorMana, ColorOf, FixedMana, ManaRestriction, PayLife, Sacrifice
from magistrate.abilities.amounts import Number, ThatMuch, Times
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.costs import TapSymbol, UntapSymbol
from magistrate.abilities.effects import Modified, Would
from magistrate.abilities.events import ManaAdded
from magistrate.abilities.groups import Noun
from magistrate.abilities.kinds import Static
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.things import All, This, You
from magistrate.rules import bills, mana, payment, planning, sources
from magistrate.rules.frames import Frame
from magistrate.rules.mana import Purpose
from magistrate.rules.state import BATTLEFIELD, GRAVEYARD, HAND
from magistrate.rules.steps import MAIN_1
from tests.rules.making import activated, bolt, does, group, mana_cost, some, taps_for
from tests.rules.table import FOREST, ISLAND, MOUNTAIN, PLAINS, SWAMP, Table, card

BEAR = card("Bear", "Creature — Bear", cost="1G", power=2, toughness=2)
BOLT = card("Bolt", "Instant", bolt(), cost="R")


def main(table: Table) -> Table:
    table.begin()
    table.go_to(MAIN_1)
    return table


def bill(*symbols: str) -> bills.Bill:
    return bills.bill_of(ManaCost(symbols))


@pytest.mark.parametrize(
    ("lands", "symbols", "payable"),
    [
        ([FOREST, FOREST], ("1", "G"), True),
        ([FOREST, MOUNTAIN], ("G", "G"), False),
        ([FOREST, MOUNTAIN], ("G/W", "R"), True),
        ([FOREST], ("2/W",), False),
        ([PLAINS], ("2/W",), True),
        ([FOREST, FOREST], ("2/W",), True),
        ([FOREST], ("C",), False),
        ([FOREST, ISLAND, SWAMP], ("U/B", "U/B", "G"), True),
        ([FOREST], ("S",), False),
        ([], ("0",), True),
    ],
)
def test_symbols(lands: list[object], symbols: tuple[str, ...], payable: bool) -> None:
    """CR 107.4."""
    table = main(Table({"battlefield": list(lands)}, {}))  # type: ignore[arg-type]
    assert payment.can_pay(table.game, 0, bill(*symbols), Purpose("", 0)) is payable


def test_snow_mana() -> None:
    """CR 107.4h: one mana of any type from a snow source."""
    snow = card("Snowy Forest", "Basic Snow Land — Forest")
    table = main(Table({"battlefield": [snow, FOREST]}, {}))
    assert payment.can_pay(table.game, 0, bill("S", "G"), Purpose("", 0))
    assert not payment.can_pay(table.game, 0, bill("S", "S"), Purpose("", 0))


def test_phyrexian_mana_is_asked() -> None:
    """CR 107.4f: mana or 2 life, as the player says."""
    spell = card("Probe", "Creature", cost="{G/P}", power=1, toughness=1)
    table = main(Table({"hand": [spell], "battlefield": [FOREST]}, {}))
    table.take("cast", "Probe")
    assert table.decision.kind == "pay"
    table.pick("life")
    assert table.game.st.players[0].life == 18
    assert not table.find("Forest", BATTLEFIELD)[0].tapped


def test_sources_of_needed_colours_are_kept() -> None:
    """The automatic payer leaves the Mountain for the Bolt in hand, and the dual land that could make red."""
    dual = card("Dual", "Land", taps_for("R/G"))
    table = main(Table({"hand": [BEAR, BOLT], "battlefield": [MOUNTAIN, dual, FOREST, FOREST]}, {}))
    table.take("cast", "Bear")
    assert not table.find("Mountain", BATTLEFIELD)[0].tapped
    assert not table.find("Dual", BATTLEFIELD)[0].tapped


def test_lands_before_creatures() -> None:
    elf = card("Elf", "Creature — Elf", taps_for("G"), cost="G", power=1, toughness=1)
    table = main(Table({"hand": [BEAR], "battlefield": [elf, FOREST, FOREST]}, {}))
    table.take("cast", "Bear")
    assert not table.find("Elf", BATTLEFIELD)[0].tapped


def test_one_source_that_gives_two() -> None:
    ring = card("Ring", "Artifact", taps_for("C", "C"))
    table = main(Table({"hand": [BEAR], "battlefield": [ring, FOREST]}, {}))
    table.take("cast", "Bear")
    assert [unit.letter for unit in table.game.st.players[0].mana] == ["C"]


def test_ability_that_takes_mana() -> None:
    """A filter: {1}, {T}: Add {W}{U}."""
    signet = card("Signet", "Artifact", activated(does(AddMana(FixedMana(("W", "U")))), mana_cost("1"), TapSymbol()))
    spell = card("Both", "Creature", cost="WU", power=1, toughness=1)
    table = main(Table({"hand": [spell], "battlefield": [signet, FOREST]}, {}))
    table.take("cast", "Both")
    assert table.find("Forest", BATTLEFIELD)[0].tapped
    assert table.game.st.players[0].mana == ()
    table.pass_until_empty()
    assert table.find("Both", BATTLEFIELD)


def test_ability_does_not_pay_for_itself() -> None:
    signet = card("Signet", "Artifact", activated(does(AddMana(FixedMana(("W", "U")))), mana_cost("1"), TapSymbol()))
    spell = card("Both", "Creature", cost="W", power=1, toughness=1)
    table = main(Table({"hand": [spell], "battlefield": [signet, signet]}, {}))
    assert table.option("cast", "Both") is None


def test_sacrificed_sources_come_last() -> None:
    treasure = card(
        "Gem", "Artifact", activated(does(AddMana(AnyColorMana(Number(1)))), TapSymbol(), Sacrifice(This()))
    )
    table = main(Table({"hand": [BEAR, BOLT], "battlefield": [treasure, FOREST, FOREST]}, {}))
    table.take("cast", "Bear")
    assert table.find("Gem", BATTLEFIELD)
    table.take("cast", "Bolt")
    table.pick(1)
    assert table.find("Gem", GRAVEYARD)


def test_life_is_not_paid_unasked() -> None:
    """A mana ability that costs life is used only when nothing else does."""
    land = card("Canopy", "Land", activated(does(AddMana(FixedMana(("G",)))), TapSymbol(), PayLife(Number(1))))
    table = main(Table({"hand": [BEAR], "battlefield": [land, FOREST, FOREST]}, {}))
    table.take("cast", "Bear")
    assert table.game.st.players[0].life == 20
    table = main(Table({"hand": [BEAR], "battlefield": [land, FOREST]}, {}))
    table.take("cast", "Bear")
    assert table.game.st.players[0].life == 19


def test_summoning_sickness() -> None:
    """CR 302.6, 107.5, 107.6: creatures that came this turn cannot pay {T} or {Q}; lands and artifacts can."""
    elf = card("Elf", "Creature — Elf", taps_for("G"), cost="0", power=1, toughness=1)
    rock = card("Rock", "Artifact", taps_for("C"), cost="0")
    untapper = card("Turner", "Artifact", activated(does(AddMana(FixedMana(("G",)))), UntapSymbol()), cost="0")
    table = main(Table({"hand": [elf, rock, untapper]}, {}))
    for name in ("Elf", "Rock", "Turner"):
        table.take("cast", name)
        table.pass_until_empty()
    names = [table.game.chars(s.oid).name for s in sources.sources(table.game, 0)]
    assert names == ["Rock"]
    turner = table.find("Turner", BATTLEFIELD)[0]
    table.game.st.set(turner, "tapped", True)
    names = [table.game.chars(s.oid).name for s in sources.sources(table.game, 0)]
    assert names == ["Rock", "Turner"]


def test_restricted_mana() -> None:
    """CR 106.6: spent only on what it says."""
    restriction = ManaRestriction(All(group(CardType.CREATURE, noun=Noun.SPELL)))
    grove = card("Grove", "Land", activated(does(AddMana(AnyColorMana(Number(1)), restriction)), TapSymbol()))
    elf = card("Elf", "Creature — Elf", cost="R", power=1, toughness=1)
    table = main(Table({"hand": [BOLT, elf], "battlefield": [grove]}, {}))
    assert table.option("cast", "Bolt") is None
    table.take("cast", "Elf")
    assert table.find("Elf")[0].cast.mana[0].letter == "R"


def test_restriction_goes_with_all_mana_produced() -> None:
    """CR 106.6a, 106.12b: twice as much mana, all of it restricted."""
    restriction = ManaRestriction(All(group(CardType.CREATURE, noun=Noun.SPELL)))
    grove = card("Grove", "Land", activated(does(AddMana(AnyColorMana(Number(1)), restriction)), TapSymbol()))
    doubler = card(
        "Doubler",
        "Enchantment",
        Static(Would(ManaAdded(You(), some(noun=Noun.PERMANENT)), Modified(Times(2, ThatMuch("event:amount"))))),
    )
    table = main(Table({"hand": [BOLT], "battlefield": [grove, doubler]}, {}))
    grove_id = table.find("Grove", BATTLEFIELD)[0].oid
    units = mana.replaced_units(
        table.game,
        (mana.ManaUnit(0, grove_id, restriction=restriction),),
        Modified(Times(2, ThatMuch("event:amount"))),
        0,
        _frame(table, grove_id),
    )
    assert len(units) == 2
    assert all(unit.restriction is restriction for unit in units)


def _frame(table: Table, oid: int) -> Frame:
    return Frame(oid, table.game.chars(oid).controller)


def test_undefined_type_gives_no_mana() -> None:
    """CR 106.5."""
    land = card("Blank", "Land", activated(does(AddMana(ColorOf(Number(1), None, True))), TapSymbol()))
    table = main(Table({"hand": [BOLT], "battlefield": [land]}, {}))
    assert table.option("cast", "Bolt") is None
    from magistrate.rules import activating

    assert activating.activate_mana(table.game, 0, table.find("Blank", BATTLEFIELD)[0].oid, 0, ())
    assert table.game.st.players[0].mana == ()
    assert "106.5" in table.rules_cited()


def test_pools_empty() -> None:
    """CR 106.4, 500.5."""
    table = Table({"hand": [BOLT], "battlefield": [FOREST]}, {})
    table.game.offer_mana_abilities = True
    main(table)
    table.take("mana", "Forest")
    assert len(table.game.st.players[0].mana) == 1
    table.pass_priority()
    table.pass_priority()
    assert not table.game.st.players[0].mana


def test_manual_payment() -> None:
    """The player says which lands are tapped and which mana is spent."""
    table = Table({"hand": [BEAR], "battlefield": [FOREST, MOUNTAIN, ISLAND]}, {})
    table.game.manual_payment = frozenset((0,))
    main(table)
    table.take("cast", "Bear")
    assert table.decision.kind == "pay"
    table.take("mana", "Forest")
    table.take("mana", "Island")
    table.pick("pool")
    assert not table.find("Mountain", BATTLEFIELD)[0].tapped
    table.pass_until_empty()
    assert table.find("Bear", BATTLEFIELD)


def test_giving_up_takes_the_spell_back() -> None:
    """CR 730.1."""
    table = Table({"hand": [BEAR], "battlefield": [FOREST, MOUNTAIN]}, {})
    table.game.manual_payment = frozenset((0,))
    main(table)
    table.take("cast", "Bear")
    table.take("mana", "Forest")
    table.pick("stop")
    assert table.find("Bear", HAND)
    assert not table.find("Forest", BATTLEFIELD)[0].tapped
    assert table.decision.kind == "priority"


MASKS = st.integers(1, 63)
PIPS = st.one_of(st.just(mana.ANY), st.sampled_from([1, 2, 4, 8, 16, 32, 3, 24]))


@given(st.lists(MASKS, max_size=6), st.lists(PIPS, max_size=5))
def test_plans_are_found_whenever_there_is_one(units: list[int], row: list[int]) -> None:
    """The two matchings and trying everything agree."""
    from itertools import permutations

    possible = len(units) >= len(row) and any(
        all(pip & unit for pip, unit in zip(row, order, strict=True)) for order in permutations(units, len(row))
    )
    assert planning.can_match(units, row) is possible
    assert planning.fits(units, row) is possible


def test_x_of_an_ability_is_paid_with_the_mana_that_it_says() -> None:
    """CR 107.3, 602.2b: "Spend only black mana on X" of an activated ability."""
    from magistrate.reading import read_card
    from magistrate.rules.steps import MAIN_1
    from tests.rules.table import FOREST, SWAMP, Table

    rat = read_card(
        "{X}: You gain X life. Spend only black mana on X.", name="Gnawer", type="Creature — Rat", power=1, toughness=1
    )
    table = Table({"battlefield": [rat, SWAMP, SWAMP, FOREST, FOREST, FOREST]}, {}).begin()
    table.go_to(MAIN_1)
    table.take("activate", "Gnawer")
    assert (table.decision.kind, table.decision.maximum) == ("x", 2)
    table.answer(2)
    table.pass_until_empty()
    assert table.game.st.players[0].life == 22
