"""Total costs (CR 601.2f): a cost taken apart into mana and other components, each with the number of its binding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import PayCosts, Waterbend
from magistrate.abilities.amounts import ForEach, Number
from magistrate.abilities.costs import Cost, Costs, DoAction, OwnManaCost, PayMana
from magistrate.rules import amounts, bills
from magistrate.rules.bills import Bill
from magistrate.rules.registry import Unsupported

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


class Total:
    """A total cost (CR 601.2f): mana and other components, each with the number of its binding."""

    __slots__ = ("bill", "parts", "payable", "water")

    def __init__(
        self, bill: Bill, parts: tuple[tuple[int, Cost], ...], payable: bool = True, water: Bill = bills.NOTHING
    ) -> None:
        self.bill = bill
        self.water = water  # the part of the bill that is a waterbend cost (newer: waterbend)
        self.parts = parts
        self.payable = payable  # False: there is no mana cost (CR 118.6)

    def with_x(self, x: int) -> Total:
        """X announced."""
        if not self.bill.variables:
            return self
        water = self.water.with_x(x) if self.water.variables else self.water
        return Total(self.bill.with_x(x), self.parts, self.payable, water)

    def with_bill(self, bill: Bill) -> Total:
        """With other mana to pay."""
        return Total(bill, self.parts, self.payable, self.water)

    def plus(self, other: Costs, first: int = 0) -> Total:
        """With an additional cost; its components are numbered from `first`."""
        added = total_of(other, first)
        water = self.water if added.water is bills.NOTHING else self.water.plus(added.water)
        return Total(self.bill.plus(added.bill), self.parts + added.parts, self.payable and added.payable, water)


_totals: Final[dict[tuple[int, int], tuple[Costs, Total]]] = {}


def total_of(costs: Costs, first: int = 0) -> Total:
    """A cost as printed, taken apart."""
    key = (id(costs), first)
    known = _totals.get(key)
    if known is None or known[0] is not costs:
        bill = water = bills.NOTHING
        payable = True
        parts: list[tuple[int, Cost]] = []
        for number, part in enumerate(costs.parts, first):
            if isinstance(part, PayMana):
                own = bills.bill_of(part.cost)
                bill = own if bill is bills.NOTHING else bill.plus(own)
            elif isinstance(part, DoAction) and isinstance(part.action, Waterbend):
                own = bills.bill_of(part.action.cost)
                bill, water = bill.plus(own), water.plus(own)
                parts.append((number, part))
            elif isinstance(part, DoAction) and isinstance(part.action, PayCosts):
                if part.action.times is not None:
                    raise Unsupported("a cost so many times over")
                inner = total_of(part.action.costs, number)
                bill = bill.plus(inner.bill)
                parts.extend(inner.parts)
            elif isinstance(part, OwnManaCost):
                if not part.none:
                    raise Unsupported("the mana cost of a card as a cost")
                payable = False
            else:
                parts.append((number, part))
        known = _totals[key] = (costs, Total(bill, tuple(parts), payable, water))
    return known[1]


_many: Final[dict[tuple[int, int], tuple[Costs, Costs]]] = {}


def price(game: Engine, action: PayCosts, frame: Frame) -> Costs:
    """What is to be paid while something resolves (CR 118.12): so many times over where it is "for each" of something."""
    if action.times is None:
        return action.costs
    count = amounts.amount(game, ForEach(Number(1), action.times), frame)
    known = _many.get((id(action.costs), count))
    if known is None or known[0] is not action.costs:
        many = action.costs.parts * count if action.plus is None else action.costs.parts + action.plus.parts * count
        known = _many[id(action.costs), count] = (action.costs, Costs(many))
    return known[1]
