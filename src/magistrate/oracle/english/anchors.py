"""Words that are chosen as a permanent enters, and what is had where one of them was (CR 607.2m, 614.12b): "choose Khans or
Dragons", "players who chose war"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import ChooseQuality
from magistrate.abilities.conditions import Condition, WordChosen
from magistrate.abilities.groups import Controlled, Quality
from magistrate.abilities.subtypes import KINDS_OF_SUBTYPE
from magistrate.abilities.things import EachPlayer, Players, They
from magistrate.abilities.things import Form as Said
from magistrate.oracle.english.clauses import write_subject
from magistrate.oracle.english.words import type_words
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form, verb
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

ANCHOR = "anchor"
#: Words with a meaning of their own, which are no mere names of a choice.
_MEANING = frozenset(
    "white blue black red green left right odd even a an one two all any no it them each that which new up target".split()
)


def _word(reader: Reader, at: int) -> str:
    word = reader.text(at)
    return word if word.isalpha() and word.lower() not in _MEANING else ""


def _is_kind(word: str) -> bool:
    return word in KINDS_OF_SUBTYPE or word.lower() in type_words()


@reads(ChooseQuality)
def read_choose_word(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "choose Khans or Dragons"."""
    if reader.word(at) == verb("choose", form):
        first, second = _word(reader, at + 1), _word(reader, at + 3)
        if first and second and reader.word(at + 2) == "or" and not (_is_kind(first) and _is_kind(second)):
            yield at + 4, ChooseQuality(ANCHOR, options=(first, second))


@writes(ChooseQuality)
def write_choose_word(writer: Writer, value: ChooseQuality, form: Form) -> list[str] | None:
    """ "choose Khans or Dragons"."""
    if value.what != ANCHOR or len(value.options) != 2:
        return None
    return [verb("choose", form), value.options[0], "or", value.options[1]]


@reads(Condition)
def read_word_chosen(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "Khans was chosen", "who chose war". The first word may be any: that the others do not follow is no sign of how far a
    text was understood, so they are not looked for as expected words."""
    word = _word(reader, at)
    if word and word[0].isupper() and (reader.word(at + 1), reader.word(at + 2)) == ("was", "chosen"):
        yield at + 3, WordChosen(word)
    if reader.word(at) == "who" and reader.word(at + 1) == "chose" and _word(reader, at + 2):
        for plural in (False, True):
            yield at + 3, WordChosen(_word(reader, at + 2), They(Said.WHO, plural=plural, slot="that"))


@writes(WordChosen)
def write_word_chosen(writer: Writer, value: WordChosen, form: Form) -> list[str] | None:
    """ "Khans was chosen"."""
    if value.who is None:
        return [value.word, "was", "chosen"]
    who = write_subject(writer, value.who)
    return None if who is None else [*who, "chose", value.word]


@reads(Quality, "post")
def read_controlled_by(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "controlled by players who chose war"."""
    start = reader.literal(at, "controlled", "by")
    if start is not None:
        for end, by in reader.category(Players, start):
            yield end, Controlled(by)


@writes(Controlled, mode="post")
def write_controlled_by(writer: Writer, value: Controlled, form: Form) -> list[str] | None:
    """ "controlled by players who chose war", where "players who chose war control" would be hard to read."""
    if value.negated or not isinstance(value.by, EachPlayer) or not value.by.group.post:
        return None
    by = writer.category(Players, value.by)
    return None if by is None else ["controlled", "by", *by]
