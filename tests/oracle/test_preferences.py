"""Attachment preferences and references: each with a test on both sides."""

from __future__ import annotations

from typing import Any

import pytest

from magistrate.abilities.actions import Create, Draw
from magistrate.abilities.amounts import CountOf, ForEach, ThatMuch
from magistrate.abilities.characteristics import Color
from magistrate.abilities.durations import UntilEndOfTurn
from magistrate.abilities.effects import Delayed, Does, ForEachDo, If, IfYouDo, Instructions, ObjectsDo, Unless, Where
from magistrate.abilities.groups import (
    Controlled,
    Group,
    IsColor,
    IsEnchanted,
    IsEquipped,
    IsTapped,
    WithKeyword,
    WithMeasure,
)
from magistrate.abilities.kinds import Triggered
from magistrate.abilities.node import Node, walk
from magistrate.abilities.things import All, It, SeveralObjects, They
from magistrate.oracle.compile import compile_text


def read(line: str, type_line: str = "Creature") -> Any:
    face = compile_text(line, "This Card", type_line)
    assert [refusal.message for refusal in face.refused] == []
    return face.abilities[0]


def find(tree: Node, kind: type[Any]) -> Any:
    return next(node for node in walk(tree) if isinstance(node, kind))


def slots(line: str, type_line: str = "Creature") -> list[str]:
    return [node.slot for node in walk(read(line, type_line)) if isinstance(node, It | They | ThatMuch)]


# Attachment ----------------------------------------------------------------------------------------------------------
def test_what_only_creatures_can_be_belongs_to_the_only_creature() -> None:
    group = find(read("Destroy target artifact, enchantment, or creature with flying.", "Instant"), Group)
    assert group.post == ()
    assert any(isinstance(quality, WithKeyword) for quality in group.heads[-1].qualities)


def test_what_all_can_be_belongs_to_all() -> None:
    group = find(read("Destroy target artifact or creature an opponent controls.", "Instant"), Group)
    assert isinstance(group.post[0], Controlled)
    group = find(read("Destroy target creature or Vehicle with mana value 3 or less.", "Instant"), Group)
    assert isinstance(group.post[0], WithMeasure)


def test_a_postmodifier_belongs_to_the_nearest_group() -> None:
    tree = read("Creatures with power less than the number of Islands you control can't block this creature.")
    assert find(find(tree, CountOf), Group).post
    assert len(find(tree, All).group.post) == 1


def test_a_postmodifier_that_the_nearest_cannot_take_belongs_to_the_farther() -> None:
    group = find(read("Destroy target creature with a +1/+1 counter on it an opponent controls.", "Instant"), Group)
    assert len(group.post) == 2


def test_bare_plurals_share_their_group() -> None:
    assert isinstance(find(read("Other Wolves and Werewolves you control have trample."), ObjectsDo).what, All)
    both = read("Creatures you control and lands you control have trample.")
    assert isinstance(find(both, ObjectsDo).what, SeveralObjects)


def test_adjectives_before_a_list_of_types_are_said_of_all() -> None:
    group = find(read("Counter target red instant or sorcery spell.", "Instant"), Group)
    assert all(IsColor(Color.RED) in head.qualities for head in group.heads)
    group = find(read("Destroy target enchanted creature or enchantment creature.", "Instant"), Group)
    assert IsEnchanted() not in group.heads[1].qualities
    group = find(read("Destroy target tapped creature or untapped artifact.", "Instant"), Group)
    assert IsTapped() not in group.heads[1].qualities


def test_what_comes_then_behind_a_later_time_is_done_at_that_time() -> None:
    tree = read("When this creature attacks, exile it at end of combat, then return it to the battlefield.")
    assert len(find(tree, Delayed).effect.actions) == 2
    tree = read("When this creature attacks, each player draws a card, then exile it at end of combat.")
    assert len(find(tree, Delayed).effect.actions) == 1


def test_an_if_behind_a_trigger_is_its_own_condition() -> None:
    tree = read("When this creature enters, if you control a Swamp, draw a card, then discard a card.")
    assert isinstance(tree, Triggered)
    assert tree.condition is not None
    tree = read("When this creature enters, draw a card if you control a Swamp.")
    assert tree.condition is None
    assert isinstance(tree.effect, If)
    tree = read("When this creature enters, if you control a Swamp, draw a card. Otherwise, discard a card.")
    assert tree.condition is None
    assert isinstance(tree.effect, If)


def test_verb_phrases_share_a_subject_until_there_is_another() -> None:
    one = find(read("Target player draws a card, then discards a card.", "Sorcery"), Does)
    assert len(one.actions) == 2
    two = find(read("Draw a card, then each opponent discards a card.", "Sorcery"), Instructions)
    assert len(two.steps) == 2


def test_a_leading_adjunct_spans_what_is_joined_to_its_clause() -> None:
    tree = read("If you control a Swamp, draw a card, then each opponent loses 1 life.", "Sorcery")
    assert isinstance(find(tree, If).effect, Instructions)
    tree = read("Draw a card, then each opponent loses 1 life if you control a Swamp.", "Sorcery")
    assert isinstance(find(tree, Instructions).steps[1], If)


def test_for_each_multiplies_the_verb_phrase_before_it() -> None:
    tree = find(read("Draw a card for each creature you control.", "Sorcery"), Draw)
    assert isinstance(tree.count, ForEach)
    tree = find(read("Create a 1/1 white Soldier creature token for each creature you control.", "Sorcery"), Create)
    assert isinstance(tree.kinds[0].count, ForEach)


def test_where_x_is_spans_the_sentence() -> None:
    line = "This creature deals X damage to any target and you gain X life, where X is the number of Elves you control."
    assert isinstance(find(read("{T}: " + line), Where).effect, Instructions)


def test_it_behind_an_exception_is_another_exception() -> None:
    tree = find(
        read(
            "Create a token that's a copy of target creature, except it's a 1/1 creature and it has flying.", "Sorcery"
        ),
        Create,
    )
    assert len(tree.kinds[0].token.exceptions) == 2
    tree = find(
        read("Create a token that's a copy of target creature and it gains haste until end of turn.", "Sorcery"),
        Instructions,
    )
    assert len(tree.steps) == 2


# References ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("line", "type_line", "expected"),
    [
        ("When this creature enters, it deals 1 damage to you.", "Creature", ["source"]),
        ("Whenever a Wolf you control attacks, it gets +1/+1 until end of turn.", "Creature", ["event:subject"]),
        ("Whenever this creature or another Wolf enters, put a +1/+1 counter on it.", "Creature", ["event:subject"]),
        (
            "Whenever this creature deals combat damage to a creature, destroy that creature.",
            "Creature",
            ["event:object"],
        ),
        (
            "Whenever this creature deals combat damage to a player, that player discards a card.",
            "Creature",
            ["event:player"],
        ),
        ("Whenever you gain life, draw that many cards.", "Creature", ["event:amount"]),
        ("Destroy target creature. It can't be regenerated.", "Instant", ["target:0"]),
        ("Counter target spell. Return target permanent to its owner's hand.", "Instant", ["target:1"]),
        ("Create a 1/1 white Soldier creature token. It gains haste until end of turn.", "Sorcery", ["result:0"]),
        ("Copy target instant spell. You may choose new targets for the copy.", "Instant", ["result:0"]),
        ("Each player sacrifices a creature they control.", "Sorcery", ["subject"]),
        ("Counter target spell unless its controller pays {1}.", "Instant", ["target:0"]),
        (
            "Exile two target creatures. Return those cards to the battlefield under their owners' control.",
            "Sorcery",
            ["target:0", "target:0"],
        ),
        ("Destroy target creature an opponent controls. That player draws a card.", "Sorcery", ["target:0"]),
        ("{1}: Create a 1/1 white Soldier creature token, then attach ~ to it.", "Artifact", ["result:0"]),
        ("When ~ enters, attach target Equipment you control to it.", "Creature", ["source"]),
        ("Whenever a creature enters, ~ deals 2 damage to it.", "Enchantment", ["event:subject"]),
        (
            "~ deals 2 damage to target creature. If it's tapped, ~ deals 4 damage to it instead.",
            "Instant",
            ["target:0"] * 2,
        ),
        (
            "Whenever a Warrior you control deals combat damage to a creature, destroy that creature.",
            "Enchantment",
            ["event:object"],
        ),
        ("Whenever a Warrior you control attacks, untap that creature.", "Enchantment", ["event:subject"]),
        (
            "When this Equipment enters, manifest the top card of your library, then attach this Equipment to it.",
            "Artifact",
            ["result:0"],
        ),
        ("~ deals 1 damage to target creature. It can't block this turn.", "Instant", ["target:0"]),
        (
            "Untap target creature. If a creature died this turn, that creature gains flying until end of turn.",
            "Instant",
            ["target:0"],
        ),
        ("At the beginning of your end step, if this creature attacked this turn, untap it.", "Creature", ["source"]),
        (
            "At the beginning of your end step, if equipped creature attacked this turn, untap it.",
            "Artifact",
            ["attached"],
        ),
        (
            "Whenever an opponent loses life, that player discards a card unless they lose that much life.",
            "Enchantment",
            ["event:player", "event:player", "event:amount"],
        ),
        (
            "~ deals 1 damage to target creature. It deals 3 damage to you.",
            "Instant",
            ["source"],
        ),
        ("~ deals 1 damage to target creature. If it was kicked, draw a card.", "Instant", ["source"]),
        ("Target creature deals damage equal to its power to itself.", "Sorcery", ["target:0", "target:0"]),
        ("Creatures with power less than this creature's power can't block it.", "Creature", ["source"]),
        ("Whenever you cast a spell that targets this creature, put a +1/+1 counter on it.", "Creature", ["source"]),
        (
            "When you cycle this card and when this creature dies, you may have it deal 1 damage to you.",
            "Creature",
            ["source"],
        ),
        (
            "Create a 1/1 white Soldier creature token. Put a +1/+1 counter on it for each counter on this creature.",
            "Sorcery",
            ["result:0"],
        ),
    ],
)
def test_binds(line: str, type_line: str, expected: list[str]) -> None:
    assert slots(line, type_line) == expected


@pytest.mark.parametrize(
    ("line", "type_line"),
    [
        ("Return it to its owner's hand.", "Sorcery"),
        ("Draw that many cards.", "Sorcery"),
        ("That player discards a card.", "Sorcery"),
        ("Destroy each creature an opponent controls. That player draws a card.", "Sorcery"),
        ("Exchange control of target creature and target creature you don't control. Untap it.", "Sorcery"),
        ("~ deals 3 damage to target creature unless that creature's controller loses that much life.", "Instant"),
    ],
)
def test_refuses_a_reference_without_one_reading(line: str, type_line: str) -> None:
    (refusal,) = compile_text(line, "This Card", type_line).refused
    assert refusal.reason


def test_the_meanings_of_all_keywords_are_read() -> None:
    from magistrate.abilities.amounts import Number
    from magistrate.abilities.costs import Costs, PayMana
    from magistrate.abilities.groups import Group
    from magistrate.abilities.kinds import Keyword
    from magistrate.abilities.mana import ManaCost
    from magistrate.keywords import definitions
    from magistrate.keywords.built import BUILT
    from magistrate.oracle.meaning import with_meanings

    for definition in definitions().values():
        costs = Costs((PayMana(ManaCost(("2",))),)) if "cost" in definition.takes else None
        number = Number(1) if "number" in definition.takes else None
        group = Group(()) if definition.takes == "group" else None
        words = "Somebody" if definition.takes == "name" else ""
        keyword = with_meanings(Keyword(definition.name, costs=costs, number=number, group=group, words=words))
        assert isinstance(keyword, Keyword)
        assert bool(keyword.meaning) == bool(definition.means or definition.name in BUILT)


def test_what_follows_from_something_done_later_is_done_then() -> None:
    tree = read("At the beginning of your next upkeep, pay {2}. If you don't, you lose the game.", "Instant")
    delayed = find(tree, Delayed)
    assert isinstance(delayed.effect, IfYouDo)
    tree = read("You may pay {2}. If you don't, sacrifice a creature at the beginning of the next end step.", "Instant")
    assert isinstance(find(tree, IfYouDo).otherwise, Delayed)


def test_who_did_it_of_unless_is_who_did_the_other_thing() -> None:
    unless = find(
        read("Counter target spell unless its controller pays {2}. If they do, draw a card.", "Instant"), Unless
    )
    assert unless.then is not None
    face = compile_text("Counter target spell unless its controller pays {2}. If you do, draw a card.", "~", "Instant")
    assert face.refused


def test_targets_behind_a_time_are_chosen_before_it() -> None:
    assert find(read("{1}: Destroy target creature at end of combat."), Delayed).behind
    assert not find(read("{1}: At end of combat, destroy target creature."), Delayed).behind


def test_a_duration_behind_the_last_clause_spans_those_before_it() -> None:
    tree = read(
        "Whenever this creature attacks, red creatures get +2/+0 and white creatures get +0/+2 until end of turn."
    )
    assert [step.duration for step in find(tree, Instructions).steps] == [UntilEndOfTurn(), UntilEndOfTurn()]


def test_what_is_joined_to_unless_is_not_guessed() -> None:
    face = compile_text("Destroy target creature unless you pay {3} and draw a card.", "~", "Instant")
    assert face.refused


def test_no_equipment_is_equipped() -> None:
    equipped, equipment = find(read("Each equipped creature and Equipment you control gains deathtouch."), Group).heads
    assert IsEquipped() in equipped.qualities
    assert IsEquipped() not in equipment.qualities
    first, second = find(read("Untap each attacking Wolf or Werewolf.", "Instant"), Group).heads
    assert first.qualities[0] == second.qualities[0]


def test_every_flip_is_won_by_itself() -> None:
    tree = read("For each blocking creature, flip a coin. If you win the flip, tap that creature.", "Instant")
    each = find(tree, ForEachDo)
    assert isinstance(each.effect, Instructions)
    assert isinstance(each.effect.steps[1], If)


def test_a_subtype_is_no_shortened_name() -> None:
    line = "All Sliver creatures get +1/+1 for each other Sliver on the battlefield."
    face = compile_text(line, "Sliver Legion", "Legendary Creature — Sliver")
    assert [read.text for read in face.lines] == [line]
    face = compile_text("Whenever Kaito attacks, draw a card.", "Kaito Shizuki", "Legendary Planeswalker — Kaito")
    assert [read.text for read in face.lines] == ["Whenever ~ attacks, draw a card."]
