"""Meld (CR 701.37): the two cards of a meld pair become one permanent with their back faces up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import Meld
from magistrate.abilities.conditions import OwnAndControl
from magistrate.abilities.things import All, Objects, SeveralObjects, Some
from magistrate.rules import selecting
from magistrate.rules.effects.moving import moved
from magistrate.rules.effects.picking import frame_of, in_turn_order, live, pick
from magistrate.rules.events import PUT, ZoneChange
from magistrate.rules.frames import Frame
from magistrate.rules.registry import carries_out, decides
from magistrate.rules.resolution import Result
from magistrate.rules.state import BATTLEFIELD, CARD, FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


@decides(OwnAndControl)
def own_and_control(game: Engine, condition: OwnAndControl, frame: Frame) -> bool:
    """CR 108.3, 108.4: one of each is there; they are what is spoken of behind the condition."""
    what = condition.what
    both: list[int] = []
    for part in what.parts if isinstance(what, SeveralObjects) else (what,):
        found = [oid for oid in _possible(game, part, frame) if oid not in both and _is_mine(game, oid, frame)]
        if not found:
            return False
        both.append(found[0])
    frame.bindings["both"] = tuple(both)
    return True


def _possible(game: Engine, what: Objects, frame: Frame) -> tuple[int, ...]:
    if isinstance(what, Some | All):
        return tuple(selecting.candidates(game, what.group, frame))
    return selecting.select(game, what, frame)


def _is_mine(game: Engine, oid: int, frame: Frame) -> bool:
    thing = game.st.live(oid) if oid >= FIRST_OBJECT else None
    if thing is None or thing.zone != BATTLEFIELD or thing.owner != frame.controller:
        return False
    return game.chars(oid).controller == frame.controller


@carries_out(Meld)
def meld(game: Engine, action: Meld, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.37a, 701.37b, 701.37c, 712.14c: only two cards of one meld pair; anything else stays where it is."""
    done: Result = Result(False)
    for player in in_turn_order(game, who):
        things = live(game, pick(game, player, action.what, frame_of(game, player, who, frame), "choose"))
        if len(things) != 2 or not _is_pair(game, things[0], things[1]):
            game.note(lambda: "these cannot be melded", "701.37b", "701.37c")
            continue
        first = game.obj(things[0])
        entering = ZoneChange(first.oid, first.zone, BATTLEFIELD, first.owner, PUT, frame.source, player)
        entering.controller = player
        entering.face = 1
        entering.joined = (things[1],)
        game.note(lambda: "the cards are melded", "701.37a", "712.4a")
        done = moved(game, [entering])
    return done


def _is_pair(game: Engine, one: int, other: int) -> bool:
    """CR 701.37b, 712.5: cards, not tokens, whose back faces are the two halves of one."""
    first, second = game.obj(one), game.obj(other)
    if first.kind != CARD or second.kind != CARD or first.definition is None or second.definition is None:
        return False
    if first.definition.layout != "meld" or second.definition.layout != "meld":
        return False
    if first.definition.name == second.definition.name or first.zone == BATTLEFIELD or second.zone == BATTLEFIELD:
        return False
    return first.definition.faces[1].name == second.definition.faces[1].name
