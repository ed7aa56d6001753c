"""Mana: rows of symbols as costs, and what mana abilities add."""

from __future__ import annotations

import re
from collections.abc import Iterator

from magistrate.abilities.actions import (
    Action,
    AddMana,
    AnyColorMana,
    ChoiceOfMana,
    ColorOf,
    CountersPhrase,
    FixedMana,
    ManaOutput,
    ManaTimes,
    TypeProduced,
    TypeThatWasProduced,
)
from magistrate.abilities.amounts import Amount, ColorsAmong, ForEach, Number, ThatMuch, Times, X
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import replace
from magistrate.abilities.things import Objects
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

#: Symbols in braces that are no mana.
NOT_MANA = frozenset({"T", "Q", "E", "TK", "CHAOS", "P", "A"})
#: CR 107.4: the symbols of which mana costs are made; `cost` stands for one in what a keyword means.
_IN_COSTS = re.compile(r"\d{1,7}|[XYZWUBRGCS]|[WUBRGC]/[WUBRG](?:/P)?|2/[WUBRG]|[WUBRGC]/P|cost")
#: CR 106.1b, 106.8-106.11: the symbols that say which mana is added: of a type, hybrid, Phyrexian, generic, snow.
_PRODUCED = re.compile(r"[WUBRGCS]|\d{1,3}|[WUBRGC]/[WUBRG](?:/P)?|2/[WUBRG]|[WUBRGC]/P")


def symbols(reader: Reader, at: int) -> tuple[int, tuple[str, ...]]:
    """The row of mana symbols at a place: where it ends, and the symbols without braces."""
    end, found = at, []
    while end < reader.length and reader.tokens.tokens[end].kind == "symbol":
        symbol = reader.text(end)[1:-1]
        if symbol in NOT_MANA:
            break
        found.append(symbol)
        end += 1
    return end, tuple(found)


@reads(ManaCost)
def read_mana_cost(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "{2}{W}"."""
    end, found = symbols(reader, at)
    if found and all(_IN_COSTS.fullmatch(symbol) for symbol in found):
        yield end, ManaCost(found)


@writes(ManaCost)
def write_mana_cost(writer: Writer, value: ManaCost, form: Form) -> list[str] | None:
    """ "{2}{W}"."""
    return [f"{{{symbol}}}" for symbol in value.symbols] or None


def produced(reader: Reader, at: int) -> tuple[int, tuple[str, ...]]:
    """A row of symbols that stand for mana that is added (CR 106.1b, 106.8-106.11): a variable is none, for one."""
    end, found = symbols(reader, at)
    return (end, found) if all(_PRODUCED.fullmatch(symbol) for symbol in found) else (at, ())


# What is added -------------------------------------------------------------------------------------------------------
@reads(ManaOutput)
def read_output(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """What "add" is followed by."""
    end, found = produced(reader, at)
    if found:
        yield end, FixedMana(found)
        for last, options in reader.series(lambda place: _fixed(reader, place), "or", at):
            if len(options) > 1:
                yield last, ChoiceOfMana(tuple(options))
    for count_end, count in [*_one(reader, at), *_that_much(reader, at), *reader.category(Amount, at, "many")]:
        if reader.word(count_end) == "mana":
            yield from _mana_of(reader, count_end + 1, count)
        elif len(produced(reader, count_end)[1]) == 1:
            symbol_end, row = produced(reader, count_end)
            yield symbol_end, ManaTimes(row[0], count)
    start = reader.literal(at, "an", "amount", "of")
    if start is not None:
        end, row = produced(reader, start)
        equal = reader.literal(end, "equal", "to")
        if len(row) == 1 and equal is not None:
            for last, amount in reader.category(Amount, equal, "whole"):
                yield last, ManaTimes(row[0], amount)
        equal = reader.literal(start, "mana", "of", "any", "one", "color", "equal", "to")
        if equal is not None:
            for last, amount in reader.category(Amount, equal, "whole"):
                yield last, AnyColorMana(amount)


def _one(reader: Reader, at: int) -> list[Reading]:
    return [(at + 1, Number(1))] if reader.word(at) == "one" else []


def _that_much(reader: Reader, at: int) -> Iterator[tuple[int, Amount]]:
    """ "that much", "twice that much"."""
    for end, said in reader.literals(at, "that much", "twice that much"):
        yield end, Times(2, ThatMuch()) if said.startswith("twice") else ThatMuch()


def _how_much(writer: Writer, amount: Amount | None) -> list[str] | None:
    """Before mana, which is a mass: "that much", "X", "five"."""
    many = writer.category(Amount, amount, "many")
    return many if many is None else ["much" if word == "many" else word for word in many]


def _fixed(reader: Reader, at: int) -> Iterator[Reading]:
    end, found = produced(reader, at)
    if found:
        yield end, FixedMana(found)


#: What limits the colours to those of a commander (CR 903.4).
_IDENTITY = ("in", "your", "commander", "'s", "color", "identity")


def _mana_of(reader: Reader, at: int, count: Amount) -> Iterator[Reading]:
    single = count == Number(1)
    for end, said in reader.literals(
        at,
        "of any color",
        "of any one color",
        "in any combination of colors",
        "in any combination of",
        "of different colors",
        "of the chosen color",
        "of any type that land produced",
        "of any color that a",
        "of any type that a",
        "of any color among",
        "of each color among",
        "of that color",
        "of any of",
    ):
        if said == ("of any color" if single else "of any one color"):
            yield end, AnyColorMana(count)
            identity = reader.literal(end, *_IDENTITY)
            if identity is not None:
                yield identity, AnyColorMana(count, identity=True)
        elif said == "in any combination of colors":
            yield end, AnyColorMana(count, one_color=False)
        elif said == "in any combination of":
            for last, options in reader.series(lambda place: _fixed(reader, place), "and/or", end):
                yield last, AnyColorMana(count, one_color=False, among=tuple(option.symbols[0] for option in options))
        elif said in ("of the chosen color", "of that color"):
            yield end, ColorOf(count, chosen=True)
        elif said == "of any type that land produced":
            yield end, TypeThatWasProduced(count)
        elif said == "of any color among":
            for last, things in reader.category(Objects, end):
                yield last, ColorOf(count, things)
        elif said == "of any of":
            for last, things in reader.category(Objects, end, "poss"):
                if reader.word(last) == "colors":
                    yield last + 1, ColorOf(count, things)
        elif said == "of each color among":
            for last, things in reader.category(Objects, end):
                yield last, ColorOf(count, things, each=True)
        elif said.endswith("that a"):
            for last, things in reader.category(Objects, end - 1, "np"):
                for stop, _ in reader.literals(last, "could produce"):
                    yield stop, TypeProduced(count, said.startswith("of any type"), things)


def of_each_color(action: Action, of: object) -> AddMana | None:
    """ "For each color among X, add one mana of that color": the action behind it; None when it is no such thing."""
    if isinstance(of, ColorsAmong) and isinstance(action, AddMana):
        mana = action.mana
        if isinstance(mana, ColorOf) and mana.chosen:
            return replace(action, mana=ColorOf(mana.count, of.of, each=True))
    return None


@writes(FixedMana)
def write_fixed(writer: Writer, value: FixedMana, form: Form) -> list[str] | None:
    """ "{G}{G}"."""
    return [f"{{{symbol}}}" for symbol in value.symbols] or None


@writes(ChoiceOfMana)
def write_choice(writer: Writer, value: ChoiceOfMana, form: Form) -> list[str] | None:
    """ "{R} or {G}"."""
    return writer.series([write_fixed(writer, option, form) for option in value.options], "or")


@writes(ManaTimes)
def write_times(writer: Writer, value: ManaTimes, form: Form) -> list[str] | None:
    """ "X {G}", "an amount of {G} equal to its power"; "for each" is the clause's to say."""
    if isinstance(value.amount, ForEach):
        return None
    many = _how_much(writer, value.amount)
    if many is not None:
        return [*many, f"{{{value.symbol}}}"]
    amount = writer.category(Amount, value.amount, "whole")
    return None if amount is None else ["an", "amount", "of", f"{{{value.symbol}}}", "equal", "to", *amount]


@writes(AnyColorMana, ColorOf, TypeProduced, TypeThatWasProduced)
def write_any(writer: Writer, value: ManaOutput, form: Form) -> list[str] | None:
    """ "one mana of any color" and kin."""
    count = getattr(value, "count", None)
    single = count == Number(1)
    words = ["one"] if single else _how_much(writer, count)
    if words is None:
        amount = writer.category(Amount, count, "whole")
        if isinstance(value, AnyColorMana) and value.one_color and not value.identity and amount is not None:
            return ["an", "amount", "of", "mana", "of", "any", "one", "color", "equal", "to", *amount]
        return None
    words = [*words, "mana"]
    if isinstance(value, AnyColorMana):
        if value.one_color:
            limit = _IDENTITY if value.identity else ()
            return [*words, "of", "any", *([] if single else ["one"]), "color", *limit]
        if not value.among:
            return [*words, "in", "any", "combination", "of", "colors"]
        options = writer.series([[f"{{{symbol}}}"] for symbol in value.among], "and/or")
        return None if options is None else [*words, "in", "any", "combination", "of", *options]
    if isinstance(value, TypeThatWasProduced):
        return [*words, "of", "any", "type", "that", "land", "produced"]
    if isinstance(value, ColorOf):
        if value.chosen:
            return [*words, "of", "the", "chosen", "color"]
        of = writer.category(Objects, value.of)
        return None if of is None else [*words, "of", "each" if value.each else "any", "color", "among", *of]
    assert isinstance(value, TypeProduced)
    by = writer.category(Objects, value.by)
    kind = "type" if value.any_type else "color"
    return None if by is None else [*words, "of", "any", kind, "that", *by, "could", "produce"]


# Energy --------------------------------------------------------------------------------------------------------------
@reads(CountersPhrase)
def read_energy(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "{E}{E}", "X {E}"."""
    end = at
    while reader.text(end) == "{E}":
        end += 1
    if end > at:
        yield end, CountersPhrase(Number(end - at), "energy")
    for start, amount in reader.category(Amount, at, "many"):
        if reader.text(start) == "{E}" and isinstance(amount, X | ThatMuch):
            yield start + 1, CountersPhrase(amount, "energy")


@writes(CountersPhrase)
def write_energy(writer: Writer, value: CountersPhrase, form: Form) -> list[str] | None:
    """ "{E}{E}"."""
    if value.kind != "energy":
        return None
    if isinstance(value.count, Number):
        return ["{E}"] * value.count.value
    many = writer.category(Amount, value.count, "many")
    return None if many is None else [*many, "{E}"]
