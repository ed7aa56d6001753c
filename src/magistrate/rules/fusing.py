"""Fuse (CR 702.102): both halves of a split card cast as one spell."""

from __future__ import annotations

from typing import Final

from magistrate.abilities.kinds import Keyword
from magistrate.rules.definitions import CardDefinition
from magistrate.rules.state import HAND, GameObject

#: What casting both halves is called.
NAME: Final = "fuse"
#: The face that a fused split spell has up: behind the two halves, both of them (CR 709.4d).
BOTH: Final = 2


def can_fuse(thing: GameObject) -> bool:
    """CR 702.102a: a split card with fuse, in a hand."""
    definition = thing.definition
    return thing.zone == HAND and definition is not None and definition.layout == "split" and _has_fuse(definition)


def _has_fuse(definition: CardDefinition) -> bool:
    return any(
        isinstance(ability, Keyword) and ability.name == NAME for face in definition.faces for ability in face.abilities
    )


def name_of_face(definition: CardDefinition, face: int) -> str:
    """What a face is called; a fused spell has both names (CR 709.4d)."""
    return definition.faces[face].name if face < len(definition.faces) else definition.name
