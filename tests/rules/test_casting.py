"""Casting spells (CR 601), targets (CR 115), costs (CR 118)."""

from __future__ import annotations

from magistrate.abilities.actions import (
    Cast,
    CostsMore,
    CounterSpell,
    Destroy,
    Discard,
    Draw,
    Exile,
    PayLife,
    Sacrifice,
    TapAction,
)
from magistrate.abilities.amounts import Number, X
from magistrate.abilities.characteristics import CardType, Zone
from magistrate.abilities.effects import (
    AdditionalCost,
    AlternativeCost,
    Does,
    Instructions,
    Modal,
    Mode,
    ObjectsDo,
    PermitPlay,
)
from magistrate.abilities.groups import InZone, IsOther, IsUntapped, Noun
from magistrate.abilities.kinds import Keyword, Spell, Static
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.things import All, AtLeast, Exactly, Target, This, UpTo, You
from magistrate.rules.state import BATTLEFIELD, EXILE, GRAVEYARD, HAND
from magistrate.rules.steps import END, MAIN_1
from tests.rules.making import ONE, bolt, costs, damage, does, draw, group, mana_cost, some, taps_for, target
from tests.rules.table import FOREST, ISLAND, MOUNTAIN, PLAINS, SWAMP, Table, card

BEAR = card("Bear", "Creature — Bear", cost="1G", power=2, toughness=2)
BOLT = card("Bolt", "Instant", bolt(), cost="R")
KILL = card("Kill", "Sorcery", Spell(does(Destroy(target(CardType.CREATURE)))), cost="B")


def main(table: Table) -> Table:
    table.begin()
    table.go_to(MAIN_1)
    return table


def test_timing() -> None:
    """CR 117.1a, 304.1, 307.1: instants whenever, the rest in one's main phase with an empty stack."""
    table = main(
        Table(
            {"hand": [BOLT, BEAR], "battlefield": [MOUNTAIN, FOREST, FOREST]},
            {"hand": [BOLT, BEAR], "battlefield": [MOUNTAIN] * 3},
        )
    )
    table.take("cast", "Bolt")
    table.pick(1)
    assert table.option("cast", "Bear") is None
    table.pass_priority()
    assert table.decision.player == 1
    assert table.option("cast", "Bolt")
    assert table.option("cast", "Bear") is None


def test_flash() -> None:
    cat = card("Cat", "Creature — Cat", Keyword("flash"), cost="0", power=1, toughness=1)
    table = main(Table({}, {"hand": [cat, card("Dog", "Creature — Dog", cost="0", power=1, toughness=1)]}))
    table.pass_priority()
    assert table.option("cast", "Cat")
    assert table.option("cast", "Dog") is None


def test_no_target_no_spell() -> None:
    """CR 601.2c."""
    table = main(Table({"hand": [KILL], "battlefield": [SWAMP]}, {}))
    assert table.option("cast", "Kill") is None


def test_no_mana_cost_is_unpayable() -> None:
    """CR 118.6."""
    table = main(Table({"hand": [card("Vision", "Sorcery", Spell(draw()))], "battlefield": [SWAMP]}, {}))
    assert table.option("cast", "Vision") is None


def test_targets_are_distinct_within_a_phrase_only() -> None:
    """CR 115.3."""
    twice = card(
        "Twice",
        "Instant",
        Spell(Instructions((damage(Number(1), 0), damage(Number(1), 1)))),
        cost="R",
    )
    both = card("Both", "Instant", Spell(damage(Number(1), 0, Exactly(Number(2)))), cost="R")
    table = main(Table({"hand": [twice, both], "battlefield": [MOUNTAIN, MOUNTAIN]}, {}))
    table.take("cast", "Twice")
    table.pick(1)
    table.pick(1)
    table.pass_until_empty()
    assert table.game.st.players[1].life == 18
    table.take("cast", "Both")
    assert table.game.st.players[0].life == 20
    assert table.game.st.objects[table.game.board.stack[0]].frame.targets == ((0, 1),)  # type: ignore[union-attr]


def test_up_to_and_any_number() -> None:
    up_to = card("UpTo", "Instant", Spell(does(Destroy(target(CardType.CREATURE, 0, UpTo(Number(2)))))), cost="0")
    table = main(Table({"hand": [up_to, up_to], "battlefield": [BEAR, BEAR, BEAR]}, {}))
    table.take("cast", "UpTo")
    assert (table.decision.minimum, table.decision.maximum) == (0, 2)
    table.pick("Bear", "Bear")
    table.pass_until_empty()
    assert len(table.find("Bear", BATTLEFIELD)) == 1
    table.take("cast", "UpTo")
    table.answer(())
    table.pass_until_empty()
    assert len(table.find("Bear", BATTLEFIELD)) == 1


def test_another_target() -> None:
    fling = card(
        "Pair",
        "Instant",
        Spell(
            Instructions(
                (
                    does(Destroy(target(CardType.CREATURE, 0))),
                    does(
                        Destroy(
                            type(target(CardType.CREATURE))(group(CardType.CREATURE, IsOther()), Exactly(Number(1)), 1)
                        )
                    ),
                )
            )
        ),
        cost="0",
    )
    table = main(Table({"hand": [fling], "battlefield": [BEAR, BEAR]}, {}))
    table.take("cast", "Pair")
    table.pick("Bear")
    table.pass_until_empty()
    assert not table.find("Bear", BATTLEFIELD)


def test_division() -> None:
    """CR 601.2d: each gets at least one."""
    arc = card("Arc", "Sorcery", Spell(damage(Number(3), 0, AtLeast(Number(1)), divided=True)), cost="R")
    table = main(Table({"hand": [arc], "battlefield": [MOUNTAIN]}, {"battlefield": [BEAR]}))
    table.take("cast", "Arc")
    table.pick(1, "Bear")
    assert table.decision.kind == "divide"
    assert table.decision.problem((3, 0))
    table.answer((1, 2))
    table.pass_until_empty()
    assert table.game.st.players[1].life == 19
    assert table.find("Bear", GRAVEYARD)


def test_x() -> None:
    """CR 107.3a: at most what can be paid."""
    blaze = card("Blaze", "Sorcery", Spell(damage(X())), cost="{X}{R}")
    table = main(Table({"hand": [blaze], "battlefield": [MOUNTAIN] * 4}, {}))
    table.take("cast", "Blaze")
    assert (table.decision.kind, table.decision.minimum, table.decision.maximum) == ("x", 0, 3)
    table.answer(3)
    table.pick(1)
    table.pass_until_empty()
    assert table.game.st.players[1].life == 17


def test_x_goes_to_the_permanent() -> None:
    """CR 107.3m."""
    hydra = card("Hydra", "Creature — Hydra", cost="{X}{G}", power=1, toughness=1)
    table = main(Table({"hand": [hydra], "battlefield": [FOREST] * 3}, {}))
    table.take("cast", "Hydra")
    table.answer(2)
    table.pass_until_empty()
    assert table.find("Hydra", BATTLEFIELD)[0].x == 2
    assert table.find("Hydra", BATTLEFIELD)[0].cast.x == 2


def test_modes() -> None:
    """CR 700.2a: only modes whose targets are there can be chosen."""
    charm = card(
        "Charm",
        "Instant",
        Spell(
            Modal(
                Exactly(Number(1)),
                (Mode(does(Destroy(target(CardType.CREATURE, 0)))), Mode(draw()), Mode(damage(Number(2), 1))),
            )
        ),
        cost="R",
    )
    table = main(Table({"hand": [charm], "battlefield": [MOUNTAIN]}, {}))
    table.take("cast", "Charm")
    assert [option.value for option in table.decision.options] == [2, 3]
    table.pick(3)
    table.pick(1)
    table.pass_until_empty()
    assert table.game.st.players[1].life == 18


def test_additional_cost() -> None:
    """CR 118.8: it must be paid; what paid it is known."""
    fling = card(
        "Fling",
        "Instant",
        Static(AdditionalCost(costs(Sacrifice(some(CardType.CREATURE, mine=True))))),
        bolt(2),
        cost="R",
    )
    table = main(Table({"hand": [fling, fling], "battlefield": [MOUNTAIN, MOUNTAIN, BEAR]}, {}))
    table.take("cast", "Fling")
    table.pick(1)
    assert table.find("Bear", GRAVEYARD)
    table.pass_until_empty()
    assert table.game.st.players[1].life == 18
    assert table.option("cast", "Fling") is None


def test_the_same_object_does_not_pay_twice() -> None:
    """CR 118.10."""
    greedy = card(
        "Greedy",
        "Instant",
        Static(
            AdditionalCost(
                costs(Sacrifice(some(CardType.CREATURE, mine=True)), Sacrifice(some(mine=True, noun=Noun.PERMANENT)))
            )
        ),
        Spell(draw()),
        cost="0",
    )
    table = main(Table({"hand": [greedy], "battlefield": [BEAR]}, {}))
    assert table.option("cast", "Greedy") is None
    table = main(Table({"hand": [greedy], "battlefield": [BEAR, FOREST]}, {}))
    table.take("cast", "Greedy")
    assert not table.game.board.battlefield


def test_tapped_for_the_cost_gives_no_mana() -> None:
    """A creature that is tapped to pay one part of a cost cannot make mana for another."""
    elf = card("Elf", "Creature — Elf", taps_for("G"), cost="G", power=1, toughness=1)
    march = card(
        "March",
        "Sorcery",
        Static(AdditionalCost(costs(TapAction(some(CardType.CREATURE, IsUntapped(), mine=True))))),
        Spell(draw()),
        cost="G",
    )
    table = main(Table({"hand": [march], "battlefield": [elf]}, {}))
    assert table.option("cast", "March") is None
    table = main(Table({"hand": [march], "battlefield": [elf, BEAR]}, {}))
    table.take("cast", "March")
    assert all(table.find(name, BATTLEFIELD)[0].tapped for name in ("Elf", "Bear"))


def test_kicker_and_buyback() -> None:
    """CR 601.2b: the player says whether they pay; only what can be paid is asked about."""
    spell = card(
        "Kicked", "Instant", Keyword("kicker", costs(mana_cost("2"))), Keyword("buyback", costs(mana_cost("3"))),
        Spell(draw()), cost="U",
    )  # fmt: skip
    table = main(Table({"hand": [spell], "battlefield": [ISLAND] * 3}, {}))
    table.take("cast", "Kicked")
    assert table.decision.kind == "kicker"
    table.pick("kicker")
    assert table.game.st.objects[table.game.board.stack[0]].cast.kicked == ("kicker",)
    table = main(Table({"hand": [spell], "battlefield": [ISLAND] * 4}, {}))
    table.take("cast", "Kicked")
    table.pick("")
    table.pick("buyback")
    table.pass_until_empty()
    assert table.find("Kicked", HAND)
    assert len(table.game.st.players[0].hand) == 2


def test_multikicker() -> None:
    spell = card("Many", "Instant", Keyword("multikicker", costs(mana_cost("1"))), Spell(draw()), cost="U")
    table = main(Table({"hand": [spell], "battlefield": [ISLAND] * 3}, {}))
    table.take("cast", "Many")
    assert table.decision.maximum == 2
    table.answer(2)
    assert table.game.st.objects[table.game.board.stack[0]].cast.kicked == ("multikicker", "multikicker")


def test_flashback() -> None:
    """CR 702.34a: from the graveyard, then exiled."""
    spell = card(
        "Again", "Instant", Keyword("flashback", costs(mana_cost("U"), PayLife(Number(2)))), Spell(draw()), cost="UU"
    )
    table = main(Table({"graveyard": [spell], "battlefield": [ISLAND]}, {}))
    table.take("cast", "Again", "flashback")
    assert table.game.st.players[0].life == 18
    table.pass_until_empty()
    assert table.find("Again", EXILE)


def test_flashback_countered() -> None:
    """CR 702.34a: exiled whenever it would leave the stack, countered too."""
    spell = card("Again", "Instant", Keyword("flashback", costs(mana_cost("0"))), Spell(draw()), cost="UU")
    counter = card("Counter", "Instant", Spell(does(CounterSpell(Target(group(noun=Noun.SPELL), ONE, 0)))), cost="0")
    table = main(Table({"graveyard": [spell]}, {"hand": [counter]}))
    table.take("cast", "Again", "flashback")
    table.pass_priority()
    table.take("cast", "Counter")
    table.pass_until_empty()
    assert table.find("Again", EXILE)
    assert len(table.game.st.players[0].hand) == 0


def test_escape() -> None:
    escape = costs(
        mana_cost("G"),
        Exile(some(None, IsOther(), InZone(Zone.GRAVEYARD, You()), noun=Noun.CARD, quantity=Exactly(Number(2)))),
    )
    cat = card("Cat", "Creature — Cat", Keyword("escape", escape), cost="2GG", power=3, toughness=3)
    table = main(Table({"graveyard": [cat, BEAR], "battlefield": [FOREST]}, {}))
    assert table.option("cast", "Cat") is None
    table = main(Table({"graveyard": [cat, BEAR, FOREST], "battlefield": [FOREST]}, {}))
    table.take("cast", "Cat")
    table.pass_until_empty()
    assert table.find("Cat", BATTLEFIELD)
    assert len(table.game.board.exile) == 2


def test_alternative_cost() -> None:
    """CR 118.9."""
    spell = card(
        "Force",
        "Instant",
        Static(AlternativeCost(costs(PayLife(Number(1)), Exile(some(None, InZone(Zone.HAND, You()), noun=Noun.CARD))))),
        Spell(draw()),
        cost="3UU",
    )
    table = main(Table({"hand": [spell]}, {}))
    assert table.option("cast", "Force") is None
    table = main(Table({"hand": [spell, FOREST]}, {}))
    table.take("cast", "Force", "alternative cost")
    assert table.game.st.players[0].life == 19
    assert table.find("Forest", EXILE)


def test_cost_modifiers() -> None:
    """CR 601.2f: increases, then reductions, which touch generic mana only (CR 118.7a)."""
    cheaper = card(
        "Medallion",
        "Artifact",
        Static(ObjectsDo(All(group(CardType.CREATURE, noun=Noun.SPELL)), (CostsMore(None, ManaCost(("2",)), True),))),
    )
    dearer = card(
        "Thorn",
        "Artifact",
        Static(ObjectsDo(All(group(CardType.CREATURE, noun=Noun.SPELL)), (CostsMore(None, ManaCost(("1",)), False),))),
    )
    table = main(Table({"hand": [BEAR], "battlefield": [FOREST, cheaper]}, {}))
    table.take("cast", "Bear")
    table = main(Table({"hand": [BEAR], "battlefield": [FOREST, FOREST, dearer]}, {}))
    assert table.option("cast", "Bear") is None
    table = main(Table({"hand": [BEAR], "battlefield": [FOREST, cheaper, dearer]}, {}))
    assert table.option("cast", "Bear")


def test_own_reduction() -> None:
    spell = card(
        "Giant",
        "Creature — Giant",
        Static(
            ObjectsDo(
                This("this spell"), (CostsMore(None, ManaCost(("1",)), True, All(group(CardType.CREATURE, mine=True))),)
            )
        ),
        cost="4",
        power=4,
        toughness=4,
    )
    table = main(Table({"hand": [spell], "battlefield": [FOREST, FOREST, BEAR, BEAR]}, {}))
    table.take("cast", "Giant")
    table = main(Table({"hand": [spell], "battlefield": [FOREST, FOREST, BEAR]}, {}))
    assert table.option("cast", "Giant") is None


def test_convoke_and_delve() -> None:
    convoke = card("Crowd", "Sorcery", Keyword("convoke"), Spell(draw()), cost="2GW")
    white = card("Soldier", "Creature — Soldier", cost="W", power=1, toughness=1)
    table = main(Table({"hand": [convoke], "battlefield": [FOREST, white, BEAR, BEAR]}, {}))
    table.take("cast", "Crowd")
    assert all(table.game.obj(oid).tapped for oid in table.game.board.battlefield)
    table = main(Table({"hand": [convoke], "battlefield": [FOREST, BEAR, BEAR, BEAR]}, {}))
    assert table.option("cast", "Crowd") is None
    delve = card("Dig", "Sorcery", Keyword("delve"), Spell(draw()), cost="3U")
    table = main(Table({"hand": [delve], "battlefield": [ISLAND], "graveyard": [BEAR] * 3}, {}))
    table.take("cast", "Dig")
    assert len(table.game.board.exile) == 3


def test_permission_to_cast_from_elsewhere() -> None:
    engine = card(
        "Engine",
        "Enchantment",
        Static(PermitPlay(You(), All(group(CardType.CREATURE, InZone(Zone.GRAVEYARD, You()), noun=Noun.SPELL)))),
        Static(PermitPlay(You(), All(group(CardType.LAND, InZone(Zone.GRAVEYARD, You()), noun=Noun.CARD)), "play")),
    )
    table = main(Table({"graveyard": [BEAR, BOLT, FOREST], "battlefield": [engine, FOREST, FOREST, MOUNTAIN]}, {}))
    assert table.option("cast", "Bolt") is None
    table.take("play", "Forest")
    table.take("cast", "Bear")
    table.pass_until_empty()
    assert table.find("Bear", BATTLEFIELD)


def test_as_though_it_had_flash() -> None:
    leyline = card("Orrery", "Artifact", Static(PermitPlay(You(), All(group(noun=Noun.SPELL)), flash=True)))
    table = main(Table({}, {"hand": [BEAR], "battlefield": [leyline, FOREST, FOREST]}))
    table.pass_priority()
    assert table.option("cast", "Bear")


def test_land_plays() -> None:
    """CR 305.2, 305.3."""
    table = main(Table({"hand": [FOREST, FOREST]}, {"hand": [FOREST]}))
    table.take("play", "Forest")
    assert table.option("play", "Forest") is None
    table.pass_priority()
    assert table.option("play", "Forest") is None
    table.go_to(MAIN_1, 2)
    assert table.decision.player == 1
    assert table.option("play", "Forest")


def test_no_land_with_a_spell_on_the_stack() -> None:
    table = main(Table({"hand": [FOREST, BOLT], "battlefield": [MOUNTAIN]}, {}))
    table.take("cast", "Bolt")
    table.pick(1)
    assert table.option("play", "Forest") is None


def test_aura_is_targeted() -> None:
    """CR 115.1b, 303.4a."""
    aura = card("Aura", "Enchantment — Aura", Keyword("enchant", group=group(CardType.CREATURE)), cost="W")
    table = main(Table({"hand": [aura], "battlefield": [PLAINS]}, {}))
    assert table.option("cast", "Aura") is None
    table = main(Table({"hand": [aura], "battlefield": [PLAINS, BEAR]}, {"battlefield": [BEAR]}))
    table.take("cast", "Aura")
    bears = table.find("Bear", BATTLEFIELD, 1)
    table.pick(bears[0].oid)
    table.pass_until_empty()
    assert table.find("Aura", BATTLEFIELD)[0].attached_to == bears[0].oid


def test_target_gone() -> None:
    """CR 608.2b: the spell does not resolve."""
    table = main(Table({"hand": [KILL], "battlefield": [SWAMP]}, {"battlefield": [BEAR, MOUNTAIN], "hand": [BOLT]}))
    table.take("cast", "Kill")
    table.pass_priority()
    table.take("cast", "Bolt")
    table.pick("Bear")
    table.pass_until_empty()
    assert "608.2b" in table.rules_cited()


def test_hexproof_and_shroud() -> None:
    """CR 702.11b, 702.18a."""
    hex_bear = card("Hex", "Creature", Keyword("hexproof"), power=1, toughness=1)
    shroud = card("Shroud", "Creature", Keyword("shroud"), power=1, toughness=1)
    table = main(Table({"hand": [KILL], "battlefield": [SWAMP]}, {"battlefield": [hex_bear, shroud]}))
    assert table.option("cast", "Kill") is None
    table = main(Table({"hand": [KILL], "battlefield": [SWAMP, hex_bear]}, {"battlefield": [shroud]}))
    table.take("cast", "Kill")
    table.pass_until_empty()
    assert table.find("Hex", GRAVEYARD)


def test_discard_cost_cannot_be_the_spell_itself() -> None:
    rummage = card(
        "Rummage", "Instant", Static(AdditionalCost(costs(Discard(some(noun=Noun.CARD))))), Spell(draw(2)), cost="0"
    )
    table = main(Table({"hand": [rummage]}, {}))
    assert table.option("cast", "Rummage") is None
    table = main(Table({"hand": [rummage, FOREST]}, {}))
    table.take("cast", "Rummage")
    assert table.find("Forest", GRAVEYARD)


def test_split_card() -> None:
    """CR 709.3: either half."""
    from magistrate.rules.definitions import CardDefinition

    left = card("Fire", "Instant", bolt(2), cost="R").faces[0]
    right = card("Ice", "Instant", Spell(does(TapAction(target(CardType.LAND)), Draw(Number(1)))), cost="U").faces[0]
    split = CardDefinition("Fire // Ice", (left, right), "split")
    table = main(Table({"hand": [split], "battlefield": [ISLAND]}, {}))
    options = [option for option in table.decision.options if option.action == "cast"]
    assert [option.value.face for option in options] == [1]
    table.answer((table.decision.options.index(options[0]),))
    assert table.game.chars(table.game.board.stack[0]).name == "Ice"


def test_protects_history_of_undone_casts() -> None:
    """CR 730.1: what is taken back leaves no trace in the record."""
    table = Table({"hand": [BEAR], "battlefield": [FOREST, FOREST]}, {})
    table.game.manual_payment = frozenset((0,))
    main(table)
    before = len(table.game.st.history)
    table.take("cast", "Bear")
    table.pick("stop")
    assert len(table.game.st.history) == before
    table.go_to(END)


def test_morph() -> None:
    """CR 702.37c, 708.4, 116.2b: face down for {3}, turned face up as a special action."""
    wurm = card("Wurm", "Creature — Wurm", Keyword("morph", costs(mana_cost("G"))), cost="7GG", power=7, toughness=7)
    table = main(Table({"hand": [wurm], "battlefield": [FOREST] * 4}, {}))
    table.take("cast", "Wurm", "morph")
    table.pass_until_empty()
    hidden = table.game.board.battlefield[-1]
    assert (table.game.chars(hidden).name, table.game.chars(hidden).power) == ("", 2)
    options = [option for option in table.decision.options if option.action == "special"]
    table.answer((table.decision.options.index(options[0]),))
    assert (table.game.chars(hidden).name, table.game.chars(hidden).power) == ("Wurm", 7)


def test_overload() -> None:
    """CR 702.96a."""
    spell = card(
        "Storm",
        "Instant",
        Spell(does(Destroy(target(CardType.CREATURE)))),
        Keyword("overload", costs(mana_cost("BB"))),
        cost="B",
    )
    table = main(Table({"hand": [spell], "battlefield": [SWAMP, SWAMP]}, {"battlefield": [BEAR, BEAR]}))
    table.take("cast", "Storm", "overload")
    assert table.decision.kind == "priority"
    table.pass_until_empty()
    assert not table.find("Bear", BATTLEFIELD)


def test_spree() -> None:
    """CR 702.172: each mode has its own cost."""
    choose = Modal(
        AtLeast(Number(1)), (Mode(draw(), costs(mana_cost("1"))), Mode(damage(Number(2)), costs(mana_cost("2"))))
    )
    spell = card("Spree", "Instant", Keyword("spree"), Spell(choose), cost="R")
    table = main(Table({"hand": [spell], "battlefield": [MOUNTAIN] * 3}, {}))
    table.take("cast", "Spree")
    assert [option.value for option in table.decision.options] == [1, 2]
    table.pick(2)
    table.pick(1)
    table.pass_until_empty()
    assert table.game.st.players[1].life == 18
    assert all(land.tapped for land in table.find("Mountain", BATTLEFIELD))


def test_bargain() -> None:
    spell = card("Deal", "Instant", Keyword("bargain"), Spell(draw()), cost="0")
    table = main(Table({"hand": [spell], "battlefield": [card("Rock", "Artifact")]}, {}))
    table.take("cast", "Deal")
    table.pick("bargain")
    assert table.find("Rock", GRAVEYARD)


def test_cant_cast() -> None:
    """CR 101.2, 601.3: effects that forbid casting."""
    silence = card(
        "Silence",
        "Enchantment",
        Static(Does(You(), (Cast(All(group(CardType.CREATURE, noun=Noun.SPELL))),), cant=True)),
    )
    table = main(Table({"hand": [BEAR, BOLT], "battlefield": [FOREST, FOREST, MOUNTAIN, silence]}, {}))
    assert table.option("cast", "Bear") is None
    assert table.option("cast", "Bolt")
