"""Looking at, rearranging and shuffling libraries (CR 401, 701.18, 701.20, 701.22, 701.42)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Scry, Shuffle, Surveil
from magistrate.rules import selecting, zones
from magistrate.rules.decisions import ARRANGE, Decision
from magistrate.rules.effects.moving import moving_to
from magistrate.rules.effects.picking import amount_for, frame_of, in_turn_order, live, option_of, pick
from magistrate.rules.events import PUT, Done, GameEvent, ZoneChange
from magistrate.rules.registry import carries_out, performs
from magistrate.rules.resolution import Result
from magistrate.rules.state import FIRST_OBJECT, GRAVEYARD, LIBRARY, NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

#: What a `Done` event does to the state, by what is done; most only say that something was done.
DOING: Final[dict[str, Callable[[Engine, Done], list[GameEvent] | None]]] = {}


@performs(Done)
def done(game: Engine, event: Done) -> list[GameEvent] | None:
    """CR 701: a thing done for which the rules have a process of their own (scry, shuffle, …), or that is only noticed."""
    process = event.process
    if process is not None:
        event.process = None  # what is kept in the history of the game does nothing
        process(event.amount)
        return None
    does = DOING.get(event.what)
    return does(game, event) if does is not None else None


# Shuffling -----------------------------------------------------------------------------------------------------------
def shuffled(game: Engine, event: Done) -> list[GameEvent] | None:
    """CR 701.20a, 701.16d, 701.20e: the library is put in a random order; nobody knows its cards any more. What is put into it at a
    certain position at the same time is there afterwards (CR 701.20g)."""
    owner = game.st.players[event.player]
    beside = [(one, game.obj(one.new).known_to) for one in event.beside if one.new in owner.library]
    zones.shuffle(game, event.player)
    for change, known in beside:
        zones.place(game, change.new, change.position)
        game.st.set(game.obj(change.new), "known_to", known)
    game.note(lambda: f"{owner.name} shuffles their library", "701.20a")
    return None


DOING["shuffle"] = shuffled


def shuffle_library(
    game: Engine, player: int, source: int = NOBODY, cause: int = NOBODY, put_in: tuple[int, ...] = ()
) -> None:
    """Shuffle a player's library, together with what was put into it as part of that."""
    event = Done("shuffle", player, value=put_in, source=source)
    event.cause = cause
    game.happen([event])


@carries_out(Shuffle)
def shuffle(game: Engine, action: Shuffle, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.20: `what` moves into its owners' libraries first; the libraries are shuffled even where nothing moved
    (CR 701.20c, d)."""
    acting = in_turn_order(game, who)
    owners: list[int] = []
    events: list[GameEvent] = []
    for player in acting:
        own = frame_of(game, player, who, frame)
        whose = (player,) if action.of is None else selecting.players(game, action.of, own)
        if action.what is None:
            owners += [owner for owner in whose if owner not in owners]
            continue
        meant = pick(game, player, action.what, own, "choose")
        for oid in live(game, meant):
            if oid >= FIRST_OBJECT and game.obj(oid).zone != LIBRARY:
                events.append(moving_to(game, oid, LIBRARY, PUT, own))
        named = [game.obj(oid).owner for oid in meant if oid >= FIRST_OBJECT]
        owners += [owner for owner in dict.fromkeys(named or whose) if owner not in owners]
    result = [event for event in game.happen(events) if isinstance(event, ZoneChange)] if events else []
    for owner in in_turn_order(game, tuple(owners)):
        put_in = tuple([event.object for event in result if event.player == owner and event.to_zone == LIBRARY])
        shuffle_library(game, owner, frame.source, frame.controller, put_in)
    return Result(bool(owners), tuple(event.new for event in result if event.new != NOBODY), tuple(owners), len(result))


# Scry and surveil ----------------------------------------------------------------------------------------------------
def arrange(
    game: Engine, player: int, cards: tuple[int, ...], piles: tuple[str, ...], prompt: str
) -> tuple[tuple[int, ...], ...]:
    """A player puts cards that they look at into piles, each in an order of their choice (decision kind "scry"); of several,
    nobody else knows which is where (CR 701.16d)."""
    zones.show(game, cards, 1 << player)
    options = [option_of(game, "scry", card, player) for card in cards]
    decision = Decision(player, "scry", prompt, options, len(options), len(options), shape=ARRANGE, piles=piles)
    answer = game.ask(decision)
    if len(cards) > 1:
        zones.keep_from(game, cards, 1 << player)
    return tuple(tuple(cards[index] for index in pile) for pile in answer)


def scried(game: Engine, event: Done) -> list[GameEvent] | None:
    """CR 701.18a: the player looks at the top cards and puts any of them on the bottom, the rest back on top, in any
    order."""
    owner = game.st.players[event.player]
    cards = owner.library[: event.amount]
    game.note(lambda: f"{owner.name} scries {event.amount}", "701.18a")
    if not cards:
        return None
    top, bottom = arrange(game, event.player, cards, ("top", "bottom"), f"Scry {event.amount}")
    zones.arrange_library(game, event.player, top + owner.library[len(cards) :] + bottom)
    event.value = (len(top), len(bottom))
    return None


def surveiled(game: Engine, event: Done) -> list[GameEvent] | None:
    """CR 701.42a: the player looks at the top cards and puts any of them into their graveyard, the rest back on top."""
    owner = game.st.players[event.player]
    cards = owner.library[: event.amount]
    game.note(lambda: f"{owner.name} surveils {event.amount}", "701.42a")
    if not cards:
        return None
    top, away = arrange(game, event.player, cards, ("top", "graveyard"), f"Surveil {event.amount}")
    zones.arrange_library(game, event.player, top + away + owner.library[len(cards) :])
    return [ZoneChange(card, LIBRARY, GRAVEYARD, event.player, PUT, event.source, event.cause) for card in away]


DOING["scry"] = scried
DOING["surveil"] = surveiled


def _each_does(game: Engine, what: str, counts: list[tuple[int, int]], frame: Frame) -> Result:
    """Players do something with a number, all at once, deciding in APNAP order; of 0 there is no event (CR 701.18b,
    701.18c, 701.18d, 701.42d, 701.42c)."""
    events: list[GameEvent] = []
    for player, count in counts:
        if count > 0:
            event = Done(what, player, amount=count, source=frame.source)
            event.cause = frame.controller
            events.append(event)
    happened = game.happen(events) if events else []
    moved = tuple(event.new for event in happened if isinstance(event, ZoneChange) and event.new != NOBODY)
    return Result(bool(happened), moved, tuple(player for player, _ in counts), len(moved))


@carries_out(Scry)
def scry(game: Engine, action: Scry, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.18."""
    counts = [(player, amount_for(game, action.count, player, who, frame)) for player in in_turn_order(game, who)]
    return _each_does(game, "scry", counts, frame)


@carries_out(Surveil)
def surveil(game: Engine, action: Surveil, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.42; the cards put into the graveyard are the result."""
    counts = [(player, amount_for(game, action.count, player, who, frame)) for player in in_turn_order(game, who)]
    return _each_does(game, "surveil", counts, frame)
