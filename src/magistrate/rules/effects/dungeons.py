"""Dungeons (CR 309): venturing into them, their rooms, and completing them.

A dungeon is an object in the command zone while its owner is in it; `marks["room"]` is the room that the venture marker
is in. Which dungeon cards a player has outside the game is told by `Engine.dungeons`; completed ones are kept by name in
`PlayerState.marks`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from magistrate.abilities.amounts import DungeonsCompleted
from magistrate.abilities.conditions import CompletedDungeon
from magistrate.abilities.effects import EnteredOnlyByVenturing
from magistrate.abilities.events import RoomEntered
from magistrate.abilities.kinds import Static, Triggered
from magistrate.rules import exercised, registry, zones
from magistrate.rules.decisions import Option
from magistrate.rules.effects.keyword_actions import PROCESSES, RECORDED, was_done
from magistrate.rules.effects.library import DOING
from magistrate.rules.events import Done, GameEvent
from magistrate.rules.registry import Unsupported, decides, evaluates
from magistrate.rules.results import Result
from magistrate.rules.state import COMMAND, DUNGEON, GameObject

if TYPE_CHECKING:
    from magistrate.rules.definitions import CardDefinition
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

VENTURE: Final = "venture"
#: `Done` events: the venture marker is moved into a room; a dungeon is completed.
ROOM: Final = "room"
COMPLETE: Final = "complete a dungeon"
#: `PlayerState.marks`: the names of the dungeons completed, in order.
_COMPLETED: Final = "completed dungeons"


def rooms(definition: CardDefinition) -> list[RoomEntered]:
    """The rooms of a dungeon card, the topmost first (CR 309.4)."""
    return [
        ability.event
        for ability in definition.faces[0].abilities
        if isinstance(ability, Triggered) and isinstance(ability.event, RoomEntered)
    ]


def _only_by(definition: CardDefinition) -> str:
    """The sort of dungeon that has to be ventured into for it; "" when any venturing will do."""
    for ability in definition.faces[0].abilities:
        if isinstance(ability, Static) and isinstance(ability.effect, EnteredOnlyByVenturing):
            if registry.EXERCISED is not None:
                exercised.note_all(ability.effect)
            return ability.effect.sort
    return ""


def dungeon_of(game: Engine, player: int) -> GameObject | None:
    """The dungeon that a player is in: there is one at a time (CR 309.3)."""
    for oid in game.board.command:
        thing = game.st.objects[oid]
        if thing.kind == DUNGEON and thing.owner == player:
            return thing
    return None


def _onward(thing: GameObject) -> tuple[str, ...]:
    """Where the arrows from the room lead that the marker is in; nowhere from the bottommost."""
    assert thing.definition is not None
    here = thing.marks.get(ROOM)
    for room in rooms(thing.definition):
        if room.room == here:
            return room.leads
    return ()


# Venturing -----------------------------------------------------------------------------------------------------------
def _into(game: Engine, player: int, count: int, frame: Frame, sort: str = "") -> Result:
    """CR 701.46a-d, 309.5, 309.5b, 701.46: into a dungeon that is chosen, into the next room, or out of the
    bottommost room and into another."""
    thing = dungeon_of(game, player)
    if thing is not None and not _onward(thing):
        game.happen([_completing(thing)])
        thing = dungeon_of(game, player)
    if thing is None:
        thing = _bring(game, player, sort, frame)
        assert thing.definition is not None
        room = rooms(thing.definition)[0].room  # CR 309.4a
    else:
        options = [Option("choose", name, value=name) for name in _onward(thing)]
        prompt = "Into which room?"
        room = game.choose(player, "choose", prompt, options, source=thing.oid, rules=("309.5a", "701.46b"))[0].value
    moving = Done(ROOM, player, thing.oid, value=room, source=frame.source)
    moving.cause = player
    game.happen([moving])
    was_done(game, VENTURE, player, thing.oid, 0, frame)
    return Result(True, amount=1)


def _bring(game: Engine, player: int, sort: str, frame: Frame) -> GameObject:
    """CR 309.2a, 701.46a, 701.46d, 309.2b: a dungeon card from outside the game comes into the command zone; nothing else
    brings one into the game (CR 309.2d)."""
    found = [
        one
        for one in game.dungeons(player)
        if rooms(one) and (sort in one.faces[0].subtypes if sort else not _only_by(one))
    ]
    if not found:
        which = f"{sort} dungeon" if sort else "dungeon"
        raise Unsupported(f"309.2a venturing: no {which} card is in the card data, and none is given to the player")
    found.sort(key=lambda one: one.name)
    options = [Option("choose", one.name, value=number) for number, one in enumerate(found)]
    prompt = "Into which dungeon?"
    chosen = game.choose(player, "choose", prompt, options, source=frame.source, rules=("309.2a", "701.46a"))[0]
    made = zones.bring(game, DUNGEON, player, COMMAND)
    definition = found[int(chosen.value)]
    game.st.set(made, "definition", definition)
    game.note(lambda: f"{game.st.players[player].name} puts {definition.name} into the command zone", "309.2a")
    return made


def _moved(game: Engine, event: Done) -> list[GameEvent] | None:
    """CR 309.5a: the venture marker is in another room now."""
    thing = game.st.live(event.thing)
    if thing is not None:
        game.st.put(thing, "marks", ROOM, event.value)
        game.note(lambda: f"{game.st.players[event.player].name} moves into {event.value}", "309.4a", "309.5a")
    return None


def _completing(thing: GameObject) -> Done:
    assert thing.definition is not None
    return Done(COMPLETE, thing.owner, thing.oid, value=thing.definition.name)


def finished(game: Engine) -> list[GameEvent]:
    """CR 309.6, 704.5t: dungeons whose owners are in the bottommost room, when no room ability of theirs is to come."""
    from magistrate.rules.state_based_actions import has_waiting_ability

    found: list[GameEvent] = []
    for oid in game.board.command:
        thing = game.st.objects[oid]
        if thing.kind == DUNGEON and not _onward(thing) and not has_waiting_ability(game, oid):
            found.append(_completing(thing))
            game.note(partial(_say_finished, game, thing), "309.6", "704.5t")
    return found


def _say_finished(game: Engine, thing: GameObject) -> str:
    name = thing.definition.name if thing.definition is not None else "the dungeon"
    return f"{game.st.players[thing.owner].name} is at the bottom of {name}"


def _completed(game: Engine, event: Done) -> list[GameEvent] | None:
    """CR 309.7: a dungeon is completed as it is removed from the game."""
    player = game.st.players[event.player]
    zones.cease(game, (event.thing,))
    game.st.put(player, "marks", _COMPLETED, (*player.marks.get(_COMPLETED, ()), event.value))
    game.note(lambda: f"{player.name} completes {event.value}", "309.7")
    return None


DOING[ROOM] = _moved
DOING[COMPLETE] = _completed


def _undercity(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 701.46d, 205.3p: into a dungeon of the one dungeon type that there is."""
    return _into(game, player, count, frame, "Undercity")


PROCESSES[VENTURE] = _into
PROCESSES["venture into Undercity"] = _undercity
RECORDED.extend((VENTURE, "venture into Undercity"))


# What has been completed -----------------------------------------------------------------------------------------------
@decides(CompletedDungeon)
def _has_completed(game: Engine, node: CompletedDungeon, frame: Frame) -> bool:
    """CR 309.7."""
    names: Sequence[str] = game.st.players[frame.controller].marks.get(_COMPLETED, ())
    return (node.name in names if node.name else bool(names)) != node.negated


@evaluates(DungeonsCompleted)
def _how_many(game: Engine, node: DungeonsCompleted, frame: Frame) -> int:
    """CR 309.7: those of one name count once."""
    return len(set(game.st.players[frame.controller].marks.get(_COMPLETED, ())))
