"""Crewing Vehicles and saddling Mounts (CR 702.122, 702.171): who can, with how much power, and what is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import Crew, CrewAsThough
from magistrate.rules import amounts, restrictions, selecting, statics
from magistrate.rules.events import Done, GameEvent

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


def able(game: Engine, oids: tuple[int, ...], source: int, how: str) -> tuple[int, ...]:
    """CR 702.122a, 702.122c: other creatures than the permanent itself, that can crew."""
    return tuple(
        oid for oid in oids if oid != source and not (how == "crew" and restrictions.cant(game, oid, Crew, what=source))
    )


def power(game: Engine, oid: int, how: str) -> int:
    """What a creature counts for as it is tapped to crew or to saddle."""
    total = game.chars(oid).power
    more = 0
    for active in statics.active(game, CrewAsThough):
        node = active.node
        for action in getattr(node, "actions", ()):
            if not isinstance(action, CrewAsThough) or (how == "saddle" and not action.saddle):
                continue
            if not selecting.is_meant(game, oid, node.what, active.frame):
                continue
            if action.by is not None:
                total = amounts.measure(game, oid, action.by) or 0
            if action.more is not None:
                more += amounts.amount(game, action.more, active.frame)
    return total + more


def tapped_for(game: Engine, player: int, oids: tuple[int, ...], source: int, how: str) -> None:
    """CR 702.122b, 702.171c: each of the creatures crews the Vehicle or saddles the Mount."""
    told: list[GameEvent] = []
    for oid in oids:
        event = Done(how, player, oid, value=source, source=source)
        event.cause = player
        told.append(event)
    if told:
        game.happen(told)
