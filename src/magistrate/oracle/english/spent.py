"""What mana was spent: "{W}{W} was spent to cast it", "at least four mana was spent to cast it", "no mana was spent to cast
it" (CR 400.7d, 601.2h)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.amounts import Amount
from magistrate.abilities.characteristics import Color
from magistrate.abilities.conditions import Condition, ManaWasSpent
from magistrate.abilities.groups import Group, IsColor
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import replace
from magistrate.abilities.things import Objects
from magistrate.oracle.english.words import SINGULAR
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_TAIL = ("was", "spent", "to", "cast")


@reads(Condition)
def read_spent(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "{W} was spent to cast it"."""
    for end, said in _what(reader, at):
        start = reader.literal(end, *_TAIL)
        if start is not None:
            for last, of in reader.category(Objects, start, "np"):
                yield last, replace(said, of=of)


def _what(reader: Reader, at: int) -> Iterator[tuple[int, ManaWasSpent]]:
    bare = ManaWasSpent(None)
    for end, cost in reader.category(ManaCost, at):
        yield end, replace(bare, symbols=cost)
    for end, _ in reader.literals(at, "no mana"):
        yield end, replace(bare, none=True)
    start = reader.literal(at, "mana", "from", "a")
    if start is not None:
        for end, group in reader.category(Group, start, SINGULAR):
            yield end, replace(bare, source=group)
    for end, least in _least(reader, at):
        for last, color, colorless in _colored(reader, end):
            if reader.word(last) == "mana":
                yield last + 1, replace(bare, least=least, color=color, colorless=colorless)


def _least(reader: Reader, at: int) -> Iterator[tuple[int, Amount]]:
    """ "at least four", "five or more"."""
    start = reader.literal(at, "at", "least")
    if start is not None:
        yield from reader.category(Amount, start, "many")
    for end, amount in reader.category(Amount, at, "many"):
        for last, _ in reader.literals(end, "or more"):
            yield last, amount


def _colored(reader: Reader, at: int) -> Iterator[tuple[int, Color | None, bool]]:
    yield at, None, False
    if reader.word(at) == "colorless":
        yield at + 1, None, True
    for end, quality in reader.category(IsColor, at):
        yield end, quality.color, False


@writes(ManaWasSpent)
def write_spent(writer: Writer, value: ManaWasSpent, form: Form) -> list[str] | None:
    """ "{W} was spent to cast it"."""
    of = None if value.of is None else writer.category(Objects, value.of)
    said = _write_what(writer, value)
    return None if of is None or said is None else [*said, *_TAIL, *of]


def _write_what(writer: Writer, value: ManaWasSpent) -> list[str] | None:
    if value.symbols is not None:
        return writer.category(ManaCost, value.symbols)
    if value.none:
        return ["no", "mana"]
    if value.source is not None:
        group = writer.category(Group, value.source, SINGULAR)
        return None if group is None else ["mana", "from", "a", *group]
    least = None if value.least is None else writer.category(Amount, value.least, "many")
    color: list[str] | None = ["colorless"] if value.colorless else []
    if value.color is not None:
        color = writer.category(IsColor, IsColor(value.color))
    return None if least is None or color is None else ["at", "least", *least, *color, "mana"]
