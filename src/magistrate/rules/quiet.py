"""Events that nothing in this game looks at: they happen as they are, with nobody asked (CR 603.2, 614.1).

Most events of most games are steps that begin, permanents tapped for mana, abilities activated. Where no card of the game could
trigger on such an event or replace it, and no effect is about that could, there is nothing to find out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from magistrate.rules import continuous, triggers
from magistrate.rules.events import ManaProduced, StepBegan, Tapped, Untapped
from magistrate.rules.present import present
from magistrate.rules.registry import PERFORMS
from magistrate.rules.state import BATTLEFIELD

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent


def happened(game: Engine, batch: Sequence[GameEvent]) -> bool:
    """Let events happen that nothing could look at; False, and nothing has happened, when something could."""
    quiet = present(game).quiet_keys()
    if not quiet:
        return False
    st = game.st
    board = game.board
    for event in batch:
        kind = type(event)
        if kind is StepBegan:
            if event.step not in quiet:  # type: ignore[attr-defined]
                return False
        elif kind not in quiet or (kind is ManaProduced and not event.units):  # type: ignore[attr-defined]
            return False
        elif kind is Tapped or kind is Untapped:
            thing = st.objects.get(event.object)  # type: ignore[attr-defined]
            if (
                thing is None
                or thing.zone != BATTLEFIELD
                or thing.counters
                or thing.phased_out
                or thing.tapped is (kind is Tapped)
            ):
                return False  # it is so already (CR 603.2f), or a counter may change it (CR 122.1c)
    if board.delayed or game.caches.get("replacing"):
        return False
    marks = board.marks
    if marks and ("shields" in marks or "returns" in marks):
        return False
    turn = board.turn
    for event in batch:
        # None of these leads to other events.
        PERFORMS[type(event)](game, event)
        event.turn = turn
        st.record(event)
    if board.effects:
        continuous.watch(game, batch)
    triggers.notice_quietly(game, batch)
    return True
