"""Dungeons: their rooms (as `oracle/layouts.py` unfolds them), and the dungeons that a player has completed (CR 309)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.amounts import Amount, DungeonsCompleted
from magistrate.abilities.conditions import CompletedDungeon, Condition
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form
from magistrate.oracle.lexer import PERFECT
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_DIFFERENT = "differently named dungeon you"


@reads(str, "room")
def read_room(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """The name of a room, in quotation marks: whatever stands between them."""
    if reader.word(at) == '"':
        end = at + 1
        while end < reader.length and reader.word(end) != '"':
            end += 1
        if end < reader.length:
            yield end + 1, reader.tokens.span(at + 1, end)


@writes(str, mode="room")
def write_room(writer: Writer, value: str, form: Form) -> list[str] | None:
    """The name of a room, in quotation marks."""
    return ['"', value, '"']


@reads(Condition)
def read_completed(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "you've completed a dungeon", "you haven't completed Tomb of Horrors"."""
    for end, said in reader.literals(at, "you have completed", "you haven't completed"):
        negated = said != "you have completed"
        for last, _ in reader.literals(end, "a dungeon"):
            yield last, CompletedDungeon("", negated)
        for last, name in reader.category(str, end, "name"):
            yield last, CompletedDungeon(name, negated)


@writes(CompletedDungeon)
def write_completed(writer: Writer, value: CompletedDungeon, form: Form) -> list[str] | None:
    """What `read_completed` reads."""
    name = [value.name] if value.name else ["a", "dungeon"]
    return ["you", "haven't" if value.negated else PERFECT, "completed", *name]


@reads(Amount, "each")
def read_differently_named(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "differently named dungeon you've completed", behind "for each"."""
    for end, _ in reader.literals(at, _DIFFERENT + " have completed"):
        yield end, DungeonsCompleted()


@writes(DungeonsCompleted, mode="each")
def write_differently_named(writer: Writer, value: DungeonsCompleted, form: Form) -> list[str] | None:
    """What `read_differently_named` reads."""
    return [*_DIFFERENT.split(), PERFECT, "completed"]
