"""Alternative costs: "you may sacrifice two Mountains rather than pay this spell's mana cost" (CR 118.9)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import PayCosts, PlayerAction
from magistrate.abilities.conditions import Condition
from magistrate.abilities.costs import Cost, Costs, DoAction, PayMana
from magistrate.abilities.effects import AlternativeCost, Effect
from magistrate.abilities.mana import ManaCost
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import BASE, YOU, Form
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_BASE = make_form(BASE, YOU)
_TAIL = ("rather than pay this spell 's mana cost", "rather than pay ~ 's mana cost")


def read_costs_done(reader: Reader, at: int) -> Iterator[tuple[int, Costs]]:
    """Costs as verb phrases: "pay {2}{W}, pay 2 life, and sacrifice a creature"."""
    for end, parts in reader.series(lambda place: _part(reader, place), "and", at):
        yield end, Costs(tuple(parts))


def _part(reader: Reader, at: int) -> Iterator[tuple[int, Cost]]:
    if reader.word(at) == "pay":
        for end, cost in reader.category(ManaCost, at + 1):
            yield end, PayMana(cost)
    for end, action in reader.category(PlayerAction, at, form=_BASE):
        if not isinstance(action, PayCosts):
            yield end, DoAction(action)


def write_costs_done(writer: Writer, value: Costs) -> list[str] | None:
    """Costs as verb phrases."""
    parts: list[list[str] | None] = []
    for part in value.parts:
        if isinstance(part, PayMana):
            cost = writer.category(ManaCost, part.cost)
            parts.append(None if cost is None else ["pay", *cost])
        else:
            action = part.action if isinstance(part, DoAction) else None
            parts.append(None if action is None else writer.category(PlayerAction, action, form=_BASE))
    return writer.series(parts, "and")


@reads(Effect)
def read_alternative(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "you may pay {0} rather than pay this spell's mana cost"."""
    start = reader.literal(at, "you", "may")
    if start is not None:
        for end, costs in read_costs_done(reader, start):
            for last, _ in reader.literals(end, *_TAIL):
                yield last, AlternativeCost(costs)


@writes(AlternativeCost)
def write_alternative(writer: Writer, value: AlternativeCost, form: Form) -> list[str] | None:
    """ "if you control a Swamp, you may pay {0} rather than pay this spell's mana cost"."""
    costs = write_costs_done(writer, value.costs)
    if costs is None:
        return None
    pieces = ["you", "may", *costs, *["rather", "than", "pay", "this", "spell", "'s", "mana", "cost"]]
    if value.condition is None:
        return pieces
    condition = writer.category(Condition, value.condition)
    return None if condition is None else ["if", *condition, ",", *pieces]
