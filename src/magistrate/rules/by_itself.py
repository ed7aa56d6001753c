"""What an object is before any continuous effect applies to it: copiable values, and counters (CR 613.1, 122.1).

Equal objects share their characteristics, so that whatever is worked out for one of them need not be worked out for the
others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from magistrate.rules import (
    abilities_had,
    copying,
    counters_on,
    functioning,
    intrinsic,
    statements,
    subtypes_of_types,
)
from magistrate.rules.characteristics import Characteristics
from magistrate.rules.definitions import CREATURE
from magistrate.rules.layer_numbers import CDA_PT
from magistrate.rules.state import BATTLEFIELD

if TYPE_CHECKING:
    from magistrate.abilities.kinds import Ability
    from magistrate.rules.definitions import CopiableValues
    from magistrate.rules.state import GameObject
    from magistrate.rules.statements import Statement

#: The characteristics that objects share, by what they were worked out from. The parts that a key names by id are kept
#: alive in it.
Shared = dict[tuple[Any, ...], tuple[Any, Characteristics]]


class Known:
    """One object: before continuous effects (`raw`), with its counters too (`final`), and what these were worked out
    from."""

    __slots__ = (
        "controller", "counters", "defining", "face", "final", "keywords", "layered", "marks", "raw", "valid",
        "values", "x", "zone",
    )  # fmt: skip

    def __init__(self, thing: GameObject, values: CopiableValues, shared: Shared) -> None:
        self.valid = True  # False once the object has been written to: then it is looked at anew
        self.values = values
        self.controller = thing.controller
        self.counters: Mapping[str, int] = thing.counters
        self.marks: Mapping[str, Any] = thing.marks
        self.face = thing.face
        self.zone = thing.zone
        self.x = thing.x
        self.raw = _raw(thing, values, shared)
        defining: tuple[Statement, ...] = ()
        layered: tuple[Statement, ...] = ()
        for statement in statements.of_characteristics(self.raw):
            if statement.layered is None or not functioning.works(statement.zones, thing.zone, self.raw.types):
                continue
            if not statement.defining:
                layered += (statement,)
            elif statement.layered[CDA_PT]:
                defining += (statement,)
        self.defining = defining  # characteristic-defining abilities for power and toughness
        self.layered = layered  # other statements that change objects and function here
        self.keywords: tuple[Ability, ...] = counters_on.abilities(thing)
        self.final = _final(thing, self.raw, self.keywords, shared)

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


def _raw(thing: GameObject, values: CopiableValues, shared: Shared) -> Characteristics:
    """CR 613.1, 613.2c, 208.5: an object after layer 1, with its controller before layer 2, and with the
    characteristic-defining abilities that depend on nothing (they come first in their layers, CR 613.3)."""
    mana_value = copying.mana_value(thing, values)
    loyalty, defense = values.loyalty or 0, values.defense or 0
    if thing.zone == BATTLEFIELD:  # CR 306.5c, 310.4c
        loyalty = thing.counters.get("loyalty", 0)
        defense = thing.counters.get("defense", 0)
    key = (id(values), thing.controller, mana_value, loyalty, defense)
    known = shared.get(key)
    if known is not None:
        return known[1]
    new = Characteristics()
    new.name = values.name
    new.mana_cost = values.mana_cost
    new.mana_value = mana_value
    new.colors = values.colors
    new.supertypes = values.supertypes
    new.types = values.types
    new.subtypes = values.subtypes
    own = intrinsic.of(values.types, values.subtypes)
    new.abilities = intrinsic.row(own + values.abilities) if own else values.abilities
    new.keywords = abilities_had.keywords_of(values.abilities)
    new.power = new.base_power = values.power or 0
    new.toughness = new.base_toughness = values.toughness or 0
    new.loyalty = loyalty
    new.defense = defense
    new.controller = thing.controller
    if "changeling" in new.keywords:  # CR 702.73a
        new.subtypes = new.subtypes | subtypes_of_types.ALL_CREATURE_TYPES
    if "devoid" in new.keywords:  # CR 702.114a
        new.colors = 0
    for statement in statements.of_characteristics(new):
        if statement.defining and statement.layered is not None and not statement.layered[CDA_PT]:
            for changes in statement.layered:
                for change in changes:
                    change.apply(new, change.settled)
    shared[key] = (values, new)
    return new


def _final(thing: GameObject, raw: Characteristics, keywords: tuple[Ability, ...], shared: Shared) -> Characteristics:
    """With its counters (CR 613.1f, 613.4c), when no other effect applies to it."""
    result = raw
    if keywords:
        result = raw.copied()
        abilities_had.set_abilities(result, result.abilities + keywords)
    result = with_counters(result, thing.counters, shared) if thing.counters else result
    return without_pt(result, shared) if thing.zone == BATTLEFIELD else result


def with_counters(chars: Characteristics, counters: Mapping[str, int], shared: Shared) -> Characteristics:
    """CR 613.4c: characteristics with what counters add to power and toughness."""
    power, toughness = counters_on.power_and_toughness(counters)
    if not power and not toughness:
        return chars
    key = ("counters", id(chars), power, toughness)
    known = shared.get(key)
    if known is not None:
        return known[1]
    new = chars.copied()
    new.power += power
    new.toughness += toughness
    shared[key] = (chars, new)
    return new


def with_fitting_subtypes(chars: Characteristics, shared: Shared) -> Characteristics:
    """CR 205.3d: what an object has been made in layer 4, without the subtypes that none of its card types goes with. Looked at
    when all of that layer has applied: an effect that gives a subtype waits for one that gives the card type (CR 613.8a)."""
    key = ("fitting", id(chars))
    known = shared.get(key)
    if known is not None:
        return known[1]
    types = chars.types
    fitting = frozenset(one for one in chars.subtypes if subtypes_of_types.types_of(one) & types)
    new = chars
    if len(fitting) != len(chars.subtypes):
        new = chars.copied()
        new.subtypes = fitting
    shared[key] = (chars, new)
    return new


def without_pt(chars: Characteristics, shared: Shared) -> Characteristics:
    """CR 208.3, 301.7a, 301.7b, 302.4: a permanent has no power or toughness unless it is a creature."""
    if chars.types & CREATURE or not (chars.power or chars.toughness or chars.base_power or chars.base_toughness):
        return chars
    key = ("no creature", id(chars))
    known = shared.get(key)
    if known is not None:
        return known[1]
    new = chars.copied()
    new.power = new.toughness = new.base_power = new.base_toughness = 0
    shared[key] = (chars, new)
    return new
