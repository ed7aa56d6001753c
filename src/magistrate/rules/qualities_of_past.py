"""Whether an object has a quality that what happened before gives it (CR 607.2a, 608.2c, 608.2i): cast from somewhere, done
this way, exiled with something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import Cast
from magistrate.abilities.characteristics import Window
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import Did, DoneThisWay, ExiledWith, FromElsewhere
from magistrate.abilities.stack_qualities import FirstCast, IsKicked
from magistrate.abilities.things import All, It
from magistrate.rules import (
    linked,
    players_meant,
    record,
    references,
    selecting,
)
from magistrate.rules.events import SpellCast, ZoneChange
from magistrate.rules.registry import tests
from magistrate.rules.state import BATTLEFIELD, NOBODY, STACK
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


def moved_this_turn(game: Engine, oid: int) -> bool:
    """Whether an object came in this turn to where it is (CR 400.7)."""
    marks = game.st.turn_marks
    return any(
        isinstance(event, ZoneChange) and (event.new == oid or oid in event.more)
        for event in game.st.history[marks[-1] if marks else 0 :]
    )


@tests(ExiledWith)
def exiled_with(game: Engine, oid: int, quality: ExiledWith, frame: Frame) -> bool:
    """CR 607.2a, 607.2b: exiled by the linked ability of an object, in this turn where that is said."""
    if quality.this_turn and not moved_this_turn(game, oid):
        return False
    sources = selecting.look_at(game, quality.what, frame)
    return any(oid in linked.things(game, source).get("exiled", ()) for source in sources)


def _cast_by(game: Engine, oid: int, event: Occurs, frame: Frame) -> bool:
    """ "spells you cast from exile": whose spell it is, from where it was cast; while it is being cast, too (CR 601.2f). A copy that
    was created on the stack was not cast (CR 707.10), one that was cast was (CR 707.12)."""
    thing = game.obj(oid)
    action = event.action
    assert isinstance(action, Cast)
    if thing.zone != STACK and thing.cast is None:
        return False
    caster = game.chars(oid).controller if thing.cast is None else thing.cast.player
    if caster < 0 or not selecting.is_meant(game, caster, event.subject, frame):
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


@tests(FirstCast)
def first_cast(game: Engine, oid: int, quality: FirstCast, frame: Frame) -> bool:
    """CR 608.2i: a spell of the kind that the player cast before any other of the kind in this turn; while it is being cast, no
    other has been (CR 601.2f)."""
    if not _cast_by(game, oid, Occurs(quality.by, Cast(It(slot="that"))), frame):
        return False
    return selecting.is_of(game, oid, quality.spells, frame) and none_cast_before(game, oid, quality, frame)


def none_cast_before(game: Engine, oid: int, quality: FirstCast, frame: Frame) -> bool:
    """Whether the player had cast no spell of the kind in this turn before that one, which may not be cast yet."""
    if quality.your and not players_meant.is_player(game, game.board.active, quality.by, frame):
        return False
    cast = Occurs(quality.by, Cast(All(quality.spells, "")))
    if quality.next:
        since = frame.bindings.get(references.SINCE, frame.since)
        if any(isinstance(one, SpellCast) and one.object == oid for one in game.st.history[:since]):
            return False  # it was cast before "the next spell" was spoken of
        earlier = record.among(game, cast, game.st.history[since:], frame)
    else:
        earlier = record.happened(game, cast, Window.THIS_TURN, frame)
    if not earlier:
        return True
    history = game.st.history
    at = next((n for n, one in enumerate(history) if isinstance(one, SpellCast) and one.object == oid), len(history))
    before = {id(one) for one in history[:at]}
    return not any(id(one) in before for one in earlier)


@tests(IsKicked)
def is_kicked(game: Engine, oid: int, quality: IsKicked, frame: Frame) -> bool:
    """CR 702.33d: a kicker cost was paid for it; while it is being cast, the intention to pay was declared (CR 601.2b)."""
    thing = game.obj(oid)
    paid: tuple[str, ...] = thing.cast.kicked if thing.cast is not None else ()
    if thing.frame is not None:
        paid += thing.frame.kicked
    return "kicker" in paid or "multikicker" in paid


@tests(FromElsewhere)
def from_elsewhere(game: Engine, oid: int, quality: FromElsewhere, frame: Frame) -> bool:
    """CR 601.2a: it is, or as a spell was, in another zone than that, or in that of another player."""
    thing = game.obj(oid)
    origin = thing.zone
    if thing.cast is not None and thing.cast.player == NOBODY:  # a copy that nobody cast (CR 707.10)
        return False
    if thing.cast is not None:
        origin = thing.cast.from_zone
    elif thing.zone in (STACK, BATTLEFIELD):
        moves = [moved for moved in game.st.history if isinstance(moved, ZoneChange) and moved.new == oid]
        origin = moves[-1].from_zone if moves else STACK
    if origin != ZONE_NUMBER[quality.zone]:
        return True
    return not players_meant.is_player(game, thing.owner, quality.of, frame)


@tests(Did)
def did(game: Engine, oid: int, quality: Did, frame: Frame) -> bool:
    """A relative clause about the past: the object is the subject of the event, "that" is bound to it (CR 608.2i)."""
    if isinstance(quality.event, Occurs) and isinstance(quality.event.action, Cast):
        return _cast_by(game, oid, quality.event, frame) != quality.negated
    own = frame.child()
    own.bindings["that"] = (oid,)
    return bool(record.happened(game, quality.event, quality.window, own)) != quality.negated
