"""Villainous choices (CR 701.53)."""

from __future__ import annotations

from typing import ClassVar

from magistrate.abilities.effects import Effect
from magistrate.abilities.node import Phrases, node
from magistrate.abilities.things import Players


@node
class FaceVillainousChoice(Effect):
    """ "Each opponent faces a villainous choice — [option A], or [option B]" (CR 701.53a); who faces it is bound as slot "facing". Its
    English is in `oracle/english/villainous.py`."""

    who: Players
    first: Effect
    second: Effect


@node
class FacesChoiceAgain(Effect):
    """A replacement of the instruction to face a villainous choice with facing it once more (CR 701.53c)."""

    phrases: ClassVar[Phrases] = ("if {who} would face a villainous choice, they face that choice an additional time",)
    who: Players
