"""Whether an object has a quality that what happened before gives it (CR 607.2a, 608.2c, 608.2i): cast from somewhere, done
this way, exiled with something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import Cast
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import (
    Did,
    DoneThisWay,
    ExiledWith,
)
from magistrate.rules import (
    record,
    references,
    selecting,
)
from magistrate.rules.events import ZoneChange
from magistrate.rules.registry import tests
from magistrate.rules.state import COPY, STACK
from magistrate.rules.zone_numbers import ZONE_NUMBER

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@tests(DoneThisWay)
def done_this_way(game: Engine, oid: int, quality: DoneThisWay, frame: Frame) -> bool:
    """CR 608.2c: an earlier instruction was done to it, as it was or as the card that it became."""
    if oid in references.ids_in(game, quality.slot, frame):
        return True
    return oid in references.objects_to_look_at(game, quality.slot, frame)


@tests(ExiledWith)
def exiled_with(game: Engine, oid: int, quality: ExiledWith, frame: Frame) -> bool:
    """CR 607.2a, 607.2b: exiled by the linked ability of an object."""
    sources = selecting.look_at(game, quality.what, frame)
    return any(oid in game.obj(source).linked.get("exiled", ()) for source in sources)


def _cast_by(game: Engine, oid: int, event: Occurs, frame: Frame) -> bool:
    """ "spells you cast from exile": whose spell it is, from where it was cast; while it is being cast, too (CR 601.2f)."""
    thing = game.obj(oid)
    action = event.action
    assert isinstance(action, Cast)
    if thing.zone != STACK and thing.cast is None:
        return False
    caster = game.chars(oid).controller if thing.cast is None else thing.cast.player
    if thing.kind == COPY or caster < 0 or not selecting.is_meant(game, caster, event.subject, frame):
        return False
    if action.from_ is None:
        return True
    wanted = ZONE_NUMBER[action.from_]
    if thing.cast is not None:
        return bool(thing.cast.from_zone == wanted)
    for moved in reversed(game.st.history):
        if isinstance(moved, ZoneChange) and moved.new == oid:
            return moved.from_zone == wanted
    return False


@tests(Did)
def did(game: Engine, oid: int, quality: Did, frame: Frame) -> bool:
    """A relative clause about the past: the object is the subject of the event, "that" is bound to it (CR 608.2i)."""
    if isinstance(quality.event, Occurs) and isinstance(quality.event.action, Cast):
        return _cast_by(game, oid, quality.event, frame) != quality.negated
    own = frame.child()
    own.bindings["that"] = (oid,)
    return bool(record.happened(game, quality.event, quality.window, own)) != quality.negated
