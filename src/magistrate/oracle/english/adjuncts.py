"""What is hung on a clause: conditions, "unless", "where X is", delayed times, "for each", replacement frames; and
joined clauses."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import (
    Attack,
    BecomeCopy,
    Cant,
    CopySpell,
    CostsMore,
    Create,
    Enter,
    GainAbilities,
    GetPT,
    HaveBasePT,
    HaveObjects,
    LoseAbilities,
    LoseControl,
    Must,
    ObjectAction,
    PlayerAction,
    SwitchPT,
)
from magistrate.abilities.amounts import Amount
from magistrate.abilities.conditions import Condition
from magistrate.abilities.durations import Duration, DuringNextTurn, ThisTurn, UntilEndOfTurn, UntilYourNextTurn
from magistrate.abilities.effects import (
    AlternativeCost,
    AsEnters,
    AsLongAs,
    Delayed,
    Does,
    Effect,
    ForEachDo,
    If,
    Instructions,
    ItBecomes,
    ObjectsDo,
    Prevent,
    Unless,
    UnlessCondition,
    Where,
    Would,
)
from magistrate.abilities.events import BeginningOf, EndOf, Event, Occurs
from magistrate.abilities.node import replace, walk
from magistrate.abilities.things import (
    All,
    Attached,
    EachPlayer,
    It,
    Objects,
    Players,
    Target,
    TargetPlayer,
    TargetThing,
    Things,
    This,
    You,
)
from magistrate.abilities.things import Form as Said
from magistrate.oracle.english.activations import with_amount, without_amount
from magistrate.oracle.english.clauses import durations, puts_rest, read_actions, read_each_of, scale, write_subject
from magistrate.oracle.english.mana import of_each_color
from magistrate.oracle.english.one_of import read_one_of
from magistrate.oracle.english.spending import is_permission, made_free, read_spending, with_spending
from magistrate.oracle.grammar import Reading, person, reads, writes
from magistrate.oracle.inflect import MANY, PRESENT, Form
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

Joined = tuple[Effect, ...]


# Reading -------------------------------------------------------------------------------------------------------------
@reads(Effect, "clause")
def read_clause(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """A clause with what is hung on it."""
    for end, effect in reader.category(Effect, at):
        yield end, effect
        yield from _behind(reader, end, effect)
    yield from _before(reader, at)


def _behind(reader: Reader, at: int, effect: Effect) -> Iterator[Reading]:
    """Adjuncts behind a clause, one after another."""
    for end, found in _one_behind(reader, at, effect):
        yield end, found
        yield from _behind(reader, end, found)


def _one_behind(reader: Reader, at: int, effect: Effect) -> Iterator[Reading]:
    word = reader.word(at)
    if word == "unless":
        for end, who in reader.category(Players, at + 1):
            wanted = make_form(PRESENT, person(who))
            for last, action in [*reader.category(PlayerAction, end, form=wanted), *read_one_of(reader, end, wanted)]:
                yield last, Unless(effect, who, action)
        for end, condition in reader.category(Condition, at + 1, "several"):
            yield from ((end, found) for found in _unless(effect, condition))
    elif word == "if" and not _ends_in_exceptions(effect):
        for end, condition in reader.category(Condition, at + 1, "several"):
            yield end, If(condition, effect, leading=False)
    elif word == "at":
        for end, event in reader.category(Event, at + 1):
            if isinstance(event, BeginningOf | EndOf):
                yield end, Delayed(event, effect, behind=_has_target(effect))
    elif word == "during" and not isinstance(effect, AsLongAs):
        for end, condition in reader.category(Condition, at, "during"):
            if _holds_on(effect):
                yield end, AsLongAs(condition, effect, leading=False)
    elif word == "as" and isinstance(effect, ItBecomes):
        for end, what in reader.category(Objects, at + 1):
            for last, _ in reader.literals(end, "enters"):
                yield last, AsEnters(what, effect, behind=True)
    elif word == "without":
        for end, _ in reader.literals(at, "without paying its mana cost", "without paying their mana costs"):
            free = made_free(effect)
            if free is not None:
                yield end, free
    elif word in (",", "and"):
        for place, _ in reader.literals(at, ", and", "and"):
            for end, how in read_spending(reader, place):
                spending = with_spending(effect, how)
                if spending is not None:
                    yield end, spending
    start = reader.literal(at, "as", "long", "as")
    if start is not None:
        for end, condition in reader.category(Condition, start, "several"):
            yield end, AsLongAs(condition, effect, leading=False)


def _unless(effect: Effect, condition: Condition) -> Iterator[Effect]:
    """A clause with a condition under which it is not so. Of several things that are stated of the same objects, the condition is
    of the last, which they can't do or be done to: "gets +2/+2 and can't be blocked unless it's attacking"."""
    if (
        not isinstance(effect, ObjectsDo)
        or len(effect.actions) < 2
        or not isinstance(effect.actions[-1], Cant)
        or all(isinstance(action, Cant) for action in effect.actions)
    ):
        yield UnlessCondition(effect, condition)
    elif effect.duration is None and isinstance(effect.what, This | Attached | All):
        last = replace(effect, actions=effect.actions[-1:])
        yield Instructions((replace(effect, actions=effect.actions[:-1]), UnlessCondition(last, condition)), "and")


def _ends_in_exceptions(effect: Effect) -> bool:
    """Whether what a copy is except for stands last: "if" behind that is of the last exception (CR 707.9)."""
    actions = effect.actions if isinstance(effect, Does | ObjectsDo) and effect.duration is None else ()
    last = actions[-1] if actions else None
    while isinstance(last, HaveObjects):
        last = last.actions[-1]
    if isinstance(last, Create):
        return bool(last.kinds[-1].token.exceptions)
    return isinstance(last, BecomeCopy | CopySpell | Enter) and bool(last.exceptions)


def _has_target(effect: Effect) -> bool:
    return any(isinstance(node, Target | TargetPlayer | TargetThing) for node in walk(effect))


def _holds_on(effect: Effect) -> bool:
    """Whether an effect is a statement that can be limited to a time: what can't be done, what costs more or less."""
    if isinstance(effect, Does):
        return effect.cant and effect.duration is None
    return (
        isinstance(effect, ObjectsDo)
        and effect.duration is None
        and all(
            isinstance(action, Cant | CostsMore | GetPT) or (isinstance(action, GainAbilities) and action.has)
            for action in effect.actions
        )
    )


def _before(reader: Reader, at: int) -> Iterator[Reading]:
    """Adjuncts before a clause."""
    word = reader.word(at)
    if word == "if":
        for end, condition in reader.category(Condition, at + 1, "several"):
            for last, effect in _after_comma(reader, end):
                if isinstance(effect, AlternativeCost):
                    yield last, replace(effect, condition=condition)
                else:
                    yield last, If(condition, effect)
        yield from reader.category(Effect, at + 1, "would")
    elif word == "as":
        start = reader.literal(at, "as", "long", "as")
        if start is not None:
            for end, condition in reader.category(Condition, start, "several"):
                for last, effect in _after_comma(reader, end):
                    yield last, AsLongAs(condition, effect)
        for end, what in reader.category(Objects, at + 1):
            for last, _ in reader.literals(end, "enters"):
                for stop, effect in _after_comma(reader, last):
                    yield stop, AsEnters(what, effect)
    elif word == "the":
        start = reader.literal(at, "the", "next", "time")
        if start is not None:
            yield from reader.category(Effect, start, "next would")
    elif word == "for":
        start = reader.literal(at, "for", "each")
        if start is not None:
            for end, of in read_each_of(reader, start):
                for last, effect in _after_comma(reader, end):
                    if isinstance(of, Things):
                        yield last, ForEachDo(of, effect)
                    elif isinstance(effect, Does | ObjectsDo) and len(effect.actions) == 1:
                        scaled = of_each_color(effect.actions[0], of) or scale(effect.actions[0], of)
                        if scaled is not None:
                            yield last, replace(effect, actions=(scaled,))
            for end, of in reader.category(Players, at + 1):
                for last, effect in _after_comma(reader, end):
                    yield last, ForEachDo(of, effect)
    elif word == "at":
        for end, event in reader.category(Event, at + 1):
            if isinstance(event, BeginningOf | EndOf):
                for last, effect in _after_comma(reader, end):
                    yield last, Delayed(event, effect)
            if isinstance(event, BeginningOf) and not (event.next or event.that):  # "of each combat this turn"
                for last, duration in reader.category(Duration, end):
                    for stop, effect in _after_comma(reader, last):
                        yield stop, Delayed(event, effect, duration, every=True)
    elif word in ("when", "whenever"):
        start = reader.literal(at, "when", "you", "next")
        if start is not None:
            if reader.word(start) == "attack":
                for last, duration in reader.category(Duration, start + 1):
                    for stop, effect in _after_comma(reader, last):
                        yield stop, Delayed(Occurs(You(), Attack()), effect, duration, next=True)
            for end, action in reader.category(PlayerAction, start, form=make_form(PRESENT, person(You()))):
                for last, duration in reader.category(Duration, end):
                    for stop, effect in _after_comma(reader, last):
                        yield stop, Delayed(Occurs(You(), action), effect, duration, next=True)
        for end, event in reader.category(Event, at + 1):
            if word == "when" and isinstance(event, Occurs) and isinstance(event.action, LoseControl):
                for stop, effect in _after_comma(reader, end):  # "When you lose control of the creature, tap it."
                    yield stop, Delayed(event, effect)
            for last, duration in reader.category(Duration, end):
                for stop, effect in _after_comma(reader, last):
                    yield stop, Delayed(event, effect, duration, every=word == "whenever")
    elif word == "starting":
        for end, _ in reader.literals(at, "starting with you ,"):
            for last, effect in reader.category(Effect, end, "sentence"):
                if isinstance(effect, Does) and isinstance(effect.who, EachPlayer) and not effect.who.from_you:
                    yield last, replace(effect, who=replace(effect.who, from_you=True))
    elif word == "once":
        for end, condition in reader.category(Condition, at, "once"):
            for last, effect in _after_comma(reader, end):
                if is_permission(effect):
                    yield last, AsLongAs(condition, effect)
    elif word == "during":
        yield from _next_turn(reader, at)
        for end, condition in reader.category(Condition, at, "during"):
            for last, effect in _after_comma(reader, end):
                yield last, AsLongAs(condition, effect)
    for end, duration in reader.category(Duration, at):
        start = reader.literal(end, ",", "whenever")
        if start is not None:
            for last, event in reader.category(Event, start):
                for stop, effect in _after_comma(reader, last):
                    yield stop, Delayed(event, effect, duration, every=True)
        for last, effect in _after_comma(reader, end):
            if isinstance(effect, Does | ObjectsDo) and effect.duration is None:
                had = effect.actions[-1]
                if len(effect.actions) == 1 and isinstance(had, HaveObjects) and had.duration is None:
                    # for so long it is what they have it be, as when the time stands behind
                    yield last, replace(effect, actions=(replace(had, duration=duration),))
                else:
                    yield last, replace(effect, duration=duration)
            elif isinstance(effect, Where) and isinstance(effect.effect, Does | ObjectsDo):
                if effect.effect.duration is None:
                    yield last, replace(effect, effect=replace(effect.effect, duration=duration))
            elif isinstance(effect, Instructions) and all(
                isinstance(step, Does | ObjectsDo) and step.duration is None for step in effect.steps
            ):
                steps = tuple(replace(step, duration=duration) for step in effect.steps)
                yield last, replace(effect, steps=steps)
            elif (isinstance(effect, Would) and effect.duration is None and not effect.next_only) or (
                isinstance(effect, Prevent) and effect.duration is None and not isinstance(duration, ThisTurn)
            ):
                yield last, replace(effect, duration=duration)


def _next_turn(reader: Reader, at: int) -> Iterator[Reading]:
    """ "during target opponent's next turn, creatures that player controls attack ~ if able" (CR 508.1d)."""
    for end, duration in reader.category(Duration, at, "next turn"):
        if reader.word(end) != ",":
            continue
        for last, what in reader.category(Objects, end + 1):
            for stop, attack in reader.category(Attack, last, form=make_form(PRESENT, person(what))):
                for final, _ in reader.literals(stop, "if able"):
                    yield final, ObjectsDo(what, (Must(attack),), duration)


def _after_comma(reader: Reader, at: int) -> Iterator[Reading]:
    if reader.word(at) == ",":
        yield from reader.category(Effect, at + 1, "sentence")


@reads(Effect, "sentence")
def read_sentence(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """Clauses joined by "and" or "then", and what X is in them. An adjunct before a clause spans all that are joined
    to it."""
    for end, found in _clauses(reader, at):
        yield end, found
        start = reader.literal(end, ",", "where", "x", "is")
        if start is not None and not _led_at(reader, at):
            for last, amount in reader.category(Amount, start, "whole"):
                priced = with_amount(found, amount)
                yield last, Where(found, amount) if priced is None else priced


def _clauses(reader: Reader, at: int) -> Iterator[Reading]:
    for end, first in reader.category(Effect, at, "clause"):
        yield end, first
        if not _led_at(reader, at):
            for joiner in ("then", "and"):
                for last, steps in _joined(reader, end, joiner, (first,)):
                    if joiner == "then" and isinstance(first, Delayed):
                        # "exile it at end of combat, then return it": what comes then is done at that time, too.
                        yield last, replace(first, effect=_one_after_another(first.effect, steps[1:]))
                    elif joiner == "and":
                        yield last, Instructions(_for_as_long(_in_one_row(steps)), joiner)
                    else:
                        yield last, Instructions(steps, joiner)


def _in_one_row(steps: Joined) -> Joined:
    """The clauses behind an adjunct in a row of clauses are of that row: "all permanents you control phase out, and until your next
    turn, your life total can't change and you gain protection from everything" are three (CR 608.2c)."""
    row: list[Effect] = []
    for step in steps:
        row += step.steps if isinstance(step, Instructions) and step.joiner == "and" else (step,)
    return tuple(row)


#: What an object is for a time; without one it would be so for good.
_FOR_A_TIME = (GetPT, GainAbilities, HaveBasePT, LoseAbilities, SwitchPT)


def _for_as_long(steps: Joined) -> Joined:
    """A duration behind the last of several clauses spans those before it, too: "attacking red creatures get +2/+0 and
    attacking white creatures get +0/+2 until end of turn" (CR 611.2a)."""
    duration = getattr(steps[-1], "duration", None)
    if not isinstance(steps[-1], ObjectsDo) or not isinstance(duration, UntilEndOfTurn | UntilYourNextTurn):
        return steps
    return tuple(
        replace(step, duration=duration)
        if isinstance(step, ObjectsDo)
        and step.duration is None
        and all(isinstance(action, _FOR_A_TIME) for action in step.actions)
        else step
        for step in steps
    )


def _one_after_another(first: Effect, others: Joined) -> Effect:
    """Effects joined by "then"; what you do and then do is one clause."""
    steps = (first, *others)
    if all(isinstance(step, Does) and step == Does(You(), step.actions) for step in steps):
        actions = tuple(action for step in steps if isinstance(step, Does) for action in step.actions)
        return Does(You(), actions, joiner="then")
    return Instructions((first, *others), "then")


#: Words with which an adjunct before a clause begins.
_LEADING = frozenset({"once", "if", "as", "for", "at", "when", "whenever", "until", "this", "during", "the"})


def _led_at(reader: Reader, at: int) -> bool:
    """Whether a clause begins with an adjunct."""
    if reader.word(at) == "this":
        return reader.word(at + 1) in ("turn", "combat")
    if reader.word(at) == "the":
        return reader.literal(at, "the", "next", "time") is not None
    return reader.word(at) in _LEADING


def _joined(reader: Reader, at: int, joiner: str, steps: Joined) -> Iterator[tuple[int, Joined]]:
    """Further clauses of a row: "A and B", "A, and B, and C", "A, B, and C"."""
    if isinstance(steps[-1], Unless):
        return  # "unless you pay {3} and repeat this process": what is joined to which is not said
    starts = [reader.literal(at, ",", joiner)]
    if joiner == "and":
        starts.append(reader.literal(at, "and"))
    for start in starts:
        if start is None:
            continue
        for end, effect in [*reader.category(Effect, start, "clause"), *_same_subject(reader, start, steps[-1])]:
            if _begins_anew(reader, start, steps[-1], effect):
                yield end, (*steps, effect)
                if not _led_at(reader, start):
                    yield from _joined(reader, end, joiner, (*steps, effect))
    comma = reader.literal(at, ",")
    if joiner == "and" and comma is not None and not _led_at(reader, comma):
        for end, effect in reader.category(Effect, comma, "clause"):
            if reader.word(end) == "," and _begins_anew(reader, comma, steps[-1], effect):
                yield from _joined(reader, end, joiner, (*steps, effect))


def _same_subject(reader: Reader, at: int, before: Effect) -> Iterator[tuple[int, Effect]]:
    """A verb phrase with a time of its own: "it gains deathtouch until end of turn and must be blocked this turn if able"
    is "… and it must be blocked …"."""
    if not isinstance(before, ObjectsDo) or before.duration is None:
        return
    what = person(before.what)
    for end, actions, joiner in read_actions(reader, ObjectAction, at, make_form(PRESENT, what)):
        if joiner == "and":
            for last, duration in durations(reader, end, actions):
                if isinstance(actions[-1], Cant) and isinstance(duration, ThisTurn):
                    continue  # "and can't be blocked this turn" ends with what goes before (see `clauses`)
                yield last, ObjectsDo(It(plural=what == MANY), actions, duration)  # type: ignore[arg-type]


def _begins_anew(reader: Reader, at: int, before: Effect, after: Effect) -> bool:
    """Whether a clause is one of its own and not a further verb phrase of the subject before it."""
    if isinstance(after, Does) and isinstance(after.who, You) and not (after.may or after.cant or after.must):
        if reader.word(at) in ("you", "your"):
            return True
        if isinstance(before, Does) and before.cant:
            return False  # "players can't gain life and draw cards": nobody is told to
        return not isinstance(before, Does) or before.duration is not None or not isinstance(before.who, You)
    if isinstance(after, If) and not after.leading:
        after = after.effect
    if isinstance(after, ObjectsDo) and isinstance(after.what, It) and after.what.form is Said.PRONOUN:
        # "except it's a 1/1 and it has flying": a further exception of the copy.
        return not any(getattr(node, "exceptions", ()) for node in walk(before))
    return True


# Writing -------------------------------------------------------------------------------------------------------------
def clause(writer: Writer, value: Effect, explicit: bool = False) -> list[str] | None:
    """An effect as a clause with its adjuncts."""
    if isinstance(value, ObjectsDo) and isinstance(value.duration, DuringNextTurn):
        lead = writer.category(Duration, value.duration, "next turn")
        inner = writer.category(Effect, replace(value, duration=None))
        return None if lead is None or inner is None else [*lead, ",", *inner]
    if isinstance(value, Prevent) and value.duration is not None and not isinstance(value.duration, ThisTurn):
        lead, inner = writer.category(Duration, value.duration), writer.category(Effect, replace(value, duration=None))
        return None if lead is None or inner is None else [*lead, ",", *inner]
    if explicit:
        pieces = writer.category(Effect, value, "explicit")
        if pieces is not None:
            return pieces
    pieces = writer.category(Effect, value, "clause")
    return pieces if pieces is not None else writer.category(Effect, value)


def sentence(writer: Writer, value: Effect) -> list[str] | None:
    """An effect as a sentence without its stop."""
    priced = without_amount(value)
    if priced is not None:
        value = Where(*priced)
    if isinstance(value, Where):
        pieces, amount = sentence(writer, value.effect), writer.category(Amount, value.x, "whole")
        return None if pieces is None or amount is None else [*pieces, ",", "where", "X", "is", *amount]
    if isinstance(value, Instructions) and value.joiner in ("and", "then"):
        parts: list[list[str] | None] = []
        for position, step in enumerate(value.steps):
            before = value.steps[position - 1] if position else None
            explicit = isinstance(step, Does) and isinstance(before, Does) and not puts_rest(step.actions[0])
            after = value.steps[position + 1] if position + 1 < len(value.steps) else None
            leads = isinstance(step, Does) and isinstance(after, Does) and isinstance(after.who, You)
            parts.append(clause(writer, step, explicit or (leads and value.joiner == "and")))
        if value.joiner == "and":
            return writer.series(parts, "and")
        return _then(parts)
    return clause(writer, value)


def _then(parts: list[list[str] | None]) -> list[str] | None:
    pieces: list[str] = []
    for position, part in enumerate(parts):
        if part is None:
            return None
        pieces += [*([",", "then"] if position else []), *part]
    return pieces


def _hung(writer: Writer, effect: Effect, *words: list[str] | None) -> list[str] | None:
    pieces = clause(writer, effect)
    for part in words:
        if part is None or pieces is None:
            return None
        pieces = pieces + part
    return pieces


def _led(writer: Writer, effect: Effect, *words: list[str] | None) -> list[str] | None:
    pieces: list[str] = []
    for part in words:
        if part is None:
            return None
        pieces += part
    inner = sentence(writer, effect)
    return None if inner is None else [*pieces, ",", *inner]


@writes(Unless, mode="clause")
def write_unless(writer: Writer, value: Unless, form: Form) -> list[str] | None:
    """ "effect unless its controller pays {3}"."""
    action = writer.category(PlayerAction, value.action, form=make_form(PRESENT, person(value.who)))
    return _hung(writer, value.effect, ["unless"], write_subject(writer, value.who), action)


@writes(UnlessCondition, mode="clause")
def write_unless_condition(writer: Writer, value: UnlessCondition, form: Form) -> list[str] | None:
    """ "effect unless you control a Swamp"."""
    return _hung(writer, value.effect, ["unless"], writer.category(Condition, value.condition))


@writes(If, mode="clause")
def write_if(writer: Writer, value: If, form: Form) -> list[str] | None:
    """ "if condition, effect"."""
    if value.otherwise is not None:
        return None
    if not value.leading:
        return _hung(writer, value.effect, ["if"], writer.category(Condition, value.condition))
    return _led(writer, value.effect, ["if"], writer.category(Condition, value.condition))


@writes(AsLongAs, mode="clause")
def write_as_long_as(writer: Writer, value: AsLongAs, form: Form) -> list[str] | None:
    """ "as long as condition, statement", or behind it."""
    condition = writer.category(Condition, value.condition)
    if value.leading:
        during = writer.category(Condition, value.condition, "during")
        during = during if during is not None else writer.category(Condition, value.condition, "once")
        if during is not None:
            return _led(writer, value.effect, during)
        return _led(writer, value.effect, ["as", "long", "as"], condition)
    during = writer.category(Condition, value.condition, "during") if _holds_on(value.effect) else None
    if during is not None:
        return _hung(writer, value.effect, during)
    return _hung(writer, value.effect, ["as", "long", "as"], condition)


@writes(AsEnters, mode="clause")
def write_as_enters(writer: Writer, value: AsEnters, form: Form) -> list[str] | None:
    """ "as this enters, effect"."""
    what = write_subject(writer, value.what)
    if value.behind:
        return _hung(writer, value.effect, ["as"], None if what is None else [*what, "enters"])
    return _led(writer, value.effect, ["as"], what, ["enters"])


@writes(ForEachDo, mode="clause")
def write_for_each_do(writer: Writer, value: ForEachDo, form: Form) -> list[str] | None:
    """ "for each creature, effect"."""
    if isinstance(value.of, Players):
        return _led(writer, value.effect, ["for"], writer.category(Players, value.of))
    return _led(writer, value.effect, ["for", "each"], writer.category(Things, value.of, "each"))


@writes(Delayed, mode="clause")
def write_delayed(writer: Writer, value: Delayed, form: Form) -> list[str] | None:
    """ "effect at the beginning of the next end step", "when event this turn, effect"."""
    event = writer.category(Event, value.event)
    if value.condition is not None:
        return None
    if isinstance(value.event, BeginningOf | EndOf):
        simple = isinstance(value.effect, Does | ObjectsDo) and len(value.effect.actions) == 1
        if value.duration is not None:
            if not value.every or isinstance(value.event, EndOf):
                return None
            return _led(writer, value.effect, ["at"], event, writer.category(Duration, value.duration))
        led = isinstance(value.event, BeginningOf) and value.event.that
        if value.behind or (simple and not led and not _has_target(value.effect)):
            return _hung(writer, value.effect, ["at"], event)
        return _led(writer, value.effect, ["at"], event)
    duration = None if value.duration is None else writer.category(Duration, value.duration)
    if value.duration is None and isinstance(value.event, Occurs) and isinstance(value.event.action, LoseControl):
        return _led(writer, value.effect, ["when"], event)
    if value.next:
        if event is None or event[0] != "you":
            return None
        event = ["you", "next", *event[1:]]
    return _led(writer, value.effect, ["whenever" if value.every else "when"], event, duration)
