"""The layers of CR 613, on boards made by hand."""

from __future__ import annotations

from magistrate.abilities.actions import (
    Become,
    BecomeCopy,
    GainAbilities,
    GainControl,
    GetPT,
    HaveBasePT,
    LoseAbilities,
    ObjectAction,
    SwitchPT,
)
from magistrate.abilities.amounts import CountOf, MeasureOf, Number
from magistrate.abilities.characteristics import CardType, Color, Comparison, Measure, Supertype, Zone
from magistrate.abilities.conditions import Controls, Is
from magistrate.abilities.durations import ForAsLongAs, UntilEndOfTurn
from magistrate.abilities.effects import AsLongAs, Does, Effect, ObjectsDo
from magistrate.abilities.groups import (
    Controlled,
    Group,
    Head,
    InZone,
    IsColor,
    IsOther,
    IsSubtype,
    IsSupertype,
    IsTapped,
    IsType,
    Not,
    Noun,
    Quality,
    WithKeyword,
    WithMeasure,
)
from magistrate.abilities.kinds import Ability, Keyword, Static
from magistrate.abilities.things import All, Attached, It, Objects, This, You
from magistrate.rules import continuous, copying, layers
from magistrate.rules.definitions import ARTIFACT, CREATURE, ENCHANTMENT, LAND, CardDefinition
from magistrate.rules.events import CountersPut
from magistrate.rules.frames import Frame
from magistrate.rules.intrinsic import ABILITIES
from magistrate.rules.state import BATTLEFIELD, GRAVEYARD, HAND, GameObject
from tests.rules.table import FOREST, ISLAND, MOUNTAIN, Table, card

FLYING = Keyword("flying")
CREATURES = IsType(CardType.CREATURE)
YOURS = Controlled(You())


def group(*qualities: Quality, post: tuple[Quality, ...] = (), noun: Noun = Noun.NONE) -> Group:
    return Group((Head(qualities),), noun, post)


def every(*qualities: Quality, post: tuple[Quality, ...] = ()) -> All:
    return All(group(*qualities, post=post), "")


def does(what: Objects, *actions: ObjectAction) -> Static:
    return Static(ObjectsDo(what, actions))


def plus(power: int, toughness: int) -> GetPT:
    return GetPT(Number(power), Number(toughness))


def enchantment(*effects: Effect | Ability, name: str = "Law") -> CardDefinition:
    return card(name, "Enchantment", *(e if isinstance(e, Ability) else Static(e) for e in effects))


BEAR = card("Bear", "Creature — Bear", power=2, toughness=2, cost="1G")
HAWK = card("Hawk", "Creature — Bird", FLYING, power=1, toughness=1, cost="1W")
ANTHEM = enchantment(does(every(CREATURES, post=(YOURS,)), plus(1, 1)), name="Anthem")


class Board:
    """A position in which nothing is played: things are put down, and looked at."""

    def __init__(self, *hands: dict[str, list[CardDefinition]]) -> None:
        self.table = Table(*(hands or ({},)), *({},) * (2 - len(hands or ({},))))
        self.game = self.table.game

    def put(self, definition: CardDefinition, player: int = 0, zone: int = BATTLEFIELD) -> GameObject:
        return self.table.add(player, zone, definition)

    def attached(self, definition: CardDefinition, to: GameObject, player: int = 0) -> GameObject:
        made = self.put(definition, player)
        self.game.st.set(made, "attached_to", to.oid)
        return made

    def pt(self, thing: GameObject) -> tuple[int, int]:
        chars = self.game.chars(thing.oid)
        return chars.power, chars.toughness

    def begin(self, thing: GameObject, *actions: ObjectAction, until: bool = True, source: int = -1) -> None:
        """A continuous effect of something that has resolved begins."""
        duration = UntilEndOfTurn() if until else None
        continuous.add_effect(self.game, Frame(source, 0), (thing.oid,), actions, duration)


# Without effects -----------------------------------------------------------------------------------------------------
def test_an_object_is_what_its_card_says() -> None:
    board = Board()
    bear = board.put(BEAR)
    chars = board.game.chars(bear.oid)
    assert (chars.name, chars.power, chars.toughness, chars.mana_value, chars.colors) == ("Bear", 2, 2, 2, 16)
    assert chars.types == CREATURE
    assert chars.controller == 0
    board.game.st.set(bear, "tapped", True)
    assert board.game.chars(bear.oid) is chars, "nothing that it is has changed"


def test_counters_change_power_and_toughness() -> None:
    """CR 122.1a, 613.4c."""
    board = Board()
    bear = board.put(BEAR)
    board.game.st.put(bear, "counters", "+1/+1", 3)
    board.game.st.put(bear, "counters", "-0/-1", 1)
    assert board.pt(bear) == (5, 4)
    assert board.game.chars(bear.oid).base_power == 2


def test_keyword_counters_give_keywords() -> None:
    """CR 122.1b, with and without other effects."""
    board = Board()
    bear = board.put(BEAR)
    board.game.st.put(bear, "counters", "flying", 1)
    assert "flying" in board.game.chars(bear.oid).keywords
    board.put(ANTHEM)
    assert "flying" in board.game.chars(bear.oid).keywords
    assert board.pt(bear) == (3, 3)


def test_a_keyword_counter_put_later_wins() -> None:
    """CR 613.7c: after "loses all abilities" it gives its keyword, before it does not."""
    board = Board()
    bear, hawk = board.put(BEAR), board.put(BEAR)
    board.game.happen([CountersPut(bear.oid, "flying", 1, 0)])
    board.put(enchantment(does(every(CREATURES), LoseAbilities())))
    board.game.happen([CountersPut(hawk.oid, "flying", 1, 0)])
    assert "flying" not in board.game.chars(bear.oid).keywords
    assert "flying" in board.game.chars(hawk.oid).keywords


def test_a_noncreature_permanent_has_no_power() -> None:
    """CR 208.3; it counts again once it is a creature."""
    board = Board()
    car = board.put(card("Car", "Artifact — Vehicle", power=4, toughness=3))
    assert board.pt(car) == (0, 0)
    board.begin(car, Become(types=(CardType.ARTIFACT, CardType.CREATURE)))
    assert board.pt(car) == (4, 3)
    assert board.game.chars(car.oid).subtypes == {"Vehicle"}, "an artifact creature keeps its other types (CR 205.1b)"


# Statics -------------------------------------------------------------------------------------------------------------
def test_an_anthem_applies_to_whatever_fits_now() -> None:
    """CR 611.3a."""
    board = Board()
    bear = board.put(BEAR)
    anthem = board.put(ANTHEM)
    theirs = board.put(BEAR, 1)
    assert board.pt(bear) == (3, 3)
    assert board.pt(theirs) == (2, 2)
    late = board.put(BEAR)
    assert board.pt(late) == (3, 3)
    board.put(ANTHEM)
    assert board.pt(late) == (4, 4)
    board.game.st.set(anthem, "phased_out", 1)
    assert board.pt(late) == (3, 3), "what is phased out has no effect (CR 702.26b)"
    board.game.st.set(late, "phased_out", 1)
    assert board.pt(late) == (2, 2)


def test_effects_on_what_the_source_is_attached_to() -> None:
    """CR 604.4."""
    board = Board()
    bear, hawk = board.put(BEAR), board.put(HAWK)
    blade = board.attached(
        card("Blade", "Artifact — Equipment", does(Attached(group(CREATURES), "equipped"), plus(2, 0))), bear
    )
    assert board.pt(bear) == (4, 2)
    board.game.st.set(blade, "attached_to", hawk.oid)
    assert board.pt(bear) == (2, 2)
    assert board.pt(hawk) == (3, 1)


def test_live_amounts_follow_the_board() -> None:
    board = Board()
    bear = board.put(BEAR)
    board.put(
        enchantment(does(every(CREATURES, post=(YOURS,)), GetPT(CountOf(every(IsType(CardType.ARTIFACT))), Number(0))))
    )
    assert board.pt(bear) == (2, 2)
    board.put(card("Rock", "Artifact"))
    board.put(card("Rock", "Artifact"), 1)
    assert board.pt(bear) == (4, 2)


def test_as_long_as() -> None:
    """The condition is asked anew, whatever changes it."""
    board = Board()
    bear = board.put(BEAR)
    board.put(enchantment(AsLongAs(Is(All(group(CREATURES)), IsTapped()), does(every(CREATURES), plus(1, 1)).effect)))
    assert board.pt(bear) == (2, 2)
    board.game.st.set(bear, "tapped", True)
    assert board.pt(bear) == (3, 3)
    board.game.st.set(bear, "tapped", False)
    assert board.pt(bear) == (2, 2)


def test_a_static_ability_that_works_in_the_graveyard() -> None:
    """CR 113.6b."""
    wonder = card(
        "Wonder",
        "Creature — Incarnation",
        Static(
            AsLongAs(
                Is(This(), InZone(Zone.GRAVEYARD)),
                ObjectsDo(every(CREATURES, post=(YOURS,)), (GainAbilities((FLYING,)),)),
            )
        ),
        power=2,
        toughness=2,
    )
    board = Board()
    bear = board.put(BEAR)
    board.put(wonder)
    assert "flying" not in board.game.chars(bear.oid).keywords
    board.put(wonder, zone=HAND)
    assert "flying" not in board.game.chars(bear.oid).keywords
    board.put(wonder, zone=GRAVEYARD)
    assert "flying" in board.game.chars(bear.oid).keywords


# Timestamps and layers -----------------------------------------------------------------------------------------------
def test_the_example_of_613_5() -> None:
    """A 2/2 with a counter, +4/+4, an anthem of +0/+2, that becomes 0/1: 5/8."""
    board = Board()
    ogre = board.put(card("Ogre", "Creature — Ogre", power=2, toughness=2))
    board.game.st.put(ogre, "counters", "+1/+1", 1)
    assert board.pt(ogre) == (3, 3)
    board.begin(ogre, plus(4, 4))
    assert board.pt(ogre) == (7, 7)
    board.put(enchantment(does(every(CREATURES, post=(YOURS,)), plus(0, 2))))
    assert board.pt(ogre) == (7, 9)
    board.begin(ogre, HaveBasePT(Number(0), Number(1)))
    assert board.pt(ogre) == (5, 8)
    assert board.game.chars(ogre.oid).base_power == 0


def test_switching_is_last() -> None:
    """The examples of CR 613.4d."""
    board = Board()
    one = board.put(card("Wall", "Creature — Wall", power=1, toughness=3))
    board.begin(one, plus(0, 1))
    board.begin(one, SwitchPT())
    assert board.pt(one) == (4, 1)
    board.begin(one, plus(5, 0))
    assert board.pt(one) == (4, 6)
    board.begin(one, SwitchPT())
    assert board.pt(one) == (6, 4)


def test_the_later_of_two_effects_wins() -> None:
    """CR 613.9: flying given and taken away."""
    board = Board()
    bear = board.put(BEAR)
    target = Attached(group(CREATURES))
    board.attached(card("Wings", "Enchantment — Aura", does(target, GainAbilities((FLYING,)))), bear)
    clip = board.attached(card("Clip", "Enchantment — Aura", does(target, LoseAbilities((FLYING,)))), bear)
    assert "flying" not in board.game.chars(bear.oid).keywords
    board.game.st.set(clip, "timestamp", 0)
    assert "flying" in board.game.chars(bear.oid).keywords


def test_color_first_then_the_bonus_for_a_color() -> None:
    """CR 613.5: whatever the timestamps, layer 5 comes before layer 7."""
    board = Board()
    bear = board.put(BEAR)
    board.put(enchantment(does(every(IsColor(Color.WHITE), CREATURES), plus(1, 1))))
    assert board.pt(bear) == (2, 2)
    board.begin(bear, Become(colors=(Color.WHITE,)))
    assert board.pt(bear) == (3, 3)
    board.begin(bear, Become(colors=(Color.RED,)))
    assert board.pt(bear) == (2, 2)
    assert board.game.chars(bear.oid).colors == 8
    board.begin(bear, Become(colors=(Color.WHITE,), colors_in_addition=True))
    assert board.game.chars(bear.oid).colors == 9
    assert board.pt(bear) == (3, 3)


def test_what_has_begun_goes_on_in_later_layers() -> None:
    """CR 613.6: "all noncreature artifacts become 2/2 artifact creatures" reaches them in layer 7 too."""
    board = Board()
    rock = board.put(card("Rock", "Artifact"))
    golem = board.put(card("Golem", "Artifact Creature — Golem", power=5, toughness=5))
    march = Become(types=(CardType.ARTIFACT, CardType.CREATURE), power=Number(2), toughness=Number(2))
    board.put(enchantment(does(every(Not(CREATURES), IsType(CardType.ARTIFACT)), march)))
    assert board.pt(rock) == (2, 2)
    assert board.pt(golem) == (5, 5)


def test_an_effect_goes_on_though_its_ability_is_lost_meanwhile() -> None:
    """CR 613.6: it began in layer 4, so losing all abilities in layer 6 does not stop its layer 7."""
    board = Board()
    bear = board.put(BEAR)
    law = Become(subtypes=("Goblin",), in_addition=True)
    board.put(card("Crown", "Artifact Creature — Golem", does(every(CREATURES), law, plus(1, 1)), power=1, toughness=1))
    board.put(enchantment(does(every(CREATURES), LoseAbilities())))
    assert board.pt(bear) == (3, 3)
    assert board.game.chars(bear.oid).subtypes == {"Bear", "Goblin"}


def test_a_lost_ability_does_nothing() -> None:
    board = Board()
    bear = board.put(BEAR)
    lord = board.put(card("Lord", "Creature — Elf", does(every(CREATURES), plus(1, 1)), power=1, toughness=1))
    assert board.pt(bear) == (3, 3)
    board.begin(lord, LoseAbilities())
    assert board.pt(bear) == (2, 2)
    assert board.pt(lord) == (1, 1)


# Dependency ----------------------------------------------------------------------------------------------------------
BLOOD_MOON = enchantment(
    does(every(Not(IsSupertype(Supertype.BASIC)), IsType(CardType.LAND)), Become(subtypes=("Mountain",)))
)
URBORG = card(
    "Tomb", "Legendary Land", does(every(IsType(CardType.LAND)), Become(subtypes=("Swamp",), in_addition=True))
)


def test_an_effect_whose_ability_another_takes_away_waits() -> None:
    """CR 613.8a, 305.7: with the later Moon, the Tomb has lost its ability before it could apply."""
    board = Board()
    tomb = board.put(URBORG)
    forest = board.put(FOREST)
    assert board.game.chars(forest.oid).subtypes == {"Forest", "Swamp"}
    assert board.game.chars(forest.oid).abilities == (ABILITIES["Swamp"], ABILITIES["Forest"])
    board.put(BLOOD_MOON)
    assert board.game.chars(tomb.oid).subtypes == {"Mountain"}
    assert board.game.chars(tomb.oid).abilities == (ABILITIES["Mountain"],)
    assert board.game.chars(forest.oid).subtypes == {"Forest"}


def test_dependency_through_the_set_of_objects() -> None:
    """CR 613.8a: what is made a creature in this layer is one for the earlier effect that speaks of creatures."""
    board = Board()
    board.put(enchantment(does(every(CREATURES), Become(subtypes=("Sliver",), in_addition=True))))
    land = board.put(FOREST)
    animate = Become(types=(CardType.CREATURE,), in_addition=True, power=Number(1), toughness=Number(1))
    board.put(enchantment(does(every(IsType(CardType.LAND)), animate)))
    chars = board.game.chars(land.oid)
    assert chars.types == LAND | CREATURE
    assert chars.subtypes == {"Forest", "Sliver"}
    assert chars.abilities == (ABILITIES["Forest"],)
    assert board.pt(land) == (1, 1)


def test_a_loop_of_dependencies_is_ignored() -> None:
    """CR 613.8b: in a loop, timestamps alone decide; with nothing to loop about, the dependent effect waits."""
    elf, goblin = (card(name, f"Creature — {name}", power=1, toughness=1) for name in ("Elf", "Goblin"))
    laws = (
        enchantment(does(every(IsSubtype("Elf")), Become(subtypes=("Goblin",)))),
        enchantment(does(every(IsSubtype("Goblin")), Become(subtypes=("Elf",)))),
    )
    board = Board()
    things = [board.put(elf), board.put(goblin), *(board.put(law) for law in laws)]
    assert [board.game.chars(thing.oid).subtypes for thing in things[:2]] == [{"Elf"}, {"Elf"}]
    other = Board()
    only = other.put(goblin)
    for law in laws:
        other.put(law)
    assert other.game.chars(only.oid).subtypes == {"Goblin"}, (
        "the first law waits for the second, not the other way round"
    )


def test_abilities_given_to_what_has_an_ability() -> None:
    """CR 613.8a in layer 6: "creatures with flying have vigilance" waits for what gives flying."""
    board = Board()
    bear = board.put(BEAR)
    board.put(enchantment(does(every(CREATURES, post=(WithKeyword(FLYING),)), GainAbilities((Keyword("vigilance"),)))))
    board.put(enchantment(does(every(CREATURES), GainAbilities((FLYING,)))))
    assert board.game.chars(bear.oid).keywords == {"flying", "vigilance"}


def test_no_abilities_but_the_later_ones() -> None:
    """Humility-like: all lose abilities and are 1/1; an anthem and a counter still count, a later keyword too."""
    board = Board()
    hawk = board.put(HAWK)
    lord = board.put(card("Lord", "Creature — Elf", does(every(CREATURES), plus(1, 1)), power=3, toughness=3))
    board.put(enchantment(does(every(CREATURES), LoseAbilities(), HaveBasePT(Number(1), Number(1)))))
    board.put(ANTHEM)
    assert board.pt(hawk) == (2, 2)
    assert board.pt(lord) == (2, 2)
    assert not board.game.chars(hawk.oid).keywords
    board.begin(hawk, GainAbilities((FLYING,)))
    assert "flying" in board.game.chars(hawk.oid).keywords


def test_a_given_static_ability_applies() -> None:
    """CR 613.7a: "enchanted creature has 'Creatures you control get +1/+1'"."""
    board = Board()
    bear = board.put(BEAR)
    hawk = board.put(HAWK)
    given = does(every(CREATURES, post=(YOURS,)), plus(1, 1))
    board.attached(card("Gift", "Enchantment — Aura", does(Attached(group(CREATURES)), GainAbilities((given,)))), bear)
    assert board.pt(bear) == (3, 3)
    assert board.pt(hawk) == (2, 2)


# Effects that have begun ---------------------------------------------------------------------------------------------
def test_the_set_of_objects_is_locked_in() -> None:
    """CR 611.2c."""
    board = Board()
    bear, hawk = board.put(BEAR), board.put(HAWK)
    continuous.add_effect(board.game, Frame(-1, 0), (bear.oid, hawk.oid), (plus(1, 1),), UntilEndOfTurn())
    late = board.put(BEAR)
    assert (board.pt(bear), board.pt(hawk), board.pt(late)) == ((3, 3), (2, 2), (2, 2))
    continuous.expire(board.game, "end of combat")
    assert board.pt(bear) == (3, 3)
    continuous.expire(board.game, "end of turn")
    assert board.pt(bear) == (2, 2)
    assert board.game.board.effects == ()


def test_amounts_are_worked_out_once() -> None:
    """CR 611.2d."""
    board = Board()
    bear = board.put(BEAR)
    board.begin(bear, GetPT(CountOf(every(CREATURES)), Number(0)))
    board.put(HAWK)
    assert board.pt(bear) == (3, 2)


def test_each_by_its_own_amount() -> None:
    """ "Each creature gets +X/+0, where X is its power"."""
    board = Board()
    bear, hawk = board.put(BEAR), board.put(HAWK)
    its_power = MeasureOf(Measure.POWER, It(slot="subject"))
    continuous.add_effect(
        board.game, Frame(-1, 0), (bear.oid, hawk.oid), (GetPT(its_power, Number(0)),), UntilEndOfTurn()
    )
    assert (board.pt(bear), board.pt(hawk)) == ((4, 2), (2, 1))


def test_for_as_long_as() -> None:
    """CR 611.2b: it ends for good, and does not begin when it is over already."""
    board = Board()
    bear = board.put(BEAR)
    ring = board.put(card("Ring", "Artifact"))
    lasting = ForAsLongAs(Is(It(slot="source"), IsTapped()))
    continuous.add_effect(board.game, Frame(ring.oid, 0), (bear.oid,), (plus(1, 1),), lasting)
    assert board.game.board.effects == ()
    board.game.st.set(ring, "tapped", True)
    continuous.add_effect(board.game, Frame(ring.oid, 0), (bear.oid,), (plus(1, 1),), lasting)
    assert board.pt(bear) == (3, 3)
    board.game.st.set(ring, "tapped", False)
    continuous.watch(board.game, [])
    board.game.st.set(ring, "tapped", True)
    assert board.pt(bear) == (2, 2)


def test_control() -> None:
    """CR 613.1b, 110.2, 302.6."""
    board = Board()
    bear = board.put(BEAR)
    theirs = board.put(ANTHEM, 1)
    aura = board.attached(
        card("Bond", "Enchantment — Aura", Static(Does(You(), (GainControl(Attached(group(CREATURES))),)))), bear, 1
    )
    assert layers.controller(board.game, bear.oid) == 1
    assert board.pt(bear) == (3, 3), "the anthem of its new controller"
    since = bear.controlled_since
    layers.settle(board.game)
    assert bear.controlled_since > since
    since = bear.controlled_since
    layers.settle(board.game)
    assert bear.controlled_since == since
    continuous.add_control(board.game, Frame(-1, 0), 0, (aura.oid,), None)
    assert layers.controller(board.game, bear.oid) == 0, "who controls the Aura controls the creature (CR 613.8)"
    layers.settle(board.game)
    assert bear.controlled_since > since
    assert layers.controller(board.game, theirs.oid) == 1


# Defining ------------------------------------------------------------------------------------------------------------
COUNTER = card(
    "Tally",
    "Creature — Elemental",
    Static(ObjectsDo(This(), (HaveBasePT(CountOf(every(CREATURES)), CountOf(every(CREATURES))),))),
    power=0,
    toughness=0,
)


def test_characteristic_defining_abilities_work_everywhere() -> None:
    """CR 604.3, 613.4a."""
    board = Board()
    board.put(BEAR)
    here = board.put(COUNTER)
    in_hand = board.put(COUNTER, zone=HAND)
    assert board.pt(here) == (2, 2)
    assert board.pt(in_hand) == (2, 2)
    board.put(BEAR)
    assert board.pt(here) == (3, 3)
    assert board.pt(in_hand) == (3, 3)
    board.begin(here, HaveBasePT(Number(7), Number(7)))
    assert board.pt(here) == (7, 7)


def test_changeling_and_devoid_everywhere() -> None:
    """CR 702.73a, 702.114a: they come first in their layers."""
    shifter = card(
        "Shifter",
        "Creature — Shapeshifter",
        Keyword("changeling", meaning=(does(This(), Become(all_creature_types=True, verb="be")),)),
        Keyword("devoid", meaning=(does(This(), Become(colorless=True, verb="be")),)),
        power=1,
        toughness=1,
        cost="G",
    )
    board = Board()
    for zone in (BATTLEFIELD, HAND, GRAVEYARD):
        chars = board.game.chars(board.put(shifter, zone=zone).oid)
        assert {"Bear", "Zombie", "Shapeshifter"} <= chars.subtypes
        assert chars.colors == 0


def test_power_counting_power() -> None:
    """CR 613.8 in layer 7c: what looks at power waits for what changes it."""
    board = Board()
    bear = board.put(BEAR)
    hawk = board.put(HAWK)
    strong = every(CREATURES, post=(WithMeasure(Measure.POWER, Comparison.AT_LEAST, Number(3)),))
    board.put(enchantment(does(strong, plus(0, 5))))
    board.put(ANTHEM)
    assert board.pt(bear) == (3, 8)
    assert board.pt(hawk) == (2, 2)


# Types ---------------------------------------------------------------------------------------------------------------
def test_losing_other_types() -> None:
    """CR 205.1a: set types and their subtypes replace the others; counters and supertypes stay."""
    board = Board()
    golem = board.put(card("Golem", "Legendary Artifact Creature — Golem", FLYING, power=3, toughness=3))
    song = Become(types=(CardType.LAND,), subtypes=("Forest",), colorless=True)
    board.attached(card("Song", "Enchantment — Aura", does(Attached(group()), song)), golem)
    chars = board.game.chars(golem.oid)
    assert chars.types == LAND
    assert chars.subtypes == {"Forest"}
    assert chars.abilities == (ABILITIES["Forest"],)
    assert chars.keywords == frozenset()
    assert chars.supertypes


def test_in_addition_keeps_all() -> None:
    board = Board()
    land = board.put(ISLAND)
    animate = Become(
        types=(CardType.CREATURE,), subtypes=("Elemental",), colors=(Color.BLUE,), power=Number(3), toughness=Number(3),
        abilities=(FLYING,), in_addition=True,
    )  # fmt: skip
    board.begin(land, animate)
    chars = board.game.chars(land.oid)
    assert chars.types == LAND | CREATURE
    assert chars.subtypes == {"Island", "Elemental"}
    assert chars.abilities == (ABILITIES["Island"], FLYING)
    assert board.pt(land) == (3, 3)
    continuous.expire(board.game, "end of turn")
    assert board.game.chars(land.oid).types == LAND


def test_a_removed_type_takes_its_subtypes_along() -> None:
    """CR 205.1a: with "isn't a creature" its creature types go."""
    from magistrate.abilities.actions import BeQuality

    board = Board()
    god = board.put(card("God", "Legendary Enchantment Creature — God", power=5, toughness=5))
    board.begin(god, BeQuality(Not(CREATURES)))
    chars = board.game.chars(god.oid)
    assert chars.types == ENCHANTMENT
    assert not chars.subtypes
    assert board.pt(god) == (0, 0)


# Copies --------------------------------------------------------------------------------------------------------------
def test_becoming_a_copy() -> None:
    """CR 707.2, 707.4: copiable values and exceptions only; other effects stay."""
    board = Board()
    bear, hawk = board.put(BEAR), board.put(HAWK)
    board.game.st.put(bear, "counters", "+1/+1", 1)
    board.begin(bear, plus(2, 2))
    board.begin(hawk, Become(colors=(Color.RED,)))
    frame_slot = It(slot="cost:0")
    frame = Frame(-1, 0)
    frame.bindings["cost:0"] = (hawk.oid,)
    exceptions = (GainAbilities((Keyword("haste"),)),)
    continuous.add_effect(board.game, frame, (bear.oid,), (BecomeCopy(frame_slot, exceptions),), UntilEndOfTurn())
    chars = board.game.chars(bear.oid)
    assert (chars.name, set(chars.keywords), chars.colors) == ("Hawk", {"flying", "haste"}, 1)
    assert board.pt(bear) == (4, 4)
    assert copying.copiable_values(board.game, bear.oid).abilities == (FLYING, Keyword("haste"))
    continuous.expire(board.game, "end of turn")
    assert board.game.chars(bear.oid).name == "Bear"


def test_exceptions_that_set_power_leave_the_defining_ability_behind() -> None:
    """CR 707.9d."""
    board = Board()
    tally = board.put(COUNTER)
    values = copying.copiable_values(board.game, tally.oid)
    copy = copying.with_exceptions(
        values, (Become(power=Number(7), toughness=Number(7), types=(CardType.ARTIFACT,), in_addition=True),)
    )
    assert (copy.power, copy.toughness, copy.abilities) == (7, 7, ())
    assert copy.types == ARTIFACT | CREATURE


def test_face_down() -> None:
    """CR 708.2a, 708.10: a 2/2 without a name, whatever it is a copy of."""
    board = Board()
    hawk = board.put(HAWK)
    board.game.st.set(hawk, "face_down", "morph")
    chars = board.game.chars(hawk.oid)
    assert (chars.name, chars.colors, chars.keywords, chars.mana_value) == ("", 0, frozenset(), 0)
    assert board.pt(hawk) == (2, 2)
    board.begin(hawk, plus(1, 1))
    assert board.pt(hawk) == (3, 3)
    board.game.st.set(hawk, "face_down", "")
    assert board.game.chars(hawk.oid).name == "Hawk"
    assert board.pt(hawk) == (2, 2)


def test_departed_objects_keep_what_they_were() -> None:
    """CR 608.2h."""
    board = Board()
    bear = board.put(BEAR)
    board.put(ANTHEM)
    last = board.game.chars(bear.oid)
    board.game.st.set(board.game.board, "battlefield", tuple(o for o in board.game.board.battlefield if o != bear.oid))
    board.game.st.depart(bear.oid, last, -1)
    assert board.game.chars(bear.oid) is last
    assert board.game.chars(bear.oid).power == 3


def test_undoing_restores_characteristics() -> None:
    board = Board()
    bear = board.put(BEAR)
    st = board.game.st
    mark = st.mark()
    board.put(ANTHEM)
    board.begin(bear, plus(1, 1))
    assert board.pt(bear) == (4, 4)
    st.rollback(mark)
    assert board.pt(bear) == (2, 2)


def test_unused_lands() -> None:
    """CR 305.6: a nonland with a basic land type has no mana ability; a land has one for each."""
    board = Board()
    assert board.game.chars(board.put(MOUNTAIN).oid).abilities == (ABILITIES["Mountain"],)
    dual = board.put(card("Dual", "Land — Plains Island"))
    assert board.game.chars(dual.oid).abilities == (ABILITIES["Plains"], ABILITIES["Island"])


def test_controls_condition_is_live() -> None:
    board = Board()
    bear = board.put(BEAR)
    law = AsLongAs(Controls(You(), All(group(IsType(CardType.ARTIFACT)))), ObjectsDo(every(CREATURES), (plus(1, 1),)))
    board.put(enchantment(law))
    board.put(card("Rock", "Artifact"), 1)
    assert board.pt(bear) == (2, 2)
    board.put(card("Rock", "Artifact"))
    assert board.pt(bear) == (3, 3)


def test_other_creatures() -> None:
    board = Board()
    lord = board.put(
        card("Lord", "Creature — Elf", does(every(IsOther(), CREATURES), plus(1, 1)), power=1, toughness=1)
    )
    bear = board.put(BEAR)
    assert (board.pt(lord), board.pt(bear)) == ((1, 1), (3, 3))
