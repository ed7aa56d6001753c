"""Adding mana as an effect (CR 106.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import AddMana, DoubleMana
from magistrate.abilities.effects import SpendOnlyOnX
from magistrate.rules import mana
from magistrate.rules.effects.picking import frame_of, in_turn_order
from magistrate.rules.registry import carries_out
from magistrate.rules.resolution import Result

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@carries_out(SpendOnlyOnX)
def spent_only(game: Engine, effect: SpendOnlyOnX, frame: Frame) -> Result:
    """CR 601.2f, 602.2b: said of the cost, which has been paid (rules/total_cost.py); there is nothing to do."""
    return Result(True)


@carries_out(AddMana)
def add_mana(game: Engine, action: AddMana, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 106.4: each player adds mana to their pool."""
    total = 0
    for player in in_turn_order(game, who):
        total += len(mana.produce(game, action, player, frame_of(game, player, who, frame)))
    return Result(total > 0, amount=total)


@carries_out(DoubleMana)
def double_mana(game: Engine, action: DoubleMana, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.9f: as much of each type is added as the player has; nothing goes with it that went with the other mana (CR 106.6)."""
    total = 0
    for player in in_turn_order(game, who):
        snow = mana.is_snow(game, frame.source)
        more = tuple([mana.ManaUnit(unit.type, frame.source, snow=snow) for unit in mana.pool(game, player)])
        total += len(mana.add(game, player, more, frame.source)) if more else 0
    return Result(total > 0, amount=total)
