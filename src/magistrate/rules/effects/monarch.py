"""The monarch (CR 722): the two triggered abilities that come with being it, and who inherits the title."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import BecomeDesignated, DealDamage, Draw
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType, Step
from magistrate.abilities.effects import Does
from magistrate.abilities.events import BeginningOf, Occurs
from magistrate.abilities.groups import Group, Head, IsType
from magistrate.abilities.kinds import Triggered
from magistrate.abilities.things import ControllerOf, Exactly, It, Some, You
from magistrate.rules import matching, turn_order
from magistrate.rules.events import DamageDealt, Designated, StepBegan
from magistrate.rules.frames import Frame
from magistrate.rules.state import NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent
    from magistrate.rules.triggers import Pending

MONARCH: Final = "monarch"

_A_CREATURE: Final = Some(Group((Head((IsType(CardType.CREATURE),)),)), Exactly(Number(1)))
#: CR 722.2, in the words of the rule.
_ABILITIES: Final = (
    Triggered("at", BeginningOf(Step.END, You()), Does(You(), (Draw(Number(1)),))),
    Triggered(
        "whenever",
        Occurs(_A_CREATURE, DealDamage(None, You(), combat=True)),
        Does(ControllerOf(It(slot="event:subject")), (BecomeDesignated(MONARCH),)),
    ),
)


def holder(game: Engine, designation: str) -> int:
    """Who has a designation that one player has at a time; NOBODY when nobody has (CR 722.1, 723.1, 722.5)."""
    for player in game.st.players:
        if player.designations and designation in player.designations:
            return player.index
    return NOBODY


def triggered(game: Engine, batch: Sequence[GameEvent]) -> list[Pending]:
    """CR 722.2: the monarch's abilities that trigger on these events; they have no source."""
    player = holder(game, MONARCH)
    if player == NOBODY or not any(isinstance(event, StepBegan | DamageDealt) for event in batch):
        return []
    from magistrate.rules.triggers import Pending

    found: list[Pending] = []
    for event in batch:
        for ability in _ABILITIES:
            bindings = matching.match(game, ability.event, event, Frame(NOBODY, player))
            if bindings is not None:
                frame = Frame(NOBODY, player)
                frame.event = event
                frame.bindings.update(bindings)
                found.append(Pending(ability, frame, -1))
                game.note(lambda: "an ability of being the monarch triggers", "722.2")
    return found


def inherited(game: Engine, player: int) -> list[GameEvent]:
    """CR 722.4: when the monarch leaves the game the active player becomes it, or the next player in turn order."""
    if MONARCH not in game.st.players[player].designations:
        return []
    order = game.board.order
    if not order:
        return []
    active = game.board.active
    heir = active if active in order else turn_order.next_player(game, player)
    return [Designated(heir, MONARCH, rule="722.4")]
