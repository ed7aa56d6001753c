"""Copiable values (CR 707): faces, copies of copies, exceptions."""

from __future__ import annotations

from magistrate.abilities.actions import Become, BecomeCopy, GainAbilities, GetPT, LoseAbilities
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType, Color, Supertype
from magistrate.abilities.durations import UntilEndOfTurn
from magistrate.abilities.kinds import Keyword
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.things import It
from magistrate.rules import continuous, copying
from magistrate.rules.definitions import CREATURE, INSTANT, LEGENDARY, SORCERY, CardDefinition, CopiableValues
from magistrate.rules.frames import Frame
from magistrate.rules.state import BATTLEFIELD, GRAVEYARD, HAND, STACK, GameObject
from tests.rules.boards import BEAR, FLYING, HAWK, Board


def becomes(board: Board, thing: GameObject, original: GameObject, *exceptions: object, until: bool = False) -> None:
    frame = Frame(-1, 0)
    frame.bindings["cost:0"] = (original.oid,)
    action = BecomeCopy(It(slot="cost:0"), exceptions)  # type: ignore[arg-type]
    continuous.add_effect(board.game, frame, (thing.oid,), (action,), UntilEndOfTurn() if until else None)


def face(name: str, cost: str, types: int, **more: object) -> CopiableValues:
    return CopiableValues(name, mana_cost=ManaCost(tuple(cost)) if cost else None, types=types, **more)  # type: ignore[arg-type]


SPLIT = CardDefinition("Fire // Ice", (face("Fire", "1R", INSTANT), face("Ice", "1U", SORCERY)), "split")
WEREWOLF = CardDefinition(
    "Smith",
    (face("Smith", "2R", CREATURE, power=2, toughness=2), face("Wolf", "", CREATURE, colors=8, power=4, toughness=4)),
    "transform",
)
FLIP = CardDefinition(
    "Monk",
    (face("Monk", "1W", CREATURE, power=1, toughness=1), face("Sage", "", CREATURE, power=3, toughness=3)),
    "flip",
)
ADVENTURE = CardDefinition(
    "Giant", (face("Giant", "4R", CREATURE, power=5, toughness=5), face("Stomp", "1R", INSTANT)), "adventure"
)


def test_a_split_card_is_both_away_from_the_stack() -> None:
    """CR 709.4, 202.3d."""
    board = Board()
    in_hand = board.game.chars(board.put(SPLIT, zone=HAND).oid)
    assert (in_hand.name, in_hand.mana_value, in_hand.colors) == ("Fire // Ice", 4, 10)
    assert in_hand.types == INSTANT | SORCERY
    spell = board.put(SPLIT, zone=HAND)
    board.game.st.set(spell, "zone", STACK)
    board.game.st.set(spell, "face", 1)
    assert (board.game.chars(spell.oid).name, board.game.chars(spell.oid).mana_value) == ("Ice", 2)


def test_the_back_of_a_transforming_card() -> None:
    """CR 712.8e, 202.3b: its mana value is that of the front; a copy of it has none."""
    board = Board()
    wolf = board.put(WEREWOLF)
    board.game.st.set(wolf, "face", 1)
    chars = board.game.chars(wolf.oid)
    assert (chars.name, chars.mana_value, chars.colors, chars.power) == ("Wolf", 3, 8, 4)
    bear = board.put(BEAR)
    becomes(board, bear, wolf)
    copy = board.game.chars(bear.oid)
    assert (copy.name, copy.mana_value, copy.colors) == ("Wolf", 0, 8)
    buried = board.put(WEREWOLF, zone=GRAVEYARD)
    board.game.st.set(buried, "face", 1)
    assert board.game.chars(buried.oid).name == "Smith"


def test_a_flipped_card_keeps_color_and_cost() -> None:
    """CR 710.1c."""
    board = Board()
    monk = board.put(FLIP)
    board.game.st.set(monk, "flipped", True)
    chars = board.game.chars(monk.oid)
    assert (chars.name, chars.mana_value, chars.colors, chars.power) == ("Sage", 2, 1, 3)


def test_an_adventurer_is_one_only_on_the_stack() -> None:
    """CR 715.4."""
    board = Board()
    giant = board.put(ADVENTURE)
    assert board.game.chars(giant.oid).name == "Giant"
    spell = board.put(ADVENTURE, zone=HAND)
    board.game.st.set(spell, "face", 1)
    assert board.game.chars(spell.oid).name == "Giant"
    board.game.st.set(spell, "zone", STACK)
    assert board.game.chars(spell.oid).types == INSTANT


def test_a_copy_of_a_copy() -> None:
    """CR 707.3: the exceptions are copied along; a later copy effect overrides an earlier one."""
    board = Board()
    bear, hawk, third = board.put(BEAR), board.put(HAWK), board.put(BEAR)
    becomes(board, bear, hawk, Become(types=(CardType.ARTIFACT,), in_addition=True))
    becomes(board, third, bear, until=True)
    chars = board.game.chars(third.oid)
    assert (chars.name, set(chars.keywords)) == ("Hawk", {"flying"})
    assert chars.types != CREATURE
    becomes(board, bear, third)
    becomes(board, hawk, hawk)
    continuous.expire(board.game, "end of turn")
    assert board.game.chars(third.oid).name == "Bear"
    assert board.game.chars(bear.oid).name == "Hawk", "what it copied does not change with the original (CR 707.2b)"


def test_a_permanent_that_entered_as_a_copy() -> None:
    """CR 707.2: what it entered as is copiable; a copy effect comes on top and ends again."""
    board = Board()
    clone = board.put(BEAR)
    hawk = board.put(HAWK)
    board.game.st.set(clone, "copiable", copying.copiable_values(board.game, hawk.oid))
    assert board.game.chars(clone.oid).name == "Hawk"
    other = board.put(BEAR)
    becomes(board, clone, other, until=True)
    assert board.game.chars(clone.oid).name == "Bear"
    continuous.expire(board.game, "end of turn")
    assert board.game.chars(clone.oid).name == "Hawk"


def test_exceptions() -> None:
    """CR 707.9a, 707.9b."""
    values = BEAR.faces[0]
    copy = copying.with_exceptions(
        values,
        (
            GainAbilities((FLYING, Keyword("haste"))),
            Become(supertypes=(Supertype.LEGENDARY,), colors=(Color.BLACK,), colors_in_addition=True, in_addition=True),
        ),
    )
    assert [ability.name for ability in copy.abilities] == ["flying", "haste"]  # type: ignore[attr-defined]
    assert copy.supertypes & LEGENDARY
    assert copy.colors == 16 | 4
    assert copying.with_exceptions(copy, (LoseAbilities((FLYING,)),)).abilities == (Keyword("haste"),)
    assert values.abilities == (), "the original is as it was"


def test_other_effects_are_not_copied() -> None:
    """CR 707.2."""
    board = Board()
    bear, hawk = board.put(BEAR), board.put(HAWK)
    board.begin(hawk, GetPT(Number(3), Number(3)), Become(subtypes=("Wall",)))
    board.game.st.put(hawk, "counters", "+1/+1", 1)
    becomes(board, bear, hawk)
    assert board.pt(bear) == (1, 1)
    assert board.game.chars(bear.oid).subtypes == {"Bird"}


def test_x_counts_on_the_stack_only() -> None:
    """CR 202.3e."""
    ballista = CardDefinition("Ballista", (face("Ballista", "XX", CREATURE, power=0, toughness=0),))
    board = Board()
    spell = board.put(ballista, zone=HAND)
    board.game.st.set(spell, "x", 3)
    assert board.game.chars(spell.oid).mana_value == 0
    board.game.st.set(spell, "zone", STACK)
    assert board.game.chars(spell.oid).mana_value == 6
    board.game.st.set(spell, "zone", BATTLEFIELD)
    assert board.game.chars(spell.oid).mana_value == 0
