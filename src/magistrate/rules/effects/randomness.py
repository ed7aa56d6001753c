"""Flipping coins and rolling dice (CR 705, 706)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import FlipCoin, RollDie
from magistrate.abilities.dice import ResultRow, ResultsTable, RollAgain, RollOneMore
from magistrate.abilities.node import walk
from magistrate.rules import exercised, players_meant, statics
from magistrate.rules.decisions import Option
from magistrate.rules.effects.picking import amount_for, in_turn_order, tell
from magistrate.rules.events import Done, GameEvent
from magistrate.rules.registry import Unsupported, carries_out
from magistrate.rules.resolution import Result, carry_out

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
    """CR 706.2, 706.1: the result of the roll is the amount, all results together for several dice; the last is kept for
    tables."""
    if not action.sides:
        raise Unsupported("a die without a number of sides")
    total = 0
    results: list[int] = []
    for player in in_turn_order(game, who):
        count = amount_for(game, action.count, player, who, frame)
        mine = _roll(game, action, player, count, frame) if count > 0 else []
        results += mine
        total += sum(mine)
    if results:
        frame.bindings["die"] = results[-1]
    return Result(bool(results), amount=total)


def _roll(game: Engine, action: RollDie, player: int, count: int, frame: Frame) -> list[int]:
    """CR 706.2, 706.6: the results of a player's roll. A roll that is ignored never happened; modifiers come to the natural results
    of the others."""
    more = 0
    for active in statics.active(game, RollOneMore):
        if players_meant.is_player(game, player, active.node.who, active.frame):
            more += 1
            exercised.note(active.node)
    naturals = [rolled(game, action.sides) for _ in range(count + more)]
    for _ in range(more + action.ignore_lower):
        if len(naturals) > 1:
            ignored = min(naturals)
            naturals.remove(ignored)
            tell(game, "706.6", f"a roll of {ignored} is ignored")
    modifier = 0 if action.modifier is None else amount_for(game, action.modifier, player, (player,), frame)
    results = [natural - modifier if action.less else natural + modifier for natural in naturals]
    rolls: list[GameEvent] = []
    for natural, result in zip(naturals, results, strict=True):
        rolls.append(Done("die", player, amount=result, value=natural, source=frame.source))
        said = f"{natural}" if natural == result else f"{natural}, which makes {result}"
        tell(game, "706.2", f"the d{action.sides} comes up {said}")
    rolls.append(Done("dice", player, amount=sum(results), value=tuple(results), source=frame.source))
    for event in rolls:
        event.cause = frame.controller
    game.happen(rolls)
    return results


#: The binding that says that the die of a results table is rolled again.
_AGAIN: Final = "roll again"


@carries_out(ResultsTable)
def use_table(game: Engine, effect: ResultsTable, frame: Frame) -> Result:
    """CR 706.3, 706.3a, 706.3b: the instructions with the roll, and what stands in the table beside its result."""
    frame.bindings.pop("die", None)
    result = carry_out(game, effect.before, frame)
    rows_at = frame.at
    while frame.bindings.get("die") is not None:
        frame.at = rows_at
        frame.bindings.pop(_AGAIN, None)
        for row in effect.rows:
            result = carry_out(game, row, frame)
        again: int | None = frame.bindings.get(_AGAIN)
        if again is None:
            break
        # CR 706.3c: the same kind and number of dice, with the same modifiers
        action = next(part for part in walk(effect.before) if isinstance(part, RollDie))
        roll_die(game, action, (again,), frame)
    return result


@carries_out(ResultRow)
def use_row(game: Engine, effect: ResultRow, frame: Frame) -> Result:
    """CR 706.3a: "if the result was in this range, …"."""
    result: int = frame.bindings["die"]
    if (effect.least is not None and result < effect.least) or (effect.most is not None and result > effect.most):
        return Result(False)
    return carry_out(game, effect.effect, frame)


@carries_out(RollAgain)
def roll_again(game: Engine, action: RollAgain, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 706.3c: once the rest of the row has been carried out."""
    if "die" not in frame.bindings:
        raise Unsupported("rolling again without a results table")
    for player in who:
        frame.bindings[_AGAIN] = player
    return Result(bool(who), players=who)
