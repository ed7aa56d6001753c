"""Choosing things that differ from each other: "up to four cards with different names" (CR 201.2b, 202.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.groups import Different
from magistrate.rules.decisions import Option

if TYPE_CHECKING:
    from magistrate.abilities.groups import Group
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def in_what(group: Group) -> str:
    """In what the things that are chosen together must differ; "" when they need not."""
    for quality in group.post:
        if isinstance(quality, Different):
            return quality.what
    return ""


def pick(
    game: Engine, player: int, kind: str, things: tuple[int, ...], least: int, most: int, what: str, frame: Frame
) -> tuple[int, ...]:
    """A player picks one after the other, each different from those before; objects that have no name differ from none (CR
    201.2b). What would be impossible is left out (CR 101.3)."""
    found: tuple[int, ...] = ()
    left = tuple([one for one in things if what != "name" or _of(game, one, what)])
    while left and len(found) < most:
        options = [Option(kind, _label(game, one), thing=one) for one in left]
        needed = 1 if len(found) < least else 0
        chosen = game.choose(player, kind, f"{kind} one with another {what}", options, needed, 1, source=frame.source)
        if not chosen:
            break
        found += (chosen[0].thing,)
        taken = _of(game, chosen[0].thing, what)
        left = tuple([one for one in left if _of(game, one, what) != taken])
    return found


def differing(game: Engine, things: tuple[int, ...], what: str) -> int:
    """How many of these things can be found that all differ from each other (CR 201.2b)."""
    found = {_of(game, one, what) for one in things if what != "name" or _of(game, one, what)}
    return len(found)


def _of(game: Engine, one: int, what: str) -> object:
    chars = game.chars(one)
    if what == "name":
        return chars.name
    return chars.power if what == "power" else chars.mana_value


def _label(game: Engine, one: int) -> str:
    return game.chars(one).name or "a face-down card"
