"""Designations of players and permanents (CR 701.31, 701.38, 701.58, 702.131, 722)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import (
    BecomeDesignated,
    BecomeDesignatedObject,
    BecomeLevel,
    Block,
    Cant,
    GainAbilities,
)
from magistrate.abilities.conditions import Is
from magistrate.abilities.designations import IsDesignated
from magistrate.abilities.durations import ForAsLongAs
from magistrate.abilities.effects import ItBecomes, ObjectsDo
from magistrate.abilities.kinds import Keyword, Static
from magistrate.abilities.things import This
from magistrate.rules import amounts, continuous
from magistrate.rules.effects.destroying import is_permanent
from magistrate.rules.effects.library import DOING
from magistrate.rules.effects.picking import in_turn_order, name_of
from magistrate.rules.events import DayOrNight, Designated, Done, GameEvent
from magistrate.rules.frames import Frame
from magistrate.rules.prepared import PREPARED, has_spell
from magistrate.rules.registry import Unsupported, carries_out, performs
from magistrate.rules.resolution import Result
from magistrate.rules.state import FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

#: Designations that one player has at a time: getting it takes it from the player who had it (CR 722.3, 723.3).
OF_ONE_PLAYER: Final = ("monarch", "initiative")
#: Those that permanents get by an instruction.
OF_OBJECTS: Final = ("monstrous", "renowned", "goaded", "suspected", "solved", "saddled", "prepared", "unprepared")
#: The rule that a designation rests on.
RULES: Final = {
    "city's blessing": "702.131c",
    "monarch": "722.3",
    "initiative": "723.3",
    "monstrous": "701.31b",
    "goaded": "701.38b",
    "suspected": "701.58b",
    "Ring-bearer": "701.52b",
    "renowned": "702.112b",
    "saddled": "702.171b",
    "solved": "719.3b",
    "prepared": "newer: prepare",
    "unprepared": "newer: prepare",
}
#: CR 701.58c: what a suspected permanent has for as long as it is suspected: two abilities, which it may lose (CR 613.1f).
SUSPECTED: Final = (GainAbilities((Keyword("menace"), Static(ObjectsDo(This("this creature"), (Cant((Block(),)),))))),)
AS_LONG_AS_SUSPECTED: Final = ForAsLongAs(Is(This(), IsDesignated("suspected")))


@performs(Designated)
def designated(game: Engine, event: Designated) -> list[GameEvent] | None:
    """CR 702.131c, 722.3, 701.31b: a player or permanent has the designation from now on."""
    st = game.st
    rule = event.rule or RULES.get(event.name, "109.3")
    if event.target < FIRST_OBJECT:
        if event.name in OF_ONE_PLAYER:
            for other in st.players:
                if event.name in other.designations and other.index != event.target:
                    st.set(other, "designations", tuple(name for name in other.designations if name != event.name))
        player = st.players[event.target]
        if event.name not in player.designations:
            st.set(player, "designations", (*player.designations, event.name))
        said = f"becomes the {event.name}" if event.name == "monarch" else f"has {event.name}"
        game.note(lambda: f"{player.name} {said}", rule)
        return None
    thing = st.live(event.target)
    if thing is None:
        return None
    if event.name == "goaded":
        # CR 701.38a: until the next turn of the player who goaded it; each such player once (CR 701.38c, d)
        before: dict[int, int] = thing.marks.get("goaded") or {}
        st.put(thing, "marks", "goaded", {**before, event.cause: st.board.turn})
    elif event.name == "unprepared":
        st.put(thing, "marks", PREPARED, None)
    else:
        st.put(thing, "marks", event.name, True)
    game.note(lambda: f"{name_of(game, event.target)} is {event.name}", rule)
    return None


@carries_out(BecomeDesignated)
def become_designated(game: Engine, action: BecomeDesignated, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 702.131c, 722.3: a player who has the city's blessing already gets nothing new; the initiative is taken anew by
    who has it (CR 723.5)."""
    name = action.name.removeprefix("the ")
    events: list[GameEvent] = []
    for player in in_turn_order(game, who):
        if name == "initiative" or name not in game.st.players[player].designations:
            event = Designated(player, name, frame.source)
            event.cause = frame.controller
            events.append(event)
    if events:
        game.happen(events)
    return Result(bool(events), players=who)


@carries_out(ItBecomes)
def it_becomes(game: Engine, effect: ItBecomes, frame: Frame) -> Result:
    """CR 728.1: nothing happens when it is so already."""
    if game.board.day == effect.what:
        return Result(False)
    event = DayOrNight(effect.what, frame.source)
    event.cause = frame.controller
    game.happen([event])
    return Result(True)


@carries_out(BecomeDesignatedObject)
def become_designated_object(
    game: Engine, action: BecomeDesignatedObject, who: tuple[int, ...], frame: Frame
) -> Result:
    """CR 701.31b, 701.38, 701.58, 701.58d: only permanents; what is suspected, monstrous or renowned does not become so
    again."""
    name = action.name
    if name not in OF_OBJECTS:
        raise Unsupported(f"{RULES.get(name, 'the designation')} {name}")
    events: list[GameEvent] = []
    for oid in who:
        if oid < FIRST_OBJECT or not is_permanent(game, oid):
            continue
        if name != "goaded" and game.obj(oid).marks.get(name):
            continue
        if name == PREPARED and not has_spell(game.obj(oid)):
            continue
        if name == "unprepared" and not game.obj(oid).marks.get(PREPARED):
            continue
        event = Designated(oid, name, frame.source)
        event.cause = frame.controller
        events.append(event)
    happened = game.happen(events) if events else []
    if name == "suspected":
        for one in happened:
            if isinstance(one, Designated) and one.name == name:
                own = Frame(one.target, game.chars(one.target).controller)
                continuous.add_effect(game, own, (one.target,), SUSPECTED, AS_LONG_AS_SUSPECTED)
    return Result(bool(events), tuple(oid for oid in who if oid >= FIRST_OBJECT), amount=len(events))


@carries_out(BecomeLevel)
def become_level(game: Engine, action: BecomeLevel, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 716.2a, 716.2b."""
    level = amounts.amount(game, action.level, frame)
    gaining = [oid for oid in who if oid >= FIRST_OBJECT and is_permanent(game, oid)]
    for oid in gaining:
        event = Done("level", game.chars(oid).controller, oid, level, source=frame.source)
        event.cause = frame.controller
        game.happen([event])
    return Result(bool(gaining), tuple(gaining))


def level_gained(game: Engine, event: Done) -> list[GameEvent] | None:
    """CR 716.2b: the level is a designation of the permanent."""
    thing = game.st.live(event.thing)
    if thing is not None:
        game.st.put(thing, "marks", "level", event.amount)
        game.note(lambda: f"{name_of(game, event.thing)} is level {event.amount}", "716.2b")
    return None


DOING["level"] = level_gained
