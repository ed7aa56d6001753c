"""Parts of a whole: "half the creatures they control, rounded up", "half X life"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import CountersPhrase, Enter, LoseLife, SetLife
from magistrate.abilities.amounts import Amount, Half, LifeTotalOf, Number, ThatMuch, X
from magistrate.abilities.effects import Does, Effect
from magistrate.abilities.groups import Group
from magistrate.abilities.things import HalfOf, Objects, Players, Some
from magistrate.oracle.english.words import PLURAL
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import MANY, Form, person_of, verb
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


@reads(Objects, "np")
def read_half(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "half the creatures they control of their choice, rounded up"."""
    start = reader.literal(at, "half", "the")
    if start is not None:
        for end, group in reader.category(Group, start, PLURAL):
            for last, way in reader.literals(end, ", rounded up", ", rounded down"):
                yield last, Some(group, HalfOf(way.endswith("up")))


def write_half(writer: Writer, value: Some) -> list[str] | None:
    """ "half the creatures they control, rounded up"."""
    if not isinstance(value.quantity, HalfOf) or value.at_random or value.group.shared:
        return None
    group = writer.category(Group, value.group, PLURAL)
    return None if group is None else ["half", "the", *group, ",", "rounded", "up" if value.quantity.up else "down"]


@reads(Effect)
def read_set_life(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "your life total becomes 10", "target player's life total becomes half their starting life total, rounded down" (CR
    119.5)."""
    for end, who in reader.category(Players, at, "poss"):
        for start, said in reader.literals(end, "life total becomes", "life total becomes equal to"):
            mode = "whole" if said.endswith("to") else "digits"
            for last, amount in reader.category(Amount, start, mode):
                yield last, Does(who, (SetLife(amount),))
            if mode == "digits":
                for last, amount in reader.category(Amount, start, "whole"):
                    if not isinstance(amount, Number | X):
                        yield last, Does(who, (SetLife(amount),))


def write_set_life(writer: Writer, value: Does) -> list[str] | None:
    """ "your life total becomes 10", "becomes equal to the number of creatures you control"."""
    action = value.actions[0]
    if not isinstance(action, SetLife) or value != Does(value.who, (action,)):
        return None
    who = writer.category(Players, value.who, "poss")
    plain = isinstance(action.amount, Number | X)
    amount = writer.category(Amount, action.amount, "digits" if plain else "whole")
    if who is None or amount is None:
        return None
    return [*who, "life", "total", "becomes", *([] if plain else ["equal", "to"]), *amount]


@reads(Enter)
def read_enter_with(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "enters with a number of additional +1/+1 counters on it equal to its power"."""
    start = reader.literal(at, verb("enter", form), "with", "a", "number", "of")
    if start is None:
        return
    additional = reader.word(start) == "additional"
    for end, kind in reader.category(str, start + additional, "counter"):
        for last, _ in reader.literals(end, "counters on it equal to", "counters on them equal to"):
            for stop, amount in reader.category(Amount, last, "whole"):
                yield stop, Enter(with_counters=(CountersPhrase(amount, kind, additional),))


def write_enter_with(writer: Writer, value: Enter, form: Form) -> list[str] | None:
    """ "enters with a number of +1/+1 counters on it equal to its power"."""
    if len(value.with_counters) != 1 or value != Enter(with_counters=value.with_counters):
        return None
    phrase = value.with_counters[0]
    kind, amount = writer.category(str, phrase.kind, "counter"), writer.category(Amount, phrase.count, "whole")
    if kind is None or amount is None or isinstance(phrase.count, Number | X | ThatMuch):
        return None
    more = ["additional"] if phrase.additional else []
    on = "them" if person_of(form) == MANY else "it"
    return [
        verb("enter", form),
        "with",
        "a",
        "number",
        "of",
        *more,
        *kind,
        "counters",
        "on",
        on,
        "equal",
        "to",
        *amount,
    ]


@reads(LoseLife)
def read_half_life(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "loses half their life, rounded up"."""
    start = reader.literal(at, verb("lose", form), "half")
    if start is not None:
        for end, whose in reader.category(Players, start, "poss"):
            if reader.word(end) == "life":
                for last, way in reader.literals(end + 1, ", rounded up", ", rounded down"):
                    yield last, LoseLife(Half(LifeTotalOf(whose), way.endswith("up")))


@writes(LoseLife)
def write_half_life(writer: Writer, value: LoseLife, form: Form) -> list[str] | None:
    """ "loses half their life, rounded up"."""
    half = value.amount
    if not isinstance(half, Half) or half.each_time or not isinstance(half.amount, LifeTotalOf):
        return None
    whose = writer.category(Players, half.amount.who, "poss")
    way = "up" if half.up else "down"
    return None if whose is None else [verb("lose", form), "half", *whose, "life", ",", "rounded", way]
