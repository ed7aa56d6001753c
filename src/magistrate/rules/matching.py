"""Whether something that happened is an event that a card speaks of (CR 603.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from magistrate.abilities.events import Event
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent
    from magistrate.rules.frames import Frame

Bindings = dict[str, Any]


def match(game: Engine, node: Event, event: GameEvent, frame: Frame) -> Bindings | None:
    """What the references of an ability mean when `event` is the event that it speaks of; None when it is not."""
    return None
