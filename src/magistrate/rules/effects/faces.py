"""Transforming, converting, flipping, and turning permanents face up or down (CR 701.28, 701.50, 708, 710)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Transform, TransformAction
from magistrate.abilities.node import walk
from magistrate.abilities.things import This
from magistrate.rules import face_down, merging, restrictions
from magistrate.rules.definitions import INSTANT, PERMANENT_TYPES, SORCERY
from magistrate.rules.effects.destroying import is_permanent
from magistrate.rules.effects.picking import frame_of, in_turn_order, name_of, pick, tell
from magistrate.rules.events import FaceChanged, GameEvent
from magistrate.rules.registry import Unsupported, carries_out, performs
from magistrate.rules.resolution import Result
from magistrate.rules.state import FIRST_OBJECT, NOBODY

if TYPE_CHECKING:
    from magistrate.rules.definitions import CardDefinition
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@performs(FaceChanged)
def face_changed(game: Engine, event: FaceChanged) -> list[GameEvent] | None:
    """CR 701.28a, 708.2, 710.1, 712.18: the other face is up; the permanent gets a new timestamp (CR 613.7f,
    613.7g)."""
    thing = game.st.live(event.object)
    if thing is None:
        return None
    st = game.st
    how = event.how
    if merging.is_merged(thing):
        raise Unsupported("CR 727.2f-i: turning a merged permanent")
    if how in ("transform", "convert"):
        before = name_of(game, event.object)
        st.set(thing, "face", event.face)
        st.put(thing, "marks", "transformed", st.board.moment + 1)
        game.note(lambda: f"{before} transforms into {name_of(game, event.object)}", "701.28a")
    elif how == "face up":
        st.set(thing, "face_down", "")
        if thing.marks.get(face_down.AS) is not None:
            st.put(thing, "marks", face_down.AS, None)
        st.set(thing, "known_to", (1 << len(st.players)) - 1)
        game.note(lambda: f"{name_of(game, event.object)} is turned face up", "708.8")
    elif how == "flip":
        st.set(thing, "flipped", True)
        game.note(lambda: f"it is flipped: {name_of(game, event.object)}", "710.4")
    else:
        st.set(thing, "face_down", how)
        game.note(lambda: "it is turned face down", "708.2")
    st.set(thing, "timestamp", st.tick())
    return None


def can_transform(game: Engine, oid: int) -> bool:
    """CR 701.28c, 701.28d, 701.50c, 701.50d, 712.9, 712.10, 712.15a: a transforming double-faced permanent, whose
    other face is no instant or sorcery."""
    if not is_permanent(game, oid):
        return False
    thing = game.obj(oid)
    definition = thing.definition
    if definition is None or len(definition.faces) < 2 or thing.face_down:
        return False
    if definition.layout != "transform" and not _transforms_itself(definition):
        return False
    other = definition.faces[1 - max(0, thing.face)]
    if other.types & (INSTANT | SORCERY) and not other.types & PERMANENT_TYPES:
        return False
    if game.chars(oid).keywords & {"daybound", "nightbound"}:  # CR 702.145b, 702.145e: by nothing else
        return False
    return not restrictions.cant(game, oid, Transform)


_themselves: Final[dict[int, tuple[CardDefinition, bool]]] = {}


def _transforms_itself(definition: CardDefinition) -> bool:
    """newer: modal transform. Whether it is a modal double-faced card whose own text says that it transforms."""
    if definition.layout != "modal_dfc":
        return False
    known = _themselves.get(id(definition))
    if known is None:
        says = any(
            isinstance(node, TransformAction) and isinstance(node.what, This)
            for face in definition.faces
            for ability in face.abilities
            for node in walk(ability)
        )
        known = _themselves[id(definition)] = (definition, says)
    return known[1]


def has_turned_since(game: Engine, oid: int, frame: Frame) -> bool:
    """CR 701.28f, 701.50e: a permanent's own ability transforms it only if it has not transformed since that ability
    was put on the stack, or since it was created when it is a delayed triggered ability."""
    if frame.source != oid or frame.stack_object == NOBODY:
        return False
    turned = game.obj(oid).marks.get("transformed", 0)
    on_stack = game.st.live(frame.stack_object)
    if on_stack is None:
        return False
    since: int = frame.bindings.get("created", on_stack.timestamp)
    return bool(turned) and turned > since


def turn_over(game: Engine, oids: tuple[int, ...], how: str, frame: Frame) -> Result:
    """Transform (or convert) permanents at the same time; what can't is left as it is (CR 701.28c, 701.50f)."""
    events: list[GameEvent] = []
    turned: list[int] = []
    for oid in dict.fromkeys(oids):
        if oid < FIRST_OBJECT or not can_transform(game, oid):
            continue
        if has_turned_since(game, oid, frame):
            tell(game, "701.28f", "{} has transformed already", oid)
            continue
        event = FaceChanged(oid, how, 1 - max(0, game.obj(oid).face), frame.source)
        event.cause = frame.controller
        events.append(event)
        turned.append(oid)
    if not events:
        return Result(False)
    happened = [event.object for event in game.happen(events) if isinstance(event, FaceChanged)]
    return Result(bool(happened), tuple(oid for oid in turned if oid in happened), amount=len(happened))


@carries_out(TransformAction)
def transform(game: Engine, action: TransformAction, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.28, 701.50, 710, 701.50a."""
    chosen: tuple[int, ...] = ()
    for player in in_turn_order(game, who):
        chosen += pick(game, player, action.what, frame_of(game, player, who, frame), "choose")
    if action.verb == "flip":
        return flip(game, chosen, frame)
    return turn_over(game, chosen, action.verb, frame)


def flip(game: Engine, oids: tuple[int, ...], frame: Frame) -> Result:
    """CR 710.2, 710.4: a flip card's other half counts from now on; what is flipped stays so, and nothing else flips."""
    events: list[GameEvent] = []
    for oid in dict.fromkeys(oids):
        if oid < FIRST_OBJECT or not is_permanent(game, oid) or game.obj(oid).flipped:
            continue
        event = FaceChanged(oid, "flip", source=frame.source)
        event.cause = frame.controller
        events.append(event)
    happened = [event.object for event in game.happen(events) if isinstance(event, FaceChanged)] if events else []
    return Result(bool(happened), tuple(happened), amount=len(happened))


@carries_out(Transform)
def transforms(game: Engine, action: Transform, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.28, said of the permanent."""
    return turn_over(game, who, "transform", frame)
