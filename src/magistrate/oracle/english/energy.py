"""Energy (CR 107.14): paying {E} is removing an energy counter from oneself."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import RemoveCounters
from magistrate.abilities.amounts import Amount, Number, Times, X
from magistrate.abilities.things import AnyNumber, AtLeast, Exactly, Quantity, You
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form, verb
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_SYMBOL = "{E}"
#: Up to how many symbols are written one after the other.
_IN_A_ROW = 6


@reads(RemoveCounters)
def read_pay(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "pay {E}{E}", "pay eight {E}", "pay any amount of {E}", "pay one or more {E}"."""
    if reader.word(at) == verb("pay", form):
        for end, quantity in _how_much(reader, at + 1):
            yield end, RemoveCounters(quantity, "energy", You())


def _how_much(reader: Reader, at: int) -> Iterator[tuple[int, Quantity]]:
    end = at
    while reader.text(end) == _SYMBOL:
        end += 1
    if end > at:
        yield end, Exactly(Number(end - at))
        return
    for words, quantity in (("any amount of", AnyNumber()), ("one or more", AtLeast(Number(1)))):
        for start, _ in reader.literals(at, words):
            if reader.text(start) == _SYMBOL:
                yield start + 1, quantity
    for start, amount in reader.category(Amount, at, "many"):
        if reader.text(start) == _SYMBOL:
            yield start + 1, Exactly(amount)
    start_of = reader.literal(at, "an", "amount", "of")
    if start_of is not None and reader.text(start_of) == _SYMBOL:
        equal = reader.literal(start_of + 1, "equal", "to")
        if equal is not None:
            for last, amount in reader.category(Amount, equal, "whole"):
                yield last, Exactly(amount)


@writes(RemoveCounters)
def write_pay(writer: Writer, value: RemoveCounters, form: Form) -> list[str] | None:
    """ "pay {E}{E}"."""
    if value.kind != "energy" or not isinstance(value.from_, You):
        return None
    words = _write_how_much(writer, value.count)
    return None if words is None else [verb("pay", form), *words]


def _write_how_much(writer: Writer, quantity: Quantity | None) -> list[str] | None:
    if isinstance(quantity, AnyNumber):
        return ["any", "amount", "of", _SYMBOL]
    if quantity == AtLeast(Number(1)):
        return ["one", "or", "more", _SYMBOL]
    if not isinstance(quantity, Exactly):
        return None
    amount = quantity.amount
    if isinstance(amount, Number) and amount.value <= _IN_A_ROW:
        return [_SYMBOL] * amount.value
    if isinstance(amount, Number | X | Times):
        many = writer.category(Amount, amount, "many")
        return None if many is None else [*many, _SYMBOL]
    whole = writer.category(Amount, amount, "whole")
    return None if whole is None else ["an", "amount", "of", _SYMBOL, "equal", "to", *whole]
