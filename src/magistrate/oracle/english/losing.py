"""What is lost besides what is got: "loses all other card types and abilities" (CR 205.1a, 613.1f)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import LoseOthers
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import MANY, PRESENT, Form, person_of, verb
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_WHAT = ("abilities", "card types", "creature types")


@reads(LoseOthers)
def read_lose_others(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "loses all other abilities, card types, and creature types"."""
    start = reader.literal(at, verb("lose", form), "all", "other")
    if start is not None:
        for end, what in reader.series(lambda place: reader.literals(place, *_WHAT), "and", start):
            yield end, LoseOthers(tuple(what))


def read_lost_again(reader: Reader, at: int, form: Form) -> Iterator[tuple[int, LoseOthers]]:
    """ ", and it loses all other card types", of what the clause before is about."""
    it = "they" if person_of(form) == MANY else "it"
    for start, _ in reader.literals(at, f"and {it}", f", and {it}"):
        yield from reader.category(LoseOthers, start, form=make_form(PRESENT, person_of(form)))


@writes(LoseOthers)
def write_lose_others(writer: Writer, value: LoseOthers, form: Form) -> list[str] | None:
    """ "loses all other abilities, card types, and creature types"."""
    series = writer.series([one.split(" ") for one in value.what], "and")
    return None if series is None else [verb("lose", form), "all", "other", *series]
