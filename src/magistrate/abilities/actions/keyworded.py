"""Verbs that keywords bring with them and that have no other subject: expend, endure, being warped, collecting evidence,
beholding (CR 700.14, 701.57, newer)."""

from __future__ import annotations

from typing import ClassVar

from magistrate.abilities.actions.base import ObjectAction, PlayerAction
from magistrate.abilities.amounts import Amount
from magistrate.abilities.node import Phrase, Phrases, node
from magistrate.abilities.things import Objects


@node
class Expend(PlayerAction):
    """ "expend 4", an event only: that much mana in all is spent on spells in a turn (CR 700.14)."""

    phrases: ClassVar[Phrases] = ("<expend> {number@digits}",)
    number: Amount


@node
class Endure(ObjectAction):
    """ "endures 2": counters, or a Spirit token (newer: endure)."""

    phrases: ClassVar[Phrases] = ("<endure> {number@digits}",)
    number: Amount


@node
class BeCastFor(ObjectAction):
    """ "is warped": is cast for the cost of that keyword, an event only (newer: warp)."""

    phrases: ClassVar[Phrases] = (Phrase("<be> warped", how="warp"),)
    how: str


@node
class CollectEvidence(PlayerAction):
    """CR 701.57: cards that come to so much mana value together are exiled from the graveyard; `number` None as an
    event."""

    phrases: ClassVar[Phrases] = ("<collect> evidence {number@digits}", Phrase("<collect> evidence", number=None))
    number: Amount | None


@node
class Behold(PlayerAction):
    """ "behold a Dragon": one that the player controls is chosen or one in hand is revealed, and exiled when that is said
    (newer: behold)."""

    phrases: ClassVar[Phrases] = (
        Phrase("<behold> {what}", exiled=False),
        Phrase("<behold> {what} and exile (it|them)", exiled=True),
    )
    what: Objects
    exiled: bool = False


@node
class Detain(PlayerAction):
    """CR 701.29a."""

    phrases: ClassVar[Phrases] = ("<detain> {what}",)
    what: Objects


@node
class Haunt(PlayerAction):
    """CR 702.55a: the card is exiled haunting a creature."""

    phrases: ClassVar[Phrases] = ("<exile> this card haunting {what}",)
    what: Objects


@node
class BecomePlotted(ObjectAction):
    """ "becomes plotted", of a card in exile (CR 702.170c)."""

    phrases: ClassVar[Phrases] = ("<become> plotted",)
