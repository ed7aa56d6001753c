"""Copiable values (CR 707): what an object is before other effects, what a copy of it takes over, and exceptions to
copying."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import (
    Become,
    BeQuality,
    Exceptionally,
    GainAbilities,
    HaveBasePT,
    HaveNoManaCost,
    HaveThisAbility,
    KeepName,
    LoseAbilities,
    LoseOthers,
    ObjectAction,
)
from magistrate.abilities.effects import ObjectsDo
from magistrate.abilities.groups import IsSupertype, Not
from magistrate.abilities.kinds import Ability, Keyword, Static
from magistrate.rules import (
    abilities_had,
    conditions,
    continuous,
    exercised,
    face_down,
    layer_changes,
    losing,
    registry,
    rooms,
    subtypes_of_types,
)
from magistrate.rules.definitions import (
    COLOR_BIT,
    PERMANENT_TYPES,
    SUPERTYPE_BIT,
    CardDefinition,
    CopiableValues,
    mana_value_of_cost,
    the_same,
)
from magistrate.rules.registry import Unsupported
from magistrate.rules.state import ABILITY, BATTLEFIELD, STACK

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame
    from magistrate.rules.state import GameObject

#: What has no characteristics of its own: an ability on the stack, an emblem without a definition (CR 113.7, 114.3).
NO_VALUES: Final = CopiableValues("", colors=0)

_SPLIT: Final = frozenset(("split", "aftermath"))
_BACKED: Final = frozenset(("transform", "meld"))

_combined: Final[dict[int, tuple[CardDefinition, CopiableValues]]] = {}


def copiable_values(game: Engine, oid: int) -> CopiableValues:
    """CR 707.2, 613.2c, 613.2, 613.2b, 707.2a, 707.8: an object's values after layer 1: as printed, as copy effects
    made it, as its face-down status hides it.

    Status, counters, and effects of the other layers are not copied.
    """
    return of_object(game, game.st.get(oid))


def of_object(game: Engine, thing: GameObject) -> CopiableValues:
    """The same for an object at hand."""
    how = thing.face_down
    if how and (how == "exile" or thing.zone == BATTLEFIELD or thing.zone == STACK):
        said: CopiableValues | None = thing.marks.get(face_down.AS) if thing.marks else None
        return face_down.values(how) if said is None or how == "exile" else said
    return uncovered(game, thing)


def uncovered(game: Engine, thing: GameObject) -> CopiableValues:
    """CR 708.8, 708.10: what an object's copiable values are, or would be if it were turned face up."""
    if game.board.effects:
        copied = continuous.copied_values(game, thing.oid)
        if copied is not None:
            return _as_flipped(thing, copied)
    if thing.copiable is not None:
        return _as_flipped(thing, thing.copiable)
    return printed(thing)


def printed(thing: GameObject) -> CopiableValues:
    """The values printed on the face that counts where the object is (CR 709.3, 709.4, 710.1, 712.8, 715.4, 709.3b,
    712.8a, 712.8f, 715.3b, 712.8b, 712.8d)."""
    definition = thing.definition
    if definition is None or thing.kind == ABILITY:
        return NO_VALUES
    faces = definition.faces
    if len(faces) == 1:
        return faces[0]
    layout = definition.layout
    if layout in _SPLIT:
        if thing.zone == STACK and 0 <= thing.face < len(faces):  # behind them: a fused spell (CR 702.102b)
            return faces[thing.face]
        return _both_halves(definition)
    if layout == "flip":
        return _as_flipped(thing, _with_sides(definition))
    if thing.zone == BATTLEFIELD or thing.zone == STACK:
        return faces[thing.face] if 0 <= thing.face < len(faces) else faces[0]
    return faces[0]


def mana_value(thing: GameObject, values: CopiableValues) -> int:
    """CR 202.3, 107.3g, 202.3a, 202.3b, 202.3d, 202.3e, 712.8e: X counts on the stack only (202.3e); the back of a
    transforming card has the cost of its front (202.3b)."""
    x = thing.x if thing.zone == STACK else 0
    definition = thing.definition
    if thing.face == 1 and thing.marks and definition is not None and definition.layout == "meld":
        parts = thing.marks.get("components", ())
        if parts and values is definition.faces[-1]:
            # CR 202.3c, 712.8g: a melded permanent has the mana values of its front faces together
            return sum(mana_value_of_cost(part.definition.faces[0].mana_cost, 0) for part in parts)
    if (
        thing.face == 1
        and definition is not None
        and definition.layout in _BACKED
        and values is definition.faces[-1]
        and (thing.zone == BATTLEFIELD or thing.zone == STACK)
    ):
        return mana_value_of_cost(definition.faces[0].mana_cost, x)
    return mana_value_of_cost(values.mana_cost, x)


def _both_halves(definition: CardDefinition) -> CopiableValues:
    """CR 709.4, 709.4c: away from the stack a split card has the combined characteristics of its two halves."""
    known = _combined.get(id(definition))
    if known is not None:
        return known[1]
    left, right = definition.faces[0], definition.faces[1]
    cost = left.mana_cost
    if cost is not None and right.mana_cost is not None:
        cost = type(cost)(cost.symbols + right.mana_cost.symbols)
    both = left.but(
        name=f"{left.name} // {right.name}",
        mana_cost=cost or right.mana_cost,
        colors=left.colors | right.colors,
        supertypes=left.supertypes | right.supertypes,
        types=left.types | right.types,
        subtypes=left.subtypes | right.subtypes,
        abilities=left.abilities + right.abilities,
        text=f"{left.text}\n{right.text}",
        halves=(left, right) if has_doors(definition) else (),
    )
    if both.halves:
        rooms.know(left, right)
    _combined[id(definition)] = (definition, both)
    return both


def has_doors(definition: CardDefinition) -> bool:
    """CR 709.5: whether it is a split card with a shared type line of a permanent."""
    return definition.layout in _SPLIT and definition.faces[0].types & PERMANENT_TYPES != 0


def _with_sides(definition: CardDefinition) -> CopiableValues:
    """CR 710.1c, 710.1b: a flip card's values; the flipped ones have the colour and mana cost of the upright ones."""
    upright, flipped = definition.faces[0], definition.faces[1]
    if not upright.sides:
        _pair(upright, flipped.but(mana_cost=upright.mana_cost, colors=upright.colors))
    return upright


def _pair(upright: CopiableValues, flipped: CopiableValues) -> None:
    """Let the values of both sides of a flip card know of each other: a copy takes over both (CR 110.5c, 707.2)."""
    upright.sides = flipped.sides = (upright, flipped)


def _as_flipped(thing: GameObject, values: CopiableValues) -> CopiableValues:
    """CR 110.5c, 710.2, 707.2: which side of a flip card counts is up to the status of the object itself, whatever the
    status of what it copies."""
    sides = values.sides
    return sides[1 if thing.flipped else 0] if sides else values


# Copy effects --------------------------------------------------------------------------------------------------------
def with_exceptions(
    values: CopiableValues,
    exceptions: Sequence[ObjectAction],
    game: Engine | None = None,
    frame: Frame | None = None,
    beside: Sequence[ObjectAction] = (),
) -> CopiableValues:
    """CR 707.9, 707.9c: the values a copy takes over, with the exceptions that the copy effect states; they become
    copiable themselves. `beside`: all the exceptions, where they are made one by one.

    What an exception sets is not defined by a characteristic-defining ability of the original any more (CR 707.9d).
    """
    if values.sides:
        # the exceptions hold for either side of a flip card
        made = tuple(with_exceptions(side.but(sides=()), exceptions, game, frame) for side in values.sides)
        _pair(*made)
        return made[values.sides.index(values)]
    for exception in sorted(exceptions, key=lambda one: isinstance(one, LoseOthers)):
        if isinstance(exception, LoseOthers):
            values = losing.of_copy(values, exception, beside or exceptions)
            continue
        values = _with_exception(values, exception, game, frame)
        if registry.EXERCISED is not None:
            exercised.note_all(exception)
    return the_same(values)


def _with_exception(
    values: CopiableValues, exception: ObjectAction, game: Engine | None, frame: Frame | None
) -> CopiableValues:
    if isinstance(exception, GainAbilities):
        return values.but(abilities=values.abilities + exception.abilities)
    if isinstance(exception, LoseAbilities):
        if exception.but_mana:
            raise Unsupported("a copy that keeps its mana abilities only")
        return values.but(abilities=abilities_had.without(values.abilities, exception.keywords))
    if isinstance(exception, HaveBasePT):
        return _with_pt(values, exception, exception, game, frame)
    if isinstance(exception, Become):
        values = _with_types(values, exception)
        if exception.power is not None or exception.toughness is not None:
            values = _with_pt(values, exception, exception, game, frame)
        if exception.abilities:
            values = values.but(abilities=values.abilities + exception.abilities)
        return values
    if isinstance(exception, BeQuality) and isinstance(exception.quality, Not):
        denied = exception.quality.quality
        if isinstance(denied, IsSupertype):
            return values.but(supertypes=values.supertypes & ~SUPERTYPE_BIT[denied.supertype])
    if isinstance(exception, HaveThisAbility):
        resolving = None if game is None or frame is None else game.st.live(frame.stack_object)
        if resolving is None or resolving.ability is None:
            raise Unsupported("CR 707.9a: an ability that is not on the stack")
        return values.but(abilities=(*values.abilities, resolving.ability))
    if isinstance(exception, HaveNoManaCost):
        return values.but(mana_cost=None)
    if isinstance(exception, KeepName):
        if game is None or frame is None:
            raise Unsupported("the name of what says so outside a game")
        said_by = copiable_values(game, frame.source)
        return values.but(name=said_by.name)
    if isinstance(exception, Exceptionally):
        if game is None or frame is None:
            raise Unsupported("a condition of a copy outside a game")
        if conditions.holds(game, exception.condition, frame):
            values = with_exceptions(values, exception.actions, game, frame)
        return values
    raise Unsupported(f"copy exception: {type(exception).__name__}")


def _with_pt(
    values: CopiableValues, setting: HaveBasePT | Become, node: ObjectAction, game: Engine | None, frame: Frame | None
) -> CopiableValues:
    """CR 707.9d: set power and toughness; abilities that define what is set are not copied."""
    power, toughness = values.power, values.toughness
    if setting.power is not None:
        power = layer_changes.number(game, setting.power, frame)
    if setting.toughness is not None:
        toughness = layer_changes.number(game, setting.toughness, frame)
    kept = tuple(ability for ability in values.abilities if not _defines_pt(ability))
    return values.but(
        power=power,
        toughness=toughness,
        power_text="" if power is None else str(power),
        toughness_text="" if toughness is None else str(toughness),
        abilities=kept,
    )


def _with_types(values: CopiableValues, change: Become) -> CopiableValues:
    """CR 707.9b, 205.1: types, supertypes, subtypes and colours of the copy."""
    types, subtypes = subtypes_of_types.changed(values.types, values.subtypes, change)
    supertypes = values.supertypes
    for supertype in change.supertypes:
        supertypes |= SUPERTYPE_BIT[supertype]
    colors = values.colors
    named = 0
    for color in change.colors:
        named |= COLOR_BIT[color]
    if change.all_colors:
        colors = 31
    elif change.colorless:
        colors = 0
    elif named:
        colors = colors | named if change.colors_in_addition else named
    return values.but(types=types, subtypes=subtypes, supertypes=supertypes, colors=colors)


def _defines_pt(ability: Ability) -> bool:
    """Whether it is a characteristic-defining ability for power or toughness (CR 604.3)."""
    if isinstance(ability, Keyword):
        return any(_defines_pt(inner) for inner in ability.meaning)
    return (
        isinstance(ability, Static)
        and isinstance(ability.effect, ObjectsDo)
        and any(isinstance(action, HaveBasePT) for action in ability.effect.actions)
    )
