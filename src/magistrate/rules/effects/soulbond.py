"""Soulbond (CR 702.95): two creatures are paired, for as long as both remain creatures under one player's control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.rules import selecting, zones
from magistrate.rules.effects.keyword_actions import PROCESSES
from magistrate.rules.effects.picking import name_of
from magistrate.rules.pairing import could_be, pair, settle
from magistrate.rules.resolution import Result

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def _paired(game: Engine, player: int, one: int, other: int) -> Result:
    pair(game, player, one, other)
    return Result(True, (one, other))


def enters(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.95a, 702.95c: the creature may be paired with another unpaired one of its controller's."""
    settle(game)
    own = frame.source
    if not could_be(game, own, player):
        return Result(False)
    able = tuple(oid for oid in zones.permanents(game) if oid != own and could_be(game, oid, player))
    chosen = selecting.pick(game, player, "choose", able, 0, 1, frame) if able else ()
    return _paired(game, player, own, chosen[0]) if chosen else Result(False)


def another_enters(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.95a, 702.95c: the creature that entered may be paired with this one."""
    settle(game)
    own = frame.source
    entered: tuple[int, ...] = frame.bindings.get("event:subject") or ()
    for other in entered:
        if other == own or not (could_be(game, own, player) and could_be(game, other, player)):
            continue
        if game.may(player, f"Pair it with {name_of(game, own)}?", source=own, rules=("702.95a",)):
            return _paired(game, player, own, other)
    return Result(False)


PROCESSES.update({"soulbond": enters, "soulbond with another": another_enters})
