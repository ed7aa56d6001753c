"""Putting, removing and moving counters; proliferating and travelling in time
(CR 122, 701.27, 701.54)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import (
    CountersPhrase,
    GetCounters,
    MoveCounters,
    Proliferate,
    PutCounters,
    RemoveCounters,
)
from magistrate.abilities.things import Exactly
from magistrate.rules import amounts, cost_objects, restrictions, selecting, zones
from magistrate.rules.cast_from_exile import TIME, is_suspended
from magistrate.rules.counters_on import stamp
from magistrate.rules.decisions import NUMBER, Decision, Option
from magistrate.rules.effects.dividing import shares
from magistrate.rules.effects.picking import amount_for, frame_of, in_turn_order, live, name_of, option_of, pick
from magistrate.rules.effects.undertaking import undertake
from magistrate.rules.events import CountersPut, CountersRemoved, GameEvent
from magistrate.rules.registry import carries_out, performs
from magistrate.rules.resolution import Result
from magistrate.rules.state import FIRST_OBJECT, NOBODY, GameObject, PlayerState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def bearer(game: Engine, thing: int) -> PlayerState | GameObject | None:
    """The player or object that bears counters; None when it is no longer there."""
    return game.st.players[thing] if thing < FIRST_OBJECT else game.st.live(thing)


def counters_on(game: Engine, thing: int) -> Mapping[str, int]:
    """The counters on a player or an object."""
    record = bearer(game, thing)
    return {} if record is None else record.counters


@performs(CountersPut)
def put(game: Engine, event: CountersPut) -> list[GameEvent] | None:
    """CR 122.1, 122.6."""
    record = bearer(game, event.target)
    if record is None or event.amount <= 0:
        return None
    game.st.put(record, "counters", event.kind, record.counters.get(event.kind, 0) + event.amount)
    stamp(game, record, event.kind)
    game.note(lambda: f"{name_of(game, event.target)} gets {_counted(event)}", *event.rules)
    return None


def _counted(event: CountersPut | CountersRemoved) -> str:
    return f"{event.amount} {event.kind} counter{'s' if event.amount != 1 else ''}"


@performs(CountersRemoved)
def removed(game: Engine, event: CountersRemoved) -> list[GameEvent] | None:
    """CR 122: as many as there are, at most."""
    record = bearer(game, event.target)
    if record is None:
        return None
    event.amount = min(event.amount, record.counters.get(event.kind, 0))
    if event.amount > 0:
        left = record.counters[event.kind] - event.amount
        game.st.put(record, "counters", event.kind, left or None)
        game.note(lambda: f"{name_of(game, event.target)} loses {_counted(event)}", "122.1")
    return None


def putting(game: Engine, target: int, kind: str, amount: int, player: int, frame: Frame) -> GameEvent:
    """The event that a player puts counters on something."""
    event = CountersPut(target, kind, amount, player, frame.source)
    event.cause = frame.controller
    event.by_no_effect = "paying" in frame.bindings
    return event


def put_now(game: Engine, events: list[GameEvent]) -> Result:
    """Let counters be put, all at once; the result holds what got some, and how many there were."""
    if not events:
        return Result(False)
    happened = [event for event in game.happen(events) if isinstance(event, CountersPut)]
    got = tuple(dict.fromkeys(event.target for event in happened))
    return Result(
        bool(happened),
        tuple(thing for thing in got if thing >= FIRST_OBJECT),
        tuple(thing for thing in got if thing < FIRST_OBJECT),
        sum(event.amount for event in happened),
    )


@carries_out(PutCounters)
def put_counters(game: Engine, action: PutCounters, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 122.1: all at the same time. Distributed ones as announced, or as the player says now (CR 601.2d, 608.2d). "Those
    creatures" are all that the instruction is about, those too on which none can be put (CR 608.2c, 609.3)."""
    events: list[GameEvent] = []
    about: dict[int, None] = {}
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        things = live(game, pick(game, player, action.on, own, "choose"))
        if action.distributed:
            phrase = action.counters[0]
            for thing, share in shares(game, player, things, amount_for(game, phrase.count, player, who, own), own):
                events.append(putting(game, thing, phrase.kind, share, player, own))
                about[thing] = None
            continue
        about.update(dict.fromkeys([thing for thing in things if thing >= FIRST_OBJECT]))
        for phrase in action.counters:
            amount = amount_for(game, phrase.count, player, who, own)
            if amount > 0:
                events.extend(putting(game, thing, phrase.kind, amount, player, own) for thing in things)
    put = put_now(game, events)
    return Result(put.done, tuple(about), put.players, put.amount)


@carries_out(GetCounters)
def get_counters(game: Engine, action: GetCounters, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 122.1: players get counters."""
    events: list[GameEvent] = []
    for player in in_turn_order(game, who):
        for phrase in action.counters:
            amount = amount_for(game, phrase.count, player, who, frame)
            if amount > 0:
                events.append(putting(game, player, phrase.kind, amount, frame.controller, frame))
    return put_now(game, events)


# Removing ------------------------------------------------------------------------------------------------------------
def choose_number(game: Engine, player: int, prompt: str, least: int, most: int, source: int) -> int:
    """A player says a number."""
    if least >= most:
        return most
    number: int = game.ask(Decision(player, "number", prompt, [], least, most, shape=NUMBER, source=source))
    return number


def choose_kinds(game: Engine, player: int, thing: int, count: int, frame: Frame) -> dict[str, int]:
    """A player chooses so many of the counters on a thing, of any kinds."""
    there = dict(counters_on(game, thing))
    if sum(there.values()) <= count:
        return there
    if len(there) == 1:
        return {next(iter(there)): count}
    chosen: dict[str, int] = {}
    for _ in range(count):
        options = [Option("counter", kind, thing, kind) for kind, n in there.items() if n > chosen.get(kind, 0)]
        kind = game.choose(player, "counter", "Which counter?", options, source=frame.source)[0].value
        chosen[kind] = chosen.get(kind, 0) + 1
    return chosen


def _to_remove(game: Engine, action: RemoveCounters, player: int, thing: int, frame: Frame) -> dict[str, int]:
    there = counters_on(game, thing)
    if action.count is None:
        if action.kind is None:
            return dict(there)
        return {action.kind: there.get(action.kind, 0)}
    available = sum(there.values()) if action.kind is None else there.get(action.kind, 0)
    least, most = selecting.bounds(game, action.count, frame, available)
    count = most
    if not isinstance(action.count, Exactly):
        count = choose_number(game, player, "Remove how many counters?", max(0, least), most, frame.source)
    if action.kind is not None:
        return {action.kind: count}
    return choose_kinds(game, player, thing, count, frame) if count > 0 else {}


@carries_out(RemoveCounters)
def remove_counters(game: Engine, action: RemoveCounters, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 122: counters are removed from each of the things; the amount of the result is how many were. Who pays no {E} at all pays
    that (CR 118.5)."""
    if action.among:
        return _remove_among(game, action, who, frame)
    events: list[GameEvent] = []
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        for thing in live(game, pick(game, player, action.from_, own, "choose")):
            for kind, count in _to_remove(game, action, player, thing, own).items():
                if count > 0:
                    event = CountersRemoved(thing, kind, count, own.source)
                    event.cause = frame.controller
                    events.append(event)
    if not events:
        return Result(_pays_nothing(game, action, frame))
    happened = [event for event in game.happen(events) if isinstance(event, CountersRemoved) and event.amount > 0]
    lost = tuple(dict.fromkeys(event.target for event in happened))
    return Result(
        bool(happened),
        tuple(thing for thing in lost if thing >= FIRST_OBJECT),
        tuple(thing for thing in lost if thing < FIRST_OBJECT),
        sum(event.amount for event in happened),
    )


def _remove_among(game: Engine, action: RemoveCounters, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 122: so many in all, from whichever of the things the player picks, one counter after another."""
    total = 0
    lost: tuple[int, ...] = ()
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame).child()
        if cost_objects.can_remove(game, player, action, own) and cost_objects.remove_counters(
            game, player, 0, action, own
        ):
            total += own.bindings["cost:0:amount"]
            lost += own.bindings["cost:0"]
    return Result(total > 0, lost, amount=total)


def _pays_nothing(game: Engine, action: RemoveCounters, frame: Frame) -> bool:
    """Whether it is paying as much {E} as some number that is 0."""
    if action.kind != "energy" or not isinstance(action.count, Exactly):
        return False
    return amounts.amount(game, action.count.amount, frame) <= 0


def _moving(game: Engine, phrases: tuple[CountersPhrase, ...], source: int, frame: Frame) -> dict[str, int]:
    there = counters_on(game, source)
    return {
        phrase.kind: min(there.get(phrase.kind, 0), max(0, amounts.amount(game, phrase.count, frame)))
        for phrase in phrases
    }


@carries_out(MoveCounters)
def move_counters(game: Engine, action: MoveCounters, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 122.5: counters are removed from the one and put on the other; nothing happens where either is impossible."""
    events: list[GameEvent] = []
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        sources = live(game, pick(game, player, action.from_, own, "choose"))
        destinations = live(game, pick(game, player, action.to, own, "choose"))
        if not destinations:
            continue
        to = destinations[0]
        for source in sources:
            if source == to:
                continue
            kinds = dict(counters_on(game, source)) if action.all_kinds else _moving(game, action.counters, source, own)
            for kind, count in kinds.items():
                if count > 0 and not restrictions.cant_get_counters(game, to, kind):
                    events.append(CountersRemoved(source, kind, count, own.source))
                    events.append(putting(game, to, kind, count, player, own))
    return put_now(game, events)


# Proliferate ---------------------------------------------------------------------------------------------------------
def proliferate_once(game: Engine, player: int, frame: Frame) -> None:
    """CR 701.27a: proliferating, unless something else happens instead."""
    undertake(game, "proliferate", player, NOBODY, 0, frame, lambda _: _proliferated(game, player, frame))


def _proliferated(game: Engine, player: int, frame: Frame) -> Result:
    """CR 701.27a: any number of permanents and players that have a counter get one more of each kind that they have."""
    possible = tuple(
        thing for thing in (*in_turn_order(game, game.board.order), *zones.permanents(game)) if counters_on(game, thing)
    )
    chosen: list[int] = []
    if possible:
        options = [option_of(game, "proliferate", thing, player) for thing in possible]
        picked = game.choose(player, "proliferate", "Proliferate what?", options, 0, len(options), source=frame.source)
        chosen = [option.thing for option in picked]
    events = [putting(game, thing, kind, 1, player, frame) for thing in chosen for kind in counters_on(game, thing)]
    game.note(lambda: f"{game.st.players[player].name} proliferates", "701.27a")
    if events:
        game.happen(events)
    return Result(True)


@carries_out(Proliferate)
def proliferate(game: Engine, action: Proliferate, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.27: so many times, one after the other."""
    for player in in_turn_order(game, who):
        for _ in range(amount_for(game, action.times, player, who, frame)):
            proliferate_once(game, player, frame)
    return Result(bool(who))


# Time travel ---------------------------------------------------------------------------------------------------------
def time_travel(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 701.54a: any number of the player's permanents with time counters and of their suspended cards each get one
    more or lose one, as the player says of each."""
    possible = [
        oid
        for oid in zones.permanents(game)
        if game.obj(oid).counters.get(TIME, 0) > 0 and game.chars(oid).controller == player
    ]
    possible += [oid for oid in game.board.exile if game.obj(oid).owner == player and is_suspended(game, game.obj(oid))]
    options = [option_of(game, "choose", oid, player) for oid in possible]
    events: list[GameEvent] = []
    for chosen in game.choose(
        player, "choose", "Put or remove time counters where?", options, 0, len(options), source=frame.source
    ):
        name = name_of(game, chosen.thing)
        ways = [
            Option("counter", f"Put one on {name}", value=True),
            Option("counter", f"Remove one from {name}", value=False),
        ]
        put_on = game.choose(
            player, "counter", "Put or remove a time counter?", ways, source=frame.source, rules=("701.54a",)
        )[0].value
        if put_on:
            events.append(putting(game, chosen.thing, TIME, 1, player, frame))
        else:
            removed_here = CountersRemoved(chosen.thing, TIME, 1, frame.source)
            removed_here.cause = player
            events.append(removed_here)
    if events:
        game.happen(events)
    return Result(True, amount=len(events))
