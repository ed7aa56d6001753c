"""Where and how things are found: "if you search your library this way", "a card at random from your graveyard", "the owner
of target permanent"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import Search
from magistrate.abilities.characteristics import Zone
from magistrate.abilities.conditions import Condition, ThisWay
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import Group, InZone, Noun, Quality
from magistrate.abilities.node import replace
from magistrate.abilities.things import All, ControllerOf, Objects, OwnerOf, Players, Some, They, You
from magistrate.oracle.english.clauses import write_subject
from magistrate.oracle.english.nominal import person_of_number
from magistrate.oracle.english.quantities import ONE_THING
from magistrate.oracle.english.words import SINGULAR
from magistrate.oracle.grammar import Reading, person, reads
from magistrate.oracle.inflect import PRESENT, Form, verb
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_CARDS = All(Group((), Noun.CARD), "")


@reads(Condition)
def read_searched(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "you search your library this way" (CR 701.19)."""
    for end, who in reader.category(Players, at):
        start = reader.literal(end, verb("search", make_form(PRESENT, person(who))))
        if start is not None:
            for last, _ in reader.literals(start, "your library this way", "their library this way"):
                of: Players = You() if isinstance(who, You) else They()
                if (reader.word(start) == "your") == isinstance(who, You):
                    yield last, ThisWay(Occurs(who, Search((Zone.LIBRARY,), of, _CARDS)))


def write_searched(writer: Writer, value: ThisWay) -> list[str] | None:
    """ "you search your library this way"."""
    event = value.event
    if not isinstance(event, Occurs) or not isinstance(event.action, Search) or value.negated:
        return None
    who = write_subject(writer, event.subject)
    if who is None or event.action.what != _CARDS or event.action.zones != (Zone.LIBRARY,):
        return None
    search = verb("search", make_form(PRESENT, person(event.subject)))
    return [*who, search, "your" if isinstance(event.subject, You) else "their", "library", "this", "way"]


@reads(Objects, "np")
def read_at_random(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "a creature card at random from your graveyard": printed with "at random" at its end."""
    if reader.word(at) not in ("a", "an"):
        return
    for end, group in reader.category(Group, at + 1, SINGULAR):
        start = reader.literal(end, "at", "random")
        if start is not None:
            for last, where in reader.category(Quality, start, "post", person_of_number(SINGULAR)):
                if isinstance(where, InZone):
                    yield last, Some(replace(group, post=(*group.post, where)), ONE_THING, at_random=True)


@reads(Players)
def read_holder(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "the owner of target permanent", "the controller of that creature"."""
    for end, said in reader.literals(at, "the owner of", "the controller of"):
        for last, of in reader.category(Objects, end, "np"):
            yield last, OwnerOf(of) if said == "the owner of" else ControllerOf(of)
