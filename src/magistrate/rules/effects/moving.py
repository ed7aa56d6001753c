"""Moving objects between zones: putting, returning and exiling them (CR 400, 406, 610.3, 701.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import CountersPhrase, Exile, PutInto, Return
from magistrate.abilities.things import OwnerOf, Some
from magistrate.rules import amounts, combat, cost_objects, entering_later, linked, selecting, zones
from magistrate.rules.decisions import ORDER, Decision, Option
from magistrate.rules.definitions import INSTANT, SORCERY
from magistrate.rules.effects import returning
from magistrate.rules.effects.picking import frame_of, in_turn_order, live, option_of, pick
from magistrate.rules.events import EXILE, PUT, RETURN, GameEvent, ZoneChange
from magistrate.rules.registry import carries_out
from magistrate.rules.resolution import Result
from magistrate.rules.state import BATTLEFIELD, FIRST_OBJECT, GRAVEYARD, HAND, LIBRARY, NOBODY
from magistrate.rules.state import EXILE as EXILE_ZONE
from magistrate.rules.zone_numbers import ZONE_NUMBER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def moving_to(game: Engine, oid: int, zone: int, reason: str, frame: Frame) -> ZoneChange:
    """The event that moves an object to a zone, its owner's where zones have owners (CR 400.3)."""
    thing = game.obj(oid)
    return ZoneChange(oid, thing.zone, zone, thing.owner, reason, frame.source, frame.controller)


def moved(game: Engine, events: list[GameEvent], by: Mapping[int, int] | None = None) -> Result:
    """Let zone changes happen at once; the result holds what moved, by its new ids (CR 400.7j), and which player moved it of several."""
    if not events:
        return Result(False)
    wanted = {event.object for event in events if isinstance(event, ZoneChange)}
    return result_of(game.happen(events), wanted, by)


def result_of(happened: list[GameEvent], wanted: set[int] | None = None, by: Mapping[int, int] | None = None) -> Result:
    """What the zone changes among these events moved (of the wanted objects)."""
    objects: list[int] = []
    count = 0
    movers: dict[int, int] = {}
    for event in happened:
        if isinstance(event, ZoneChange) and event.new != NOBODY and (wanted is None or event.object in wanted):
            objects.append(event.new)
            objects.extend(event.more)  # CR 727.3c
            if by is not None and event.object in by:
                movers.update(dict.fromkeys((event.new, *event.more), by[event.object]))
            count += 1
    return Result(bool(objects), tuple(objects), amount=count, by=movers)


def arranged(game: Engine, player: int, things: tuple[int, ...], order: str, prompt: str) -> tuple[int, ...]:
    """The things in the order in which they are put: as the player says, or at random, which nobody knows (CR 401.4)."""
    if len(things) < 2 or not order:
        return things
    if order == "random":
        left = list(things)
        shuffled: list[int] = []
        while left:
            shuffled.append(left.pop(game.st.random(len(left))))
        zones.unknown(game, shuffled)
        return tuple(shuffled)
    options = [option_of(game, "order", thing, player) for thing in things]
    answer = game.ask(Decision(player, "order", prompt, options, len(options), len(options), shape=ORDER))
    return tuple(things[index] for index in answer)


def _by_owner(game: Engine, player: int, things: tuple[int, ...], order: str) -> tuple[int, ...]:
    """CR 401.4: cards put into a library at the same time are arranged by their owner; "in any order" by who puts
    them."""
    if len(things) < 2:
        return things
    found: tuple[int, ...] = ()
    for owner in in_turn_order(game, tuple(dict.fromkeys(game.obj(oid).owner for oid in things))):
        own = tuple(oid for oid in things if game.obj(oid).owner == owner)
        chooser = player if order == "any" else owner
        found += arranged(game, chooser, own, order or "any", "Put in which order? (what is named first is put first)")
    return found


def entering_with(game: Engine, event: ZoneChange, phrases: tuple[CountersPhrase, ...], frame: Frame) -> None:
    """Counters that an effect puts on an object as it enters the battlefield (CR 122.6a)."""
    for phrase in phrases:
        amount = amounts.amount(game, phrase.count, frame)
        if amount > 0:
            event.counters[phrase.kind] = event.counters.get(phrase.kind, 0) + amount


def reposition(game: Engine, player: int, cards: tuple[int, ...], position: str | int) -> None:
    """Move cards within a player's library: they do not change zones (CR 401.4, 701.20b). The first is put first."""
    owner = game.st.players[player]
    library = [card for card in owner.library if card not in cards]
    if position == "bottom":
        library.extend(cards)
    elif isinstance(position, int):
        library[position:position] = list(cards)
    else:
        library[0:0] = list(reversed(cards))
    zones.arrange_library(game, player, tuple(library))


def place_in(position: str) -> str | int:
    """A position in a library as events hold it: "top", "bottom" or the number of cards above it."""
    if position.startswith("nth:"):
        return int(position[4:]) - 1
    return position or "top"


def placed_at(game: Engine, player: int, position: str, frame: Frame) -> str | int:
    """The place in a library that is said; of "the top or bottom" the player chooses now."""
    return _top_or_bottom(game, player, frame) if position == "choice" else place_in(position)


def _top_or_bottom(game: Engine, player: int, frame: Frame) -> str:
    """CR 401.4, 608.2d: the player chooses the end of the library."""
    options = [Option("choose", end, value=end) for end in ("top", "bottom")]
    chosen = game.choose(
        player, "choose", "On the top or on the bottom?", options, source=frame.source, rules=("608.2d",)
    )
    found: str = chosen[0].value
    return found


def _put(
    game: Engine,
    action: PutInto | Return,
    player: int,
    things: tuple[int, ...],
    reason: str,
    frame: Frame,
    events: list[GameEvent],
) -> tuple[int, ...]:
    """Add the events that put a player's things where the action says; what only moves within a library is moved, and
    returned."""
    zone = ZONE_NUMBER[action.zone]
    position = placed_at(game, player, action.position, frame)
    within: list[int] = []
    if zone == LIBRARY:
        things = _by_owner(game, player, things, action.order)
    for oid in things:
        if oid < FIRST_OBJECT:
            continue
        thing = game.obj(oid)
        if thing.zone == zone and zone != EXILE_ZONE:
            if zone == LIBRARY:
                within.append(oid)
            continue
        event = moving_to(game, oid, zone, reason, frame)
        event.position = position
        event.face_down = "exile" if action.face_down and zone == EXILE_ZONE else "put" if action.face_down else ""
        if zone == BATTLEFIELD and not _enters(game, action, player, event, frame):
            continue
        if zone == BATTLEFIELD:
            entering_later.said_to_be(game, event)
        events.append(event)
    if within:
        for owner in in_turn_order(game, tuple(dict.fromkeys(game.obj(oid).owner for oid in within))):
            own = tuple(oid for oid in within if game.obj(oid).owner == owner)
            reposition(game, owner, own, position)
            _unseen(game, action, player, own)
    return tuple(within)


def _unseen(game: Engine, action: PutInto | Return, player: int, cards: tuple[int, ...]) -> None:
    """CR 401.4, 701.16d: the order in which several cards of one owner are put into a library is not shown."""
    if len(cards) > 1:
        zones.keep_from(game, cards, 1 << (player if action.order == "any" else game.obj(cards[0]).owner))


def _enters(game: Engine, action: PutInto | Return, player: int, event: ZoneChange, frame: Frame) -> bool:
    """Fill in how an object enters the battlefield; False when it can't (CR 400.4a, 712.14b: an instant or sorcery
    stays where it is)."""
    thing = game.obj(event.object)
    values = game.chars(event.object)
    types = values.types
    if action.transformed:
        # CR 712.14a: what is no transforming double-faced card stays in its zone
        if thing.definition is None or thing.definition.layout != "transform":
            return False
        event.face = 1
        types = thing.definition.faces[1].types
    if types & (INSTANT | SORCERY) and not action.face_down:
        return False
    event.controller = player
    if isinstance(action.under, OwnerOf):
        event.controller = thing.owner
    elif action.under is not None:
        under = selecting.players(game, action.under, frame)
        if not under:
            return False
        event.controller = under[0]
    if action.attached_to is not None:
        to = selecting.select(game, action.attached_to, frame)
        if to:
            event.attached_to = to[0]
        elif "Aura" in values.subtypes:
            game.note(lambda: "there is nothing to attach it to", "303.4g")
            return False
    event.tapped = action.tapped
    entering_with(game, event, action.with_counters, frame)
    if action.attacking:
        attacked = getattr(action, "attacked", None)
        if attacked is None:
            event.attacking = combat.choose_attacked(game, event.controller, event.object)
        else:
            event.attacking = combat.said_to_attack(game, event.controller, selecting.players(game, attacked, frame))
    return True


def _where_said(game: Engine, action: Exile | PutInto | Return, player: int, frame: Frame) -> tuple[int, ...] | None:
    """The objects of the zone that the action says its things come from; None when it says none."""
    if action.from_ is None:
        return None
    zone = ZONE_NUMBER[action.from_]
    whose = selecting.players(game, action.from_of, frame) if action.from_of is not None else tuple(game.board.order)
    if zone in (LIBRARY, HAND, GRAVEYARD):
        return tuple(oid for owner in whose for oid in zones.ids(game, zone, owner))
    return tuple(zones.ids(game, zone, player))


@carries_out(PutInto)
def put_into(game: Engine, action: PutInto, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 400.6, 110.2a, 305.4, 121.5: objects move at the same time; what a player puts onto the battlefield enters under that
    player's control."""
    return _put_all(game, action, who, PUT, frame)


@carries_out(Return)
def return_to(game: Engine, action: Return, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 400.6, 400.7: objects return from where they are, or from where the effect says they are, at the same time."""
    return _put_all(game, action, who, RETURN, frame)


def _put_all(game: Engine, action: PutInto | Return, who: tuple[int, ...], reason: str, frame: Frame) -> Result:
    events: list[GameEvent] = []
    stayed: tuple[int, ...] = ()
    by: dict[int, int] = {}
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        there = _where_said(game, action, player, own)
        things = live(game, pick(game, player, action.what, own, "choose", there))
        if there is not None and not things:
            game.note(lambda: "it is not there any more: what became of it is another object", "400.7")
        by.update(dict.fromkeys(things, player))
        stayed += _put(game, action, player, things, reason, own, events)
    result = moved(game, events, by)
    if ZONE_NUMBER[action.zone] == LIBRARY and len(result.objects) > 1:
        put = [oid for oid in result.objects if game.obj(oid).zone == LIBRARY]
        for owner in dict.fromkeys(game.obj(oid).owner for oid in put):
            _unseen(game, action, who[0], tuple(oid for oid in put if game.obj(oid).owner == owner))
    return _both(result, stayed)


def _both(result: Result, stayed: tuple[int, ...]) -> Result:
    if not stayed:
        return result
    return Result(True, stayed + result.objects, amount=len(stayed) + result.amount, by=result.by)


@carries_out(Exile)
def exile(game: Engine, action: Exile, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.11a, 406.2: everything is exiled at once; the source is linked to what it exiled (CR 607.2a). What is in exile already
    becomes a new object that has just been exiled (CR 400.8, 406.7).

    With `until`, nothing moves when the event has already occurred (CR 610.3a, 610.3b), and all returns right after it.
    """
    if action.until is not None and returning.is_over(game, action.until, frame):
        game.note(lambda: "what would end the exile has already happened: nothing is exiled", "610.3a")
        return Result(False)
    events: list[GameEvent] = []
    by: dict[int, int] = {}
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        there = _where_said(game, action, player, own)
        if action.crafting and isinstance(action.what, Some):
            there = cost_objects.crafted(game, player, action.what.group, own)
        for oid in live(game, pick(game, player, action.what, own, "exile", there)):
            if oid < FIRST_OBJECT:
                continue
            event = moving_to(game, oid, EXILE_ZONE, EXILE, own)
            event.face_down = "exile" if action.face_down else ""
            entering_with(game, event, action.with_counters, own)
            events.append(event)
            by[oid] = player
    if not events:
        return Result(False)
    from_zones = {event.object: event.from_zone for event in events if isinstance(event, ZoneChange)}
    happened = game.happen(events)
    exiled = tuple(
        oid
        for event in happened
        if isinstance(event, ZoneChange)
        and event.object in from_zones
        and event.to_zone == EXILE_ZONE
        and event.new != NOBODY
        for oid in (event.new, *event.more)  # CR 727.3c
    )
    link_exiled(game, frame.source, exiled)
    if action.until is not None and exiled:
        returning.schedule(game, action.until, frame, exiled, happened)
    return result_of(happened, set(from_zones), by)


def link_exiled(game: Engine, source: int, exiled: tuple[int, ...]) -> None:
    """CR 607.2a, 406.6, 607.1b, 607.1c: "exiled with" means what an ability of that object exiled, the same one earlier too."""
    if not exiled or source < FIRST_OBJECT:
        return
    thing = game.obj(source)
    key = linked.key(game, source, "exiled")
    game.st.put(thing, "linked", key, thing.linked.get(key, ()) + exiled)
