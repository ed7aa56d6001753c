"""What is said of a thing with "is": one of the adjectives, types and places of nominal groups ("it's a creature or tapped")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.groups import (
    AnyOf,
    Group,
    InZone,
    Matches,
    Not,
    Noun,
    Quality,
)
from magistrate.oracle.english.nominal import YOUR_RING_BEARER, negated, negative, write_group
from magistrate.oracle.english.words import PLURAL, SINGULAR
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import MANY, Form
from magistrate.oracle.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from magistrate.oracle.writer import Writer


@reads(Quality, "predicate")
def read_predicate(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """What stands behind "is" or "are": "tapped", "attacking you", "black or red", "a Human creature"."""
    for mode in ("", "be"):
        yield from reader.category(Quality, at, mode, form)
    yield from negative(reader, at)
    for end, here in reader.category(Quality, at, "be", form):
        if isinstance(here, InZone) and reader.word(end) == "or":
            for last, there in reader.category(Quality, end + 1, "be", form):
                if isinstance(there, InZone):
                    yield last, AnyOf((here, there))
    for end, first in reader.category(Quality, at, "", form):
        for last, _ in reader.literals(end, "or"):
            for stop, second in reader.category(Quality, last, "", form):
                yield stop, AnyOf((first, second))
    if form % 4 == MANY:
        for end, group in reader.category(Group, at, PLURAL):
            yield end, Matches(group)
    elif reader.word(at) in ("a", "an"):
        for end, group in reader.category(Group, at + 1, SINGULAR):
            yield end, Matches(group)
    if reader.word(at) in ("a", "an"):
        for end, kinds in reader.series(lambda place: _one_kind(reader, place), "or", at):
            if len(kinds) > 1:
                yield end, AnyOf(tuple(kinds))
    for end, _ in reader.literals(at, "your ring-bearer"):
        yield end, YOUR_RING_BEARER


def _one_kind(reader: Reader, at: int) -> Iterator[tuple[int, Matches]]:
    """ "a Werewolf": a kind of which nothing more is said."""
    if reader.word(at) in ("a", "an"):
        for end, group in reader.category(Group, at + 1, SINGULAR):
            if len(group.heads) == 1 and not group.post and group.noun is Noun.NONE:
                yield end, Matches(group)


@writes(Quality, mode="predicate")
def write_predicate(writer: Writer, value: Quality, form: Form) -> list[str] | None:
    """What stands behind "is" or "are"."""
    if value == YOUR_RING_BEARER:
        return ["your", "Ring-bearer"]
    if isinstance(value, Matches):
        number = PLURAL if form % 4 == MANY else SINGULAR
        group = write_group(writer, value.group, number)
        return group if group is None or number == PLURAL else ["a", *group]
    if isinstance(value, AnyOf) and all(isinstance(option, Matches) for option in value.options):
        if form % 4 == MANY:
            return None
        return writer.series([write_predicate(writer, option, form) for option in value.options], "or")
    if isinstance(value, AnyOf):
        mode = "be" if all(isinstance(option, InZone) for option in value.options) else ""
        return writer.series([writer.category(Quality, option, mode, form) for option in value.options], "or")
    if isinstance(value, Not):
        return negated(writer, value.quality)
    for mode in ("", "be"):
        pieces = writer.category(Quality, value, mode, form)
        if pieces is not None:
            return pieces
    return None
