"""Statements in a wording of their own: "~'s power and toughness are each equal to …", "all creatures able to block it do
so", "you control enchanted creature", "doesn't untap during its controller's untap step"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import (
    Attack,
    BeBlocked,
    Block,
    Can,
    Cant,
    GainControl,
    HaveBasePT,
    HaveCountersPut,
    Must,
    ObjectAction,
    SetLife,
    UntapDuring,
)
from magistrate.abilities.amounts import Amount, Number, Star, Sum, X
from magistrate.abilities.durations import Duration, ThisCombat, ThisTurn
from magistrate.abilities.effects import Does, Effect, ObjectsDo
from magistrate.abilities.things import (
    All,
    AnyNumber,
    Attached,
    ControllerOf,
    It,
    Objects,
    OwnerOf,
    Players,
    Some,
    Things,
    This,
    You,
)
from magistrate.abilities.things import Form as Said
from magistrate.oracle.english.portions import write_set_life
from magistrate.oracle.grammar import Reading, person, reads, writes
from magistrate.oracle.inflect import BASE, MANY, PRESENT, Form, person_of, verb
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

#: The mode of `Effect` in which these are printed.
OWN_WORDING = "own wording"


# Sizes that are defined ----------------------------------------------------------------------------------------------
@reads(Effect)
def read_defined_size(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "~'s power and toughness are each equal to the number of Swamps you control" (CR 604.3)."""
    for end, what in reader.category(Objects, at, "poss"):
        for last, said in reader.literals(
            end, "power and toughness are each equal to", "power is equal to", "toughness is equal to"
        ):
            for stop, amount in reader.category(Amount, last, "whole"):
                if said.startswith("power and"):
                    yield stop, ObjectsDo(what, (HaveBasePT(amount, amount),))
                elif said.startswith("toughness"):
                    yield stop, ObjectsDo(what, (HaveBasePT(None, amount),))
                else:
                    yield stop, ObjectsDo(what, (HaveBasePT(amount, None),))
                    for final, other in _its_toughness(reader, stop, amount):
                        yield final, ObjectsDo(what, (HaveBasePT(amount, other),))


def _its_toughness(reader: Reader, at: int, power: Amount) -> Iterator[tuple[int, Amount]]:
    for end, _ in reader.literals(at, "and its toughness is equal to"):
        more = reader.literal(end, "that", "number", "plus")
        if more is not None:
            for last, number in reader.category(Amount, more, "digits"):
                yield last, Sum(power, number)
        for last, amount in reader.category(Amount, end, "whole"):
            if amount != power:
                yield last, amount


def _defined(amount: Amount | None) -> bool:
    """Whether it is no number that stands in a size ("1/1")."""
    return amount is not None and not isinstance(amount, Number | Star | X)


def _write_defined_size(writer: Writer, what: Things, size: HaveBasePT) -> list[str] | None:
    if isinstance(what, All) and not what.form:
        return None  # "creatures you control have base power and toughness each equal to …"
    subject = writer.category(Objects, what, "poss")
    if subject is None:
        return None
    power, toughness = size.power, size.toughness
    first = writer.category(Amount, toughness if power is None else power, "whole")
    if first is None:
        return None
    if power == toughness:
        return [*subject, *"power and toughness are each equal to".split(), *first]
    if power is None or toughness is None:
        return [*subject, "power" if toughness is None else "toughness", "is", "equal", "to", *first]
    if isinstance(toughness, Sum) and toughness.left == power:
        more = writer.category(Amount, toughness.right, "digits")
        second = None if more is None else ["that", "number", "plus", *more]
    else:
        second = writer.category(Amount, toughness, "whole")
    if second is None:
        return None
    return [*subject, *"power is equal to".split(), *first, *"and its toughness is equal to".split(), *second]


# Blocking ------------------------------------------------------------------------------------------------------------
@reads(Effect)
def read_do_so(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "all creatures able to block target creature this turn do so" (CR 509.1c)."""
    if reader.word(at) not in ("all", "each"):
        return
    for end, who in reader.category(Objects, at, "np"):
        start = reader.literal(end, "able", "to", "block")
        if start is None or not isinstance(who, All):
            continue
        for last, what in reader.category(Objects, start):
            for stop, duration in _for_a_time(reader, last):
                do = reader.literal(stop, verb("do", make_form(PRESENT, person(who))), "so")
                if do is not None:
                    yield do, ObjectsDo(who, (Must(Block(what), "able"),), duration)


def _for_a_time(reader: Reader, at: int) -> Iterator[tuple[int, Duration | None]]:
    yield at, None
    for end, duration in reader.category(Duration, at):
        if isinstance(duration, ThisTurn | ThisCombat):
            yield end, duration


def _write_do_so(writer: Writer, value: ObjectsDo, action: Must) -> list[str] | None:
    if not isinstance(action.action, Block) or action.action.what is None or action.action.alone:
        return None
    who, what = writer.category(Objects, value.what), writer.category(Objects, action.action.what)
    duration = [] if value.duration is None else writer.category(Duration, value.duration)
    if who is None or what is None or duration is None:
        return None
    what = ["it"] if what == ["they"] else what
    do = verb("do", make_form(PRESENT, person(value.what)))
    return [*who, "able", "to", "block", *what, *duration, do, "so"]


@reads(Must)
def read_must(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "attacks that player each combat if able", "must be blocked this turn if able" (CR 508.1d, 509.1c)."""
    found: list[Reading] = [*reader.category(Attack, at, form=form), *reader.category(Block, at, form=form)]
    if reader.word(at) == "must":
        found += reader.category(BeBlocked, at + 1, form=make_form(BASE, person_of(form)))
    for end, action in found:
        if getattr(action, "becomes", False) or getattr(action, "alone", False):
            continue
        for last, when in [(end, ""), *reader.literals(end, *_WHEN)]:
            if when or isinstance(action, BeBlocked):
                for stop, _ in reader.literals(last, "if able"):
                    yield stop, Must(action, when)


_WHEN = ("each combat", "each turn", "this turn", "this combat")


@writes(Must)
def write_must(writer: Writer, value: Must, form: Form) -> list[str] | None:
    """ "attacks each combat if able"."""
    if value.when and value.when not in _WHEN:
        return None
    must = isinstance(value.action, BeBlocked)
    wanted = make_form(BASE, person_of(form)) if must else form
    pieces = writer.category(ObjectAction, value.action, form=wanted)
    return None if pieces is None else [*(["must"] if must else []), *pieces, *value.when.split(), "if", "able"]


# What can be blocked ---------------------------------------------------------------------------------------------------
@reads(Can)
def read_can_block(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "can block any number of creatures", "can block only creatures with flying" (CR 509.1a, 509.1b)."""
    start = reader.literal(at, "can", "block")
    if start is None:
        return
    if reader.word(start) == "only":
        for end, what in reader.category(Objects, start + 1, "np"):
            if isinstance(what, All):
                yield end, Can(Block(what), only=True)
    for end, what in reader.category(Objects, start, "np"):
        if isinstance(what, Some) and isinstance(what.quantity, AnyNumber):
            yield end, Can(Block(what))
            yield from ((last, Can(Block(what))) for last, _ in reader.literals(end, "each combat"))


@writes(Can)
def write_can_block(writer: Writer, value: Can, form: Form) -> list[str] | None:
    """ "can block only creatures with flying"."""
    action = value.action
    if not isinstance(action, Block) or action.what is None or value != Can(action, only=value.only):
        return None
    what = writer.category(Objects, action.what)
    return None if what is None else ["can", "block", *(["only"] if value.only else []), *what]


# Control -------------------------------------------------------------------------------------------------------------
@reads(Effect)
def read_controls(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "you control enchanted creature" (CR 613.1b)."""
    for end, who in reader.category(Players, at):
        if reader.word(end) == verb("control", make_form(PRESENT, person(who))):
            for last, what in reader.category(Objects, end + 1, "np"):
                if isinstance(what, Attached):
                    yield last, Does(who, (GainControl(what, stated=True),))


@writes(Does, mode=OWN_WORDING)
def write_controls(writer: Writer, value: Does, form: Form) -> list[str] | None:
    """ "you control enchanted creature"; "your life total becomes 10"."""
    action = value.actions[0]
    if isinstance(action, SetLife):
        return write_set_life(writer, value)
    if value != Does(value.who, (action,)) or not isinstance(action, GainControl) or not action.stated:
        return None
    who, what = writer.category(Players, value.who), writer.category(Objects, action.what)
    if who is None or what is None:
        return None
    return [*who, verb("control", make_form(PRESENT, person(value.who))), *what]


# Untapping -----------------------------------------------------------------------------------------------------------
@reads(UntapDuring)
def read_untap_during(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "doesn't untap during its controller's next untap step" (CR 502.3)."""
    start = reader.literal(at, verb("don't", form), "untap", "during")
    if start is not None:
        yield from _untap_step(reader, start)


_CONTROLLERS = ("its controller 's", "their controllers '", "their controller 's")


def _untap_step(reader: Reader, at: int) -> Iterator[tuple[int, UntapDuring]]:
    whose: list[tuple[int, Players | None]] = [(end, None) for end, _ in reader.literals(at, *_CONTROLLERS)]
    whose += [(end, who) for end, who in reader.category(Players, at, "poss") if not _of_it(who)]
    for end, who in whose:
        next_only = reader.word(end) == "next"
        for last, _ in reader.literals(end + next_only, "untap step", "untap steps"):
            yield last, UntapDuring(who, next_only)


def _of_it(who: Players) -> bool:
    """Whether it is whoever controls what untaps, which goes without saying."""
    return isinstance(who, ControllerOf | OwnerOf) and isinstance(who.of, It) and who.of.form is Said.PRONOUN


@writes(UntapDuring)
def write_untap_during(writer: Writer, value: UntapDuring, form: Form) -> list[str] | None:
    """ "doesn't untap during its controller's untap step"."""
    step = _write_untap_step(writer, value, person_of(form) == MANY)
    return None if step is None else [verb("don't", form), "untap", "during", *step]


def _write_untap_step(writer: Writer, value: UntapDuring, many: bool) -> list[str] | None:
    step = "untap step"
    if value.whose is None:
        whose: list[str] | None = ["their", "controllers", "'"] if many else ["its", "controller", "'s"]
        step = "untap steps" if many else step
    else:
        whose = writer.category(Players, value.whose, "poss")
    return None if whose is None else [*whose, *(["next"] if value.next_only else []), *step.split()]


@reads(Effect)
def read_choose_not_to(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "you may choose not to untap this artifact during your untap step" (CR 502.3)."""
    start = reader.literal(at, "you", "may", "choose", "not", "to", "untap")
    if start is not None:
        for end, what in reader.category(Objects, start, "np"):
            if isinstance(what, This) and reader.word(end) == "during":
                for last, untap in _untap_step(reader, end + 1):
                    if isinstance(untap.whose, You) and not untap.next_only:
                        yield last, ObjectsDo(what, (Can(untap),))


# Counters --------------------------------------------------------------------------------------------------------------
@reads(Effect)
def read_no_counters(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "counters can't be put on artifacts or creatures" (CR 122.1, 614.17)."""
    start = reader.literal(at, "counters", "can't", "be", "put", "on")
    if start is not None:
        for end, what in reader.category(Objects, start):
            yield end, ObjectsDo(what, (Cant((HaveCountersPut(leading=True),)),))


def _write_no_counters(writer: Writer, value: ObjectsDo) -> list[str] | None:
    what = writer.category(Objects, value.what)
    if what is None or value.duration is not None:
        return None
    return [*"counters can't be put on".split(), *what]


# Printing ------------------------------------------------------------------------------------------------------------
@writes(ObjectsDo, mode=OWN_WORDING)
def write_own_wording(writer: Writer, value: ObjectsDo, form: Form) -> list[str] | None:
    """Statements about objects in a wording of their own."""
    if len(value.actions) != 1:
        return None
    action = value.actions[0]
    if (
        isinstance(action, HaveBasePT)
        and value.duration is None
        and (_defined(action.power) or _defined(action.toughness))
    ):
        return _write_defined_size(writer, value.what, action)
    if isinstance(action, Cant) and action == Cant((HaveCountersPut(leading=True),)):
        return _write_no_counters(writer, value)
    if isinstance(action, Must) and action.when == "able":
        return _write_do_so(writer, value, action)
    if isinstance(action, Can) and isinstance(action.action, UntapDuring):
        what, step = writer.category(Objects, value.what), _write_untap_step(writer, action.action, False)
        if what is None or step is None or value.duration is not None:
            return None
        return [*"you may choose not to untap".split(), *what, "during", *step]
    return None
