"""Villainous choices (CR 701.53): two clauses behind a dash, of which a player chooses one."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.effects import Effect
from magistrate.abilities.things import Players
from magistrate.abilities.villainous import FaceVillainousChoice
from magistrate.oracle.english.adjuncts import sentence
from magistrate.oracle.english.clauses import write_subject
from magistrate.oracle.grammar import Reading, person, reads, writes
from magistrate.oracle.inflect import PRESENT, Form, verb
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_CHOICE = "a villainous choice —"


@reads(Effect)
def read_choice(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "Target opponent faces a villainous choice — They discard three cards, or you draw a card"."""
    for end, who in reader.category(Players, at):
        if reader.word(end) != verb("face", make_form(PRESENT, person(who))):
            continue
        for start, _ in reader.literals(end + 1, _CHOICE):
            for middle, first in reader.category(Effect, start, "sentence"):
                for then, _ in reader.literals(middle, ", or"):
                    for last, second in reader.category(Effect, then, "sentence"):
                        yield last, FaceVillainousChoice(who, first, second)


@writes(FaceVillainousChoice)
def write_choice(writer: Writer, value: FaceVillainousChoice, form: Form) -> list[str] | None:
    """The same."""
    who = write_subject(writer, value.who)
    first, second = _option(writer, value.first), _option(writer, value.second)
    if who is None or first is None or second is None:
        return None
    first = [first[0][:1].upper() + first[0][1:], *first[1:]]
    return [*who, verb("face", make_form(PRESENT, person(value.who))), *_CHOICE.split(" "), *first, ",", "or", *second]


def _option(writer: Writer, effect: Effect) -> list[str] | None:
    """What "you" do is said with its subject, as the other option has one of its own."""
    explicit = writer.category(Effect, effect, "explicit")
    return explicit if explicit is not None else sentence(writer, effect)
