"""Triggered abilities that no card has but the rules give: rad counters (CR 725.1), defeated Sieges (CR 310.11b)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from magistrate.abilities.characteristics import Step
from magistrate.abilities.effects import Effect
from magistrate.abilities.events import BeginningOf, Event
from magistrate.abilities.kinds import Triggered
from magistrate.abilities.node import unspoken
from magistrate.rules import cast_from_exile, events, miracle
from magistrate.rules.definitions import BATTLE, LAND
from magistrate.rules.events import MILL, CountersRemoved, GameEvent, LifeLost, StepBegan, ZoneChange
from magistrate.rules.frames import Frame
from magistrate.rules.registry import carries_out
from magistrate.rules.resolution import Result
from magistrate.rules.state import BATTLEFIELD, EXILE, FIRST_OBJECT, GRAVEYARD, LIBRARY, NOBODY
from magistrate.rules.steps import MAIN_1

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.triggers import Pending


# These are no part of the vocabulary: no card says them, they are only what the rules' own abilities do.
@unspoken
class Radiation(Effect):
    """What the ability of rad counters does (CR 725.1)."""


@unspoken
class Defeat(Effect):
    """What the intrinsic ability of a Siege does (CR 310.11b)."""


@unspoken
class LastDefenseRemoved(Event):
    """ "When the last defense counter is removed from this permanent"."""


RADIATION: Final = Triggered("at", BeginningOf(Step.MAIN_1), Radiation())
DEFEAT: Final = Triggered("when", LastDefenseRemoved(), Defeat())


def triggered(game: Engine, batch: Sequence[GameEvent]) -> list[Pending]:
    """The abilities of the rules that trigger on these events."""
    found = cast_from_exile.triggered(game, batch) + miracle.triggered(game, batch)
    for event in batch:
        if isinstance(event, StepBegan):
            if event.step == MAIN_1 and game.st.players[event.player].counters.get("rad", 0):
                found.append(_pending(RADIATION, Frame(NOBODY, event.player), event))
                game.note(lambda: "the ability of rad counters triggers", "725.1")
        elif isinstance(event, CountersRemoved) and event.kind == "defense" and event.target >= FIRST_OBJECT:
            thing = game.st.live(event.target)
            if thing is None or thing.zone != BATTLEFIELD or thing.counters.get("defense", 0):
                continue
            chars = game.chars(event.target)
            if chars.types & BATTLE and "Siege" in chars.subtypes:
                found.append(_pending(DEFEAT, Frame(event.target, chars.controller), event))
                game.note(lambda: "a Siege is defeated", "310.11b")
    return found


def _pending(ability: Triggered, frame: Frame, event: GameEvent) -> Pending:
    from magistrate.rules.triggers import Pending

    frame.event = event
    return Pending(ability, frame, -1)


@carries_out(Radiation)
def radiate(game: Engine, effect: Radiation, frame: Frame) -> Result:
    """CR 725.1, 122.1i: mill as many; lose 1 life and a rad counter for each nonland card milled."""
    player = game.st.players[frame.controller]
    me = player.index
    count = player.counters.get("rad", 0)
    happened = game.happen(
        [ZoneChange(card, LIBRARY, GRAVEYARD, me, MILL, cause=me) for card in player.library[:count]]
    )
    milled = [
        event for event in happened if isinstance(event, ZoneChange) and event.reason == MILL and event.new != NOBODY
    ]
    lost = sum(1 for event in milled if not game.chars(event.new).types & LAND)
    if lost:
        game.happen([LifeLost(me, lost)])
        game.happen([CountersRemoved(me, "rad", min(lost, player.counters.get("rad", 0)))])
    return Result(bool(milled), amount=lost)


@carries_out(Defeat)
def defeat(game: Engine, effect: Defeat, frame: Frame) -> Result:
    """CR 310.11b: exile it, then its controller may cast it transformed without paying its mana cost."""
    from magistrate.rules import casting
    from magistrate.rules.permissions import Way

    thing = game.st.live(frame.source)
    if thing is None or thing.zone != BATTLEFIELD:
        return Result(False)
    moving = ZoneChange(frame.source, BATTLEFIELD, EXILE, thing.owner, events.EXILE, frame.source, frame.controller)
    game.happen([moving])
    card = game.st.live(moving.new)
    if card is None or card.zone != EXILE or card.definition is None or len(card.definition.faces) < 2:
        return Result(moving.new != NOBODY)
    way = Way("permission", 1, free=True, any_time=True, granted_by=frame.source)
    name = card.definition.faces[1].name
    if casting.completable(game, frame.controller, card.oid, way) and game.may(
        frame.controller, f"cast {name} without paying its mana cost?", source=card.oid, rules=("310.11b",)
    ):
        casting.cast(game, frame.controller, card.oid, way)
    return Result(True, (moving.new,))
