"""The interaction of continuous effects (CR 613): what every object is now.

An object's characteristics start from its copiable values (layer 1, rules/copying.py). When no continuous effect is
about, that and its counters are all there is. Otherwise the effects are applied layer by layer, to copies of only those
objects that they touch.

While that goes on, `characteristics` answers what an object is so far: descriptions, amounts and conditions of the
effects are worked out by the same functions as everywhere else. `State.epoch` is moved on after each step so that
nothing is remembered of it.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Any, Final

from magistrate.rules import (
    conditions,
    continuous,
    control,
    copying,
    counters_on,
    dependency,
    functioning,
    intrinsic,
    layer_changes,
    selecting,
    statements,
    zones,
)
from magistrate.rules.characteristics import Characteristics
from magistrate.rules.definitions import CREATURE, CardDefinition
from magistrate.rules.frames import Frame
from magistrate.rules.layer_numbers import ABILITY, CDA_PT, CONTROL, LAYERS, MODIFY_PT, RULES, SET_PT
from magistrate.rules.state import BATTLEFIELD, FIRST_OBJECT, STACK

if TYPE_CHECKING:
    from collections.abc import Mapping

    from magistrate.abilities.conditions import Condition
    from magistrate.abilities.kinds import Ability
    from magistrate.abilities.things import Things
    from magistrate.rules.definitions import CopiableValues
    from magistrate.rules.engine import Engine
    from magistrate.rules.state import GameObject
    from magistrate.rules.statements import Layered, Statement

_NO_STATEMENTS: Final[tuple[Statement, ...]] = ()


class Known:
    """What an object is before any continuous effect (`raw`) and with its counters (`final`), and what it was worked
    out from."""

    __slots__ = (
        "controller", "counters", "defining", "face", "final", "keywords", "layered", "marks", "raw", "shape",
        "values", "x", "zone",
    )  # fmt: skip

    def __init__(self, thing: GameObject, values: CopiableValues, shape: int) -> None:
        self.shape = shape
        self.values = values
        self.controller = thing.controller
        self.counters: Mapping[str, int] = thing.counters
        self.marks: Mapping[str, Any] = thing.marks
        self.face = thing.face
        self.zone = thing.zone
        self.x = thing.x
        raw = self.raw = _raw(thing, values)
        defining: list[Statement] = []
        layered: list[Statement] = []
        for statement in statements.of_characteristics(raw):
            if statement.layered is None or not functioning.works(statement.zones, thing.zone, raw.types):
                continue
            if not statement.defining:
                layered.append(statement)
            elif statement.layered[CDA_PT]:
                defining.append(statement)
            else:
                _apply_constants(raw, statement.layered)
        self.defining = tuple(defining)
        self.layered = tuple(layered)
        self.keywords: tuple[Ability, ...] = counters_on.abilities(thing)
        self.final = _final(thing, raw, self.keywords)

    def still(self, thing: GameObject, values: CopiableValues) -> bool:
        """Whether nothing has changed that it was worked out from."""
        return (
            self.values is values
            and self.counters is thing.counters
            and self.controller == thing.controller
            and self.zone == thing.zone
            and self.marks is thing.marks
            and self.x == thing.x
            and self.face == thing.face
        )


def _raw(thing: GameObject, values: CopiableValues) -> Characteristics:
    """CR 613.1, 613.2c: an object after layer 1, with its controller before layer 2."""
    new = Characteristics()
    new.name = values.name
    new.mana_cost = values.mana_cost
    new.mana_value = copying.mana_value(thing, values)
    new.colors = values.colors
    new.supertypes = values.supertypes
    new.types = values.types
    new.subtypes = values.subtypes
    new.abilities = intrinsic.of(values.types, values.subtypes) + values.abilities
    new.keywords = layer_changes.keywords_of(values.abilities)
    new.power = new.base_power = values.power or 0
    new.toughness = new.base_toughness = values.toughness or 0
    new.loyalty = values.loyalty or 0
    new.defense = values.defense or 0
    new.controller = thing.controller
    if thing.zone == BATTLEFIELD:  # CR 306.5c, 310.4c
        new.loyalty = thing.counters.get("loyalty", 0)
        new.defense = thing.counters.get("defense", 0)
    return new


def _apply_constants(raw: Characteristics, layered: Layered) -> None:
    """Characteristic-defining abilities that depend on nothing (CR 613.3: they come first in their layers)."""
    for changes in layered:
        for change in changes:
            change.apply(raw, change.settled)


def _final(thing: GameObject, raw: Characteristics, keywords: tuple[Ability, ...]) -> Characteristics:
    """With its counters (CR 613.1f, 613.4c), when no other effect applies to it."""
    power, toughness = counters_on.power_and_toughness(thing.counters) if thing.counters else (0, 0)
    hidden = thing.zone == BATTLEFIELD and not raw.types & CREATURE and (raw.power or raw.toughness)
    if not power and not toughness and not keywords and not hidden:
        return raw
    new = raw.copied()
    if keywords:
        layer_changes.set_abilities(new, new.abilities + keywords)
    new.power += power
    new.toughness += toughness
    if thing.zone == BATTLEFIELD:
        _without_pt_unless_creature(new)
    return new


def _without_pt_unless_creature(chars: Characteristics) -> None:
    """CR 208.3: a noncreature permanent has no power or toughness."""
    if not chars.types & CREATURE:
        chars.power = chars.toughness = chars.base_power = chars.base_toughness = 0


class Applying:
    """One continuous effect while the layers are applied."""

    __slots__ = (
        "conditions", "defining", "frame", "grants", "holder", "layered", "locked", "order", "reads", "removes",
        "root", "started",
        "things",
    )  # fmt: skip

    def __init__(self, layered: Layered, frame: Frame, order: tuple[int, int, int]) -> None:
        self.layered = layered
        self.frame = frame
        self.order = order  # timestamp (CR 613.7), then what keeps the order the same in every run
        self.things: Things | None = None
        self.locked: tuple[int, ...] | None = None  # the objects, when they are settled (CR 611.2c)
        self.conditions: tuple[Condition, ...] = ()
        self.root: Ability | None = (
            None  # the static ability it comes from, on `holder`; it must still be there (CR 613.8a)
        )
        self.holder = -1
        self.defining = False
        self.grants = False
        self.reads = 0
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
    made.removes = statement.removes
    return made


class Layering:
    """What the layers have come to, and for which state of the game; and the work while it goes on."""

    __slots__ = (
        "by_layer", "computing", "epoch", "generation", "known", "layer", "moved", "noted", "now", "own", "running",
        "shape", "steady",
        "steal",
    )  # fmt: skip

    def __init__(self) -> None:
        self.shape = -1
        self.epoch = -1
        self.steady = False
        self.generation = 0  # grows whenever anything may be something else
        self.known: dict[int, Known] = {}
        self.now: dict[int, Characteristics] = {}
        self.steal = False  # whether any effect changes control
        self.running = False
        self.layer = 0
        self.own: dict[int, Characteristics] = {}
        self.by_layer: list[list[Applying]] = []
        self.computing: list[int] = []
        self.moved: list[tuple[Applying, int, tuple[int, ...]]] = []
        self.noted: dict[tuple[int, int, int, int], int] = {}


def layering(game: Engine) -> Layering:
    """What the layers have come to, brought up to date."""
    table: Layering | None = game.caches.get("layers")
    if table is None:
        table = game.caches["layers"] = Layering()
    st = game.st
    if not table.running and (table.shape != st.shape or not (table.steady or table.epoch == st.epoch)):
        _bring_up_to_date(game, table)
    return table


def characteristics(game: Engine, oid: int) -> Characteristics:
    """CR 613: what an object is now; what it was when it left, if it has (CR 608.2h)."""
    table: Layering | None = game.caches.get("layers")
    st = game.st
    if table is None or table.shape != st.shape or not (table.steady or table.epoch == st.epoch):
        table = layering(game)
    if table.running:
        return _so_far(game, table, oid)
    found = table.now.get(oid)
    if found is not None:
        return found
    thing = st.objects.get(oid)
    if thing is None:
        gone = st.departed[oid]
        return gone.last if gone.last is not None else _known(game, table, oid).final
    known = _known(game, table, oid)
    if known.defining:
        return _with_defining(game, table, oid, known)
    table.now[oid] = known.final
    return known.final


def controller(game: Engine, oid: int) -> int:
    """CR 108.4: who controls an object, after layer 2; its owner where nobody does."""
    return characteristics(game, oid).controller


def generation(game: Engine) -> int:
    """A number that stays the same as long as no object has become anything else: for caches of what objects are."""
    return layering(game).generation


# What an object is by itself -----------------------------------------------------------------------------------------
def _known(game: Engine, table: Layering, oid: int) -> Known:
    st = game.st
    known = table.known.get(oid)
    if known is not None and known.shape == st.shape:
        return known
    thing = st.objects.get(oid)
    if thing is None:
        thing = st.departed[oid]
    values = copying.of_object(game, thing)
    if known is not None and known.still(thing, values):
        known.shape = st.shape
        return known
    known = table.known[oid] = Known(thing, values, st.shape)
    return known


def _with_defining(game: Engine, table: Layering, oid: int, known: Known) -> Characteristics:
    """CR 604.3: abilities that define power and toughness work everywhere; worked out when somebody looks."""
    if oid in table.computing:
        return known.final
    new = known.raw.copied()
    table.computing.append(oid)
    steady = True
    try:
        for statement in known.defining:
            frame = Frame(oid, new.controller)
            assert statement.layered is not None
            steady = steady and statement.steady
            for change in statement.layered[CDA_PT]:
                change.apply(new, change.value(game, oid, frame))
    finally:
        table.computing.pop()
    thing = game.st.get(oid)
    if thing.counters:
        _apply_counters(new, thing)
    if known.keywords:
        layer_changes.set_abilities(new, new.abilities + known.keywords)
    if not table.computing and steady and not table.running:
        table.now[oid] = new
    return new


def _apply_counters(to: Characteristics, thing: GameObject) -> None:
    """CR 613.4c."""
    power, toughness = counters_on.power_and_toughness(thing.counters)
    to.power += power
    to.toughness += toughness


# Bringing it up to date ----------------------------------------------------------------------------------------------
def _bring_up_to_date(game: Engine, table: Layering) -> None:
    """CR 613.5: apply every continuous effect there is."""
    st = game.st
    if len(table.known) > 4 * len(st.objects) + 64:
        table.known = {oid: known for oid, known in table.known.items() if oid in st.objects}
    effects, keywords, steady = _gather(game, table)
    table.generation += 1
    if not effects:
        table.now = {}
        table.steal = False
        table.steady = True
        table.shape = st.shape
        table.epoch = st.epoch
        return
    for oid in keywords:
        effects.append(_keyword_counters(game, table, oid))
    by_layer: list[list[Applying]] = [[] for _ in range(LAYERS)]
    effects.sort()
    for effect in effects:
        layered = effect.layered
        for layer in range(2, LAYERS):
            if layered[layer]:
                by_layer[layer].append(effect)
    table.by_layer = by_layer
    table.steal = bool(by_layer[CONTROL])
    table.own = {}
    table.running = True
    st.epoch += 1
    try:
        for layer in range(2, LAYERS):
            table.layer = layer
            if layer == MODIFY_PT:
                for oid, chars in table.own.items():
                    thing = st.objects[oid]
                    if thing.counters:
                        _apply_counters(chars, thing)
            if by_layer[layer]:
                _apply_layer(game, table, by_layer[layer], layer)
        for oid, chars in table.own.items():
            if st.objects[oid].zone == BATTLEFIELD:
                _without_pt_unless_creature(chars)
    finally:
        table.running = False
        table.layer = 0
        table.by_layer = []
    table.now = table.own
    table.own = {}
    st.epoch += 1
    table.steady = steady
    table.shape = st.shape
    table.epoch = st.epoch
    if game.trace is not None:
        _note(game, table)
    table.moved.clear()


def _gather(game: Engine, table: Layering) -> tuple[list[Applying], list[int], bool]:
    """The effects on objects there are (CR 611.2, 611.3), the objects with counters that are keywords, and whether all
    is steady."""
    st = game.st
    board = game.board
    effects: list[Applying] = []
    keywords: list[int] = []
    steady = True
    shape = st.shape
    table_known = table.known
    for group in (zones.permanents(game), board.stack, board.command, _elsewhere(game)):
        for oid in group:
            known = table_known.get(oid)
            if known is None or known.shape != shape:
                known = _known(game, table, oid)
            if known.keywords:
                keywords.append(oid)
            if known.layered or known.defining:
                timestamp = st.objects[oid].timestamp
                for place, statement in enumerate(known.defining + known.layered):
                    steady = steady and statement.steady
                    effects.append(of_statement(statement, oid, known.controller, (timestamp, oid, place)))
    for begun in board.effects:
        applying = continuous.applying(game, begun)
        if applying is not None:
            applying.started = None
            effects.append(applying)
    return effects, keywords, steady


_works_elsewhere: dict[int, tuple[CardDefinition, bool]] = {}


def _elsewhere(game: Engine) -> list[int]:
    """Cards in hands, graveyards and exile with a static ability that changes others from there (CR 113.6b)."""
    found: list[int] = []
    st = game.st
    objects = st.objects
    for player in st.players:
        for oid in player.graveyard:
            if _affects_from_elsewhere(objects[oid]):
                found.append(oid)
        for oid in player.hand:
            if _affects_from_elsewhere(objects[oid]):
                found.append(oid)
    for oid in game.board.exile:
        if _affects_from_elsewhere(objects[oid]):
            found.append(oid)
    return found


def _affects_from_elsewhere(thing: GameObject) -> bool:
    definition = thing.definition
    if definition is None:
        return False
    flag = _works_elsewhere.get(id(definition))
    if flag is None:
        usual = 1 << BATTLEFIELD | 1 << STACK
        works = any(
            statement.layered is not None and not statement.defining and statement.zones & ~usual
            for face in definition.faces
            for statement in statements.of_abilities(face.abilities)
        )
        flag = _works_elsewhere[id(definition)] = (definition, works)
    return flag[1] and not thing.face_down


def _keyword_counters(game: Engine, table: Layering, oid: int) -> Applying:
    """CR 613.1f: counters that give keywords, with the time at which they were put there (CR 613.7c)."""
    thing = game.st.objects[oid]
    layered = statements.by_layer([layer_changes.AddAbilities(table.known[oid].keywords)])
    made = Applying(layered, Frame(oid, thing.controller), (counters_on.timestamp(thing), oid, 0))
    made.locked = (oid,)
    return made


# Applying ------------------------------------------------------------------------------------------------------------
def _so_far(game: Engine, table: Layering, oid: int) -> Characteristics:
    """What an object is at this point of the layers."""
    found = table.own.get(oid)
    if found is not None:
        return found
    if oid not in game.st.objects:
        gone = game.st.departed[oid]
        return gone.last if gone.last is not None else _known(game, table, oid).raw
    known = _known(game, table, oid)
    if known.defining and table.layer > CDA_PT:
        return _with_defining(game, table, oid, known)
    return known.final if table.layer >= MODIFY_PT else known.raw


def _touch(game: Engine, table: Layering, oid: int) -> Characteristics:
    """The copy of an object's characteristics that effects change."""
    found = table.own.get(oid)
    if found is None:
        known = _known(game, table, oid)
        thing = game.st.objects[oid]
        if known.defining and table.layer > CDA_PT:  # in a zone whose cards are looked at only when asked
            found = _with_defining(game, table, oid, known)
            if table.layer < MODIFY_PT and thing.counters:
                power, toughness = counters_on.power_and_toughness(thing.counters)
                found.power -= power
                found.toughness -= toughness
        else:
            found = known.raw.copied()
            if table.layer >= MODIFY_PT and thing.counters:
                _apply_counters(found, thing)
        table.own[oid] = found
    return found


def _apply_layer(game: Engine, table: Layering, effects: list[Applying], layer: int) -> None:
    """CR 613.3, 613.7, 613.8: those of characteristic-defining abilities first, then by timestamp and dependency."""
    ahead = [effect for effect in effects if effect.defining]
    pending = [effect for effect in effects if not effect.defining]
    for some in (ahead, pending):
        while some:
            if len(some) == 1 or not _any_sensitive(some, layer):
                chosen = some.pop(0)
            else:
                at = dependency.next_one(
                    some,
                    layer,
                    lambda mine: _plan(game, table, mine, layer),
                    lambda first, mine: _plan_after(game, table, first, mine, layer),
                )
                chosen = some.pop(at)
            _apply(game, table, chosen, layer, some)


def _any_sensitive(effects: list[Applying], layer: int) -> bool:
    return any((effect.reads | effect.removes) >> layer & 1 for effect in effects)


Plan = tuple[tuple[int, ...], tuple[Any, ...]]


def _plan(game: Engine, table: Layering, effect: Applying, layer: int) -> Plan | None:
    """What an effect would do now in a layer: to which objects, and what to each; None when it does not exist."""
    frame = effect.frame
    if effect.root is not None:
        holder = _so_far(game, table, effect.holder)
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
            ids = selecting.select(game, effect.things, frame)
    objects = game.st.objects
    for oid in ids:
        thing = objects.get(oid)
        if thing is None or thing.phased_out:
            ids = tuple(o for o in ids if o in objects and not objects[o].phased_out)
            break
    values: list[Any] = []
    for change in effect.layered[layer]:
        if change.constant:
            values.append(change.settled)
        elif change.each:
            values.append(tuple(change.value(game, oid, frame) for oid in ids))
        else:
            values.append(change.value(game, -1, frame) if ids else None)
    return ids, tuple(values)


def _plan_after(game: Engine, table: Layering, first: Applying, mine: Applying, layer: int) -> Plan | None:
    """What `mine` would do if `first` were applied before it (CR 613.8a); all is as before afterwards."""
    plan = _plan(game, table, first, layer)
    if plan is None:
        return _plan(game, table, mine, layer)
    own = table.own
    before: dict[int, Characteristics | None] = {}
    for oid in plan[0]:
        if oid >= FIRST_OBJECT:
            before[oid] = own.get(oid)
            own[oid] = _touch(game, table, oid).copied()
    _change(game, table, first, layer, plan)
    game.st.epoch += 1
    try:
        return _plan(game, table, mine, layer)
    finally:
        for oid, chars in before.items():
            if chars is None:
                del own[oid]
            else:
                own[oid] = chars
        game.st.epoch += 1


def _change(game: Engine, table: Layering, effect: Applying, layer: int, plan: Plan) -> None:
    ids, values = plan
    for place, change in enumerate(effect.layered[layer]):
        value = values[place]
        each = change.each and not change.constant
        for at, oid in enumerate(ids):
            if oid >= FIRST_OBJECT:
                change.apply(_touch(game, table, oid), value[at] if each else value)


def _apply(game: Engine, table: Layering, effect: Applying, layer: int, pending: list[Applying]) -> None:
    """Apply an effect in a layer (CR 613.6)."""
    plan = _plan(game, table, effect, layer)
    if plan is None:
        return
    effect.started = plan[0]
    _change(game, table, effect, layer, plan)
    game.st.epoch += 1
    if layer == ABILITY and effect.grants:
        _begin_granted(game, table, effect, plan[0], pending)
    if game.trace is not None:
        table.moved.append((effect, layer, plan[0]))


def _begin_granted(
    game: Engine, table: Layering, effect: Applying, ids: tuple[int, ...], pending: list[Applying]
) -> None:
    """CR 613.7a: static abilities that an effect gives; their effects apply in this and later layers, with the later
    timestamp.

    What they would change in an earlier layer is past.
    """
    place = 0
    for change in effect.layered[ABILITY]:
        for ability in change.grants:
            for statement in statements.of_ability(ability):
                place += 1
                if statement.layered is None:
                    continue
                for oid in ids:
                    thing = game.st.objects[oid]
                    chars = _so_far(game, table, oid)
                    if not functioning.works(statement.zones, thing.zone, chars.types):
                        continue
                    timestamp = max(thing.timestamp, effect.order[0])
                    new = of_statement(statement, oid, chars.controller, (timestamp, oid, 1000 + place))
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
        effect.things = statement.things
        layered = list(effect.layered)
        layered[SET_PT], layered[CDA_PT] = layered[CDA_PT], ()
        effect.layered = tuple(layered)


# Explaining ----------------------------------------------------------------------------------------------------------
def _note(game: Engine, table: Layering) -> None:
    """Leave a line for each effect and object for which it is new."""
    trace = game.trace
    assert trace is not None
    for effect, layer, ids in table.moved:
        for oid in ids:
            key = (effect.frame.source, effect.order[0], layer, oid)
            at = table.noted.get(key, -1)
            if 0 <= at < len(trace) and trace[at].rules and trace[at].rules[0] == RULES[layer]:
                continue
            table.noted[key] = len(trace)
            source, affected = effect.frame.source, oid
            game.note(
                lambda s=source, o=affected, n=layer: (  # type: ignore[misc]
                    f"{_called(game, s)} changes {_called(game, o)} in layer {RULES[n][4:]}"
                ),
                RULES[layer],
            )


def _called(game: Engine, oid: int) -> str:
    if oid < 0:
        return "an effect"
    return game.chars(oid).name or f"object {oid}"


def settle(game: Engine) -> None:
    """Notice what has changed control since the last time (CR 110.2, 302.6, 506.4)."""
    control.settle(game)
