"""Whole amounts, as behind "equal to" and "where X is": terms, sums, multiples and halves; and what they count."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.amounts import Amount, Difference, DoneThisWayAmount, Half, Number, Sum, Times, X
from magistrate.abilities.node import replace
from magistrate.abilities.things import All, EachPlayer, It, Objects, Players, Things
from magistrate.oracle.english.quantities import rounded
from magistrate.oracle.english.relative import only_entered
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import NUMBERS, Form, number_word
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


@reads(Amount, "whole")
def read_whole(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "its power", "the number of creatures you control plus 1", "twice X", "half your life total, rounded up"."""
    for end, left in _term(reader, at):
        yield end, left
        for joint, kind in (("plus", Sum), ("minus", Difference)):
            if reader.word(end) == joint:
                for last, right in _term(reader, end + 1):
                    yield last, kind(left, right)
                if reader.word(end + 1) == "one":
                    yield end + 2, kind(left, Number(1))


def _term(reader: Reader, at: int) -> Iterator[Reading]:
    yield from reader.category(Amount, at)
    word = reader.word(at)
    if word == "x":
        yield at + 1, X()
    elif word.isdigit():
        yield at + 1, Number(int(word))
    factor, start = (2, at + 1) if word == "twice" else (3, at + 2) if reader.literal(at, "three", "times") else (0, at)
    if word in NUMBERS and reader.word(at + 1) in ("minus", "plus"):
        yield at + 1, Number(NUMBERS[word])
    if factor:
        yield from ((end, Times(factor, amount)) for end, amount in _term(reader, start))
    if word == "half":
        for end, amount in _term(reader, at + 1):
            yield from rounded(reader, end, amount)


@writes(Times, mode="whole")
def write_times(writer: Writer, value: Times, form: Form) -> list[str] | None:
    """ "twice X"."""
    inner = writer.category(Amount, value.amount, "whole")
    words = ["twice"] if value.factor == 2 else [number_word(value.factor), "times"]
    return None if inner is None else words + inner


@writes(Half, mode="whole")
def write_half(writer: Writer, value: Half, form: Form) -> list[str] | None:
    """ "half your life total, rounded up"."""
    inner = writer.category(Amount, value.amount, "whole")
    return None if inner is None else ["half", *inner, ",", "rounded", "up" if value.up else "down"]


@writes(Sum, Difference, mode="whole")
def write_sum(writer: Writer, value: Sum | Difference, form: Form) -> list[str] | None:
    """ "X plus 1"."""
    left, right = writer.category(Amount, value.left, "whole"), writer.category(Amount, value.right, "whole")
    return None if left is None or right is None else [*left, "plus" if isinstance(value, Sum) else "minus", *right]


@writes(Amount, mode="whole")
def write_term(writer: Writer, value: Amount, form: Form) -> list[str] | None:
    """A term."""
    return writer.category(Amount, value)


@writes(DoneThisWayAmount)
def write_done_amount(writer: Writer, value: DoneThisWayAmount, form: Form) -> list[str] | None:
    """ "the life lost this way", where the binder has said by what."""
    return writer.category(Amount, replace(value, slot="")) if value.slot else None


@writes(DoneThisWayAmount, mode="each")
def write_done_each(writer: Writer, value: DoneThisWayAmount, form: Form) -> list[str] | None:
    """ "1 life lost this way"."""
    return writer.category(Amount, replace(value, slot=""), "each") if value.slot else None


@reads(Things, "bare")
def read_counted(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """What is counted behind "the number of": a bare plural, or "those creatures"; players who are described."""
    for end, who in reader.category(Players, at, "np"):
        if isinstance(who, EachPlayer) and who.form == "" and who.group.post:
            yield end, who
    for end, value in reader.category(Objects, at, "np"):
        if (isinstance(value, All) and value.form == "" and not only_entered(value.group)) or (
            isinstance(value, It) and value.plural
        ):
            yield end, value


@writes(Things, mode="bare")
def write_counted(writer: Writer, value: Things, form: Form) -> list[str] | None:
    """What is counted behind "the number of"."""
    return writer.category(Things, value)
