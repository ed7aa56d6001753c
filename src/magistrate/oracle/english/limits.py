"""Limits: "can't be blocked by more than one creature", "can't cast more than one spell each turn", "its activated abilities
can't be activated"; and timing that is lifted for a price."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import BeBlocked, Cant, Cast, Draw, HaveAbilitiesActivated
from magistrate.abilities.amounts import Number
from magistrate.abilities.conditions import And, Condition
from magistrate.abilities.costs import Costs, PayMana
from magistrate.abilities.durations import Duration
from magistrate.abilities.effects import CastTiming, Effect, ObjectsDo
from magistrate.abilities.groups import Group, Noun
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import replace
from magistrate.abilities.things import AtLeast, Objects, Some
from magistrate.oracle.english.words import PLURAL, SINGULAR
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import NUMBERS, Form, number_word, verb
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


# No more than so many ------------------------------------------------------------------------------------------------
def _more_than(reader: Reader, at: int) -> Iterator[tuple[int, int, Group]]:
    """ "more than one creature": the bound, and what is counted."""
    start = reader.literal(at, "more", "than")
    if start is not None and reader.word(start) in NUMBERS:
        bound = NUMBERS[reader.word(start)]
        for end, group in reader.category(Group, start + 1, SINGULAR if bound == 1 else PLURAL):
            yield end, bound, group


def _write_more_than(writer: Writer, bound: int, group: Group) -> list[str] | None:
    pieces = writer.category(Group, group, SINGULAR if bound == 1 else PLURAL)
    return None if pieces is None else ["more", "than", number_word(bound), *pieces]


@reads(BeBlocked)
def read_blocked(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "be blocked by more than one creature" (CR 509.1b)."""
    start = reader.literal(at, verb("be", form), "blocked", "by")
    if start is not None:
        for end, bound, group in _more_than(reader, start):
            yield end, BeBlocked(Some(group, AtLeast(Number(bound + 1))))


@writes(BeBlocked)
def write_blocked(writer: Writer, value: BeBlocked, form: Form) -> list[str] | None:
    """ "be blocked by more than one creature"."""
    by = value.by
    if not isinstance(by, Some) or not isinstance(by.quantity, AtLeast) or not isinstance(by.quantity.amount, Number):
        return None
    bound = by.quantity.amount.value - 1
    pieces = _write_more_than(writer, bound, by.group) if bound > 0 and not value.becomes else None
    return None if pieces is None else [verb("be", form), "blocked", "by", *pieces]


@reads(Cast)
def read_cast_limit(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "cast more than one spell each turn"."""
    if reader.word(at) == verb("cast", form):
        for end, bound, group in _more_than(reader, at + 1):
            last = reader.literal(end, "each", "turn")
            if last is not None and group.noun is Noun.SPELL:
                yield last, Cast(Some(group, AtLeast(Number(1))), more_than=bound)


@reads(Draw)
def read_draw_limit(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "draw more than one card each turn"."""
    if reader.word(at) == verb("draw", form):
        for end, bound, group in _more_than(reader, at + 1):
            last = reader.literal(end, "each", "turn")
            if last is not None and group == Group((), Noun.CARD):
                yield last, Draw(None, more_than=bound)


def write_draw_limit(writer: Writer, value: Draw, form: Form) -> list[str] | None:
    """ "draw more than one card each turn"."""
    if not value.more_than or value != Draw(None, more_than=value.more_than):
        return None
    cards = "card" if value.more_than == 1 else "cards"
    return [verb("draw", form), "more", "than", number_word(value.more_than), cards, "each", "turn"]


def write_cast_limit(writer: Writer, value: Cast, form: Form) -> list[str] | None:
    """ "cast more than one spell each turn"."""
    if not value.more_than or not isinstance(value.what, Some):
        return None
    pieces = _write_more_than(writer, value.more_than, value.what.group)
    return None if pieces is None else [verb("cast", form), *pieces, "each", "turn"]


# Abilities that can't be activated -----------------------------------------------------------------------------------
_UNLESS_MANA = ("unless they're mana abilities", "unless they are mana abilities")


@reads(Effect)
def read_not_activated(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "its activated abilities can't be activated", "activated abilities of artifacts can't be activated"."""
    found = list(reader.category(Objects, at, "poss"))
    places = [(reader.literal(end, "activated", "abilities"), what) for end, what in found]
    start = reader.literal(at, "activated", "abilities", "of")
    if start is not None:
        places += reader.category(Objects, start)
    for place, what in places:
        if place is None:
            continue
        for end, _ in reader.literals(place, "can't be activated"):
            found_here = [(end, ObjectsDo(what, (Cant((HaveAbilitiesActivated(),)),)))]
            for last, _ in reader.literals(end, *_UNLESS_MANA):
                found_here.append((last, ObjectsDo(what, (Cant((HaveAbilitiesActivated(nonmana=True),)),))))
            for last, effect in found_here:
                yield last, effect
                for stop, duration in reader.category(Duration, last):
                    yield stop, replace(effect, duration=duration)


def write_not_activated(writer: Writer, value: ObjectsDo) -> list[str] | None:
    """ "activated abilities of artifacts can't be activated"."""
    if len(value.actions) != 1 or not isinstance(value.actions[0], Cant):
        return None
    inner = value.actions[0].actions
    if len(inner) != 1 or not isinstance(inner[0], HaveAbilitiesActivated) or not isinstance(value.what, Objects):
        return None
    tail = ["can't", "be", "activated"]
    if inner[0].nonmana:
        tail += ["unless", "they", "are", "mana", "abilities"]
    if value.duration is not None:
        lasts = writer.category(Duration, value.duration)
        if lasts is None:
            return None
        tail += lasts
    if type(value.what).__name__ in ("All", "Some"):
        things = writer.category(Objects, value.what)
        return None if things is None else ["activated", "abilities", "of", *things, *tail]
    whose = writer.category(Objects, value.what, "poss")
    return None if whose is None else [*whose, "activated", "abilities", *tail]


# Flash for a price ---------------------------------------------------------------------------------------------------
@reads(Effect)
def read_flash_for_more(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "you may cast this spell as though it had flash if you pay {2} more to cast it" (CR 601.3c)."""
    for end, _ in reader.literals(at, "you may cast this spell as though it had flash if you pay"):
        for last, cost in reader.category(ManaCost, end):
            for stop, _ in reader.literals(last, "more to cast it"):
                yield stop, CastTiming(False, flash=True, costs=Costs((PayMana(cost),)))


@writes(CastTiming)
def write_flash_for_more(writer: Writer, value: CastTiming, form: Form) -> list[str] | None:
    """ "you may cast this spell as though it had flash if you pay {2} more to cast it"."""
    if value.only and value.condition is not None and value.costs is None:
        return _write_only_then(writer, value.condition)
    if value.only or not value.flash or value.condition is not None or value.costs is None:
        return None
    parts = value.costs.parts
    cost = writer.category(ManaCost, parts[0].cost) if len(parts) == 1 and isinstance(parts[0], PayMana) else None
    lead = "you may cast this spell as though it had flash if you pay".split(" ")
    return None if cost is None else [*lead, *cost, "more", "to", "cast", "it"]


# Only at a time ------------------------------------------------------------------------------------------------------
@reads(Effect)
def read_only_then(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "cast this spell only during combat", "cast this spell only if you control a Swamp" (CR 601.3a)."""
    start = reader.literal(at, "cast", "this", "spell", "only")
    if start is None:
        return
    for end, condition in _then(reader, start):
        yield end, CastTiming(True, condition)
        again = reader.literal(end, "and", "only")
        if again is not None:
            for last, other in _then(reader, again):
                yield last, CastTiming(True, And((condition, other)))


def _then(reader: Reader, at: int) -> Iterator[tuple[int, Condition]]:
    yield from reader.category(Condition, at, "during")
    if reader.word(at) == "if":
        yield from reader.category(Condition, at + 1)


def _write_only_then(writer: Writer, condition: Condition) -> list[str] | None:
    pieces = ["cast", "this", "spell"]
    during = writer.category(Condition, condition, "during")
    parts = condition.parts if isinstance(condition, And) and during is None else (condition,)
    for position, part in enumerate(parts):
        said = writer.category(Condition, part, "during")
        if said is None:
            asked = writer.category(Condition, part)
            said = None if asked is None else ["if", *asked]
        if said is None:
            return None
        pieces += [*(["and"] if position else []), "only", *said]
    return pieces
