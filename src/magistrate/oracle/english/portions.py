"""Parts of a whole: "half the creatures they control, rounded up", "half X life"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.groups import Group
from magistrate.abilities.things import HalfOf, Objects, Some
from magistrate.oracle.english.words import PLURAL
from magistrate.oracle.grammar import Reading, reads
from magistrate.oracle.inflect import Form
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
