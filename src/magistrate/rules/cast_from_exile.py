"""Cards that wait in exile to be cast: madness (CR 702.35) and suspend (CR 702.62), with the abilities that they give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.actions import GainAbilities
from magistrate.abilities.conditions import Condition
from magistrate.abilities.designations import IsSuspended
from magistrate.abilities.durations import ForAsLongAs
from magistrate.abilities.effects import Effect
from magistrate.abilities.events import Event
from magistrate.abilities.kinds import Keyword, Triggered
from magistrate.abilities.node import unspoken
from magistrate.rules import telling
from magistrate.rules.definitions import CREATURE
from magistrate.rules.events import DISCARD, PUT, CountersRemoved, GameEvent, StepBegan, ZoneChange
from magistrate.rules.frames import Frame
from magistrate.rules.registry import carries_out, decides, tests
from magistrate.rules.replacing import Replacer
from magistrate.rules.resolution import Result
from magistrate.rules.state import EXILE, FIRST_OBJECT, GRAVEYARD, HAND, GameObject
from magistrate.rules.steps import UPKEEP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magistrate.rules.engine import Engine
    from magistrate.rules.triggers import Pending

#: The mark of a card exiled as it was discarded.
MADNESS: Final = "madness"
TIME: Final = "time"
_HASTE: Final = Keyword("haste")


# Like the abilities of rules/rule_abilities.py, these are no part of the vocabulary: no card says them in these words.
@unspoken
class CastForMadness(Effect):
    """ "Its owner may cast it by paying its madness cost. If that player doesn't, they put it into their graveyard"."""


@unspoken
class ExiledThisWay(Event):
    """ "When this card is exiled this way"."""


@unspoken
class TimePasses(Effect):
    """ "Remove a time counter from it"."""


@unspoken
class TimeIsUp(Effect):
    """ "You may play it without paying its mana cost if able"."""


@unspoken
class YoursInTime(Event):
    """ "At the beginning of your upkeep", "when the last time counter is removed from this card"."""


@unspoken
class StillYours(Condition):
    """Until its controller loses control of the spell or the permanent that it becomes."""


CAST_FOR_MADNESS: Final = Triggered("when", ExiledThisWay(), CastForMadness())
TIME_PASSES: Final = Triggered("at", YoursInTime(), TimePasses())
TIME_IS_UP: Final = Triggered("when", YoursInTime(), TimeIsUp())


class Madness(Replacer):
    """ "If a player would discard this card, that player discards it, but exiles it instead" (CR 702.35a)."""

    __slots__ = ()

    def __init__(self, oid: int, controller: int) -> None:
        super().__init__((MADNESS, oid), oid, controller)

    def applies(self, game: Engine, event: GameEvent) -> bool:
        """It was found for the event."""
        return True

    def apply(self, game: Engine, event: GameEvent) -> list[GameEvent]:
        """It is discarded into exile."""
        assert isinstance(event, ZoneChange)
        event.to_zone = EXILE
        event.marks = {**event.marks, MADNESS: True}
        game.note(lambda: f"{telling.name(game, event.object)} is exiled as it is discarded", "702.35a")
        return [event]


def discarded(game: Engine, event: ZoneChange, player: int) -> Replacer | None:
    """The replacement of a discard by a card's own madness."""
    thrown = event.reason == DISCARD and event.from_zone == HAND and event.to_zone == GRAVEYARD
    if not thrown or MADNESS not in game.chars(event.object).keywords:
        return None
    return Madness(event.object, player)


@tests(IsSuspended)
def being_suspended(game: Engine, oid: int, quality: IsSuspended, frame: Frame) -> bool:
    """CR 702.62b."""
    return is_suspended(game, game.st.live(oid))


def is_suspended(game: Engine, thing: GameObject | None) -> bool:
    """CR 702.62b: in exile, with suspend and a time counter."""
    return (
        thing is not None
        and thing.zone == EXILE
        and thing.counters.get(TIME, 0) > 0
        and "suspend" in game.chars(thing.oid).keywords
    )


def triggered(game: Engine, batch: Sequence[GameEvent]) -> list[Pending]:
    """The abilities of these cards that trigger."""
    found: list[Pending] = []
    for event in batch:
        if isinstance(event, ZoneChange):
            if event.to_zone == EXILE and event.marks and event.marks.get(MADNESS):
                thing = game.st.live(event.new)
                if thing is not None:
                    found.append(_pending(CAST_FOR_MADNESS, event.new, thing.owner, event))
                    game.note(lambda: "its madness ability triggers", "702.35a")
        elif isinstance(event, StepBegan):
            if event.step == UPKEEP:
                for oid in game.board.exile:
                    thing = game.st.objects[oid]
                    if thing.counters and thing.owner == event.player and is_suspended(game, thing):
                        found.append(_pending(TIME_PASSES, oid, thing.owner, event))
                        game.note(lambda: "an ability of a suspended card triggers", "702.62a")
        elif isinstance(event, CountersRemoved) and event.kind == TIME and event.target >= FIRST_OBJECT:
            thing = game.st.live(event.target)
            if thing is None or thing.zone != EXILE or thing.counters.get(TIME, 0):
                continue
            if "suspend" in game.chars(event.target).keywords:
                found.append(_pending(TIME_IS_UP, event.target, thing.owner, event))
                game.note(lambda: "the last time counter is gone", "702.62a")
    return found


def _pending(ability: Triggered, oid: int, player: int, event: GameEvent) -> Pending:
    from magistrate.rules.triggers import Pending

    frame = Frame(oid, player)
    frame.event = event
    return Pending(ability, frame, -1)


@carries_out(CastForMadness)
def cast_for_madness(game: Engine, effect: CastForMadness, frame: Frame) -> Result:
    """CR 702.35a, 702.35b: cast for its madness cost, or put into its owner's graveyard."""
    thing = game.st.live(frame.source)
    if thing is None or thing.zone != EXILE:
        return Result(False)
    cost = next(
        (a.costs for a in game.chars(thing.oid).abilities if isinstance(a, Keyword) and a.name == MADNESS), None
    )
    if cost is not None and may_cast(game, frame.controller, thing, MADNESS, "702.35a", costs=cost):
        return Result(True)
    moving = ZoneChange(thing.oid, EXILE, GRAVEYARD, thing.owner, PUT, frame.source, frame.controller)
    game.happen([moving])
    return Result(False, (moving.new,))


def may_cast(game: Engine, player: int, thing: GameObject, name: str, rule: str, **how: Any) -> bool:
    """Ask a player whether they cast a card in this way, where it can be cast, and cast it."""
    from magistrate.rules import casting, permissions
    from magistrate.rules.permissions import Way

    way = Way(name, thing.face, any_time=True, **how)
    if permissions.forbidden(game, player, thing.oid, way.face) or not casting.completable(
        game, player, thing.oid, way
    ):
        return False
    label = game.chars(thing.oid).name
    if not game.may(player, f"cast {label}?", source=thing.oid, rules=(rule,)):
        return False
    return casting.cast(game, player, thing.oid, way)


@carries_out(TimePasses)
def time_passes(game: Engine, effect: TimePasses, frame: Frame) -> Result:
    """CR 702.62a: a time counter is removed, if the card is still suspended."""
    if not is_suspended(game, game.st.live(frame.source)):
        return Result(False)
    event = CountersRemoved(frame.source, TIME, 1, frame.source)
    event.cause = frame.controller
    return Result(bool(game.happen([event])), (frame.source,))


@carries_out(TimeIsUp)
def time_is_up(game: Engine, effect: TimeIsUp, frame: Frame) -> Result:
    """CR 702.62a, 702.62d: the card may be cast without paying its mana cost; a creature spell gains haste."""
    from magistrate.rules import continuous

    thing = game.st.live(frame.source)
    if thing is None or thing.zone != EXILE:
        return Result(False)
    if not may_cast(game, frame.controller, thing, "suspend", "702.62a", free=True):
        return Result(False)
    spell = game.obj(frame.source).became
    if game.st.live(spell) is not None and game.chars(spell).types & CREATURE:
        own = frame.child()
        own.bindings["subject"] = (spell,)
        continuous.add_effect(game, own, (spell,), (GainAbilities((_HASTE,)),), ForAsLongAs(StillYours()))
    return Result(True, (spell,))


@decides(StillYours)
def still_yours(game: Engine, condition: StillYours, frame: Frame) -> bool:
    """CR 702.62a, 400.7a: the spell, or the permanent that it became, under the control of who cast it."""
    oid = game.st.latest(frame.bindings["subject"][0])
    thing = game.st.live(oid)
    return thing is not None and game.chars(oid).controller == frame.controller
