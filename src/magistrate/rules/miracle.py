"""Miracle (CR 702.94): a card that is revealed as it is drawn, and cast for another cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from magistrate.abilities.effects import Effect
from magistrate.abilities.events import Event
from magistrate.abilities.kinds import Keyword, Triggered
from magistrate.abilities.node import unspoken
from magistrate.rules import cast_from_exile, present, zones
from magistrate.rules.events import DRAW, CardDrawn, GameEvent, ZoneChange
from magistrate.rules.frames import Frame
from magistrate.rules.registry import carries_out
from magistrate.rules.resolution import Result
from magistrate.rules.state import HAND

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.triggers import Pending

NAME: Final = "miracle"


# These are no part of the vocabulary: no card says them in these words.
@unspoken
class CastForMiracle(Effect):
    """ "You may cast it by paying its miracle cost rather than its mana cost"."""


@unspoken
class RevealedThisWay(Event):
    """ "When you reveal this card this way"."""


CAST_FOR_MIRACLE: Final = Triggered("when", RevealedThisWay(), CastForMiracle())


def triggered(game: Engine, batch: Sequence[GameEvent]) -> list[Pending]:
    """CR 702.94a, 702.94b, 121.9: the first card that a player draws in a turn may be revealed; then its ability triggers. All
    players know the card for as long as it is in the hand."""
    if not present.has(game, NAME):
        return []
    from magistrate.rules.triggers import Pending

    found: list[Pending] = []
    for event in batch:
        if not isinstance(event, ZoneChange) or event.reason != DRAW or event.to_zone != HAND:
            continue
        thing = game.st.live(event.new)
        if thing is None or NAME not in game.chars(event.new).keywords or not _first_drawn(game, event.player):
            continue
        name = game.chars(event.new).name
        if not game.may(event.player, f"reveal {name} as you draw it?", source=event.new, rules=("702.94a",)):
            continue
        zones.show(game, (event.new,), zones.everyone(game))
        frame = Frame(event.new, event.player)
        frame.event = event
        found.append(Pending(CAST_FOR_MIRACLE, frame, -1))
    return found


def _first_drawn(game: Engine, player: int) -> bool:
    """Whether the card drawn last is the first that the player has drawn this turn."""
    marks = game.st.turn_marks
    events = game.st.history[marks[-1] if marks else 0 :]
    return sum(1 for event in events if isinstance(event, CardDrawn) and event.player == player) == 1


@carries_out(CastForMiracle)
def cast_for_miracle(game: Engine, effect: CastForMiracle, frame: Frame) -> Result:
    """CR 702.94a: the player may cast it, if it is still in their hand."""
    thing = game.st.live(frame.source)
    if thing is None or thing.zone != HAND:
        return Result(False)
    keywords = (a for a in game.chars(thing.oid).abilities if isinstance(a, Keyword) and a.name == NAME)
    cost = next((keyword.costs for keyword in keywords), None)
    if cost is None:
        return Result(False)
    return Result(cast_from_exile.may_cast(game, frame.controller, thing, NAME, "702.94a", costs=cost))
