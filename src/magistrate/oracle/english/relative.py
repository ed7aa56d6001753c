"""Clauses that describe by what happened: "that was dealt damage this turn", "spells you cast from exile", "the number of
creatures that died this turn"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import (
    Action,
    Attack,
    BeBlocked,
    BeCast,
    BecomeTapped,
    BecomeTargeted,
    BecomeUntapped,
    BeDealtDamage,
    BePutInto,
    Block,
    Cast,
    Crew,
    DealDamage,
    Die,
    Discard,
    Draw,
    Enter,
    GainLife,
    Leave,
    LoseLife,
    ObjectAction,
    Play,
    PlayerAction,
    Sacrifice,
)
from magistrate.abilities.amounts import Amount, Number, TimesHappened
from magistrate.abilities.characteristics import Window, Zone
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import AnyOf, Controlled, Did, Group, IsOther, Noun, Owned, Quality
from magistrate.abilities.node import replace
from magistrate.abilities.stack_qualities import FirstCast
from magistrate.abilities.things import All, It, Objects, Players, Things, You
from magistrate.oracle.english.cast_spells import cast_by
from magistrate.oracle.english.clauses import write_subject
from magistrate.oracle.english.events import read_action_of
from magistrate.oracle.english.words import PLURAL, SINGULAR
from magistrate.oracle.grammar import Reading, person, reads, writes
from magistrate.oracle.inflect import BASE, IT, MANY, PARTICIPLE, PAST, PRESENT, Form, person_of, verb
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.lexer import PERFECT
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

#: What can be said of something that is still where it was when it happened. What died or left is no longer among the
#: permanents that a description is looked for in: of those only the number can be asked (`TimesHappened`).
_LASTING = (
    Attack,
    Crew,
    BeBlocked,
    BeDealtDamage,
    BecomeTapped,
    BecomeTargeted,
    BecomeUntapped,
    Block,
    DealDamage,
    Enter,
)
_GONE = (Die, Leave, BePutInto)
#: Zones from which spells are cast, as said.
_FROM = {"exile": Zone.EXILE, "graveyard": Zone.GRAVEYARD, "hand": Zone.HAND, "library": Zone.LIBRARY}


def _that(form: Form) -> It:
    """What is described."""
    return It(plural=person_of(form) == MANY, slot="that")


def _is_that(value: object) -> bool:
    return isinstance(value, It) and value.slot == "that"


# Descriptions --------------------------------------------------------------------------------------------------------
@reads(Quality, "post")
def read_did(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "that was dealt damage this turn", "dealt damage by this creature this turn", "you cast from exile"."""
    who = person_of(form)
    if reader.word(at) == "that":
        for end, action, negated in _past(reader, at + 1, who):
            if isinstance(action, _LASTING):
                for last, window in reader.category(Window, end):
                    yield last, Did(Occurs(_that(form), action), window, negated)
        for end, _ in reader.literals(at, _BLOCKED):
            for last, what in reader.category(Objects, end, "np"):
                for stop, window in reader.category(Window, last):
                    yield stop, _was_in_a_block_with(_that(form), what, window)
        for end, said in reader.literals(at, *_THERE):
            if (reader.word(at + 1) == "was") == (who == IT):
                for last, window in reader.category(Window, end):
                    yield last, Did(Occurs(_that(form), _there(said)), window)
    for end, action in reader.category(ObjectAction, at, "reduced", make_form(PARTICIPLE, who)):
        for last, window in reader.category(Window, end):
            yield last, Did(Occurs(_that(form), action), window)
    for end, by in reader.category(Players, at):
        if reader.word(end) == verb("cast", make_form(PRESENT, person(by))):
            yield end + 1, Did(Occurs(by, Cast(_that(form))))
            for last, zone in _cast_from(reader, end + 1):
                yield last, Did(Occurs(by, Cast(_that(form), from_=zone)))


_BLOCKED = "that blocked or was blocked by"


def _was_in_a_block_with(that: It, what: Objects, window: Window) -> AnyOf:
    return AnyOf((Did(Occurs(that, Block(what)), window), Did(Occurs(that, BeBlocked(what)), window)))


@writes(AnyOf, mode="post")
def write_blocked(writer: Writer, value: AnyOf, form: Form) -> list[str] | None:
    """ "that blocked or was blocked by a Zombie this turn"."""
    first = value.options[0]
    if not isinstance(first, Did) or not isinstance(first.event, Occurs) or not isinstance(first.event.action, Block):
        return None
    that, what = first.event.subject, first.event.action.what
    if not isinstance(that, It) or what is None or value != _was_in_a_block_with(that, what, first.window):
        return None
    said, window = writer.category(Objects, what), writer.category(Window, first.window)
    return None if said is None or window is None else [*_BLOCKED.split(" "), *said, *window]


@reads(Quality, "post")
def read_but_not_owned(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "but don't own" behind "you control"."""
    for end, _ in reader.literals(at, "but don't own"):
        if reader.word(at - 1) == "control" and reader.word(at - 2) == "you":
            yield end, Owned(You(), True, True)


@writes(Owned, mode="post")
def write_but_not_owned(writer: Writer, value: Owned, form: Form) -> list[str] | None:
    """ "but don't own"."""
    return ["but", "don't", "own"] if value == Owned(You(), True, True) else None


_THERE = (
    "that was put there from the battlefield",
    "that were put there from the battlefield",
    "that was put there from anywhere",
    "that were put there from anywhere",
)


def _there(said: str) -> BePutInto:
    return BePutInto(Zone.GRAVEYARD, from_=None if said.endswith("anywhere") else Zone.BATTLEFIELD)


def _past(reader: Reader, at: int, who: int) -> Iterator[tuple[int, Action, bool]]:
    """A verb phrase in the past: where it ends, and whether it is denied."""
    for end, action in reader.category(ObjectAction, at, form=make_form(PAST, who)):
        yield end, action, False
    if reader.word(at) == "didn't":
        for end, action in reader.category(ObjectAction, at + 1, form=make_form(BASE, who)):
            yield end, action, True
    for word, negated in (("has", False), ("have", False), ("hasn't", True), ("haven't", True)):
        if reader.word(at) == word:
            for end, action in reader.category(ObjectAction, at + 1, form=make_form(PARTICIPLE, who)):
                yield end, action, negated


def _cast_from(reader: Reader, at: int) -> Iterator[tuple[int, Zone]]:
    """ "from exile", "from your graveyard", "from their hand", and no other zone's owner than the caster."""
    if reader.word(at) == "from":
        if reader.word(at + 1) == "exile":
            yield at + 2, Zone.EXILE
        elif reader.word(at + 1) in ("your", "their") and reader.word(at + 2) in _FROM:
            yield at + 3, _FROM[reader.word(at + 2)]


@writes(Did, mode="post")
def write_did(writer: Writer, value: Did, form: Form) -> list[str] | None:
    """ "that was dealt damage this turn"."""
    event = value.event
    if not isinstance(event, Occurs):
        return None
    who = person_of(form)
    window = writer.category(Window, value.window)
    if isinstance(event.subject, Players):
        action = event.action
        by = write_subject(writer, event.subject)
        if by is None or not isinstance(action, Cast) or not _is_that(action.what) or value.negated or action.free:
            return None
        pieces = [*by, verb("cast", make_form(PRESENT, person(event.subject)))]
        if action.from_ is None:
            return pieces
        word = next((word for word, zone in _FROM.items() if zone is action.from_), None)
        if word is None:
            return None
        whose = [] if word == "exile" else ["your" if by == ["you"] else "their"]
        return [*pieces, "from", *whose, word]
    if not _is_that(event.subject) or window is None:
        return None
    if isinstance(event.action, BePutInto) and not value.negated:
        if event.action.zone is not Zone.GRAVEYARD or event.action.of is not None:
            return None
        where = "anywhere" if event.action.from_ is None else "the battlefield"
        return ["that", "was" if who == IT else "were", "put", "there", "from", *where.split(" "), *window]
    if isinstance(event.action, BeDealtDamage) and event.action.by is not None and not value.negated:
        reduced = writer.category(ObjectAction, event.action, "reduced", make_form(PARTICIPLE, who))
        if reduced is not None:
            return [*reduced, *window]
    tense = BASE if value.negated else PAST
    action_words = writer.category(ObjectAction, event.action, form=make_form(tense, who))
    if action_words is None:
        return None
    return ["that", *(["didn't"] if value.negated else []), *action_words, *window]


def only_entered(group: Group) -> bool:
    """Whether a description says that something entered: the number of such things is how often it happened, whether or
    not they are still there."""
    return any(
        isinstance(quality, Did) and isinstance(quality.event, Occurs) and isinstance(quality.event.action, Enter)
        for quality in group.post
    )


# The first of a turn -----------------------------------------------------------------------------------------------------
_EACH_TURN = {"each turn": False, "during each of your turns": True}


@reads(Objects, "np")
def read_first_cast(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "the first creature spell you cast each turn", of what a statement says of it."""
    for start, _ in reader.literals(at, "the first"):
        for end, group in reader.category(Group, start, SINGULAR):
            cast = group.post[-1] if group.post else None
            if group.noun is not Noun.SPELL or not isinstance(cast, Did) or not isinstance(cast.event, Occurs):
                continue
            by, done = cast.event.subject, cast.event.action
            if not isinstance(by, Players) or not isinstance(done, Cast) or done.from_ is not None:
                continue
            for last, said in reader.literals(end, *_EACH_TURN):
                if reader.word(last) in ("costs", "has"):
                    first = FirstCast(by, replace(group, post=group.post[:-1]), _EACH_TURN[said])
                    yield last, All(Group((), Noun.SPELL, (first,)), "the first")


@reads(Objects, "np")
def read_next_cast(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "the next creature spell you cast", of what is said of it for this turn."""
    for start, _ in reader.literals(at, "the next"):
        for end, group in reader.category(Group, start, SINGULAR):
            by = cast_by(group)
            if by is not None and reader.literal(end, "this", "turn") is not None:
                spells = replace(group, post=group.post[:-1])
                yield end, All(Group((), Noun.SPELL, (FirstCast(by, spells, next=True),)), "the next")


@writes(All, mode="the next")
def write_next_cast(writer: Writer, value: All, form: Form) -> list[str] | None:
    """ "the next creature spell you cast"."""
    first = value.group.post[0]
    if not isinstance(first, FirstCast):
        return None
    by, spells = write_subject(writer, first.by), writer.category(Group, first.spells, SINGULAR)
    if by is None or spells is None:
        return None
    return ["the", "next", *spells, *by, verb("cast", make_form(PRESENT, person(first.by)))]


@writes(All, mode="the first")
def write_first_cast(writer: Writer, value: All, form: Form) -> list[str] | None:
    """ "the first creature spell you cast each turn"."""
    first = value.group.post[0]
    if not isinstance(first, FirstCast):
        return None
    by, spells = write_subject(writer, first.by), writer.category(Group, first.spells, SINGULAR)
    if by is None or spells is None:
        return None
    turn = next(said for said, your in _EACH_TURN.items() if your == first.your)
    return ["the", "first", *spells, *by, verb("cast", make_form(PRESENT, person(first.by))), *turn.split(" ")]


# How often -----------------------------------------------------------------------------------------------------------
#: What players have done to things, by the participle.
_DONE: dict[str, type[Cast] | type[Discard] | type[Sacrifice] | type[Play]] = {
    "cast": Cast,
    "discarded": Discard,
    "sacrificed": Sacrifice,
    "played": Play,
}


@reads(Amount)
def read_times_happened(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "the number of spells you've cast this turn", "the amount of life you gained this turn"."""
    start = reader.literal(at, "the", "number", "of")
    if start is not None:
        yield from _times(reader, start, PLURAL)
    for end, _ in reader.literals(at, "the amount of life", "the total amount of life"):
        yield from _life(reader, end)


@reads(Amount, "each")
def read_times_each(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "spell you've cast this turn", "creature that died this turn", "1 life you gained this turn" behind "for each"."""
    yield from _times(reader, at, SINGULAR)
    start = reader.literal(at, "1", "life")
    if start is not None:
        yield from _life(reader, start)


def _times(reader: Reader, at: int, number: str) -> Iterator[Reading]:
    if reader.word(at) == ("time" if number == SINGULAR else "times"):
        yield from _cast_so_often(reader, at + 1)
    other = reader.word(at) == "other"
    who = IT if number == SINGULAR else MANY
    for end, group in reader.category(Group, at + other, number):
        things = All(replace(group, shared=(IsOther(),)) if other else group, "")
        if reader.word(end) == "that":
            for last, action, negated in _past(reader, end + 1, who):
                if isinstance(action, Enter) and any(isinstance(quality, Controlled) for quality in group.post):
                    continue  # not how often it happened: those that are still there
                if isinstance(action, (*_GONE, Enter)) and not negated:
                    for stop, window in reader.category(Window, last):
                        yield stop, TimesHappened(Occurs(things, action), window)
        for last, by in reader.category(Players, end):
            start = reader.literal(last, verb("have", make_form(PRESENT, person(by))))
            for place in (start, last):
                if place is None:
                    continue
                done = _done(reader.word(place), things, place == start)
                if done is not None:
                    for stop, window in reader.category(Window, place + 1):
                        yield stop, TimesHappened(Occurs(by, done), window)
                    for before, _ in reader.literals(place + 1, "before it") if isinstance(done, Cast) else ():
                        for stop, window in reader.category(Window, before):
                            yield stop, TimesHappened(Occurs(by, done), window, It())


def _cast_so_often(reader: Reader, at: int) -> Iterator[Reading]:
    """ "you've cast your commander from the command zone this game", "it's been cast from the command zone this game"."""
    for end, who in reader.category(Things, at):
        start = reader.literal(end, verb("have", make_form(PRESENT, person(who))))
        if start is None and reader.word(end) == "is" and reader.word(end + 1) == "been":
            start = end + 1  # "it's been"
        if start is None:
            continue
        for last, action in read_action_of(reader, who, start, make_form(PARTICIPLE, person(who))):
            if isinstance(action, Cast | BeCast):
                for stop, window in reader.category(Window, last):
                    yield stop, TimesHappened(Occurs(who, action), window)


def _done(word: str, things: All, perfect: bool) -> Action | None:
    kind = _DONE.get(word)
    if kind is not None:
        return kind(things)
    if word == ("drawn" if perfect else "drew") and things.group == Group((), Noun.CARD):
        return Draw(Number(1))
    return None


def _life(reader: Reader, at: int) -> Iterator[Reading]:
    for end, by in reader.category(Players, at):
        start = reader.literal(end, verb("have", make_form(PRESENT, person(by))))
        for place in (start, end):
            if place is None or reader.word(place) not in ("gained", "lost"):
                continue
            action: Action = GainLife(None) if reader.word(place) == "gained" else LoseLife(None)
            for stop, window in reader.category(Window, place + 1):
                yield stop, TimesHappened(Occurs(by, action), window)


@writes(TimesHappened)
def write_times_happened(writer: Writer, value: TimesHappened, form: Form) -> list[str] | None:
    """ "the number of creatures that died this turn"."""
    life = _write_life(writer, value)
    if life is not None:
        return ["the", "amount", "of", "life", *life]
    pieces = _write_times(writer, value, PLURAL)
    return None if pieces is None else ["the", "number", "of", *pieces]


@writes(TimesHappened, mode="each")
def write_times_each(writer: Writer, value: TimesHappened, form: Form) -> list[str] | None:
    """ "creature that died this turn"."""
    life = _write_life(writer, value)
    return ["1", "life", *life] if life is not None else _write_times(writer, value, SINGULAR)


def _write_life(writer: Writer, value: TimesHappened) -> list[str] | None:
    event = value.event
    if not isinstance(event, Occurs) or not isinstance(event.action, GainLife | LoseLife):
        return None
    by, window = write_subject(writer, event.subject), writer.category(Window, value.window)
    said = "gained" if isinstance(event.action, GainLife) else "lost"
    return None if by is None or window is None else [*by, said, *window]


def _write_times(writer: Writer, value: TimesHappened, number: str) -> list[str] | None:
    event, window = value.event, writer.category(Window, value.window)
    if not isinstance(event, Occurs) or window is None:
        return None
    action = event.action
    if isinstance(action, BeCast) or (isinstance(action, Cast) and not isinstance(action.what, All)):
        by = write_subject(writer, event.subject)
        form = make_form(PARTICIPLE, person(event.subject))
        words = writer.category(PlayerAction if isinstance(action, Cast) else ObjectAction, action, form=form)
        if by is None or words is None:
            return None
        have = PERFECT if by == ["you"] else verb("have", make_form(PRESENT, person(event.subject)))
        return ["time" if number == SINGULAR else "times", *by, have, *words, *window]
    if isinstance(event.subject, Players):
        by = write_subject(writer, event.subject)
        if isinstance(action, Draw):
            things: object = All(Group((), Noun.CARD), "")
            said = "drawn"
        else:
            things = getattr(action, "what", None)
            said = next((word for word, kind in _DONE.items() if type(action) is kind), "")
        if by is None or not isinstance(things, All) or not said:
            return None
        group = _write_group(writer, things, number)
        have = PERFECT if by == ["you"] else verb("have", make_form(PRESENT, person(event.subject)))
        until = ["before", "it"] if value.before is not None else []
        return None if group is None else [*group, *by, have, said, *until, *window]
    if not isinstance(event.subject, All):
        return None
    group = _write_group(writer, event.subject, number)
    form = make_form(PAST, IT if number == SINGULAR else MANY)
    words = writer.category(ObjectAction, action, form=form)
    return None if group is None or words is None else [*group, "that", *words, *window]


def _write_group(writer: Writer, things: All, number: str) -> list[str] | None:
    group = writer.category(Group, things.group, number)
    other = any(isinstance(quality, IsOther) for quality in things.group.shared)
    return None if group is None else [*(["other"] if other else []), *group]
