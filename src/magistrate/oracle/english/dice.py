"""Dice: rolling them, results tables, and the results that something triggers on (CR 706)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import RollDie
from magistrate.abilities.amounts import Amount, Number
from magistrate.abilities.dice import ResultRow, ResultsTable, RollNumber
from magistrate.abilities.effects import Effect
from magistrate.abilities.node import replace, walk
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import NUMBERS, Form, number_word, verb
from magistrate.oracle.lexer import CAPITAL
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


# Rolling -------------------------------------------------------------------------------------------------------------
def _die(reader: Reader, at: int, many: bool) -> Iterator[tuple[int, int, bool]]:
    """ "d20", "six-sided die": where it ends, its sides, and whether they are said in words."""
    word = reader.word(at)
    if word == "d" and reader.word(at + 1).isdigit():
        yield at + 2, int(reader.word(at + 1)), False
    sides = NUMBERS.get(word.removesuffix("-sided")) if word.endswith("-sided") else None
    if sides is not None and reader.word(at + 1) == ("dice" if many else "die"):
        yield at + 2, sides, True


@reads(RollDie)
def read_roll(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "rolls a d20", "roll two six-sided dice", "roll a d20 and add the number of cards in your hand"."""
    if reader.word(at) != verb("roll", form):
        return
    for mode in ("one", "many"):
        for start, count in reader.category(Amount, at + 1, mode):
            for end, sides, in_words in _die(reader, start, mode == "many"):
                roll = RollDie(sides, count, in_words)
                yield end, roll
                yield from _modified(reader, end, roll)
    for end, _ in reader.literals(at + 1, "a die"):
        yield end, RollDie(0)


def _modified(reader: Reader, at: int, roll: RollDie) -> Iterator[Reading]:
    """What is done to the results (CR 706.2), and which roll is ignored (CR 706.6)."""
    for start, said in reader.literals(at, "and add", "and subtract"):
        for end, amount in reader.category(Amount, start):
            yield end, replace(roll, modifier=amount, less=said == "and subtract")
    if roll.count == Number(2):
        for end, _ in reader.literals(at, "and ignore the lower roll"):
            yield end, replace(roll, ignore_lower=True)


@writes(RollDie)
def write_roll(writer: Writer, value: RollDie, form: Form) -> list[str] | None:
    """The same."""
    many = value.count != Number(1)
    count = writer.category(Amount, value.count, "many" if many else "one")
    if count is None:
        return None
    if not value.sides:
        return None if many else [verb("roll", form), "a", "die"]
    die = [f"d{value.sides}"]
    if value.in_words:
        die = [f"{number_word(value.sides)}-sided", "dice" if many else "die"]
    pieces = [verb("roll", form), *count, *die]
    if value.modifier is not None:
        amount = writer.category(Amount, value.modifier)
        if amount is None:
            return None
        pieces += ["and", "subtract" if value.less else "add", *amount]
    return [*pieces, *(["and", "ignore", "the", "lower", "roll"] if value.ignore_lower else [])]


# Tables --------------------------------------------------------------------------------------------------------------
def _range(reader: Reader, at: int, stroke: str) -> tuple[int, int | None, int | None] | None:
    """ "1—9", "20", "15+", "9 or less" behind the start of a line, and the stroke behind it."""
    if reader.word(at) != "\n" or not reader.word(at + 1).isdigit():
        return None
    first = int(reader.word(at + 1))
    forms: list[tuple[int | None, int | None, int | None]] = [
        (reader.literal(at + 2, stroke), first, first),
        (reader.literal(at + 2, "+", stroke), first, None),
        (reader.literal(at + 2, "or", "less", stroke), None, first),
    ]
    if reader.word(at + 2) == "—" and reader.word(at + 3).isdigit():
        forms.append((reader.literal(at + 4, stroke), first, int(reader.word(at + 3))))
    for end, least, most in forms:
        if end is not None:
            return end, least, most
    return None


def _rows(reader: Reader, at: int, stroke: str) -> Iterator[tuple[int, tuple[ResultRow, ...]]]:
    found = _range(reader, at, stroke)
    if found is None:
        return
    start, least, most = found
    for end, effect in reader.category(Effect, start, "text"):
        row = ResultRow(least, most, effect)
        yield end, (row,)
        for last, rest in _rows(reader, end, stroke):
            yield last, (row, *rest)


def read_table(reader: Reader, at: int, before: Effect) -> Iterator[Reading]:
    """CR 706.3: the rows behind the instructions that a die is rolled in."""
    if reader.word(at) != "\n" or not any(isinstance(part, RollDie) for part in walk(before)):
        return
    for stroke in ("|", "—"):
        for end, rows in _rows(reader, at, stroke):
            if len(rows) > 1:
                yield end, ResultsTable(before, rows, stroke)


@writes(ResultsTable, mode="text")
def write_table(writer: Writer, value: ResultsTable, form: Form) -> list[str] | None:
    """The same."""
    before = writer.category(Effect, value.before, "text")
    if before is None:
        return None
    pieces = list(before)
    for row in value.rows:
        inner = writer.category(Effect, row.effect, "text")
        if inner is None:
            return None
        if row.least is None:
            said = f"{row.most} or less"
        elif row.most is None:
            said = f"{row.least}+"
        else:
            said = str(row.least) if row.least == row.most else f"{row.least}—{row.most}"
        pieces += ["\n", said, value.stroke, CAPITAL, *inner]
    return pieces


# Results -------------------------------------------------------------------------------------------------------------
@reads(RollNumber)
def read_number(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "roll a 4 or higher", "roll a 5 or higher on a die", "roll a 1 or 2", "roll a natural 20"."""
    if reader.word(at) != verb("roll", form) or reader.word(at + 1) not in ("a", "an"):
        return
    natural = reader.word(at + 2) == "natural"
    start = at + 2 + natural
    if not reader.word(start).isdigit():
        return
    number = int(reader.word(start))
    found: list[tuple[int, int | None]] = [(start + 1, number)]
    for end, said in reader.literals(start + 1, "or higher", "or"):
        if said == "or higher":
            found.append((end, None))
        elif reader.word(end) == str(number + 1):
            found.append((end + 1, number + 1))
    for end, most in found:
        yield end, RollNumber(number, most, natural)
        for last, _ in reader.literals(end, "on a die"):
            yield last, RollNumber(number, most, natural, True)


@writes(RollNumber)
def write_number(writer: Writer, value: RollNumber, form: Form) -> list[str] | None:
    """The same."""
    pieces = [verb("roll", form), "a", *(["natural"] if value.natural else []), str(value.least)]
    if value.most is None:
        pieces += ["or", "higher"]
    elif value.most != value.least:
        pieces += ["or", str(value.most)]
    return [*pieces, *(["on", "a", "die"] if value.on_a_die else [])]
