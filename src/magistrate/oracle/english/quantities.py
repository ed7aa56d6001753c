"""How many: amounts in their modes ("a", "two", "3", "that many") and quantities of things ("up to two", "any number
of").

Amounts have four modes: "one" is an article, "many" goes before a plural, "digits" before a mass noun or in a
comparison, and the usual one is a whole expression, as after "equal to".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from magistrate.abilities.amounts import Amount, Difference, Half, Number, Sum, ThatMuch, Times, X
from magistrate.abilities.node import Node
from magistrate.abilities.things import AnyNumber, AtLeast, AtMost, Between, Exactly, Quantity, UpTo
from magistrate.oracle.english.words import PLURAL, SINGULAR
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import NUMBERS, Form, number_word
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

ONE_THING = Exactly(Number(1))

#: "twice", "three times": the words, and the factor.
_FACTORS = {"twice": 2}
_TIMES = {word: value for word, value in NUMBERS.items() if value > 2}


@reads(Amount, "one")
def read_one(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "a" or "an"."""
    if reader.word(at) in ("a", "an"):
        yield at + 1, Number(1)


@writes(Number, mode="one")
def write_one(writer: Writer, value: Number, form: Form) -> list[str] | None:
    """ "a", or "an" as the next word sounds."""
    return ["a"] if value.value == 1 else None


@reads(Amount, "many")
def read_many(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "two", "X", "that many", "twice that many" before a plural."""
    word = reader.word(at)
    if word in NUMBERS and NUMBERS[word] != 1:
        yield at + 1, Number(NUMBERS[word])
    elif word.isdigit():
        yield at + 1, Number(int(word))
    yield from _multiples(reader, at, "many", ("that", "many"))


@writes(Number, mode="many")
def write_many(writer: Writer, value: Number, form: Form) -> list[str] | None:
    """ "two"."""
    return [number_word(value.value)] if value.value != 1 else None


@reads(Amount, "times")
def read_times(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "twice", "three times", "X times": how often something is done."""
    if reader.word(at) == "twice":
        yield at + 1, Number(2)
    for end, amount in reader.category(Amount, at, "many"):
        if isinstance(amount, Number | X) and reader.word(end) == "times" and amount != Number(2):
            yield end + 1, amount


@writes(Number, X, mode="times")
def write_times(writer: Writer, value: Number | X, form: Form) -> list[str] | None:
    """The same."""
    if isinstance(value, Number) and value.value < 3:
        return ["twice"] if value.value == 2 else None
    many = writer.category(Amount, value, "many")
    return None if many is None else [*many, "times"]


@reads(Amount, "digits")
def read_digits(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "3", "X", "that much", "twice that much" before a mass noun."""
    if reader.word(at).isdigit():
        yield at + 1, Number(int(reader.word(at)))
    yield from _multiples(reader, at, "digits", ("that", "much"))


@writes(Number, mode="digits")
def write_digits(writer: Writer, value: Number, form: Form) -> list[str] | None:
    """ "3"."""
    return [str(value.value)]


@writes(Number)
def write_number(writer: Writer, value: Number, form: Form) -> list[str] | None:
    """ "3"."""
    return [str(value.value)]


def _multiples(reader: Reader, at: int, mode: str, reference: tuple[str, str]) -> Iterator[Reading]:
    if reader.word(at) == "x":
        yield at + 1, X()
    end = reader.literal(at, *reference)
    if end is not None:
        yield end, ThatMuch()
        for joint, kind in (("plus", Sum), ("minus", Difference)):
            if reader.word(end) == joint:
                for last, other in reader.category(
                    Amount, end + 1, "digits" if reader.word(end + 1).isdigit() else "many"
                ):
                    if isinstance(other, Number):
                        yield last, kind(ThatMuch(), other)
                if reader.word(end + 1) == "one":
                    yield end + 2, kind(ThatMuch(), Number(1))
    factor, start = _FACTORS.get(reader.word(at), 0), at + 1
    if not factor and reader.word(at + 1) == "times":
        factor, start = _TIMES.get(reader.word(at), 0), at + 2
    if factor:
        for end, amount in reader.category(Amount, start, mode):
            if not isinstance(amount, Number):
                yield end, Times(factor, amount)
    if reader.word(at) == "half":
        for end, amount in reader.category(Amount, at + 1, mode):
            if not isinstance(amount, Number):
                yield from rounded(reader, end, amount)
                yield end, Half(amount, None, each_time=True)


def rounded(reader: Reader, at: int, amount: Amount) -> Iterator[Reading]:
    """ ", rounded up" behind a half."""
    for end, way in reader.literals(at, ", rounded up", ", rounded down"):
        yield end, Half(amount, up=way.endswith("up"))


@writes(X, mode="many")
@writes(X, mode="digits")
@writes(X)
def write_x(writer: Writer, value: X, form: Form) -> list[str] | None:
    """ "X"."""
    return ["X"]


@writes(ThatMuch, mode="many")
def write_that_many(writer: Writer, value: ThatMuch, form: Form) -> list[str] | None:
    """ "that many"."""
    return ["that", "many"]


@writes(ThatMuch, mode="digits")
def write_that_much(writer: Writer, value: ThatMuch, form: Form) -> list[str] | None:
    """ "that much"."""
    return ["that", "much"]


def _multiple_writer(mode: str) -> None:
    @writes(Times, mode=mode)
    def write_times(writer: Writer, value: Times, form: Form) -> list[str] | None:
        inner = writer.category(Amount, value.amount, mode)
        words = ["twice"] if value.factor == 2 else [number_word(value.factor), "times"]
        return None if inner is None else words + inner

    @writes(Half, mode=mode)
    def write_half(writer: Writer, value: Half, form: Form) -> list[str] | None:
        inner = writer.category(Amount, value.amount, mode)
        way = [] if value.each_time else [",", "rounded", "up" if value.up else "down"]
        return None if inner is None else ["half", *inner, *way]

    @writes(Sum, Difference, mode=mode)
    def write_sum(writer: Writer, value: Any, form: Form) -> list[str] | None:
        left = writer.category(Amount, value.left, mode)
        if left is None or not isinstance(value.left, ThatMuch) or not isinstance(value.right, Number):
            return None
        word = "plus" if isinstance(value, Sum) else "minus"
        return [*left, word, number_word(value.right.value) if mode == "many" else str(value.right.value)]


_multiple_writer("many")
_multiple_writer("digits")


# Quantities ----------------------------------------------------------------------------------------------------------
def read_quantity(reader: Reader, at: int) -> Iterator[tuple[int, Quantity, str]]:
    """A quantity before a noun without an article, and the number of the noun: "two", "up to one", "any number of"."""
    word = reader.word(at)
    if word == "one":
        yield at + 1, ONE_THING, SINGULAR
        for most, words in _BETWEEN.items():
            between = reader.literal(at, *words)
            if between is not None:
                yield between, Between(Number(1), Number(most)), PLURAL
    for end, amount in reader.category(Amount, at, "many"):
        yield end, Exactly(amount), PLURAL
    for kind, after in ((UpTo, reader.literal(at, "up", "to")), (AtLeast, reader.literal(at, "at", "least"))):
        if after is not None:
            if reader.word(after) == "one":
                yield after + 1, kind(Number(1)), SINGULAR
            for last, amount in reader.category(Amount, after, "many"):
                yield last, kind(amount), PLURAL
    any_number = reader.literal(at, "any", "number", "of")
    if any_number is not None:
        yield any_number, AnyNumber(), PLURAL
    if reader.word(at + 1) == "or" and reader.word(at + 2) in ("more", "fewer"):
        bound = AtLeast if reader.word(at + 2) == "more" else AtMost
        if word == "one":
            yield at + 3, bound(Number(1)), PLURAL
        for end, amount in reader.category(Amount, at, "many"):
            if end == at + 1:
                yield at + 3, bound(amount), PLURAL


#: "one or two", "one, two, or three".
_BETWEEN = {2: ["one", "or", "two"], 3: ["one", ",", "two", ",", "or", "three"]}


def write_quantity(writer: Writer, value: Quantity) -> list[str] | None:
    """A quantity as `read_quantity` reads it."""
    if isinstance(value, Between):
        fits = value.low == Number(1) and isinstance(value.high, Number)
        return _BETWEEN.get(value.high.value) if fits and isinstance(value.high, Number) else None
    if isinstance(value, AnyNumber):
        return ["any", "number", "of"]
    amount = getattr(value, "amount", None)
    if not isinstance(amount, Node):
        return None
    words = ["one"] if amount == Number(1) else writer.category(Amount, amount, "many")
    if words is None:
        return None
    if isinstance(value, Exactly):
        return words
    if isinstance(value, UpTo):
        return ["up", "to", *words]
    if isinstance(value, AtLeast):
        return [*words, "or", "more"]
    return [*words, "or", "fewer"] if isinstance(value, AtMost) else None


def number_of(value: Quantity) -> str:
    """Whether a noun behind this quantity is singular or plural."""
    if isinstance(value, Exactly | UpTo) and value.amount == Number(1):
        return SINGULAR
    return PLURAL


@reads(Quantity, "one")
def read_quantity_one(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """A quantity before a singular noun, an article included."""
    if reader.word(at) in ("a", "an"):
        yield at + 1, ONE_THING
    for end, value, number in read_quantity(reader, at):
        if number == SINGULAR and value != ONE_THING:
            yield end, value


@reads(Quantity, "many")
def read_quantity_many(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """A quantity before a plural noun."""
    for end, value, number in read_quantity(reader, at):
        if number == PLURAL:
            yield end, value


@writes(Exactly, UpTo, AtLeast, AnyNumber, AtMost, Between, mode="one")
def write_quantity_one(writer: Writer, value: Quantity, form: Form) -> list[str] | None:
    """A quantity before a singular noun."""
    if value == ONE_THING:
        return ["a"]
    return write_quantity(writer, value) if number_of(value) == SINGULAR else None


@writes(Exactly, UpTo, AtLeast, AnyNumber, AtMost, Between, mode="many")
def write_quantity_many(writer: Writer, value: Quantity, form: Form) -> list[str] | None:
    """A quantity before a plural noun."""
    return write_quantity(writer, value) if number_of(value) == PLURAL else None
