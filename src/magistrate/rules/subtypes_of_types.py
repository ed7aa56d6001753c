"""Changing types and subtypes (CR 205.1): which go with which, and what is kept when one is set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.characteristics import CardType
from magistrate.abilities.subtypes import BASIC_LAND_TYPES, CREATURE_TYPES, KINDS_OF_SUBTYPE
from magistrate.rules.definitions import (
    ARTIFACT,
    BATTLE,
    CREATURE,
    ENCHANTMENT,
    INSTANT,
    LAND,
    PLANESWALKER,
    SORCERY,
    TYPE_BIT,
)

if TYPE_CHECKING:
    from magistrate.abilities.actions import Become

KINDRED: Final = TYPE_BIT[CardType.KINDRED]

#: The card types that each sort of subtype goes with (CR 205.3c).
_GOES_WITH: Final[dict[str, int]] = {
    "artifact": ARTIFACT,
    "battle": BATTLE,
    "creature": CREATURE | KINDRED,
    "enchantment": ENCHANTMENT,
    "land": LAND,
    "planeswalker": PLANESWALKER,
    "spell": INSTANT | SORCERY,
}
#: CR 205.3m.
ALL_CREATURE_TYPES: Final = frozenset(CREATURE_TYPES)
#: CR 305.6.
BASIC_LANDS: Final = frozenset(BASIC_LAND_TYPES)

_types_of: Final[dict[str, int]] = {}


def types_of(subtype: str) -> int:
    """The card types that a subtype goes with, as a bit mask; a subtype that nobody knows goes with creatures (CR
    205.3)."""
    mask = _types_of.get(subtype)
    if mask is None:
        mask = 0
        for kind in KINDS_OF_SUBTYPE.get(subtype, ("creature",)):
            mask |= _GOES_WITH[kind]
        _types_of[subtype] = mask
    return mask


def types_named(change: Become) -> int:
    """The card types that a change names, as a bit mask."""
    mask = 0
    for kind in change.types:
        mask |= TYPE_BIT[kind]
    return mask


def keeps_others(change: Become) -> bool:
    """CR 205.1b: "in addition to its other types", "that's still a land": everything it was is retained."""
    return change.in_addition or change.still is not None


def changed(types: int, subtypes: frozenset[str], change: Become, chosen: str = "") -> tuple[int, frozenset[str]]:
    """CR 205.1a, 205.1b, 205.4b: types and subtypes after a change. `chosen` is the subtype that somebody chose, when one was.

    Set types replace the others, an instant or sorcery staying one; what is "in addition", and an artifact creature,
    keeps all. A set subtype replaces those of its own sort; subtypes whose card type is gone go too.
    """
    named = types_named(change)
    new: tuple[str, ...] = change.subtypes
    if chosen:
        new = (*new, chosen)
    before = types
    keeps = keeps_others(change)
    if named:
        if keeps or named == ARTIFACT | CREATURE:
            types |= named
        else:
            types = named | (types & (INSTANT | SORCERY))
    if change.all_creature_types:
        subtypes = subtypes | ALL_CREATURE_TYPES
    if change.all_basic_land_types:
        subtypes = subtypes | BASIC_LANDS
    if new:
        if not keeps:
            replaced = 0
            for subtype in new:
                replaced |= types_of(subtype)
            subtypes = frozenset(kept for kept in subtypes if not types_of(kept) & replaced)
        subtypes = subtypes.union(new)
    if before & ~types:
        subtypes = frozenset(kept for kept in subtypes if types_of(kept) & types)
    return types, subtypes


def sets_basic_land_type(change: Become, chosen: str = "") -> bool:
    """CR 305.7: whether a change sets a land's subtype to a basic land type, so that it loses its abilities."""
    if keeps_others(change):
        return False
    return any(subtype in BASIC_LANDS for subtype in change.subtypes) or chosen in BASIC_LANDS
