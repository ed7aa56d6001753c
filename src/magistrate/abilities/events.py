"""Events: what triggers, replacement effects and conditions speak of (CR 603, 614)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from magistrate.abilities.actions import Action
from magistrate.abilities.amounts import Amount
from magistrate.abilities.characteristics import Step
from magistrate.abilities.node import InMode, Node, Phrase, Phrases, node
from magistrate.abilities.things import Objects, Players, Things

if TYPE_CHECKING:
    from magistrate.abilities.conditions import Condition


class Event(Node):
    """Something that happens."""


@node
class Occurs(Event):
    """A subject does something: "you draw a card", "this creature dies", "one or more creatures attack you" (CR 603.2).

    `ordinal`: "for the first time each turn" (0: at any time); `during`: "during your turn".
    """

    subject: Things
    action: Action
    ordinal: int = 0
    during: Condition | None = None


@node
class BeginningOf(Event):
    """ "the beginning of your upkeep", "of each end step", "of combat on your turn", "of the next end step" when
    `next` (CR 603.2b); of the combat phase that an effect has just added when `that`."""

    step: Step
    whose: Players | None = None
    next: bool = False
    that: bool = False


@node
class EndOf(Event):
    """ "end of combat", said of delayed triggers: "at end of combat" (CR 511.2)."""

    step: Step


@node
class EitherEvent(Event):
    """ "enters or attacks", "enters, attacks, or dies" (CR 603.2)."""

    events: tuple[Event, ...]


@node
class DamageWouldBeDealt(Event):
    """ "damage would be dealt to you by a creature": for prevention and replacement (CR 615).

    `both`: dealt to, or by, what is in `to`; `that`: the damage that an effect around it speaks of.
    """

    to: Things | None = None
    by: Things | None = None
    combat: bool | None = None
    passive: bool = True
    both: bool = False
    that: bool = False


@node
class CountersWouldBePut(Event):
    """ "one or more +1/+1 counters would be put on a creature you control" (CR 122.6, 614.16).

    `by_effect`: "an effect would put …", which a cost or a turn-based action does not (CR 614.16).
    """

    phrases: ClassVar[Phrases] = (
        InMode("would", "an effect would put one or more {kind@counter} counters on {on}", by_effect=True),
        InMode("would", "an effect would put one or more counters on {on}", by_effect=True, kind=None),
        InMode("would", "{by} would put one or more {kind@counter} counters on {on}"),
        InMode("would", "{by} would put one or more counters on {on}", kind=None),
        InMode("would", "one or more {kind@counter} counters would be put on {on}"),
        InMode("would", "one or more counters would be put on {on}", kind=None),
    )
    kind: str | None
    on: Things
    by: Players | None = None
    at_least: Amount | None = None
    by_effect: bool = False


@node
class CountersChange(Event):
    """ "one or more +1/+1 counters are put on this creature", "a time counter is removed from this card" (CR 122.6).

    `each`: every counter by itself, as in "a -1/-1 counter is put on a creature".
    """

    phrases: ClassVar[Phrases] = (
        "one or more {kind@counter} counters are put on {on}",
        Phrase("one or more counters are put on {on}", kind=None),
        Phrase("a {kind@counter} counter is put on {on}", each=True),
        Phrase("a counter is put on {on}", each=True, kind=None),
        "{by} <put> one or more {kind@counter} counters on {on}",
        Phrase("{by} <put> one or more counters on {on}", kind=None),
        Phrase("one or more {kind@counter} counters are removed from {on}", removed=True),
        Phrase("one or more counters are removed from {on}", removed=True, kind=None),
        Phrase("a {kind@counter} counter is removed from {on}", removed=True, each=True),
        Phrase("a counter is removed from {on}", removed=True, each=True, kind=None),
    )
    kind: str | None
    on: Things
    by: Players | None = None
    removed: bool = False
    each: bool = False


@node
class TokensWouldBeCreated(Event):
    """ "an effect would create one or more tokens under your control" (CR 614.1a, 614.16, 701.6)."""

    phrases: ClassVar[Phrases] = (
        InMode("would", "an effect would create one or more tokens under {under@poss} control"),
        InMode("would", "one or more tokens would be created under {under@poss} control", by_effect=False),
        InMode("would", "{under} would create one or more tokens", by_effect=False),
    )
    under: Players
    by_effect: bool = True


@node
class ManaAdded(Event):
    """ "you tap a permanent for mana" (CR 106.12): `mana` is a type's letter when said; `who` None in the passive, "a land is
    tapped for mana", which stands so in replacement effects (mode "tapped", CR 106.12b)."""

    phrases: ClassVar[Phrases] = (
        "{who} <tap> {what} for mana",
        InMode("tapped", "{who} <tap> {what} for mana"),
        InMode("tapped", "{what} <be:what> tapped for mana", who=None),
    )
    who: Players | None
    what: Things
    mana: str | None = None


@node
class LastCounterRemoved(Event):
    """The last counter of a kind is removed from something (CR 702.62a, 702.63a)."""

    phrases: ClassVar[Phrases] = ("the last {kind@counter} counter is removed from {from_}",)
    kind: str
    from_: Objects


@node
class DayTurns(Event):
    """CR 728.1: day becomes night, night becomes day, or either."""

    phrases: ClassVar[Phrases] = (
        Phrase("day becomes night or night becomes day", to=""),
        Phrase("day becomes night", to="night"),
        Phrase("night becomes day", to="day"),
    )
    to: str


@node
class RoomEntered(Event):
    """You move your venture marker into a room of this dungeon (CR 309.4c); `leads`: the rooms that its arrows point to.

    Cards do not say it; `oracle/layouts.py` does for the rooms of dungeon cards.
    """

    phrases: ClassVar[Phrases] = (
        "you move your venture marker into {room@room}",
        "you move your venture marker into {room@room} leading to {leads@room/or}",
    )
    room: str
    leads: tuple[str, ...] = ()


@node
class StateOf(Event):
    """A state trigger's condition: "when you control no Islands" (CR 603.8). Holds a condition."""

    condition: Node
