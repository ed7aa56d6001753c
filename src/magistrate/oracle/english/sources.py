"""Abilities described by their sources (CR 113.7): "activated ability from an artifact source"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.groups import Group, Noun, Quality
from magistrate.abilities.stack_qualities import FromSource
from magistrate.abilities.things import Objects, Some
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


@reads(Quality, "post")
def read_from_source(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "from a colorless source"."""
    if reader.word(at) == "from":
        for end, what in reader.category(Objects, at + 1):
            if isinstance(what, Some) and isinstance(what.group, Group) and what.group.noun is Noun.SOURCE:
                yield end, FromSource(what)


@writes(FromSource, mode="post")
def write_from_source(writer: Writer, value: FromSource, form: Form) -> list[str] | None:
    """ "from a colorless source"."""
    what = writer.category(Objects, value.what)
    return None if what is None else ["from", *what]
