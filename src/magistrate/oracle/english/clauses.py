"""Clauses: a subject with its verb phrases, and what is hung on a clause before and behind it.

Modes of `Effect`: "" is a bare clause (the phrases of the effect types belong here), "clause" one with its adjuncts,
"sentence" clauses joined by "and" or "then", "text" whole sentences (see `sentences`).

Attachment is settled here. A duration belongs to all verb phrases of its subject. "for each" belongs to the verb
phrase before it. A verb phrase behind "and" or "then" shares the subject before it; a new clause begins only with a
subject of its own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from magistrate.abilities.actions import (
    Action,
    Attack,
    BecomeDesignated,
    BecomeTargeted,
    BeDealtDamage,
    Cant,
    Cast,
    ChooseThings,
    DirectCombat,
    Discard,
    Exile,
    FixedMana,
    GainAbilities,
    GainLife,
    GetCounters,
    GetEmblem,
    GetPT,
    HaveObjects,
    HavePlayers,
    LoseAbilities,
    LoseGame,
    LoseLife,
    LoseOthers,
    ManaTimes,
    ObjectAction,
    PhaseOut,
    Play,
    PlayerAction,
    PutCounters,
    PutInto,
    Return,
    Sacrifice,
    Shuffle,
    TapAction,
    UntapAction,
    WinGame,
)
from magistrate.abilities.amounts import Amount, ForEach, Number, X
from magistrate.abilities.durations import Duration, ThisTurn, UntilEndOfTurn, UntilEvent
from magistrate.abilities.effects import Does, Effect, Instructions, ObjectsDo
from magistrate.abilities.node import Node, replace
from magistrate.abilities.phases import GetExtraSteps
from magistrate.abilities.things import EachOf, Exactly, It, Players, Some, Target, TargetThing, They, Things, You
from magistrate.abilities.things import Form as Said
from magistrate.oracle.english.cast_spells import is_cast_this_turn, said_of_cast
from magistrate.oracle.english.losing import read_lost_again
from magistrate.oracle.english.one_of import read_one_of
from magistrate.oracle.english.shared_zones import from_one_place, place_said_once
from magistrate.oracle.english.spending import said_of
from magistrate.oracle.grammar import Reading, person, reads, writes
from magistrate.oracle.inflect import BASE, MANY, PRESENT, YOU, Form
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

#: What happens to objects and can happen to players in the same words.
OF_PLAYERS_TOO = (Attack, BeDealtDamage, BecomeTargeted, GainAbilities, LoseAbilities, PhaseOut)
#: Actions whose subject is said even when it is "you".
_SAYS_YOU = (
    DirectCombat,
    GainLife,
    LoseLife,
    GetCounters,
    GetEmblem,
    GetExtraSteps,
    WinGame,
    LoseGame,
    BecomeDesignated,
)
#: Aux words: what they ask of the verb phrase.
IMPERATIVE = make_form(BASE, YOU)


# Verb phrases --------------------------------------------------------------------------------------------------------
def read_action(reader: Reader, category: type[Action], at: int, form: Form) -> Iterator[Reading]:
    """One verb phrase, with "for each" behind it."""
    reader.expect(at, "verb")
    if reader.word(at) == "also":
        at += 1
    for end, action in reader.category(category, at, form=form):
        yield end, action
        start = reader.literal(end, "for", "each")
        if start is not None:
            for last, of in read_each_of(reader, start):
                scaled = scale(action, of)
                if scaled is not None:
                    yield last, scaled


def read_each_of(reader: Reader, at: int) -> Iterator[Reading]:
    """What stands behind "for each": things, or an amount that counts them."""
    yield from reader.category(Things, at, "each")
    yield from reader.category(Amount, at, "each")


def scale(action: Node, of: Any) -> Any | None:
    """The action with its one amount taken for each of something; None when it has no such amount."""
    if isinstance(action, GetPT):
        power = action.power if action.power == Number(0) else ForEach(action.power, of)
        toughness = action.toughness if action.toughness == Number(0) else ForEach(action.toughness, of)
        return replace(action, power=power, toughness=toughness)
    if isinstance(action, FixedMana) and len(set(action.symbols)) == 1:
        return ManaTimes(action.symbols[0], ForEach(Number(len(action.symbols)), of))
    place = _amount_place(action)
    if place is None:
        return _scale_things(action, of)
    value = getattr(action, place)
    if isinstance(value, Amount):
        return replace(action, **{place: ForEach(value, of)}) if isinstance(value, Number | X) else None
    part = value[0] if isinstance(value, tuple) else value
    inner = scale(part, of)
    if inner is None:
        return None
    return replace(action, **{place: (inner,) if isinstance(value, tuple) else inner})


#: What is done to so many things, chosen as it is done: "sacrifices a creature for each card discarded this way".
_OF_SOME = (Discard, Exile, Return, Sacrifice, TapAction, UntapAction)


def _of_so_many(action: Node, what: Any) -> bool:
    """Whether an action is done to so many things; targets are counted where they are only chosen."""
    if isinstance(action, ChooseThings):
        return isinstance(what, Target | TargetThing)
    return isinstance(action, _OF_SOME) and isinstance(what, Some)


def _scale_things(action: Node, of: Any) -> Any | None:
    what: Any = getattr(action, "what", None)
    if not _of_so_many(action, what) or not isinstance(what.quantity, Exactly):
        return None
    if not isinstance(what.quantity.amount, Number):
        return None
    return replace(action, what=replace(what, quantity=Exactly(ForEach(what.quantity.amount, of))))


def _unscale_things(action: Node) -> tuple[Any, Any] | None:
    what: Any = getattr(action, "what", None)
    if not _of_so_many(action, what) or not isinstance(what.quantity, Exactly):
        return None
    amount = what.quantity.amount
    if not isinstance(amount, ForEach):
        return None
    return replace(action, what=replace(what, quantity=Exactly(amount.unit))), amount.of


def unscale(action: Node) -> tuple[Any, Any] | None:
    """The reverse of `scale`: the action for one, and what it is done for each of; None when nothing is."""
    if isinstance(action, GetPT):
        amount = action.power if isinstance(action.power, ForEach) else action.toughness
        if not isinstance(amount, ForEach):
            return None
        parts = {
            name: value.unit if isinstance(value := getattr(action, name), ForEach) else value
            for name in ("power", "toughness")
        }
        return replace(action, **parts), amount.of
    if isinstance(action, ManaTimes) and isinstance(action.amount, ForEach):
        unit = action.amount.unit
        return (FixedMana((action.symbol,) * unit.value), action.amount.of) if isinstance(unit, Number) else None
    place = _amount_place(action)
    if place is None:
        return _unscale_things(action)
    value = getattr(action, place)
    if isinstance(value, ForEach):
        return replace(action, **{place: value.unit}), value.of
    part = value[0] if isinstance(value, tuple) else value
    inner = unscale(part) if isinstance(part, Node) else None
    if inner is None:
        return None
    return replace(action, **{place: (inner[0],) if isinstance(value, tuple) else inner[0]}), inner[1]


_SCALED = ("counters", "kinds", "mana", "count", "amount", "times", "with_counters")


def _amount_place(action: Node) -> str | None:
    names = {field.name for field in dataclasses.fields(action)}  # type: ignore[arg-type]
    for name in _SCALED:
        if name in names:
            value = getattr(action, name)
            if isinstance(value, Amount) or (isinstance(value, Node) and name == "mana"):
                return name
            if isinstance(value, tuple) and len(value) == 1:
                return name
    return None


def write_action(writer: Writer, category: type[Action], action: Action, form: Form) -> list[str] | None:
    """One verb phrase, with its "for each"."""
    parts = unscale(action)
    if parts is None:
        return writer.category(category, action, form=form)
    pieces = writer.category(category, parts[0], form=form)
    each = write_each_of(writer, parts[1])
    return None if pieces is None or each is None else [*pieces, "for", "each", *each]


def write_each_of(writer: Writer, of: Any) -> list[str] | None:
    """What stands behind "for each"."""
    return writer.category(Amount if isinstance(of, Amount) else Things, of, "each")


def read_actions(
    reader: Reader, category: type[Action], at: int, form: Form
) -> Iterator[tuple[int, tuple[Action, ...], str]]:
    """Verb phrases of one subject, and how they are joined."""
    for end, first in _with_gapped(reader, category, at, form):
        yield end, first, "and"
        if reader.word(end) in ("and", ",", "or"):
            for joiner in ("and", "then", "or"):
                for last, parts in reader.series(lambda place: _with_gapped(reader, category, place, form), joiner, at):
                    if len(parts) > 1 and parts[0] == first:
                        yield last, tuple(action for part in parts for action in part), joiner


def _with_gapped(
    reader: Reader, category: type[Action], at: int, form: Form
) -> Iterator[tuple[int, tuple[Action, ...]]]:
    """One verb phrase, and those behind it that share its verb: "put one into your hand and the rest on the bottom"; or
    "(then) shuffle and put that card on top"."""
    for end, action in read_action(reader, category, at, form):
        yield end, (action,)
        if isinstance(action, PutCounters | PutInto | Return) and reader.word(end) in ("and", ","):
            for last, others in _sharing(reader, end, type(action)):
                yield last, (action, *others)
        elif isinstance(action, Shuffle) and reader.word(end) == "and" and reader.word(at - 1) == "then":
            for last, other in read_action(reader, category, end + 1, form):
                yield last, (action, other)


def _sharing(reader: Reader, at: int, kind: type[Action]) -> Iterator[tuple[int, tuple[Action, ...]]]:
    """What shares the verb of the phrase before: "and the rest on the bottom", ", one on top, and one on the bottom"."""
    if reader.word(at) == "and":
        for end, other in reader.category(PlayerAction, at + 1, "gapped"):
            if type(other) is kind:
                yield end, (other,)
        return
    for end, other in reader.category(PlayerAction, at + 1, "gapped"):
        last = reader.literal(end, ",", "and")
        if type(other) is kind and last is not None:
            for stop, final in reader.category(PlayerAction, last, "gapped"):
                if type(final) is kind:
                    yield stop, (other, final)


def write_actions(
    writer: Writer, category: type[Action], actions: tuple[Any, ...], joiner: str, form: Form
) -> list[str] | None:
    """Verb phrases of one subject."""
    parts: list[list[str] | None] = []
    for place, action in enumerate(actions):
        if isinstance(action, PutCounters | PutInto | Return) and action.gapped:
            before, more = parts.pop() if parts else None, writer.category(category, action, "gapped")
            listed = getattr(actions[place - 1], "gapped", False)
            first = getattr(actions[place + 1], "gapped", False) if place + 1 < len(actions) else False
            joint = [","] if first else [",", "and"] if listed else ["and"]
            parts.append(None if before is None or more is None else [*before, *joint, *more])
        else:
            parts.append(write_action(writer, category, action, form))
    return writer.series(parts, joiner)


# Subjects ------------------------------------------------------------------------------------------------------------
def write_subject(writer: Writer, value: Things) -> list[str] | None:
    """Things as a subject: "they", not "them"."""
    pieces = writer.category(Things, value)
    return ["they"] if pieces == ["them"] else pieces


def durations(reader: Reader, at: int, actions: tuple[Action, ...]) -> Iterator[tuple[int, Duration | None]]:
    """The duration behind verb phrases, when there is one; what you "have" others do has its own."""
    yield at, None
    if isinstance(actions[-1], HaveObjects | HavePlayers):
        return
    for end, duration in reader.category(Duration, at):
        if not (isinstance(duration, UntilEvent) and isinstance(actions[-1], Exile)):
            yield end, duration


@reads(Effect)
def read_does(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """Players do something: imperatives, "you may …", "target player … and …", "players can't …"."""
    yield from _does(reader, at, You(), IMPERATIVE, {})
    for end, who in reader.category(Players, at):
        base = make_form(BASE, person(who))
        word = reader.word(end)
        if word == "may":
            yield from _does(reader, end + 1, who, base, {"may": True})
        elif word == "can't":
            yield from _does(reader, end + 1, who, base, {"cant": True})
        elif word == "must":
            yield from _does(reader, end + 1, who, base, {"must": True})
        else:
            yield from _does(reader, end, who, make_form(PRESENT, person(who)), {})


def _does(reader: Reader, at: int, who: Players, form: Form, flags: dict[str, bool]) -> Iterator[Reading]:
    if flags.get("may"):
        for end, action in read_one_of(reader, at, form):
            yield end, Does(who, (action,), may=True)
    for end, actions, joiner in read_actions(reader, PlayerAction, at, form):
        one_of = joiner == "or" and flags.get("may") and all(isinstance(action, Cast | Play) for action in actions)
        if one_of or (joiner == "or") == bool(flags.get("cant")) or len(actions) == 1:
            if flags.get("cant") and len(actions) > 1:
                joiner = "or"
            elif not flags.get("cant"):
                actions = _as_much(actions)
            actions = from_one_place(actions)
            for last, duration in durations(reader, end, actions):
                done = Does(who, actions, duration=duration, joiner=joiner, **flags)  # type: ignore[arg-type]
                yield last, _rest_apart(done)


def _rest_apart(done: Does) -> Effect:
    """ "You may reveal a creature card from among them, then put the rest into your graveyard": only the first may be left undone;
    what wasn't taken is put there either way (CR 608.2c)."""
    last = done.actions[-1]
    if not done.may or done.joiner != "then" or not isinstance(done.who, You) or not puts_rest(last):
        return done
    first = done.actions[:-1]
    return Instructions((replace(done, actions=first, joiner="and"), Does(done.who, (last,))), "then")


def puts_rest(action: Action) -> bool:
    """Whether an action is done to what is left of cards that were looked at, revealed or milled."""
    return isinstance(action, PutInto | Exile) and isinstance(action.what, It) and action.what.form is Said.REST


def _as_much(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """ "gain life and draw cards equal to its power": as much of both."""
    found = list(actions)
    for at, action in enumerate(found[:-1]):
        if isinstance(action, GainLife | LoseLife) and action.amount is None:
            following = found[at + 1]
            amount = getattr(following, "count", None) or getattr(following, "amount", None)
            if isinstance(amount, Amount) and not isinstance(amount, Number):
                found[at] = replace(action, amount=amount)
    return tuple(found)


@reads(Effect)
def read_objects_do(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """Objects do, get or become something."""
    for end, what in reader.category(Things, at):
        wanted = make_form(PRESENT, person(what))
        if reader.word(end) == "each" and wanted == make_form(PRESENT, MANY):
            end, what = end + 1, EachOf(what, behind=True)
        if is_cast_this_turn(what) and (start := reader.literal(end, "this", "turn")) is not None:
            for last, actions, _ in read_actions(reader, ObjectAction, start, wanted):
                if len(actions) == 1 and said_of_cast(actions[0]):
                    yield last, ObjectsDo(what, actions, ThisTurn())  # type: ignore[arg-type]
            continue
        for last, actions, joiner in read_actions(reader, ObjectAction, end, wanted):
            if joiner == "or" or not all(fits(what, action) for action in actions):
                continue
            if isinstance(actions[0], LoseOthers):
                continue  # other than what?
            for stop, lost in read_lost_again(reader, last, wanted):
                yield stop, ObjectsDo(what, (*actions, lost))  # type: ignore[arg-type]
            for stop, duration in durations(reader, last, actions):
                yield stop, ObjectsDo(what, actions, duration, joiner)  # type: ignore[arg-type]
                yield from _until_too(reader, stop, ObjectsDo(what, actions, duration), wanted)  # type: ignore[arg-type]
                start = reader.literal(stop, "for", "each") if duration is not None else None
                if start is not None:
                    for final, of in read_each_of(reader, start):
                        scaled = scale(actions[-1], of)
                        if scaled is not None and len(actions) == 1:
                            yield final, ObjectsDo(what, (scaled,), duration, joiner)


def _until_too(reader: Reader, at: int, value: ObjectsDo, form: Form) -> Iterator[Reading]:
    """ "gains haste until end of turn and can't be blocked this turn": both end at the same time (CR 514.2)."""
    if not isinstance(value.duration, _TO_CLEANUP) or value.joiner != "and" or reader.word(at) != "and":
        return
    for end, more, _ in read_actions(reader, ObjectAction, at + 1, form):
        if len(more) == 1 and fits(value.what, more[0]):
            for last, duration in durations(reader, end, more):
                if isinstance(duration, _TO_CLEANUP) and duration != value.duration:
                    yield last, replace(value, actions=(*value.actions, *more), duration=UntilEndOfTurn())


#: Durations that end in the cleanup step.
_TO_CLEANUP = (UntilEndOfTurn, ThisTurn)


def fits(subject: Things, action: Action) -> bool:
    """Whether a subject can do what is said of objects; "they" are then objects, not players."""
    if not isinstance(subject, Players):
        return True
    if isinstance(subject, They) and subject.form is Said.PRONOUN:
        return False
    if isinstance(action, Cant):
        return all(fits(subject, part) for part in action.actions)
    return isinstance(action, OF_PLAYERS_TOO)


@writes(Does)
def write_does(writer: Writer, value: Does, form: Form) -> list[str] | None:
    """Players do something."""
    own = writer.category(Effect, value, "own wording")
    return own if own is not None else _write_does(writer, value, explicit=False)


@writes(Does, mode="explicit")
def write_does_explicit(writer: Writer, value: Does, form: Form) -> list[str] | None:
    """Players do something, "you" said."""
    return _write_does(writer, value, explicit=True)


def _write_does(writer: Writer, value: Does, explicit: bool) -> list[str] | None:
    behind, value = said_of(value)
    flags = [word for word, on in (("may", value.may), ("can't", value.cant), ("must", value.must)) if on]
    if len(flags) > 1:
        return None
    subject: list[str] | None
    if isinstance(value.who, You) and not flags and not explicit and not isinstance(value.actions[0], _SAYS_YOU):
        subject, wanted = [], IMPERATIVE
    else:
        subject = write_subject(writer, value.who)
        wanted = make_form(BASE if flags else PRESENT, person(value.who))
    pieces = write_actions(writer, PlayerAction, place_said_once(value.actions), value.joiner, wanted)
    tail = write_duration(writer, value.duration)
    if subject is None or pieces is None or tail is None:
        return None
    return [*subject, *flags, *pieces, *tail, *behind]


def write_duration(writer: Writer, value: Duration | None) -> list[str] | None:
    """A duration behind its clause; nothing when there is none."""
    return [] if value is None else writer.category(Duration, value)


@writes(ObjectsDo)
@writes(ObjectsDo, mode="explicit")
def write_objects_do(writer: Writer, value: ObjectsDo, form: Form) -> list[str] | None:
    """Objects do something."""
    from magistrate.oracle.english.limits import write_not_activated
    from magistrate.oracle.english.switching import write_switch

    own = write_not_activated(writer, value) or write_switch(writer, value)
    own = own or writer.category(Effect, value, "own wording")
    if own is not None:
        return own
    subject = write_subject(writer, value.what)
    wanted = make_form(PRESENT, person(value.what))
    tail = write_duration(writer, value.duration)
    if is_cast_this_turn(value.what) and isinstance(value.duration, ThisTurn):
        subject, tail = None if subject is None else [*subject, "this", "turn"], []
    parts = unscale(value.actions[0]) if len(value.actions) == 1 and value.duration is not None else None
    if parts is not None:
        pieces, each = writer.category(ObjectAction, parts[0], form=wanted), write_each_of(writer, parts[1])
        tail = None if tail is None or each is None else [*tail, "for", "each", *each]
    else:
        pieces = write_actions(writer, ObjectAction, value.actions, value.joiner, wanted)
    if subject is None or pieces is None or tail is None:
        return None
    return [*subject, *pieces, *tail]
