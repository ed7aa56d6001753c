"""Verbs that keywords bring with them and that have no other subject: expend, endure, being warped (CR 700.14, newer)."""

from __future__ import annotations

from typing import ClassVar

from magistrate.abilities.actions.base import ObjectAction, PlayerAction
from magistrate.abilities.amounts import Amount
from magistrate.abilities.node import Phrase, Phrases, node


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
