"""Excess damage: whom it is dealt to instead, and whether there was any (CR 120.4a, 120.10)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import BeDealtDamage, DealDamage
from magistrate.abilities.conditions import Condition, ThisWay
from magistrate.abilities.effects import Effect, ObjectsDo, Where
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import Group, Noun
from magistrate.abilities.node import replace
from magistrate.abilities.things import Objects, Players, Some
from magistrate.oracle.english.done import Link, Steps
from magistrate.oracle.english.quantities import ONE_THING
from magistrate.oracle.grammar import Reading, reads
from magistrate.oracle.inflect import Form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_A_PERMANENT = Some(Group((), Noun.PERMANENT), ONE_THING)


@reads(Condition)
def read_excess_was_dealt(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "excess damage was dealt to a creature this way": something was dealt excess damage."""
    for end, _ in reader.literals(at, "excess damage was dealt this way"):
        yield end, ThisWay(Occurs(_A_PERMANENT, BeDealtDamage(excess=True)))
    for start, _ in reader.literals(at, "excess damage was dealt to"):
        for end, to in reader.category(Objects, start, "np"):
            for last, _ in reader.literals(end, "this way"):
                yield last, ThisWay(Occurs(to, BeDealtDamage(excess=True)))


def read_excess_instead(reader: Reader, at: int) -> Iterator[tuple[int, Link]]:
    """ "excess damage is dealt to that creature's controller instead"."""
    for start, _ in reader.literals(at, "excess damage is dealt to"):
        for end, to in reader.category(Players, start):
            for last, _ in reader.literals(end, "instead"):
                yield last, _instead(to)


def _instead(to: Players) -> Link:
    def link(steps: Steps) -> Steps | None:
        last = steps[-1]
        if isinstance(last, Where):
            inner = link((last.effect,))
            return None if inner is None else (*steps[:-1], replace(last, effect=inner[0]))
        action = last.actions[-1] if isinstance(last, ObjectsDo) else None
        if not isinstance(last, ObjectsDo) or not isinstance(action, DealDamage) or action.excess_to is not None:
            return None
        dealt = replace(action, excess_to=to)
        return (*steps[:-1], replace(last, actions=(*last.actions[:-1], dealt)))

    return link


def excess_apart(writer: Writer, value: Effect) -> tuple[Effect, list[str]] | None:
    """An effect without the sentence about excess damage, and that sentence."""
    if isinstance(value, Where):
        inner = excess_apart(writer, value.effect)
        return None if inner is None else (replace(value, effect=inner[0]), inner[1])
    action = value.actions[-1] if isinstance(value, ObjectsDo) else None
    if not isinstance(value, ObjectsDo) or not isinstance(action, DealDamage) or action.excess_to is None:
        return None
    to = writer.category(Players, action.excess_to)
    if to is None:
        return None
    bare = replace(value, actions=(*value.actions[:-1], replace(action, excess_to=None)))
    return bare, [*"excess damage is dealt to".split(), *to, "instead"]
