"""Conditions that count and compare: "an opponent controls more lands than you", "there are four or more card types among
cards in your graveyard"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import Draw
from magistrate.abilities.amounts import (
    Amount,
    BasicLandTypesAmong,
    ColorsAmong,
    CountersOn,
    CountOf,
    Number,
    TimesHappened,
    Total,
    TypesAmong,
    UnlockedDoors,
)
from magistrate.abilities.characteristics import Comparison, Measure, Window, Zone
from magistrate.abilities.conditions import Compares, Condition, FlipWon, HasMore, NotCondition, ThereAre
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import InZone, PlayerGroup
from magistrate.abilities.node import replace
from magistrate.abilities.things import All, APlayer, AtLeast, EachPlayer, No, Objects, Players, Some, They, Things, You
from magistrate.abilities.things import Form as Said
from magistrate.oracle.english.clauses import write_subject
from magistrate.oracle.english.quantities import read_quantity, write_quantity
from magistrate.oracle.grammar import Reading, person, pronoun, reads, writes
from magistrate.oracle.inflect import PRESENT, Form, verb
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.lexer import PERFECT
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

#: What is counted among objects, as it is said in the plural.
_AMONG: dict[str, type[TypesAmong] | type[ColorsAmong] | type[BasicLandTypesAmong] | type[UnlockedDoors]] = {
    "card types": TypesAmong,
    "colors": ColorsAmong,
    "basic land types": BasicLandTypesAmong,
    "unlocked doors": UnlockedDoors,
}
_MEASURED = {"more life": "life", "more cards in hand": "hand", "more cards in their hand": "hand"}
_YOUR_OPPONENTS = EachPlayer(PlayerGroup(opponents=True), form="your")


@reads(Amount)
def read_had(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "the number of opponents you have", "the number of experience counters you have"."""
    for end, _ in reader.literals(at, "the number of opponents you have"):
        yield end, CountOf(_YOUR_OPPONENTS)
    start = reader.literal(at, "the", "number", "of")
    if start is not None:
        for end, kind in reader.category(str, start, "counter"):
            for last, _ in reader.literals(end, "counters you have"):
                yield last, CountersOn(kind, You())


@reads(Amount, "each")
def read_each_had(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "opponent you have", "experience counter you have" behind "for each"."""
    for end, _ in reader.literals(at, "opponent you have"):
        yield end, CountOf(_YOUR_OPPONENTS)
    for end, kind in reader.category(str, at, "counter"):
        for last, _ in reader.literals(end, "counter you have"):
            yield last, CountersOn(kind, You())


@writes(CountOf)
def write_opponents(writer: Writer, value: CountOf, form: Form) -> list[str] | None:
    """ "the number of opponents you have"."""
    return "the number of opponents you have".split(" ") if value.of == _YOUR_OPPONENTS else None


@writes(CountersOn)
def write_your_counters(writer: Writer, value: CountersOn, form: Form) -> list[str] | None:
    """ "the number of experience counters you have"."""
    had = value.on == You() and value.kind is not None
    return ["the", "number", "of", value.kind or "", "counters", "you", "have"] if had else None


@writes(CountersOn, mode="each")
def write_each_counter(writer: Writer, value: CountersOn, form: Form) -> list[str] | None:
    """ "experience counter you have"."""
    return [value.kind or "", "counter", "you", "have"] if value.on == You() and value.kind is not None else None


@writes(CountOf, mode="each")
def write_each_opponent(writer: Writer, value: CountOf, form: Form) -> list[str] | None:
    """ "opponent you have"."""
    return ["opponent", "you", "have"] if value.of == _YOUR_OPPONENTS else None


def _have(who: Players) -> str:
    return verb("have", make_form(PRESENT, person(who)))


@reads(Condition)
def read_among(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "there are four or more card types among cards in your graveyard"."""
    start = reader.literal(at, "there", "are")
    if start is None:
        return
    for end, quantity, _ in read_quantity(reader, start):
        if isinstance(quantity, AtLeast):
            for last, said in reader.literals(end, *_AMONG):
                if reader.word(last) == "among":
                    for stop, of in reader.category(Objects, last + 1):
                        yield stop, Compares(_AMONG[said](of), Comparison.AT_LEAST, quantity.amount)


@reads(Condition)
def read_total(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "creatures you control have total power 8 or greater"."""
    for end, of in reader.category(Objects, at):
        start = reader.literal(end, "have", "total") if isinstance(of, All) else None
        if start is None:
            continue
        for after, which in reader.category(Measure, start):
            for last, amount in reader.category(Amount, after, "digits"):
                stop = reader.literal(last, "or", "greater")
                if stop is not None:
                    yield stop, Compares(Total(which, of), Comparison.AT_LEAST, amount)


def _write_total(writer: Writer, total: Total, other: Amount) -> list[str] | None:
    of = writer.category(Objects, total.of)
    which, amount = writer.category(Measure, total.which), writer.category(Amount, other, "digits")
    if of is None or which is None or amount is None:
        return None
    return [*of, "have", "total", *which, *amount, "or", "greater"]


@reads(Condition)
def read_drawn(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "you've drawn two or more cards this turn", "they've drawn …": of one player."""
    for end, who in reader.category(Players, at):
        have = reader.literal(end, verb("have", make_form(PRESENT, person(who))))
        start = None if have is None else reader.literal(have, "drawn")
        if start is None or not isinstance(who, You | They):
            continue
        for last, quantity, _ in read_quantity(reader, start):
            stop = reader.literal(last, "cards") if isinstance(quantity, AtLeast) else None
            if stop is not None and isinstance(quantity, AtLeast):
                for final, window in reader.category(Window, stop):
                    times = TimesHappened(Occurs(who, Draw(Number(1))), window)
                    yield final, Compares(times, Comparison.AT_LEAST, quantity.amount)


def _write_drawn(writer: Writer, times: TimesHappened, other: Amount) -> list[str] | None:
    if not isinstance(times.event, Occurs) or times.event.action != Draw(Number(1)):
        return None
    who = write_subject(writer, times.event.subject)
    quantity, window = write_quantity(writer, AtLeast(other)), writer.category(Window, times.window)
    if who is None or quantity is None or window is None:
        return None
    have = PERFECT if who == ["you"] else verb("have", make_form(PRESENT, person(times.event.subject)))
    return [*who, have, "drawn", *quantity, "cards", *window]


def write_among(writer: Writer, value: Compares) -> list[str] | None:
    """ "there are four or more card types among …", "you have two or more opponents"."""
    if value.comparison is not Comparison.AT_LEAST or value.other is None:
        return None
    if isinstance(value.amount, TimesHappened):
        return _write_drawn(writer, value.amount, value.other)
    if isinstance(value.amount, Total):
        return _write_total(writer, value.amount, value.other) if isinstance(value.amount.of, All) else None
    quantity = write_quantity(writer, AtLeast(value.other))
    if quantity is None:
        return None
    if value.amount == CountOf(_YOUR_OPPONENTS):
        return ["you", "have", *quantity, "opponents"]
    for said, kind in _AMONG.items():
        if isinstance(value.amount, kind):
            of = writer.category(Objects, value.amount.of)
            return None if of is None else ["there", "are", *quantity, *said.split(" "), "among", *of]
    return None


@reads(Condition)
def read_has(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "an opponent has eight or more cards in their graveyard", "you have two or more opponents", "you have more life than
    …"."""
    for end, who in reader.category(Players, at):
        if reader.word(end) == _have(who):
            yield from _in_graveyard(reader, who, end + 1)
            for last, said in reader.literals(end + 1, *_MEASURED):
                yield from _than(reader, last, HasMore(who, who, None, _MEASURED[said]))
            if isinstance(who, You):
                for last, quantity, _ in read_quantity(reader, end + 1):
                    if isinstance(quantity, AtLeast) and reader.word(last) == "opponents":
                        yield last + 1, Compares(CountOf(_YOUR_OPPONENTS), Comparison.AT_LEAST, quantity.amount)
        if reader.word(end) == verb("control", make_form(PRESENT, person(who))) and reader.word(end + 1) == "more":
            for last, what in reader.category(Things, end + 2, "bare"):
                if isinstance(what, All):
                    yield from _than(reader, last, HasMore(who, who, what))


def _than(reader: Reader, at: int, value: HasMore) -> Iterator[Reading]:
    if reader.word(at) == "than":
        for end, than in reader.category(Players, at + 1):
            yield end, replace(value, than=than)


def _in_graveyard(reader: Reader, who: Players, at: int) -> Iterator[Reading]:
    """ "seven or more cards in your graveyard", said of the player whose it is."""
    for end, what in reader.category(Objects, at, "np"):
        if not isinstance(what, Some | No) or not what.group.post:
            continue
        place = what.group.post[-1]
        if isinstance(place, InZone) and place.zone is Zone.GRAVEYARD and _is_own(place.of, who):
            group = replace(what.group, post=(*what.group.post[:-1], replace(place, of=who)))
            if not isinstance(who, You):
                yield end, ThereAre(replace(what, group=group))


def _is_own(of: Players | None, who: Players) -> bool:
    return isinstance(of, They) and of.form is Said.PRONOUN and not isinstance(who, You)


def write_in_graveyard(writer: Writer, what: Some | No) -> list[str] | None:
    """ "an opponent has eight or more cards in their graveyard"."""
    place = what.group.post[-1] if what.group.post else None
    if not isinstance(place, InZone) or place.zone is not Zone.GRAVEYARD or place.of is None:
        return None
    if isinstance(place.of, You) or place.preposition != "in":
        return None
    bare = replace(what, group=replace(what.group, post=what.group.post[:-1]))
    who, things = write_subject(writer, place.of), writer.category(Objects, bare)
    if who is None or things is None:
        return None
    return [*who, _have(place.of), *things, "in", pronoun("their", person(place.of)), "graveyard"]


@reads(Condition)
def read_zone_has(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "your library has no cards in it", "a graveyard has twenty or more cards in it": said of the place."""
    for end, zone, of in _places(reader, at):
        for last, what in reader.category(Objects, end, "np"):
            if isinstance(what, Some | No) and not what.group.post:
                for stop, _ in reader.literals(last, "in it"):
                    group = replace(what.group, post=(InZone(zone, of),))
                    yield stop, ThereAre(replace(what, group=group), of_zone=True)


def _places(reader: Reader, at: int) -> Iterator[tuple[int, Zone, Players]]:
    for zone in (Zone.LIBRARY, Zone.GRAVEYARD):
        for end, _ in reader.literals(at, f"a {zone.value} has"):
            yield end, zone, APlayer(PlayerGroup())
        for end, of in reader.category(Players, at, "poss"):
            if of != APlayer(PlayerGroup()):
                for last, _ in reader.literals(end, f"{zone.value} has"):
                    yield last, zone, of


def write_zone_has(writer: Writer, what: Some | No) -> list[str] | None:
    """ "your library has no cards in it"."""
    place = what.group.post[0]
    if not isinstance(place, InZone) or place.of is None:
        return None
    anyone = place.of == APlayer(PlayerGroup())
    of = ["a"] if anyone else writer.category(Players, place.of, "poss")
    things = writer.category(Objects, replace(what, group=replace(what.group, post=())))
    return None if of is None or things is None else [*of, place.zone.value, "has", *things, "in", "it"]


@reads(Condition)
def read_nobody_has_more(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "no opponent has more life than that player"."""
    if reader.word(at) == "no" and reader.word(at + 1) in ("opponent", "player"):
        who = APlayer(PlayerGroup(opponents=reader.word(at + 1) == "opponent"))
        for words, measure in _MEASURED.items():
            start = reader.literal(at + 2, "has", *words.split(" "), "than")
            if start is not None:
                for end, than in reader.category(Players, start):
                    yield end, NotCondition(HasMore(who, than, None, measure))


@writes(NotCondition)
def write_nobody_has_more(writer: Writer, value: NotCondition, form: Form) -> list[str] | None:
    """ "no opponent has more life than that player"."""
    more = value.condition
    if not isinstance(more, HasMore) or more.what is not None or not isinstance(more.who, APlayer):
        return None
    said = writer.category(Condition, more)
    return None if said is None or more.who.group.post else ["no", *said[1:]]


@writes(HasMore)
def write_has_more(writer: Writer, value: HasMore, form: Form) -> list[str] | None:
    """ "an opponent controls more lands than you"."""
    who, than = write_subject(writer, value.who), writer.category(Players, value.than)
    if who is None or than is None:
        return None
    if value.what is None:
        said = next((words for words, kind in _MEASURED.items() if kind == value.measure), None)
        return None if said is None else [*who, _have(value.who), *said.split(" "), "than", *than]
    things = writer.category(Things, value.what, "bare")
    control = verb("control", make_form(PRESENT, person(value.who)))
    return None if things is None else [*who, control, "more", *things, "than", *than]


@writes(FlipWon)
def write_flip(writer: Writer, value: FlipWon, form: Form) -> list[str] | None:
    """ "you win the flip"."""
    return ["you", "lose" if value.negated else "win", "the", "flip"]
