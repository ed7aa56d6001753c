"""The interaction of continuous effects (CR 613): what every object is now.

An object's characteristics start from its copiable values (layer 1, rules/copying.py). When no continuous effect is
about, that and its counters are all there is. Otherwise the effects are applied layer by layer (rules/applying.py) to
the objects that they touch.

While that goes on, `characteristics` answers what an object is so far: descriptions, amounts and conditions of the
effects are worked out by the same functions as everywhere else. `State.epoch` is moved on after each step so that
nothing is remembered of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.rules import (
    applying,
    by_itself,
    continuous,
    control,
    counters_on,
    layer_table,
    layers_again,
    layers_told,
    registry,
    statements,
    zones,
)
from magistrate.rules.applying import Applying
from magistrate.rules.frames import Frame
from magistrate.rules.layer_numbers import CONTROL, LAYERS, MODIFY_PT, TYPE
from magistrate.rules.layer_table import Layering
from magistrate.rules.layers_again import Course
from magistrate.rules.state import BATTLEFIELD

if TYPE_CHECKING:
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.engine import Engine
    from magistrate.rules.state import GameObject


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
    """CR 613, 110.3, 112.3, 302.4c: what an object is now; what it was when it left, if it has (CR 608.2h)."""
    table: Layering | None = game.caches.get("layers")
    st = game.st
    if table is None or (
        not table.running and (table.shape != st.shape or not (table.steady or table.epoch == st.epoch))
    ):
        table = layering(game)
    if table.running:
        found = table.own.get(oid)
        return found if found is not None else layer_table.so_far(game, table, oid)
    found = table.now.get(oid)
    if found is not None:
        return found
    if oid not in st.objects:
        gone = st.departed[oid]
        return gone.last if gone.last is not None else layer_table.known(game, table, oid).final
    alone = layer_table.known(game, table, oid)
    if alone.defining:
        return layer_table.with_defining(game, table, oid, alone)
    table.now[oid] = alone.final
    return alone.final


def controller(game: Engine, oid: int) -> int:
    """CR 108.4: who controls an object, after layer 2; its owner where nobody does."""
    return characteristics(game, oid).controller


def generation(game: Engine) -> int:
    """A number that stays the same as long as no object has become anything else: for caches of what objects are.

    While the layers are being applied it is another one each time, so that nothing is remembered from then.
    """
    table: Layering | None = game.caches.get("layers")
    st = game.st
    if table is None or table.shape != st.shape or not (table.steady or table.epoch == st.epoch):
        table = layering(game)
    return -st.epoch if table.running else table.generation


def field(game: Engine) -> int:
    """The same for what is on the battlefield: it stays the same while nothing else becomes anything else there, whatever goes on
    elsewhere."""
    table: Layering | None = game.caches.get("layers")
    st = game.st
    if table is None or table.shape != st.shape or not (table.steady or table.epoch == st.epoch):
        table = layering(game)
    return -st.epoch if table.running else table.field


def permanents(game: Engine) -> list[tuple[int, GameObject, Characteristics]]:
    """The permanents that are phased in, in the order in which they entered, each with what it is now: to be gone
    through in one row, and not to be changed."""
    now = field(game)
    kept: tuple[int, list[tuple[int, GameObject, Characteristics]]] | None = game.caches.get("permanents as they are")
    if kept is None or kept[0] != now:
        objects = game.st.objects
        found = [(oid, objects[oid], characteristics(game, oid)) for oid in zones.permanents(game)]
        table = layering(game)
        if table.running or any(table.now.get(row[0]) is not row[2] for row in found):
            return found  # it may be something else the next time somebody asks
        kept = game.caches["permanents as they are"] = (now, found)
    return kept[1]


def settle(game: Engine) -> None:
    """Notice what has changed control since the last time (CR 110.2, 302.6, 506.4)."""
    control.settle(game)


# Bringing it up to date ----------------------------------------------------------------------------------------------
def _bring_up_to_date(game: Engine, table: Layering) -> None:
    """CR 613.5, 603.6b, 611.3c: apply every continuous effect there is."""
    st = game.st
    board = game.board
    table.tidy(st.objects)
    before = table.now
    copies = any(effect.values is not None for effect in board.effects)
    if copies or table.copies or game.trace is not None or registry.EXERCISED is not None:
        table.course = None
    table.look_again(st.touched, copies)
    touched = st.touched.copy()
    st.touched.clear()
    if table.steady and table.course is not None and layers_again.gone_through(game, table, touched):
        table.shape = st.shape
        table.epoch = st.epoch
        table.generation += 1
        if table.changed_field:
            table.field += 1
        return
    course = None if copies or game.trace is not None or registry.EXERCISED is not None else Course(board.effects)
    effects, keywords, steady = _gather(game, table, course)
    same_shape = table.shape == st.shape
    table.course = course if steady and layers_again.foreseen(effects) else None
    if effects:
        effects.extend([_keyword_counters(game, table, oid) for oid in keywords])
        effects.sort()
        _apply_all(game, table, effects)
        table.now = table.own
        table.own = {}
        table.plain = False
    else:
        if not table.plain:
            table.now = {}
            table.plain = True
        table.steal = False
        steady = True
    table.steady = steady
    table.shape = st.shape
    table.epoch = st.epoch
    table.field += 1
    if table.moved:
        layers_told.note(game, table)
        table.moved = []
    if not same_shape or any(before.get(oid) is not chars for oid, chars in table.now.items()):
        table.generation += 1
    elif len(before) > len(
        table.now
    ):  # what nothing applies to any more is gone from the table, or had only been asked for
        for oid, chars in before.items():
            if oid not in table.now and characteristics(game, oid) is not chars:
                table.generation += 1
                break


def _apply_all(game: Engine, table: Layering, effects: list[Applying]) -> None:
    st = game.st
    by_layer: list[list[Applying]] = [[] for _ in range(LAYERS)]
    for effect in effects:
        layered = effect.layered
        for layer in range(2, LAYERS):
            if layered[layer]:
                by_layer[layer].append(effect)
    table.by_layer = by_layer
    if table.course is not None:
        table.course.typed = bool(by_layer[TYPE])
    table.steal = bool(by_layer[CONTROL])
    own = table.own = {}
    table.running = True
    st.epoch += 1
    try:
        for layer in range(2, LAYERS):
            table.layer = layer
            if layer == MODIFY_PT:
                for oid, chars in own.items():
                    counters = st.objects[oid].counters
                    if counters:
                        own[oid] = by_itself.with_counters(chars, counters, table.shared)
            if by_layer[layer]:
                applying.apply_layer(game, table, by_layer[layer], layer)
                if layer == TYPE:
                    for oid, chars in own.items():
                        own[oid] = by_itself.with_fitting_subtypes(chars, table.shared)
        for oid, chars in own.items():
            if st.objects[oid].zone == BATTLEFIELD:
                own[oid] = by_itself.without_pt(chars, table.shared)
    finally:
        table.running = False
        table.layer = 0
        table.by_layer = []
        st.epoch += 1


def _gather(game: Engine, table: Layering, course: Course | None) -> tuple[list[Applying], list[int], bool]:
    """The effects on objects there are (CR 611.2, 611.3), the objects with counters that are keywords, and whether all
    is steady."""
    st = game.st
    board = game.board
    effects: list[Applying] = []
    keywords: list[int] = []
    steady = True
    for group in (zones.permanents(game), board.stack, board.command, _elsewhere(game)):
        for oid in group:
            alone = table.known.get(oid)
            if alone is None or not alone.valid:
                alone = layer_table.known(game, table, oid)
            if course is not None and (alone.keywords or alone.layered or alone.defining):
                course.holders.add(oid)
            if alone.keywords:
                keywords.append(oid)
            if alone.layered or alone.defining:
                timestamp = st.objects[oid].timestamp
                for place, statement in enumerate(alone.defining + alone.layered):
                    steady = steady and statement.steady
                    order = (timestamp, oid, place)
                    effects.append(applying.of_statement(statement, oid, alone.controller, order))
    for begun in board.effects:
        effect = continuous.applying(game, begun)
        if effect is not None:
            effect.started = None
            steady = steady and effect.things is None
            effects.append(effect)
    return effects, keywords, steady


def _elsewhere(game: Engine) -> list[int]:
    """Cards in hands, graveyards and exile with a static ability that changes others from there (CR 113.6b)."""
    objects = game.st.objects
    found: list[int] = []
    for player in game.st.players:
        found.extend([oid for oid in player.graveyard if layer_table.affects_from_elsewhere(objects[oid])])
        found.extend([oid for oid in player.hand if layer_table.affects_from_elsewhere(objects[oid])])
    found.extend([oid for oid in game.board.exile if layer_table.affects_from_elsewhere(objects[oid])])
    return found


def _keyword_counters(game: Engine, table: Layering, oid: int) -> Applying:
    """CR 613.1f: counters that give keywords, with the time at which they were put there (CR 613.7c)."""
    thing = game.st.objects[oid]
    change = counters_on.change(table.known[oid].keywords)
    made = Applying(statements.by_layer([change]), Frame(oid, thing.controller), (counters_on.timestamp(thing), oid, 0))
    made.locked = (oid,)
    return made


# Explaining ----------------------------------------------------------------------------------------------------------
def gone_through(game: Engine) -> Layering:
    """The layers gone through anew, each effect that applies kept in `moved`; the game and what it remembers are as before."""
    kept = game.caches.get("layers")
    table = game.caches["layers"] = Layering()
    try:
        effects, keywords, _ = _gather(game, table, None)
        effects.extend([_keyword_counters(game, table, oid) for oid in keywords])
        effects.sort()
        _apply_all(game, table, effects)
    finally:
        if kept is None:
            del game.caches["layers"]
        else:
            game.caches["layers"] = kept
    return table
