"""Creatures that are put onto the battlefield attacking (CR 508.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.rules import players_meant, zones
from magistrate.rules.definitions import BATTLE, PLANESWALKER
from magistrate.rules.effects.picking import name_of, option_of
from magistrate.rules.state import NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


def defenders(game: Engine, controller: int) -> tuple[int, ...]:
    """CR 508.4: the defending players, planeswalkers they control and battles they protect; none outside combat (CR 506.3)."""
    board = game.board
    if board.combat is None or controller != board.active:
        return ()
    others = tuple(player for player in board.order if player != controller)
    found: list[int] = list(others)
    for oid in zones.permanents(game):
        values = game.chars(oid)
        if values.types & PLANESWALKER:
            if values.controller in others:
                found.append(oid)
        elif values.types & BATTLE and players_meant.defending(game, oid) in others:
            found.append(oid)
    return tuple(found)


def defender_for(game: Engine, controller: int, what: int) -> int:
    """CR 508.4: the controller of what enters attacking chooses what it attacks; NOBODY where it cannot attack (CR 506.3b)."""
    possible = defenders(game, controller)
    if not possible:
        game.note(lambda: "what enters attacking cannot attack anything now", "506.3")
        return NOBODY
    if len(possible) == 1:
        return possible[0]
    options = [option_of(game, "attackers", thing) for thing in possible]
    whom = game.choose(controller, "attackers", "Attacking whom?", options, source=what)[0].thing
    game.note(lambda: f"enters attacking {name_of(game, whom)}", "508.4")
    return whom
