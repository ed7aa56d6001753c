"""Doubling (CR 701.9): power and toughness, life totals, counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import DoubleCounters, DoubleLife, DoublePT, GetPT
from magistrate.abilities.amounts import Number
from magistrate.rules import continuous, selecting
from magistrate.rules.definitions import CREATURE
from magistrate.rules.effects.counters import put_now, putting
from magistrate.rules.effects.destroying import is_permanent
from magistrate.rules.effects.life import change_to
from magistrate.rules.effects.picking import frame_of, in_turn_order, name_of, pick
from magistrate.rules.events import GameEvent
from magistrate.rules.registry import carries_out
from magistrate.rules.resolution import Result
from magistrate.rules.state import FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@carries_out(DoublePT)
def double_pt(game: Engine, action: DoublePT, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.9b, 701.9c: a creature gets as much more (or less, where it is negative) as it has when this resolves."""
    doubled: tuple[int, ...] = ()
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        found = [
            (oid, game.chars(oid).power if action.power else 0, game.chars(oid).toughness if action.toughness else 0)
            for oid in pick(game, player, action.what, own)
            if is_permanent(game, oid) and game.chars(oid).types & CREATURE
        ]
        for oid, power, toughness in found:
            change = GetPT(
                Number(abs(power)), Number(abs(toughness)), -1 if power < 0 else 1, -1 if toughness < 0 else 1
            )
            game.note(lambda oid=oid: f"{name_of(game, oid)} is doubled", "701.9b")  # type: ignore[misc]
            continuous.add_effect(game, own, (oid,), (change,), action.duration)
            doubled += (oid,)
    return Result(bool(doubled), doubled, amount=len(doubled))


@carries_out(DoubleLife)
def double_life(game: Engine, action: DoubleLife, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.9d: the player gains or loses what is missing to twice the total."""
    events: list[GameEvent] = []
    players = selecting.players(game, action.whose, frame)
    for player in players:
        event = change_to(game, player, 2 * game.st.players[player].life, frame)
        if event is not None:
            events.append(event)
    if events:
        game.happen(events)
    return Result(bool(events), players=players)


@carries_out(DoubleCounters)
def double_counters(game: Engine, action: DoubleCounters, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.9e: as many of the counters as there already are, all at once."""
    events: list[GameEvent] = []
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        for thing in pick(game, player, action.on, own):
            if thing >= FIRST_OBJECT and not is_permanent(game, thing):
                continue
            counters = game.st.players[thing].counters if thing < FIRST_OBJECT else game.obj(thing).counters
            for kind, count in counters.items():
                if count > 0 and action.kind in (None, kind):
                    events.append(putting(game, thing, kind, count, player, own))
    return put_now(game, events)
