"""Abilities that trigger additional times, or do not trigger at all (CR 603.2d, 101.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from magistrate.abilities.effects import CausesNoTriggers, TriggersAgain
from magistrate.rules import conditions, matching, present, selecting, statics, telling
from magistrate.rules.state import DUNGEON, FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.abilities.events import Event
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent
    from magistrate.rules.frames import Frame


def times(game: Engine, oid: int, events: Sequence[GameEvent], bindings: dict[str, Any]) -> int:
    """CR 603.2d: how many additional times an ability of an object triggers on what happened (several events where it triggers
    once for "one or more"): once for each effect that says so. Such an effect does not make its own additional times trigger anew. A
    state trigger (CR 603.8) has no event: it is of those effects that speak of no cause."""
    if not present.has(game, TriggersAgain):
        return 0
    found = 0
    for stated in statics.active(game, TriggersAgain):
        node = stated.node
        assert isinstance(node, TriggersAgain)
        if node.during is not None and not conditions.holds(game, node.during, stated.frame):
            continue
        if _is_of(game, oid, node, stated.frame) and _is_caused(game, events, bindings, node, stated.frame):
            found += 1
            game.note(lambda: f"an ability of {telling.name(game, oid)} triggers an additional time", "603.2d")
    return found


def stopped(game: Engine, oid: int, event: GameEvent, bindings: dict[str, Any], delayed: bool = False) -> bool:
    """CR 101.2, 603.2: whether an effect says that such an event does not make the ability of an object trigger.

    A delayed triggered ability is no ability of an object (CR 603.2e).
    """
    if not present.has(game, CausesNoTriggers):
        return False
    for stated in statics.active(game, CausesNoTriggers):
        node = stated.node
        assert isinstance(node, CausesNoTriggers)
        of_these = node.of is None or (not delayed and selecting.is_meant(game, oid, node.of, stated.frame))
        if of_these and _makes(game, event, bindings, node.cause, stated.frame):
            source = stated.frame.source
            game.note(partial(_say_stopped, game, source), "101.2", "603.2")
            return True
    return False


def _say_stopped(game: Engine, source: int) -> str:
    return f"an ability does not trigger because of {game.chars(source).name}"


def _is_of(game: Engine, oid: int, node: TriggersAgain, frame: Frame) -> bool:
    """Whether the abilities of an object are those that are spoken of; of dungeons only where rooms are (CR 309.4c)."""
    thing = game.st.get(oid)
    if node.rooms or thing.kind == DUNGEON:
        return node.rooms and thing.kind == DUNGEON and thing.owner == frame.controller
    return node.of is not None and selecting.is_meant(game, oid, node.of, frame)


def _is_caused(
    game: Engine, events: Sequence[GameEvent], bindings: dict[str, Any], node: TriggersAgain, frame: Frame
) -> bool:
    """Whether one of the events is of the sort that makes abilities trigger again."""
    cause = node.cause
    return cause is None or any(_makes(game, event, bindings, cause, frame) for event in events)


def _makes(game: Engine, event: GameEvent, bindings: dict[str, Any], cause: Event, frame: Frame) -> bool:
    """Whether it is such an event that an ability triggered on.

    Where several things did something at once, it must be what the ability triggered on; "whenever you attack" is said
    of a player, and a creature's attacking causes it as well.
    """
    mine: tuple[int, ...] = bindings.get("event:subject", ())
    for part in matching.parts(cause):
        for found in matching.occurrences(game, part, event, frame):
            theirs: tuple[int, ...] = found.get("event:subject", ())
            apart = mine and theirs and not set(mine) & set(theirs)
            if not apart or mine[0] < FIRST_OBJECT or theirs[0] < FIRST_OBJECT:
                return True
    return False
