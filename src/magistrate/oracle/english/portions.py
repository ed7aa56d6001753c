"""Parts of a whole: "half the creatures they control, rounded up", "half X life"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import LoseLife
from magistrate.abilities.amounts import Half, LifeTotalOf
from magistrate.abilities.groups import Group
from magistrate.abilities.things import HalfOf, Objects, Players, Some
from magistrate.oracle.english.words import PLURAL
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form, verb
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


@reads(Objects, "np")
def read_half(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "half the creatures they control of their choice, rounded up"."""
    start = reader.literal(at, "half", "the")
    if start is not None:
        for end, group in reader.category(Group, start, PLURAL):
            for last, way in reader.literals(end, ", rounded up", ", rounded down"):
                yield last, Some(group, HalfOf(way.endswith("up")))


def write_half(writer: Writer, value: Some) -> list[str] | None:
    """ "half the creatures they control, rounded up"."""
    if not isinstance(value.quantity, HalfOf) or value.at_random or value.group.shared:
        return None
    group = writer.category(Group, value.group, PLURAL)
    return None if group is None else ["half", "the", *group, ",", "rounded", "up" if value.quantity.up else "down"]


@reads(LoseLife)
def read_half_life(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "loses half their life, rounded up"."""
    start = reader.literal(at, verb("lose", form), "half")
    if start is not None:
        for end, whose in reader.category(Players, start, "poss"):
            if reader.word(end) == "life":
                for last, way in reader.literals(end + 1, ", rounded up", ", rounded down"):
                    yield last, LoseLife(Half(LifeTotalOf(whose), way.endswith("up")))


@writes(LoseLife)
def write_half_life(writer: Writer, value: LoseLife, form: Form) -> list[str] | None:
    """ "loses half their life, rounded up"."""
    half = value.amount
    if not isinstance(half, Half) or half.each_time or not isinstance(half.amount, LifeTotalOf):
        return None
    whose = writer.category(Players, half.amount.who, "poss")
    way = "up" if half.up else "down"
    return None if whose is None else [verb("lose", form), "half", *whose, "life", ",", "rounded", way]
