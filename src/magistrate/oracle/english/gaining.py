"""Abilities under conditions of their own: "has vigilance if it's white, hexproof if it's blue, and trample if it's green"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import AbilityIf, HaveEachIf
from magistrate.abilities.groups import Quality
from magistrate.abilities.kinds import Ability
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form, verb
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


@reads(HaveEachIf)
def read_each_if(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "has vigilance if it's white, hexproof if it's blue, …": at least two, as one alone is a clause with a condition."""
    if reader.word(at) == verb("have", form):
        for end, parts in reader.series(lambda place: _ability_if(reader, place), "and", at + 1):
            if len(parts) > 1:
                yield end, HaveEachIf(tuple(parts))


def _ability_if(reader: Reader, at: int) -> Iterator[Reading]:
    """ "vigilance if it's white"."""
    for end, ability in reader.category(Ability, at, "granted"):
        for start, _ in reader.literals(end, "if it is"):
            for last, quality in reader.category(Quality, start):
                yield last, AbilityIf(ability, quality)


def _write_ability_if(writer: Writer, value: AbilityIf) -> list[str] | None:
    ability, quality = writer.category(Ability, value.ability, "granted"), writer.category(Quality, value.quality)
    return None if ability is None or quality is None else [*ability, "if", "it", "is", *quality]


@writes(HaveEachIf)
def write_each_if(writer: Writer, value: HaveEachIf, form: Form) -> list[str] | None:
    """ "has vigilance if it's white, hexproof if it's blue, …"."""
    parts = writer.series([_write_ability_if(writer, part) for part in value.parts], "and")
    return None if parts is None else [verb("have", form), *parts]
