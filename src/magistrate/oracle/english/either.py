"""Things joined by "or" that are not one group: "a player or planeswalker", "you or a permanent you control"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.amounts import Number
from magistrate.abilities.conditions import And, Condition, Controls, Or
from magistrate.abilities.groups import Group, Named, Noun, PlayerGroup, Quality
from magistrate.abilities.node import replace
from magistrate.abilities.things import All, AnyOfThings, APlayer, AtLeast, Objects, Players, Some, SomePlayers, Things
from magistrate.oracle.english.clauses import write_subject
from magistrate.oracle.english.quantities import ONE_THING
from magistrate.oracle.english.words import PLURAL, SINGULAR
from magistrate.oracle.grammar import Reading, person, reads, writes
from magistrate.oracle.inflect import PRESENT, Form, verb
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

EITHER = "either"
_AT_LEAST_ONE = AtLeast(Number(1))


@reads(Things, EITHER)
def read_either(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "a player or planeswalker", "an opponent or a permanent an opponent controls"."""
    for end, first in _one(reader, at):
        if reader.word(end) not in ("or", ","):
            continue
        article = _has_article(first)
        for last, parts in _more(reader, end, (first,), article):
            if any(isinstance(part, Players) for part in parts):
                yield last, AnyOfThings(parts)
    yield from _one_or_more(reader, at)


def _one_or_more(reader: Reader, at: int) -> Iterator[Reading]:
    """ "one or more permanents and/or players": all that are done it at once are one event (CR 603.2c)."""
    for start, _ in reader.literals(at, "one or more"):
        for end, group in reader.category(Group, start, PLURAL):
            for then, _ in () if group.post else reader.literals(end, "and / or"):
                for last, players in reader.category(PlayerGroup, then, PLURAL):
                    yield last, AnyOfThings((Some(group, _AT_LEAST_ONE), SomePlayers(players, _AT_LEAST_ONE)))


@reads(Things, "anyof")
def read_any_of(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "another Elemental you control", "a Shaman or another Wizard you control": objects, each with an article."""
    for end, parts in reader.series(lambda place: reader.category(Objects, place, "np"), "or", at):
        if len(parts) == 1:
            yield end, parts[0]
        elif all(not isinstance(part, Some) or part.quantity == ONE_THING for part in parts):
            yield end, AnyOfThings(_all_so(tuple(parts)))


def _all_so(parts: tuple[Things, ...]) -> tuple[Things, ...]:
    """What is said behind the last is said of all that are named by a type alone: a Shaman or another Wizard you control
    are both yours."""
    last = parts[-1]
    if not isinstance(last, Some) or not last.group.post:
        return parts
    post = last.group.post
    return tuple([_with_post(part, post) for part in parts])


def _with_post(part: Things, post: tuple[Quality, ...]) -> Things:
    if not isinstance(part, Some) or part.group.post or part.group.noun is not Noun.NONE:
        return part
    return replace(part, group=replace(part.group, post=post))


@writes(Things, mode="anyof")
def write_any_of(writer: Writer, value: Things, form: Form) -> list[str] | None:
    """What `read_any_of` reads."""
    if not isinstance(value, AnyOfThings):
        return writer.category(Objects, value)
    bare = [
        replace(part, group=replace(part.group, post=())) if isinstance(part, Some) else part
        for part in value.parts[:-1]
    ]
    shared = (*bare, value.parts[-1])
    parts = shared if _all_so(shared) == value.parts else value.parts
    return writer.series([writer.category(Objects, part) for part in parts], "or")


def _one(reader: Reader, at: int) -> Iterator[tuple[int, Things]]:
    for end, what in reader.category(Objects, at, "np"):
        if not isinstance(what, Some) or what.quantity == ONE_THING:
            yield end, what
    yield from reader.category(Players, at)


def _more(
    reader: Reader, at: int, before: tuple[Things, ...], article: bool
) -> Iterator[tuple[int, tuple[Things, ...]]]:
    final = reader.literal(at, "or") if len(before) == 1 else reader.literal(at, ",", "or")
    if final is not None:
        for end, part in _item(reader, final, article):
            yield end, (*before, part)
    comma = reader.literal(at, ",")
    if comma is not None:
        for end, part in _item(reader, comma, article):
            if reader.word(end) == ",":
                yield from _more(reader, end, (*before, part), article)


def _item(reader: Reader, at: int, article: bool) -> Iterator[tuple[int, Things]]:
    """A part behind the first; behind "a player", a bare "planeswalker" is a planeswalker."""
    yield from _one(reader, at)
    if article:
        for end, group in reader.category(Group, at, SINGULAR):
            if not group.post:
                yield end, Some(group, ONE_THING)
        for end, group in reader.category(PlayerGroup, at, SINGULAR):
            if not group.post:
                yield end, APlayer(group)


def _has_article(part: Things) -> bool:
    return isinstance(part, Some | APlayer) and not (isinstance(part, APlayer) and part.other)


@writes(AnyOfThings, mode=EITHER)
@writes(AnyOfThings)
def write_either(writer: Writer, value: AnyOfThings, form: Form) -> list[str] | None:
    """ "a player or planeswalker", "one or more permanents and/or players"."""
    first, last = value.parts[0], value.parts[-1]
    if isinstance(first, Some) and isinstance(last, SomePlayers) and first.quantity == _AT_LEAST_ONE:
        objects, players = writer.category(Objects, first), writer.category(PlayerGroup, last.group, PLURAL)
        return None if objects is None or players is None else [*objects, "and", "/", "or", *players]
    pieces: list[list[str] | None] = []
    article = _has_article(value.parts[0])
    for position, part in enumerate(value.parts):
        written = writer.category(Things, part)
        if written and position and article and written[0] == "a" and _has_article(part) and not _group_of(part).post:
            written = written[1:]
        pieces.append(written)
    return writer.series(pieces, "or")


def _group_of(part: Things) -> Group | PlayerGroup:
    assert isinstance(part, Some | APlayer)
    return part.group


# One of several controlled --------------------------------------------------------------------------------------------
@reads(Condition)
def read_controls_either(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "you control a Mountain or a Plains": either is enough, each with an article of its own."""
    for end, who in reader.category(Players, at):
        if reader.word(end) != verb("control", make_form(PRESENT, person(who))):
            continue
        for last, parts in reader.series(lambda place: _with_article(reader, place), "or", end + 1):
            if len(parts) > 1:
                yield last, Or(tuple(Controls(who, part) for part in parts))


def _with_article(reader: Reader, at: int) -> Iterator[tuple[int, Objects]]:
    if reader.word(at) in ("a", "an", "another"):
        for end, what in reader.category(Objects, at, "np"):
            if isinstance(what, Some) and what.quantity == ONE_THING and not what.at_random:
                yield end, what


@writes(Or, mode=EITHER)
def write_controls_either(writer: Writer, value: Or, form: Form) -> list[str] | None:
    """ "you control a Mountain or a Plains"."""
    first = value.parts[0]
    if not isinstance(first, Controls):
        return None
    found: list[list[str] | None] = []
    for part in value.parts:
        if not isinstance(part, Controls) or part.negated or part.who != first.who or not isinstance(part.what, Some):
            return None
        found.append(writer.category(Objects, part.what) if part.what.quantity == ONE_THING else None)
    who, things = write_subject(writer, first.who), writer.series(found, "or")
    return (
        None
        if who is None or things is None
        else [*who, verb("control", make_form(PRESENT, person(first.who))), *things]
    )


# One of each name ------------------------------------------------------------------------------------------------------
@reads(Condition)
def read_controls_both(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "you control artifacts named A and B": one of each."""
    for end, who in reader.category(Players, at):
        if reader.word(end) != verb("control", make_form(PRESENT, person(who))):
            continue
        for last, group in reader.category(Group, end + 1, PLURAL):
            if group.post or reader.word(last) != "named":
                continue
            for stop, first in reader.category(str, last + 1, "name"):
                if reader.word(stop) != "and" or " and " in first:
                    continue
                for final, second in reader.category(str, stop + 1, "name"):
                    yield final, And(tuple(_one_named(who, group, name) for name in (first, second)))


def _one_named(who: Players, group: Group, name: str) -> Controls:
    return Controls(who, All(replace(group, post=(Named(name),)), ""))
