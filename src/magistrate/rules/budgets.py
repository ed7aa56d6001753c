"""Choosing things that come to no more than so much together: "with total mana value 6 or less" (CR 608.2d, 601.2c)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.groups import Group, TotalAtMost
from magistrate.rules import amounts
from magistrate.rules.decisions import Option

if TYPE_CHECKING:
    from magistrate.abilities.groups import Description
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def of(group: Description) -> TotalAtMost | None:
    """What a description says of all that are chosen together."""
    for quality in group.post if isinstance(group, Group) else ():
        if isinstance(quality, TotalAtMost):
            return quality
    return None


def pick(
    game: Engine,
    player: int,
    kind: str,
    things: tuple[int, ...],
    least: int,
    most: int,
    total: TotalAtMost,
    frame: Frame,
) -> tuple[int, ...]:
    """A player picks one after the other, each with so much that all together are within the total. What would be impossible is
    left out (CR 101.3)."""
    left = amounts.amount(game, total.amount, frame)
    found: tuple[int, ...] = ()
    while len(found) < most:
        able = [one for one in things if one not in found and _measure(game, one, total) <= left]
        if not able:
            break
        options = [Option(kind, _label(game, one), thing=one) for one in able]
        needed = 1 if len(found) < least else 0
        prompt = f"{kind}: {total.which.value} {left} or less is left"
        chosen = game.choose(player, kind, prompt, options, needed, 1, source=frame.source, rules=("608.2d",))
        if not chosen:
            break
        found += (chosen[0].thing,)
        left -= _measure(game, chosen[0].thing, total)
    return found


def _measure(game: Engine, one: int, total: TotalAtMost) -> int:
    return amounts.measure(game, one, total.which) or 0


def _label(game: Engine, one: int) -> str:
    return game.chars(one).name or "a face-down card"
