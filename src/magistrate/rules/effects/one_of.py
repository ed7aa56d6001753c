"""One of several things to do, as whoever does it chooses (CR 608.2d)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import DoOneOf
from magistrate.rules import exercised, registry
from magistrate.rules.decisions import Option
from magistrate.rules.effects import possible
from magistrate.rules.effects.picking import frame_of, in_turn_order
from magistrate.rules.registry import CARRIES_OUT, carries_out, rule_for
from magistrate.rules.results import Result

if TYPE_CHECKING:
    from magistrate.abilities.actions import PlayerAction
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def _word(action: PlayerAction) -> str:
    return "".join(" " + letter.lower() if letter.isupper() else letter for letter in type(action).__name__).strip()


@carries_out(DoOneOf)
def do_one_of(game: Engine, action: DoOneOf, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 608.2d: each player chooses one of what they could do, and does it; what is impossible is not offered."""
    done: list[Result] = []
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        able = [n for n, one in enumerate(action.actions) if possible.can(game, player, one, own)]
        options = [Option("choose", _word(action.actions[n]), value=n) for n in able or range(len(action.actions))]
        number: int = game.choose(
            player, "choose", "Do which of these?", options, source=frame.source, rules=("608.2d",)
        )[0].value
        taken = action.actions[number]
        if registry.EXERCISED is not None:
            exercised.note(taken)
        done.append(rule_for(CARRIES_OUT, taken)(game, taken, (player,), own))
    objects = tuple([oid for result in done for oid in result.objects])
    players = tuple([player for result in done for player in result.players])
    return Result(any(result.done for result in done), objects, players, sum(result.amount for result in done))
