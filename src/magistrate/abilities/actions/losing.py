"""What objects lose of all that they are or have besides what they get (CR 205.1a, 613.1)."""

from __future__ import annotations

from magistrate.abilities.actions.base import ObjectAction
from magistrate.abilities.node import node


@node
class LoseOthers(ObjectAction):
    """ "loses all other card types and abilities": all but those that the same clause gives; `what` are "abilities", "card types" and
    "creature types" (CR 205.1a, 613.1d, 613.1f)."""

    what: tuple[str, ...]
