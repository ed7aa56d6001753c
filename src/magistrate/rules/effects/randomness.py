"""Flipping coins and rolling dice (CR 705, 706)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import FlipCoin, RollDie
from magistrate.rules.decisions import Option
from magistrate.rules.effects.picking import amount_for, in_turn_order, tell
from magistrate.rules.events import Done
from magistrate.rules.registry import carries_out
from magistrate.rules.resolution import Result

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def _used(game: Engine, what: str) -> int:
    used: int = game.board.marks.get(what, 0)
    game.st.put(game.board, "marks", what, used + 1)
    return used


def heads(game: Engine) -> bool:
    """How a coin comes up: as was laid down beforehand, then as the seed decides (CR 705.1)."""
    if game.forced_coins:
        at = _used(game, "coins")
        if at < len(game.forced_coins):
            return game.forced_coins[at]
    return game.st.random(2) == 1


def rolled(game: Engine, sides: int) -> int:
    """How a die comes up: as was laid down beforehand, then as the seed decides (CR 706.2, 706.1a)."""
    if game.forced_dice:
        at = _used(game, "dice")
        if at < len(game.forced_dice):
            return game.forced_dice[at]
    return game.st.random(sides) + 1


@carries_out(FlipCoin)
def flip_coin(game: Engine, action: FlipCoin, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 705.2: who flips calls, and wins the flip when the coin comes up so. `amount` is how many flips were won,
    and the result
    is "done" when all were."""
    won = 0
    flips = 0
    for player in in_turn_order(game, who):
        for _ in range(amount_for(game, action.count, player, who, frame)):
            options = [Option("coin", "heads", value=True), Option("coin", "tails", value=False)]
            call = game.choose(player, "coin", "Heads or tails?", options, source=frame.source, rules=("705.2",))[
                0
            ].value
            result = heads(game)
            flips += 1
            won += result == call
            event = Done("coin", player, amount=1 if result else 0, value=result == call, source=frame.source)
            event.cause = frame.controller
            side, outcome = "heads" if result else "tails", "won" if result == call else "lost"
            tell(game, "705.2", f"the coin comes up {side}: {outcome}")
            game.happen([event])
    return Result(flips > 0 and won == flips, players=who if flips else (), amount=won)


@carries_out(RollDie)
def roll_die(game: Engine, action: RollDie, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 706.2: the result of the roll is the amount, all results together for several dice; the last is kept for
    tables."""
    total = 0
    results: list[int] = []
    for player in in_turn_order(game, who):
        for _ in range(amount_for(game, action.count, player, who, frame)):
            event = Done("die", player, amount=rolled(game, action.sides), value=action.sides, source=frame.source)
            event.cause = frame.controller
            for happened in game.happen([event]):
                if isinstance(happened, Done) and happened.what == "die":
                    results.append(happened.amount)
                    total += happened.amount
                    tell(game, "706.2", f"the d{action.sides} comes up {happened.amount}")
    if results:
        frame.bindings["die"] = results[-1]
    return Result(bool(results), amount=total)
