"""What is true of further things: "The same is true for creature spells you control and creature cards you own …" (CR 613.1)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.effects import Effect, ObjectsDo
from magistrate.abilities.groups import Noun
from magistrate.abilities.node import replace
from magistrate.abilities.things import All, Objects, SeveralObjects
from magistrate.oracle.english.done import Link, Steps
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_SAME = "the same is true for"


def read_same_is_true(reader: Reader, at: int) -> Iterator[tuple[int, Link]]:
    """ "the same is true for spells you control and cards you own that aren't on the battlefield"."""
    for start, _ in reader.literals(at, _SAME):
        for end, things in reader.category(Objects, start):
            if isinstance(things, All | SeveralObjects):
                yield end, _also(things)


def _parts(things: Objects) -> tuple[Objects, ...]:
    return things.parts if isinstance(things, SeveralObjects) else (things,)


def _also(things: Objects) -> Link:
    """The statement before, made of these things too: all of them are what it speaks of."""

    def link(steps: Steps) -> Steps | None:
        last = steps[-1]
        if (
            not isinstance(last, ObjectsDo)
            or last.duration is not None
            or not isinstance(last.what, All | SeveralObjects)
        ):
            return None
        return (*steps[:-1], replace(last, what=SeveralObjects((*_parts(last.what), *_parts(things)))))

    return link


def said_apart(value: Effect) -> tuple[ObjectsDo, SeveralObjects] | None:
    """What is said of permanents, and of what else it is true as a sentence behind says: spells, and cards elsewhere."""
    if not isinstance(value, ObjectsDo) or not isinstance(value.what, SeveralObjects) or value.duration is not None:
        return None
    *first, spells, cards = value.what.parts
    if not first or not _is(spells, Noun.SPELL) or not _is(cards, Noun.CARD):
        return None
    what = first[0] if len(first) == 1 else SeveralObjects(tuple(first))
    return replace(value, what=what), SeveralObjects((spells, cards))


def _is(things: Objects, noun: Noun) -> bool:
    return isinstance(things, All) and things.form == "" and things.group.noun is noun


def write_same_is_true(writer: Writer, things: SeveralObjects) -> list[str] | None:
    """The sentence about the further things."""
    said = writer.category(Objects, things)
    return None if said is None else [*_SAME.split(), *said]
