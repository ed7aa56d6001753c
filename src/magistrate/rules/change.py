"""One change that a continuous effect makes to an object (CR 613.1); the kinds of changes are in rules/layer_changes.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from magistrate.abilities.kinds import Ability
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


class Change:
    """One change to an object in one layer. `constant` when what it does depends on nothing in the game, `each` when
    what it does may differ from one object to the next."""

    __slots__ = ("constant", "each", "grants", "layer", "only_adds", "removes", "settled")

    def __init__(self, layer: int, constant: bool = True) -> None:
        self.layer = layer
        self.constant = constant
        self.each = False
        self.settled: Any = None  # what it does, when that is constant
        self.removes = False  # whether it can take abilities away
        self.grants: tuple[Ability, ...] = ()
        self.only_adds: frozenset[object] | None = None  # in layer 4: the types that it adds, when that is all it does

    def value(self, game: Engine, oid: int, frame: Frame) -> Any:
        """What it does to that object, worked out: equal values do the same (CR 613.8a)."""
        return None

    def apply(self, to: Characteristics, value: Any) -> None:
        """Do it."""
        raise NotImplementedError
