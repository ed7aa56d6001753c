"""Resolving spells and abilities (CR 608)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


class Result:
    """What an instruction did: whether it was `done` (CR 118.12), the objects and players it made, moved, chose or affected
    (as they are now: the new ids of what moved), and the amount ("that much")."""

    __slots__ = ("amount", "done", "objects", "players")

    def __init__(
        self, done: bool = True, objects: tuple[int, ...] = (), players: tuple[int, ...] = (), amount: int = 0
    ) -> None:
        self.done = done
        self.objects = objects
        self.players = players
        self.amount = amount


def begin(game: Engine) -> None:
    """Begin to resolve the top of the stack."""
    raise NotImplementedError


def step(game: Engine) -> None:
    """Carry out the next instruction of what resolves."""
    raise NotImplementedError


def carry_out(game: Engine, effect: object, frame: Frame) -> Result:
    """Carry out an effect."""
    raise NotImplementedError
