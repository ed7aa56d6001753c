"""Winning and losing, extra and skipped turns and steps (CR 104, 500.7, 500.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import LoseGame, SkipStep, SkipThatTurn, TakeExtraTurn, WinGame
from magistrate.rules import leaving, shields, turn
from magistrate.rules.effects.picking import amount_for, in_turn_order, name_of, tell
from magistrate.rules.events import GameEvent, PlayerLost
from magistrate.rules.registry import carries_out
from magistrate.rules.resolution import Result
from magistrate.rules.state import FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def by(game: Engine, frame: Frame) -> str:
    """The effect's source in words."""
    return f"an effect of {name_of(game, frame.source)}" if frame.source >= FIRST_OBJECT else "an effect"


@carries_out(WinGame)
def win_game(game: Engine, action: WinGame, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 104.2b."""
    for player in in_turn_order(game, who):
        leaving.win(game, player, by(game, frame))
    return Result(bool(who), players=who)


@carries_out(LoseGame)
def lose_game(game: Engine, action: LoseGame, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 104.3e: all at the same time."""
    losing = [player for player in in_turn_order(game, who) if not leaving.cannot_lose(game, player)]
    events: list[GameEvent] = [PlayerLost(player, by(game, frame)) for player in losing]
    happened = game.happen(events) if events else []
    return Result(any(isinstance(event, PlayerLost) for event in happened), players=who)


@carries_out(TakeExtraTurn)
def take_extra_turn(game: Engine, action: TakeExtraTurn, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 500.7: the turns are added one at a time, those of several players in APNAP order."""
    for player in in_turn_order(game, who):
        for _ in range(amount_for(game, action.count, player, who, frame)):
            turn.add_extra_turn(game, player)
            tell(game, "500.7", "{} takes an extra turn after this one", player)
    return Result(bool(who), players=who)


@carries_out(SkipThatTurn)
def skip_that_turn(game: Engine, action: SkipThatTurn, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 614.10: the turn that would have begun is replaced by nothing."""
    return Result(bool(who), players=who)


@carries_out(SkipStep)
def skip_step(game: Engine, action: SkipStep, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 500.11, 614.10: a replacement effect waits for the next such step (or phase, or turn) of each player."""
    for player in in_turn_order(game, who):
        shields.add_skip(game, player, action.step, frame)
    return Result(bool(who), players=who)
