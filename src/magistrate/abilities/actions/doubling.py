"""Verb phrases of doubling (CR 701.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from magistrate.abilities.actions.base import PlayerAction
from magistrate.abilities.node import Phrase, Phrases, node
from magistrate.abilities.things import Objects, Players, Things

if TYPE_CHECKING:
    from magistrate.abilities.durations import Duration


@node
class DoublePT(PlayerAction):
    """CR 701.9a: power, toughness, or both; `of`: "double the power of …"."""

    phrases: ClassVar[Phrases] = (
        Phrase("<double> {what@poss} power", power=True),
        Phrase("<double> {what@poss} toughness", toughness=True),
        Phrase("<double> {what@poss} power and toughness", power=True, toughness=True),
        Phrase("<double> the power of {what}", power=True, of=True),
        Phrase("<double> the toughness of {what}", toughness=True, of=True),
        Phrase("<double> the power and toughness of {what}", power=True, toughness=True, of=True),
    )
    what: Objects
    power: bool = False
    toughness: bool = False
    of: bool = False
    duration: Duration | None = None


@node
class DoubleLife(PlayerAction):
    """CR 701.9d."""

    phrases: ClassVar[Phrases] = ("<double> {whose@poss} life total",)
    whose: Players


@node
class DoubleCounters(PlayerAction):
    """CR 701.9e: those of one kind, or of each kind that there is."""

    phrases: ClassVar[Phrases] = (
        "<double> the number of {kind@counter} counters on {on}",
        Phrase("<double> the number of each kind of counter on {on}", kind=None),
    )
    kind: str | None
    on: Things


@node
class DoubleMana(PlayerAction):
    """CR 701.9f: as much mana again of each type that the player has."""

    phrases: ClassVar[Phrases] = ("<double> the amount of each type of unspent mana <they> have",)
