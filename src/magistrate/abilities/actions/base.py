"""What verb phrases are, and what several of them share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.node import Node

if TYPE_CHECKING:
    pass


#: How an object is put onto the battlefield.
_UNDER_WITH = "[under {under@poss} control] [with {with_counters/and} on (it|them)]"
_ENTERING = "[transformed: transformed] [face_down: face down] [tapped: tapped] " + _UNDER_WITH


class Action(Node):
    """A verb phrase."""


class PlayerAction(Action):
    """What a player does."""


class ObjectAction(Action):
    """What an object does, is or becomes."""
