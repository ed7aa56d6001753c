"""The initiative (CR 723): the three triggered abilities that come with having it, and who takes it over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import BecomeDesignated, KeywordAction
from magistrate.abilities.characteristics import Step
from magistrate.abilities.effects import Does
from magistrate.abilities.events import BeginningOf, Event
from magistrate.abilities.kinds import Triggered
from magistrate.abilities.node import unspoken
from magistrate.abilities.things import They, You
from magistrate.rules import turn_order
from magistrate.rules.definitions import CREATURE
from magistrate.rules.effects.monarch import holder
from magistrate.rules.events import DamageDealt, Designated, StepBegan
from magistrate.rules.frames import Frame
from magistrate.rules.state import FIRST_OBJECT, NOBODY
from magistrate.rules.steps import UPKEEP

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent
    from magistrate.rules.triggers import Pending

INITIATIVE: Final = "initiative"


# These are no part of the vocabulary: no card says them, they are what the rules' own abilities trigger on.
@unspoken
class Taken(Event):
    """ "Whenever a player takes the initiative"."""


@unspoken
class Wrested(Event):
    """ "Whenever one or more creatures a player controls deal combat damage to the player who has the initiative"."""


_VENTURE: Final = Does(You(), (KeywordAction("venture into Undercity"),))
#: CR 723.2: at the holder's upkeep, and whenever a player takes it, they venture; who deals them damage takes it.
_AT_UPKEEP: Final = Triggered("at", BeginningOf(Step.UPKEEP, You()), _VENTURE)
_TAKEN: Final = Triggered("whenever", Taken(), _VENTURE)
_WRESTED: Final = Triggered(
    "whenever", Wrested(), Does(They(slot="event:player"), (BecomeDesignated("the initiative"),))
)


def triggered(game: Engine, batch: Sequence[GameEvent]) -> list[Pending]:
    """CR 723.2: the abilities of having the initiative that trigger on these events; they have no source."""
    player = holder(game, INITIATIVE)
    if player == NOBODY:
        return []
    found: list[Pending] = []
    attackers: list[int] = []
    for event in batch:
        if isinstance(event, StepBegan):
            if event.step == UPKEEP and event.player == player:
                found.append(_pending(game, _AT_UPKEEP, player, event))
        elif isinstance(event, Designated):
            if event.name == INITIATIVE and event.target == player:
                found.append(_pending(game, _TAKEN, player, event))
        elif isinstance(event, DamageDealt):
            by = _dealt_by(game, event, player)
            if by != NOBODY and by not in attackers:
                attackers.append(by)
                one = _pending(game, _WRESTED, player, event)
                one.frame.bindings["event:player"] = (by,)
                found.append(one)
    return found


def _dealt_by(game: Engine, event: DamageDealt, player: int) -> int:
    """Whose creature dealt combat damage to that player by this event."""
    if not event.combat or event.target != player or event.source < FIRST_OBJECT or event.amount <= 0:
        return NOBODY
    values = game.chars(event.source)
    return values.controller if values.types & CREATURE else NOBODY


def _pending(game: Engine, ability: Triggered, player: int, event: GameEvent) -> Pending:
    from magistrate.rules.triggers import Pending

    frame = Frame(NOBODY, player)
    frame.event = event
    game.note(lambda: "an ability of having the initiative triggers", "723.2")
    return Pending(ability, frame, -1)


def inherited(game: Engine, player: int) -> list[GameEvent]:
    """CR 723.4: when who has it leaves the game the active player takes it, or the next player in turn order."""
    if INITIATIVE not in game.st.players[player].designations:
        return []
    order = game.board.order
    if not order:
        return []
    active = game.board.active
    heir = active if active in order else turn_order.next_player(game, player)
    return [Designated(heir, INITIATIVE, rule="723.4")]
