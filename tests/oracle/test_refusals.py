"""What is said of lines that are not read: where reading stopped, what was expected there; and that nothing takes long or falls over."""

from __future__ import annotations

import time

import pytest

from magistrate.oracle.compile import MOST_LINES, MOST_WORDS, Refused, compile_text, context_of, read_line


def refused(line: str, type_line: str = "Creature") -> Refused:
    found = read_line(line, context_of(type_line))
    assert isinstance(found, Refused)
    return found


@pytest.mark.parametrize(
    ("line", "span", "expected"),
    [
        ("Look at the top three cards", "Look at the top three cards", "of"),
        ("When this creature enters,", "When this creature enters,", "<an instruction>"),
        ("When this creature enters, increase", "increase", "<whose>"),
        ("{T}: Add", "Add", "<mana output>"),
        ("At the beginning of your end step, draw a", "draw a", "card"),
        ("Whenever you gain life, put a +1/+1 counter on", "put a +1/+1 counter on", "<objects>"),
    ],
)
def test_a_line_that_ends_too_early(line: str, span: str, expected: str) -> None:
    found = refused(line)
    assert found.ended
    assert found.text == span
    assert expected in found.expected
    assert f"ends behind {span!r}" in found.message


def test_a_word_that_is_not_known() -> None:
    found = refused("When this creature enters, draw a crad.")
    assert (found.text, found.ended) == ("crad", False)
    assert "card" in found.expected


def test_words_too_many() -> None:
    found = refused("Draw a card.zork" * 3)
    assert found.expected


N = 20_000


@pytest.mark.parametrize(
    ("text", "type_line"),
    [
        ("Draw a card. " * N, "Sorcery"),
        ("zork " * N, "Sorcery"),
        ("creature " * N, "Sorcery"),
        ("Destroy all " + "Goblins, " * (MOST_WORDS // 2 - 4) + "and Elves.", "Sorcery"),
        ("Destroy all " + "Goblins, " * N + "and Elves.", "Sorcery"),
        ("flying, " * N + "flying", "Creature"),
        ("If you control a creature, " * 50 + "draw a card.", "Sorcery"),
        ('Target creature gains "' * 40 + "flying", "Sorcery"),
        ('Target creature gains "' * N, "Sorcery"),
        ("(" * N + ")" * N, "Sorcery"),
        (" " * N + "Draw a card.", "Sorcery"),
        ("a" * N, "Sorcery"),
        ("{G}" * N + ": Draw a card.", "Creature"),
        ("Draw " + "9" * N + " cards.", "Sorcery"),
        ("Choose one —\n" + "• Draw a card.\n" * N, "Sorcery"),
        ("Draw a card.\n" * N, "Sorcery"),
        ("Draw" + " — Draw" * N, "Sorcery"),
        ("Target creature gets +" + "1" * N + "/+1 until end of turn.", "Sorcery"),
    ],
    ids=range(18),
)
def test_nothing_takes_long_or_falls_over(text: str, type_line: str) -> None:
    begun = time.process_time()
    found = compile_text(text, "Some Card", type_line)
    assert time.process_time() - begun < 20
    assert all("\n" not in one.message and len(one.message) < 1200 for one in found.refused)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Draw a card. " * 1000, "words and signs"),
        ("Flying\n" * (MOST_LINES + 1), f"{MOST_LINES} are read"),
        ("Draw 1234567890 cards.", "a number of 10 digits: at most 9 are read"),
        ('Target creature gains "' * 40 + "flying", "too deep"),
        ("x" * 30_000, "30000 letters"),
    ],
)
def test_the_limit_is_said(text: str, reason: str) -> None:
    (found,) = compile_text(text, "Some Card", "Sorcery").refused
    assert reason in found.reason


def test_signs_that_are_not_seen() -> None:
    plainly = compile_text("Whenever this creature attacks, draw a card.\nFlying", "Cat", "Creature")
    assert not plainly.refused
    for text in (
        "Whenever\tthis creature attacks, draw a card.\r\nFlying",
        "Whenever\u00a0this\u2009creature attacks, \u200bdraw a card.\ufeff\nFlying",
        "Whenever this creature attacks, draw a card.\rFly\u00ading",
        "Whenever  this   creature attacks, draw a card. \n\n \u3000Flying ",
        "Whenever this creature attacks, draw a card.\u2028Flying",
    ):
        assert compile_text(text, "Cat", "Creature").abilities == plainly.abilities, ascii(text)
    assert compile_text("Put two \ufb02ood counters on this land.", "Cat", "Land").abilities == (
        compile_text("Put two flood counters on this land.", "Cat", "Land").abilities
    )


@pytest.mark.parametrize(
    "line",
    [
        "Destroy target creature you control you control.",
        "Destroy target creature with flying with flying.",
        "Destroy target creature that's red that's red.",
        "Return target creature card from your graveyard from your graveyard to your hand.",
    ],
)
def test_the_same_twice_is_no_description(line: str) -> None:
    assert "twice" in refused(line, "Sorcery").reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Destroy target noncreature creature.", "contradicts itself"),
        ("Destroy target red colorless creature.", "contradicts itself"),
        ("Destroy target tapped untapped creature.", "contradicts itself"),
        ("Destroy target nontoken token.", "contradicts itself"),
        ("Destroy target creature with flying without flying.", "contradicts itself"),
        ("Destroy target creature you control you don't control.", "contradicts itself"),
        ("Destroy target creature until end of turn.", "happens once"),
        ("Until end of turn, destroy target creature.", "happens once"),
        ("Draw a card until end of turn.", "happens once"),
        ("You may draw a card this turn.", "happens once"),
        ("Target creature phases out until end of turn.", "happens once"),
        ("You lose life.", "how much life"),
        ("Counter target creature.", "only spells and abilities"),
        ("Tap target instant.", "no permanents"),
        ("Destroy all sorceries.", "no permanents"),
        ("Destroy target spell.", "permanents only"),
        ("Draw a card if you control a creature if you control a land.", "behind another"),
        ("Draw a card unless you control a creature unless you control a land.", "behind another"),
        ("Destroy target creature if you control a land unless you control a Forest.", "behind another"),
    ],
)
def test_what_can_be_said_and_means_nothing(line: str, reason: str) -> None:
    assert reason in refused(line, "Sorcery").reason


@pytest.mark.parametrize(
    "line",
    [
        "Destroy target artifact creature.",
        "Destroy target noncreature artifact.",
        "Destroy target tapped creature without flying.",
        "Gain control of target creature until end of turn.",
        "Untap target creature and gain control of it until end of turn.",
        "You may play that card this turn.",
        "Players can't gain life this turn.",
        "Counter target creature spell.",
        "Destroy up to X target creatures, where X is the number of cards in your hand.",
        "Draw a card if you control a creature.",
    ],
)
def test_what_is_near_to_nonsense_is_read(line: str) -> None:
    if line.startswith("You may play"):
        line = f"Exile the top card of your library. {line}"
    assert not compile_text(line, "Some Card", "Sorcery").refused


@pytest.mark.parametrize(
    "line", ["Players can't gain life and lose life.", "Players can't gain life this turn and draw a card."]
)
def test_nobody_is_told_to_behind_what_cannot_be_done(line: str) -> None:
    assert compile_text(line, "Some Card", "Sorcery").refused


def test_two_events_are_not_confounded() -> None:
    line = (
        "Whenever this creature deals combat damage to a player, until your next turn, if a source would deal damage to "
        "that player or a permanent that player controls, it deals double that damage instead."
    )
    assert "which of two events" in refused(line, "Creature").reason


def test_one_from_each_of_several_zones() -> None:
    """It would be one for each opponent, not one from any of their graveyards."""
    refused("You may cast a spell from each opponent's graveyard without paying its mana cost.", "Sorcery")
    assert not isinstance(read_line("Exile all cards from each opponent's graveyard.", context_of("Sorcery")), Refused)


def test_what_may_or_may_not_be_said_of_both_verbs_is_refused() -> None:
    assert refused("Goblins can't attack or block creatures you control.")
    assert refused("This creature can't block or be blocked except by Walls.")
