"""Durations of continuous effects (CR 611.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.node import Node, node

if TYPE_CHECKING:
    from magistrate.abilities.conditions import Condition
    from magistrate.abilities.events import Event


class Duration(Node):
    """How long a continuous effect lasts."""


@node
class UntilEndOfTurn(Duration):
    """CR 514.2."""


@node
class ThisTurn(Duration):
    """ "this turn"; ends with "until end of turn" effects (CR 514.2)."""


@node
class UntilYourNextTurn(Duration):
    """CR 500.7."""


@node
class UntilEndOfYourNextTurn(Duration):
    """Lasts through your next turn."""


@node
class ThisCombat(Duration):
    """ "this combat", "until end of combat" (CR 511.3)."""

    until_end: bool = False


@node
class ForAsLongAs(Duration):
    """CR 611.2b: ends as soon as the condition is false."""

    condition: Condition


@node
class UntilEvent(Duration):
    """ "until this creature leaves the battlefield" (CR 603.6e-like, 610.3)."""

    event: Event


@node
class RestOfGame(Duration):
    """ "for the rest of the game"."""
