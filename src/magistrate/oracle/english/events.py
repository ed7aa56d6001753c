"""Events: a subject and what it does, in the present for triggers and behind "would" for replacement effects."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from magistrate.abilities.actions import Action, Cast, CopySpell, ObjectAction, PlayerAction
from magistrate.abilities.characteristics import Step
from magistrate.abilities.conditions import Condition
from magistrate.abilities.events import BeginningOf, EitherEvent, EndOf, Event, Occurs
from magistrate.abilities.node import replace
from magistrate.abilities.things import ControllerOf, Objects, OwnerOf, Players, Things
from magistrate.oracle.english.clauses import fits, write_subject
from magistrate.oracle.english.keyword_actions import write_tempted
from magistrate.oracle.english.shared_complements import of_one_other, other_said_once
from magistrate.oracle.english.shared_zones import from_one_place, place_said_once
from magistrate.oracle.grammar import Reading, person, reads, writes
from magistrate.oracle.inflect import BASE, GERUND, ORDINALS, PRESENT, Form, verb
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


def read_action_of(reader: Reader, subject: Things, at: int, form: Form) -> Iterator[tuple[int, Action]]:
    """What a subject does, of the category that fits it."""
    if isinstance(subject, Players):
        yield from reader.category(PlayerAction, at, form=form)
    for end, action in reader.category(ObjectAction, at, form=form):
        if fits(subject, action):
            yield end, action


def _action_at(reader: Reader, subject: Things, form: Form, at: int) -> Iterator[tuple[int, Action]]:
    return read_action_of(reader, subject, at, form)


def write_action_of(writer: Writer, action: Action, form: Form) -> list[str] | None:
    """What a subject does."""
    return writer.category(PlayerAction if isinstance(action, PlayerAction) else ObjectAction, action, form=form)


def _event(reader: Reader, at: int, tense: int, aux: str) -> Iterator[Reading]:
    for end, subjects in reader.series(lambda place: reader.category(Things, place), "or", at):
        start = end
        if aux:
            found = reader.literal(end, aux)
            if found is None:
                continue
            start = found
        form, spoken_of = make_form(tense, person(subjects[-1])), subjects[-1]
        item = functools.partial(_action_at, reader, spoken_of, form)
        for last, actions in reader.series(item, "or", start):
            # "play a land or cast a spell from anywhere other than your hand": both from there
            actions = of_one_other(from_one_place(tuple(actions)))
            events = [Occurs(subject, action) for subject in subjects for action in actions]
            if len(events) == 1:
                yield last, events[0]
                if not aux:
                    yield from in_time(reader, last, events[0])
            elif len(subjects) == 1 or len(actions) == 1:
                yield last, EitherEvent(tuple(events))


def in_time(reader: Reader, at: int, event: Occurs) -> Iterator[Reading]:
    """ "for the first time each turn", "during your turn" behind an event."""
    start = reader.literal(at, "for", "the")
    if start is not None and reader.word(start) in ORDINALS:
        end = reader.literal(start + 1, "time", "each", "turn")
        if end is not None:
            yield end, replace(event, ordinal=ORDINALS[reader.word(start)])
    for end, condition in reader.category(Condition, at, "during"):
        yield end, replace(event, during=condition)
    if reader.word(at) == "while":
        for end, condition in reader.category(Condition, at + 1):
            yield end, replace(event, during=condition)


def write_in_time(writer: Writer, event: Occurs) -> list[str] | None:
    """What `in_time` reads."""
    pieces: list[str] = []
    if event.ordinal:
        word = next((word for word, number in ORDINALS.items() if number == event.ordinal), None)
        if word is None:
            return None
        pieces += ["for", "the", word, "time", "each", "turn"]
    if event.during is not None:
        during = writer.category(Condition, event.during, "during")
        if during is None:
            asked = writer.category(Condition, event.during)
            during = None if asked is None else ["while", *asked]
        return None if during is None else pieces + during
    return pieces


_CAST_OR_COPY = ("cast or copy", "casts or copies")
_CASTING_OR_COPYING = "casting or copying"


def _cast_or_copy(reader: Reader, at: int, said: tuple[str, ...] = _CAST_OR_COPY) -> Iterator[Reading]:
    """ "you cast or copy an instant or sorcery spell"."""
    for end, who in reader.category(Players, at):
        for last, _ in reader.literals(end, *said):
            for stop, what in reader.category(Objects, last, "np"):
                yield stop, EitherEvent((Occurs(who, Cast(what)), Occurs(who, CopySpell(what))))


def _write_cast_or_copy(writer: Writer, value: EitherEvent, said: str = "") -> list[str] | None:
    if len(value.events) != 2:
        return None
    cast, copied = value.events
    if not isinstance(cast, Occurs) or not isinstance(cast.action, Cast):
        return None
    if copied != Occurs(cast.subject, CopySpell(cast.action.what)) or cast.action != Cast(cast.action.what):
        return None
    who, what = write_subject(writer, cast.subject), writer.category(Objects, cast.action.what)
    said = said or _CAST_OR_COPY[0 if verb("cast", make_form(PRESENT, person(cast.subject))) == "cast" else 1]
    return None if who is None or what is None else [*who, *said.split(" "), *what]


@reads(Event)
def read_event(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "you draw a card", "this creature or another Elf you control enters", "the beginning of your upkeep"."""
    yield from _event(reader, at, PRESENT, "")
    yield from _cast_or_copy(reader, at)
    start = reader.literal(at, "the", "beginning", "of")
    if start is not None:
        yield from _beginning(reader, start)
    end = reader.literal(at, "end", "of", "combat")
    if end is not None and reader.word(at - 1) != "until":  # that is a duration
        yield end, EndOf(Step.COMBAT)


@reads(Event, "ing")
def read_ing(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "a creature dying", as what causes something."""
    yield from _event(reader, at, GERUND, "")
    yield from _cast_or_copy(reader, at, (_CASTING_OR_COPYING,))


@reads(Event, "would")
def read_would(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "a creature would die"."""
    return _event(reader, at, BASE, "would")


def _beginning(reader: Reader, at: int) -> Iterator[Reading]:
    if reader.word(at) == "combat":
        yield at + 1, BeginningOf(Step.BEGIN_COMBAT)
        on = reader.literal(at + 1, "on")
        if on is not None:
            for end, who in reader.category(Players, on, "poss"):
                if reader.word(end) == "turn":
                    yield end + 1, BeginningOf(Step.BEGIN_COMBAT, who)
        return
    for end, said in reader.literals(at, "each", "the next", "the"):
        for last, step in reader.category(Step, end):
            yield last, BeginningOf(step, None, next=said == "the next")
    for end, _ in reader.literals(at, "the next turn 's upkeep"):
        yield end, BeginningOf(Step.UPKEEP, None, next=True)
    for end, _ in reader.literals(at, "that combat"):
        yield end, BeginningOf(Step.BEGIN_COMBAT, None, that=True)
    for end, _ in reader.literals(at, "each combat"):
        yield end, BeginningOf(Step.BEGIN_COMBAT)
    if reader.word(at) == "the":
        for end, step in reader.category(Step, at + 1):
            if reader.word(end) == "of":
                for last, who in reader.category(Players, end + 1):
                    if isinstance(who, ControllerOf | OwnerOf):
                        yield last, BeginningOf(step, who)
    for end, who in reader.category(Players, at, "poss"):
        start = end + 1 if reader.word(end) == "next" else end
        for last, step in reader.category(Step, start):
            yield last, BeginningOf(step, who, next=start > end)


# Writing -------------------------------------------------------------------------------------------------------------
def _write_event(writer: Writer, value: Event, tense: int, aux: list[str]) -> list[str] | None:
    events = value.events if isinstance(value, EitherEvent) else (value,)
    occurs = [event for event in events if isinstance(event, Occurs)]
    if len(occurs) != len(events):
        return None
    form = make_form(tense, person(occurs[-1].subject))
    if all(event.subject == occurs[0].subject for event in occurs):
        subject = write_subject(writer, occurs[0].subject)
        said = other_said_once(place_said_once(tuple(event.action for event in occurs)))
        actions = writer.series([write_action_of(writer, action, form) for action in said], "or")
    elif all(event.action == occurs[0].action for event in occurs):
        subject = writer.series([write_subject(writer, event.subject) for event in occurs], "or")
        actions = write_action_of(writer, occurs[0].action, form)
    else:
        return None
    when = write_in_time(writer, occurs[0]) if len(occurs) == 1 else []
    if any(event.ordinal or event.during is not None for event in occurs) and len(occurs) > 1:
        return None
    return None if subject is None or actions is None or when is None else [*subject, *aux, *actions, *when]


@writes(Occurs, EitherEvent)
def write_event(writer: Writer, value: Event, form: Form) -> list[str] | None:
    """ "a creature dies"."""
    if isinstance(value, EitherEvent):
        both = _write_cast_or_copy(writer, value)
        if both is not None:
            return both
        together = _write_event(writer, value, PRESENT, [])
        return together if together is not None else _write_apart(writer, value)
    tempted = write_tempted(value)
    return tempted if tempted is not None else _write_event(writer, value, PRESENT, [])


def _write_apart(writer: Writer, value: EitherEvent) -> list[str] | None:
    """Events with nothing in common: "this creature enters and whenever you cast a spell"."""
    pieces: list[str] = []
    for position, event in enumerate(value.events):
        written = writer.category(Event, event)
        if written is None:
            return None
        word = "at" if isinstance(event, BeginningOf) else "whenever"
        pieces += [*(["and", word] if position else []), *written]
    return pieces


@writes(Occurs, EitherEvent, mode="would")
def write_would(writer: Writer, value: Event, form: Form) -> list[str] | None:
    """ "a creature would die"."""
    return _write_event(writer, value, BASE, ["would"])


@writes(Occurs, EitherEvent, mode="ing")
def write_ing(writer: Writer, value: Event, form: Form) -> list[str] | None:
    """ "a creature dying"."""
    if isinstance(value, EitherEvent):
        both = _write_cast_or_copy(writer, value, _CASTING_OR_COPYING)
        if both is not None:
            return both
    return _write_event(writer, value, GERUND, [])


@writes(EndOf)
def write_end(writer: Writer, value: EndOf, form: Form) -> list[str] | None:
    """ "end of combat"."""
    return ["end", "of", "combat"] if value.step is Step.COMBAT else None


@writes(BeginningOf)
def write_beginning(writer: Writer, value: BeginningOf, form: Form) -> list[str] | None:
    """ "the beginning of your upkeep"."""
    lead = ["the", "beginning", "of"]
    if isinstance(value.whose, ControllerOf | OwnerOf) and not value.next and value.step is not Step.BEGIN_COMBAT:
        who, said = writer.category(Players, value.whose), writer.category(Step, value.step)
        return None if who is None or said is None else [*lead, "the", *said, "of", *who]
    whose = None if value.whose is None else writer.category(Players, value.whose, "poss")
    if value.whose is not None and whose is None:
        return None
    if value.step is Step.BEGIN_COMBAT:
        if whose is None:
            if value.that:
                return [*lead, "that", "combat"]
            return [*lead, "the" if value.next else "each", *(["next"] if value.next else []), "combat"]
        return None if value.next else [*lead, "combat", "on", *whose, "turn"]
    step = writer.category(Step, value.step)
    if step is None:
        return None
    if whose is None and value.next and value.step is Step.UPKEEP:
        return [*lead, "the", "next", "turn", "'s", "upkeep"]
    if whose is None:
        return [*lead, *(["the", "next"] if value.next else ["each"]), *step]
    return [*lead, *whose, *(["next"] if value.next else []), *step]
