"""The modules that say what actions do; importing them registers their meanings."""

from __future__ import annotations

from magistrate.rules import party
from magistrate.rules.effects import (
    choices,
    control,
    counters,
    damage_effects,
    designations,
    destroying,
    done_to_creatures,
    drawing,
    faces,
    keyword_actions,
    library,
    life,
    mana_effects,
    moving,
    piles,
    randomness,
    searching,
    spells,
    tapping,
    tokens,
    winning,
)

__all__ = [
    "choices",
    "control",
    "counters",
    "damage_effects",
    "designations",
    "destroying",
    "done_to_creatures",
    "drawing",
    "faces",
    "keyword_actions",
    "library",
    "life",
    "mana_effects",
    "moving",
    "party",
    "piles",
    "randomness",
    "searching",
    "spells",
    "tapping",
    "tokens",
    "winning",
]
