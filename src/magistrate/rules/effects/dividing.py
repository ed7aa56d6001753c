"""Effects that divide or distribute something as a player chooses (CR 601.2d, 608.2d)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.rules.decisions import DIVIDE, Answer, Decision
from magistrate.rules.effects.picking import option_of

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def _one_each(answer: Answer) -> str:
    return "each must get at least one" if any(share < 1 for share in answer) else ""


def shares(
    game: Engine, player: int, things: tuple[int, ...], total: int, frame: Frame, kind: str = "divide"
) -> tuple[tuple[int, int], ...]:
    """How much each of the things gets: as announced for targets (CR 601.2d), what has become illegal getting nothing
    (CR 608.2b);
    among things that are no targets the player says now, at least one each (CR 608.2d)."""
    if not things:
        return ()
    for announced in frame.division:
        if announced and all(any(thing == named for named, _ in announced) for thing in things):
            return tuple((thing, share) for thing, share in announced if thing in things)
    if total <= 0:
        return ()
    if len(things) == 1:
        return ((things[0], total),)
    if total < len(things):
        things = things[:total]
    options = [option_of(game, kind, thing, player) for thing in things]
    decision = Decision(
        player, "divide", f"Divide {total}", options, 1, total, shape=DIVIDE, total=total, source=frame.source,
        rules=("608.2d",), validate=_one_each,
    )  # fmt: skip
    return tuple(zip(things, game.ask(decision), strict=True))
