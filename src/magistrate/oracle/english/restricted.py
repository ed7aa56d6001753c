"""What mana may be spent on: "Spend this mana only to cast creature spells." (CR 106.6)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import ManaRestriction
from magistrate.abilities.things import Objects, Some
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

#: What else mana may be spent on, behind the spells that it may be spent to cast.
_DOORS, _DOORS_OR_FACES = "and unlock doors", ", unlock a door , or turn a permanent face up"


@reads(ManaRestriction)
def read_restriction(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "spend this mana only to cast creature spells or activate abilities of creatures"."""
    for end, _ in reader.literals(at, "spend this mana only to cast"):
        for last, spells in reader.category(Objects, end, "np"):
            yield last, ManaRestriction(spells)
            for middle, _ in reader.literals(last, "or activate", "or to activate"):
                for stop, things in _abilities_of(reader, middle):
                    yield stop, ManaRestriction(spells, things)
            for middle, _ in reader.literals(last, _DOORS):
                yield middle, ManaRestriction(spells, doors=True)
            for middle, _ in reader.literals(last, _DOORS_OR_FACES):
                yield middle, ManaRestriction(spells, doors=True, face_up=True)
    for end, _ in reader.literals(at, "this mana can't be spent to cast", "you can't spend this mana to cast"):
        for last, spells in reader.category(Objects, end, "np"):
            yield last, ManaRestriction(spells, cant=True)
    for end, _ in reader.literals(at, "spend this mana only to activate"):
        for last, things in _abilities_of(reader, end):
            yield last, ManaRestriction(None, things)


def _abilities_of(reader: Reader, at: int) -> Iterator[tuple[int, Objects]]:
    """ "abilities of creatures", "an ability of an artifact", "abilities"."""
    for end, _ in reader.literals(at, "abilities of", "an ability of"):
        yield from reader.category(Objects, end, "np")


@writes(ManaRestriction)
def write_restriction(writer: Writer, value: ManaRestriction, form: Form) -> list[str] | None:
    """ "spend this mana only to cast creature spells"."""
    spells = None if value.spells is None else writer.category(Objects, value.spells)
    if value.cant:
        return None if spells is None else ["this", "mana", "can't", "be", "spent", "to", "cast", *spells]
    things = None if value.abilities_of is None else writer.category(Objects, value.abilities_of)
    lead = ["spend", "this", "mana", "only", "to"]
    one = isinstance(value.abilities_of, Some)
    abilities = [] if things is None else ["activate", *(["an", "ability"] if one else ["abilities"]), "of", *things]
    if value.doors:
        more = _DOORS_OR_FACES if value.face_up else _DOORS
        return None if spells is None or abilities else [*lead, "cast", *spells, *more.split(" ")]
    if value.spells is None:
        return [*lead, *abilities] if abilities else None
    if spells is None or (value.abilities_of is not None and things is None):
        return None
    return [*lead, "cast", *spells, *(["or", *abilities] if abilities else [])]
