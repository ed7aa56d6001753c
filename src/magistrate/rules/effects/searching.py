"""Searching, revealing and looking at cards (CR 701.16, 701.19)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from magistrate.abilities.actions import Behold, LookAt, Reveal, RevealUntil, Search
from magistrate.abilities.characteristics import Zone
from magistrate.abilities.groups import Group, Quality, TogetherWith
from magistrate.abilities.things import All, AnyNumber, Objects, SeveralObjects, Some
from magistrate.rules import amounts, budgets, cost_objects, differing, restrictions, selecting, zones
from magistrate.rules.decisions import Option
from magistrate.rules.effects.moving import link_exiled, moved, moving_to
from magistrate.rules.effects.picking import frame_of, in_turn_order, live, names_of, pick
from magistrate.rules.events import EXILE, Done, GameEvent, ZoneChange
from magistrate.rules.registry import Unsupported, carries_out
from magistrate.rules.resolution import Result
from magistrate.rules.state import EXILE as EXILE_ZONE
from magistrate.rules.state import FIRST_OBJECT, HAND, LIBRARY, NOBODY
from magistrate.rules.zone_numbers import ZONE_NUMBER

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def states_a_quality(group: Group) -> bool:
    """CR 701.19b, 701.19d: whether the cards sought are described, and not only counted."""
    qualities: list[Quality] = [*group.shared, *group.post]
    for head in group.heads:
        qualities.extend(head.qualities)
    return bool(qualities)


def _found(
    game: Engine, player: int, what: Objects, where: tuple[int, ...], owners: tuple[int, ...], frame: Frame
) -> tuple[int, ...]:
    """The cards that a player finds among those that they look at."""
    if isinstance(what, SeveralObjects):  # "a Plains card, an Island card, and a Swamp card": one after the other
        several: tuple[int, ...] = ()
        for part in what.parts:
            left = tuple(oid for oid in where if oid not in several)
            several += _found(game, player, part, left, owners, frame)
        return several
    if isinstance(what, Some):
        group, quantity = what.group, what.quantity
    elif isinstance(what, All):
        group, quantity = what.group, AnyNumber()
    else:
        meant = selecting.select(game, what, frame)
        return tuple(oid for oid in where if oid in meant)
    fitting = tuple(oid for oid in where if selecting.is_of(game, oid, group, frame))
    least, most = selecting.bounds(game, quantity, frame, len(fitting))
    hidden = tuple(oid for oid in fitting if game.obj(oid).zone in (LIBRARY, HAND))
    different = differing.in_what(group)
    if isinstance(what, All):
        if not states_a_quality(group):
            return fitting
        if not different:  # those of a public zone are found in any case
            seen = tuple(oid for oid in fitting if oid not in hidden)
            return seen + selecting.pick(game, player, "search", hidden, 0, len(hidden), frame)
        least = len(fitting)
    if states_a_quality(group):
        least = max(0, min(least, len(fitting) - len(hidden)))
    total = budgets.of(group)
    if total is not None:
        return budgets.pick(game, player, "search", fitting, least, most, total, frame)
    if different:
        return differing.pick(game, player, "search", fitting, least, most, different, frame)
    return selecting.pick(game, player, "search", fitting, least, most, frame)


@carries_out(Search)
def search(game: Engine, action: Search, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.19, 701.19e: the player looks at all cards of the zones and finds some; in a hidden zone they need not
    find what is described by a quality (CR 701.19b). The found cards stay where they are, and are the result."""
    if action.of is None or action.what is None:  # "search libraries" is only what cannot be done
        raise Unsupported("search, without saying whose library and what for")
    found: tuple[int, ...] = ()
    searched = False
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        owners = selecting.players(game, action.of, own)
        forbidden = Zone.LIBRARY in action.zones and restrictions.cant(game, player, Search)
        searched_zones = _zones(game, player, action, forbidden, frame)
        if not searched_zones:
            game.note(lambda: "the library can't be searched", "101.2")
            continue
        where: tuple[int, ...] = ()
        for owner in owners:
            for zone in searched_zones:
                where += tuple(zones.ids(game, ZONE_NUMBER[zone], owner))
        if Zone.LIBRARY in searched_zones or Zone.HAND in searched_zones:
            zones.show(game, where, 1 << player)
        event = Done(
            "search", player, value=(owners, tuple(ZONE_NUMBER[z] for z in searched_zones)), source=frame.source
        )
        event.cause = frame.controller
        if not game.happen([event]):
            continue
        searched = True
        cards = _found(game, player, action.what, where, owners, own)
        _note_found(game, player, len(cards))
        found += cards
    return Result(searched, found, amount=len(found))


def _zones(game: Engine, player: int, action: Search, forbidden: bool, frame: Frame) -> tuple[Zone, ...]:
    """CR 701.19, 101.2, 609.3: the zones that are searched: all, or those of "library and/or graveyard" that the player says; where the
    library can't be searched, the others alone."""
    allowed = tuple(zone for zone in action.zones if not (forbidden and zone is Zone.LIBRARY))
    if not action.any_of:
        return allowed
    ways = [way for count in range(len(allowed), 0, -1) for way in combinations(allowed, count)]
    if len(ways) < 2:
        return ways[0] if ways else ()
    named = {" and ".join(zone.value for zone in way): way for way in ways}
    options = [Option("choose", name, value=name) for name in named]
    chosen = game.choose(player, "choose", "search which zones?", options, source=frame.source)
    way = named[str(chosen[0].value)]
    return way


def _note_found(game: Engine, player: int, count: int) -> None:
    game.note(
        lambda: f"{game.st.players[player].name} searches and finds {count} card{'s' if count != 1 else ''}", "701.19a"
    )


def reveal_cards(game: Engine, player: int, cards: tuple[int, ...], frame: Frame) -> None:
    """CR 701.16a, 701.16b, 701.16c: all players see the cards; they stay where they are."""
    if not cards:
        return
    zones.show(game, cards, zones.everyone(game))
    event = Done("reveal", player, cards[0], len(cards), cards, frame.source)
    event.cause = frame.controller
    game.note(lambda: f"{game.st.players[player].name} reveals {names_of(game, cards)}", "701.16a")
    game.happen([event])


@carries_out(Reveal)
def reveal(game: Engine, action: Reveal, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.16: the revealed cards are the result."""
    revealed: tuple[int, ...] = ()
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        meant = live(game, pick(game, player, action.what, own, "reveal"))
        cards = tuple(oid for oid in meant if oid >= FIRST_OBJECT)
        reveal_cards(game, player, cards, own)
        revealed += cards
    return Result(bool(revealed), revealed, amount=len(revealed))


@carries_out(Behold)
def behold(game: Engine, action: Behold, who: tuple[int, ...], frame: Frame) -> Result:
    """newer: behold. A permanent is chosen or a card in hand revealed, and exiled when that is said."""
    found: tuple[int, ...] = ()
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        among = None
        if isinstance(action.what, Some):
            among = cost_objects.beheld(game, player, action.what.group, own)
        chosen = live(game, pick(game, player, action.what, own, "choose", among))
        reveal_cards(game, player, tuple(oid for oid in chosen if game.obj(oid).zone == HAND), own)
        if action.exiled:
            result = moved(game, [moving_to(game, oid, EXILE_ZONE, EXILE, own) for oid in chosen])
            link_exiled(game, own.source, result.objects)
            chosen = result.objects
        found += chosen
    return Result(bool(found), found, amount=len(found))


@carries_out(LookAt)
def look_at(game: Engine, action: LookAt, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.16e: only the player who looks sees the cards; they are the result."""
    seen: tuple[int, ...] = ()
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        cards = tuple(oid for oid in live(game, selecting.select(game, action.what, own)) if oid >= FIRST_OBJECT)
        zones.show(game, cards, 1 << player)
        if cards:
            event = Done("look", player, cards[0], len(cards), cards, frame.source)
            event.cause = frame.controller
            game.happen([event])
        seen += cards
    return Result(bool(seen), seen, amount=len(seen))


@carries_out(RevealUntil)
def reveal_until(game: Engine, action: RevealUntil, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.16, 701.11a: one card after another, until enough of what is looked for is among them or the library is
    empty. All of the cards are kept as the "lot" of this instruction."""
    slot = f"lot:{frame.at - 1}"
    found: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        for owner in selecting.players(game, action.of, own):
            cards, wanted = _until(game, owner, action.what, own)
            if action.exiles:
                events: list[GameEvent] = [moving_to(game, oid, EXILE_ZONE, EXILE, own) for oid in cards]
                became = {
                    event.object: event.new
                    for event in game.happen(events)
                    if isinstance(event, ZoneChange) and event.new != NOBODY
                }
                cards = tuple(became[oid] for oid in cards if oid in became)
                wanted = tuple(became[oid] for oid in wanted if oid in became)
                link_exiled(game, own.source, cards)
            else:
                reveal_cards(game, player, cards, own)
            seen += cards
            found += wanted
    frame.bindings[slot] = seen
    return Result(bool(found), found, amount=len(found))


def _until(game: Engine, owner: int, what: Objects, frame: Frame) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards from the top down to the last one that is looked for, and those that are looked for."""
    library = zones.ids(game, LIBRARY, owner)
    if isinstance(what, All):
        return _until_total(game, library, what.group, frame)
    if not isinstance(what, Some):
        raise Unsupported(f"until {type(what).__name__}")
    wanted = selecting.bounds(game, what.quantity, frame, len(library))[0]
    found: list[int] = []
    for count, oid in enumerate(library):
        if len(found) >= wanted:
            return tuple(library[:count]), tuple(found)
        if selecting.is_of(game, oid, what.group, frame):
            found.append(oid)
    return tuple(library), tuple(found)


def _until_total(
    game: Engine, library: tuple[int, ...], group: Group, frame: Frame
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The same where it goes on until those that are looked for have so much together ("with total mana value 4 or greater")."""
    together = [quality for quality in group.post if isinstance(quality, TogetherWith)]
    if len(together) != 1:
        raise Unsupported("until all of no total")
    wanted = amounts.amount(game, together[0].amount, frame)
    total = 0
    found: list[int] = []
    for count, oid in enumerate(library):
        if total >= wanted:
            return tuple(library[:count]), tuple(found)
        if selecting.is_of(game, oid, group, frame):
            found.append(oid)
            total += amounts.measure(game, oid, together[0].which) or 0
    return tuple(library), tuple(found)
