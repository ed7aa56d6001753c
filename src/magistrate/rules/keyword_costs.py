"""Optional additional costs that keyword abilities define themselves (CR 702.78, 702.153)."""

from __future__ import annotations

from typing import Final

from magistrate.abilities.actions import Sacrifice, TapAction
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType, Comparison, Measure
from magistrate.abilities.costs import Costs, DoAction
from magistrate.abilities.groups import (
    Controlled,
    Group,
    Head,
    IsType,
    IsUntapped,
    Quality,
    Shares,
    TogetherWith,
    WithMeasure,
)
from magistrate.abilities.kinds import Keyword
from magistrate.abilities.things import AnyNumber, Exactly, Some, This, You

_known: Final[dict[int, tuple[Keyword, Costs]]] = {}


def of(keyword: Keyword) -> Costs:
    """The cost of a keyword; remembered by identity."""
    known = _known.get(id(keyword))
    if known is None:
        known = _known[id(keyword)] = (keyword, _made(keyword))
    return known[1]


def _made(keyword: Keyword) -> Costs:
    if keyword.name == "casualty":
        return _casualty(keyword)
    return _teamwork(keyword) if keyword.name == "teamwork" else _conspire()


def _teamwork(keyword: Keyword) -> Costs:
    """newer: teamwork. Any number of untapped creatures with so much power together are tapped."""
    assert keyword.number is not None
    together = TogetherWith(Measure.POWER, keyword.number)
    group = Group((Head((IsUntapped(), IsType(CardType.CREATURE))),), post=(Controlled(You()), together))
    return Costs((DoAction(TapAction(Some(group, AnyNumber()))),))


def _creatures(count: int, post: tuple[Quality, ...], untapped: bool = False) -> Some:
    qualities: tuple[Quality, ...] = (IsUntapped(),) if untapped else ()
    head = Head((*qualities, IsType(CardType.CREATURE)))
    return Some(Group((head,), post=(Controlled(You()), *post)), Exactly(Number(count)))


def _casualty(keyword: Keyword) -> Costs:
    """CR 702.153a: sacrifice a creature with power N or greater."""
    power = WithMeasure(Measure.POWER, Comparison.AT_LEAST, keyword.number)
    return Costs((DoAction(Sacrifice(_creatures(1, (power,)))),))


def _conspire() -> Costs:
    """CR 702.78a: tap two untapped creatures that share a color with the spell."""
    return Costs((DoAction(TapAction(_creatures(2, (Shares("color", This("this spell")),), untapped=True))),))
