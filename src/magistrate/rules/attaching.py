"""Auras, Equipment and Fortifications: what they may be attached to, and attaching them (CR 301.5, 303.4, 701.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.groups import AnyTarget, Description, Either, Group, PlayerGroup
from magistrate.abilities.kinds import Keyword
from magistrate.rules import bestowing, restrictions, selecting
from magistrate.rules.definitions import BATTLE, CREATURE, LAND, PLANESWALKER
from magistrate.rules.events import Attached, GameEvent, Unattached
from magistrate.rules.frames import Frame
from magistrate.rules.registry import performs
from magistrate.rules.state import BATTLEFIELD, FIRST_OBJECT, NOBODY

if TYPE_CHECKING:
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.engine import Engine


#: The mark of what has left the battlefield that keeps what was attached to it.
ATTACHMENTS: Final = "attachments"


def attached(game: Engine, to: int) -> tuple[int, ...]:
    """What is attached to an object or player, in order of entering; phased-out attachments too (CR 702.26g). Of an object that
    has left the battlefield: what was attached to it as it did, even if that left at the same time (CR 608.2h, 603.10a)."""
    kept: tuple[int, dict[int, tuple[int, ...]]] | None = game.caches.get("attached")
    placing = game.st.placing
    if kept is None or kept[0] != placing:
        found: dict[int, tuple[int, ...]] = {}
        objects = game.st.objects
        for oid in game.board.battlefield:
            host = objects[oid].attached_to
            if host != NOBODY:
                found[host] = (*found.get(host, ()), oid)
        kept = (placing, found)
        game.caches["attached"] = kept
    if to >= FIRST_OBJECT and to not in game.st.objects:
        known: tuple[int, ...] = game.obj(to).marks.get(ATTACHMENTS, ())
        return known
    return kept[1].get(to, ())


def attached_here(game: Engine, to: int) -> tuple[int, ...]:
    """The same without phased-out attachments, which are as though they did not exist (CR 702.26b)."""
    return tuple([one for one in attached(game, to) if not game.obj(one).phased_out])


def enchant_of(chars: Characteristics) -> list[Keyword]:
    """The enchant abilities of an Aura (CR 702.5, 702.5a)."""
    return [a for a in chars.abilities if isinstance(a, Keyword) and a.name == "enchant"]


def can_attach(game: Engine, oid: int, to: int, as_creature: bool = False) -> bool:
    """Whether an attachment could legally be attached to an object or player (CR 301.5, 301.6, 303.4, 310.9, 303.4d,
    702.16c-d); `as_creature`: a planeswalker as though it were a creature (CR 702.6e)."""
    chars = game.chars(oid)
    if oid == to or chars.types & BATTLE:
        return False
    subtypes = chars.subtypes
    if "Aura" in subtypes:
        return not chars.types & CREATURE and can_enchant(game, oid, to)
    if to < FIRST_OBJECT:
        return False
    host = game.st.live(to)
    if host is None or host.zone != BATTLEFIELD or host.phased_out:
        return False
    if "Equipment" in subtypes:
        if chars.types & CREATURE and "reconfigure" not in chars.keywords:
            return False  # CR 301.5c
        if not game.chars(to).types & (CREATURE | PLANESWALKER if as_creature else CREATURE):
            return False
    elif "Fortification" in subtypes:
        if chars.types & CREATURE or not game.chars(to).types & LAND:
            return False
    else:
        return False
    return not restrictions.protected_from(game, to, oid)


def can_enchant(game: Engine, oid: int, to: int) -> bool:
    """Whether an Aura's enchant abilities and what protects the thing let it be enchanted (CR 303.4, 702.5, 702.5c,
    702.5d); a player who has left the game cannot be (CR 303.4c)."""
    if 0 <= to < FIRST_OBJECT and not game.st.players[to].exists:
        return False
    chars = game.chars(oid)
    kinds = enchant_of(chars)
    if not kinds:
        return False
    frame = Frame(oid, chars.controller)
    for keyword in kinds:
        if keyword.group is None or not _is_of(game, to, keyword.group, frame):
            return False
    return not restrictions.protected_from(game, to, oid)


def _is_of(game: Engine, to: int, group: Description, frame: Frame) -> bool:
    """Whether a thing is of an enchant ability's description; objects are on the battlefield unless it says
    otherwise."""
    if isinstance(group, Either):
        return any(_is_of(game, to, option, frame) for option in group.options)
    if isinstance(group, PlayerGroup | AnyTarget) or to < FIRST_OBJECT:
        if to < FIRST_OBJECT and isinstance(group, Group):
            return False
        return selecting.is_of(game, to, group, frame)
    host = game.st.live(to)
    if host is None or host.phased_out:
        return False
    return selecting.is_of(game, to, group, frame)


def hosts(game: Engine, oid: int) -> list[int]:
    """Everything that an Aura could be attached to as it enters (CR 303.4f): permanents, cards in graveyards,
    players."""
    from magistrate.rules import zones

    found = [to for to in zones.permanents(game) if can_attach(game, oid, to)]
    for player in game.board.order:
        found.extend(to for to in game.st.players[player].graveyard if can_attach(game, oid, to))
    found.extend(player for player in game.board.order if can_attach(game, oid, player))
    return found


def attach(game: Engine, oid: int, to: int, source: int = NOBODY, as_creature: bool = False) -> bool:
    """CR 701.3, 301.5b, 303.4j: attach it, if it can be; what is attached there already or cannot be does not move (CR 701.3b)."""
    thing = game.st.live(oid)
    if thing is None or thing.zone != BATTLEFIELD or thing.attached_to == to:
        return False
    if not can_attach(game, oid, to, as_creature):
        return False
    event = Attached(oid, to, source)
    return event in game.happen([event])


def unattach(game: Engine, oid: int) -> bool:
    """CR 701.3d: it stays on the battlefield and is attached to nothing."""
    thing = game.st.live(oid)
    if thing is None or thing.attached_to == NOBODY:
        return False
    event = Unattached(oid, thing.attached_to)
    return event in game.happen([event])


@performs(Attached)
def perform_attached(game: Engine, event: Attached) -> list[GameEvent] | None:
    """CR 701.3a, 701.3c, 613.7e: it gets a new timestamp, and becomes unattached from where it was (CR 701.3d)."""
    st = game.st
    thing = st.live(event.object)
    if thing is None:
        return None
    before = thing.attached_to
    st.set(thing, "attached_to", event.to)
    st.set(thing, "timestamp", st.tick())
    return [Unattached(event.object, before)] if before != NOBODY and before != event.to else None


@performs(Unattached)
def perform_unattached(game: Engine, event: Unattached) -> list[GameEvent] | None:
    """CR 701.3d."""
    thing = game.st.live(event.object)
    if thing is not None and thing.attached_to == event.was:
        game.st.set(thing, "attached_to", NOBODY)
        if thing.marks.get(bestowing.BESTOWED):
            bestowing.cease(game, thing, "702.103f")
    return None
