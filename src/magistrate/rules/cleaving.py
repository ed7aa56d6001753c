"""Cleave (CR 702.148): a spell cast for its cleave cost is without the text within square brackets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.kinds import Ability, Spell
from magistrate.rules import copying

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.state import GameObject

NAME: Final = "cleave"

_changed: Final[dict[int, tuple[tuple[Ability, ...], tuple[Ability, ...]]]] = {}


def cleft(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """CR 702.148a, 702.148b: the abilities without the text within square brackets; the same ones each time."""
    known = _changed.get(id(abilities))
    if known is None or known[0] is not abilities:
        made = tuple(
            [Spell(one.cleft) if isinstance(one, Spell) and one.cleft is not None else one for one in abilities]
        )
        known = _changed[id(abilities)] = (abilities, made)
    return known[1]


def change_text(game: Engine, spell: GameObject) -> None:
    """CR 702.148a, 612.1: kept among the copiable values, since how it was cast is copied with it (CR 707.10)."""
    values = copying.copiable_values(game, spell.oid)
    game.st.set(spell, "copiable", values.but(abilities=cleft(values.abilities)))
    game.note(lambda: "its cleave cost is paid: what stands in square brackets is removed", "702.148a")
