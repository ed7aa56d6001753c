"""Cards in exile that become plotted by effects (CR 702.170c)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import BecomePlotted
from magistrate.rules.effects.picking import live, names_of
from magistrate.rules.events import Done
from magistrate.rules.registry import carries_out
from magistrate.rules.results import Result
from magistrate.rules.state import CARD, EXILE

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@carries_out(BecomePlotted)
def become_plotted(game: Engine, action: BecomePlotted, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 702.170c, 702.170d: its owner may cast it in a later turn; only a card can be plotted, and only in exile."""
    cards = tuple(oid for oid in live(game, who) if game.obj(oid).zone == EXILE and game.obj(oid).kind == CARD)
    for oid in cards:
        game.st.put(game.obj(oid), "marks", "plotted", game.board.turn)
        game.note(lambda oid=oid: f"{names_of(game, (oid,))} becomes plotted", "702.170c")  # type: ignore[misc]
        event = Done("plot", game.obj(oid).owner, oid, source=frame.source)
        event.cause = frame.controller
        game.happen([event])
    return Result(bool(cards), cards, amount=len(cards))
