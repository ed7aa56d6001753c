"""Words of closed classes: colours, types, zones, steps, and the names of counters and subtypes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from magistrate.abilities.characteristics import CardType, Color, ManaType, Measure, Step, Supertype, Window, Zone
from magistrate.abilities.subtypes import KINDS_OF_SUBTYPE
from magistrate.oracle.grammar import Reading, reads, words_for, writes
from magistrate.oracle.inflect import NUMBERS, Form, number_word, plural
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

words_for(
    Color,
    {Color.WHITE: "white", Color.BLUE: "blue", Color.BLACK: "black", Color.RED: "red", Color.GREEN: "green"},
)
words_for(ManaType, {})
words_for(Supertype, {kind: kind.value for kind in Supertype if kind is not Supertype.ONGOING})
words_for(Measure, {kind: kind.value for kind in Measure})
#: In the plural behind several owners, where it is made plural as it is written (`lexer.join`).
words_for(
    Zone,
    {
        Zone.LIBRARY: ("library", "libraries"),
        Zone.HAND: ("hand", "hands"),
        Zone.GRAVEYARD: ("graveyard", "graveyards"),
    },
)
words_for(
    Step,
    {
        Step.UNTAP: "untap step",
        Step.UPKEEP: "upkeep",
        Step.DRAW: "draw step",
        Step.MAIN_1: ("first main phase", "precombat main phase"),
        Step.MAIN_2: "postcombat main phase",
        Step.SECOND_MAIN: "second main phase",
        Step.MAIN: "main phase",
        Step.BEGIN_COMBAT: "beginning of combat",
        Step.ATTACKERS: "declare attackers step",
        Step.BLOCKERS: "declare blockers step",
        Step.DAMAGE: "combat damage step",
        Step.END: "end step",
        Step.CLEANUP: "cleanup step",
        Step.COMBAT: "combat phase",
        Step.TURN: "turn",
        Step.END_COMBAT: "end of combat",
    },
)
words_for(Window, {kind: kind.value for kind in Window if kind.value})

#: How often an adjective or noun is meant to be singular or plural.
SINGULAR, PLURAL = "sg", "pl"


@cache
def type_words() -> dict[str, tuple[CardType, str]]:
    """Card types by their word in lower case, singular and plural."""
    found: dict[str, tuple[CardType, str]] = {}
    for kind in CardType:
        found[kind.value] = (kind, SINGULAR)
        found["sorceries" if kind is CardType.SORCERY else plural(kind.value)] = (kind, PLURAL)
    return found


@cache
def subtype_words() -> dict[str, list[tuple[tuple[str, ...], str, str]]]:
    """Subtypes by the first token of their word: the tokens, the subtype, and whether it is singular or plural."""
    found: dict[str, list[tuple[tuple[str, ...], str, str]]] = {}
    for name in KINDS_OF_SUBTYPE:
        for word, number in ((name, SINGULAR), (plural(name), PLURAL)):
            tokens = tuple(word.replace("'s", " 's").split(" ")) if word == "Urza's" else tuple(word.split(" "))
            found.setdefault(tokens[0], []).append((tokens, name, number))
    return found


def read_subtype(reader: Reader, at: int) -> Iterator[tuple[int, str, str]]:
    """The subtypes that stand at a place: where each ends, its name, and its number."""
    for tokens, name, number in subtype_words().get(reader.text(at), ()):
        if all(reader.text(at + offset) == token for offset, token in enumerate(tokens)):
            yield at + len(tokens), name, number


@reads(str, "subtype")
def read_subtype_name(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """A subtype in the singular."""
    for end, name, number in read_subtype(reader, at):
        if number == SINGULAR:
            yield end, name


@writes(str, mode="subtype")
def write_subtype_name(writer: Writer, value: str, form: Form) -> list[str] | None:
    """A subtype in the singular."""
    return ["Urza", "'s"] if value == "Urza's" else value.split(" ")


#: Words that stand before "counter" and are no kind of counter.
_NO_COUNTERS = frozenset(
    [
        *(
            "a",
            "an",
            "another",
            "the",
            "of",
            "and",
            "or",
            "more",
            "each",
            "those",
            "all",
            "with",
            "had",
            "has",
            "have",
            "its",
        ),
        *(
            "no",
            "any",
            "many",
            "x",
            "may",
            "instead",
            "additional",
            "that",
            "this",
            "other",
            "get",
            "would",
            "moved",
            "one",
        ),
        *(
            "remove",
            "put",
            "removed",
            "their",
            "different",
            "control",
            "fewer",
            "less",
            "every",
            "spell",
            "spells",
            "then",
        ),
        *NUMBERS,
    ]
)


@reads(str, "counter")
def read_counter(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """The name of a kind of counter, whatever it is (CR 122.1): "+1/+1", "charge", "first strike"."""
    token = reader.tokens.tokens[at]
    if reader.word(at + 1) == "strike" and token.text in ("first", "double"):
        yield at + 2, f"{token.text} strike"
    elif (
        reader.word(at + 1) in ("counter", "counters")
        and reader.word(at) not in _NO_COUNTERS
        and token.kind in ("word", "change")
    ):
        yield at + 1, token.text


@writes(str, mode="counter")
def write_counter(writer: Writer, value: str, form: Form) -> list[str] | None:
    """The name of a kind of counter."""
    return value.split(" ")


#: What can be chosen and remembered (CR 607.2d).
_CHOICES = (
    "color",
    "creature type",
    "card type",
    "basic land type",
    "land type",
    "card name",
    "nonland card name",
    "creature card name",
    "artifact card name",
    "land card name",
    "nonbasic land card name",
    "noncreature, nonland card name",
    "number",
    "mana symbol",
)


@reads(str, "choice")
def read_choice(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "a color", "an opponent"."""
    if reader.word(at) in ("a", "an"):
        for end, said in reader.literals(at + 1, *[choice.replace(",", " ,") for choice in _CHOICES]):
            yield end, said.replace(" ,", ",")


@writes(str, mode="choice")
def write_choice(writer: Writer, value: str, form: Form) -> list[str] | None:
    """ "a color"."""
    return ["a", *value.replace(",", " ,").split(" ")] if value in _CHOICES else None


@reads(int)
def read_number_word(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """A number spelled out."""
    if reader.word(at) in NUMBERS:
        yield at + 1, NUMBERS[reader.word(at)]


@writes(int)
def write_number_word(writer: Writer, value: int, form: Form) -> list[str] | None:
    """A number spelled out."""
    return [number_word(value)]


@reads(int, "digits")
def read_number(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """A number in digits."""
    if reader.word(at).isdigit():
        yield at + 1, int(reader.word(at))


@writes(int, mode="digits")
def write_number(writer: Writer, value: int, form: Form) -> list[str] | None:
    """A number in digits."""
    return [str(value)]


_NAME_LINKS = frozenset(
    {
        "of",
        "the",
        "and",
        "to",
        "in",
        "from",
        "for",
        "with",
        "at",
        "on",
        "a",
        ",",
        "'s",
        "s",
        "s'",
        "-",
        "en",
        "le",
        "la",
    }
)


@reads(str, "name")
def read_name(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """A name: words with capitals, and small words between them."""
    end = at
    while end < reader.length:
        text = reader.text(end)
        if text[:1].isupper() or text == "~" or (text[1:2] == "'" and text[2:3].isupper()):
            end += 1
            if reader.word(end) in ("'s", "'"):
                end += 1
            yield end, reader.tokens.span(at, end)
        elif end > at and text in _NAME_LINKS:
            end += 1
        else:
            return


@writes(str, mode="name")
def write_name(writer: Writer, value: str, form: Form) -> list[str] | None:
    """A name, as one piece."""
    return [value]
