"""Controlling another player (CR 720): who makes a player's decisions.

`board.marks` holds two maps from players to who controls them: those that wait for the player's next turn, and the one
that holds during this turn. Objects keep their controllers; only `Decision.decider` and what is seen differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import ControlPlayer
from magistrate.rules import selecting
from magistrate.rules.registry import carries_out
from magistrate.rules.results import Result

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

_WAITS: Final = "will be controlled"
_NOW: Final = "controlled"


@carries_out(ControlPlayer)
def control_player(game: Engine, action: ControlPlayer, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 720.1, 720.1a, 720.9: it waits for the player's next turn; of several such effects the latest counts. It may be
    oneself."""
    controlled = selecting.players(game, action.whom, frame)
    for player in who:
        waiting = dict(game.board.marks.get(_WAITS) or {})
        for other in controlled:
            waiting[other] = player
            _say(game, player, other)
        game.st.put(game.board, "marks", _WAITS, waiting or None)
    return Result(bool(who and controlled), players=controlled)


def _say(game: Engine, player: int, other: int) -> None:
    names = [one.name for one in game.st.players]
    game.note(lambda: f"{names[player]} controls {names[other]} during that player's next turn", "720.1")


def turn_begins(game: Engine, player: int) -> None:
    """CR 720.1, 720.1b: as a turn begins that is really taken, the control of the turn before is over and the one that
    waited for it begins."""
    marks = game.board.marks
    if _NOW in marks:
        game.st.put(game.board, "marks", _NOW, None)
    waiting = marks.get(_WAITS)
    if waiting and player in waiting:
        game.st.put(game.board, "marks", _NOW, {player: waiting[player]})
        left = {other: by for other, by in waiting.items() if other != player}
        game.st.put(game.board, "marks", _WAITS, left or None)


def decider(game: Engine, player: int) -> int:
    """CR 720.3, 720.5, 720.5a, 720.5b, 720.8: who makes a player's decisions: the player, or who controls them. The decisions
    are the same, with the same objects and the same resources, and only those that the rules ask for; the other makes their
    own too."""
    now = game.board.marks.get(_NOW)
    if not now:
        return player
    found: int = now.get(player, player)
    return found if found in game.board.order else player  # CR 800.4a


def eyes(game: Engine, viewer: int) -> tuple[int, ...]:
    """CR 720.4: the players whose hidden information somebody sees: their own, and that of whom they control."""
    now = game.board.marks.get(_NOW)
    if not now:
        return (viewer,)
    return (viewer, *(player for player in now if player != viewer and decider(game, player) == viewer))
