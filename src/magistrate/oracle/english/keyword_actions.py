"""Keyword actions that name what they make or whom they are done with: "amass Orcs 2", "clash with an opponent", "the Ring
tempts you"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import KeywordAction
from magistrate.abilities.amounts import Amount
from magistrate.abilities.effects import Does, Effect
from magistrate.abilities.events import Event, Occurs
from magistrate.abilities.things import You
from magistrate.oracle.english.words import read_subtype
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form, plural, verb
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_AMASS = "amass "


@reads(KeywordAction)
def read_amass(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "amass Zombies 2" (CR 701.44)."""
    if reader.word(at) == verb("amass", form):
        for end, subtype, _ in read_subtype(reader, at + 1):
            for last, number in reader.category(Amount, end, "digits"):
                yield last, KeywordAction(_AMASS + subtype, number)


@writes(KeywordAction)
def write_amass(writer: Writer, value: KeywordAction, form: Form) -> list[str] | None:
    """ "amass Zombies 2"."""
    if not value.name.startswith(_AMASS) or value.number is None:
        return None
    number = writer.category(Amount, value.number, "digits")
    return None if number is None else [verb("amass", form), plural(value.name[len(_AMASS) :]), *number]


_TEMPTED = KeywordAction("the Ring tempts you")


@reads(Event)
def read_tempted(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "the Ring tempts you", as an event (CR 701.52d)."""
    for end, _ in reader.literals(at, "the ring tempts you"):
        yield end, Occurs(You(), _TEMPTED)


def write_tempted(value: Event) -> list[str] | None:
    """What `read_tempted` reads."""
    return ["the", "Ring", "tempts", "you"] if value == Occurs(You(), _TEMPTED) else None


@reads(Effect)
def read_ring(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "the Ring tempts you" (CR 701.52)."""
    for end, _ in reader.literals(at, "the ring tempts you"):
        yield end, Does(You(), (_TEMPTED,))
