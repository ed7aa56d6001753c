"""Abilities that trigger additional times (CR 603.2d)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magistrate.abilities.effects import TriggersAgain
from magistrate.rules import conditions, matching, present, selecting, statics
from magistrate.rules.state import DUNGEON, FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent
    from magistrate.rules.frames import Frame


def times(game: Engine, oid: int, event: GameEvent, bindings: dict[str, Any]) -> int:
    """CR 603.2d: how many additional times an ability of an object triggers on an event: once for each effect that says
    so. Such an effect does not make its own additional times trigger anew."""
    if not present.has(game, TriggersAgain):
        return 0
    found = 0
    for stated in statics.active(game, TriggersAgain):
        node = stated.node
        assert isinstance(node, TriggersAgain)
        if node.during is not None and not conditions.holds(game, node.during, stated.frame):
            continue
        if _is_of(game, oid, node, stated.frame) and _is_caused(game, event, bindings, node, stated.frame):
            found += 1
            game.note(lambda: f"an ability of {game.chars(oid).name} triggers an additional time", "603.2d")
    return found


def _is_of(game: Engine, oid: int, node: TriggersAgain, frame: Frame) -> bool:
    """Whether the abilities of an object are those that are spoken of; of dungeons only where rooms are (CR 309.4c)."""
    thing = game.st.get(oid)
    if node.rooms or thing.kind == DUNGEON:
        return node.rooms and thing.kind == DUNGEON and thing.owner == frame.controller
    return node.of is not None and selecting.is_meant(game, oid, node.of, frame)


def _is_caused(game: Engine, event: GameEvent, bindings: dict[str, Any], node: TriggersAgain, frame: Frame) -> bool:
    """Whether the event is of the sort that makes abilities trigger again.

    Where several things did something at once, it must be what the ability triggered on; "whenever you attack" is said
    of a player, and a creature's attacking causes it as well.
    """
    if node.cause is None:
        return True
    mine: tuple[int, ...] = bindings.get("event:subject", ())
    for part in matching.parts(node.cause):
        for found in matching.occurrences(game, part, event, frame):
            theirs: tuple[int, ...] = found.get("event:subject", ())
            apart = mine and theirs and not set(mine) & set(theirs)
            if not apart or mine[0] < FIRST_OBJECT or theirs[0] < FIRST_OBJECT:
                return True
    return False
