"""Power and toughness: "+2/+2", "base power and toughness 1/1"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import GetPT, HaveBasePT
from magistrate.abilities.amounts import Amount, Number, Star, X
from magistrate.abilities.groups import IsSize, Quality
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form, verb
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


def _number(text: str) -> Amount | None:
    if text.isdigit():
        return Number(int(text))
    if text == "*":
        return Star()
    return X() if text == "X" else None


def size_text(amount: Amount | None) -> str | None:
    """A number, X or a star, as it stands in "X/*"; None for other amounts."""
    if isinstance(amount, Number):
        return str(amount.value)
    if isinstance(amount, Star):
        return "*"
    return "X" if isinstance(amount, X) else None


# Changes -------------------------------------------------------------------------------------------------------------
@reads(GetPT)
def read_get(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "gets +2/-1"."""
    if reader.word(at) == verb("get", form) and at + 1 < reader.length:
        token = reader.tokens.tokens[at + 1]
        if token.kind == "change":
            left, right = token.text.split("/")
            power, toughness = _number(left[1:]), _number(right[1:])
            if power is not None and toughness is not None:
                yield at + 2, GetPT(power, toughness, -1 if left[0] == "-" else 1, -1 if right[0] == "-" else 1)


@writes(GetPT)
def write_get(writer: Writer, value: GetPT, form: Form) -> list[str] | None:
    """ "gets +2/-1"."""
    power, toughness = size_text(value.power), size_text(value.toughness)
    if power is None or toughness is None:
        return None
    signs = {1: "+", -1: "-"}
    return [verb("get", form), f"{signs[value.power_sign]}{power}/{signs[value.toughness_sign]}{toughness}"]


def read_size(reader: Reader, at: int) -> tuple[int, Amount, Amount] | None:
    """A size like 2/2 or X/X."""
    if at < reader.length and reader.tokens.tokens[at].kind == "size":
        left, right = (_number(part) for part in reader.text(at).split("/"))
        if left is not None and right is not None:
            return at + 1, left, right
    return None


@reads(Quality, "pre")
def read_is_size(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "1/1", before a noun."""
    size = read_size(reader, at)
    if size is not None and isinstance(size[1], Number) and isinstance(size[2], Number):
        yield size[0], IsSize(size[1].value, size[2].value)


@writes(IsSize, mode="pre")
def write_is_size(writer: Writer, value: IsSize, form: Form) -> list[str] | None:
    """ "1/1"."""
    return [f"{value.power}/{value.toughness}"]


@reads(HaveBasePT)
def read_base(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "has base power and toughness 1/1", "has base power 3"."""
    if reader.word(at) != verb("have", form):
        return
    for end, said in reader.literals(at + 1, "base power and toughness", "base power", "base toughness"):
        if said == "base power and toughness":
            size = read_size(reader, end)
            if size is not None:
                yield size[0], HaveBasePT(size[1], size[2])
            for last, both in read_each_equal(reader, end):
                yield last, HaveBasePT(both, both)
        else:
            for last, amount in reader.category(Amount, end, "digits"):
                yield last, HaveBasePT(amount, None) if said == "base power" else HaveBasePT(None, amount)


def read_each_equal(reader: Reader, at: int) -> Iterator[tuple[int, Amount]]:
    """ "each equal to its mana value", behind "power and toughness": what both are."""
    for end, _ in reader.literals(at, "each equal to"):
        for last, amount in reader.category(Amount, end, "whole"):
            if size_text(amount) is None:
                yield last, amount


def write_each_equal(writer: Writer, power: Amount | None, toughness: Amount | None) -> list[str] | None:
    """ "power and toughness each equal to its mana value"."""
    amount = writer.category(Amount, power, "whole") if power is not None and power == toughness else None
    return None if amount is None else ["power", "and", "toughness", "each", "equal", "to", *amount]


@writes(HaveBasePT)
def write_base(writer: Writer, value: HaveBasePT, form: Form) -> list[str] | None:
    """ "has base power and toughness 1/1"."""
    words = [verb("have", form), "base"]
    if value.power is not None and value.toughness is not None:
        power, toughness = size_text(value.power), size_text(value.toughness)
        if power is None or toughness is None:
            both = write_each_equal(writer, value.power, value.toughness)
            return None if both is None else [*words, *both]
        return [*words, "power", "and", "toughness", f"{power}/{toughness}"]
    amount = writer.category(Amount, value.power if value.toughness is None else value.toughness, "digits")
    return None if amount is None else [*words, "power" if value.toughness is None else "toughness", *amount]
