"""Gaining, losing, paying, setting and exchanging life (CR 119, 701.10c)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import ExchangeLife, GainLife, LoseLife, PayLife, SetLife
from magistrate.rules import restrictions, selecting
from magistrate.rules.effects.picking import amount_for, frame_of, in_turn_order
from magistrate.rules.events import GameEvent, LifeGained, LifeLost
from magistrate.rules.registry import Unsupported, carries_out, performs
from magistrate.rules.resolution import Result

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@performs(LifeGained)
def gained(game: Engine, event: LifeGained) -> list[GameEvent] | None:
    """CR 119.3: the life total goes up."""
    player = game.st.players[event.player]
    game.st.set(player, "life", player.life + event.amount)
    why, rules = (" by lifelink", ("120.3f", "702.15b")) if event.by_lifelink else ("", ("119.3",))
    game.note(lambda: f"{player.name} gains {event.amount} life{why} ({player.life})", *rules)
    return None


@performs(LifeLost)
def lost(game: Engine, event: LifeLost) -> list[GameEvent] | None:
    """CR 119.3, 120.3a: the life total goes down; a payment is a loss (CR 119.4)."""
    player = game.st.players[event.player]
    game.st.set(player, "life", player.life - event.amount)
    why, rule = ("is dealt", "120.3a") if event.by_damage else ("pays", "119.4") if event.paid else ("loses", "119.3")
    words = "damage and loses that much life" if event.by_damage else "life"
    game.note(lambda: f"{player.name} {why} {event.amount} {words} ({player.life})", rule)
    return None


def _tally(game: Engine, events: list[GameEvent]) -> Result:
    """Gain and loss are events only when more than 0 (CR 119.9, 119.10); the result holds who and how much."""
    if not events:
        return Result(False)
    happened = [event for event in game.happen(events) if isinstance(event, LifeGained | LifeLost)]
    return Result(
        bool(happened),
        players=tuple(dict.fromkeys(event.player for event in happened)),
        amount=sum(event.amount for event in happened),
    )


@carries_out(GainLife)
def gain_life(game: Engine, action: GainLife, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 119.3: every player gains at the same time; 0 life is no life gain (CR 119.9)."""
    return _change(game, action, LifeGained, who, frame)


@carries_out(LoseLife)
def lose_life(game: Engine, action: LoseLife, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 119.3: every player loses at the same time."""
    return _change(game, action, LifeLost, who, frame)


def _change(
    game: Engine, action: GainLife | LoseLife, kind: type[LifeGained | LifeLost], who: tuple[int, ...], frame: Frame
) -> Result:
    if action.amount is None:
        raise Unsupported(f"{type(action).__name__} of no amount")
    events: list[GameEvent] = []
    for player in in_turn_order(game, who):
        amount = amount_for(game, action.amount, player, who, frame)
        if amount > 0:
            event = kind(player, amount, frame.source)
            event.cause = frame.controller
            events.append(event)
    return _tally(game, events)


@carries_out(PayLife)
def pay_life(game: Engine, action: PayLife, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 119.4: only a player with at least that much life can pay it; 0 life can always be paid (CR 119.4b)."""
    paid = False
    total = 0
    for player in in_turn_order(game, who):
        amount = amount_for(game, action.amount, player, who, frame)
        if amount <= 0:
            paid = True
        elif game.st.players[player].life >= amount and not restrictions.cant(game, player, LoseLife):
            event = LifeLost(player, amount, frame.source, paid=True)
            event.cause = player
            result = _tally(game, [event])
            paid = paid or result.done
            total += result.amount
    return Result(paid, players=who, amount=total)


def change_to(game: Engine, player: int, total: int, frame: Frame) -> GameEvent | None:
    """CR 119.5: the gain or loss that brings a player's life total to a number; None when it is that already."""
    now = game.st.players[player].life
    event: GameEvent
    if total > now:
        event = LifeGained(player, total - now, frame.source)
    elif total < now:
        event = LifeLost(player, now - total, frame.source)
    else:
        return None
    event.cause = frame.controller
    return event


@carries_out(SetLife)
def set_life(game: Engine, action: SetLife, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 119.5: the player gains or loses the necessary amount."""
    events: list[GameEvent] = []
    for player in in_turn_order(game, who):
        event = change_to(game, player, amount_for(game, action.amount, player, who, frame), frame)
        if event is not None:
            events.append(event)
    result = _tally(game, events)
    return Result(True, players=who, amount=result.amount)


@carries_out(ExchangeLife)
def exchange_life(game: Engine, action: ExchangeLife, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.10c, 119.7, 119.8: both totals change at once, or nothing does where one may not change that way; the amount of the
    result is how much life was lost."""
    if len(who) != 1:
        raise Unsupported("ExchangeLife of several players")
    first = who[0]
    others = selecting.players(game, action.with_, frame_of(game, first, who, frame))
    if len(others) != 1 or others[0] == first or first not in game.board.order:
        return Result(False)
    second = others[0]
    players = game.st.players
    low, high = (first, second) if players[first].life < players[second].life else (second, first)
    if restrictions.cant(game, low, GainLife) or restrictions.cant(game, high, LoseLife):
        return Result(False)
    proposed = (change_to(game, low, players[high].life, frame), change_to(game, high, players[low].life, frame))
    changes = [event for event in proposed if event is not None]
    happened = game.happen(changes) if changes else []
    lost = sum(event.amount for event in happened if isinstance(event, LifeLost))
    return Result(True, players=(first, second), amount=lost)
