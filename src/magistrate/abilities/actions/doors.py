"""Doors: the halves of a Room, locked and unlocked (CR 709.5)."""

from __future__ import annotations

from typing import ClassVar

from magistrate.abilities.actions.base import PlayerAction
from magistrate.abilities.node import Phrase, Phrases, node
from magistrate.abilities.things import Objects


@node
class UnlockDoor(PlayerAction):
    """CR 709.5f: the door that the text is on, or a locked door of a Room."""

    phrases: ClassVar[Phrases] = (
        Phrase("<unlock> this door", of=None),
        "<unlock> a locked door of {of}",
    )
    of: Objects | None = None


@node
class LockOrUnlock(PlayerAction):
    """CR 709.5f, 709.5g."""

    phrases: ClassVar[Phrases] = ("<lock> or <unlock> a door of {of}",)
    of: Objects


@node
class FullyUnlock(PlayerAction):
    """CR 709.5i, said of what happens."""

    phrases: ClassVar[Phrases] = ("fully <unlock> {what}",)
    what: Objects
