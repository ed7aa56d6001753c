"""Who declares attackers and blockers where an effect says that somebody else does (CR 508.1, 509.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import DirectCombat
from magistrate.abilities.effects import Does
from magistrate.abilities.things import You
from magistrate.rules import continuous, selecting, statics
from magistrate.rules.registry import carries_out
from magistrate.rules.results import Result

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@carries_out(DirectCombat)
def direct(game: Engine, action: DirectCombat, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 611.2: a player declares which creatures attack, or block and how, for a time."""
    for player in who:
        own = frame.child()
        own.controller = player
        continuous.add_statement(game, own, Does(You(), (action,), duration=action.duration), action.duration)
    return Result(bool(who))


def director(game: Engine, player: int, attackers: bool) -> int:
    """Who declares what the player would: the player, or whom the latest such effect names (CR 613.7)."""
    found = player
    for one in statics.active(game, DirectCombat):
        if any(isinstance(part, DirectCombat) and part.attackers is attackers for part in one.node.actions):
            who = selecting.players(game, one.node.who, one.frame)
            if who and who[0] in game.board.order:
                found = who[0]
    return found
