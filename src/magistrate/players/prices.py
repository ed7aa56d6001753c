"""What costs take, as far as their text tells."""

from __future__ import annotations

from collections.abc import Iterable

from magistrate.abilities import actions as say
from magistrate.abilities.costs import Costs, DoAction, LoyaltyCost, PayMana, TapSymbol
from magistrate.abilities.things import It, This
from magistrate.players.quantities import number


def cost_of(symbols: Iterable[str]) -> int:
    """How much mana a cost takes, with X being 0 (CR 202.3e)."""
    return sum(int(one) if one.isdigit() else 0 if one == "X" else 1 for one in symbols)


def price(costs: Costs) -> tuple[float, bool, bool]:
    """What paying costs besides mana is worth, whether {T} is in it, and whether the source itself is given up."""
    worth = 0.0
    taps = gone = False
    for part in costs.parts:
        if isinstance(part, TapSymbol):
            taps = True
        elif isinstance(part, LoyaltyCost):
            worth += 0.3 * number(part.amount, 2) * -part.sign
        elif isinstance(part, DoAction):
            action = part.action
            if isinstance(action, say.Sacrifice):
                if isinstance(action.what, This | It):
                    gone = True
                else:
                    worth += 2.0
            elif isinstance(action, say.Discard):
                worth += 1.0
            elif isinstance(action, say.PayLife):
                worth += 0.1 * number(action.amount, 2)
            else:
                worth += 0.7
        elif not isinstance(part, PayMana):
            worth += 0.1
    return worth, taps, gone
