"""Whether something that happened is becoming unattached or losing control of something (CR 603.10c, 603.10d, 701.3d)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import BecomeUnattached, LoseControl
from magistrate.rules import events
from magistrate.rules.matching import Bindings, about, concerns, controller_of, knowing, occurs_in
from magistrate.rules.state import BATTLEFIELD, NOBODY

if TYPE_CHECKING:
    from magistrate.abilities.things import Things
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent
    from magistrate.rules.frames import Frame


@occurs_in(BecomeUnattached, on=(events.Unattached, events.ZoneChange))
def becomes_unattached(
    game: Engine, action: BecomeUnattached, subject: Things, event: GameEvent, frame: Frame
) -> Bindings | None:
    """CR 603.10c, 701.3d: it ceases to be attached, also by leaving the battlefield itself; what it was attached to is looked at as
    it was."""
    if isinstance(event, events.ZoneChange):
        thing, was = event.object, game.obj(event.object).attached_to
        if event.from_zone != BATTLEFIELD or event.to_zone == BATTLEFIELD:
            return None
    else:
        assert isinstance(event, events.Unattached)
        thing, was = event.object, event.was
    if was == NOBODY or not concerns(game, subject, thing, frame):
        return None
    if not concerns(game, action.from_, was, knowing(game, action, thing, frame)):
        return None
    return {**about(game, thing), "event:object": (was,)}


@occurs_in(LoseControl, on=(events.ControlChanged, events.ZoneChange))
def loses_control(
    game: Engine, action: LoseControl, subject: Things, event: GameEvent, frame: Frame
) -> Bindings | None:
    """CR 603.10d: another player gains control of it, or it leaves the battlefield."""
    if isinstance(event, events.ZoneChange):
        if event.from_zone != BATTLEFIELD or event.to_zone == BATTLEFIELD:
            return None
        player = controller_of(game, event.object)
    else:
        assert isinstance(event, events.ControlChanged)
        player = event.before
    if player == NOBODY or not concerns(game, subject, player, frame):
        return None
    if not concerns(game, action.what, event.object, knowing(game, action, player, frame)):
        return None
    return {"event:subject": (player,), "event:player": (player,), "event:object": (event.object,)}
