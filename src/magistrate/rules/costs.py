"""Costs (CR 118): whether they can be paid, and paying them.

A cost is taken apart into mana and other components. Objects that a component uses up or taps are chosen first and
nothing
claims the same object twice (CR 118.10), so that what is begun can be completed; then mana abilities are activated and
mana is paid, then the rest (CR 601.2g-h). What paid the N-th component is the binding "cost:N".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import (
    AddMana,
    AttachAction,
    BecomeUntapped,
    ChooseQuality,
    CollectEvidence,
    Create,
    Discard,
    Draw,
    Exert,
    Exile,
    GainLife,
    GetCounters,
    HaveObjects,
    HavePlayers,
    KeywordAction,
    LoseLife,
    Mill,
    PayCosts,
    PayLife,
    PlayerAction,
    PutCounters,
    RemoveCounters,
    Return,
    Reveal,
    RollDie,
    Sacrifice,
    TapAction,
    Waterbend,
)
from magistrate.abilities.costs import (
    Cost,
    Costs,
    DoAction,
    LoyaltyCost,
    TapSymbol,
    UntapSymbol,
)
from magistrate.abilities.node import replace
from magistrate.abilities.things import (
    Form,
    It,
    Some,
    TopCards,
)
from magistrate.rules import (
    amounts,
    announced_x,
    bills,
    cost_choices,
    crewing,
    payment,
    payment_extras,
    restrictions,
    selecting,
    sources,
    telling,
)
from magistrate.rules.claims import Held
from magistrate.rules.cost_objects import (
    GONE,
    TAP,
    UNTAP,
    WITH_OBJECTS,
    Component,
    assign,
    can_remove,
    components_of,
    meant,
    remove_counters,
)
from magistrate.rules.events import CountersPut, CountersRemoved, Done, GameEvent, LifeLost, Tapped, Untapped
from magistrate.rules.frames import Frame
from magistrate.rules.mana import ManaUnit, Purpose
from magistrate.rules.registry import CARRIES_OUT, Unsupported, rule_for
from magistrate.rules.state import BATTLEFIELD
from magistrate.rules.totals import Total as Total
from magistrate.rules.totals import price as price
from magistrate.rules.totals import total_of as total_of

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

#: Actions that can always be done, or whose limits are checked by a number.
_PLAIN: Final = (
    AddMana,
    Exert,
    Draw,
    GainLife,
    GetCounters,
    PutCounters,
    Create,
    AttachAction,
    HaveObjects,
    KeywordAction,
    ChooseQuality,
    RollDie,
)

_ATTEMPTS: Final = 24

#: How a spell's other text speaks of what paid its costs.
HOW_PAID: Final[dict[type[PlayerAction], str]] = {
    Sacrifice: "sacrificed",
    Discard: "discarded",
    Exile: "exiled",
    Reveal: "revealed",
    Return: "returned",
    TapAction: "tapped",
}


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
        x = frame.x or announced_x.choose_x(game, player, total, frame, aim)
        frame.x = x
        total = total.with_x(x)
    if pay_total(game, player, total, frame, aim) is None:
        game.st.rollback(mark)
        return False
    return True


# Whether it can be paid ----------------------------------------------------------------------------------------------
def can_pay_total(
    game: Engine, player: int, total: Total, frame: Frame, purpose: Purpose, held: Held | None = None
) -> bool:
    """Whether mana and all other components could be paid together (CR 118.3, 118.10)."""
    if not total.payable:
        return False
    held = payment_extras.with_water(game, player, total, frame, held)
    if not total.parts and held is None:
        if total.bill is bills.NOTHING:
            return True
        return payment.can_pay(game, player, total.bill, purpose)
    found = components(game, player, total, frame, held)
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
    return not restrictions.cant(game, player, LoseLife) and not restrictions.cant(game, player, PayLife)


def life_of(game: Engine, part: Cost, player: int, frame: Frame) -> int:
    """How much life a component takes (CR 119.4)."""
    if isinstance(part, DoAction) and isinstance(part.action, PayLife):
        return max(0, amounts.amount(game, part.action.amount, frame))
    return 0


def life_in(game: Engine, player: int, costs: Costs, frame: Frame) -> int:
    """How much life a cost takes."""
    return sum(life_of(game, part, player, frame) for part in costs.parts)


def components(
    game: Engine, player: int, total: Total, frame: Frame, held: Held | None = None
) -> list[Component] | None:
    """The components that need objects, with those that each could take and that another cost has no claim on; None
    when one that needs none cannot be paid."""
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
            action = meant(part.action)
            if isinstance(action, WITH_OBJECTS):
                own = frame
                if isinstance(part.action, CollectEvidence) and player != frame.controller:
                    own = frame.child()  # CR 701.57a: from the graveyard of who collects
                    own.controller = player
                taken = components_of(game, player, number, action, own)
                if taken is None:
                    return None
                found += taken
            elif not _can_do(game, player, action, frame):
                return None
        else:
            raise Unsupported(f"the cost {type(part).__name__}")
    if held is not None and (held.tapped or held.gone):
        for component in found:
            busy = held.tapped if component.kind == TAP else held.gone if component.kind == GONE else ()
            component.ids = tuple(id for id in component.ids if id not in busy)
    return found


def can_tap_for_cost(game: Engine, oid: int, tap: bool) -> bool:
    """{T} and {Q}: not when it is tapped (or untapped) already, nor when summoning sickness forbids it (CR 107.5, 602.5a,
    107.6, 302.6)."""
    thing = game.st.live(oid)
    if thing is None or thing.zone != BATTLEFIELD or thing.phased_out or thing.tapped is tap:
        return False
    if not tap and restrictions.cant(game, oid, BecomeUntapped):  # CR 614.17b
        return False
    return not sources.is_sick(game, thing, game.chars(oid))


def _can_pay_loyalty(game: Engine, part: LoyaltyCost, frame: Frame) -> bool:
    """CR 606.6, 614.17b: not more loyalty counters than it has; none where none can be put on it."""
    thing = game.st.live(frame.source)
    if thing is None:
        return False
    if part.sign > 0 and restrictions.cant_get_counters(game, frame.source, "loyalty"):
        return False
    if part.sign >= 0:
        return True
    return thing.counters.get("loyalty", 0) >= amounts.amount(game, part.amount, frame)


def _can_do(game: Engine, player: int, action: PlayerAction, frame: Frame) -> bool:
    """Whether an action that needs no choice of objects could be done as a cost (CR 118.3)."""
    record = game.st.players[player]
    if isinstance(action, PayLife):
        amount = amounts.amount(game, action.amount, frame)
        return amount <= 0 or (record.life >= amount and can_lose_life(game, player))
    if isinstance(action, LoseLife):
        return True
    if isinstance(action, Mill):
        return len(record.library) >= amounts.amount(game, action.count, frame)
    if isinstance(action, Waterbend):
        return True  # its mana is part of the bill
    if isinstance(action, RemoveCounters):
        return can_remove(game, player, action, frame)
    if isinstance(action, PayCosts):
        return can_pay(game, player, price(game, action, frame), frame)
    if isinstance(action, PutCounters):
        return _can_put(game, action, frame)
    if isinstance(action, HavePlayers) and all(isinstance(inner, _PLAIN) for inner in action.actions):
        others = [one for one in game.board.order if selecting.is_meant(game, one, action.who, frame)]
        return any(all(_is_allowed(game, one, inner, frame) for inner in action.actions) for one in others)
    if isinstance(action, KeywordAction):
        from magistrate.rules.effects import keyword_actions

        return keyword_actions.possible(game, action.name, player)
    if isinstance(action, _PLAIN):
        rule_for(CARRIES_OUT, action)
        return _is_allowed(game, player, action, frame)
    rule_for(CARRIES_OUT, action)
    raise Unsupported(f"{type(action).__name__} as a cost")


def _is_allowed(game: Engine, player: int, action: PlayerAction, frame: Frame) -> bool:
    """CR 119.7, 121.2b, 121.3: a cost can't be that somebody gains life or draws who can't."""
    if isinstance(action, GainLife):
        return not restrictions.cant(game, player, GainLife)
    if isinstance(action, Draw):
        count = 1 if action.count is None else amounts.amount(game, action.count, frame)
        return not restrictions.cant(game, player, Draw, cards=max(1, count))
    return True


def _can_put(game: Engine, action: PutCounters, frame: Frame) -> bool:
    """CR 614.17b: whether there is something on which such counters can be put."""
    if isinstance(action.on, Some):
        things = selecting.candidates(game, action.on.group, frame)
    else:
        things = selecting.look_at(game, action.on, frame)
    kinds = [phrase.kind for phrase in action.counters]
    return any(not any(restrictions.cant_get_counters(game, one, kind) for kind in kinds) for one in things)


#: The binding that says which events of the history paid for a spell or ability: "if a creature was sacrificed this way".
PAID: Final = "paid"


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
    held = payment_extras.with_water(game, player, total, frame, held)
    found: list[Component] = []
    if total.parts:
        listed = components(game, player, total, frame, held)
        if listed is None:
            return None
        found = listed
    claims = cost_choices.choose_objects(game, player, total, frame, purpose, found, held)
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
        payment_extras.carry_out(game, claims.extras, frame)
    if bill.life and not _pay_life(game, player, bill.life, frame):
        return None
    began = len(game.st.history)
    last: list[tuple[int, Cost]] = []
    for number, part in total.parts:
        if _is_last(part):
            last.append((number, part))
        elif not _pay_part(game, player, number, part, frame, found):
            return None
    for number, part in last:
        if not _pay_part(game, player, number, part, frame, found):
            return None
    if total.parts:
        frame.bindings.setdefault(PAID, (began, len(game.st.history)))
    return Paid(units, bill.life)


def _is_last(part: Cost) -> bool:
    """Costs with random elements, and those that move cards out of the library, are paid last (CR 601.2h)."""
    if not isinstance(part, DoAction):
        return False
    action = part.action
    if isinstance(action, Mill | Draw | RollDie):
        return True
    what = getattr(action, "what", None)
    return isinstance(what, TopCards) or (isinstance(what, Some) and what.at_random)


_bound: Final[dict[tuple[int, int], tuple[PlayerAction, PlayerAction]]] = {}


def _with_reference(action: PlayerAction, number: int) -> PlayerAction:
    """The action about what was chosen to pay for it."""
    key = (id(action), number)
    known = _bound.get(key)
    if known is None or known[0] is not action:
        changed = replace(action, what=It(Form.PRONOUN, None, True, f"cost:{number}"))
        known = _bound[key] = (action, changed)
    return known[1]


def _pay_part(game: Engine, player: int, number: int, part: Cost, frame: Frame, found: list[Component]) -> bool:
    """Pay one component that is not mana (CR 118.11)."""
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
        if game.trace is not None:
            _say_symbol(game, frame, tap)
        game.happen([event])
        frame.bindings[slot] = (frame.source,)
        return True
    if isinstance(part, LoyaltyCost):
        count = amounts.amount(game, part.amount, frame)
        frame.bindings[slot] = (frame.source,)
        if count > 0 and part.sign != 0:
            if part.sign > 0:
                event = CountersPut(frame.source, "loyalty", count, player, frame.source)
                event.by_no_effect = True
            else:
                event = CountersRemoved(frame.source, "loyalty", count, frame.source)
            event.cause = player
            game.happen([event])
        return True
    assert isinstance(part, DoAction)
    action = meant(part.action)
    if isinstance(action, Waterbend):
        event = Done("waterbend", player, frame.source, source=frame.source)
        event.cause = player
        game.happen([event])
        return True
    if isinstance(action, PayLife):
        amount = max(0, amounts.amount(game, action.amount, frame))
        return amount == 0 or _pay_life(game, player, amount, frame)
    if isinstance(action, RemoveCounters):
        return remove_counters(game, player, number, action, frame)
    taken = [one for one in found if one.number == number]
    own = frame
    if taken:
        for component in taken:
            if component.at_random:
                left = [id for id in component.ids if game.st.live(id) is not None]
                picked: list[int] = []
                while left and len(picked) < component.least:
                    picked.append(left.pop(game.st.random(len(left))))
                component.chosen = tuple(picked)
        chosen = tuple([id for component in taken for id in component.chosen])
        frame.bindings[slot] = chosen
        said = HOW_PAID.get(type(action))
        if said is not None:  # "the sacrificed creature" of a spell, whichever component it paid
            frame.bindings[f"cost:{said}"] = frame.bindings.get(f"cost:{said}", ()) + chosen
        if not chosen:
            return all(component.least == 0 for component in taken)
        action = _with_reference(action, number)
    elif isinstance(action, WITH_OBJECTS):
        frame.bindings[slot] = ()
        return True
    elif isinstance(action, KeywordAction) and not _can_do(game, player, action, frame):
        return False  # another part of the cost took what it needs (CR 118.3)
    own.bindings["paying"] = True  # what a cost does is no effect (CR 614.16)
    result = rule_for(CARRIES_OUT, action)(game, action, (player,), own)
    del own.bindings["paying"]
    if isinstance(part.action, CollectEvidence):
        event = Done("collect evidence", player, source=frame.source)
        event.cause = player
        game.happen([event])
    for component in taken:
        if component.how:
            crewing.tapped_for(game, player, component.chosen, frame.source, component.how)
    if not taken and result.objects:
        frame.bindings[slot] = result.objects
    return True


def _say_symbol(game: Engine, frame: Frame, tap: bool) -> None:
    """The rules behind a payment of {T} or {Q}: a creature's, haste's, tapping for mana (CR 107.5, 107.6, 106.12)."""
    chars = game.chars(frame.source)
    rules = ["107.5" if tap else "107.6"]
    if chars.is_creature:
        rules.append("302.6")
        if "haste" in chars.keywords:
            rules.append("702.10c")
    if "tapped_for" in frame.bindings:
        rules.append("106.12")
    game.note(lambda: f"{telling.name(game, frame.source)} pays {'{T}' if tap else '{Q}'}", *rules)


def _pay_life(game: Engine, player: int, amount: int, frame: Frame) -> bool:
    """CR 118.3b, 119.4: paying life is losing it; it cannot be paid with less life than that."""
    if game.st.players[player].life < amount or not can_lose_life(game, player):
        return False
    event = LifeLost(player, amount, frame.source, paid=True)
    event.cause = player
    game.happen([event])
    return True
