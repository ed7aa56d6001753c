"""Zones and the changes between them (CR 400): what is where, new objects, last known information, known cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.actions import Become
from magistrate.rules import attaching, combat, control, face_down, layers, linked, merging, rooms, telling
from magistrate.rules.commander import COMMANDER
from magistrate.rules.events import CEASE, PUT, RESOLVE, SHUFFLED, CountersPut, DoorChanged, GameEvent, ZoneChange
from magistrate.rules.registry import performs
from magistrate.rules.state import (
    ABILITY,
    BATTLEFIELD,
    CARD,
    COMMAND,
    COPY,
    EXILE,
    FIRST_OBJECT,
    GRAVEYARD,
    HAND,
    LIBRARY,
    NOBODY,
    NOWHERE,
    STACK,
    TOKEN,
    GameObject,
)

if TYPE_CHECKING:
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.engine import Engine
    from magistrate.rules.state import State

#: Names of the fields that hold the zones, by zone; the first three belong to a player (CR 400.1).
_OF_PLAYER: Final = {LIBRARY: "library", HAND: "hand", GRAVEYARD: "graveyard"}
_OF_BOARD: Final = {BATTLEFIELD: "battlefield", STACK: "stack", EXILE: "exile", COMMAND: "command"}
ZONE_NAMES: Final = ("library", "hand", "battlefield", "graveyard", "stack", "exile", "command", "nowhere")
#: Zones whose cards' faces all players see (CR 400.2).
PUBLIC: Final = frozenset((BATTLEFIELD, GRAVEYARD, STACK, EXILE, COMMAND))


class EnteredWithCounters(CountersPut):
    """Counters that a permanent entered with count as put on it (CR 122.6): noticed, and nothing more to do."""

    __slots__ = ()


@performs(EnteredWithCounters)
def entered_with_counters(game: Engine, event: EnteredWithCounters) -> list[GameEvent] | None:
    """CR 122.6: it has them already."""
    return None


# What is where -------------------------------------------------------------------------------------------------------
def ids(game: Engine, zone: int, player: int = NOBODY) -> tuple[int, ...]:
    """The objects in a zone, in order (a library's top card first, a stack's bottom first); phased-out permanents too.

    `player` is whose library, hand or graveyard; without one those of all players follow each other in turn order.
    """
    if zone == BATTLEFIELD:
        return game.board.battlefield
    if zone == STACK:
        return game.board.stack
    if zone == EXILE:
        return game.board.exile
    if zone == COMMAND:
        return game.board.command
    name = _OF_PLAYER[zone]
    if player != NOBODY:
        found: tuple[int, ...] = getattr(game.st.players[player], name)
        return found
    everything: tuple[int, ...] = ()
    for index in game.board.order:
        everything += getattr(game.st.players[index], name)
    return everything


def permanents(game: Engine) -> tuple[int, ...]:
    """The permanents that are phased in, in the order in which they entered (CR 702.26b)."""
    kept: tuple[int, tuple[int, ...]] | None = game.caches.get("permanents")
    placing = game.st.placing
    if kept is not None and kept[0] == placing:
        return kept[1]
    objects = game.st.objects
    here = game.board.battlefield
    found = here
    for oid in here:
        if objects[oid].phased_out:
            found = tuple(o for o in here if not objects[o].phased_out)
            break
    game.caches["permanents"] = (placing, found)
    return found


def everyone(game: Engine) -> int:
    """The bit mask of all players."""
    return (1 << len(game.st.players)) - 1


# Moving --------------------------------------------------------------------------------------------------------------
def move(
    game: Engine,
    oid: int,
    to: int,
    *,
    reason: str = PUT,
    source: int = NOBODY,
    cause: int = NOBODY,
    controller: int = NOBODY,
    position: str | int = "top",
    tapped: bool = False,
    face_down: str = "",
    **more: Any,
) -> int:
    """Move one object to a zone of its owner; returns the id of what it became, NOBODY when it did not move.

    When a replacement effect sends it elsewhere, the id is that of what it became there.
    """
    moving = change(game, oid, to, reason=reason, source=source, cause=cause)
    if moving is None:
        return NOBODY
    moving.controller = controller
    moving.position = position
    moving.tapped = tapped
    moving.face_down = face_down
    for name, value in more.items():
        setattr(moving, name, value)
    game.happen([moving])
    return moving.new


def change(
    game: Engine, oid: int, to: int, *, reason: str = PUT, source: int = NOBODY, cause: int = NOBODY
) -> ZoneChange | None:
    """The proposal that a live object moves to its owner's zone; None when it is live no more. For batches."""
    found = game.st.live(oid)
    if found is None:
        return None
    return ZoneChange(oid, found.zone, to, found.owner, reason, source, cause)


def remember(game: Engine, batch: Sequence[GameEvent]) -> None:
    """Work out what everything that is about to leave looks like, before any of it does (CR 608.2h, 603.10)."""
    kept: dict[int, tuple[Characteristics, tuple[int, ...]]] | None = None
    for event in batch:
        if isinstance(event, ZoneChange):
            if kept is None:
                kept = game.caches.setdefault("remembered", {})
            oid = event.object
            attached: tuple[int, ...] = attaching.attached_here(game, oid) if event.from_zone == BATTLEFIELD else ()
            kept[oid] = (layers.characteristics(game, oid), attached)


@performs(ZoneChange)
def change_zone(game: Engine, event: ZoneChange) -> list[GameEvent] | None:
    """CR 400.7, 403.4: the object becomes a new object in the other zone; what it was stays as last known information."""
    old = game.st.live(event.object)
    if old is None or old.zone != event.from_zone:
        return None
    kept: dict[int, tuple[Characteristics, tuple[int, ...]]] = game.caches.get("remembered") or {}
    known = kept.pop(event.object, None)
    if event.to_zone == NOWHERE:
        last = known[0] if known is not None else layers.characteristics(game, event.object)
        _gone(game, old, last)
        return None
    new = relocate(game, event, old, known)
    if game.trace is not None:
        telling.moved(game, event, old, new)
    if event.linked_to >= FIRST_OBJECT and event.to_zone == EXILE:
        holder = game.obj(event.linked_to)  # CR 607.2a, 614.14: "the cards exiled with it"
        key = linked.key(game, holder.oid, "exiled")
        game.st.put(holder, "linked", key, (*holder.linked.get(key, ()), new.oid, *event.more))
    if event.to_zone == BATTLEFIELD and event.attacking != NOBODY:
        combat.entered_attacking(game, new.oid, event.attacking)
    opened = event.marks.get(rooms.UNLOCKED, 0) if event.to_zone == BATTLEFIELD else 0
    led: list[GameEvent] = []
    if opened:  # CR 709.5d, 709.5h
        led.append(DoorChanged(new.oid, opened, new.controller))
    if event.to_zone == BATTLEFIELD and event.counters:
        player = new.controller
        led.extend(
            EnteredWithCounters(new.oid, kind, amount, player, event.source)
            for kind, amount in event.counters.items()
            if amount > 0
        )
    return led or None


def relocate(
    game: Engine,
    event: ZoneChange,
    old: GameObject,
    known: tuple[Characteristics, tuple[int, ...]] | None,
) -> GameObject:
    """Write a zone change into the state and set `event.new`. Nothing is proposed, recorded or noticed here."""
    st = game.st
    origin, zone = event.from_zone, event.to_zone
    if origin == NOWHERE:  # a token that is being created: nothing was there to be left (CR 111.1)
        new = old
    else:
        if known is None:
            known = (layers.characteristics(game, old.oid), ())
        _out_of_combat(game, old)
        take_out(st, old)
        kind = old.kind
        if kind == COPY and origin == STACK and zone == BATTLEFIELD:
            kind = TOKEN  # CR 608.3f, 111.13
        new = st.create(kind, old.owner, old.definition, old.card)
        if known[1]:
            st.put(old, "marks", attaching.ATTACHMENTS, known[1])
        st.depart(old.oid, known[0], new.oid)
    event.new = new.oid
    _set_up(game, event, old, new)
    _put_in(st, new, zone, event.position)
    st.set(new, "zone", zone)
    if old.marks and merging.COMPONENTS in old.marks and origin == BATTLEFIELD:
        merging.split(game, event, old, new)
    if event.joined:
        merging.join(game, new, event.joined)
    if event.said and zone == BATTLEFIELD:
        _is_said_to_be(game, event, new)
    return new


def _is_said_to_be(game: Engine, event: ZoneChange, new: GameObject) -> None:
    """CR 611.2e: what the effect that puts a permanent onto the battlefield says that it is, it is as it enters; what it says of a
    face-down one are its copiable values (CR 708.2)."""
    from magistrate.rules import amounts, continuous

    for statement, frame in event.said:
        first = statement.actions[0]
        if event.face_down and isinstance(first, Become) and len(statement.actions) == 1 and not first.in_addition:
            size = [None if one is None else amounts.amount(game, one, frame) for one in (first.power, first.toughness)]
            game.st.put(new, "marks", face_down.AS, face_down.said(first, size[0], size[1]))
            game.st.set(new, "face_down", event.face_down)
            game.note(lambda: "what the effect says of it are its characteristics while it is face down", "708.2")
            continue
        continuous.add_effect(game, frame, (new.oid, *event.more), statement.actions, None)
        game.note(lambda: "what the effect says that it is applies as it enters", "611.2e")


def put_piece(game: Engine, event: ZoneChange, old: GameObject, piece: GameObject) -> None:
    """CR 727.3, 712.21d, 727.3d: a component of what moves is put into the same zone, in the same way."""
    _set_up(game, event, old, piece)
    _put_in(game.st, piece, event.to_zone, event.position)
    game.st.set(piece, "zone", event.to_zone)


def _set_up(game: Engine, event: ZoneChange, old: GameObject, new: GameObject) -> None:
    """What the new object is like as it comes into being, before anything else looks at it (CR 110.5b, 110.5d, 122.2,
    607.2q, 712.13, 702.146b)."""
    st = game.st
    zone = event.to_zone
    now = st.tick()
    st.set(new, "timestamp", now)  # CR 613.7d
    face_down = event.face_down
    if zone in (BATTLEFIELD, STACK):
        controller = event.controller
        if controller == NOBODY:
            controller = old.controller if event.from_zone == STACK else event.cause if zone == STACK else NOBODY
        if controller == NOBODY:
            controller = new.owner
        if zone == BATTLEFIELD and event.reason == RESOLVE:
            controller = control.by_default(game, old, new.oid, controller)
        if controller != new.controller:
            st.set(new, "controller", controller)
        st.set(new, "controlled_since", now)
        if event.from_zone == STACK and zone == BATTLEFIELD:
            # The permanent knows the spell that became it (CR 400.7d, 107.3m), its face and its copiable values (CR
            # 608.3).
            if old.x:
                st.set(new, "x", old.x)
            if old.cast is not None:
                st.set(new, "cast", old.cast)
            if old.face:
                st.set(new, "face", old.face)
            if old.copiable is not None:
                st.set(new, "copiable", old.copiable)
            face_down = face_down or old.face_down
            if old.marks.get("bestowed"):
                st.put(new, "marks", "bestowed", True)
            if game.board.effects:
                from magistrate.rules import continuous

                continuous.carry_over(game, old.oid, new.oid)
        if event.x:
            st.set(new, "x", event.x)
        if event.face >= 0:
            st.set(new, "face", event.face)
        if event.copiable is not None:
            st.set(new, "copiable", event.copiable)
    if zone == BATTLEFIELD:
        if event.tapped:
            st.set(new, "tapped", True)
        if event.counters:
            st.set(new, "counters", {kind: n for kind, n in event.counters.items() if n > 0})
        if event.attacking != NOBODY:
            st.set(new, "attacking", event.attacking)
        if event.attached_to != NOBODY:
            st.set(new, "attached_to", event.attached_to)
    elif event.counters:
        st.set(new, "counters", {kind: n for kind, n in event.counters.items() if n > 0})
    if face_down:
        st.set(new, "face_down", face_down)
    chosen = dict(event.chosen)
    if old.chosen and event.from_zone == STACK and zone == BATTLEFIELD:
        chosen = {**old.chosen, **chosen}  # what was chosen to pay for the spell (CR 601.2b, 607.2d)
    if chosen:
        st.set(new, "chosen", chosen)
    if event.linked or (old.linked and event.from_zone == STACK and zone == BATTLEFIELD):
        # what was exiled to pay for the spell is what the permanent's abilities speak of (CR 607.2a)
        st.set(new, "linked", {**(old.linked if event.from_zone == STACK else {}), **event.linked})
    if event.marks:
        st.set(new, "marks", dict(event.marks))
    if old.marks and COMMANDER in old.marks:
        st.put(new, "marks", COMMANDER, True)  # CR 903.3: it is an attribute of the card
    _tell(game, event, old, new, face_down)


def _tell(game: Engine, event: ZoneChange, old: GameObject, new: GameObject, face_down: str) -> None:
    """Who knows the card now (CR 400.2, 404.2, 708.5, 712.17): all in a public zone, its owner in a hand, who
    followed it from where it was, who foretold it (CR 702.143a), and all where it was face down on the battlefield or
    as a spell (CR 708.9)."""
    zone = event.to_zone
    if old.face_down and zone != BATTLEFIELD and event.from_zone in (BATTLEFIELD, STACK):
        known = everyone(game)
        if old.definition is not None:
            name = old.definition.name
            game.note(lambda: f"what was face down is revealed: {name}", "708.9")
    elif zone in PUBLIC:
        if not face_down:
            known = everyone(game)
        elif zone == EXILE:
            known = old.known_to if event.from_zone in PUBLIC and not old.face_down else 0
            if event.from_zone == LIBRARY and event.cause >= 0:  # who looked at it and then exiled it so (CR 406.3)
                known = old.known_to & 1 << event.cause
            elif event.marks and "foretold" in event.marks:
                known = 1 << new.owner
        else:
            known = (old.known_to if event.from_zone in PUBLIC and not old.face_down else 0) | 1 << new.controller
    else:
        known = old.known_to
        if zone == HAND:
            known |= 1 << new.owner
    if event.from_zone == HAND and (zone == LIBRARY or face_down):
        # Nobody else sees which card of the hand it is, so not which are left either; who has it done has seen them.
        seeing = 1 << old.owner | (1 << event.cause if event.cause >= 0 else 0)
        if zone == LIBRARY:
            known &= seeing
        keep_from(game, game.st.players[old.owner].hand, seeing)
    if known != new.known_to:
        game.st.set(new, "known_to", known)


def _out_of_combat(game: Engine, old: GameObject) -> None:
    """CR 506.4: what leaves is removed from combat; its last known information still says what it did there (CR
    608.2h)."""
    if old.zone != BATTLEFIELD or (old.attacking == NOBODY and not old.blocking and game.board.combat is None):
        return
    st = game.st
    attacking, blocking, blocked = old.attacking, old.blocking, old.blocked
    by = combat.blockers_of(game, old.oid) if attacking != NOBODY else ()
    combat.remove_from_combat(game, old.oid)
    if by:
        st.put(old, "marks", combat.BLOCKERS, by)
    st.set(old, "attacking", attacking)
    st.set(old, "blocking", blocking)
    st.set(old, "blocked", blocked)


def take_out(st: State, thing: GameObject) -> None:
    """Take an object out of the zone where it is."""
    zone, oid = thing.zone, thing.oid
    if zone == NOWHERE:
        return
    name = _OF_BOARD.get(zone)
    record: Any = st.board
    if name is None:
        record, name = st.players[thing.owner], _OF_PLAYER[zone]
    here: tuple[int, ...] = getattr(record, name)
    if here and here[0] == oid:
        st.set(record, name, here[1:])
    else:
        at = here.index(oid)
        st.set(record, name, here[:at] + here[at + 1 :])


def _put_in(st: State, thing: GameObject, zone: int, position: str | int) -> None:
    """Put an object into a zone: on top of a graveyard or the stack (CR 404.1, 405.2, 400.5, 401.7), anywhere in a library (CR
    401)."""
    oid = thing.oid
    if zone == LIBRARY:
        record: Any = st.players[thing.owner]
        library = record.library
        if position == "bottom" or thing.kind != CARD:  # what is no card is never the top card (CR 111.6, 111.7)
            st.set(record, "library", (*library, oid))
        elif position == "top" or position == SHUFFLED:  # it is shuffled right afterwards
            st.set(record, "library", (oid, *library))
        else:
            at = min(max(int(position), 0), len(library))
            st.set(record, "library", (*library[:at], oid, *library[at:]))
        return
    name = _OF_BOARD.get(zone)
    record = st.board
    if name is None:  # the zone of its owner, whoever controlled it (CR 400.3)
        record, name = st.players[thing.owner], _OF_PLAYER[zone]
    st.set(record, name, (*getattr(record, name), oid))


def _gone(game: Engine, old: GameObject, last: Characteristics) -> None:
    """The object ceases to exist."""
    st = game.st
    _out_of_combat(game, old)
    take_out(st, old)
    st.depart(old.oid, last, NOBODY)


def cease(game: Engine, oids: Iterable[int]) -> None:
    """Objects cease to exist, which is no event that anything could notice: tokens and copies elsewhere than they can
    be (CR 111.7, 704.5d-e), abilities that have resolved or been countered (CR 608.2n), emblems of players who left."""
    st = game.st
    gone = [st.objects[oid] for oid in oids if oid in st.objects]
    last = [layers.characteristics(game, thing.oid) for thing in gone]
    for thing, characteristics in zip(gone, last, strict=True):
        _gone(game, thing, characteristics)


def bring(game: Engine, kind: int, owner: int, zone: int, controller: int = NOBODY) -> GameObject:
    """A new object that is no card (an ability, a copy of a spell, an emblem) in a zone, without an event of moving."""
    st = game.st
    made = st.create(kind, owner, None)
    if controller != NOBODY and controller != owner:
        st.set(made, "controller", controller)
    st.set(made, "timestamp", st.tick())
    st.set(made, "known_to", everyone(game))
    _put_in(st, made, zone, "top")
    st.set(made, "zone", zone)
    return made


def cannot_exist_here(thing: GameObject) -> bool:
    """Whether it ceases to exist where it is, as a state-based action (CR 704.5d, 704.5e)."""
    kind, zone = thing.kind, thing.zone
    if kind == TOKEN:
        return zone != BATTLEFIELD
    if kind == COPY:
        return zone != STACK and zone != BATTLEFIELD and zone != NOWHERE
    return kind == ABILITY and zone != STACK


# Libraries -----------------------------------------------------------------------------------------------------------
def shuffle(game: Engine, player: int) -> None:
    """CR 701.20a: the library in a random order; nobody knows where any card is any more. What is no card stays below them until it
    ceases to exist (CR 111.6, 704.5d)."""
    st = game.st
    record = st.players[player]
    objects = st.objects
    cards = [oid for oid in record.library if objects[oid].kind == CARD]
    others = [oid for oid in record.library if objects[oid].kind != CARD]
    for at in range(len(cards) - 1, 0, -1):
        other = st.random(at + 1)
        cards[at], cards[other] = cards[other], cards[at]
    st.set(record, "library", (*cards, *others))
    unknown(game, cards)


def arrange_library(game: Engine, player: int, library: tuple[int, ...]) -> None:
    """Give a library another order (CR 401.5, 701.18a): the same cards, the top one first."""
    st = game.st
    assert sorted(library) == sorted(st.players[player].library)
    st.set(st.players[player], "library", library)


def place(game: Engine, oid: int, position: str | int) -> None:
    """Put a card of a library at another position there (CR 701.20g)."""
    thing = game.st.objects[oid]
    record = game.st.players[thing.owner]
    game.st.set(record, "library", tuple([one for one in record.library if one != oid]))
    _put_in(game.st, thing, LIBRARY, position)


def unknown(game: Engine, oids: Iterable[int]) -> None:
    """Nobody knows these cards any more, for example after they were put back in a random order."""
    st = game.st
    for oid in oids:
        thing = st.objects[oid]
        if thing.known_to:
            st.set(thing, "known_to", 0)


def keep_from(game: Engine, oids: Iterable[int], mask: int) -> None:
    """CR 401.4, 402.3, 701.16d: only the players of the mask still know these cards, after somebody has arranged them out of sight."""
    st = game.st
    for oid in oids:
        thing = st.objects[oid]
        if thing.known_to & ~mask:
            st.set(thing, "known_to", thing.known_to & mask)


def show(game: Engine, oids: Iterable[int], mask: int) -> None:
    """The players of the mask get to know these cards (CR 701.16)."""
    st = game.st
    for oid in oids:
        thing = st.objects.get(oid)
        if thing is not None and thing.known_to | mask != thing.known_to:
            st.set(thing, "known_to", thing.known_to | mask)


# Identity ------------------------------------------------------------------------------------------------------------
def now_is(game: Engine, oid: int) -> int:
    """The live object that an object is or became by one change of zones into a public zone (CR 400.7e, 400.7j),
    else NOBODY."""
    st = game.st
    if oid in st.objects:
        return oid
    gone = st.departed.get(oid)
    if gone is None or gone.became == NOBODY:
        return NOBODY
    found = st.objects.get(gone.became)
    return found.oid if found is not None and found.zone in PUBLIC else NOBODY


def is_card(thing: GameObject) -> bool:
    """Whether an object is represented by a card (CR 108.2, 108.2b, 111.6, 114.5)."""
    return thing.kind == CARD


__all__ = [
    "CEASE",
    "PUBLIC",
    "ZONE_NAMES",
    "EnteredWithCounters",
    "arrange_library",
    "bring",
    "cannot_exist_here",
    "cease",
    "change",
    "everyone",
    "ids",
    "is_card",
    "keep_from",
    "move",
    "now_is",
    "permanents",
    "put_piece",
    "relocate",
    "remember",
    "show",
    "shuffle",
    "unknown",
]
