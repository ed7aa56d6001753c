"""The X of a cost: announced by who pays, within what could be paid (CR 107.3, 601.2b)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import (
    CollectEvidence,
    LoseLife,
    PayLife,
    RemoveCounters,
)
from magistrate.abilities.amounts import X
from magistrate.abilities.costs import (
    Costs,
    DoAction,
    LoyaltyCost,
)
from magistrate.abilities.groups import WithMeasure
from magistrate.abilities.node import walk
from magistrate.rules import (
    costs,
    payment,
    payment_extras,
)
from magistrate.rules.claims import Held
from magistrate.rules.cost_objects import (
    WITH_OBJECTS,
    counters_of,
    fixed_ids,
)
from magistrate.rules.frames import Frame
from magistrate.rules.mana import Purpose
from magistrate.rules.registry import Unsupported
from magistrate.rules.state import FIRST_OBJECT
from magistrate.rules.totals import Total, total_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from magistrate.abilities.actions import PlayerAction
    from magistrate.rules.engine import Engine


_MOST: Final = 1000
_GREATEST_MEASURE: Final = 30  # up to which X is tried where it is the mana value of a card that pays


def chosen_x(game: Engine, player: int, costs: Costs, frame: Frame, most: int) -> int:
    """The player chooses X of a cost that is paid while something resolves, where it can be at most so much (CR 107.3)."""
    total = total_of(costs)
    purpose = Purpose("", player, frame.source)
    return choose_x(game, player, total, frame, purpose, most)


#: What is paid or done with objects, of which a player who may do it says how much.
_OF_X: Final = (CollectEvidence, PayLife, RemoveCounters, *WITH_OBJECTS)
#: Bound where text defines X, so that X is what that says even where it is 0.
DEFINED: Final = "x defined"

_in_question: Final[dict[int, tuple[PlayerAction, Costs | None]]] = {}


def _of_x(action: PlayerAction) -> Costs | None:
    """What a player may do, as a cost, when its amount is X (remembered by identity; the node is kept alive)."""
    known = _in_question.get(id(action))
    if known is None:
        found = Costs((DoAction(action),)) if isinstance(action, _OF_X) else None
        if found is not None and not mentions_x(total_of(found)):
            found = None
        known = _in_question[id(action)] = (action, found)
    return known[1]


def as_it_resolves(game: Engine, who: tuple[int, ...], actions: tuple[PlayerAction, ...], frame: Frame) -> None:
    """CR 107.3f: "you may sacrifice X Foods", where neither the text nor a cost of the object defines X: who does it
    chooses X as they do. It is the X of what follows."""
    action = actions[0]
    price = _of_x(action)
    if price is None or frame.x or "x" in frame.bindings or DEFINED in frame.bindings:
        return
    cost = game.chars(frame.source).mana_cost if frame.source >= FIRST_OBJECT else None
    if cost is not None and "X" in cost.symbols:
        return  # CR 107.3i: the X of the spell, which was 0
    if len(who) != 1:
        raise Unsupported("107.3f X chosen by several players")
    own = frame.child()
    own.bindings["subject"] = who
    frame.x = chosen_x(game, who[0], price, own, _MOST)


def choose_x(
    game: Engine,
    player: int,
    total: Total,
    frame: Frame,
    purpose: Purpose,
    most: int | None = None,
    fits: Callable[[int], bool] | None = None,
) -> int:
    """The player chooses X, at most what can be paid (CR 107.3a), at most so much where that is said, and one that `fits`
    the targets there are (CR 601.2c)."""
    from magistrate.rules.decisions import NUMBER, Decision

    greatest = greatest_x(game, player, total, frame, purpose)
    if most is not None:
        greatest = min(greatest, most)
    if greatest <= 0:
        return 0
    decision = Decision(
        player, "x", "Choose X", [], 0, greatest, shape=NUMBER, source=frame.source, rules=("107.3a", "601.2b")
    )
    if fits is not None:
        from magistrate.rules.targets_of_x import let_fit

        let_fit(decision, fits, greatest)
    answer: int = game.ask(decision)
    return answer


def greatest_x(
    game: Engine, player: int, total: Total, frame: Frame, purpose: Purpose, held: Held | None = None
) -> int:
    """The largest X that the whole cost lets a player choose; -1 when not even 0 can be paid."""
    high = 1 << 20
    if total.bill.variables:
        helped = payment_extras.with_water(game, player, total, frame, held)
        high = payment.greatest_x(game, player, total.bill, purpose, helped or Held())
    elif not mentions_x(total):
        return 0
    bound = _x_bound(game, player, total, frame)
    high = min(high, bound)
    was = frame.x
    while high >= 0:
        frame.x = high
        if costs.can_pay_total(game, player, total.with_x(high), frame, purpose, held):
            break
        high -= 1
    frame.x = was
    return high


def mentions_x(total: Total) -> bool:
    """Whether a component that is not mana speaks of X."""
    return any(isinstance(node, X) for _, part in total.parts for node in walk(part))


def _x_bound(game: Engine, player: int, total: Total, frame: Frame) -> int:
    """A bound for X from components that are not mana: life, counters, objects."""
    bound = 1 << 20
    for _, part in total.parts:
        if isinstance(part, LoyaltyCost) and isinstance(part.amount, X) and part.sign < 0:
            bound = min(bound, game.obj(frame.source).counters.get("loyalty", 0))
        elif isinstance(part, DoAction):
            action = part.action
            if isinstance(action, PayLife | LoseLife):
                bound = min(bound, max(0, game.st.players[player].life))
            elif isinstance(action, CollectEvidence):
                bound = min(bound, sum(game.chars(oid).mana_value for oid in game.st.players[player].graveyard))
            elif isinstance(action, RemoveCounters):
                most = 0
                for oid in fixed_ids(game, player, action.from_, frame):
                    there = counters_of(game, oid)
                    most += sum(there.values()) if action.kind is None else there.get(action.kind, 0)
                bound = min(bound, most)
            elif isinstance(action, WITH_OBJECTS):
                described = any(isinstance(node, WithMeasure) for node in walk(action))
                bound = min(bound, _GREATEST_MEASURE if described else 200)
    return min(bound, _MOST)
