"""The layers gone through again for what has changed alone (CR 613).

Most changes of a game touch few objects, and most continuous effects decide object by object: whether one applies to an object, and what it
does to it, rests on that object alone. While the effects are such ones, and are the same as the last time, only what was written to
since goes through them again. What an effect looks at beside the object (a number that it counts, a condition) is worked out anew and
compared with what it was: a new number sends the objects that the effect applies to through the rest of the layers; a condition that
has changed, like whatever else is not foreseen here, sends everything through all of them (rules/layers.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities import things as t
from magistrate.rules import applying, by_itself, conditions, layer_table
from magistrate.rules.layer_numbers import LAYERS, MODIFY_PT, TYPE
from magistrate.rules.state import BATTLEFIELD, COMMAND, STACK

if TYPE_CHECKING:
    from magistrate.rules.applying import Applying, Plan
    from magistrate.rules.change import Change
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.engine import Engine
    from magistrate.rules.layer_table import Layering
    from magistrate.rules.state import GameObject

#: Whose members are told by what they are, and whose are settled as long as the effect's own object is as it was.
_BY_GROUP: Final = 1
_SETTLED: Final = 2


class Members:
    """The objects that an effect applies to, the same in each of its layers (CR 613.6)."""

    __slots__ = ("effect", "how", "ids", "settled")

    def __init__(self, game: Engine, effect: Applying, how: int, ids: tuple[int, ...]) -> None:
        self.effect = effect
        self.how = how
        self.ids: set[int] = set(ids)
        if isinstance(effect.things, t.Attached):
            ids = (game.obj(effect.holder).attached_to,)
        self.settled = frozenset(ids if effect.locked is None else effect.locked)


class Stage:
    """One effect in one layer: what it did there when it was last looked at."""

    __slots__ = ("before", "changes", "frame", "holds", "members", "starts", "values")

    def __init__(self, members: Members, layer: int, plan: Plan | None) -> None:
        effect = members.effect
        self.members = members
        self.frame = effect.frame
        self.starts = effect.started is None  # whether it is the first layer in which the effect applies
        self.holds = plan is not None  # whether its conditions did
        self.values: tuple[Any, ...] = () if plan is None else plan[1]
        self.changes: tuple[Change, ...] = effect.layered[layer]
        #: what was different from what objects are by themselves just before, where more than the object is looked at
        self.before: dict[int, Characteristics] | None = None


class Course:
    """How the layers were last gone through."""

    __slots__ = ("effects", "holders", "looking", "members", "stages", "typed")

    def __init__(self, effects: tuple[Any, ...]) -> None:
        self.effects = effects  # the game's `Board.effects` then
        self.holders: set[int] = set()  # the objects whose own abilities or counters the effects come from
        self.stages: list[list[Stage]] = [[] for _ in range(LAYERS)]
        self.members: dict[int, Members] = {}  # by the identity of the effect, which its stages keep alive
        self.looking = False  # whether any stage looks at more than the object
        self.typed = False  # whether there are effects in layer 4


# Noting how it was gone through --------------------------------------------------------------------------------------
def foreseen(effects: list[Applying]) -> bool:
    """Whether each effect decides object by object, or looks only at what can be compared with what it was."""
    for effect in effects:
        if effect.grants or _how(effect) == 0:
            return False
        for changes in effect.layered:
            for change in changes:
                if change.each and not change.constant and not effect.defining:
                    return False
    return True


def _how(effect: Applying) -> int:
    if effect.locked is not None or effect.defining:
        return _SETTLED
    things = effect.things
    if isinstance(things, t.All):
        return _BY_GROUP if applying.is_local(things.group) else 0
    return _SETTLED if isinstance(things, t.This | t.Attached) else 0


def note(game: Engine, table: Layering, effect: Applying, layer: int, plan: Plan | None) -> None:
    """Keep what an effect is about to do in a layer (None: nothing, as a condition of it does not hold)."""
    course = table.course
    if course is None or (plan is None and not effect.conditions):
        return
    ids = () if plan is None else plan[0]
    members = course.members.get(id(effect))
    if members is None:
        members = course.members[id(effect)] = Members(game, effect, _how(effect), ids)
    elif effect.started is None:
        members.ids = set(ids)
    stage = Stage(members, layer, plan)
    if (effect.conditions and stage.starts) or any(not change.constant for change in stage.changes):
        stage.before = dict(table.own)
        course.looking = True
    course.stages[layer].append(stage)


# Going through it again ----------------------------------------------------------------------------------------------
def gone_through(game: Engine, table: Layering, touched: list[int]) -> bool:
    """Bring what objects are up to date with what was written to since; False, and all is to be gone through, where that is not
    enough."""
    course = table.course
    if course is None or course.effects is not game.board.effects:
        return False
    changed = dict.fromkeys(touched)
    objects = game.st.objects
    field = False
    there: list[int] = []
    for oid in changed:
        if oid in course.holders:
            return False
        thing = objects.get(oid)
        if thing is None:
            gone = game.st.departed.get(oid)
            field = field or gone is None or gone.zone == BATTLEFIELD
            continue
        if thing.zone == BATTLEFIELD:
            field = True
        if _states(game, table, oid, thing):
            return False
        there.append(oid)
    if not course.members:  # no effects at all
        table.changed_field = field
        return True
    if not field and not course.looking and not _any_settled(course, there):
        table.changed_field = False
        return True
    return _through(game, table, course, changed, there)


def _states(game: Engine, table: Layering, oid: int, thing: GameObject) -> bool:
    """Whether there is an effect of an object's own, or of its counters, that may not have been there before."""
    zone = thing.zone
    if zone in (BATTLEFIELD, STACK, COMMAND):
        alone = layer_table.known(game, table, oid)
        return bool(alone.layered or alone.defining or alone.keywords)
    return layer_table.affects_from_elsewhere(thing)


def _any_settled(course: Course, there: list[int]) -> bool:
    return any(
        oid in members.settled for members in course.members.values() if members.how == _SETTLED for oid in there
    )


def _through(game: Engine, table: Layering, course: Course, changed: dict[int, None], there: list[int]) -> bool:
    """The layers, for objects that were written to and those to which an effect does something else than before."""
    st = game.st
    objects = st.objects
    current: dict[int, Characteristics] = {}
    for members in course.members.values():
        members.ids.difference_update(changed)
    table.course = None  # until it is known to be as it should
    table.own = current
    table.running = True
    st.epoch += 1
    try:
        for layer in range(2, LAYERS):
            table.layer = layer
            if layer == MODIFY_PT:
                for oid, chars in current.items():
                    counters = objects[oid].counters
                    if counters:
                        current[oid] = by_itself.with_counters(chars, counters, table.shared)
            for stage in course.stages[layer]:
                if not _apply(game, table, course, stage, current, changed, there):
                    return False
            if layer == TYPE and course.typed:
                for oid, chars in current.items():
                    current[oid] = by_itself.with_fitting_subtypes(chars, table.shared)
    finally:
        table.running = False
        table.layer = 0
        table.own = {}
        st.epoch += 1
    now = table.now
    for oid in there:
        final = current.get(oid)
        if final is None:
            now.pop(oid, None)
        elif objects[oid].zone == BATTLEFIELD:
            now[oid] = by_itself.without_pt(final, table.shared)
        else:
            now[oid] = final
    table.course = course
    table.changed_field = True
    return True


def _apply(
    game: Engine,
    table: Layering,
    course: Course,
    stage: Stage,
    current: dict[int, Characteristics],
    changed: dict[int, None],
    there: list[int],
) -> bool:
    """One effect in one layer; False when everything must be gone through."""
    members = stage.members
    before = stage.before
    if before is not None:
        for oid in changed:
            chars = current.get(oid)
            if chars is None:
                before.pop(oid, None)
            else:
                before[oid] = chars
        if stage.starts and not _still_holds(game, table, stage, before, current):
            return False
    if not stage.holds:
        return True
    ids = members.ids
    if stage.starts:
        for oid in there:
            if _applies(game, table, stage, oid):
                ids.add(oid)
            else:
                ids.discard(oid)
    if before is not None and ids:
        values = _values(game, table, stage, before, current)
        if values is None:
            return False
        if values != stage.values:
            stage.values = values
            for oid in ids:
                if oid not in changed and oid in game.st.objects:
                    if oid in course.holders:
                        return False
                    changed[oid] = None
                    there.append(oid)
                    if oid in before:
                        current[oid] = before[oid]
    for oid in there:
        if oid in ids:
            for place, change in enumerate(stage.changes):
                applying.change_one(game, table, oid, change, stage.values[place])
    return True


def _applies(game: Engine, table: Layering, stage: Stage, oid: int) -> bool:
    """Whether an effect applies to an object, as far as that has come in the layers."""
    members = stage.members
    thing = game.st.objects[oid]
    if thing.phased_out:
        return False
    if members.how == _SETTLED:
        return oid in members.settled
    things = members.effect.things
    assert isinstance(things, t.All)
    return thing.zone == BATTLEFIELD and applying.fits(game, table, things.group, stage.frame, oid)


def _still_holds(
    game: Engine,
    table: Layering,
    stage: Stage,
    before: dict[int, Characteristics],
    current: dict[int, Characteristics],
) -> bool:
    """Whether the conditions of an effect hold, or do not, as they did."""
    table.own = before
    game.st.epoch += 1
    try:
        holds = all(conditions.holds(game, one, stage.frame) for one in stage.members.effect.conditions)
    finally:
        table.own = current
        game.st.epoch += 1
    return holds is stage.holds


def _values(
    game: Engine,
    table: Layering,
    stage: Stage,
    before: dict[int, Characteristics],
    current: dict[int, Characteristics],
) -> tuple[Any, ...] | None:
    """What an effect does now, a value for each of its changes; None when that is not to be told here."""
    values: list[Any] = []
    table.own = before
    game.st.epoch += 1
    try:
        for change in stage.changes:
            if change.constant:
                values.append(change.settled)
            elif change.each:
                if len(stage.members.ids) != 1:
                    return None
                values.append(tuple([change.value(game, oid, stage.frame) for oid in stage.members.ids]))
            else:
                values.append(change.value(game, -1, stage.frame))
    finally:
        table.own = current
        game.st.epoch += 1
    return tuple(values)
