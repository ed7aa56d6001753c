"""Durations of continuous effects (CR 611.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from magistrate.abilities.node import InMode, Node, Phrase, Phrases, node

if TYPE_CHECKING:
    from magistrate.abilities.conditions import Condition
    from magistrate.abilities.events import Event
    from magistrate.abilities.things import Players


class Duration(Node):
    """How long a continuous effect lasts."""


@node
class UntilEndOfTurn(Duration):
    """CR 514.2."""

    phrases: ClassVar[Phrases] = ("until end of turn",)


@node
class ThisTurn(Duration):
    """ "this turn"; ends with "until end of turn" effects (CR 514.2)."""

    phrases: ClassVar[Phrases] = ("this turn",)


@node
class UntilYourNextTurn(Duration):
    """CR 500.7."""

    phrases: ClassVar[Phrases] = ("until your next turn",)


@node
class UntilEndOfYourNextTurn(Duration):
    """Lasts through your next turn (CR 611.2a)."""

    phrases: ClassVar[Phrases] = ("until the end of your next turn",)


@node
class ThisCombat(Duration):
    """ "this combat", "until end of combat" (CR 511.3)."""

    phrases: ClassVar[Phrases] = (Phrase("until end of combat", until_end=True), "this combat")
    until_end: bool = False


@node
class ForAsLongAs(Duration):
    """CR 611.2b: ends as soon as the condition is false."""

    phrases: ClassVar[Phrases] = ("for as long as {condition}",)
    condition: Condition


@node
class UntilEvent(Duration):
    """ "until this creature leaves the battlefield" (CR 603.6e-like, 610.3)."""

    phrases: ClassVar[Phrases] = ("until {event}",)
    event: Event


@node
class DuringNextTurn(Duration):
    """ "during target opponent's next turn", said before the clause (CR 611.2a): it holds in that turn only."""

    phrases: ClassVar[Phrases] = (InMode("next turn", "during {whose@poss} next turn"),)
    whose: Players


@node
class RestOfGame(Duration):
    """ "for the rest of the game" (CR 611.2a)."""

    phrases: ClassVar[Phrases] = ("for the rest of the game",)
