"""When events of the game are what keywords bring with them: crewing, evidence, being cast for a cost (CR 603.2, 702)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import BeCastFor, BecomeCrewed, BecomePlotted, CollectEvidence, Crew
from magistrate.abilities.things import Things
from magistrate.rules import events
from magistrate.rules.matching import Bindings, about, concerns, knowing, occurs_in

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@occurs_in(BeCastFor, on=(events.SpellCast,))
def is_cast_for(
    game: Engine, action: BeCastFor, subject: Things, event: events.SpellCast, frame: Frame
) -> Bindings | None:
    """CR 118.9: for which alternative cost it was cast."""
    cast = game.obj(event.object).cast
    if cast is None or cast.name != action.how or not concerns(game, subject, event.object, frame):
        return None
    return about(game, event.object)


@occurs_in(BecomePlotted, on=(events.Done,))
def becomes_plotted(
    game: Engine, action: BecomePlotted, subject: Things, event: events.Done, frame: Frame
) -> Bindings | None:
    """CR 702.170a, 702.170c: by its own ability or by an effect."""
    if event.what != "plot" or not concerns(game, subject, event.thing, frame):
        return None
    return about(game, event.thing)


# Crewing ----------------------------------------------------------------------------------------------------------
@occurs_in(Crew, on=(events.Done,))
def crews(game: Engine, action: Crew, subject: Things, event: events.Done, frame: Frame) -> Bindings | None:
    """CR 702.122b, 702.171c."""
    if event.what != ("saddle" if action.saddle else "crew") or not isinstance(event.value, int):
        return None
    if not concerns(game, subject, event.thing, frame):
        return None
    own = knowing(game, action, event.thing, frame)
    if not concerns(game, action.what, event.value, own):
        return None
    return {**about(game, event.thing), "event:object": (event.value,)}


@occurs_in(BecomeCrewed, on=(events.Done,))
def becomes_crewed(
    game: Engine, action: BecomeCrewed, subject: Things, event: events.Done, frame: Frame
) -> Bindings | None:
    """CR 702.122d."""
    if event.what != "crewed" or not concerns(game, subject, event.thing, frame):
        return None
    return about(game, event.thing)


# Evidence ---------------------------------------------------------------------------------------------------------
@occurs_in(CollectEvidence, on=(events.Done,))
def collects(
    game: Engine, action: CollectEvidence, subject: Things, event: events.Done, frame: Frame
) -> Bindings | None:
    """CR 701.57a."""
    done = event.what == "collect evidence" and concerns(game, subject, event.player, frame)
    return {"event:player": (event.player,)} if done else None
