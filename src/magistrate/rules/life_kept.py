"""Damage that can't reduce a life total to less than so much (CR 120.4c, 614.1a)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.effects import ReducesLifeTo
from magistrate.rules import amounts, selecting, statics
from magistrate.rules.events import LifeGained, LifeLost

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent


def kept(game: Engine, batch: list[GameEvent]) -> list[GameEvent]:
    """CR 120.4c, 120.4d: the results of damage, less what would bring a life total below what an effect keeps it at; life that is
    gained by the same damage counts."""
    for player in dict.fromkeys(event.player for event in batch if isinstance(event, LifeLost) and event.by_damage):
        least = _least(game, player)
        if least is None:
            continue
        change = sum(_change(event, player) for event in batch)
        life = game.st.players[player].life
        spared = max(0, min(life, least) - (life + change))
        if spared:
            _tell(game, least)
            batch = _less(batch, player, spared)
    return batch


def _tell(game: Engine, least: int) -> None:
    game.note(lambda: f"the damage reduces the life total to {least} instead", "120.4c", "614.1a")


def _least(game: Engine, player: int) -> int | None:
    found = [
        amounts.amount(game, active.node.to, active.frame)
        for active in statics.active(game, ReducesLifeTo)
        if selecting.is_meant(game, player, active.node.who, active.frame)
    ]
    return max(found, default=None)


def _change(event: GameEvent, player: int) -> int:
    if isinstance(event, LifeLost) and event.player == player:
        return -event.amount
    return event.amount if isinstance(event, LifeGained) and event.player == player else 0


def _less(batch: list[GameEvent], player: int, spared: int) -> list[GameEvent]:
    """The same events with so much less life lost to damage; one that loses none does not happen."""
    left: list[GameEvent] = []
    for event in batch:
        if isinstance(event, LifeLost) and event.by_damage and event.player == player and spared:
            less = min(spared, event.amount)
            spared -= less
            event.amount -= less
            if not event.amount:
                continue
        left.append(event)
    return left
