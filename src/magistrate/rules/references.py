"""References: what "it", "that creature", "those players", "that much" stand for (CR 400.7, 608.2h, 608.2k).

A reference names a slot of the frame. Two questions are asked of it, and this module is the one table that answers
both:

| asked for   | the object has changed zones                                                                       |
| ----------- | -------------------------------------------------------------------------------------------------- |
| acting on   | the object that it became is found where CR 400.7e and 400.7j let it be found; otherwise nothing can |
|             | be done to it (the departed id is given, which no action can touch)                                |
| information | the object as it last existed in the zone where it was expected: last known information (CR 608.2h) |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.rules import linked, merging
from magistrate.rules.events import ZoneChange
from magistrate.rules.registry import Unsupported
from magistrate.rules.results import Result
from magistrate.rules.state import BATTLEFIELD, COMMAND, EXILE, FIRST_OBJECT, GRAVEYARD, NOBODY, STACK

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

#: The binding that says where in the history the resolution began whose results the frame of a created ability knows.
SINCE: Final = "since"
_EXPECTED: Final = (BATTLEFIELD, STACK)
_PUBLIC: Final = (BATTLEFIELD, GRAVEYARD, STACK, EXILE, COMMAND)


def slot_value(game: Engine, slot: str, frame: Frame) -> Any:
    """What the frame keeps under a slot: ids, a number or a Result; None when nothing was bound."""
    if slot.startswith("target:"):
        kept = frame.bindings.get(slot)
        if kept is not None:
            return kept
        index = int(slot[7:])
        # A tree made by hand may leave its only target unnumbered.
        at = index + frame.shift if index >= 0 else 0
        return frame.targets[at] if 0 <= at < len(frame.targets) else ()
    found = frame.bindings.get(slot)
    if found is not None:
        return found
    if slot == "targets":
        return tuple([one for ids in frame.targets for one in ids])
    if slot == "source":
        return (frame.source,)
    if slot.startswith("object:"):
        return (int(slot[7:]),)  # CR 201.5a
    if slot == "each":
        return frame.bindings.get("subject")  # of a plural subject, each in turn
    if slot == "attached":
        to = game.obj(frame.source).attached_to
        return () if to == NOBODY else (to,)
    if slot == "paired":
        other = game.obj(frame.source).marks.get("paired")
        return (frame.source,) if other is None else (frame.source, other)
    if slot.startswith("linked"):
        things = linked.things(game, frame.source, frame.stack_object)
        if slot == "linked":
            return tuple(oid for ids in things.values() for oid in ids if oid in game.st.objects)
        return tuple(oid for oid in things.get(slot[7:], ()) if oid in game.st.objects or oid < FIRST_OBJECT)
    if slot.startswith("chosen:"):
        chosen = linked.chosen(game, frame).get(slot[7:])
        return () if chosen is None else chosen if isinstance(chosen, tuple) else (chosen,)
    if not slot:
        raise Unsupported("a reference that is not bound")
    return None


def ids_in(game: Engine, slot: str, frame: Frame) -> tuple[int, ...]:
    """The ids under a slot, as they were bound."""
    value = slot_value(game, slot, frame)
    if value is None:
        return ()
    if isinstance(value, Result):
        return value.objects + value.players if value.players else value.objects
    if isinstance(value, int):
        return (value,)
    found: tuple[int, ...] = value
    return found


def is_other_than(game: Engine, oid: int, slot: str, frame: Frame) -> bool:
    """Whether something is not what "another" is other than. As targets are chosen, those that are named before are left out
    by themselves (CR 601.2c); as what has targets resolves, they are what they were chosen to be."""
    if slot.startswith("target:"):
        resolving = game.board.resolving
        if resolving is None or resolving.stack_object != frame.stack_object:
            return True
    return not any(is_or_became(game, one, oid) for one in ids_in(game, slot, frame))


def is_or_became(game: Engine, one: int, other: int) -> bool:
    """Whether an object is another, or became it however often it has moved since; a permanent of several cards became each of them (CR
    712.21c, 727.3c)."""
    while one != other and one >= FIRST_OBJECT and (thing := game.obj(one)).became:
        if thing.marks and any(is_or_became(game, piece, other) for piece in thing.marks.get(merging.PIECES, ())):
            return True
        one = thing.became
    return one == other


def objects_to_act_on(game: Engine, slot: str, frame: Frame) -> tuple[int, ...]:
    """The objects under a slot, found again where the rules let them be found (CR 707.11)."""
    live = game.st.objects
    ids = ids_in(game, slot, frame)
    for oid in ids:
        if oid not in live and oid >= FIRST_OBJECT:
            break
    else:
        return ids
    led_by = _moved_by_its_cause(game, slot, ids, frame)
    found: list[int] = []
    for oid in ids:
        if oid in live:
            found.append(oid)
        else:
            found.extend(merging.with_pieces(game, oid, found_again(game, oid, frame, led_by)))
    return tuple(found)


def objects_to_look_at(game: Engine, slot: str, frame: Frame, card: bool = False) -> tuple[int, ...]:
    """The objects under a slot for information about them: what has left the battlefield since is looked at as it was
    there, unless it is called a `card` (CR 608.2h, 109.2)."""
    ids = ids_in(game, slot, frame)
    if card or not slot.startswith(("result:", "cost:")):
        return ids
    return tuple([_as_it_was(game, oid, frame) for oid in ids])


def the_source(game: Engine, frame: Frame) -> int:
    """The source of the ability, for acting on it ("return this card to its owner's hand")."""
    source = frame.source
    if source in game.st.objects or source == NOBODY:
        return source
    kept = frame.bindings.get("source")  # what it had become as a delayed ability was created (CR 603.7c)
    if isinstance(kept, tuple) and kept and kept[0] in game.st.objects:
        found: int = kept[0]
        return found
    return found_again(game, source, frame, _moved_by_its_cause(game, "source", (source,), frame))


def this(game: Engine, frame: Frame) -> tuple[int, ...]:
    """The source, for acting on it; all that it became where it was a merged permanent (CR 727.3c)."""
    source = frame.source
    if source in game.st.objects or source == NOBODY:
        return (source,)
    now = the_source(game, frame)
    kept = frame.bindings.get("source")
    if isinstance(kept, tuple) and now in kept:
        return tuple([one for one in kept if one in game.st.objects])
    return merging.with_pieces(game, source, now)


def found_again(game: Engine, oid: int, frame: Frame, led_by: bool) -> int:
    """What a departed object became, if it can be found; else the id as it is.

    CR 400.7e: an ability that triggered on the move finds it in the public zone it went to (`led_by`). CR 400.7j: an
    effect finds what it, or the cost of its spell or ability, moved to a public zone.
    """
    first = led_by
    while oid not in game.st.objects:
        gone = game.st.departed.get(oid)
        if gone is None or gone.became == NOBODY:
            return oid
        if not first and not _moved_since(game, oid, frame.since):
            return oid
        next_one = game.st.get(gone.became)
        if next_one.zone not in _PUBLIC:
            return oid
        first = False
        oid = next_one.oid
    return oid


def settled(game: Engine, frame: Frame) -> Frame:
    """CR 107.3n: A frame to keep for later (delayed and reflexive triggers, durations): what its references mean is fixed now (CR
    603.7c)."""
    kept = frame.child()
    kept.targets = ()
    kept.modes = ()
    kept.shift = 0
    # An ability that is created has targets of its own at most; those of its creator stay under their numbers.
    for place, ids in enumerate(frame.targets):
        kept.bindings[f"target:{place - frame.shift}"] = _settle(game, ids, frame)
    for slot, value in frame.bindings.items():
        if isinstance(value, Result):
            kept.bindings[slot] = Result(
                value.done, _settle(game, value.objects, frame), value.players, value.amount, value.by
            )
        elif isinstance(value, tuple) and value and isinstance(value[0], int):
            kept.bindings[slot] = objects_to_act_on(game, slot, frame)
    now = the_source(game, frame)
    if now != frame.source:  # "return this card to the battlefield. … Exile it at the beginning of the next end step"
        kept.bindings.setdefault("source", merging.with_pieces(game, frame.source, now))
    kept.since = -1
    kept.bindings.setdefault(SINCE, frame.since)
    return kept


def _settle(game: Engine, ids: tuple[int, ...], frame: Frame) -> tuple[int, ...]:
    live = game.st.objects
    found: list[int] = []
    for oid in ids:
        if oid in live or oid < FIRST_OBJECT:
            found.append(oid)
        else:
            found.extend(merging.with_pieces(game, oid, found_again(game, oid, frame, False)))
    return tuple(found)


def _moved_by_its_cause(game: Engine, slot: str, ids: tuple[int, ...], frame: Frame) -> bool:
    """Whether the trigger event (CR 400.7e) or the cost (CR 400.7j) is what moved the objects of this slot, or what they
    enchanted left the battlefield (CR 400.7f)."""
    if slot.startswith("cost:"):
        return True
    event = frame.event
    if isinstance(event, ZoneChange) and (slot.startswith("event:") or event.object in ids):
        return True
    if slot == "source":
        for key, value in frame.bindings.items():
            if key.startswith("cost:") and isinstance(value, tuple) and frame.source in value:
                return True
        if isinstance(event, ZoneChange) and event.from_zone == BATTLEFIELD and _went_after(game, frame.source, event):
            return True
    return False


def _went_after(game: Engine, aura: int, event: ZoneChange) -> bool:
    """CR 400.7f: whether an Aura was put into the graveyard as what it enchanted left the battlefield."""
    gone = game.st.departed.get(aura)
    if gone is None or gone.attached_to != event.object or gone.became == NOBODY:
        return False
    return game.st.get(gone.became).zone == GRAVEYARD


def _moved_since(game: Engine, oid: int, since: int) -> bool:
    """Whether the object changed zones since that place in the history."""
    if since < 0:
        return False
    return any(type(event) is ZoneChange and event.object == oid for event in game.st.history[since:])


def _as_it_was(game: Engine, oid: int, frame: Frame) -> int:
    """The permanent that a card was before this resolution (or its cost) moved it off the battlefield."""
    if oid < FIRST_OBJECT:
        return oid
    zone = game.st.get(oid).zone
    if zone in _EXPECTED:
        return oid
    history = game.st.history
    start = frame.bindings.get(SINCE, frame.since)
    for at in range(len(history) - 1, -1, -1):
        event = history[at]
        if type(event) is ZoneChange and event.new == oid:
            return event.object if event.from_zone == BATTLEFIELD and (at >= start or _paid(oid, frame)) else oid
    return oid


def _paid(oid: int, frame: Frame) -> bool:
    paid = (value for key, value in frame.bindings.items() if key.startswith("cost:"))
    return any(isinstance(value, tuple) and oid in value for value in paid)
