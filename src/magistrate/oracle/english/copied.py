"""Copies of spells, and what is not the same in a copy: "copy target creature spell, except it isn't legendary"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import BeQuality, CopySpell
from magistrate.abilities.amounts import Amount, Number
from magistrate.abilities.groups import Group, Head, IsSupertype, IsType, Not
from magistrate.abilities.node import replace
from magistrate.abilities.things import Objects
from magistrate.oracle.english.copies import read_exceptions, write_exceptions
from magistrate.oracle.english.words import SINGULAR
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import IT, Form, verb
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


@reads(BeQuality)
def read_is_not(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "isn't legendary", which of a copy goes without saying when the original isn't either (CR 707.9)."""
    if reader.word(at) == verb("isn't", form):
        for end, quality in reader.category(IsSupertype, at + 1):
            word = reader.word(at + 1)
            # Belongs to the exception, not to the copying.
            idle = [last for last, _ in reader.literals(end, f"if the spell is {word}", f"if that creature is {word}")]
            for last in idle or [end]:
                yield last, BeQuality(Not(quality))
        start = reader.literal(at + 1, "a") or reader.literal(at + 1, "an")
        if start is not None:
            for end, group in reader.category(Group, start, SINGULAR):
                kind = group.heads[0].qualities[-1] if group.heads and group.heads[0].qualities else None
                if isinstance(kind, IsType) and group == Group((Head((kind,)),)):
                    yield end, BeQuality(Not(kind))


@writes(BeQuality)
def write_is_not(writer: Writer, value: BeQuality, form: Form) -> list[str] | None:
    """ "isn't legendary", "isn't a creature"."""
    if isinstance(value.quality, Not) and isinstance(value.quality.quality, IsType):
        group = writer.category(Group, Group((Head((value.quality.quality,)),)), SINGULAR)
        return None if group is None else [verb("isn't", form), "a", *group]
    if not isinstance(value.quality, Not) or not isinstance(value.quality.quality, IsSupertype):
        return None
    pieces = writer.category(IsSupertype, value.quality.quality)
    return None if pieces is None else [verb("isn't", form), *pieces]


@reads(CopySpell)
def read_copy(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "copy target spell twice", "copy it, except the copy isn't legendary"."""
    if reader.word(at) != verb("copy", form):
        return
    for end, what in reader.category(Objects, at + 1):
        plain = CopySpell(what)
        for last, exceptions in read_exceptions(reader, end):
            yield last, replace(plain, exceptions=exceptions)
        for last, times in reader.category(Amount, end, "times"):
            yield last, replace(plain, times=times)


@writes(CopySpell)
def write_copy(writer: Writer, value: CopySpell, form: Form) -> list[str] | None:
    """ "copy target spell, except it isn't legendary"."""
    what = writer.category(Objects, value.what)
    exceptions = write_exceptions(writer, value.exceptions, IT)
    if what is None or exceptions is None or value.new_targets:
        return None
    times: list[str] | None = []
    if value.times != Number(1):
        times = writer.category(Amount, value.times, "times")
    return None if times is None else [verb("copy", form), *what, *times, *exceptions]


# How often -----------------------------------------------------------------------------------------------------------
@reads(Amount, "times")
def read_times(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "twice", "three times", "X times", "that many times"."""
    if reader.word(at) == "twice":
        yield at + 1, Number(2)
    for end, amount in reader.category(Amount, at, "many"):
        if reader.word(end) == "times":
            yield end + 1, amount


@writes(Amount, mode="times")
def write_times(writer: Writer, value: Amount, form: Form) -> list[str] | None:
    """ "twice"."""
    if value == Number(2):
        return ["twice"]
    many = writer.category(Amount, value, "many")
    return None if many is None else [*many, "times"]
