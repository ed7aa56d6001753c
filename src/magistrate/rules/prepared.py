"""Being prepared (newer: prepare): what can be, and the name of it; casting the copy is in rules/preparing.py."""

from __future__ import annotations

from typing import Final

from magistrate.rules.state import GameObject

#: The designation, and what casting the copy is called.
PREPARED: Final = "prepared"


def has_spell(thing: GameObject) -> bool:
    """newer: prepare: only what has a prepare spell can become prepared."""
    definition = thing.definition
    return definition is not None and definition.layout == "prepare" and thing.copiable is None and not thing.face_down
