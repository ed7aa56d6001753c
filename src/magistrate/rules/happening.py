"""The one road on which everything happens: proposed, forbidden or replaced, performed, recorded, noticed (CR 603, 614-616)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from magistrate.abilities.effects import ReducesLifeTo
from magistrate.rules import (
    as_it_was,
    continuous,
    damage,
    daybound,
    graveyard_order,
    life_kept,
    present,
    quiet,
    replacement,
    statics,
    triggers,
    zones,
)
from magistrate.rules.effects import returning
from magistrate.rules.events import DamageDealt
from magistrate.rules.registry import PERFORMS, rule_for

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent


def happen(game: Engine, proposed: Sequence[GameEvent]) -> list[GameEvent]:
    """Let events happen at the same time; returns all that happened, what they led to included, in order.

    1. what "can't" happen is dropped, then replacement and prevention effects apply, each once to an event (CR 614, 615, 616);
    2. what will leave is remembered as it last existed, and abilities that look back are collected (CR 603.10);
    3. each event is performed; an event may lead to others (a destroyed permanent moves), which then happen all at once;
    4. events are recorded, durations that they end are over, who ascends does, and triggered abilities notice them (CR 603.2).
    """
    if quiet.happened(game, proposed):
        return list(proposed)
    batch = replacement.applied(game, list(proposed))
    if present.has(game, ReducesLifeTo):
        batch = life_kept.kept(game, batch)
    if not batch:
        return []
    batch = graveyard_order.arranged(game, batch)
    looking_back = triggers.look_back(game, batch)
    zones.remember(game, batch)
    followers: list[GameEvent] = []
    for event in batch:
        led_to = rule_for(PERFORMS, event)(game, event)
        if led_to:
            followers.extend(led_to)
    turn = game.board.turn
    if len(batch) > 1 and type(batch[0]) is DamageDealt:
        damage.exceed_together(batch)
    for event in batch:
        event.turn = turn
        game.st.record(event)
    continuous.watch(game, batch)
    statics.ascend(game)
    daybound.watch(game)
    triggers.notice(game, batch, looking_back)
    returning.after(game, batch)
    as_it_was.keep_entered(game, batch)
    if followers:
        batch = batch + happen(game, followers)
    return batch
