"""Earthbend, airbend and waterbend (newer: earthbend, airbend, waterbend)."""

from __future__ import annotations

from typing import ClassVar

from magistrate.abilities.actions.base import PlayerAction
from magistrate.abilities.amounts import Amount
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import Phrases, node
from magistrate.abilities.things import Objects


@node
class Earthbend(PlayerAction):
    """ "earthbend 2": the land is a target, though the words do not say so (newer: earthbend)."""

    number: Amount
    what: Objects


@node
class Airbend(PlayerAction):
    """ "airbend target creature" (newer: airbend)."""

    phrases: ClassVar[Phrases] = ("<airbend> {what}",)
    what: Objects


@node
class Waterbend(PlayerAction):
    """ "waterbend {3}": a cost of mana that artifacts and creatures may be tapped for (newer: waterbend)."""

    phrases: ClassVar[Phrases] = ("<waterbend> {cost}",)
    cost: ManaCost
