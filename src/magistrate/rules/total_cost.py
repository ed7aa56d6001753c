"""The total cost of a spell or ability (CR 601.2f, 118.7-118.9): base, additional costs, increases, reductions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import CostsMore, Sacrifice
from magistrate.abilities.amounts import Amount, Number, TargetsBeyondFirst
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.costs import Cost, Costs, DoAction, EitherCost, PayMana
from magistrate.abilities.effects import (
    AdditionalCost,
    AsLongAs,
    Effect,
    If,
    Instructions,
    ObjectsDo,
    SpendOnlyOnX,
    Where,
)
from magistrate.abilities.groups import Group, Head, IsToken, IsType, Noun
from magistrate.abilities.kinds import Ability, Activated, Keyword, Static
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import walk
from magistrate.abilities.stack_qualities import Targeting
from magistrate.abilities.things import All, Exactly, Some, Things, This
from magistrate.rules import (
    amounts,
    bills,
    commander,
    conditions,
    costs,
    face_down,
    keyword_costs,
    protection,
    selecting,
    spending,
    statics,
)
from magistrate.rules.costs import Total
from magistrate.rules.definitions import kicked_with, symbols_of
from magistrate.rules.frames import Frame
from magistrate.rules.mana import Purpose, is_mana_ability
from magistrate.rules.permissions import Way, shape_of
from magistrate.rules.prospective import would_be
from magistrate.rules.state import STACK

if TYPE_CHECKING:
    from magistrate.rules.bills import Bill
    from magistrate.rules.engine import Engine

#: Optional additional costs that are paid at most once, and those that are paid any number of times (CR 601.2b, 702).
ONCE: Final = frozenset(("kicker", "buyback", "entwine", "offspring", "bargain"))
OFTEN: Final = frozenset(("multikicker", "replicate", "squad"))
#: Additional costs that have no rules yet; replicate, squad and offspring need what they mean for the rest of them.
MISSING: Final = frozenset(("offering",))
_MEANING: Final = frozenset(("replicate", "squad", "offspring"))

_FIRST: Final = 100  # where components of costs that are not the card's own additional cost are numbered from


#: How two kicker costs are said (CR 702.33b).
AND_OR: Final = "and/or"


def _symbols(part: Cost) -> str:
    """A mana cost as it is printed."""
    return symbols_of(part.cost) if isinstance(part, PayMana) else ""


def kicked(paid: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """The names of what was paid, once a time paid; of two kicker costs either is a kicker (CR 702.33b, 702.33d), and it is known
    which (CR 702.33f)."""
    names: list[str] = []
    for name, times in paid:
        if name.startswith("kicker "):
            names += ["kicker", kicked_with(name.removeprefix("kicker "))] * times
        else:
            names += [name] * times
    return tuple(names)


class Optional:
    """An optional additional cost of a spell (CR 118.8b)."""

    __slots__ = ("costs", "name", "often")

    def __init__(self, name: str, costs: Costs, often: bool) -> None:
        self.name = name
        self.costs = costs
        self.often = often


class Extras:
    """What a card's text adds to its cost or lets be added to it."""

    __slots__ = (
        "affinity",
        "either",
        "modifiers",
        "optional",
        "required",
        "rests_on_targets",
        "rises_by_target",
        "x_mask",
    )

    def __init__(self, abilities: tuple[Ability, ...]) -> None:
        self.required: list[Costs] = []
        self.either: list[tuple[Costs, ...]] = []  # of each, one is chosen (CR 601.2b)
        self.optional: list[Optional] = []
        self.modifiers: list[tuple[Static, ObjectsDo]] = []
        self.affinity: list[Keyword] = []
        self.rests_on_targets = False
        self.x_mask = 0  # the only mana that X may be paid with
        self.rises_by_target = False  # it costs more for each target beyond the first
        for ability in abilities:
            if isinstance(ability, Static):
                self._statement(ability, ability.effect)
            elif isinstance(ability, Keyword):
                self._keyword(ability)

    def _statement(self, ability: Static, effect: Effect) -> None:
        if isinstance(effect, AdditionalCost):
            if effect.optional:
                self.optional.append(Optional("additional cost", effect.costs, False))
            else:
                self._required(effect.costs)
        elif isinstance(effect, SpendOnlyOnX):
            self.x_mask = sum(1 << color.value for color in effect.colors)
        elif isinstance(effect, Instructions):
            for step in effect.steps:
                self._statement(ability, step)
        elif isinstance(effect, AsLongAs | If | ObjectsDo) and any(
            isinstance(node, CostsMore) for node in walk(effect)
        ):
            inner: Effect = effect
            while isinstance(inner, AsLongAs | If):
                inner = inner.effect
            if isinstance(inner, ObjectsDo) and isinstance(inner.what, This):
                self.modifiers.append((ability, inner))
                self.rises_by_target |= any(isinstance(node, TargetsBeyondFirst) for node in walk(effect))
                self.rests_on_targets |= self.rises_by_target or any(
                    isinstance(node, Targeting) for node in walk(effect)
                )

    def _required(self, costs: Costs) -> None:
        chosen = [part.options for part in costs.parts if isinstance(part, EitherCost)]
        self.either += chosen
        if not chosen:
            self.required.append(costs)
        elif len(chosen) < len(costs.parts):
            self.required.append(Costs(tuple(part for part in costs.parts if not isinstance(part, EitherCost))))

    def choices(self) -> list[tuple[tuple[str, int], ...]]:
        """The ways to choose among alternative additional costs, as they are named among what is paid."""
        found: list[tuple[tuple[str, int], ...]] = [()]
        for number, options in enumerate(self.either):
            names = [f"either:{number}:{place}" for place in range(len(options))]
            found = [(*before, (name, 1)) for before in found for name in names]
        return found

    def _keyword(self, keyword: Keyword) -> None:
        from magistrate.rules.registry import Unsupported

        if keyword.name in MISSING or (keyword.name in _MEANING and not keyword.meaning):
            raise Unsupported(keyword.name)
        if keyword.name == "bargain":
            self.optional.append(Optional("bargain", _bargain(), False))
        elif keyword.name == "gift":
            self.optional.append(Optional("gift", _NO_COST, False))
        elif keyword.name in ("casualty", "conspire", "teamwork"):
            self.optional.append(Optional(keyword.name, keyword_costs.of(keyword), False))
        elif keyword.name == "affinity":
            self.affinity.append(keyword)
        elif keyword.costs is not None and keyword.words == AND_OR:  # CR 702.33b: two kicker costs
            for part in keyword.costs.parts:
                self.optional.append(Optional(f"{keyword.name} {_symbols(part)}", Costs((part,)), False))
        elif keyword.costs is not None and (keyword.name in ONCE or keyword.name in OFTEN):
            self.optional.append(Optional(keyword.name, keyword.costs, keyword.name in OFTEN))
        for meant in keyword.meaning:
            if isinstance(meant, Static):
                self._statement(meant, meant.effect)


#: CR 702.174a: promising a gift costs nothing but the choice of an opponent.
_NO_COST: Final = Costs(())
_bargains: Final[list[Costs]] = []


def _bargain() -> Costs:
    """CR 702.166a: sacrifice an artifact, enchantment, or token."""
    if not _bargains:
        heads = (Head((IsType(CardType.ARTIFACT),)), Head((IsType(CardType.ENCHANTMENT),)), Head((IsToken(),)))
        _bargains.append(Costs((DoAction(Sacrifice(Some(Group(heads), Exactly(Number(1))))),)))
    return _bargains[0]


_MOST: Final = 20_000
_extras: Final[dict[int, tuple[tuple[Ability, ...], Extras]]] = {}


def extras_of(abilities: tuple[Ability, ...]) -> Extras:
    """What abilities say about additional costs; remembered by identity (CR 113.2b, 702.33b)."""
    known = _extras.get(id(abilities))
    if known is None or known[0] is not abilities:
        if len(_extras) >= _MOST:
            _extras.clear()
        known = _extras[id(abilities)] = (abilities, Extras(abilities))
    return known[1]


def base(way: Way, cost: ManaCost | None) -> Total:
    """The mana cost or alternative cost (CR 601.2f); a card without a mana cost has an unpayable one (CR 118.6, 118.6a, 202.1b)."""
    if way.free:
        return Total(bills.NOTHING, ())
    if way.costs is not None:
        return costs.total_of(way.costs, _FIRST)
    return Total(bills.bill_of(cost), (), cost is not None)


def of_spell(
    game: Engine,
    player: int,
    oid: int,
    way: Way,
    cost: ManaCost | None,
    abilities: tuple[Ability, ...],
    frame: Frame,
    paid: tuple[tuple[str, int], ...] = (),
    modes: tuple[Costs, ...] = (),
) -> Total:
    """CR 601.2f, 118.8a, 118.9d, 601.7, 118.8d, 118.9c, 202.4: the total cost of a spell, or of a card if it were cast this way; `paid`
    names optional costs
    and how often. Last comes as what mana may be spent on it, which changes no cost (CR 609.4b)."""
    total = _of_spell(game, player, oid, way, cost, abilities, frame, paid, modes)
    return spending.allowed(game, total, Purpose("spell", player, oid, way.face), way.spend)


def _of_spell(
    game: Engine,
    player: int,
    oid: int,
    way: Way,
    cost: ManaCost | None,
    abilities: tuple[Ability, ...],
    frame: Frame,
    paid: tuple[tuple[str, int], ...],
    modes: tuple[Costs, ...],
) -> Total:
    total = base(way, cost)
    own = extras_of(abilities)
    if own.x_mask and total.bill.variables:
        total = total.with_bill(total.bill.with_x_only(own.x_mask))
    first = 0
    for required in own.required:
        total = total.plus(required, first)
        first += len(required.parts)
    first = 2 * _FIRST
    for required in (*way.extra, *modes):
        total = total.plus(required, first)
        first += _FIRST
    for name, times in paid:
        if name.startswith("either:"):
            _, number, place = name.split(":")
            total = total.plus(own.either[int(number)][int(place)], first)
            first += _FIRST
            continue
        for optional in own.optional:
            if optional.name == name:
                for _ in range(times):
                    total = total.plus(optional.costs, first if optional.name != "additional cost" else 0)
                    first += _FIRST
                break
    thing = game.st.live(oid)
    if thing is not None and commander.COMMANDER in thing.marks:
        more = commander.tax(game, player, thing)
        if more:  # CR 903.8: an additional cost
            total = total.with_bill(total.bill.plus_generic(more))
    if way.face_down and thing is not None and thing.zone != STACK and not thing.face_down:
        # CR 601.3e, 708.4: it is looked at as the face-down spell that it would be
        mark = game.st.mark()
        game.st.set(thing, "face_down", way.face_down)
        game.st.set(thing, "copiable", face_down.values(way.face_down))
        total = modified(game, player, oid, total, own, frame, way)
        game.st.rollback(mark)
        return total
    return modified(game, player, oid, total, own, frame, way)


_x_masks: Final[dict[int, tuple[Activated, int]]] = {}


def _x_mask(ability: Activated) -> int:
    """The only mana that the X of an ability may be paid with; 0 where nothing is said of it. Remembered by identity."""
    known = _x_masks.get(id(ability))
    if known is None:
        mask = 0
        for node in walk(ability.effect):
            if isinstance(node, SpendOnlyOnX):
                mask |= sum(1 << color.value for color in node.colors)
        known = _x_masks[id(ability)] = (ability, mask)
    return known[1]


def of_ability(game: Engine, player: int, oid: int, ability: Activated, frame: Frame) -> Total:
    """CR 602.2b, 601.2f, 602.4: the total cost of activating an ability."""
    total = costs.total_of(ability.costs)
    if total.bill.variables:
        mask = _x_mask(ability)
        if mask:
            total = total.with_bill(total.bill.with_x_only(mask))
    more = 0
    less = 0
    symbols_more: list[ManaCost] = []
    symbols_less: list[ManaCost] = []
    for active in statics.active(game, CostsMore):
        node = active.node
        if not isinstance(node, ObjectsDo):
            continue
        for action in node.actions:
            if (
                isinstance(action, CostsMore)
                and (action.activate or _speaks_of_abilities(node.what))
                and _of_source(game, oid, node.what, active.frame)
                and not (action.nonmana and is_mana_ability(ability))
            ):
                more, less = _collect(game, action, active.frame, more, less, symbols_more, symbols_less)
    for restriction in ability.restrictions:
        if restriction.change is not None:
            for action, its in _of_itself(game, restriction.change, frame):
                more, less = _collect(game, action, its, more, less, symbols_more, symbols_less)
    if any(_by_own_cost(game, restriction.change, Frame(oid, player)) for restriction in ability.restrictions):
        total = total.with_bill(total.bill.less(bills.bill_of(game.chars(oid).mana_cost)))
    total = total.with_bill(_changed(total.bill, more, less, symbols_more, symbols_less))
    return spending.allowed(game, total, Purpose("ability", player, oid), "")


def _by_own_cost(game: Engine, change: Effect | None, frame: Frame) -> bool:
    """Whether an ability says that it costs less by the mana cost of its source (newer: power-up)."""
    if isinstance(change, If):
        return _by_own_cost(game, change.effect, frame) and conditions.holds(game, change.condition, frame)
    return isinstance(change, ObjectsDo) and any(
        isinstance(action, CostsMore) and action.own for action in change.actions
    )


def _of_itself(game: Engine, change: Effect, frame: Frame) -> list[tuple[CostsMore, Frame]]:
    """What an ability says of its own cost, of that which holds now, and with which frame (CR 601.2f)."""
    if isinstance(change, If):
        return _of_itself(game, change.effect, frame) if conditions.holds(game, change.condition, frame) else []
    if isinstance(change, Where):
        own = frame.child()
        own.bindings["x"] = change.x
        return _of_itself(game, change.effect, own)
    if isinstance(change, ObjectsDo):
        return [(action, frame) for action in change.actions if isinstance(action, CostsMore)]
    return []


def _speaks_of_abilities(what: Things) -> bool:
    if isinstance(what, All | Some) and isinstance(what.group, Group):
        return what.group.noun in (Noun.ABILITY, Noun.ACTIVATED_ABILITY)
    return False


def _of_source(game: Engine, oid: int, what: Things, frame: Frame) -> bool:
    """Whether abilities of an object are among those meant."""
    if isinstance(what, All | Some) and isinstance(what.group, Group):
        return protection.fits(game, oid, what.group, frame)
    return selecting.is_meant(game, oid, what, frame)


def depends_on_targets(game: Engine) -> bool:
    """Whether some cost modifier looks at targets, so that the cost must be worked out again after they are chosen."""
    return any(
        any(isinstance(node, Targeting) for node in walk(active.node)) for active in statics.active(game, CostsMore)
    )


def modified(game: Engine, player: int, oid: int, total: Total, own: Extras, frame: Frame, way: Way) -> Total:
    """Increases, then reductions, by effects and by the card's own text (CR 601.2f, 702.41b, 702.125c)."""
    actives = statics.active(game, CostsMore)
    if not actives and not own.modifiers and not own.affinity:
        return total
    increases = 0
    reductions = 0
    symbols_more: list[ManaCost] = []
    symbols_less: list[ManaCost] = []
    shape = shape_of(way)
    for active in actives:
        node, its = active.node, active.frame
        if its.source == oid or not isinstance(node, ObjectsDo) or _speaks_of_abilities(node.what):
            continue
        if isinstance(node.what, This) or not would_be(game, player, oid, node.what, its, way.face, shape):
            continue
        for action in node.actions:
            if isinstance(action, CostsMore) and not action.activate:
                its = _about_spell(action, its, oid)
                increases, reductions = _collect(game, action, its, increases, reductions, symbols_more, symbols_less)
    for ability, statement in own.modifiers:
        if _holds(game, ability, frame):
            for action in statement.actions:
                if isinstance(action, CostsMore):
                    increases, reductions = _collect(
                        game, action, frame, increases, reductions, symbols_more, symbols_less
                    )
    for keyword in own.affinity:
        if keyword.group is not None:  # CR 702.41a
            found = selecting.candidates(game, keyword.group, frame)
            if keyword.number is not None:
                reductions += amounts.amount(game, keyword.number, frame)
            reductions += sum(1 for id in found if game.chars(id).controller == player)
    bill = _changed(total.bill, increases, reductions, symbols_more, symbols_less)
    return total if bill is total.bill else total.with_bill(bill)


def _changed(
    bill: Bill, increases: int, reductions: int, symbols_more: list[ManaCost], symbols_less: list[ManaCost]
) -> Bill:
    """CR 601.2f, 118.7c: increases, then reductions; coloured mana lessens mana of that color before generic mana."""
    for more in symbols_more:
        bill = bill.plus(bills.bill_of(more))
    if increases:
        bill = bill.plus_generic(increases)
    for less in symbols_less:
        bill = bill.less(bills.bill_of(less))
    if reductions:
        bill = bill.less_generic(reductions)
    return bill


def _holds(game: Engine, ability: Static, frame: Frame) -> bool:
    effect: Effect = ability.effect
    while isinstance(effect, AsLongAs | If):
        if not conditions.holds(game, effect.condition, frame):
            return False
        effect = effect.effect
    return True


def _collect(
    game: Engine,
    action: CostsMore,
    frame: Frame,
    increases: int,
    reductions: int,
    symbols_more: list[ManaCost],
    symbols_less: list[ManaCost],
) -> tuple[int, int]:
    amount = _generic(game, action, frame)
    if action.mana is not None and any(not symbol.isdigit() and symbol != "X" for symbol in action.mana.symbols):
        times = _times(game, action, frame)
        (symbols_less if action.less else symbols_more).extend([action.mana] * times)
        return increases, reductions
    return (increases, reductions + amount) if action.less else (increases + amount, reductions)


_speaking: Final[dict[int, tuple[CostsMore, bool]]] = {}


def _about_spell(action: CostsMore, frame: Frame, oid: int) -> Frame:
    """The frame in which a modifier of several spells' costs is understood for one of them: "that spell"."""
    known = _speaking.get(id(action))
    if known is None:
        known = _speaking[id(action)] = (action, any(getattr(part, "slot", "") == "each" for part in walk(action)))
    if not known[1]:
        return frame
    own = frame.child()
    own.bindings["each"] = (oid,)
    return own


def _times(game: Engine, action: CostsMore, frame: Frame) -> int:
    each = action.for_each
    if each is None:
        return 1
    if isinstance(each, Amount):
        return max(0, amounts.amount(game, each, frame))
    return amounts.how_many(game, each, frame)


def _generic(game: Engine, action: CostsMore, frame: Frame) -> int:
    """How much generic mana a modifier is about."""
    amount = 0
    if action.mana is not None and all(symbol.isdigit() for symbol in action.mana.symbols):
        amount = sum(int(symbol) for symbol in action.mana.symbols)
    elif action.amount is not None:
        amount = max(0, amounts.amount(game, action.amount, frame))
    return amount * _times(game, action, frame)


def on_stack(game: Engine, oid: int) -> bool:
    """Whether the object is a spell on the stack."""
    thing = game.st.live(oid)
    return thing is not None and thing.zone == STACK
