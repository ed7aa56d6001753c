"""Entering as a copy of something, with exceptions that may rest on what is copied or on the copy (CR 707.5, 707.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import Enter, Exceptionally, ObjectAction
from magistrate.abilities.node import walk
from magistrate.abilities.things import It, Some
from magistrate.rules import conditions, copying, exercised, registry, resolution, selecting, telling
from magistrate.rules.state import NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import ZoneChange
    from magistrate.rules.frames import Frame


def as_copy(game: Engine, event: ZoneChange, action: Enter, frame: Frame) -> tuple[Enter, ...]:
    """CR 707.5, 707.9, 707.6: it enters as a copy of what its controller chooses, with the exceptions stated; of
    nothing when there is nothing to choose. Gives the exceptions that say how it enters, which is no copiable value;
    those of a copy effect that was applied before do not happen (CR 707.9e)."""
    what = action.as_copy_of
    assert what is not None
    player = event.controller if event.controller != NOBODY else frame.controller
    if isinstance(what, Some):
        found = tuple(oid for oid in selecting.choose_some(game, player, what, frame) if oid != event.object)
    else:
        found = selecting.select(game, what, frame)
    if not found:
        return ()
    # The exceptions can speak of what was chosen: "if you control that creature".
    resolution.keep(frame, frame.at - 1, resolution.Result(True, (found[0],)))
    frame.bindings["copied"] = (found[0],)
    event.copiable = copying.copiable_values(game, found[0])
    if event.excepted is not None:
        event.tapped, event.counters = event.excepted
    ways: list[Enter] = []
    for exception in action.exceptions:
        made: tuple[ObjectAction, ...] = (exception,)
        if isinstance(exception, Exceptionally):
            made = exception.actions if _is_made(game, event, exception, frame) else ()
        for one in made:
            if isinstance(one, Enter):
                ways.append(one)
            else:
                event.copiable = copying.with_exceptions(event.copiable, (one,), game, frame, action.exceptions)
    event.excepted = (event.tapped, dict(event.counters)) if ways else None
    if game.trace is not None:
        name = telling.name(game, found[0])
        game.note(lambda: f"it enters as a copy of {name}", "707.5", "614.1c")
    return tuple(ways)


def _is_made(game: Engine, event: ZoneChange, exception: Exceptionally, frame: Frame) -> bool:
    """CR 707.9, 614.12, 707.9f: whether an exception is made under its condition; what that says of "it" is looked at
    as the copy will be on the battlefield."""
    from magistrate.rules.entering import look_ahead

    if registry.EXERCISED is not None:
        exercised.note(exception)
    condition = exception.condition
    if not any(isinstance(part, It) and part.slot == "source" for part in walk(condition)):
        return bool(conditions.holds(game, condition, frame))

    def ask(oid: int) -> bool:
        own = frame.child()
        own.source = oid
        return bool(conditions.holds(game, condition, own))

    return look_ahead(game, event, ask)
