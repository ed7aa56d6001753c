"""What was done earlier in the same ability: "from among them", "each land card discarded this way"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.conditions import Condition, ThereAre
from magistrate.abilities.groups import DoneThisWay, IsOneOf, Quality
from magistrate.abilities.node import replace
from magistrate.abilities.things import Form as Said
from magistrate.abilities.things import It, No, Objects, Some
from magistrate.oracle.grammar import Reading, person, reads, writes
from magistrate.oracle.inflect import PAST, PRESENT, Form, verb
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

#: How things can be taken, as their description says it.
HOW = (
    "discarded",
    "exiled",
    "revealed",
    "milled",
    "sacrificed",
    "destroyed",
    "returned",
    "drawn",
    "tapped",
    "untapped",
    "put onto the battlefield",
    "dealt damage",
    "put into your hand",
    "put into your graveyard",
    "put into a graveyard",
    "returned to your hand",
)
#: Those that have no passive verb phrase of their own, so that a condition can only be asked of what there is.
_ASKED = ("discarded", "revealed", "milled", "put onto the battlefield", "put into your hand", "returned")


@reads(Quality, "post")
def read_among(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "from among them", "discarded this way"."""
    start = reader.literal(at, "from", "among")
    if start is not None:
        for end, things in reader.category(Objects, start, "np"):
            if isinstance(things, It) and things.plural:
                yield end, IsOneOf(things)
    for end, _ in reader.literals(at, "from it"):
        yield end, IsOneOf(It())
    for end, how in reader.literals(at, *HOW):
        last = reader.literal(end, "this", "way")
        if last is not None:
            yield last, DoneThisWay(how)


@writes(IsOneOf, mode="post")
def write_among(writer: Writer, value: IsOneOf, form: Form) -> list[str] | None:
    """ "from among them"."""
    if not isinstance(value.things, It):
        return None
    pieces = writer.category(Objects, value.things)
    if value.things.form is Said.PRONOUN and not value.things.plural:
        return ["from", "it"]
    return None if pieces is None else ["from", "among", *(["them"] if pieces == ["they"] else pieces)]


@writes(DoneThisWay, mode="post")
def write_done(writer: Writer, value: DoneThisWay, form: Form) -> list[str] | None:
    """ "discarded this way"; of the copies in "for each copy" nothing is said."""
    return [*value.how.split(" "), "this", "way"] if value.how else []


@reads(Condition)
def read_some_done(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "a land card was discarded this way", "no cards are revealed this way"."""
    for end, what in reader.category(Objects, at, "np"):
        if not isinstance(what, Some | No):
            continue
        for tense in (PRESENT, PAST):
            if reader.word(end) == verb("be", make_form(tense, person(what))):
                for last, how in reader.literals(end + 1, *_ASKED):
                    stop = reader.literal(last, "this", "way")
                    if stop is not None:
                        group = replace(what.group, post=(*what.group.post, DoneThisWay(how)))
                        yield stop, ThereAre(replace(what, group=group))


def write_some_done(writer: Writer, value: ThereAre) -> list[str] | None:
    """ "a land card was discarded this way"."""
    what = value.what
    if not isinstance(what, Some | No) or not what.group.post or not isinstance(what.group.post[-1], DoneThisWay):
        return None
    done = what.group.post[-1]
    bare = replace(what, group=replace(what.group, post=what.group.post[:-1]))
    pieces = writer.category(Objects, bare)
    was = verb("be", make_form(PAST, person(what)))
    return None if pieces is None else [*pieces, was, *done.how.split(" "), "this", "way"]
