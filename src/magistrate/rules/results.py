"""What an instruction of a resolution did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: Each object was dealt with by its owner.
_OWNERS: Final[Mapping[int, int]] = {}


class Result:
    """What an instruction did: whether it was `done` (CR 118.12), the objects and players it made, moved, chose or
    affected (as they are now: the new ids of what moved), and the amount ("that much"). `by`: which of several players did it to an
    object, where that need not be its owner."""

    __slots__ = ("amount", "by", "done", "excess", "objects", "players")

    def __init__(
        self,
        done: bool = True,
        objects: tuple[int, ...] = (),
        players: tuple[int, ...] = (),
        amount: int = 0,
        by: Mapping[int, int] = _OWNERS,
        excess: int = 0,
    ) -> None:
        self.done = done
        self.objects = objects
        self.players = players
        self.amount = amount
        self.by = by
        self.excess = excess  # of damage (CR 120.10)

    def __repr__(self) -> str:
        return f"Result({self.done}, {self.objects}, {self.players}, {self.amount})"


#: Nothing was done.
NOTHING: Final = Result(False)
