"""Activating abilities (CR 602), mana abilities (605), loyalty abilities (606), what could be produced (106.7)."""

from __future__ import annotations

from magistrate.abilities.actions import (
    AddMana,
    AnyColorMana,
    BeTappedForMana,
    ColorOf,
    Discard,
    FixedMana,
    ManaOutput,
    PayLife,
    PutInto,
    RemoveCounters,
    Return,
    Sacrifice,
    TapAction,
    TypeProduced,
    TypeThatWasProduced,
)
from magistrate.abilities.amounts import Number, ThatMuch, Times, X
from magistrate.abilities.characteristics import CardType, ManaType, Zone
from magistrate.abilities.conditions import Controls
from magistrate.abilities.costs import LoyaltyCost, TapSymbol
from magistrate.abilities.effects import Does, If, Modified, Would
from magistrate.abilities.events import ManaAdded, Occurs
from magistrate.abilities.groups import Group, Head, IsSubtype, Noun, PlayerGroup
from magistrate.abilities.kinds import Activated, Keyword, Restriction, Static, Triggered
from magistrate.abilities.things import APlayer, ControllerOf, Exactly, It, Some, This, You
from magistrate.rules import activating, could_produce
from magistrate.rules.definitions import CardDefinition
from magistrate.rules.state import BATTLEFIELD, GRAVEYARD, HAND
from magistrate.rules.steps import MAIN_1
from tests.rules.making import activated, costs, damage, does, draw, mana_cost, some, taps_for
from tests.rules.table import FOREST, MOUNTAIN, SWAMP, WASTES, Table, card

BEAR = card("Bear", "Creature — Bear", cost="1G", power=2, toughness=2)
W, U, B, R, G, C = ManaType


def main(table: Table) -> Table:
    table.begin()
    table.go_to(MAIN_1)
    return table


def oid(table: Table, name: str) -> int:
    return table.find(name, BATTLEFIELD)[0].oid


def types(table: Table, name: str) -> set[ManaType]:
    return set(could_produce.types_could_produce(table.game, oid(table, name)))


# Activating ----------------------------------------------------------------------------------------------------------
def test_pinger() -> None:
    """{T}: 1 damage to any target: once, and not on the turn it came (CR 602.5a)."""
    pinger = card("Pinger", "Creature", activated(damage(Number(1)), TapSymbol()), cost="0", power=1, toughness=1)
    table = main(Table({"battlefield": [pinger], "hand": [pinger]}, {}))
    table.take("activate", "Pinger")
    table.pick(1)
    assert table.option("activate", "Pinger") is None
    table.pass_until_empty()
    assert table.game.st.players[1].life == 19
    table.take("cast", "Pinger")
    table.pass_until_empty()
    assert table.option("activate", "Pinger") is None


def test_only_its_controller() -> None:
    """CR 602.2."""
    rod = card("Rod", "Artifact", activated(draw(), mana_cost("0")))
    open_rod = card(
        "Open Rod", "Artifact", activated(draw(), mana_cost("0"), restrictions=(Restriction(any_player=True),))
    )
    table = main(Table({}, {"battlefield": [rod, open_rod]}))
    assert table.option("activate", "Rod") is None
    assert table.option("activate", "Open Rod")


def test_restrictions() -> None:
    """CR 602.5b, 602.5d."""
    rod = card(
        "Rod",
        "Artifact",
        activated(draw(), mana_cost("0"), restrictions=(Restriction(per_turn=1),)),
        activated(draw(), mana_cost("0"), restrictions=(Restriction(as_sorcery=True),)),
        activated(
            draw(), mana_cost("0"), restrictions=(Restriction(condition=Controls(You(), some(CardType.CREATURE))),)
        ),
    )
    table = main(Table({"battlefield": [rod]}, {"battlefield": [rod]}))
    assert [o.value for o in table.decision.options if o.action == "activate"] == [0, 1]
    table.take("activate", "Rod", 0)
    assert not [o.value for o in table.decision.options if o.action == "activate"]
    table.pass_priority()
    assert [o.value for o in table.decision.options if o.action == "activate"] == [0]


def test_from_the_hand_it_is_revealed() -> None:
    """CR 602.2a: until the ability leaves the stack; and nothing happens when the card is gone by then."""
    gate = card(
        "Gate",
        "Land",
        activated(does(PutInto(This("this card"), Zone.BATTLEFIELD, from_=Zone.HAND)), mana_cost("1")),
    )
    cycler = card(
        "Cycler",
        "Creature",
        Keyword(
            "cycling", costs(mana_cost("1")), meaning=(activated(draw(), mana_cost("1"), Discard(This("this card"))),)
        ),
        cost="5",
    )
    table = main(Table({"hand": [gate, cycler], "battlefield": [FOREST, FOREST]}, {}))
    card_id = table.find("Gate", HAND)[0].oid
    table.take("activate", "Gate")
    assert activating.is_revealed(table.game, card_id)
    assert table.game.obj(card_id).known_to == 3
    table.take("activate", "Cycler")
    assert table.find("Cycler", GRAVEYARD)
    table.pass_until_empty()
    assert table.find("Gate", BATTLEFIELD)
    assert not activating.is_revealed(table.game, card_id)


def test_works_in_the_graveyard_only() -> None:
    """CR 113.6m."""
    ghoul = card(
        "Ghoul",
        "Creature",
        activated(does(Return(This("this card"), Zone.HAND, from_=Zone.GRAVEYARD)), mana_cost("1")),
        cost="B",
        power=1,
        toughness=1,
    )
    table = main(Table({"battlefield": [ghoul, FOREST]}, {}))
    assert table.option("activate", "Ghoul") is None
    table = main(Table({"graveyard": [ghoul], "battlefield": [FOREST]}, {}))
    table.take("activate", "Ghoul")
    table.pass_until_empty()
    assert table.find("Ghoul", HAND)


def test_costs_with_choices() -> None:
    rod = card(
        "Rod",
        "Artifact",
        activated(
            draw(), TapAction(some(CardType.CREATURE, mine=True, quantity=Exactly(Number(2)))), PayLife(Number(2))
        ),
    )
    table = main(Table({"battlefield": [rod, BEAR, BEAR, BEAR]}, {}))
    table.take("activate", "Rod")
    table.pick("Bear", "Bear")
    assert sum(o.tapped for o in table.find("Bear", BATTLEFIELD)) == 2
    assert table.game.st.players[0].life == 18
    assert table.option("activate", "Rod") is None


def test_x_in_an_activation_cost() -> None:
    """CR 107.3k."""
    gun = card("Gun", "Artifact", activated(damage(X()), mana_cost("X"), TapSymbol()))
    table = main(Table({"battlefield": [gun, FOREST, FOREST]}, {}))
    table.take("activate", "Gun")
    assert table.decision.maximum == 2
    table.answer(2)
    table.pick(1)
    table.pass_until_empty()
    assert table.game.st.players[1].life == 18


def test_removing_counters() -> None:
    from magistrate.rules.state import BATTLEFIELD as FIELD

    ballista = card(
        "Ballista",
        "Artifact",
        activated(damage(Number(1)), RemoveCounters(Exactly(Number(1)), "+1/+1", This("this artifact"))),
    )
    table = Table({"battlefield": [ballista]}, {})
    table.game.st.set(table.find("Ballista", FIELD)[0], "counters", {"+1/+1": 2})
    main(table)
    table.take("activate", "Ballista")
    table.pick(1)
    assert table.find("Ballista", FIELD)[0].counters == {"+1/+1": 1}


def test_loyalty() -> None:
    """CR 606.3, 606.6: once a turn, at the time of a sorcery, not more counters than there are."""
    walker = card(
        "Walker",
        "Planeswalker",
        Activated(costs(LoyaltyCost(1, Number(1))), draw()),
        Activated(costs(LoyaltyCost(-1, Number(4))), draw(2)),
        Activated(costs(LoyaltyCost(-1, X())), damage(X())),
        loyalty=3,
    )
    table = Table({"battlefield": [walker]}, {})
    table.game.st.set(table.find("Walker", BATTLEFIELD)[0], "counters", {"loyalty": 3})
    main(table)
    assert [o.value for o in table.decision.options if o.action == "activate"] == [0, 2]
    table.take("activate", "Walker", 2)
    assert table.decision.maximum == 3
    table.answer(2)
    table.pick(1)
    table.pass_until_empty()
    assert table.find("Walker", BATTLEFIELD)[0].counters == {"loyalty": 1}
    assert table.game.st.players[1].life == 18
    assert table.option("activate", "Walker") is None


def test_equip_like_keyword() -> None:
    """An ability that a keyword means (CR 702): it is numbered among the object's abilities."""
    sword = card(
        "Sword",
        "Artifact",
        Keyword("equip", costs(mana_cost("1")), meaning=(activated(draw(), mana_cost("1")),)),
        activated(draw(), mana_cost("0")),
    )
    table = main(Table({"battlefield": [sword, FOREST]}, {}))
    assert [o.value for o in table.decision.options if o.action == "activate"] == [0, 1]


# Mana abilities ------------------------------------------------------------------------------------------------------
def test_triggered_mana_ability() -> None:
    """CR 605.1b, 605.4a, 106.12a: it resolves at once, while the spell is paid for."""
    growth = card(
        "Growth",
        "Enchantment",
        Triggered(
            "whenever",
            Occurs(some(CardType.LAND), BeTappedForMana()),
            Does(ControllerOf(It(slot="event:subject")), (AddMana(FixedMana(("G",)), additional=True),)),
        ),
    )
    table = Table({"battlefield": [growth, MOUNTAIN]}, {})
    table.game.offer_mana_abilities = True
    main(table)
    table.take("mana", "Mountain")
    assert [unit.letter for unit in table.game.st.players[0].mana] == ["R", "G"]
    assert not table.game.board.stack


def test_reflecting_trigger_and_doubler() -> None:
    """CR 106.12b: twice as much of what is tapped for, and not of what a trigger adds."""
    flare = card(
        "Flare",
        "Enchantment",
        Triggered(
            "whenever",
            Occurs(some(CardType.LAND), BeTappedForMana()),
            Does(You(), (AddMana(TypeThatWasProduced(Number(1))),)),
        ),
    )
    doubler = card(
        "Doubler",
        "Enchantment",
        Static(Would(ManaAdded(You(), some(noun=Noun.PERMANENT)), Modified(Times(2, ThatMuch("event:amount"))))),
    )
    table = Table({"battlefield": [flare, doubler, MOUNTAIN]}, {})
    table.game.offer_mana_abilities = True
    main(table)
    table.take("mana", "Mountain")
    assert [unit.letter for unit in table.game.st.players[0].mana] == ["R", "R", "R"]


def test_doubled_mana_pays() -> None:
    """What replacement effects add is counted before a spell is offered."""
    doubler = card(
        "Doubler",
        "Enchantment",
        Static(Would(ManaAdded(You(), some(noun=Noun.PERMANENT)), Modified(Times(2, ThatMuch("event:amount"))))),
    )
    table = main(Table({"hand": [BEAR], "battlefield": [doubler, FOREST]}, {}))
    table.take("cast", "Bear")
    assert table.game.st.players[0].mana == ()


def test_not_tapped_for_mana() -> None:
    """CR 106.12: only abilities with {T} in the cost."""
    altar = card(
        "Altar", "Artifact", activated(does(AddMana(FixedMana(("C",)))), Sacrifice(some(CardType.CREATURE, mine=True)))
    )
    growth = card(
        "Growth",
        "Enchantment",
        Triggered("whenever", Occurs(some(CardType.ARTIFACT), BeTappedForMana()), does(AddMana(FixedMana(("G",))))),
    )
    table = Table({"battlefield": [altar, growth, BEAR]}, {})
    table.game.offer_mana_abilities = True
    main(table)
    table.take("mana", "Altar")
    assert [unit.letter for unit in table.game.st.players[0].mana] == ["C"]


def test_any_color_is_chosen() -> None:
    rock = card("Rock", "Artifact", activated(does(AddMana(AnyColorMana(Number(2), False))), TapSymbol()))
    table = Table({"battlefield": [rock]}, {})
    table.game.offer_mana_abilities = True
    main(table)
    table.take("mana", "Rock")
    assert table.decision.kind == "color"
    table.pick("U")
    table.pick("R")
    assert [unit.letter for unit in table.game.st.players[0].mana] == ["U", "R"]


# Could produce (CR 106.7) --------------------------------------------------------------------------------------------
def reflecting(name: str, any_type: bool, *, lands_of_opponents: bool = False) -> CardDefinition:
    from magistrate.abilities.groups import Controlled, IsType

    post = (Controlled(APlayer(PlayerGroup(True))),) if lands_of_opponents else (Controlled(You()),)
    output: ManaOutput = TypeProduced(
        Number(1), any_type, Some(Group((Head((IsType(CardType.LAND),)),), Noun.NONE, post), Exactly(Number(1)))
    )
    return card(name, "Land", activated(does(AddMana(output)), TapSymbol()))


def test_could_produce() -> None:
    pool, orchard = reflecting("Pool", True), reflecting("Orchard", False, lands_of_opponents=True)
    table = main(Table({"battlefield": [pool, FOREST, WASTES, taps("Pair", "U", "B")]}, {"battlefield": [orchard]}))
    assert types(table, "Pool") == {U, B, G}
    assert types(table, "Orchard") == {U, B, G}


def taps(name: str, *letters: str) -> CardDefinition:
    return card(name, "Land", taps_for("/".join(letters)))


def test_lands_that_look_at_each_other() -> None:
    """The least fixed point: what is otherwise there, and nothing when nothing is."""
    pool, mirror = reflecting("Pool", True), reflecting("Mirror", True)
    table = main(Table({"battlefield": [pool, mirror]}, {}))
    assert types(table, "Pool") == set()
    table = main(Table({"battlefield": [pool, mirror, taps("Rock", "C")]}, {}))
    assert types(table, "Pool") == types(table, "Mirror") == {C}


def test_costs_and_tapped_do_not_matter() -> None:
    pool = reflecting("Pool", True)
    costly = card(
        "Costly", "Land", activated(does(AddMana(FixedMana(("R",)))), mana_cost("9"), TapSymbol(), PayLife(Number(40)))
    )
    table = Table({"battlefield": [pool, costly]}, {})
    table.game.st.set(table.find("Costly", BATTLEFIELD)[0], "tapped", True)
    main(table)
    assert types(table, "Pool") == {R}


def test_color_and_type_differ() -> None:
    orchard, pool = reflecting("Orchard", False), reflecting("Pool", True)
    table = main(Table({"battlefield": [orchard, pool, taps("Rock", "C")]}, {}))
    assert types(table, "Orchard") == set()
    assert types(table, "Pool") == {C}


def test_replacements_are_taken_into_account() -> None:
    """In any possible order: lands tapped for mana give {C} instead, or {B} instead."""

    def instead(name: str, letter: str) -> CardDefinition:
        effect = Would(ManaAdded(APlayer(PlayerGroup()), some(CardType.LAND)), does(AddMana(FixedMana((letter,)))))
        return card(name, "Enchantment", Static(effect))

    pool = reflecting("Pool", True)
    table = main(Table({"battlefield": [pool, FOREST, instead("Sphere", "C")]}, {}))
    assert types(table, "Pool") == {C}
    both = [pool, FOREST, instead("Sphere", "C"), instead("Dark", "B")]
    table = main(Table({"battlefield": both}, {}))
    assert types(table, "Pool") == {C, B}


def test_false_branches_do_not_count() -> None:
    land = card(
        "Fort",
        "Land",
        activated(
            If(
                Controls(You(), Some(Group((Head((IsSubtype("Swamp"),)),)), Exactly(Number(1)))),
                does(AddMana(FixedMana(("B",)))),
                does(AddMana(FixedMana(("C",)))),
            ),
            TapSymbol(),
        ),
    )
    table = main(Table({"battlefield": [land]}, {}))
    assert types(table, "Fort") == {C}
    table = main(Table({"battlefield": [land, SWAMP]}, {}))
    assert types(table, "Fort") == {B}
    table = main(
        Table(
            {
                "battlefield": [
                    card("Blank", "Land", activated(does(AddMana(ColorOf(Number(1), None, True))), TapSymbol()))
                ]
            },
            {},
        )
    )
    assert types(table, "Blank") == set()


def test_triggered_mana_is_counted() -> None:
    """A spell that only a triggered mana ability can pay for is offered."""
    growth = card(
        "Growth",
        "Enchantment",
        Triggered(
            "whenever",
            Occurs(some(CardType.LAND), BeTappedForMana()),
            Does(ControllerOf(It(slot="event:subject")), (AddMana(AnyColorMana(Number(1)), additional=True),)),
        ),
    )
    both = card("Both", "Creature", cost="RU", power=1, toughness=1)
    table = main(Table({"hand": [both], "battlefield": [growth, MOUNTAIN]}, {}))
    table.take("cast", "Both")
    assert table.decision.kind == "priority"
    table.pass_until_empty()
    assert table.find("Both", BATTLEFIELD)
