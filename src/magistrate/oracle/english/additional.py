"""Additional costs: "As an additional cost to cast this spell, sacrifice a creature or pay {3}" (CR 601.2b, 601.2f), and
components of costs that are joined by "and"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import Behold, PayCosts, PlayerAction
from magistrate.abilities.costs import Cost, Costs, DoAction, EitherCost, PayMana
from magistrate.abilities.effects import AdditionalCost, Effect
from magistrate.abilities.mana import ManaCost
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import BASE, YOU, Form
from magistrate.oracle.inflect import form as make_form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_LEAD = ("as", "an", "additional", "cost", "to", "cast", "this", "spell", ",")
_BASE = make_form(BASE, YOU)


# One thing to do -----------------------------------------------------------------------------------------------------
def _component(reader: Reader, at: int) -> Iterator[tuple[int, Cost]]:
    """ "sacrifice a creature", "pay {2}", "pay 3 life"."""
    if reader.word(at) == "pay":
        for end, cost in reader.category(ManaCost, at + 1):
            yield end, PayMana(cost)
    for end, action in reader.category(PlayerAction, at, form=_BASE):
        if not isinstance(action, PayCosts):
            yield end, DoAction(action)


def _together(reader: Reader, at: int) -> Iterator[tuple[int, Costs]]:
    """Components joined by "and"."""
    for end, parts in reader.series(lambda place: _component(reader, place), "and", at):
        beheld = any(isinstance(part, DoAction) and isinstance(part.action, Behold) for part in parts)
        if not (beheld and len(parts) > 1):  # "behold an Elf and exile it" is one thing to do
            yield end, Costs(tuple(parts))


def read_costs(reader: Reader, at: int) -> Iterator[tuple[int, Costs]]:
    """Components joined by "and", or one of several joined by "or"."""
    yield from _together(reader, at)
    for end, options in reader.series(lambda place: _component(reader, place), "or", at):
        if len(options) > 1:
            yield end, Costs((EitherCost(tuple(Costs((option,)) for option in options)),))


def write_costs(writer: Writer, value: Costs) -> list[str] | None:
    """Costs as verb phrases."""
    return writer.series([_write_component(writer, part) for part in value.parts], "and")


def _write_component(writer: Writer, value: Cost) -> list[str] | None:
    if isinstance(value, EitherCost):
        return writer.series([write_costs(writer, option) for option in value.options], "or")
    if isinstance(value, PayMana):
        cost = writer.category(ManaCost, value.cost)
        return None if cost is None else ["pay", *cost]
    if isinstance(value, DoAction):
        return writer.category(PlayerAction, value.action, form=_BASE)
    return None


# To cast a spell -----------------------------------------------------------------------------------------------------
@reads(Effect)
def read_additional(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "as an additional cost to cast this spell, discard a card", "…, you may pay {2}"."""
    start = reader.literal(at, *_LEAD)
    if start is None:
        return
    optional = reader.literal(start, "you", "may")
    for end, costs in read_costs(reader, start if optional is None else optional):
        yield end, AdditionalCost(costs, optional is not None)


@writes(AdditionalCost)
def write_additional(writer: Writer, value: AdditionalCost, form: Form) -> list[str] | None:
    """ "as an additional cost to cast this spell, discard a card"."""
    costs = write_costs(writer, value.costs)
    return None if costs is None else [*_LEAD, *(["you", "may"] if value.optional else []), *costs]


# Costs of abilities --------------------------------------------------------------------------------------------------
@reads(Costs)
def read_joined(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "Remove three counters from this enchantment and sacrifice it": components like those behind commas."""
    for end, costs in _together(reader, at):
        if len(costs.parts) > 1 and all(isinstance(part, DoAction) for part in costs.parts):
            yield end, costs
