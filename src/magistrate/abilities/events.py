"""Events: what triggers, replacement effects and conditions speak of (CR 603, 614)."""

from __future__ import annotations

from magistrate.abilities.actions import Action
from magistrate.abilities.amounts import Amount
from magistrate.abilities.characteristics import Step
from magistrate.abilities.node import Node, node
from magistrate.abilities.things import Players, Things


class Event(Node):
    """Something that happens."""


@node
class Occurs(Event):
    """A subject does something: "you draw a card", "this creature dies", "one or more creatures attack you"."""

    subject: Things
    action: Action


@node
class BeginningOf(Event):
    """ "the beginning of your upkeep", "of each end step", "of combat on your turn", "of the next end step" when
    `next`."""

    step: Step
    whose: Players | None = None
    next: bool = False


@node
class EndOf(Event):
    """ "end of combat", said of delayed triggers: "at end of combat"."""

    step: Step


@node
class EitherEvent(Event):
    """ "enters or attacks", "enters, attacks, or dies"."""

    events: tuple[Event, ...]


@node
class DamageWouldBeDealt(Event):
    """ "damage would be dealt to you by a creature": for prevention and replacement (CR 615)."""

    to: Things | None = None
    by: Things | None = None
    combat: bool | None = None
    passive: bool = True


@node
class CountersWouldBePut(Event):
    """ "one or more +1/+1 counters would be put on a creature you control" and the trigger "are put on"."""

    kind: str | None
    on: Things
    by: Players | None = None
    at_least: Amount | None = None


@node
class TokensWouldBeCreated(Event):
    """ "an effect would create one or more tokens under your control" (CR 614.1a, 701.6)."""

    under: Players
    by_effect: bool = True


@node
class ManaAdded(Event):
    """ "you tap a permanent for mana" (CR 106.12): `mana` is a type's letter when said."""

    who: Players
    what: Things
    mana: str | None = None


@node
class StateOf(Event):
    """A state trigger's condition: "when you control no Islands" (CR 603.8). Holds a condition."""

    condition: Node
