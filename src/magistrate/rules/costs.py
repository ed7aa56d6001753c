"""Costs (CR 118): whether they can be paid, and paying them.

A cost is taken apart into mana and other components. Objects that a component uses up or taps are chosen first and
nothing
claims the same object twice (CR 118.10), so that what is begun can be completed; then mana abilities are activated and
mana is paid, then the rest (CR 601.2g-h). What paid the N-th component is the binding "cost:N".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import (
    AttachAction,
    Create,
    Discard,
    Draw,
    Exile,
    GainLife,
    GetCounters,
    HaveObjects,
    KeywordAction,
    LoseLife,
    Mill,
    PayCosts,
    PayLife,
    PlayerAction,
    PutCounters,
    PutInto,
    RemoveCounters,
    Return,
    Reveal,
    Sacrifice,
    TapAction,
    UnattachAction,
    UntapAction,
)
from magistrate.abilities.amounts import Number
from magistrate.abilities.costs import Cost, Costs, DoAction, LoyaltyCost, PayMana, TapSymbol, UntapSymbol
from magistrate.abilities.node import replace
from magistrate.abilities.things import (
    AnyNumber,
    AtLeast,
    Exactly,
    Form,
    It,
    Objects,
    Quantity,
    Some,
    Things,
    This,
    UpTo,
)
from magistrate.rules import bills, payment
from magistrate.rules.bills import Bill
from magistrate.rules.claims import Held
from magistrate.rules.decisions import Option
from magistrate.rules.events import CountersPut, CountersRemoved, GameEvent, LifeLost, Tapped, Untapped
from magistrate.rules.frames import Frame
from magistrate.rules.mana import ManaUnit, Purpose
from magistrate.rules.registry import CARRIES_OUT, Unsupported, rule_for
from magistrate.rules.state import BATTLEFIELD, FIRST_OBJECT, NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

#: Actions that use an object up: it leaves, so that nothing else can use it up too.
_GONE: Final = (Sacrifice, Discard, Exile, Return, PutInto)
_WITH_OBJECTS: Final = (Sacrifice, Discard, Exile, Return, PutInto, TapAction, UntapAction, Reveal, UnattachAction)
#: Actions that can always be done, or whose limits are checked by a number.
_PLAIN: Final = (Draw, GainLife, GetCounters, PutCounters, Create, AttachAction, HaveObjects, KeywordAction)

_ATTEMPTS: Final = 24

GONE: Final = 0
TAP: Final = 1
UNTAP: Final = 2
SHOW: Final = 3


class Component:
    """A component that needs objects: of which it takes between `least` and `most`."""

    __slots__ = ("action", "at_random", "chosen", "ids", "kind", "least", "most", "number")

    def __init__(
        self,
        number: int,
        kind: int,
        action: PlayerAction | None,
        ids: tuple[int, ...],
        least: int,
        most: int,
        at_random: bool = False,
    ) -> None:
        self.number = number
        self.kind = kind
        self.action = action
        self.ids = ids
        self.least = least
        self.most = most
        self.at_random = at_random
        self.chosen: tuple[int, ...] = ()


class Total:
    """A total cost (CR 601.2f): mana and other components, each with the number of its binding."""

    __slots__ = ("bill", "parts", "payable")

    def __init__(self, bill: Bill, parts: tuple[tuple[int, Cost], ...], payable: bool = True) -> None:
        self.bill = bill
        self.parts = parts
        self.payable = payable  # False: there is no mana cost (CR 118.6)

    def with_x(self, x: int) -> Total:
        """X announced."""
        return Total(self.bill.with_x(x), self.parts, self.payable) if self.bill.variables else self

    def plus(self, other: Costs, first: int = 0) -> Total:
        """With an additional cost; its components are numbered from `first`."""
        added = total_of(other, first)
        return Total(self.bill.plus(added.bill), self.parts + added.parts, self.payable)


_totals: dict[tuple[int, int], tuple[Costs, Total]] = {}


def total_of(costs: Costs, first: int = 0) -> Total:
    """A cost as printed, taken apart."""
    key = (id(costs), first)
    known = _totals.get(key)
    if known is None or known[0] is not costs:
        bill = bills.NOTHING
        parts: list[tuple[int, Cost]] = []
        for number, part in enumerate(costs.parts, first):
            if isinstance(part, PayMana):
                own = bills.bill_of(part.cost)
                bill = own if bill is bills.NOTHING else bill.plus(own)
            elif isinstance(part, DoAction) and isinstance(part.action, PayCosts):
                inner = total_of(part.action.costs, number)
                bill = bill.plus(inner.bill)
                parts.extend(inner.parts)
            else:
                parts.append((number, part))
        known = _totals[key] = (costs, Total(bill, tuple(parts)))
    return known[1]


# The contract: costs as printed --------------------------------------------------------------------------------------
def can_pay(game: Engine, player: int, costs: Costs, frame: Frame, purpose: Purpose | None = None) -> bool:
    """Whether a player could pay a cost now, all of its components together (CR 118.3); X counts as 0 or as the frame
    says."""
    return can_pay_total(game, player, total_of(costs), frame, purpose or Purpose("", player, frame.source))


def pay(game: Engine, player: int, costs: Costs, frame: Frame, purpose: Purpose | None = None) -> bool:
    """A player pays a cost, or nothing happens and False is returned (CR 118.3). An X in it is chosen now where it is
    not known.

    What paid each component is bound in the frame ("cost:N").
    """
    total = total_of(costs)
    aim = purpose or Purpose("", player, frame.source)
    if not can_pay_total(game, player, total, frame, aim):
        return False
    mark = game.st.mark()
    if total.bill.variables:
        x = frame.x or choose_x(game, player, total, frame, aim)
        frame.x = x
        total = total.with_x(x)
    if pay_total(game, player, total, frame, aim) is None:
        game.st.rollback(mark)
        return False
    return True


def choose_x(game: Engine, player: int, total: Total, frame: Frame, purpose: Purpose) -> int:
    """The player chooses X, at most what can be paid (CR 107.3a)."""
    from magistrate.rules.decisions import NUMBER, Decision

    greatest = greatest_x(game, player, total, frame, purpose)
    if greatest <= 0:
        return 0
    answer: int = game.ask(
        Decision(
            player, "x", "Choose X", [], 0, greatest, shape=NUMBER, source=frame.source, rules=("107.3a", "601.2b")
        )
    )
    return answer


def greatest_x(
    game: Engine, player: int, total: Total, frame: Frame, purpose: Purpose, held: Held | None = None
) -> int:
    """The largest X that the whole cost lets a player choose; -1 when not even 0 can be paid."""
    high = 1 << 20
    if total.bill.variables:
        high = payment.greatest_x(game, player, total.bill, purpose, held or Held())
    elif not mentions_x(total):
        return 0
    bound = _x_bound(game, player, total, frame)
    high = min(high, bound)
    was = frame.x
    while high >= 0:
        frame.x = high
        if can_pay_total(game, player, total.with_x(high), frame, purpose, held):
            break
        high -= 1
    frame.x = was
    return high


def mentions_x(total: Total) -> bool:
    """Whether a component that is not mana speaks of X."""
    from magistrate.abilities.amounts import X
    from magistrate.abilities.node import walk

    return any(isinstance(node, X) for _, part in total.parts for node in walk(part))


def _x_bound(game: Engine, player: int, total: Total, frame: Frame) -> int:
    """A bound for X from components that are not mana: life, counters, objects."""
    from magistrate.abilities.amounts import X

    bound = 1 << 20
    for _, part in total.parts:
        if isinstance(part, LoyaltyCost) and isinstance(part.amount, X) and part.sign < 0:
            bound = min(bound, game.obj(frame.source).counters.get("loyalty", 0))
        elif isinstance(part, DoAction):
            action = part.action
            if isinstance(action, PayLife | LoseLife):
                bound = min(bound, max(0, game.st.players[player].life))
            elif isinstance(action, RemoveCounters):
                most = 0
                for oid in _fixed_ids(game, player, action.from_, frame):
                    most += sum(_counters(game, oid).values())
                bound = min(bound, most)
            elif isinstance(action, _WITH_OBJECTS):
                bound = min(bound, 200)
    return min(bound, 1000)


# Whether it can be paid ----------------------------------------------------------------------------------------------
def can_pay_total(
    game: Engine, player: int, total: Total, frame: Frame, purpose: Purpose, held: Held | None = None
) -> bool:
    """Whether mana and all other components could be paid together (CR 118.3, 118.10)."""
    if not total.payable:
        return False
    if not total.parts and held is None:
        if total.bill is bills.NOTHING:
            return True
        return payment.can_pay(game, player, total.bill, purpose)
    found = components(game, player, total, frame)
    return found is not None and feasible(game, player, total, frame, purpose, found, held)


def feasible(
    game: Engine, player: int, total: Total, frame: Frame, purpose: Purpose, found: list[Component], held: Held | None
) -> bool:
    """Whether there are objects for all components that leave the mana payable; sets what each component would take.

    Sources of mana are tapped for the cost last; where it matters which of them, one after the other is tried.
    """
    bill = total.bill
    needs_mana = bool(bill.least or bill.phyrexian or bill.life)
    sourced: set[int] = set()
    if needs_mana and any(component.kind == TAP for component in found):
        from magistrate.rules import sources

        sourced = {source.oid for source in sources.sources(game, player)}
    spare: tuple[int, ...] = ()
    for attempt in range(_ATTEMPTS):
        if not assign(found, sourced, spare):
            return False
        claims = claimed(game, player, total, frame, found, held)
        if claims is None:
            return False
        if not needs_mana or payment.can_pay(game, player, bill, purpose, claims):
            return True
        choosy = [id for component in found if component.kind == TAP and component.action for id in component.ids]
        choosy = [id for id in choosy if id in sourced]
        if attempt >= len(choosy):
            return False
        spare = (choosy[attempt],)  # keep this one for its mana
    return False


def claimed(
    game: Engine, player: int, total: Total, frame: Frame, found: list[Component], held: Held | None
) -> Held | None:
    """What the components other than mana claim, with the objects that `assign` picked; None when there is too little
    life."""
    claims = Held()
    if held is not None:
        claims.extras = held.extras
        claims.tapped = held.tapped
        claims.gone = held.gone
    for component in found:
        if component.kind == TAP:
            claims.tapped += component.chosen
        elif component.kind == GONE:
            claims.gone += component.chosen
    life = sum(life_of(game, part, player, frame) for _, part in total.parts)
    if life > 0:
        if life > game.st.players[player].life or not can_lose_life(game, player):
            return None
        claims.life = life
    return claims


def can_lose_life(game: Engine, player: int) -> bool:
    """Whether a player's life total can go down, so that life can be paid (CR 119.8)."""
    from magistrate.rules import restrictions

    return not restrictions.cant(game, player, LoseLife) and not restrictions.cant(game, player, PayLife)


def life_of(game: Engine, part: Cost, player: int, frame: Frame) -> int:
    """How much life a component takes (CR 119.4)."""
    from magistrate.rules import amounts

    if isinstance(part, DoAction) and isinstance(part.action, PayLife):
        return max(0, amounts.amount(game, part.action.amount, frame))
    return 0


def life_in(game: Engine, player: int, costs: Costs, frame: Frame) -> int:
    """How much life a cost takes."""
    return sum(life_of(game, part, player, frame) for part in costs.parts)


def components(game: Engine, player: int, total: Total, frame: Frame) -> list[Component] | None:
    """The components that need objects, with those that each could take; None when one that needs none cannot be
    paid."""
    found: list[Component] = []
    for number, part in total.parts:
        if isinstance(part, TapSymbol):
            if not can_tap_for_cost(game, frame.source, True):
                return None
            found.append(Component(number, TAP, None, (frame.source,), 1, 1))
        elif isinstance(part, UntapSymbol):
            if not can_tap_for_cost(game, frame.source, False):
                return None
            found.append(Component(number, UNTAP, None, (frame.source,), 1, 1))
        elif isinstance(part, LoyaltyCost):
            if not _can_pay_loyalty(game, part, frame):
                return None
        elif isinstance(part, DoAction):
            action = part.action
            if isinstance(action, _WITH_OBJECTS):
                component = _component(game, player, number, action, frame)
                if component is None:
                    return None
                if component.ids or component.least:
                    found.append(component)
            elif not _can_do(game, player, action, frame):
                return None
        else:
            raise Unsupported(f"the cost {type(part).__name__}")
    return found


def can_tap_for_cost(game: Engine, oid: int, tap: bool) -> bool:
    """{T} and {Q}: not when it is tapped (or untapped) already, nor when summoning sickness forbids it (CR 107.5,
    107.6, 302.6)."""
    from magistrate.rules import sources

    thing = game.st.live(oid)
    if thing is None or thing.zone != BATTLEFIELD or thing.phased_out or thing.tapped is tap:
        return False
    return not sources.is_sick(game, thing, game.chars(oid))


def _can_pay_loyalty(game: Engine, part: LoyaltyCost, frame: Frame) -> bool:
    """CR 606.6: not more loyalty counters than it has."""
    from magistrate.rules import amounts

    thing = game.st.live(frame.source)
    if thing is None:
        return False
    if part.sign >= 0:
        return True
    return thing.counters.get("loyalty", 0) >= amounts.amount(game, part.amount, frame)


def _can_do(game: Engine, player: int, action: PlayerAction, frame: Frame) -> bool:
    """Whether an action that needs no choice of objects could be done as a cost (CR 118.3)."""
    from magistrate.rules import amounts

    record = game.st.players[player]
    if isinstance(action, PayLife):
        amount = amounts.amount(game, action.amount, frame)
        return amount <= 0 or (record.life >= amount and can_lose_life(game, player))
    if isinstance(action, LoseLife):
        return True
    if isinstance(action, Mill):
        return len(record.library) >= amounts.amount(game, action.count, frame)
    if isinstance(action, RemoveCounters):
        return can_remove(game, player, action, frame)
    if isinstance(action, PayCosts):
        return can_pay(game, player, action.costs, frame)
    if isinstance(action, _PLAIN):
        rule_for(CARRIES_OUT, action)
        return True
    rule_for(CARRIES_OUT, action)
    raise Unsupported(f"{type(action).__name__} as a cost")


# Counters ------------------------------------------------------------------------------------------------------------
def _counters(game: Engine, id: int) -> dict[str, int]:
    if id < FIRST_OBJECT:
        return dict(game.st.players[id].counters)
    thing = game.st.live(id)
    return dict(thing.counters) if thing is not None else {}


def _removal(game: Engine, player: int, action: RemoveCounters, frame: Frame) -> tuple[tuple[int, ...], int, int]:
    """Where counters can be removed from, and how many must and may be."""
    from magistrate.rules import selecting, targets

    from_ = action.from_
    if isinstance(from_, Some):
        ids = tuple(
            oid for oid in selecting.candidates(game, from_.group, frame) if game.chars(oid).controller == player
        )
    else:
        ids = _fixed_ids(game, player, from_, frame)
    ids = tuple(id for id in ids if _of_kind(game, id, action.kind))
    available = sum(_of_kind(game, id, action.kind) for id in ids)
    if action.count is None:
        return ids, available, available
    least, most = targets.bounds(game, action.count, frame)
    return ids, least, min(most, available)


def _of_kind(game: Engine, id: int, kind: str | None) -> int:
    counters = _counters(game, id)
    return sum(counters.values()) if kind is None else counters.get(kind, 0)


def can_remove(game: Engine, player: int, action: RemoveCounters, frame: Frame) -> bool:
    """Whether there are enough counters (CR 118.3)."""
    ids, least, most = _removal(game, player, action, frame)
    if isinstance(action.from_, Some) and isinstance(action.from_.quantity, Exactly):
        return any(_of_kind(game, id, action.kind) >= least for id in ids) if least else True
    return most >= least


def _remove_counters(game: Engine, player: int, number: int, action: RemoveCounters, frame: Frame) -> bool:
    """Remove counters to pay; the player chooses which where there is a choice."""
    ids, least, most = _removal(game, player, action, frame)
    from magistrate.rules import targets

    one = isinstance(action.from_, Some) and isinstance(action.from_.quantity, Exactly)
    if one:
        able = [id for id in ids if _of_kind(game, id, action.kind) >= least]
        options = [targets.thing_option(game, "choose", id) for id in able]
        chosen = game.choose(
            player, "choose", "Remove counters from which?", options, source=frame.source, rules=("118.3",)
        )
        if not chosen:
            return least == 0
        ids = (chosen[0].thing,)
    count = least
    if most > least:
        from magistrate.rules.decisions import NUMBER, Decision

        count = game.ask(
            Decision(player, "number", "Remove how many counters?", [], least, most, shape=NUMBER, source=frame.source)
        )
    events: list[GameEvent] = []
    taken: dict[tuple[int, str], int] = {}
    left = count
    while left > 0:
        choices = [
            (id, kind, have - taken.get((id, kind), 0))
            for id in ids
            for kind, have in _counters(game, id).items()
            if (action.kind is None or kind == action.kind) and have > taken.get((id, kind), 0)
        ]
        if not choices:
            return False
        at = 0
        if len(choices) > 1:
            options = [
                Option("counter", f"{kind} counter from {targets.label(game, id)}", thing=id, value=kind)
                for id, kind, _ in choices
            ]
            picked = game.choose(player, "counter", "Remove which counter?", options, source=frame.source)
            at = options.index(picked[0])
            amount = 1
        else:
            amount = min(left, choices[0][2])
        id, kind, _ = choices[at]
        taken[(id, kind)] = taken.get((id, kind), 0) + amount
        left -= amount
    for (id, kind), amount in taken.items():
        event = CountersRemoved(id, kind, amount, frame.source)
        event.cause = player
        events.append(event)
    if events:
        game.happen(events)
    frame.bindings[f"cost:{number}"] = tuple(dict.fromkeys(id for id, _ in taken))
    frame.bindings[f"cost:{number}:amount"] = count
    return True


# Objects -------------------------------------------------------------------------------------------------------------
def _fixed_ids(game: Engine, player: int, what: Things, frame: Frame) -> tuple[int, ...]:
    """The objects of a reference that needs no choice."""
    from magistrate.rules import selecting

    if isinstance(what, This):
        return (frame.source,)
    return selecting.select(game, what, frame)


def _component(game: Engine, player: int, number: int, action: PlayerAction, frame: Frame) -> Component | None:
    """What an action that takes objects could take; None when it cannot be done."""
    from magistrate.rules import targets

    what: Objects = action.what  # type: ignore[attr-defined]
    kind = TAP if isinstance(action, TapAction) else UNTAP if isinstance(action, UntapAction) else GONE
    if isinstance(action, Reveal | UnattachAction):
        kind = SHOW
    if isinstance(what, Some):
        ids = _candidates(game, player, action, what, frame)
        least, most = targets.bounds(game, what.quantity, frame)
        most = min(most, len(ids))
        if least > len(ids):
            return None
        return Component(number, kind, action, ids, least, most, what.at_random)
    ids = _fixed_ids(game, player, what, frame)
    if not ids and isinstance(what, This | It):
        return None
    for id in ids:
        if not _can_take(game, player, action, id):
            return None
    return Component(number, kind, action, ids, len(ids), len(ids))


def _candidates(game: Engine, player: int, action: PlayerAction, some: Some, frame: Frame) -> tuple[int, ...]:
    """What could be chosen for a cost: for a discard the hand, for a sacrifice what the player controls, …"""
    from magistrate.rules import selecting, zones

    if isinstance(action, Discard):
        pool: tuple[int, ...] | None = game.st.players[player].hand
    elif isinstance(action, Sacrifice | TapAction | UntapAction):
        pool = zones.permanents(game)
    else:
        pool = None
    found = selecting.candidates(game, some.group, frame, pool)
    return tuple(id for id in found if id != frame.stack_object and _can_take(game, player, action, id))


def _can_take(game: Engine, player: int, action: PlayerAction, id: int) -> bool:
    """Whether an object can be sacrificed, tapped, discarded, … by this player as a cost."""
    from magistrate.abilities.actions import BeSacrificed
    from magistrate.rules import restrictions

    thing = game.st.live(id)
    if thing is None:
        return False
    if isinstance(action, Sacrifice):
        return (
            thing.zone == BATTLEFIELD
            and not thing.phased_out
            and game.chars(id).controller == player
            and not restrictions.cant(game, id, BeSacrificed)
        )
    if isinstance(action, TapAction | UntapAction):
        return (
            thing.zone == BATTLEFIELD
            and not thing.phased_out
            and thing.tapped is isinstance(action, UntapAction)
            and game.chars(id).controller == player
        )
    if isinstance(action, Discard):
        return id in game.st.players[player].hand
    if isinstance(action, Return | Exile | PutInto) and thing.zone == BATTLEFIELD:
        return not thing.phased_out
    return True


def assign(found: list[Component], avoid: set[int], spare: tuple[int, ...] = ()) -> bool:
    """Pick objects for every component so that none is used up twice and none is tapped twice.

    What is in `avoid` comes late, what is in `spare` last. Sets `chosen` of each; False when there are not enough.
    """
    taken: dict[int, list[int]] = {GONE: [], TAP: [], UNTAP: [], SHOW: []}
    tight = sorted(range(len(found)), key=lambda i: len(found[i].ids) - found[i].least)
    for i in tight:
        component = found[i]
        kept: list[int] = []
        used = taken[component.kind]
        free = [id for id in component.ids if id not in used]
        if component.kind == TAP and avoid:
            free.sort(key=lambda id: 2 if id in spare else 1 if id in avoid else 0)
        kept = free[: component.least]
        if len(kept) < component.least:
            return _assign_again(found)
        component.chosen = tuple(kept)
        if component.kind != SHOW:
            used.extend(kept)
    return True


def _assign_again(found: list[Component]) -> bool:
    """The same by matching, where taking what comes first did not do."""
    for kind in (GONE, TAP, UNTAP):
        own = [component for component in found if component.kind == kind]
        slots = [component for component in own for _ in range(component.least)]
        holder: dict[int, int] = {}
        for slot in range(len(slots)):
            if not _place(slot, slots, holder, []):
                return False
        for component in own:
            component.chosen = tuple(id for id, slot in sorted(holder.items()) if slots[slot] is component)
    for component in found:
        if component.kind == SHOW:
            component.chosen = component.ids[: component.least]
            if len(component.chosen) < component.least:
                return False
    return True


def _place(slot: int, slots: list[Component], holder: dict[int, int], seen: list[int]) -> bool:
    for id in slots[slot].ids:
        if id in seen:
            continue
        seen.append(id)
        if id not in holder or _place(holder[id], slots, holder, seen):
            holder[id] = slot
            return True
    return False


# Paying --------------------------------------------------------------------------------------------------------------
class Paid:
    """What a payment took."""

    __slots__ = ("life", "mana")

    def __init__(self, mana: tuple[ManaUnit, ...], life: int) -> None:
        self.mana = mana
        self.life = life


def pay_total(
    game: Engine, player: int, total: Total, frame: Frame, purpose: Purpose, held: Held | None = None
) -> Paid | None:
    """Pay a total cost whose X is known (CR 601.2g-h); None when it turns out that it cannot be paid: the caller takes
    it all back."""
    if not total.payable:
        return None
    found: list[Component] = []
    if total.parts:
        listed = components(game, player, total, frame)
        if listed is None:
            return None
        found = listed
    claims = _choose_objects(game, player, total, frame, purpose, found, held)
    if claims is None:
        return None
    bill = total.bill
    if bill.phyrexian:
        announced = payment.choose_phyrexian(game, player, bill, purpose, claims)
        if announced is None:
            return None
        bill = announced
    units: tuple[ManaUnit, ...] = ()
    if bill.least:
        paid = payment.pay(game, player, bill, purpose, claims)
        if paid is None:
            return None
        units = paid
    if claims.extras and bill.least:
        from magistrate.rules import payment_extras

        payment_extras.carry_out(game, claims.extras, frame)
    if bill.life and not _pay_life(game, player, bill.life, frame):
        return None
    last: list[tuple[int, Cost]] = []
    for number, part in total.parts:
        if _is_last(part):
            last.append((number, part))
        elif not _pay_part(game, player, number, part, frame, found):
            return None
    for number, part in last:
        if not _pay_part(game, player, number, part, frame, found):
            return None
    return Paid(units, bill.life)


def _is_last(part: Cost) -> bool:
    """Costs with random elements, and those that move cards out of the library, are paid last (CR 601.2h)."""
    if not isinstance(part, DoAction):
        return False
    action = part.action
    if isinstance(action, Mill | Draw):
        return True
    what = getattr(action, "what", None)
    return isinstance(what, Some) and what.at_random


def _choose_objects(
    game: Engine, player: int, total: Total, frame: Frame, purpose: Purpose, found: list[Component], held: Held | None
) -> Held | None:
    """The player chooses what each component takes; only choices that leave the rest payable are offered (CR
    601.2h)."""
    needs_mana = total.bill.least > 0
    if not feasible(game, player, total, frame, purpose, found, held):
        return None
    for component in found:
        if component.most == 0 or component.at_random:
            continue
        if component.least == component.most == len(component.ids):
            component.chosen = component.ids
            continue
        component.chosen = _ask_objects(game, player, total, frame, purpose, found, component, held, needs_mana)
    return claimed(game, player, total, frame, found, held)


_VERBS: Final[tuple[tuple[type[PlayerAction], str], ...]] = (
    (Sacrifice, "sacrifice"),
    (Discard, "discard"),
    (Exile, "exile"),
    (TapAction, "tap"),
    (UntapAction, "untap"),
    (Reveal, "reveal"),
)


def _ask_objects(
    game: Engine,
    player: int,
    total: Total,
    frame: Frame,
    purpose: Purpose,
    found: list[Component],
    component: Component,
    held: Held | None,
    needs_mana: bool,
) -> tuple[int, ...]:
    from magistrate.rules import selecting

    kind = next((verb for action, verb in _VERBS if isinstance(component.action, action)), "choose")
    others = [other for other in found if other is not component and other.kind == component.kind]
    alone = not others and not (needs_mana and component.kind in (TAP, GONE))
    source, rules = frame.source, ("601.2h", "118.3")
    if alone or component.least != component.most:
        busy = [id for other in others for id in other.chosen]
        free = [id for id in component.ids if id not in busy]
        options = [Option(kind, selecting.label_of(game, id, player), thing=id) for id in free]
        most = min(component.most, len(free))
        picked = game.choose(
            player, kind, f"Choose what to {kind}", options, component.least, most, source=source, rules=rules
        )
        return tuple(option.thing for option in picked)
    chosen: list[int] = []
    while len(chosen) < component.least:
        options = []
        for id in component.ids:
            if id not in chosen and _leaves_payable(
                game, player, total, frame, purpose, found, component, [*chosen, id], held
            ):
                options.append(Option(kind, selecting.label_of(game, id, player), thing=id))
        if not options:
            return component.chosen
        picked = game.choose(player, kind, f"Choose what to {kind}", options, source=source, rules=rules)
        chosen.append(picked[0].thing)
    return tuple(chosen)


def _leaves_payable(
    game: Engine,
    player: int,
    total: Total,
    frame: Frame,
    purpose: Purpose,
    found: list[Component],
    component: Component,
    chosen: list[int],
    held: Held | None,
) -> bool:
    """Whether the rest can be paid once a component takes these."""
    trial: list[Component] = []
    for other in found:
        if other is component:
            own = Component(other.number, other.kind, other.action, tuple(chosen), len(chosen), len(chosen))
            trial.append(own)
            if other.least > len(chosen):
                rest = tuple(id for id in other.ids if id not in chosen)
                more = other.least - len(chosen)
                trial.append(Component(other.number, other.kind, other.action, rest, more, more))
        elif other.chosen:
            trial.append(
                Component(other.number, other.kind, other.action, other.chosen, len(other.chosen), len(other.chosen))
            )
    return feasible(game, player, total, frame, purpose, trial, held)


_bound: dict[tuple[int, int], tuple[PlayerAction, PlayerAction]] = {}


def _with_reference(action: PlayerAction, number: int) -> PlayerAction:
    """The action about what was chosen to pay for it."""
    key = (id(action), number)
    known = _bound.get(key)
    if known is None or known[0] is not action:
        changed = replace(action, what=It(Form.PRONOUN, None, True, f"cost:{number}"))
        known = _bound[key] = (action, changed)
    return known[1]


def _pay_part(game: Engine, player: int, number: int, part: Cost, frame: Frame, found: list[Component]) -> bool:
    """Pay one component that is not mana."""
    from magistrate.rules import amounts

    slot = f"cost:{number}"
    if isinstance(part, TapSymbol | UntapSymbol):
        tap = isinstance(part, TapSymbol)
        thing = game.st.live(frame.source)
        if thing is None or thing.tapped is tap:
            return False
        event: GameEvent
        if tap:
            event = Tapped(frame.source, frame.source, "tapped_for" in frame.bindings)
        else:
            event = Untapped(frame.source, frame.source)
        event.cause = player
        game.happen([event])
        frame.bindings[slot] = (frame.source,)
        return True
    if isinstance(part, LoyaltyCost):
        count = amounts.amount(game, part.amount, frame)
        frame.bindings[slot] = (frame.source,)
        if count > 0 and part.sign != 0:
            if part.sign > 0:
                event = CountersPut(frame.source, "loyalty", count, player, frame.source)
            else:
                event = CountersRemoved(frame.source, "loyalty", count, frame.source)
            event.cause = player
            game.happen([event])
        return True
    assert isinstance(part, DoAction)
    action = part.action
    if isinstance(action, PayLife):
        amount = max(0, amounts.amount(game, action.amount, frame))
        return amount == 0 or _pay_life(game, player, amount, frame)
    if isinstance(action, RemoveCounters):
        return _remove_counters(game, player, number, action, frame)
    component = next((one for one in found if one.number == number), None)
    own = frame
    if component is not None:
        if component.at_random:
            left = [id for id in component.ids if game.st.live(id) is not None]
            picked: list[int] = []
            while left and len(picked) < component.least:
                picked.append(left.pop(game.st.random(len(left))))
            component.chosen = tuple(picked)
        frame.bindings[slot] = component.chosen
        if not component.chosen:
            return component.least == 0
        action = _with_reference(action, number)
    elif isinstance(action, _WITH_OBJECTS):
        frame.bindings[slot] = ()
        return True
    result = rule_for(CARRIES_OUT, action)(game, action, (player,), own)
    if component is None and result.objects:
        frame.bindings[slot] = result.objects
    return True


def _pay_life(game: Engine, player: int, amount: int, frame: Frame) -> bool:
    """CR 118.3b, 119.4: paying life is losing it; it cannot be paid with less life than that."""
    if game.st.players[player].life < amount or not can_lose_life(game, player):
        return False
    event = LifeLost(player, amount, frame.source, paid=True)
    event.cause = player
    game.happen([event])
    return True


def fixed_number(quantity: Quantity) -> int:
    """A quantity that is a printed number; -1 when it is none."""
    if isinstance(quantity, Exactly | UpTo | AtLeast) and isinstance(quantity.amount, Number):
        return quantity.amount.value
    return -1 if not isinstance(quantity, AnyNumber) else 0


__all__ = [
    "NOBODY", "Component", "Paid", "Total", "can_pay", "can_pay_total", "can_remove", "choose_x", "components",
    "greatest_x",
    "life_in", "mentions_x", "pay", "pay_total", "total_of",
]  # fmt: skip
