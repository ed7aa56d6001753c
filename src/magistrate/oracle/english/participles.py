"""References by what was done: "the sacrificed creature", "the exiled cards", "the discarded card"; "one" of several."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.groups import Group
from magistrate.abilities.things import CRAFTED, It, Objects, SomeOf
from magistrate.abilities.things import Form as Said
from magistrate.oracle.english.quantities import ONE_THING
from magistrate.oracle.english.words import PLURAL, SINGULAR
from magistrate.oracle.grammar import Reading, reads
from magistrate.oracle.inflect import Form
from magistrate.oracle.reader import Reader

#: This permanent, as it says what was used to craft it.
_CRAFTED = ("it", "~", "this permanent", "this artifact", "this creature", "this equipment", "this vehicle")
#: What can have been done to what is spoken of.
DONE = frozenset({"sacrificed", "exiled", "discarded", "revealed", "milled", "returned", "destroyed", "countered"})


@reads(Objects, "np")
def read_done(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "the sacrificed creature"; it is printed with the other references (`things`)."""
    if reader.word(at) == "the" and reader.word(at + 1) in DONE:
        for number in (SINGULAR, PLURAL):
            for end, group in reader.category(Group, at + 2, number):
                yield end, It(Said.THE, group, plural=number == PLURAL, how=reader.word(at + 1))
                if reader.word(at + 1) == "exiled":
                    for last, _ in reader.literals(end, *(f"used to craft {this}" for this in _CRAFTED)):
                        yield last, It(Said.THE, group, plural=number == PLURAL, how=CRAFTED)


@reads(Objects, "np")
def read_one(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "put one onto the battlefield and the other into your hand": one of them."""
    if reader.word(at) == "one" and reader.word(at + 1) in ("onto", "into"):
        yield at + 1, SomeOf(It(plural=True), ONE_THING)


@reads(Objects, "np")
def read_all_other(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "all other cards revealed this way": the rest of them."""
    for end, _ in reader.literals(at, "all other cards revealed this way", "all the other revealed cards"):
        yield end, It(Said.REST, plural=True)
