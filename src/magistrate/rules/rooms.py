"""Permanents with two halves, each locked or unlocked (CR 709.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.kinds import Ability
from magistrate.abilities.node import Node, walk
from magistrate.rules.definitions import CopiableValues, colors_of_cost
from magistrate.rules.state import BATTLEFIELD, GameObject

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

#: The mark with the unlocked designations of a permanent (CR 709.5c): 1 the left half, 2 the right half.
UNLOCKED: Final = "unlocked"
ALL: Final = 3

_shown: Final[dict[tuple[int, int], tuple[CopiableValues, CopiableValues]]] = {}
_half: Final[dict[int, tuple[Node, int]]] = {}


def unlocked(thing: GameObject) -> int:
    """Which halves have the unlocked designation."""
    found: int = thing.marks.get(UNLOCKED, 0)
    return found


def shown(thing: GameObject, values: CopiableValues) -> CopiableValues:
    """CR 709.5, 709.5a: on the battlefield what has two halves has no name, mana cost or rules text of a locked
    half."""
    if not values.halves or thing.zone != BATTLEFIELD:
        return values
    mask = unlocked(thing)
    key = (id(values), mask)
    known = _shown.get(key)
    if known is None or known[0] is not values:
        known = _shown[key] = (values, _without_locked(values, mask))
    return known[1]


def _without_locked(values: CopiableValues, mask: int) -> CopiableValues:
    if mask == ALL:
        return values
    left, right = values.halves
    kept = [half for bit, half in ((1, left), (2, right)) if mask & bit]
    lost: list[Ability] = [a for bit, half in ((1, left), (2, right)) if not mask & bit for a in half.abilities]
    cost = kept[0].mana_cost if kept else None
    same = values.colors == left.colors | right.colors
    return values.but(
        name=kept[0].name if kept else "",
        mana_cost=cost,
        colors=colors_of_cost(cost) if same else values.colors,
        abilities=tuple(a for a in values.abilities if not any(a is other for other in lost)),
        text=kept[0].text if kept else "",
    )


def know(left: CopiableValues, right: CopiableValues) -> None:
    """Remember which half each part of a text is on: "this door" is that half (CR 709.5j)."""
    for bit, half in ((1, left), (2, right)):
        for ability in half.abilities:
            for part in walk(ability):
                _half[id(part)] = (part, bit)


def half_of(part: Node) -> int:
    """The half that a part of a text is on, as its bit; 0 when it is on none."""
    known = _half.get(id(part))
    return known[1] if known is not None and known[0] is part else 0


def doors(game: Engine, thing: GameObject) -> list[tuple[int, CopiableValues, bool]]:
    """The halves of a permanent, each with its bit and whether it is locked (CR 709.5c, 709.5j)."""
    from magistrate.rules import copying

    if thing.zone != BATTLEFIELD or thing.face_down:
        return []
    mask = unlocked(thing)
    return [(1 << at, half, not mask & 1 << at) for at, half in enumerate(copying.of_object(game, thing).halves)]
