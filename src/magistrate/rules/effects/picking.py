"""Who acts, on what: the frames of the players who carry an action out, and the things that they choose (CR 101.4,
608.2d)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.amounts import Number
from magistrate.abilities.groups import OnTop
from magistrate.abilities.things import (
    All,
    CommanderOf,
    Exactly,
    Form,
    It,
    Objects,
    Several,
    SeveralObjects,
    Some,
    SomeOf,
    Things,
)
from magistrate.rules import amounts, budgets, choosers, differing, references, selecting, telling
from magistrate.rules.decisions import Option
from magistrate.rules.resolution import Result
from magistrate.rules.state import BATTLEFIELD, FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.abilities.amounts import Amount
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def in_turn_order(game: Engine, players: tuple[int, ...]) -> tuple[int, ...]:
    """Players in APNAP order (CR 101.4); those who have left the game are not among them (CR 800.4)."""
    order = game.board.order
    if len(players) == 1:
        return players if players[0] in order else ()
    if not order:
        return ()
    active = game.board.active
    start = order.index(active) if active in order else 0
    return tuple(player for player in order[start:] + order[:start] if player in players)


def frame_of(game: Engine, player: int, who: tuple[int, ...], frame: Frame) -> Frame:
    """The frame in which one of the acting players (or objects) acts: "they" is that one (slot "subject").

    Of what several players did before in this clause ("each player exiles a card, then …"), each goes on with their
    own.
    """
    if len(who) == 1:
        if frame.bindings.get("subject") == who:
            return frame
        own = frame.child()
        own.bindings["subject"] = who
        return own
    own = frame.child()
    own.bindings["subject"] = (player,)
    if player < FIRST_OBJECT:
        for slot, value in frame.bindings.items():
            if isinstance(value, Result) and value.objects and slot != "done" and _done_by(slot, who, frame):
                own.bindings[slot] = _part_of(game, value, player)
    return own


def _done_by(slot: str, who: tuple[int, ...], frame: Frame) -> bool:
    """Whether the players of a clause did an instruction: the clause that it is in notes them under its first
    instruction."""
    number = int(slot[7:])
    while number >= 0:
        actors = frame.bindings.get(f"actor:{number}")
        if actors is not None:
            return bool(actors == who)
        number -= 1
    return False


def _part_of(game: Engine, result: Result, player: int) -> Result:
    """One player's part of what several did: the objects to which they did it, and how many these are."""
    mine = tuple(oid for oid in result.objects if _whose(game, oid, result) == player)
    amount = len(mine) if result.amount == len(result.objects) else result.amount
    return Result(bool(mine), mine, result.players, amount)


def _whose(game: Engine, oid: int, result: Result) -> int:
    """The player who did something to an object: as was noted, else whoever controls it, or owns what nobody controls (CR 108.4)."""
    if oid in result.by:
        return result.by[oid]
    thing = game.obj(oid)
    return game.chars(oid).controller if thing.zone == BATTLEFIELD else thing.owner


def name_of(game: Engine, thing: int) -> str:
    """A player's or object's name, for labels and the trace."""
    return telling.name(game, thing)


def names_of(game: Engine, things: tuple[int, ...]) -> str:
    """Several names in words."""
    return ", ".join(name_of(game, thing) for thing in things) or "nothing"


def tell(game: Engine, rule: str, words: str, *things: int) -> None:
    """Leave a line in the trace, each {} in it being a thing's name; for loops, where a closure would bind late."""
    if game.trace is not None:
        text = words.format(*[name_of(game, thing) for thing in things])
        game.note(lambda: text, rule)


def option_of(game: Engine, kind: str, thing: int, player: int) -> Option:
    """An option that means a thing, in the words in which that player may see it."""
    return Option(kind, selecting.label_of(game, thing, player), thing=thing)


#: The kinds of choices of what will change zones.
_MOVED: Final = frozenset(("exile", "sacrifice", "discard"))


def _not_entering(game: Engine, things: tuple[int, ...]) -> tuple[int, ...]:
    """CR 614.13a: what is chosen to change zones as a permanent enters is neither that object nor another that moves with it."""
    from magistrate.rules.entering import AT_ONCE

    moving = {event.object for event in game.caches["entering"]}.union(game.caches.get(AT_ONCE, ()))
    return tuple([one for one in things if one not in moving])


def pick(
    game: Engine,
    player: int,
    what: Things,
    frame: Frame,
    kind: str = "choose",
    among: tuple[int, ...] | None = None,
) -> tuple[int, ...]:
    """The things an action is about: those meant, or those that the acting player chooses now (CR 608.2d).

    `among` are the things that can be meant when the action itself says where they are (the player's hand, what they
    control).
    """
    if isinstance(what, Some):
        top = selecting.from_the_top(game, what, frame)
        if top is not None:
            return top
        available = selecting.candidates(game, what.group, frame, among)
        if kind in _MOVED and game.caches.get("entering"):
            available = _not_entering(game, available)
        least, most = selecting.bounds(game, what.quantity, frame, len(available))
        if what.at_random:
            return selecting.at_random(game, available, most)
        player = choosers.chooser(game, player, what.group, frame)
        total = budgets.of(what.group)
        if total is not None:
            return budgets.pick(game, player, kind, available, max(0, least), most, total, frame)
        different = differing.in_what(what.group)
        if different:
            return differing.pick(game, player, kind, available, max(0, least), most, different, frame)
        return selecting.pick(game, player, kind, available, max(0, least), most, frame)
    if isinstance(what, All) and among is not None:
        return selecting.candidates(game, what.group, frame, among)
    if isinstance(what, SeveralObjects | Several):
        if kind in _USED_UP and all(_is_one_of_some(part) for part in what.parts):
            return _each_another(game, player, what.parts, frame, kind, among)
        found: list[int] = []
        for part in what.parts:
            found.extend(thing for thing in pick(game, player, part, frame, kind, among) if thing not in found)
        return tuple(found)
    if isinstance(what, It) and what.form is Form.ONE_OF and player != frame.controller:
        those = live(game, references.objects_to_act_on(game, what.slot, frame))
        return selecting.pick(game, player, kind, those, 1, 1, frame)
    if isinstance(what, SomeOf) and player != frame.controller:
        those = live(game, selecting.select(game, what.of, frame))
        least, most = selecting.bounds(game, what.quantity, frame, len(those))
        return selecting.pick(game, player, kind, those, least, most, frame)
    if isinstance(what, CommanderOf):  # CR 903.3e: of two, one of those that are where the action says
        own = selecting.all_meant(game, what, frame)
        there = own if among is None else tuple([one for one in own if one in among])
        return selecting.pick(game, player, kind, there, 1, 1, frame)
    things = selecting.select(game, what, frame)
    if among is not None and isinstance(what, Objects):
        things = tuple(thing for thing in things if thing in among)
    return things


#: What can be done to a thing only once: "sacrifice a land and a creature" is of two permanents.
_USED_UP: Final = ("sacrifice", "discard")


def _is_one_of_some(part: Things) -> bool:
    """Whether one thing is chosen, of all that fit."""
    if not isinstance(part, Some) or not isinstance(part.quantity, Exactly) or part.at_random:
        return False
    return part.quantity.amount == Number(1) and not any(isinstance(quality, OnTop) for quality in part.group.post)


def _each_another(
    game: Engine, player: int, parts: tuple[Things, ...], frame: Frame, kind: str, among: tuple[int, ...] | None
) -> tuple[int, ...]:
    """One thing for each of several descriptions, none for two of them; what would leave nothing for another is only offered where
    there is nothing else (CR 101.3)."""
    from magistrate.rules.cost_objects import GONE, Component, assign

    pools = [selecting.candidates(game, part.group, frame, among) for part in parts if isinstance(part, Some)]
    found: list[int] = []
    for at, pool in enumerate(pools):
        free = [one for one in pool if one not in found]
        later = [left for left in ([id for id in ids if id not in found] for ids in pools[at + 1 :]) if left]
        fair = []
        for one in free:
            rest = [tuple([id for id in ids if id != one]) for ids in later]
            if assign([Component(number, GONE, None, ids, 1, 1) for number, ids in enumerate(rest)], set()):
                fair.append(one)
        found.extend(selecting.pick(game, player, kind, tuple(fair or free), 1, 1, frame))
    return tuple(found)


def live(game: Engine, things: tuple[int, ...]) -> tuple[int, ...]:
    """Those that still are the objects they were (CR 400.7); players stay."""
    objects = game.st.objects
    return tuple(thing for thing in things if thing < FIRST_OBJECT or thing in objects)


def amount_for(game: Engine, node: Amount, player: int, who: tuple[int, ...], frame: Frame) -> int:
    """An amount as it is for one of the acting players ("they" may be that player); never less than 0 (CR 107.1b)."""
    if type(node) is Number:
        return node.value
    return max(0, amounts.amount(game, node, frame_of(game, player, who, frame)))
