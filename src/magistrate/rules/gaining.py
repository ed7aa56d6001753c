"""Abilities that objects have if they are so (CR 613.1f)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magistrate.abilities.actions import AbilityIf, HaveEachIf
from magistrate.rules import selecting
from magistrate.rules.abilities_had import set_abilities
from magistrate.rules.change import Change
from magistrate.rules.layer_numbers import ABILITY
from magistrate.rules.registry import modifies

if TYPE_CHECKING:
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


class AddIf(Change):
    """CR 613.1f: an ability that is added to what is so when layer 6 is applied."""

    __slots__ = ("ability", "quality")

    def __init__(self, part: AbilityIf) -> None:
        super().__init__(ABILITY, constant=False)
        self.ability = part.ability
        self.quality = part.quality
        self.each = True

    def value(self, game: Engine, oid: int, frame: Frame) -> Any:
        """Whether it is so."""
        return selecting.has(game, oid, self.quality, frame)

    def apply(self, to: Characteristics, value: Any) -> None:
        """Add it after those it has."""
        if value:
            set_abilities(to, (*to.abilities, self.ability))


@modifies(HaveEachIf)
def _have_each_if(action: HaveEachIf) -> tuple[Change, ...]:
    """CR 613.1f."""
    return tuple([AddIf(part) for part in action.parts])
