"""Conditions: comparisons, what things are, and tensed clauses over what has happened."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import (
    Action,
    BeDealtDamage,
    Cast,
    Discard,
    Draw,
    GainLife,
    LoseLife,
    Play,
    PlayerAction,
)
from magistrate.abilities.amounts import Amount, LifeTotalOf, MeasureOf, Number, Sum, X
from magistrate.abilities.characteristics import Comparison, Window, Zone
from magistrate.abilities.conditions import And, Compares, Condition, DuringTurn, Happened, Is, Or, ThereAre, ThisWay
from magistrate.abilities.events import EitherEvent, Event, Occurs
from magistrate.abilities.groups import Group, InZone, Noun, Quality, WithCounter
from magistrate.abilities.phases import PHASES
from magistrate.abilities.stack_qualities import Targeting
from magistrate.abilities.things import No, Objects, Players, Some, Things, You
from magistrate.oracle.english.clauses import write_subject
from magistrate.oracle.english.events import read_action_of, write_action_of
from magistrate.oracle.english.quantities import ONE_THING
from magistrate.oracle.english.searched import write_searched
from magistrate.oracle.english.this_way import write_some_done
from magistrate.oracle.grammar import Reading, person, reads, writes
from magistrate.oracle.inflect import PARTICIPLE, PAST, PRESENT, Form, verb
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.lexer import PERFECT
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


# What things are -----------------------------------------------------------------------------------------------------
@reads(Condition)
def read_is(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "it's a creature", "this creature is tapped", "enchanted creature isn't black"."""
    for end, what in reader.category(Objects, at):
        wanted = make_form(PRESENT, person(what))
        for tense in (PRESENT, PAST):
            spoken = make_form(tense, person(what))
            for word, negated in ((verb("be", spoken), False), (verb("isn't", spoken), True)):
                if reader.word(end) == word:
                    for last, quality in reader.category(Quality, end + 1, "predicate", wanted):
                        yield last, Is(what, quality, negated, tense == PAST)
            if reader.word(end) == verb("target", spoken):
                for last, things in reader.category(Things, end + 1):
                    yield last, Is(what, Targeting(things), past=tense == PAST)
            if reader.word(end) == verb("have", spoken):
                for last, quality in _has(reader, end + 1, wanted):
                    yield last, Is(what, quality, past=tense == PAST)
            if reader.word(end) == verb("don't", spoken) and reader.word(end + 1) == "have":
                for last, quality in _has(reader, end + 2, wanted):
                    yield last, Is(what, quality, True, tense == PAST)


def _has(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "has flying", "has a +1/+1 counter on it": said like "with …"."""
    yield from reader.category(Quality, at, "has", form)


_PLACES = {
    "on the battlefield": InZone(Zone.BATTLEFIELD, None, "on"),
    "exiled": InZone(Zone.EXILE, None, "in"),
}


@reads(Condition)
def read_remains(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "this creature remains tapped", "it remains exiled"."""
    for end, what in reader.category(Objects, at):
        wanted = make_form(PRESENT, person(what))
        if reader.word(end) == verb("remain", wanted):
            for last, quality in reader.category(Quality, end + 1, "predicate", wanted):
                yield last, Is(what, quality, remains=True)
            for last, said in reader.literals(end + 1, *_PLACES):
                yield last, Is(what, _PLACES[said], remains=True)


def _write_remains(writer: Writer, value: Is, subject: list[str] | None) -> list[str] | None:
    wanted = make_form(PRESENT, person(value.what))
    said = next((words.split() for words, place in _PLACES.items() if place == value.quality), None)
    said = said if said is not None else writer.category(Quality, value.quality, "predicate", wanted)
    return None if subject is None or said is None else [*subject, verb("remain", wanted), *said]


@writes(Is)
def write_is(writer: Writer, value: Is, form: Form) -> list[str] | None:
    """ "it's a creature"."""
    subject = write_subject(writer, value.what)
    if value.remains:
        return _write_remains(writer, value, subject)
    wanted = make_form(PRESENT, person(value.what))
    spoken = make_form(PAST if value.past else PRESENT, person(value.what))
    predicate = writer.category(Quality, value.quality, "predicate", wanted)
    if subject is None:
        return None
    if isinstance(value.quality, Targeting) and not value.negated and not value.quality.only:
        things = writer.category(Things, value.quality.what)
        return None if things is None else [*subject, verb("target", spoken), *things]
    if predicate is None:
        has = writer.category(Quality, value.quality, "has", wanted)
        if has is None:
            return None
        return [*subject, *([verb("don't", spoken), "have"] if value.negated else [verb("have", spoken)]), *has]
    return [*subject, verb("isn't" if value.negated else "be", spoken), *predicate]


# Numbers -------------------------------------------------------------------------------------------------------------
@reads(Condition)
def read_compares(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "you have 10 or more life", "X is 5 or more", "its power is greater than …"."""
    for end, who in reader.category(Players, at):
        if reader.word(end) == verb("have", make_form(PRESENT, person(who))):
            for last, amount in reader.category(Amount, end + 1, "digits"):
                for stop, said in reader.literals(last, "or more life", "or less life"):
                    yield stop, Compares(LifeTotalOf(who), _BOUNDS[said.split(" ")[1]], amount)
            yield from _in_hand(reader, who, end + 1)
            least = reader.literal(end + 1, "at", "least")
            if least is not None:
                for last, more in reader.category(Amount, least, "digits"):
                    for stop, _ in reader.literals(last, "life more than"):
                        for final, amount in reader.category(Amount, stop, "whole"):
                            yield final, Compares(LifeTotalOf(who), Comparison.AT_LEAST, Sum(amount, more))
    for end, amount in reader.category(Amount, at, "whole"):
        if reader.word(end) == "is":
            for last, other in reader.category(Amount, end + 1, "digits"):
                for stop, said in reader.literals(last, "or more", "or less", "or greater"):
                    yield stop, Compares(amount, _BOUNDS[said.split(" ")[1]], other)
            for last, said in reader.literals(end + 1, *_COMPARED):
                for stop, other in reader.category(Amount, last, "whole"):
                    yield stop, Compares(amount, _COMPARED[said], other)
                if isinstance(amount, MeasureOf):  # "its power is greater than this creature's"
                    for stop, whose in reader.category(Objects, last, "poss"):
                        if reader.word(stop) in (",", "."):
                            yield stop, Compares(amount, _COMPARED[said], MeasureOf(amount.which, whose))
                if not reader.word(last).isdigit():
                    for stop, other in reader.category(Amount, last, "many"):
                        if isinstance(other, Number):
                            yield stop, Compares(amount, _COMPARED[said], other)


_BOUNDS = {"more": Comparison.AT_LEAST, "greater": Comparison.AT_LEAST, "less": Comparison.AT_MOST}
_COMPARED = {
    "greater than": Comparison.GREATER,
    "less than": Comparison.LESS,
    "equal to": Comparison.EQUAL,
    "greater than or equal to": Comparison.AT_LEAST,
    "less than or equal to": Comparison.AT_MOST,
}


def _in_hand(reader: Reader, who: Players, at: int) -> Iterator[Reading]:
    """ "no cards in hand", "seven or more cards in hand"."""
    for end, what in reader.category(Objects, at, "np"):
        if isinstance(what, No | Some) and what.group == Group((), Noun.CARD):
            for last, _ in reader.literals(end, "in hand"):
                group = Group((), Noun.CARD, (InZone(Zone.HAND, who),))
                yield last, ThereAre(No(group) if isinstance(what, No) else Some(group, what.quantity))


@writes(ThereAre)
def write_there_are(writer: Writer, value: ThereAre, form: Form) -> list[str] | None:
    """ "there are seven or more cards in your graveyard", "you have no cards in hand"."""
    what = value.what
    done = write_some_done(writer, value)
    if done is None and isinstance(what, No | Some):
        from magistrate.oracle.english.comparing import write_in_graveyard, write_zone_has

        if value.of_zone:
            return write_zone_has(writer, what)
        done = write_in_graveyard(writer, what)
    if done is not None:
        return done
    if isinstance(what, No | Some) and len(what.group.post) == 1:
        place = what.group.post[0]
        if isinstance(place, InZone) and place.zone is Zone.HAND and place.of is not None and not what.group.heads:
            who = write_subject(writer, place.of)
            bare = Group((), Noun.CARD)
            things = writer.category(Objects, No(bare) if isinstance(what, No) else Some(bare, what.quantity))
            if who is None or things is None:
                return None
            return [*who, verb("have", make_form(PRESENT, person(place.of))), *things, "in", "hand"]
    pieces = writer.category(Objects, what)
    return None if pieces is None else ["there", verb("be", make_form(PRESENT, person(what))), *pieces]


@reads(Condition)
def read_there_are(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "there are seven or more cards in your graveyard"."""
    for end, _ in reader.literals(at, "there is", "there are"):
        for last, what in reader.category(Objects, end, "np"):
            if isinstance(what, Some | No):
                yield last, ThereAre(what)
        yield from _counters_there(reader, end)


def _counters_there(reader: Reader, at: int) -> Iterator[Reading]:
    """ "two or more ki counters on it", "no charge counters on it": that it has them."""
    found: list[tuple[int, Amount | None]] = [(end, None) for end, _ in reader.literals(at, "no")]
    for end, least in reader.category(Amount, at, "many"):
        found.extend((last, least) for last, _ in reader.literals(end, "or more"))
    for end, least in found:
        for last, kind in reader.category(str, end, "counter"):
            start = reader.literal(last, "counters", "on")
            if start is not None:
                for stop, what in reader.category(Objects, start):
                    yield stop, Is(what, WithCounter(kind, least, without=least is None))


@writes(Compares)
def write_compares(writer: Writer, value: Compares, form: Form) -> list[str] | None:
    """ "you have 10 or more life"."""
    from magistrate.oracle.english.comparing import write_among

    among = write_among(writer, value)
    if among is not None:
        return among
    if isinstance(value.amount, LifeTotalOf) and isinstance(value.other, Number | X):
        who = write_subject(writer, value.amount.who)
        number = writer.category(Amount, value.other, "digits")
        bound = {Comparison.AT_LEAST: "more", Comparison.AT_MOST: "less"}.get(value.comparison)
        if who is not None and number is not None and bound is not None:
            have = verb("have", make_form(PRESENT, person(value.amount.who)))
            return [*who, have, *number, "or", bound, "life"]
    amount = writer.category(Amount, value.amount, "whole")
    if amount is None or value.other is None:
        return None
    if value.comparison in (Comparison.AT_LEAST, Comparison.AT_MOST):
        number = writer.category(Amount, value.other, "digits")
        bound = (
            "less" if value.comparison is Comparison.AT_MOST else "more" if isinstance(value.amount, X) else "greater"
        )
        if number is not None:
            return [*amount, "is", *number, "or", bound]
    said = next((words for words, kind in _COMPARED.items() if kind is value.comparison), None)
    other = writer.category(Amount, value.other, "many" if isinstance(value.other, Number) else "whole")
    return None if said is None or other is None else [*amount, "is", *said.split(" "), *other]


# What has happened ---------------------------------------------------------------------------------------------------
@reads(Condition)
def read_happened(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "a creature died this turn", "you've cast another spell this turn", "an opponent lost life this turn"."""
    for end, subject in reader.category(Things, at):
        who = person(subject)
        readings: list[tuple[int, Action, bool]] = []
        for last, action in read_action_of(reader, subject, end, make_form(PAST, who)):
            readings.append((last, action, False))
        for aux, negated in (("have", False), ("haven't", True), ("has", False), ("hasn't", True)):
            if reader.word(end) == aux:
                for last, action in read_action_of(reader, subject, end + 1, make_form(PARTICIPLE, who)):
                    readings.append((last, action, negated))
        if reader.word(end) == "didn't":
            for last, action in read_action_of(reader, subject, end + 1, make_form(0, who)):
                readings.append((last, action, True))
        yield from _so_much(reader, subject, end)
        yield from _gained_or_lost(reader, subject, end)
        for last, action, negated in readings:
            event = Occurs(subject, action)
            if isinstance(subject, No):
                if negated:
                    continue
                event, negated = Occurs(Some(subject.group, ONE_THING), action), True
            for stop, window in reader.category(Window, last):
                yield stop, Happened(event, window, negated)
            for stop, _ in reader.literals(last, "this way"):
                yield stop, ThisWay(event, negated)


#: What is measured: the verb, the noun, and the action.
_MEASURED: tuple[tuple[str, str, Action], ...] = (
    ("gain", "life", GainLife(None)),
    ("lose", "life", LoseLife(None)),
    ("be dealt", "damage", BeDealtDamage()),
)


def _so_much(reader: Reader, subject: Things, at: int) -> Iterator[Reading]:
    """ "you gained 3 or more life this turn", "a player has been dealt 4 or more damage this turn"."""
    who = person(subject)
    have = reader.literal(at, verb("have", make_form(PRESENT, who)))
    for start, tense in ((at, PAST), *(((have, PARTICIPLE),) if have is not None else ())):
        for lemma, noun, action in _MEASURED:
            first, _, rest = lemma.partition(" ")
            end = reader.literal(start, verb(first, make_form(tense, who)), *(rest.split() if rest else ()))
            if end is None or not fits_subject(subject, action):
                continue
            for last, amount in reader.category(Amount, end, "digits"):
                stop = reader.literal(last, "or", "more", noun)
                if stop is not None:
                    for final, window in reader.category(Window, stop):
                        yield final, Happened(Occurs(subject, action), window, at_least=amount)


#: One object of two verbs.
_EITHER = (("gained or lost", (GainLife(None), LoseLife(None))), ("lost or gained", (LoseLife(None), GainLife(None))))


def _gained_or_lost(reader: Reader, subject: Things, at: int) -> Iterator[Reading]:
    """ "you gained or lost life this turn"."""
    for words, actions in _EITHER if isinstance(subject, Players) else ():
        for end, _ in reader.literals(at, f"{words} life"):
            for last, window in reader.category(Window, end):
                yield last, Happened(EitherEvent(tuple(Occurs(subject, action) for action in actions)), window)


def _write_gained_or_lost(writer: Writer, event: EitherEvent) -> list[str] | None:
    for words, actions in _EITHER:
        first = event.events[0]
        if isinstance(first, Occurs) and event == EitherEvent(tuple(Occurs(first.subject, one) for one in actions)):
            subject = write_subject(writer, first.subject)
            return None if subject is None else [*subject, *words.split(" "), "life"]
    return None


def fits_subject(subject: Things, action: Action) -> bool:
    """Whether the action is one of players and so is the subject, or one of objects or of both."""
    return isinstance(subject, Players) or not isinstance(action, PlayerAction)


def _write_so_much(writer: Writer, value: Happened) -> list[str] | None:
    event = value.event
    window = writer.category(Window, value.window)
    amount = None if value.at_least is None else writer.category(Amount, value.at_least, "digits")
    if value.negated or not isinstance(event, Occurs) or window is None or amount is None:
        return None
    subject = write_subject(writer, event.subject)
    for lemma, noun, action in _MEASURED:
        if action == event.action and subject is not None:
            first, _, rest = lemma.partition(" ")
            spoken = verb(first, make_form(PAST, person(event.subject)))
            return [*subject, spoken, *([rest] if rest else []), *amount, "or", "more", noun, *window]
    return None


@writes(Happened)
def write_happened(writer: Writer, value: Happened, form: Form) -> list[str] | None:
    """ "a creature died this turn"."""
    if value.at_least is not None:
        return _write_so_much(writer, value)
    window = writer.category(Window, value.window)
    pieces = _past(writer, value.event, value.negated)
    return None if window is None or pieces is None or value.at_least is not None else [*pieces, *window]


@writes(ThisWay)
def write_this_way(writer: Writer, value: ThisWay, form: Form) -> list[str] | None:
    """ "a creature died this way"."""
    searched = write_searched(writer, value)
    if searched is not None:
        return searched
    pieces = _past(writer, value.event, value.negated)
    return None if pieces is None else [*pieces, "this", "way"]


#: What you "have" done this turn; anything else you "did".
_PERFECT = (Cast, Discard, Draw, Play)


def _past(writer: Writer, event: Event, negated: bool) -> list[str] | None:
    if isinstance(event, EitherEvent) and not negated:
        return _write_gained_or_lost(writer, event)
    if not isinstance(event, Occurs):
        return None
    said = event.subject
    if negated and isinstance(said, Some) and said.quantity == ONE_THING:
        said, negated = No(said.group), False
    subject = write_subject(writer, said)
    who = person(said)
    if negated:
        action = write_action_of(writer, event.action, make_form(PARTICIPLE, who))
        have = ["haven't" if verb("have", make_form(PRESENT, who)) == "have" else "hasn't"]
    elif isinstance(event.subject, You) and isinstance(event.action, _PERFECT):
        action = write_action_of(writer, event.action, make_form(PARTICIPLE, who))
        have = [PERFECT]
    else:
        action = write_action_of(writer, event.action, make_form(PAST, who))
        have = []
    return None if subject is None or action is None else [*subject, *have, *action]


# Turns, and several conditions ---------------------------------------------------------------------------------------
@reads(Condition)
def read_turn(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "it's your turn", "it's not your turn", "it's your main phase"."""
    start = reader.literal(at, "it", "is")
    if start is not None:
        negated = reader.word(start) == "not"
        for end, whose in reader.category(Players, start + negated, "poss"):
            if reader.word(end) == "turn":
                yield end + 1, DuringTurn(whose, None, negated)
            for last, said in reader.literals(end, *PHASES):
                if not negated:
                    yield last, DuringTurn(whose, PHASES[said])


@writes(DuringTurn)
def write_turn(writer: Writer, value: DuringTurn, form: Form) -> list[str] | None:
    """ "it's your turn", "it's your main phase"."""
    whose = None if value.whose is None else writer.category(Players, value.whose, "poss")
    if whose is None:
        return None
    if value.step is not None:
        phase = next((words for words, step in PHASES.items() if step is value.step), None)
        return None if phase is None or value.negated else ["it", "is", *whose, *phase.split()]
    return ["it", "is", *(["not"] if value.negated else []), *whose, "turn"]


@reads(Condition, "several")
def read_several(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """A condition, or several joined by "and" or "or"."""
    for joiner, kind in (("and", And), ("or", Or)):
        for end, parts in reader.series(lambda place: reader.category(Condition, place), joiner, at):
            if len(parts) > 1:
                yield end, kind(tuple(parts))
            elif joiner == "and":
                yield end, parts[0]


@writes(And)
def write_and(writer: Writer, value: And, form: Form) -> list[str] | None:
    """ "A and B"."""
    return writer.series([writer.category(Condition, part) for part in value.parts], "and")


@writes(Or)
def write_or(writer: Writer, value: Or, form: Form) -> list[str] | None:
    """ "A or B"."""
    either = writer.category(Condition, value, "either")
    if either is not None:
        return either
    return writer.series([writer.category(Condition, part) for part in value.parts], "or")
