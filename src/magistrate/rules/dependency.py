"""Dependency (CR 613.8): an effect waits for another when applying that other first would change it. Found by trying.

Trying is dear, so two questions come first that only ever rule it out: can what the effect looks at be changed in this
layer at all (`reads`), and can another effect take away the ability that it comes from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from magistrate.abilities import amounts as a
from magistrate.abilities import combat_qualities as b
from magistrate.abilities import conditions as c
from magistrate.abilities import designations as d
from magistrate.abilities import groups as g
from magistrate.abilities import things as t
from magistrate.abilities.characteristics import Measure, Step
from magistrate.abilities.kinds import Keyword
from magistrate.abilities.node import Node, walk
from magistrate.rules.layer_numbers import ABILITY, CDA_PT, COLOR, CONTROL, MODIFY_PT, SET_PT, SWITCH, TYPE

if TYPE_CHECKING:
    from magistrate.rules.applying import Applying, Plan

_NOTHING: Final = 0
_EVERYTHING: Final = -1
_CONTROL: Final = 1 << CONTROL
_TYPE: Final = 1 << TYPE
_COLOR: Final = 1 << COLOR
_ABILITY: Final = 1 << ABILITY
_BASE: Final = 1 << TYPE | 1 << CDA_PT | 1 << SET_PT
_PT: Final = _BASE | 1 << MODIFY_PT | 1 << SWITCH

#: The layers whose changes a node can see, by its type. A type that is not here may see everything.
_READS: Final[dict[type[Node], int]] = {
    **dict.fromkeys(
        (
            t.All, t.Some, t.No, t.This, t.It, t.They, t.SeveralObjects, t.Several, t.Exactly, t.UpTo, t.AtLeast,
            t.AnyNumber, t.EachPlayer,
            t.APlayer, t.ActivePlayer, t.DefendingPlayer, t.CardsIn, t.OwnerOf, g.Group, g.Head, g.PlayerGroup,
            g.Not, g.AnyOf,
            g.Either, Keyword, g.Matches, t.SomeOf, t.SomePlayers, t.AtMost, a.Star, g.IsTapped, g.IsUntapped,
            g.IsToken,
            g.IsFaceDown, b.IsAttacking, b.IsBlocking, b.IsBlocked,
            b.IsUnblocked,
            g.IsOther, g.Owned, g.InZone, g.WithCounter, g.Named, g.AttachedTo, d.IsDesignated, b.BlockedBy, g.IsOneOf,
            a.Number, a.X, a.CountOf, a.CountersOn, a.LifeTotalOf, a.HandSizeOf, a.ThatMuch, a.Times, a.Half, a.Sum,
            a.Difference, a.ForEach, c.ThereAre, c.Compares, c.Is, c.And, c.Or, c.NotCondition, c.DuringTurn,
            c.HasDesignation,
        ),
        _NOTHING,
    ),
    **dict.fromkeys((t.You, t.ControllerOf, t.EnchantedPlayer, g.Controlled, c.Controls, a.Devotion), _CONTROL),
    **dict.fromkeys(
        (
            t.Attached, g.IsPermanentCard, g.IsType, g.IsSubtype, g.IsSupertype, g.IsSnow, g.IsBasicLandType,
            g.IsHistoric, g.IsOutlaw, g.IsEnchanted,
            g.IsEquipped, a.BasicLandTypesAmong, a.TypesAmong,
        ),
        _TYPE,
    ),
    **dict.fromkeys((g.IsColor, g.IsColorless, g.IsMulticolored, g.IsMonocolored, g.OfColors, a.ColorsAmong), _COLOR),
    **dict.fromkeys((g.WithKeyword, g.WithNoAbilities), _ABILITY),
    g.OfChosen: _TYPE | _COLOR,
}  # fmt: skip

_MEASURES: Final[dict[Measure, int]] = {
    Measure.POWER: _PT,
    Measure.TOUGHNESS: _PT,
    Measure.BASE_POWER: _BASE,
    Measure.BASE_TOUGHNESS: _BASE,
    Measure.MANA_VALUE: _NOTHING,
    Measure.LOYALTY: _NOTHING,
    Measure.DEFENSE: _NOTHING,
}

#: What depends on nothing but the objects there are, what they are and how they are attached, and whose turn it is (State.shape).
_STEADY: Final[frozenset[type[Node]]] = frozenset(
    (
        Keyword, t.All, t.Some, t.No, t.This, t.It, t.You, t.SeveralObjects, t.Exactly, t.UpTo, t.AtLeast, t.AnyNumber,
        t.EachPlayer,
        t.APlayer, t.Attached, t.OwnerOf, t.ControllerOf, g.Group, g.Head, g.PlayerGroup, g.Not, g.AnyOf, g.Matches,
        g.IsPermanentCard, t.AtMost, g.IsToken,
        g.IsFaceDown, g.IsOther, g.Owned, g.InZone, g.WithCounter, g.Named, g.AttachedTo, g.Controlled, g.IsType,
        g.IsSubtype, g.IsSupertype, g.IsSnow, g.IsBasicLandType, g.IsHistoric, g.IsOutlaw, g.IsEnchanted, g.IsEquipped, g.IsColor,
        g.IsColorless, g.IsMulticolored, g.IsMonocolored, g.OfColors, g.WithKeyword, g.WithNoAbilities, g.OfChosen, g.WithMeasure,
        a.Number, a.CountOf, a.CountersOn, a.Times, a.Half, a.Sum, a.Difference, a.ForEach, a.MeasureOf, a.Greatest,
        a.Total,
        a.Devotion, a.ColorsAmong, a.BasicLandTypesAmong, a.TypesAmong, c.Controls, c.ThereAre, c.Compares, c.Is, c.And,
        c.Or, c.NotCondition,
    )
)  # fmt: skip


def reads(root: Node) -> int:
    """A mask of the layers whose changes may alter what a node means: never too few."""
    mask = 0
    for part in walk(root):
        if isinstance(part, g.WithMeasure | g.WithExtreme | a.MeasureOf | a.Greatest | a.Total):
            mask |= _MEASURES.get(part.which, _EVERYTHING)
        else:
            mask |= _READS.get(type(part), _EVERYTHING)
    return mask


def is_steady(root: Node) -> bool:
    """Whether what a node means stays the same as long as `State.shape` does."""
    return all(type(part) in _STEADY or _is_of_turn(part) for part in walk(root))


def _is_of_turn(part: Node) -> bool:
    """Whether a condition is of whose turn it is, whatever the step."""
    return isinstance(part, c.DuringTurn) and part.step in (None, Step.TURN)


def possible(pending: list[Applying], layer: int) -> bool:
    """Whether any of these effects may depend on another in this layer: told from what they say alone."""
    for effect in pending:
        if (effect.reads | effect.removes) >> layer & 1:
            return any(_may_depend(pending, i, layer) for i in range(len(pending)))
    return False


def next_one(
    pending: list[Applying],
    layer: int,
    plans: Callable[[Applying], Plan | None],
    with_applied: Callable[[Applying, Applying], Plan | None],
) -> int:
    """CR 613.8b, 613.8c: the place in `pending` (in timestamp order) of the effect that applies next.

    `plans(x)` is what x would do now; `with_applied(y, x)` what x would do if y were applied first: the same where y does nothing.
    The earliest effect is next that depends on none of the others, or only on those in a loop with it.
    """
    count = len(pending)
    suspects = [i for i in range(count) if _may_depend(pending, i, layer)]
    if not suspects or suspects[0]:
        return 0
    depends: list[int] = [0] * count  # masks of the effects that each depends on
    does = [plans(one) for one in pending]
    idle = [plan is None or not plan[0] for plan in does]
    for i in suspects:
        mine, now = pending[i], does[i]
        for j in range(count):
            other = pending[j]
            if idle[j] or j == i or mine.defining != other.defining or not _may_depend_on(other, mine, layer):
                continue
            if with_applied(other, mine) != now:
                depends[i] |= 1 << j
        if not depends[0]:
            return 0
    reach = _closure(depends)
    for i in range(count):
        if all(reach[j] >> i & 1 for j in range(count) if depends[i] >> j & 1):
            return i
    return 0


def type_words(roots: list[Node]) -> frozenset[object] | None:
    """The card types, supertypes and subtypes that what an effect means may rest on; None where it may be any."""
    found: set[object] = set()
    for root in roots:
        for part in walk(root):
            if isinstance(part, g.IsType):
                found.add(part.type)
            elif isinstance(part, g.IsSubtype):
                found.add(part.subtype)
            elif isinstance(part, g.IsSupertype):
                found.add(part.supertype)
            elif isinstance(part, g.WithMeasure) or _READS.get(type(part), _EVERYTHING) & _TYPE:
                return None
    return frozenset(found)


def _may_alter(other: Applying, mine: Applying, layer: int) -> bool:
    """Whether what an effect does in a layer may change what another one that looks at that layer means: one that adds types does
    not where the other asks for none of them."""
    if layer != TYPE or mine.words is None:
        return True
    return any(change.only_adds is None or change.only_adds & mine.words for change in other.layered[layer])


def _may_depend(pending: list[Applying], at: int, layer: int) -> bool:
    mine = pending[at]
    return any(other is not mine and _may_depend_on(other, mine, layer) for other in pending)


def _may_depend_on(other: Applying, mine: Applying, layer: int) -> bool:
    """Whether an effect may depend on a certain other: that changes what it looks at, or takes the ability away that it comes from."""
    if mine.reads >> layer & 1 and _may_alter(other, mine, layer):
        return True
    return mine.root is not None and mine.started is None and other.removes >> layer & 1 != 0


def _closure(depends: list[int]) -> list[int]:
    """What each reaches through dependencies."""
    reach = list(depends)
    count = len(reach)
    for k in range(count):
        for i in range(count):
            if reach[i] >> k & 1:
                reach[i] |= reach[k]
    return reach
