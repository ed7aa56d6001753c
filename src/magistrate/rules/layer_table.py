"""The table that the layers keep for a game: what they have come to, and how far they are while they are applied.

Characteristics are never changed once made. What an effect makes of some is remembered by the effect's change and by
what it does, so objects that are equal stay so, and after a small change on the board most of the work is looking
things up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.rules import abilities_had, by_itself, copying, counters_on, rooms, statements
from magistrate.rules.frames import Frame
from magistrate.rules.layer_numbers import CDA_PT, MODIFY_PT
from magistrate.rules.state import BATTLEFIELD, STACK, GameObject

if TYPE_CHECKING:
    from magistrate.rules.applying import Applying
    from magistrate.rules.by_itself import Known, Shared
    from magistrate.rules.change import Change
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.definitions import CardDefinition
    from magistrate.rules.engine import Engine
    from magistrate.rules.layers_again import Course
    from magistrate.rules.layers_told import Applied

#: How many results are remembered before all are forgotten.
_ENOUGH: Final = 8192


class Layering:
    """What the layers have come to, for which state of the game; and the work while it goes on."""

    __slots__ = (
        "by_layer", "changed_field", "computing", "copies", "course", "defined", "epoch", "field", "fits",
        "generation", "known", "layer", "moved", "noted", "now", "own", "plain", "running", "shape", "shared",
        "steady", "steal", "steps", "within",
    )  # fmt: skip

    def __init__(self) -> None:
        self.shape = -1
        self.epoch = -1
        self.steady = False  # whether the result stays valid as long as State.shape does
        self.generation = 0  # grows whenever anything may be something else
        self.field = 0  # grows whenever a permanent may be, or another is there
        self.changed_field = False  # whether the last look found that (rules/layers_again.py)
        self.course: Course | None = None  # how the layers were last gone through, where a part of it can be done again
        self.known: dict[int, Known] = {}
        self.now: dict[int, Characteristics] = {}  # the result, and what has been asked for since
        self.plain = False  # whether no effect applied: `now` holds what objects are by themselves
        self.copies = False  # whether an effect made something a copy
        self.defined: list[int] = []  # of `now`, what abilities that define power and toughness have gone into
        self.steal = False  # whether any effect changes control
        self.running = False
        self.layer = 0
        self.own: dict[int, Characteristics] = {}  # what is different so far from what objects are by themselves
        self.by_layer: list[list[Applying]] = []
        self.computing: list[int] = []  # objects whose defining abilities are being worked out
        self.within: dict[tuple[int, bool], Characteristics] = {}  # what others are found to be meanwhile
        self.moved: list[Applied] = []  # what has applied, when tracing
        self.noted: dict[tuple[int, int, int, int], int] = {}
        # Remembered from one time to the next; what their keys name by id is kept alive in the values:
        self.shared: Shared = {}
        self.steps: dict[tuple[int, int, Any], tuple[Characteristics, Change, Characteristics]] = {}
        self.fits: dict[tuple[int, int], tuple[Any, dict[int, tuple[Characteristics, bool]]]] = {}

    def forked(self) -> Layering:
        """A table for a copy of the game: nothing is worked out yet, but which characteristics come of what is remembered together."""
        new = Layering()
        new.shared = self.shared
        new.steps = self.steps
        return new

    def look_again(self, touched: list[int], copies: bool) -> None:
        """Forget what objects are by themselves where that may have changed: those written to, or all that copy
        effects may have made something else."""
        known = self.known
        if copies or self.copies:
            for alone in known.values():
                alone.valid = False
            self.now = {}
        else:
            now = self.now
            for oid in touched:
                if oid in known:
                    known[oid].valid = False
                now.pop(oid, None)
            for oid in self.defined:
                now.pop(oid, None)
        self.defined.clear()
        self.copies = copies

    def tidy(self, live: dict[int, Any]) -> None:
        """Forget what is no longer of use."""
        if len(self.known) > 4 * len(live) + 64:
            self.known = {oid: known for oid, known in self.known.items() if oid in live}
        if len(self.shared) + len(self.steps) > _ENOUGH:
            self.shared.clear()
            self.steps.clear()
        if len(self.fits) > 256 or sum(len(fit[1]) for fit in self.fits.values()) > _ENOUGH:
            self.fits.clear()


def known(game: Engine, table: Layering, oid: int) -> Known:
    """An object by itself, live or departed."""
    st = game.st
    found = table.known.get(oid)
    if found is not None and found.valid:
        return found
    thing = st.objects.get(oid)
    if thing is None:
        thing = st.departed[oid]
    values = rooms.shown(thing, copying.of_object(game, thing))
    if found is not None and found.still(thing, values):
        found.valid = True
        return found
    found = table.known[oid] = by_itself.Known(thing, values, table.shared)
    return found


def so_far(game: Engine, table: Layering, oid: int) -> Characteristics:
    """What an object is at this point of the layers."""
    found = table.own.get(oid)
    if found is not None:
        return found
    if oid not in game.st.objects:
        gone = game.st.departed[oid]
        return gone.last if gone.last is not None else known(game, table, oid).raw
    alone = known(game, table, oid)
    if alone.defining and table.layer > CDA_PT:  # in a zone whose cards are only looked at when somebody asks
        return with_defining(game, table, oid, alone)
    return alone.final if table.layer >= MODIFY_PT else alone.raw


def ready_to_change(game: Engine, table: Layering, oid: int) -> Characteristics:
    """The same for an object that an effect is about to change."""
    found = table.own.get(oid)
    if found is not None:
        return found
    alone = known(game, table, oid)
    if alone.defining and table.layer > CDA_PT:
        return with_defining(game, table, oid, alone, counters=table.layer >= MODIFY_PT)
    counters = game.st.objects[oid].counters
    if table.layer >= MODIFY_PT and counters:
        return by_itself.with_counters(alone.raw, counters, table.shared)
    return alone.raw


def with_defining(game: Engine, table: Layering, oid: int, alone: Known, counters: bool = True) -> Characteristics:
    """CR 604.3: abilities that define power and toughness work everywhere; worked out when somebody looks.

    While one is worked out, others that it looks at are so once: they may all look at each other.
    """
    if oid in table.computing:
        return alone.final
    if table.computing and (found := table.within.get((oid, counters))) is not None:
        return found
    values: list[Any] = []
    steady = True
    table.computing.append(oid)
    try:
        frame = Frame(oid, alone.raw.controller)
        for statement in alone.defining:
            assert statement.layered is not None
            steady = steady and statement.steady
            values.extend(change.value(game, oid, frame) for change in statement.layered[CDA_PT])
    finally:
        table.computing.pop()
        if not table.computing:
            table.within.clear()
    thing = game.st.get(oid)
    power, toughness = counters_on.power_and_toughness(thing.counters) if counters else (0, 0)
    key = ("defining", id(alone.raw), tuple(values), power, toughness, alone.keywords if counters else ())
    kept = table.shared.get(key)
    if kept is not None:
        new = kept[1]
    else:
        new = alone.raw.copied()
        at = 0
        for statement in alone.defining:
            assert statement.layered is not None
            for change in statement.layered[CDA_PT]:
                change.apply(new, values[at])
                at += 1
        new.power += power
        new.toughness += toughness
        if counters and alone.keywords:
            abilities_had.set_abilities(new, new.abilities + alone.keywords)
        table.shared[key] = (alone.raw, new)
    if table.computing:
        table.within[oid, counters] = new
    elif steady and not table.running:
        table.now[oid] = new
        table.defined.append(oid)
    return new


_works_elsewhere: Final[dict[int, tuple[CardDefinition, bool]]] = {}


def affects_from_elsewhere(thing: GameObject) -> bool:
    """Whether a card has a static ability that changes others from a hand, a graveyard or exile (CR 113.6b)."""
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
