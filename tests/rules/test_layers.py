"""The layers of CR 613, on boards made by hand: statics, timestamps, dependency, effects that have begun."""

from __future__ import annotations

from magistrate.abilities.actions import (
    Become,
    GainAbilities,
    GainControl,
    GetPT,
    HaveBasePT,
    LoseAbilities,
    SwitchPT,
)
from magistrate.abilities.amounts import CountOf, MeasureOf, Number
from magistrate.abilities.characteristics import CardType, Color, Measure, Supertype, Zone
from magistrate.abilities.conditions import Is
from magistrate.abilities.durations import ForAsLongAs, UntilEndOfTurn
from magistrate.abilities.effects import AsLongAs, Does, ObjectsDo
from magistrate.abilities.groups import (
    InZone,
    IsColor,
    IsSubtype,
    IsSupertype,
    IsTapped,
    IsType,
    Not,
    WithKeyword,
)
from magistrate.abilities.kinds import Keyword, Static
from magistrate.abilities.things import All, Attached, It, This, You
from magistrate.rules import continuous, layers
from magistrate.rules.definitions import CREATURE, LAND
from magistrate.rules.events import CountersPut
from magistrate.rules.frames import Frame
from magistrate.rules.intrinsic import ABILITIES
from magistrate.rules.state import GRAVEYARD, HAND
from tests.rules.boards import (
    ANTHEM,
    BEAR,
    CREATURES,
    FLYING,
    HAWK,
    YOURS,
    Board,
    does,
    enchantment,
    every,
    group,
    plus,
)
from tests.rules.table import FOREST, card


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
