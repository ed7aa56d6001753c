"""Characteristic-defining abilities, types, copies and face-down permanents in the layers (CR 604.3, 205.1, 613.1a, 708)."""

from __future__ import annotations

from magistrate.abilities.actions import (
    Become,
    BecomeCopy,
    GainAbilities,
    HaveBasePT,
)
from magistrate.abilities.amounts import CountOf, Number
from magistrate.abilities.characteristics import CardType, Color, Comparison, Measure
from magistrate.abilities.conditions import Controls
from magistrate.abilities.durations import UntilEndOfTurn
from magistrate.abilities.effects import AsLongAs, ObjectsDo
from magistrate.abilities.groups import (
    IsOther,
    IsType,
    Not,
    WithMeasure,
)
from magistrate.abilities.kinds import Keyword, Static
from magistrate.abilities.things import All, Attached, It, This, You
from magistrate.rules import continuous, copying
from magistrate.rules.definitions import ARTIFACT, CREATURE, ENCHANTMENT, LAND
from magistrate.rules.frames import Frame
from magistrate.rules.intrinsic import ABILITIES
from magistrate.rules.state import BATTLEFIELD, GRAVEYARD, HAND
from tests.rules.boards import (
    ANTHEM,
    BEAR,
    CREATURES,
    FLYING,
    HAWK,
    Board,
    does,
    enchantment,
    every,
    group,
    plus,
)
from tests.rules.table import ISLAND, MOUNTAIN, card

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
