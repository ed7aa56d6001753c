"""Qualities of what is on the stack: spells and abilities (CR 112, 113)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.groups import Quality
from magistrate.abilities.node import node

if TYPE_CHECKING:
    from magistrate.abilities.things import Some


@node
class FromSource(Quality):
    """ "(an ability) from an artifact source" (CR 113.7)."""

    what: Some
