"""Alternative costs: "you may sacrifice two Mountains rather than pay this spell's mana cost" (CR 118.9)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.conditions import Condition
from magistrate.abilities.effects import AlternativeCost, Effect
from magistrate.abilities.things import All, Objects, Some, Things
from magistrate.oracle.english.additional import read_costs, write_costs
from magistrate.oracle.english.quantities import ONE_THING
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import Form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_TAIL = ("rather than pay this spell 's mana cost", "rather than pay ~ 's mana cost")


@reads(Effect)
def read_alternative(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "you may pay {0} rather than pay this spell's mana cost", "rather than pay this spell's mana cost, you may …"."""
    start = reader.literal(at, "you", "may")
    if start is not None:
        for end, costs in read_costs(reader, start):
            for last, of in _instead_of(reader, end):
                yield last, AlternativeCost(costs, of=of)
    for end, of in _instead_of(reader, at):
        for last, _ in reader.literals(end, ", you may"):
            for stop, costs in read_costs(reader, last):
                yield stop, AlternativeCost(costs, of=of)


def _instead_of(reader: Reader, at: int) -> Iterator[tuple[int, Things | None]]:
    for end, _ in reader.literals(at, *_TAIL):
        yield end, None
    for end, _ in reader.literals(at, "rather than pay the mana cost for"):
        for last, of in reader.category(Objects, end, "np"):
            if isinstance(of, All) or (isinstance(of, Some) and of.quantity == ONE_THING):
                yield last, of


@writes(AlternativeCost)
def write_alternative(writer: Writer, value: AlternativeCost, form: Form) -> list[str] | None:
    """ "if you control a Swamp, you may pay {0} rather than pay this spell's mana cost"."""
    costs = write_costs(writer, value.costs)
    of = ["this", "spell", "'s", "mana", "cost"]
    if value.of is not None:
        things = writer.category(Things, value.of)
        if things is None:
            return None
        of = ["the", "mana", "cost", "for", *things]
    if costs is None:
        return None
    pieces = ["you", "may", *costs, "rather", "than", "pay", *of]
    if value.condition is None:
        return pieces
    condition = writer.category(Condition, value.condition)
    return None if condition is None else ["if", *condition, ",", *pieces]
