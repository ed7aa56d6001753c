""" "earthbend 2": the land that becomes a creature is a target that the words do not name (newer: earthbend)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import Earthbend
from magistrate.abilities.amounts import Amount, Number
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.groups import Controlled, Group, Head, IsType
from magistrate.abilities.things import Exactly, Target, You
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form, verb
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_LAND = Group((Head((IsType(CardType.LAND),)),), post=(Controlled(You()),))


@reads(Earthbend)
def read_earthbend(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "earthbend 2", "earthbend X"."""
    if reader.word(at) == verb("earthbend", form):
        for end, number in reader.category(Amount, at + 1, "digits"):
            yield end, Earthbend(number, Target(_LAND, Exactly(Number(1)), 0))


@writes(Earthbend)
def write_earthbend(writer: Writer, value: Earthbend, form: Form) -> list[str] | None:
    """ "earthbend 2"."""
    if not isinstance(value.what, Target) or value.what.group != _LAND:
        return None
    number = writer.category(Amount, value.number, "digits")
    return None if number is None else [verb("earthbend", form), *number]
