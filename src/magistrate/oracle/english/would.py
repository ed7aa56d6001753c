"""What would happen, and what happens instead: "if EVENT would happen [and CONDITION], EFFECT instead" (CR 614.1a, 615.1)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import Exile, Leave
from magistrate.abilities.conditions import Condition
from magistrate.abilities.durations import Duration, ThisTurn
from magistrate.abilities.effects import Does, Effect, Modified, Would
from magistrate.abilities.events import Event, ManaAdded, Occurs
from magistrate.abilities.node import replace
from magistrate.oracle.english.adjuncts import sentence
from magistrate.oracle.english.preventing import prevents_that
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

#: Behind what happens instead: of another exile nothing is replaced.
_ANYWHERE_ELSE = "instead of putting it anywhere else"


# Reading -------------------------------------------------------------------------------------------------------------
@reads(Effect, "would")
def read_would(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "if a creature would die this turn, exile it instead"; "if you tap a permanent for mana, it produces …"."""
    for end, event in reader.category(Event, at, "tapped"):
        if reader.word(end) == ",":
            for last, effect in reader.category(Effect, end + 1, "produced"):
                yield last, Would(event, effect)
    yield from _would_happen(reader, at, next_only=False)


@reads(Effect, "next would")
def read_next_would(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """What stands behind "the next time"."""
    yield from _would_happen(reader, at, next_only=True)


def _would_happen(reader: Reader, at: int, next_only: bool) -> Iterator[Reading]:
    for end, event in reader.category(Event, at, "would"):
        for middle, duration in [
            (end, None),
            *((e, d) for e, d in reader.category(Duration, end) if isinstance(d, ThisTurn)),
        ]:
            for behind, word, condition in [(middle, "and", None), *_condition(reader, middle)]:
                for stop, would in _happens(reader, behind, event):
                    during = word == "while"
                    yield (
                        stop,
                        replace(would, condition=condition, duration=duration, next_only=next_only, during=during),
                    )


def _condition(reader: Reader, at: int) -> Iterator[tuple[int, str, Condition]]:
    """ "… would enter and it wasn't cast", "… would draw a card while you have no cards in hand": a condition that is looked
    at as the event would happen."""
    for word in ("and", "while"):
        start = reader.literal(at, word)
        if start is not None:
            for end, condition in reader.category(Condition, start, "several"):
                yield end, word, condition


def _happens(reader: Reader, at: int, event: Event) -> Iterator[tuple[int, Would]]:
    for last, effect in [*_after_comma(reader, at, "sentence"), *_after_comma(reader, at, "changed")]:
        for stop, _ in reader.literals(last, "instead"):
            yield stop, Would(event, effect)
        if _exiles_what_leaves(event, effect):
            for stop, _ in reader.literals(last, _ANYWHERE_ELSE):
                yield stop, Would(event, effect, anywhere_else=True)
        if prevents_that(effect):
            yield last, Would(event, effect, instead=False)
    for start, _ in reader.literals(at, ", instead"):
        for last, effect in reader.category(Effect, start, "sentence"):
            yield last, Would(event, effect)


def _exiles_what_leaves(event: Event, effect: Effect) -> bool:
    """ "If it would leave the battlefield, exile it": what a zone change is instead of any other."""
    return (
        isinstance(event, Occurs)
        and isinstance(event.action, Leave)
        and isinstance(effect, Does)
        and len(effect.actions) == 1
        and isinstance(effect.actions[0], Exile)
    )


def _after_comma(reader: Reader, at: int, mode: str) -> Iterator[Reading]:
    if reader.word(at) == ",":
        yield from reader.category(Effect, at + 1, mode)


# Writing -------------------------------------------------------------------------------------------------------------
@writes(Would, mode="clause")
def write_would(writer: Writer, value: Would, form: Form) -> list[str] | None:
    """ "if event would happen, effect instead"; "until end of turn, if event would happen, effect instead"."""
    before, behind = _durations(writer, value)
    if before is None or behind is None:
        return None
    lead = [*before, *(["the", "next", "time"] if value.next_only else ["if"])]
    if isinstance(value.event, ManaAdded):
        event, then = writer.category(Event, value.event, "tapped"), writer.category(Effect, value.effect, "produced")
        if event is None or then is None or value.condition is not None or value.next_only:
            return None
        return [*lead, *event, *behind, ",", *then]
    event = writer.category(Event, value.event, "would")
    changed = isinstance(value.effect, Modified)
    then = writer.category(Effect, value.effect, "changed") if changed else sentence(writer, value.effect)
    condition: list[str] | None = []
    if value.condition is not None:
        said = writer.category(Condition, value.condition)
        condition = None if said is None else ["while" if value.during else "and", *said]
    if event is None or then is None or condition is None:
        return None
    instead = [] if not value.instead else _ANYWHERE_ELSE.split() if value.anywhere_else else ["instead"]
    return [*lead, *event, *behind, *condition, ",", *then, *instead]


def _durations(writer: Writer, value: Would) -> tuple[list[str] | None, list[str] | None]:
    """How long it waits for its event, said before and behind that: "this turn" stands behind."""
    if value.duration is None:
        return [], []
    said = writer.category(Duration, value.duration)
    if isinstance(value.duration, ThisTurn) or said is None:
        return [], said
    return [*said, ","], []
