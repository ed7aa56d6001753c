"""Applying continuous effects in one layer (CR 613.3, 613.6-613.8)."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities import groups as g
from magistrate.abilities import things as t
from magistrate.abilities.amounts import Number
from magistrate.abilities.kinds import Keyword
from magistrate.abilities.node import Node, walk
from magistrate.rules import (
    conditions,
    dependency,
    exercised,
    functioning,
    granted_names,
    layer_table,
    layers_again,
    layers_told,
    registry,
    selecting,
    statements,
    zones,
)
from magistrate.rules.frames import Frame
from magistrate.rules.layer_numbers import ABILITY, CDA_PT, LAYERS, MODIFY_PT, SET_PT
from magistrate.rules.state import FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.abilities.conditions import Condition
    from magistrate.abilities.groups import Description
    from magistrate.abilities.kinds import Ability
    from magistrate.abilities.things import Things
    from magistrate.rules.change import Change
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.engine import Engine
    from magistrate.rules.layer_table import Layering
    from magistrate.rules.statements import Layered, Statement

#: What an effect would do: to which objects, and what, a value for each of its changes (or a tuple with one for each
#: object).
Plan = tuple[tuple[int, ...], tuple[Any, ...]]


class Applying:
    """One continuous effect while the layers are applied."""

    __slots__ = (
        "conditions", "defining", "frame", "grants", "holder", "layered", "locked", "order", "reads", "removes",
        "root", "started",
        "things",
        "words",
    )  # fmt: skip

    def __init__(self, layered: Layered, frame: Frame, order: tuple[int, int, int]) -> None:
        self.layered = layered
        self.frame = frame
        self.order = order  # timestamp (CR 613.7), then what keeps the order the same in every run
        self.things: Things | None = None
        self.locked: tuple[int, ...] | None = None  # the objects, when they are settled (CR 611.2c)
        self.conditions: tuple[Condition, ...] = ()
        self.root: Ability | None = None  # the static ability it comes from, which `holder` must still have (CR 613.8a)
        self.holder = -1
        self.defining = False
        self.grants = False
        self.reads = 0
        self.words: frozenset[object] | None = None
        self.removes = 0
        self.started: tuple[int, ...] | None = None  # CR 613.6: once begun, it goes on with the same objects

    def __lt__(self, other: Applying) -> bool:
        return self.order < other.order


def of_statement(statement: Statement, holder: int, controller: int, order: tuple[int, int, int]) -> Applying:
    """The effect of a statement of a static ability of `holder` (CR 613.7a)."""
    assert statement.layered is not None
    made = Applying(statement.layered, Frame(holder, controller), order)
    made.things = statement.things
    made.conditions = statement.conditions
    made.root = statement.root
    made.holder = holder
    made.defining = statement.defining
    made.grants = statement.grants
    made.reads = statement.reads
    made.words = statement.words
    made.removes = statement.removes
    return made


def apply_layer(game: Engine, table: Layering, effects: list[Applying], layer: int) -> None:
    """CR 613.3, 613.7, 613.8, 113.10c, 613.4: those of characteristic-defining abilities first, then by timestamp and dependency."""
    ahead = [effect for effect in effects if effect.defining]
    pending = [effect for effect in effects if not effect.defining]
    for some in (ahead, pending):
        while some:
            at = 0
            if len(some) > 1 and dependency.possible(some, layer):
                table.course = None  # what depends on what rests on all objects
                at = dependency.next_one(
                    some,
                    layer,
                    lambda mine: _plan(game, table, mine, layer),
                    lambda first, mine: _plan_after(game, table, first, mine, layer),
                )
            passed = tuple(some[:at]) if at else ()
            _apply(game, table, some.pop(at), layer, some, passed)


def _apply(
    game: Engine,
    table: Layering,
    effect: Applying,
    layer: int,
    pending: list[Applying],
    passed: tuple[Applying, ...],
) -> None:
    """Apply an effect in a layer (CR 613.6); `passed`: those with earlier timestamps that depend on it (CR 613.8b)."""
    plan = _plan(game, table, effect, layer)
    if table.course is not None:
        layers_again.note(game, table, effect, layer, plan)
    if plan is None:
        return
    effect.started = plan[0]
    if registry.EXERCISED is not None and effect.root is not None and plan[0]:
        exercised.note_all(effect.root)
    before = None if game.trace is None else layers_told.before(game, table, plan[0])
    _change(game, table, effect, layer, plan)
    game.st.epoch += 1
    if layer == ABILITY and effect.grants:
        _begin_granted(game, table, effect, plan[0], pending)
    if before is not None:
        table.moved.append(layers_told.Applied(effect, layer, before, table.own, passed))


# What an effect does -------------------------------------------------------------------------------------------------
def _plan(game: Engine, table: Layering, effect: Applying, layer: int) -> Plan | None:
    """What an effect would do now in a layer: to which objects, and what to each; None when it does not exist."""
    frame = effect.frame
    if effect.root is not None:
        holder = layer_table.so_far(game, table, effect.holder)
        if frame.controller != holder.controller:
            frame = effect.frame = Frame(effect.holder, holder.controller)
        if effect.started is None and not any(ability is effect.root for ability in holder.abilities):
            return None
    if effect.started is not None:
        ids = effect.started
    else:
        for condition in effect.conditions:
            if not conditions.holds(game, condition, frame):
                return None
        if effect.locked is not None:
            ids = effect.locked
        elif effect.defining:
            ids = (effect.holder,)
        else:
            assert effect.things is not None
            ids = _meant(game, table, effect.things, frame)
        ids = _present(game, ids)
    values: list[Any] = []
    for change in effect.layered[layer]:
        if change.constant:
            values.append(change.settled)
        elif change.each:
            values.append(tuple([change.value(game, oid, frame) for oid in ids]))
        else:
            values.append(change.value(game, -1, frame) if ids else None)
    return ids, tuple(values)


def _present(game: Engine, ids: tuple[int, ...]) -> tuple[int, ...]:
    """Those that are objects and there (CR 604.7, 702.26b)."""
    objects = game.st.objects
    for oid in ids:
        thing = objects.get(oid)
        if thing is None or thing.phased_out:
            return tuple([o for o in ids if o in objects and not objects[o].phased_out])
    return ids


def _plan_after(game: Engine, table: Layering, first: Applying, mine: Applying, layer: int) -> Plan | None:
    """What `mine` would do if `first` were applied before it (CR 613.8a); all is as before afterwards."""
    plan = _plan(game, table, first, layer)
    if plan is None:
        return _plan(game, table, mine, layer)
    before = table.own
    table.own = dict(before)
    _change(game, table, first, layer, plan)
    game.st.epoch += 1
    try:
        return _plan(game, table, mine, layer)
    finally:
        table.own = before
        game.st.epoch += 1


def _change(game: Engine, table: Layering, effect: Applying, layer: int, plan: Plan) -> None:
    """Do what a plan says."""
    ids, values = plan
    for place, change in enumerate(effect.layered[layer]):
        value = values[place]
        each = change.each and not change.constant
        for at, oid in enumerate(ids):
            if oid >= FIRST_OBJECT:
                change_one(game, table, oid, change, value[at] if each else value)


def change_one(game: Engine, table: Layering, oid: int, change: Change, value: Any) -> None:
    """Do one change to one object. What it makes of certain characteristics is remembered."""
    own = table.own
    old = own.get(oid)
    if old is None:
        old = layer_table.ready_to_change(game, table, oid)
    key = (id(old), id(change), value)
    known = table.steps.get(key)
    if known is not None:
        own[oid] = known[2]
        return
    new = old.copied()
    change.apply(new, value)
    table.steps[key] = (old, change, new)
    own[oid] = new


# Which objects -------------------------------------------------------------------------------------------------------
#: Qualities that depend on nothing but an object's characteristics and who asks; "other" is seen to by itself.
_PLAIN: Final[frozenset[type[Node]]] = frozenset(
    (
        g.Group, g.Head, g.IsType, g.IsSubtype, g.IsSupertype, g.IsColor, g.IsColorless, g.IsMulticolored,
        g.IsMonocolored,
        g.Not, g.Matches, g.IsSnow, g.IsOutlaw, g.IsBasicLandType, g.Controlled, g.WithKeyword, g.WithMeasure, g.WithNoAbilities,
        g.AnyOf,
        g.IsOther, t.You, t.EachPlayer, t.APlayer, g.PlayerGroup, Keyword, Number,
    )
)  # fmt: skip
#: Those that depend on nothing but the object itself and who asks.
_LOCAL: Final = _PLAIN | {g.IsToken, g.WithCounter, g.IsFaceDown}
_plain: Final[dict[int, tuple[Node, bool]]] = {}
_local: Final[dict[int, tuple[Node, bool]]] = {}


def is_plain(group: Description) -> bool:
    """Whether equal permanents fit a description equally."""
    if not isinstance(group, g.Group):
        return False
    known = _plain.get(id(group))
    if known is None:
        plain = group.noun in (g.Noun.NONE, g.Noun.PERMANENT) and all(type(part) in _PLAIN for part in walk(group))
        known = _plain[id(group)] = (group, plain)
    return known[1]


def is_local(group: Description) -> bool:
    """Whether it rests on each permanent by itself whether that fits a description."""
    if not isinstance(group, g.Group):
        return False
    known = _local.get(id(group))
    if known is None:
        nouns = (g.Noun.NONE, g.Noun.PERMANENT, g.Noun.TOKEN)
        local = group.noun in nouns and all(type(part) in _LOCAL for part in walk(group))
        known = _local[id(group)] = (group, local)
    return known[1]


def _meant(game: Engine, table: Layering, things: Things, frame: Frame) -> tuple[int, ...]:
    """The objects that an effect of a static ability speaks of now. Equal ones are looked at once."""
    if not isinstance(things, t.All) or not is_plain(things.group):
        return selecting.select(game, things, frame)
    group = things.group
    fitting = _fitting(table, group, frame)
    own, known = table.own, table.known
    late = table.layer >= MODIFY_PT
    source = frame.source
    found: list[int] = []
    for oid in zones.permanents(game):
        chars: Characteristics | None = own.get(oid)
        if chars is None:
            alone = known[oid]
            chars = alone.final if late else alone.raw
        fit = fitting.get(id(chars))
        if fit is None or oid == source:
            answer = selecting.is_of(game, oid, group, frame)
            if oid != source:
                fitting[id(chars)] = (chars, answer)
            if answer:
                found.append(oid)
        elif fit[1]:
            found.append(oid)
    return tuple(found)


def fits(game: Engine, table: Layering, group: Description, frame: Frame, oid: int) -> bool:
    """Whether a permanent is one of those that an effect of a static ability speaks of (`is_local`)."""
    if oid == frame.source or not is_plain(group):
        return selecting.is_of(game, oid, group, frame)
    fitting = _fitting(table, group, frame)
    chars = layer_table.so_far(game, table, oid)
    fit = fitting.get(id(chars))
    if fit is None:
        fit = fitting[id(chars)] = (chars, selecting.is_of(game, oid, group, frame))
    return fit[1]


def _fitting(table: Layering, group: Description, frame: Frame) -> dict[int, tuple[Characteristics, bool]]:
    """What is remembered of which characteristics fit a description, for who asks."""
    kept = table.fits.get((id(group), frame.controller))
    if kept is None:
        kept = table.fits[id(group), frame.controller] = (group, {})
    return kept[1]


# Abilities that effects give -----------------------------------------------------------------------------------------
def _begin_granted(
    game: Engine, table: Layering, effect: Applying, ids: tuple[int, ...], pending: list[Applying]
) -> None:
    """CR 613.7a: static abilities that an effect gives; their effects apply in this and later layers, with the later
    timestamp.

    What they would change in an earlier layer is past.
    """
    place = 1000  # after those that the object has by itself
    for change in effect.layered[ABILITY]:
        for ability in change.grants:
            first = place
            for oid in ids:
                place = first
                for statement in statements.of_ability(
                    granted_names.with_name(ability, effect.frame.source, oid)  # CR 201.5a
                ):
                    place += 1
                    if statement.layered is None:
                        continue
                    thing = game.st.objects[oid]
                    chars = layer_table.so_far(game, table, oid)
                    if not functioning.works(statement.zones, thing.zone, chars.types):
                        continue
                    timestamp = max(thing.timestamp, effect.order[0])
                    new = of_statement(statement, oid, chars.controller, (timestamp, oid, place))
                    _undefine(new, statement)
                    if new.layered[ABILITY]:
                        insort(pending, new)
                    for layer in range(ABILITY + 1, LAYERS):
                        if new.layered[layer]:
                            insort(table.by_layer[layer], new)


def _undefine(effect: Applying, statement: Statement) -> None:
    """CR 604.3a: an ability that an effect gives is not characteristic-defining."""
    if statement.defining:
        effect.defining = False
        layered = list(effect.layered)
        layered[SET_PT], layered[CDA_PT] = layered[CDA_PT], ()
        effect.layered = tuple(layered)
