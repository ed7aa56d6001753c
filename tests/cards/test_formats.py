from __future__ import annotations

from pathlib import Path

import pytest

from magistrate.cards.decks import Deck, parse_deck, sample_decks
from magistrate.cards.formats import can_be_commander, can_partner, check_deck, copies_allowed
from magistrate.cards.store import Store, UnknownCard
from magistrate.errors import InputError


def texts(deck: str | Deck, format_name: str, store: Store, notes: bool = False) -> list[str]:
    parsed = parse_deck(deck) if isinstance(deck, str) else deck
    return [problem.text for problem in check_deck(parsed, format_name, store) if problem.note == notes]


def test_a_sound_deck(store: Store) -> None:
    for deck in sample_decks(store):
        assert texts(deck, "casual", store) == []


def test_sizes(store: Store) -> None:
    assert texts("59 Forest", "casual", store) == ["the main deck has 59 cards; expected at least 60"]
    assert texts("40 Forest\nSideboard\n90 Island", "limited", store) == []
    assert texts("60 Forest\nSideboard\n16 Island", "casual", store) == [
        "the sideboard has 16 cards; expected at most 15"
    ]
    assert "the deck has 61 cards with its commanders; expected exactly 100" in texts(
        "60 Forest\nCommander\n1 Ezuri, Renegade Leader", "commander", store
    )
    assert "the sideboard has 1 cards; expected none" in texts(
        "99 Forest\nSideboard\n1 Island\nCommander\n1 Ezuri, Renegade Leader", "commander", store
    )


def test_copies(store: Store) -> None:
    assert texts("56 Forest\n3 Giant Growth\nSideboard\n2 Giant Growth\n1 Forest", "casual", store) == [
        "the main deck has 59 cards; expected at least 60",
        "5 copies of Giant Growth; expected at most 4",
    ]
    assert texts("20 Swamp\n40 Relentless Rats", "casual", store) == []
    assert texts("52 Mountain\n8 Seven Dwarves", "casual", store) == ["8 copies of Seven Dwarves; expected at most 7"]
    assert texts("40 Snow-Covered Island\n20 Wastes", "casual", store) == []
    assert texts("55 Island\n3 Steam Vents\n2 Steam Vents // Steam Vents", "casual", store) == [
        "5 copies of Steam Vents; expected at most 4"
    ]
    assert copies_allowed(store.find("Nazgûl"), 4) == 9
    assert copies_allowed(store.find("Once More with Feeling"), 4) == 1


COMMANDER = "Commander\n{}\nDeck\n{}"


def test_commanders(store: Store, shared_data: Path) -> None:
    def commander(*names: str, rest: str = "Wastes") -> list[str]:
        headed = "\n".join(f"1 {name}" for name in names)
        return texts(COMMANDER.format(headed, f"{100 - len(names)} {rest}"), "commander", store)

    assert commander("Krenko, Mob Boss") == []
    assert commander("Krenko, Mob Boss", rest="Mountain") == []
    assert commander("Krenko, Mob Boss", rest="Island") == [
        "Island has the color identity U; the commanders' is R (CR 903.5c)"
    ]
    assert commander("Goblin Piker") == ["Goblin Piker cannot be a commander; expected a legendary creature"]
    assert commander() == ["no commander; expected one under a heading `Commander`"]
    assert commander("Krenko, Mob Boss", "Krenko, Tin Street Kingpin") == [
        "Krenko, Mob Boss and Krenko, Tin Street Kingpin cannot be commanders together"
    ]
    assert commander("Thrasios, Triton Hero", "Tymna the Weaver") == []
    assert commander("Wilson, Refined Grizzly", "Raised by Giants") == []
    assert len(commander("Krenko, Mob Boss", "Krenko, Mob Boss", "Tymna the Weaver")) >= 1
    assert commander("Golos, Tireless Pilgrim") == ["Golos, Tireless Pilgrim is banned in commander"]


def test_the_colours_of_a_commander_deck(store: Store) -> None:
    """CR 903.5c, 903.5d: every mana symbol and every basic land type of a card is within the commander's colours."""
    deck = "Commander\n1 Wort, the Raidmother\nDeck\n60 Mountain\n{} Forest\n"
    within = ("Shock", "Llanowar Elves", "Burning-Tree Emissary", "Bloodbraid Elf", "Sol Ring", "Stomping Ground")
    allowed = deck.format(39 - len(within)) + "\n".join(f"1 {name}" for name in within)
    assert texts(allowed, "commander", store) == []
    for name, colors in (
        ("Plains", "W"),
        ("Boros Reckoner", "WR"),
        ("Sacred Foundry", "WR"),
        ("Tropical Island", "UG"),
    ):
        (problem,) = texts(deck.format(38) + f"1 {name}", "commander", store)
        assert problem.startswith(f"{name} has the color identity {colors}; ")


@pytest.mark.parametrize(
    ("name", "eligible"),
    [
        ("Krenko, Mob Boss", True),
        ("Goblin Piker", False),
        ("Teferi, Temporal Archmage", True),
        ("Jace, the Mind Sculptor", False),
        ("Parhelion II", True),
        ("Delver of Secrets", False),
        ("Wizard from Beyond", False),
    ],
)
def test_who_can_be_a_commander(store: Store, name: str, eligible: bool) -> None:
    assert can_be_commander(store.find(name)) == eligible


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("Thrasios, Triton Hero", "Tymna the Weaver", True),
        ("Pir, Imaginative Rascal", "Toothy, Imaginary Friend", True),
        ("Pir, Imaginative Rascal", "Tymna the Weaver", False),
        ("Wilson, Refined Grizzly", "Raised by Giants", True),
        ("Wilson, Refined Grizzly", "Abdel Adrian, Gorion's Ward", False),
        ("The Tenth Doctor", "Rose Tyler", True),
        ("Rose Tyler", "Donna Noble", False),
        ("Cecily, Haunted Mage", "Othelm, Sigardian Outcast", True),
        ("Cecily, Haunted Mage", "Tymna the Weaver", False),
        ("Mothers Yamazaki", "Mothers Yamazaki", True),
    ],
)
def test_who_can_partner(store: Store, one: str, other: str, together: bool) -> None:
    first, second = store.find(one), store.find(other)
    assert can_partner(first, second) == together
    assert can_partner(second, first) == together


def test_legality(store: Store, shared_data: Path) -> None:
    assert texts("56 Island\n4 Ancestral Recall", "vintage", store) == [
        "4 copies of Ancestral Recall, which is restricted; expected one"
    ]
    assert texts("59 Island\n1 Ancestral Recall", "vintage", store) == []
    assert texts("59 Island\n1 Ancestral Recall", "legacy", store) == ["Ancestral Recall is banned in legacy"]
    assert texts("59 Island\n1 Counterspell", "pioneer", store) == ["Counterspell is not legal in pioneer"]
    assert texts("60 Island", "premodern", store, notes=True) == [
        "whether 1 of 1 cards are legal in premodern is not known (Island)"
    ]


def test_what_is_not_known(store: Store) -> None:
    with pytest.raises(InputError, match="`modrn` is not a format; expected one of standard"):
        texts("60 Forest", "modrn", store)
    with pytest.raises(UnknownCard):
        texts("60 Foresst", "casual", store)


def test_cards_that_no_deck_holds(store: Store) -> None:
    schemes = texts("59 Forest\n1 All in Good Time", "casual", store)
    assert schemes == ["All in Good Time is a nontraditional card (Scheme), which no deck holds (CR 108.2a)"]
    assert texts("59 Forest\n1 Backup Plan", "casual", store) == [
        "Backup Plan is a conspiracy, which only limited play knows (CR 315.1)"
    ]
    assert texts("39 Forest\n1 Backup Plan", "limited", store) == []
