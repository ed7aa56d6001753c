"""Amounts as a player takes them: what the text tells, and which of the others the board tells (CR 107, 608.2h)."""

from __future__ import annotations

from magistrate.abilities.amounts import (
    Amount,
    BasicLandTypesAmong,
    ColorsAmong,
    CountersOn,
    CountOf,
    Devotion,
    Difference,
    ForEach,
    Greatest,
    Half,
    HandSizeOf,
    LifeTotalOf,
    MeasureOf,
    Number,
    Sum,
    Times,
    Total,
    TypesAmong,
    X,
)
from magistrate.abilities.node import Node, walk
from magistrate.abilities.things import It, Target, TargetPlayer, TargetThing, They
from magistrate.views import tells_hidden

#: An amount that is not known from the text counts as this much.
UNKNOWN = 3

#: What can be counted as things stand, before anything of the effect has been done.
_COUNTED = (
    Number, X, CountOf, MeasureOf, CountersOn, LifeTotalOf, HandSizeOf, Times, Half, Sum, Difference, ForEach, Greatest, Total,
    Devotion, ColorsAmong, BasicLandTypesAmong, TypesAmong,
)  # fmt: skip


def number(amount: Amount | None, unknown: int = UNKNOWN) -> int:
    """An amount as far as the text tells."""
    return amount.value if isinstance(amount, Number) else unknown


def countable(amount: Amount | None) -> bool:
    """Whether everybody can count an amount now: it rests on nothing that is chosen or done later, and on no hidden cards (CR
    400.2)."""
    return amount is not None and not any(_unsure(one) for one in walk(amount))


def _unsure(one: Node) -> bool:
    if isinstance(one, Amount):
        return not isinstance(one, _COUNTED)
    if isinstance(one, It):
        return one.slot != "source"
    return tells_hidden(one) or isinstance(one, They | Target | TargetPlayer | TargetThing)
