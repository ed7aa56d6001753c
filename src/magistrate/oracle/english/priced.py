"""Modes with costs of their own: spree and tiered (CR 702.172a)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.amounts import Number
from magistrate.abilities.costs import Costs, PayMana
from magistrate.abilities.effects import Effect, Modal, Mode
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.things import AtLeast, Exactly
from magistrate.oracle.grammar import Reading
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

#: How each begins, the sign before its modes, and how many are chosen.
_KINDS = (("spree", "+", AtLeast(Number(1))), ("tiered", "•", Exactly(Number(1))))


def read_priced(reader: Reader, at: int) -> Iterator[Reading]:
    """ "Spree" and its modes, "+ {1} — Draw a card."."""
    for name, sign, quantity in _KINDS:
        if reader.word(at) == name:
            for end, modes in _modes(reader, at + 1, sign):
                yield end, Modal(quantity, modes)


def _modes(reader: Reader, at: int, sign: str) -> Iterator[tuple[int, tuple[Mode, ...]]]:
    start = reader.literal(at, "\n", sign)
    if start is None:
        return
    for end, cost in reader.category(ManaCost, start):
        if reader.word(end) != "—":
            continue
        for last, effect in reader.category(Effect, end + 1, "text"):
            if not isinstance(effect, Modal):
                mode = Mode(effect, Costs((PayMana(cost),)))
                yield last, (mode,)
                for stop, rest in _modes(reader, last, sign):
                    yield stop, (mode, *rest)


def write_priced(writer: Writer, value: Modal) -> list[str] | None:
    """ "Spree" and its modes."""
    found = next(((name, sign) for name, sign, quantity in _KINDS if quantity == value.quantity), None)
    if found is None or value.repeat or value.at_random or value.who is not None:
        return None
    pieces = [found[0].capitalize()]
    for mode in value.modes:
        cost = None if mode.cost is None else writer.category(Costs, mode.cost)
        effect = writer.category(Effect, mode.effect, "text")
        if cost is None or effect is None:
            return None
        pieces += ["\n", found[1], *cost, "—", *effect]
    return pieces
