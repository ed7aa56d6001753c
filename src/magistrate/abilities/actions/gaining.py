"""Abilities that objects have if they are so: "has vigilance if it's white, hexproof if it's blue, …" (CR 613.1f)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions.base import ObjectAction
from magistrate.abilities.groups import Quality
from magistrate.abilities.node import Node, node

if TYPE_CHECKING:
    from magistrate.abilities.kinds import Ability


@node
class AbilityIf(Node):
    """ "vigilance if it's white"."""

    ability: Ability
    quality: Quality


@node
class HaveEachIf(ObjectAction):
    """Several abilities, each of which an object has only if it is so (CR 613.1f)."""

    parts: tuple[AbilityIf, ...]
