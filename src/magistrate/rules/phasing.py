"""Phasing (CR 702.26): permanents that for a while are treated as though they did not exist."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from magistrate.rules import attaching, bestowing, combat, present, telling
from magistrate.rules.events import GameEvent, PhasedIn, PhasedOut
from magistrate.rules.registry import performs
from magistrate.rules.state import BATTLEFIELD, FIRST_OBJECT, NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

IN: Final = 0
DIRECTLY: Final = 1
INDIRECTLY: Final = 2
#: The mark of what stays phased out until something happens.
HELD: Final = "phased out until"


def phase_out(game: Engine, oids: Iterable[int], source: int = NOBODY) -> tuple[int, ...]:
    """Permanents phase out at once, with what is attached to them (CR 702.26b, 702.26g); returns all that did."""
    happened = game.happen(_leaving(game, oids, source))
    return tuple(event.object for event in happened if isinstance(event, PhasedOut))


def _leaving(game: Engine, oids: Iterable[int], source: int) -> list[GameEvent]:
    """The events that phase permanents out; what would go both directly and indirectly goes indirectly (CR 702.26h)."""
    objects = game.st.objects
    directly = [oid for oid in dict.fromkeys(oids) if _is_in(game, oid)]
    indirectly: list[int] = []
    waiting = list(directly)
    while waiting:
        for other in attaching.attached(game, waiting.pop(0)):
            if other not in indirectly and objects[other].phased_out == IN:
                indirectly.append(other)
                waiting.append(other)
    events: list[GameEvent] = [PhasedOut(oid, source) for oid in directly if oid not in indirectly]
    events += [PhasedOut(oid, source, True) for oid in indirectly]
    return events


def _is_in(game: Engine, oid: int) -> bool:
    thing = game.st.live(oid)
    return thing is not None and thing.zone == BATTLEFIELD and thing.phased_out == IN


def phase_in_all(game: Engine, player: int) -> None:
    """CR 502.1, 702.26a: in a player's untap step, what they control that has phasing phases out, and at the same
    time what
    phased out under their control phases in.

    What phased out under a player who has left does so in the first untap step after that player's turn would have
    begun (702.26n).
    """
    objects = game.st.objects
    entering: list[int] = []
    having: list[int] = []
    under: tuple[int, ...] | None = None
    for oid in game.board.battlefield:
        thing = objects[oid]
        if thing.phased_out == DIRECTLY and not thing.marks.get(HELD):
            if under is None:
                under = _turn_of(game, player)
            if thing.marks.get("phased out under", thing.controller) in under and not _held(game, oid):
                entering.append(oid)
    if may_have_phasing(game):
        for oid in game.board.battlefield:
            if objects[oid].phased_out == IN:
                chars = game.chars(oid)
                if chars.controller == player and "phasing" in chars.keywords:
                    having.append(oid)
    if not entering and not having:
        return
    events = _leaving(game, having, NOBODY)
    for oid in _with_attachments(game, entering):
        events.append(PhasedIn(oid))
    game.happen(events)


def _held(game: Engine, oid: int) -> bool:
    """CR 101.2: whether something says that it can't phase in."""
    from magistrate.rules import restrictions

    return restrictions.cant_phase_in(game, oid)


def may_have_phasing(game: Engine) -> bool:
    """Whether any card of the game could have phasing or give it."""
    return present.has(game, "phasing")


def coming_back(game: Engine, oids: tuple[int, ...]) -> list[GameEvent]:
    """The events that phase in, with what is attached to it, what has been phased out until now (CR 702.26g); what can't phase
    in waits for an untap step (CR 101.2)."""
    back = []
    for oid in oids:
        thing = game.st.live(oid)
        if thing is not None and thing.phased_out == DIRECTLY:
            game.st.put(thing, "marks", HELD, None)
            if not _held(game, oid):
                back.append(oid)
    return [PhasedIn(oid) for oid in _with_attachments(game, back)]


def _turn_of(game: Engine, player: int) -> tuple[int, ...]:
    """The player whose untap step it is, and those who have left whose turns would have come since the one before
    (CR 702.26n)."""
    count = len(game.st.players)
    found = [player]
    other = (player - 1) % count
    while other not in game.board.order and other != player:
        found.append(other)
        other = (other - 1) % count
    return tuple(found)


def _with_attachments(game: Engine, oids: list[int]) -> list[int]:
    """What phases in, and what phased out indirectly with it, which comes along (CR 702.26g)."""
    found = list(oids)
    at = 0
    while at < len(found):
        for other in attaching.attached(game, found[at]):
            if game.st.objects[other].phased_out == INDIRECTLY and other not in found:
                found.append(other)
        at += 1
    return found


@performs(PhasedOut)
def perform_phased_out(game: Engine, event: PhasedOut) -> list[GameEvent] | None:
    """CR 702.26b, 702.26d: its status changes, it is removed from combat, and it stays what it is: no zone, counter
    or choice
    changes."""
    st = game.st
    thing = st.live(event.object)
    if thing is None or thing.zone != BATTLEFIELD or thing.phased_out != IN:
        return None
    under = game.chars(event.object).controller
    combat.remove_from_combat(game, event.object)
    st.put(thing, "marks", "phased out under", under)
    st.set(thing, "phased_out", INDIRECTLY if event.indirectly else DIRECTLY)
    if game.trace is not None:
        name = telling.name(game, event.object)
        game.note(lambda: f"{name} phases out", "702.26g" if event.indirectly else "702.26b", "702.26d")
    return None


@performs(PhasedIn)
def perform_phased_in(game: Engine, event: PhasedIn) -> list[GameEvent] | None:
    """CR 702.26c, 702.26i, 702.26j: it is there again, attached to what it was attached to if that is still there; a bestowed
    Aura that is not ceases to be bestowed (CR 702.103g)."""
    st = game.st
    thing = st.live(event.object)
    if thing is None or thing.phased_out == IN:
        return None
    st.set(thing, "phased_out", IN)
    st.put(thing, "marks", "phased out under", None)
    host = thing.attached_to
    if host != NOBODY and host not in (st.objects if host >= FIRST_OBJECT else game.board.order):
        st.set(thing, "attached_to", NOBODY)
    if thing.attached_to == NOBODY and thing.marks.get(bestowing.BESTOWED):
        bestowing.cease(game, thing, "702.103g")
    if game.trace is not None:
        name = telling.name(game, event.object)
        game.note(lambda: f"{name} phases in", "702.26a", "702.26c", "702.26d")
    return None
