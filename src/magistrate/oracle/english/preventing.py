"""Preventing damage (CR 615): "prevent the next 3 damage that would be dealt to any target this turn", "if a source would
deal damage to you, prevent 1 of that damage", and what follows on damage prevented this way."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.amounts import Amount, DamagePrevented
from magistrate.abilities.conditions import WasPrevented
from magistrate.abilities.durations import Duration, ThisTurn
from magistrate.abilities.effects import Effect, If, Instructions, Prevent, Unpreventable, WhenYouDo, Would
from magistrate.abilities.events import DamageWouldBeDealt, Event
from magistrate.abilities.node import replace, walk
from magistrate.abilities.things import Objects, Things
from magistrate.oracle.english.clauses import write_subject
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

#: "prevent that damage", in an effect that says which.
THAT = DamageWouldBeDealt(that=True)


# The event -----------------------------------------------------------------------------------------------------------
@reads(Event, "would")
def read_would_be_dealt(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "combat damage would be dealt to this creature by a source you control"."""
    for end, said in reader.literals(at, "damage", "combat damage", "noncombat damage"):
        for last, _ in reader.literals(end, "would be dealt"):
            for stop, event, during in _dealt(reader, last, DamageWouldBeDealt(combat=_KINDS[said])):
                if event.to is not None and not event.both and during is None:  # how long is said of the effect
                    yield stop, event


_KINDS = {"damage": None, "combat damage": True, "noncombat damage": False}


@writes(DamageWouldBeDealt, mode="would")
def write_would_be_dealt(writer: Writer, value: DamageWouldBeDealt, form: Form) -> list[str] | None:
    """ "damage would be dealt to this creature"."""
    rest = _write_dealt(writer, value, None)
    return None if rest is None or value.that else [*_kind(value), "would", "be", "dealt", *rest]


def _kind(value: DamageWouldBeDealt) -> list[str]:
    return next(words.split() for words, combat in _KINDS.items() if combat is value.combat)


def _dealt(
    reader: Reader, at: int, event: DamageWouldBeDealt, duration: Duration | None = None
) -> Iterator[tuple[int, DamageWouldBeDealt, Duration | None]]:
    """ "to X", "by Y", "this turn", each once and in any order, behind "that would be dealt"."""
    yield at, event, duration
    word = reader.word(at)
    if word == "to" and event.to is None:
        both = reader.literal(at, "to", "and", "dealt", "by")
        if both is not None and event.by is None:
            for end, what in reader.category(Objects, both):
                yield from _dealt(reader, end, replace(event, to=what, both=True), duration)
        for end, to in _whom(reader, at + 1):
            yield from _dealt(reader, end, replace(event, to=to), duration)
    elif word == "by" and event.by is None and not event.both:
        for end, by in reader.category(Things, at + 1):
            yield from _dealt(reader, end, replace(event, by=by), duration)
    elif duration is None:
        for end, said in reader.category(Duration, at):
            if isinstance(said, ThisTurn):
                yield from _dealt(reader, end, event, said)


def _whom(reader: Reader, at: int) -> Iterator[Reading]:
    yield from reader.category(Things, at)
    yield from reader.category(Things, at, "either")


def _write_dealt(writer: Writer, value: DamageWouldBeDealt, duration: Duration | None) -> list[str] | None:
    parts: list[list[str] | None] = []
    if value.to is not None:
        to = writer.category(Things, value.to)
        parts.append(None if to is None else [*("to and dealt by" if value.both else "to").split(), *_it(to)])
    if value.by is not None:
        by = writer.category(Things, value.by)
        parts.append(None if by is None else ["by", *_it(by)])
    if duration is not None:
        parts.append(writer.category(Duration, duration))
    pieces: list[str] = []
    for part in parts:
        if part is None:
            return None
        pieces += part
    return pieces


def _it(pieces: list[str]) -> list[str]:
    return ["them"] if pieces == ["they"] else pieces


@reads(Effect)
def read_unpreventable(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "combat damage that would be dealt by creatures you control can't be prevented", "damage can't be prevented this turn", "the
    damage can't be prevented" of what is dealt by the instruction before."""
    for last, _ in reader.literals(at, "the damage can't be prevented", "that damage can't be prevented"):
        yield last, Unpreventable(THAT)
    for end, said in reader.literals(at, *_KINDS):
        plain = DamageWouldBeDealt(combat=_KINDS[said])
        for last, _ in reader.literals(end, "can't be prevented"):
            yield last, Unpreventable(plain)
            for stop, duration in reader.category(Duration, last):
                if isinstance(duration, ThisTurn):
                    yield stop, Unpreventable(plain, duration)
        for last, _ in reader.literals(end, "that would be dealt"):
            for stop, event, duration in _dealt(reader, last, plain):
                for final, _ in reader.literals(stop, "can't be prevented"):
                    if event != plain:
                        yield final, Unpreventable(event, duration)


@writes(Unpreventable)
def write_unpreventable(writer: Writer, value: Unpreventable, form: Form) -> list[str] | None:
    """ "damage can't be prevented"."""
    event = value.event
    cant = "can't be prevented".split()
    if event == THAT and value.duration is None:
        return ["the", "damage", *cant]
    if not isinstance(event, DamageWouldBeDealt) or event.that:
        return None
    if event.to is None and event.by is None:
        duration = [] if value.duration is None else writer.category(Duration, value.duration)
        return None if duration is None else [*_kind(event), *cant, *duration]
    rest = _write_dealt(writer, event, value.duration)
    return None if rest is None else [*_kind(event), *"that would be dealt".split(), *rest, *cant]


# Preventing ----------------------------------------------------------------------------------------------------------
@reads(Effect)
def read_prevent(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "prevent all combat damage that would be dealt this turn", "prevent the next 1 damage …", "prevent that damage"."""
    if reader.word(at) != "prevent":
        return
    end = reader.literal(at + 1, "that", "damage")
    if end is not None:
        yield end, Prevent(None, THAT)
    for end, amount in reader.category(Amount, at + 1, "digits"):
        for last, _ in reader.literals(end, "of that damage"):
            yield last, Prevent(amount, THAT)
    for end, amount in _how_much(reader, at + 1):
        for last, said in reader.literals(end, *_KINDS):
            plain = DamageWouldBeDealt(combat=_KINDS[said])
            for stop, _ in reader.literals(last, "that would be dealt"):
                for final, event, duration in _dealt(reader, stop, plain):
                    yield final, Prevent(amount, event, duration)
                    for divided, _ in reader.literals(final, ", divided as you choose"):
                        yield divided, Prevent(amount, event, duration, to_be_divided=True)
            yield from _would_deal(reader, last + (reader.word(last) == "that"), amount, plain)


def _how_much(reader: Reader, at: int) -> Iterator[tuple[int, Amount | None]]:
    if reader.word(at) == "all":
        yield at + 1, None
    start = reader.literal(at, "the", "next")
    if start is not None:
        yield from reader.category(Amount, start, "digits")


def _would_deal(reader: Reader, at: int, amount: Amount | None, plain: DamageWouldBeDealt) -> Iterator[Reading]:
    """ "prevent all damage that target creature would deal this turn"."""
    for end, by in reader.category(Things, at):
        start = reader.literal(end, "would", "deal")
        if start is not None:
            for last, event, duration in _dealt(reader, start, replace(plain, by=by, passive=False)):
                if not event.both:
                    yield last, Prevent(amount, event, duration)


@writes(Prevent)
@writes(Prevent, mode="explicit")
def write_prevent(writer: Writer, value: Prevent, form: Form) -> list[str] | None:
    """ "prevent all damage that would be dealt to you"."""
    event = value.event
    if value.then is not None or not isinstance(event, DamageWouldBeDealt):
        return None
    much = None if value.amount is None else writer.category(Amount, value.amount, "digits")
    if event.that:
        if value.amount is None:
            return ["prevent", "that", "damage"]
        return None if much is None else ["prevent", *much, "of", "that", "damage"]
    pieces = ["prevent", "all"] if value.amount is None else ["prevent", "the", "next", *(much or [])]
    pieces = [*pieces, *_kind(event)]
    if event.passive:
        rest = _write_dealt(writer, event, value.duration)
        pieces += ["that", "would", "be", "dealt"]
    else:
        by = None if event.by is None else write_subject(writer, event.by)
        rest = None if by is None else _write_dealt(writer, replace(event, by=None), value.duration)
        pieces += ["that", *(by or []), "would", "deal"]
    divided = [",", "divided", "as", "you", "choose"] if value.to_be_divided else []
    return None if rest is None or (value.amount is not None and much is None) else [*pieces, *rest, *divided]


def prevents_that(effect: Effect) -> bool:
    """Whether an effect prevents "that damage", and so says what happens to an event without "instead"."""
    steps = effect.steps if isinstance(effect, Instructions) else (effect,)
    return any(isinstance(step, Prevent) and step.event == THAT for step in steps)


# What follows --------------------------------------------------------------------------------------------------------
def speaks_of_it(effect: Effect) -> bool:
    """Whether an effect is about damage "prevented this way"."""
    return any(isinstance(part, DamagePrevented | WasPrevented) for part in walk(effect))


def followed(before: Effect, effect: Effect) -> Effect | None:
    """A prevention effect with a sentence behind it that is a part of it (CR 615.5); None when the sentence is not.

    All that a static ability says behind "prevent that damage" is done when it prevents.
    """
    about = speaks_of_it(effect)
    if isinstance(before, Would) and not before.instead:
        lasting = before.duration is None and not before.next_only
        if about or lasting:
            steps = before.effect.steps if isinstance(before.effect, Instructions) else (before.effect,)
            return replace(before, effect=Instructions((*steps, effect)))
    if isinstance(before, Prevent) and about:
        then = before.then
        if then is None:
            return replace(before, then=effect)
        return replace(
            before, then=Instructions((*(then.steps if isinstance(then, Instructions) else (then,)), effect))
        )
    return None


def read_when_prevented(reader: Reader, at: int) -> Iterator[tuple[int, Effect]]:
    """ "when damage is prevented this way, …" (CR 603.12)."""
    for end, _ in reader.literals(at, "when damage is prevented this way ,"):
        for last, effect in reader.category(Effect, end, "sentence"):
            yield last, If(WasPrevented(), WhenYouDo(Instructions(()), effect))


def is_when_prevented(value: Effect) -> bool:
    """Whether it is what `read_when_prevented` reads."""
    return (
        isinstance(value, If)
        and value.condition == WasPrevented()
        and isinstance(value.effect, WhenYouDo)
        and value.effect.first == Instructions(())
    )
