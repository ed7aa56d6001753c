"""Switching power and toughness (CR 613.4d): said to a player, and done to the objects."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import SwitchPT
from magistrate.abilities.durations import Duration
from magistrate.abilities.effects import Effect, ObjectsDo
from magistrate.abilities.things import Objects
from magistrate.oracle.grammar import Reading, reads
from magistrate.oracle.inflect import Form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


@reads(Effect)
def read_switch(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "switch target creature's power and toughness until end of turn"."""
    if reader.word(at) != "switch":
        return
    for end, what in reader.category(Objects, at + 1, "poss"):
        for last, _ in reader.literals(end, "power and toughness"):
            for stop, duration in reader.category(Duration, last):
                yield stop, ObjectsDo(what, (SwitchPT(),), duration)


def write_switch(writer: Writer, value: ObjectsDo) -> list[str] | None:
    """The same."""
    if value.actions != (SwitchPT(),) or value.duration is None or not isinstance(value.what, Objects):
        return None
    what, duration = writer.category(Objects, value.what, "poss"), writer.category(Duration, value.duration)
    return None if what is None or duration is None else ["switch", *what, "power", "and", "toughness", *duration]
