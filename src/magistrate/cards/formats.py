"""The deck construction rules of the formats (CR 100.2 to 100.6, 903.5), and checking a deck against them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from magistrate.cards.mana import COLORS
from magistrate.cards.model import Card
from magistrate.errors import InputError

if TYPE_CHECKING:
    from magistrate.cards.decks import Deck
    from magistrate.cards.store import Store


@dataclass(frozen=True, slots=True)
class Format:
    """What a format asks of a deck; `copies` is None where any number will do, `exact` counts the commanders too (CR 100.2b, 100.4b)."""

    minimum: int = 60
    exact: int | None = None
    sideboard: int | None = 15
    copies: int | None = 4
    commander: bool = False
    legality: bool = True


_CONSTRUCTED = Format()
_COMMANDER = Format(minimum=0, exact=100, sideboard=0, copies=1, commander=True)

#: The formats by name. `casual` is 60 cards, four of a kind, any card; `limited` is 40 cards, any number of a kind.
FORMATS: dict[str, Format] = {
    "standard": _CONSTRUCTED,
    "pioneer": _CONSTRUCTED,
    "modern": _CONSTRUCTED,
    "legacy": _CONSTRUCTED,
    "vintage": _CONSTRUCTED,
    "pauper": _CONSTRUCTED,
    "premodern": _CONSTRUCTED,
    "oldschool": _CONSTRUCTED,
    "penny": _CONSTRUCTED,
    "alchemy": _CONSTRUCTED,
    "historic": _CONSTRUCTED,
    "timeless": _CONSTRUCTED,
    "commander": _COMMANDER,
    "duel": _COMMANDER,
    "predh": _COMMANDER,
    "casual": Format(legality=False),
    "limited": Format(minimum=40, sideboard=None, copies=None, legality=False),
}

#: The formats that card data tells the legality of; for some of them no deck check is known here.
LEGALITY_FORMATS = frozenset(name for name, rules in FORMATS.items() if rules.legality) | {
    "brawl",
    "future",
    "gladiator",
    "oathbreaker",
    "paupercommander",
    "standardbrawl",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that a deck check found. A `note` is something that could not be checked; it does not fail the deck."""

    text: str
    card: str | None = None
    note: bool = False


def find_format(name: str) -> Format:
    """Return a format by its name.

    Raises:
        InputError: there is none of that name; the message lists those that there are.
    """
    found = FORMATS.get(name.lower())
    if found is None:
        raise InputError(f"`{name}` is not a format; expected one of {', '.join(FORMATS)}")
    return found


def check_deck(deck: Deck, format_name: str, store: Store) -> list[Problem]:
    """Check sizes, numbers of copies, commanders and, where the store knows it, legality (CR 903.5).

    Raises:
        InputError: the format is unknown.
        magistrate.cards.store.UnknownCard: the deck holds a card that the store does not know.
    """
    rules = find_format(format_name)
    cards = {name: store.find(name) for _, name in (*deck.main, *deck.sideboard, *deck.commanders)}
    problems = _check_sizes(deck, rules) + _check_kinds(deck, format_name.lower(), cards)
    problems += _check_copies(deck, rules, cards)
    if rules.commander:
        problems += _check_commanders(deck, cards)
    if rules.legality:
        problems += _check_legality(deck, format_name.lower(), cards)
    return problems


def _count(entries: tuple[tuple[int, str], ...]) -> int:
    return sum(count for count, _ in entries)


def _check_sizes(deck: Deck, rules: Format) -> list[Problem]:
    """CR 100.4a, 100.5, 903.5a."""
    problems = []
    size = _count(deck.main)
    if rules.exact is not None:
        size += _count(deck.commanders)
        if size != rules.exact:
            problems.append(Problem(f"the deck has {size} cards with its commanders; expected exactly {rules.exact}"))
    elif size < rules.minimum:
        problems.append(Problem(f"the main deck has {size} cards; expected at least {rules.minimum}"))
    sideboard = _count(deck.sideboard)
    if rules.sideboard is not None and sideboard > rules.sideboard:
        expected = f"at most {rules.sideboard}" if rules.sideboard else "none"
        problems.append(Problem(f"the sideboard has {sideboard} cards; expected {expected}"))
    return problems


#: The card types of nontraditional cards, and the one that only limited play knows (CR 108.2a, 315.1).
_SUPPLEMENTARY = frozenset({"Dungeon", "Phenomenon", "Plane", "Scheme", "Vanguard"})


def _check_kinds(deck: Deck, format_name: str, cards: dict[str, Card]) -> list[Problem]:
    """CR 108.2a, 315.1: nontraditional cards are in no deck, and conspiracies in limited play alone."""
    problems = []
    for name in dict.fromkeys(name for _, name in (*deck.main, *deck.sideboard, *deck.commanders)):
        front = cards[name].front
        wrong = next((kind for kind in front.types if kind in _SUPPLEMENTARY), "")
        if wrong or "Attraction" in front.subtypes:
            text = f"{name} is a nontraditional card ({wrong or 'Attraction'}), which no deck holds (CR 108.2a)"
            problems.append(Problem(text, name))
        elif "Conspiracy" in front.types and format_name != "limited":
            problems.append(Problem(f"{name} is a conspiracy, which only limited play knows (CR 315.1)", name))
    return problems


def copies_allowed(card: Card, usual: int | None) -> int | None:
    """Return how many copies of a card a deck may hold where `usual` is the format's number; None is any number.

    Basic lands have no limit (CR 100.2a), nor has a card whose text lifts it; a text may also set another number.
    """
    text = card.front.text
    if usual is None or "Basic" in card.front.supertypes or "A deck can have any number of cards named" in text:
        return None
    stated = re.search(r"A deck can have (?:up to |only )(\w+) cards? named", text)
    if stated:
        return _NUMBERS.get(stated[1].lower(), usual)
    return usual


_NUMBERS = {
    word: number
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 1
    )
}


def _check_copies(deck: Deck, rules: Format, cards: dict[str, Card]) -> list[Problem]:
    """CR 903.5b."""
    total: Counter[str] = Counter()
    by_name: dict[str, Card] = {}
    for count, name in (*deck.main, *deck.sideboard, *deck.commanders):
        # The English name counts, so a reversible card and the plain one are the same card (CR 100.2a).
        shown = cards[name].front.name if len(cards[name].faces) == 1 else cards[name].name
        by_name[shown] = cards[name]
        total[shown] += count
    problems = []
    for name, count in total.items():
        allowed = copies_allowed(by_name[name], rules.copies)
        if allowed is not None and count > allowed:
            problems.append(Problem(f"{count} copies of {name}; expected at most {allowed}", name))
    return problems


def can_be_commander(card: Card) -> bool:
    """Whether a card may be a commander by itself: a legendary creature, or one whose text says so (CR 903.3).

    Legendary Vehicles, and legendary Spacecraft with power and toughness, count too: the format's rule since 2025.
    """
    front = card.front
    if any(f"{name} can be your commander" in front.text for name in (front.name, "This card")):
        return True
    if "Legendary" not in front.supertypes:
        return False
    crewed = not {"Vehicle", "Spacecraft"}.isdisjoint(front.subtypes) and front.power is not None
    return "Creature" in front.types or crewed


def _check_commanders(deck: Deck, cards: dict[str, Card]) -> list[Problem]:
    """CR 702.124b, 903.5c, 903.5d."""
    commanders = [cards[name] for count, name in deck.commanders for _ in range(count)]
    if not commanders:
        return [Problem("no commander; expected one under a heading `Commander`")]
    problems = []
    if len(commanders) > 2:
        problems.append(Problem(f"{len(commanders)} commanders; expected one, or two that partner"))
    elif len(commanders) == 2 and not can_partner(commanders[0], commanders[1]):
        problems.append(Problem(f"{commanders[0].name} and {commanders[1].name} cannot be commanders together"))
    for card in commanders:
        if not can_be_commander(card) and not (len(commanders) == 2 and "Background" in card.front.subtypes):
            problems.append(Problem(f"{card.name} cannot be a commander; expected a legendary creature", card.name))
    identity = {letter for card in commanders for letter in card.color_identity}
    allowed = "".join(color for color in COLORS if color in identity) or "colorless"
    for _, name in (*deck.main, *deck.sideboard):
        card = cards[name]
        if not set(card.color_identity) <= identity:
            text = f"{card.name} has the color identity {card.color_identity}; the commanders' is {allowed} (CR 903.5c)"
            problems.append(Problem(text, card.name))
    return problems


def can_partner(one: Card, other: Card) -> bool:
    """Whether two cards may be commanders of one deck: partner in its kinds, Backgrounds, companions (CR 702.124,
    702.124f, 702.124k, 702.124m, 702.124i, 702.124j, 702.124g, 702.124h)."""
    first, second = _partnerships(one), _partnerships(other)
    shared = first & second - {"choose a background", "doctor's companion"}
    return bool(shared) or _partners_with(one, other) or _partners_with(other, one)


def _partners_with(one: Card, other: Card) -> bool:
    """Whether a partner ability of one card takes the other, whatever the other says."""
    abilities = _partnerships(one)
    if "choose a background" in abilities and "Background" in other.front.subtypes:
        return True
    if "doctor's companion" in abilities and set(other.front.subtypes) == {"Time Lord", "Doctor"}:
        return True
    if "partner with itself" in abilities and one.name == other.name:
        return True
    return f"partner with {other.front.name.lower()}" in abilities


_PARTNERSHIP = re.compile(
    r"^(partner with [^(\n]+|partner—[^(\n]+|partner|friends forever|choose a background|doctor's companion)", re.M
)


def _partnerships(card: Card) -> set[str]:
    return {match.strip() for match in _PARTNERSHIP.findall(card.front.text.lower())}


def _check_legality(deck: Deck, format_name: str, cards: dict[str, Card]) -> list[Problem]:
    problems = []
    unknown = []
    counts: Counter[str] = Counter()
    for count, name in (*deck.main, *deck.sideboard, *deck.commanders):
        counts[name] += count
    for name, count in counts.items():
        card = cards[name]
        status = card.legalities.get(format_name)
        if status is None:
            unknown.append(card.name)
        elif status == "restricted" and count > 1:
            problems.append(Problem(f"{count} copies of {card.name}, which is restricted; expected one", card.name))
        elif status not in ("legal", "restricted"):
            problems.append(Problem(f"{card.name} is {status.replace('_', ' ')} in {format_name}", card.name))
    if unknown:
        first = ", ".join(unknown[:3]) + (", …" if len(unknown) > 3 else "")
        text = f"whether {len(unknown)} of {len(counts)} cards are legal in {format_name} is not known ({first})"
        problems.append(Problem(text, note=True))
    return problems
