"""Copies: entering as a copy, and what a copy is except for (CR 707.5, 707.9)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import (
    BecomeCopy,
    Enter,
    Exceptionally,
    GainAbilities,
    HaveThisAbility,
    KeepName,
    ObjectAction,
)
from magistrate.abilities.conditions import Condition
from magistrate.abilities.groups import Group, InZone
from magistrate.abilities.things import Objects, Some
from magistrate.oracle.english.portions import write_enter_with
from magistrate.oracle.english.quantities import ONE_THING
from magistrate.oracle.english.words import SINGULAR
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import IT, MANY, PRESENT, Form, verb
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_OWN_NAME = "its name is ~"


# Exceptions ----------------------------------------------------------------------------------------------------------
def read_exceptions(reader: Reader, at: int) -> Iterator[tuple[int, tuple[ObjectAction, ...]]]:
    """ ", except it's a 1/1 and has flying": what is changed in a copy (CR 707.9)."""
    start = reader.literal(at, ",", "except")
    if start is not None:
        yield from _several(reader, start)
        if reader.word(start) == "if":
            for end, condition in reader.category(Condition, start + 1, "several"):
                if reader.word(end) == ",":
                    for last, actions in _several(reader, end + 1):
                        yield last, (Exceptionally(condition, actions),)


def _several(reader: Reader, at: int) -> Iterator[tuple[int, tuple[ObjectAction, ...]]]:
    for end, parts in reader.series(lambda place: _exceptions(reader, place), "and", at):
        yield end, tuple(exception for part in parts for exception in part)


def _exceptions(reader: Reader, at: int) -> Iterator[tuple[int, tuple[ObjectAction, ...]]]:
    """One exception, or "it has hexproof and this ability"."""
    for end, action in _exception(reader, at):
        yield end, (action,)
        if isinstance(action, GainAbilities) and action.has:
            for last, _ in reader.literals(end, "and this ability"):
                yield last, (action, HaveThisAbility())


def _exception(reader: Reader, at: int) -> Iterator[Reading]:
    for end, _ in reader.literals(at, _OWN_NAME):
        yield end, KeepName()
    start, person = at, IT
    if reader.word(at) == "it":
        start = at + 1
    elif reader.word(at) == "they":
        start, person = at + 1, MANY
    elif reader.literal(at, "the", "token") is not None:
        start = at + 2
    for end, action in reader.category(ObjectAction, start, form=make_form(PRESENT, person)):
        yield end, action
        if reader.word(end) == "if":
            for last, condition in reader.category(Condition, end + 1):
                yield last, Exceptionally(condition, (action,), behind=True)


def write_exceptions(writer: Writer, exceptions: tuple[ObjectAction, ...], of: int = IT) -> list[str] | None:
    """ ", except it's a 1/1 and has flying"; `of`: the person of what is copied into."""
    if not exceptions:
        return []
    lead: list[str] = []
    if len(exceptions) == 1 and isinstance(exceptions[0], Exceptionally) and not exceptions[0].behind:
        condition = writer.category(Condition, exceptions[0].condition)
        if condition is None:
            return None
        lead, exceptions = ["if", *condition, ","], exceptions[0].actions
    parts: list[list[str] | None] = []
    for action in exceptions:
        behind: list[str] | None = []
        if isinstance(action, Exceptionally):
            condition = writer.category(Condition, action.condition) if action.behind else None
            behind = None if condition is None else ["if", *condition]
            action = action.actions[0]
        if isinstance(action, KeepName) and of == IT:
            parts.append(_OWN_NAME.split(" "))
            continue
        before = parts[-1] if parts else None
        if isinstance(action, HaveThisAbility) and before is not None and "has" in before[:2]:
            parts[-1] = [*before, "and", "this", "ability"]
            continue
        written = writer.category(ObjectAction, action, form=make_form(PRESENT, of))
        said = None if written is None or behind is None else ["it" if of == IT else "they", *written, *behind]
        parts.append(said)
    series = writer.series(parts, "and")
    return None if series is None else [",", "except", *lead, *series]


# Becoming ------------------------------------------------------------------------------------------------------------
@reads(BecomeCopy)
def read_become_copy(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "becomes a copy of target land, except it has this ability" (CR 707.9)."""
    start = reader.literal(at, verb("become", form), "a", "copy", "of")
    if start is not None:
        for end, of in reader.category(Objects, start):
            for last, exceptions in read_exceptions(reader, end):
                yield last, BecomeCopy(of, exceptions)


@writes(BecomeCopy)
def write_become_copy(writer: Writer, value: BecomeCopy, form: Form) -> list[str] | None:
    """ "becomes a copy of target land, except it has this ability"."""
    of, exceptions = writer.category(Objects, value.of), write_exceptions(writer, value.exceptions)
    if of is None or exceptions is None:
        return None
    return [verb("become", form), "a", "copy", "of", *of, *exceptions]


# Entering ------------------------------------------------------------------------------------------------------------
@reads(Enter)
def read_enter_as_copy(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "enter tapped as a copy of any creature on the battlefield, except it's a Wall"."""
    start = reader.literal(at, verb("enter", form))
    if start is None:
        return
    tapped = reader.word(start) == "tapped"
    of = reader.literal(start + tapped, "as", "a", "copy", "of")
    if of is None:
        return
    for end, what in _copied(reader, of):
        yield end, Enter(tapped=tapped, as_copy_of=what)
        for last, exceptions in read_exceptions(reader, end):
            yield last, Enter(tapped=tapped, as_copy_of=what, exceptions=exceptions)


def _copied(reader: Reader, at: int) -> Iterator[tuple[int, Objects]]:
    if reader.word(at) == "any":
        for end, group in reader.category(Group, at + 1, SINGULAR):
            yield end, Some(group, ONE_THING)
    else:
        yield from reader.category(Objects, at, "np")


@writes(Enter)
def write_enter_as_copy(writer: Writer, value: Enter, form: Form) -> list[str] | None:
    """ "enter as a copy of any creature on the battlefield"."""
    if value.with_counters:
        return write_enter_with(writer, value, form)
    what = value.as_copy_of
    exceptions = write_exceptions(writer, value.exceptions)
    if what is None or exceptions is None or value != Enter(value.tapped, as_copy_of=what, exceptions=value.exceptions):
        return None
    if isinstance(what, Some) and what.quantity == ONE_THING and _anywhere(what.group):
        group = writer.category(Group, what.group, SINGULAR)
        pieces = None if group is None else ["any", *group]
    else:
        pieces = writer.category(Objects, what)
    if pieces is None:
        return None
    return [verb("enter", form), *(["tapped"] if value.tapped else []), "as", "a", "copy", "of", *pieces, *exceptions]


def _anywhere(group: Group) -> bool:
    """Whether a description names where things are and not whose they are: "any creature on the battlefield"."""
    return any(isinstance(quality, InZone) and quality.of is None for quality in group.post) and not any(
        not isinstance(quality, InZone) for quality in group.post
    )
