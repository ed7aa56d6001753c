"""How a game stands: each player's chance of winning it, by rules of thumb."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from magistrate.players.worth import Board
from magistrate.rules.definitions import LAND
from magistrate.rules.state import FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.game import Game, View

#: A lead of so much makes the odds e to one.
_SCALE = 7.0
#: Lands beyond these are worth less.
_MANY_LANDS = 7


def chances(game: Game) -> list[float]:
    """For each player, how likely they seem to win; 1 or 0 once the game is over, a half each for a draw."""
    count = len(game.players)
    result = game.result
    if result is not None:
        if result.winner < 0:
            return [0.5] * count
        return [1.0 if player == result.winner else 0.0 for player in range(count)]
    view = game.view(None)
    seats = view.seats
    standing = _standing(view)
    found = [0.0] * count
    for player in seats:
        best = max((standing[other] for other in seats if other != player), default=0.0)
        found[player] = 1.0 / (1.0 + math.exp(-(standing[player] - best) / _SCALE))
    return found


def _standing(view: View) -> dict[int, float]:
    """What each player has: permanents, cards in hand, and life, which is dear when there is little of it."""
    found: dict[int, float] = {}
    lands: dict[int, int] = {}
    for player in view.seats:
        life = view.life(player)
        cards = view.size_of(player, "hand")
        found[player] = 1.6 * min(cards, 7) + 0.3 * life - 9.0 * math.exp(-max(0, life - 1) / 5.0)
        poison = view.counters(player).get("poison", 0)
        if poison:
            found[player] -= 0.3 * poison + 9.0 * math.exp(-max(0, 9 - poison) / 3.0)
        if view.size_of(player, "library") < 2:
            found[player] -= 6.0
        lands[player] = 0
    board = Board(view, 0)
    for oid in view.permanents:
        chars = view.chars(oid)
        if chars is None or chars.controller not in found:
            continue
        owner = chars.controller
        if chars.types & LAND:
            lands[owner] += 1
            found[owner] += 1.6 if lands[owner] <= _MANY_LANDS else 0.4
            continue
        host = view.status(oid).attached_to
        if host >= FIRST_OBJECT:
            continue  # it is in the worth of what it is attached to
        found[owner] += board.worth(oid)
    return found
