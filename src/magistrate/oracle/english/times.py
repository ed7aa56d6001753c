"""When: durations that an event ends, "during your turn", "your second spell each turn", "for the first time each turn"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import Cast, Draw, Leave
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import Step, Zone
from magistrate.abilities.conditions import And, Condition, DuringTurn, Stage
from magistrate.abilities.durations import Duration, UntilEvent
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import Group, Noun
from magistrate.abilities.node import replace
from magistrate.abilities.things import Objects, Players, Some, You
from magistrate.oracle.english.clauses import write_subject
from magistrate.oracle.english.quantities import ONE_THING
from magistrate.oracle.english.words import SINGULAR
from magistrate.oracle.grammar import Reading, pronoun, reads, writes
from magistrate.oracle.inflect import ORDINALS, Form, person_of, verb
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

#: "second" for 2.
ORDINAL_WORDS = {number: word for word, number in ORDINALS.items()}


# Until something leaves ----------------------------------------------------------------------------------------------
@reads(Duration, "leaves")
def read_until_leaves(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "until this creature leaves the battlefield" (CR 610.3)."""
    if reader.word(at) == "until":
        for end, what in reader.category(Objects, at + 1, "np"):
            for last, _ in reader.literals(end, "leaves the battlefield"):
                yield last, UntilEvent(Occurs(what, Leave()))


@writes(UntilEvent, mode="leaves")
def write_until_leaves(writer: Writer, value: UntilEvent, form: Form) -> list[str] | None:
    """ "until this creature leaves the battlefield"."""
    event = value.event
    if not isinstance(event, Occurs) or event.action != Leave() or event.action.zone is not Zone.BATTLEFIELD:
        return None
    subject = write_subject(writer, event.subject)
    return None if subject is None else ["until", *subject, "leaves", "the", "battlefield"]


# During ---------------------------------------------------------------------------------------------------------------
@reads(Condition, "during")
def read_stage(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "during your turn", "during your turn, before attackers are declared", "before blockers are declared"."""
    yield from reader.category(Condition, at, "stage")
    for end, during in _during(reader, at):
        yield end, during
        start = end + 1 if reader.word(end) == "," else end
        for last, stage in reader.category(Condition, start, "stage"):
            within = during.step is Step.COMBAT
            yield last, And((during, replace(stage, within=True) if within else stage))


@writes(Stage, mode="during")
def write_stage(writer: Writer, value: Stage, form: Form) -> list[str] | None:
    """ "before attackers are declared"."""
    return writer.category(Condition, value, "stage")


@writes(And, mode="during")
def write_during_stage(writer: Writer, value: And, form: Form) -> list[str] | None:
    """ "during your turn, before attackers are declared"."""
    if len(value.parts) != 2 or not isinstance(value.parts[1], Stage) or not isinstance(value.parts[0], DuringTurn):
        return None
    plain = replace(value.parts[1], within=False)
    during, stage = (
        writer.category(Condition, value.parts[0], "during"), writer.category(Condition, plain, "stage")
    )  # fmt: skip
    if during is None or stage is None:
        return None
    return [*during, *([] if value.parts[1].after else [","]), *stage]


def _during(reader: Reader, at: int) -> Iterator[tuple[int, DuringTurn]]:
    """ "during your turn", "during turns other than yours", "during combat", "during your upkeep"."""
    if reader.word(at) != "during":
        return
    for end, _ in reader.literals(at + 1, "turns other than yours"):
        yield end, DuringTurn(You(), None, True)
    for end, _ in reader.literals(at + 1, "combat"):
        yield end, DuringTurn(None, Step.COMBAT)
        if reader.word(end) == "on":
            for last, whose in reader.category(Players, end + 1, "poss"):
                if reader.word(last) == "turn":
                    yield last + 1, DuringTurn(whose, Step.COMBAT)
    for end, whose in reader.category(Players, at + 1, "poss"):
        for last, step in _step(reader, end):
            yield last, DuringTurn(whose, None if step is Step.TURN else step)
    if reader.word(at + 1) in ("the", "any"):
        for end, step in _step(reader, at + 2):
            if step is not Step.TURN:
                yield end, DuringTurn(None, step)


def _step(reader: Reader, at: int) -> Iterator[tuple[int, Step]]:
    for end, step in reader.category(Step, at):
        if step not in (Step.END_COMBAT, Step.BEGIN_COMBAT):
            yield end, step
        if step in (Step.UPKEEP, Step.END_COMBAT, Step.BEGIN_COMBAT) and reader.word(end) == "step":
            yield end + 1, step


@writes(DuringTurn, mode="during")
def write_during(writer: Writer, value: DuringTurn, form: Form) -> list[str] | None:
    """ "during your turn"."""
    if value.negated:
        mine = isinstance(value.whose, You) and value.step is None
        return ["during", "turns", "other", "than", "yours"] if mine else None
    whose = [] if value.whose is None else writer.category(Players, value.whose, "poss")
    if whose is None:
        return None
    if value.step is Step.COMBAT:
        return ["during", "combat", *(["on", *whose, "turn"] if whose else [])]
    if value.step is None:
        return ["during", *whose, "turn"] if whose else None
    step = writer.category(Step, value.step)
    if step is None:
        return None
    named = ["step"] if value.step in (Step.END_COMBAT, Step.BEGIN_COMBAT) else []
    return ["during", *(whose or ["the"]), *step, *named]


# The second each turn ------------------------------------------------------------------------------------------------
@reads(Draw)
def read_draw_ordinal(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "draws their second card each turn"."""
    start = _theirs(reader, at, "draw", form)
    if start is not None and reader.word(start) in ORDINALS:
        end = reader.literal(start + 1, "card", "each", "turn")
        if end is not None:
            yield end, Draw(Number(1), ORDINALS[reader.word(start)])


@reads(Cast)
def read_cast_ordinal(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "casts their second spell each turn"."""
    start = _theirs(reader, at, "cast", form)
    if start is not None and reader.word(start) in ORDINALS:
        for end, group in reader.category(Group, start + 1, SINGULAR):
            last = reader.literal(end, "each", "turn")
            if last is not None and group.noun is Noun.SPELL:
                yield last, Cast(Some(group, ONE_THING), ordinal=ORDINALS[reader.word(start)])


def _theirs(reader: Reader, at: int, lemma: str, form: Form) -> int | None:
    return reader.literal(at, verb(lemma, form), pronoun("their", person_of(form)))


@writes(Draw)
def write_draw_ordinal(writer: Writer, value: Draw, form: Form) -> list[str] | None:
    """ "draws their second card each turn"."""
    if value.more_than:
        from magistrate.oracle.english.limits import write_draw_limit

        return write_draw_limit(writer, value, form)
    word = ORDINAL_WORDS.get(value.ordinal)
    if word is None:
        return None
    return [verb("draw", form), pronoun("their", person_of(form)), word, "card", "each", "turn"]


@writes(Cast)
def write_cast_ordinal(writer: Writer, value: Cast, form: Form) -> list[str] | None:
    """ "casts their second spell each turn"."""
    if value.more_than:
        from magistrate.oracle.english.limits import write_cast_limit

        return write_cast_limit(writer, value, form)
    word = ORDINAL_WORDS.get(value.ordinal)
    if word is None or not isinstance(value.what, Some):
        return None
    group = writer.category(Group, value.what.group, SINGULAR)
    if group is None:
        return None
    return [verb("cast", form), pronoun("their", person_of(form)), word, *group, "each", "turn"]
