"""Conditions that look back in time: "a creature died this turn", "you attacked with two or more creatures" (CR 608.2i)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Attack, AttackWith
from magistrate.abilities.amounts import Number
from magistrate.abilities.conditions import Happened
from magistrate.abilities.events import Occurs
from magistrate.abilities.node import replace
from magistrate.abilities.things import APlayer, AtLeast, EachPlayer, SeveralObjects, Some
from magistrate.rules import amounts, batches, matching, record, selecting
from magistrate.rules.registry import decides
from magistrate.rules.state import NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.events import GameEvent
    from magistrate.rules.frames import Frame

_apart: Final[dict[int, tuple[Happened, tuple[Happened, ...]]]] = {}


def _each_of_several(node: Happened) -> tuple[Happened, ...]:
    """What is looked back on, for each of several things that it was done with."""
    known = _apart.get(id(node))
    if known is None:
        what = getattr(getattr(node.event, "action", None), "what", None)
        found: tuple[Happened, ...] = ()
        if isinstance(node.event, Occurs) and isinstance(what, SeveralObjects):
            found = tuple(
                replace(node, event=replace(node.event, action=replace(node.event.action, what=part)), negated=False)
                for part in what.parts
            )
        known = _apart[id(node)] = (node, found)
    return known[1]


@decides(Happened)
def _happened(game: Engine, node: Happened, frame: Frame) -> bool:
    """CR 608.2i: it looks back at what happened; of "three or more creatures died this turn" as many must have, of "you've cast a
    spell named A and a spell named B" both."""
    several_things = _each_of_several(node)
    if several_things:
        return all(_happened(game, one, frame) for one in several_things) != node.negated
    with_ = _attacked_with(node)
    if with_ is not None:
        event, quantity = with_
        count = _attackers(game, event, record.happened(game, event, node.window, frame), frame)
        return (count >= amounts.raw(game, quantity.amount, frame)) != node.negated
    events = record.happened(game, node.event, node.window, frame)
    bound = node.at_least
    by = getattr(getattr(node.event, "action", None), "by", None)
    if bound is None and isinstance(by, Some) and isinstance(by.quantity, AtLeast):
        # "you've been dealt damage by two or more creatures": so many different ones
        sources = {one.source for one in events}
        return (len(sources) >= amounts.raw(game, by.quantity.amount, frame)) != node.negated
    if bound is None and events:
        several = batches.batched(node.event)
        bound = None if several is None else several.amount
    if bound is not None:
        wanted = amounts.raw(game, bound, frame)
        return (_most(game, node, events, frame) >= wanted) != node.negated
    return bool(events) != node.negated


def _most(game: Engine, node: Happened, events: list[GameEvent], frame: Frame) -> int:
    """How much or how often; "an opponent drew three cards" is asked of each player by themself."""
    if not isinstance(node.event, Occurs) or not isinstance(node.event.subject, APlayer | EachPlayer):
        return record.times(events)
    by_player: dict[int, list[GameEvent]] = {}
    for event in events:
        bindings = matching.match(game, node.event, event, frame) or {}
        for player in bindings.get("event:subject", ()):
            by_player.setdefault(player, []).append(event)
    totals = [record.times(mine) for mine in by_player.values()]
    if isinstance(node.event.subject, EachPlayer) and node.event.subject.form != "each":
        return record.times(events)
    if isinstance(node.event.subject, EachPlayer):
        return min(totals) if len(totals) == len(selecting.all_meant(game, node.event.subject, frame)) else 0
    return max(totals, default=0)


_ONE_OR_MORE: Final = AtLeast(Number(1))
_with: Final[dict[int, tuple[Happened, tuple[Occurs, AtLeast] | None]]] = {}


def _attacked_with(node: Happened) -> tuple[Occurs, AtLeast] | None:
    """Of "you attacked with two or more creatures this turn", "three or more creatures attacked this turn": attacking with any such
    creatures, and how many of them; they need not have attacked in the same combat."""
    known = _with.get(id(node))
    if known is None:
        found = None
        event = node.event
        if isinstance(event, Occurs) and isinstance(event.action, AttackWith) and isinstance(event.action.what, Some):
            what = event.action.what
            if isinstance(what.quantity, AtLeast):
                some = replace(what, quantity=_ONE_OR_MORE)
                found = replace(event, action=replace(event.action, what=some)), what.quantity
        elif isinstance(event, Occurs) and isinstance(event.action, Attack):
            who = event.subject
            if isinstance(who, Some) and isinstance(who.quantity, AtLeast):
                found = replace(event, subject=replace(who, quantity=_ONE_OR_MORE)), who.quantity
        known = _with[id(node)] = (node, found)
    return known[1]


def _attackers(game: Engine, event: Occurs, events: list[GameEvent], frame: Frame) -> int:
    """CR 508.3d, 608.2i: with how many creatures a player attacked, whenever each was declared; of several players, the most. How
    many attacked where no player is spoken of."""
    by_player: dict[int, set[int]] = {}
    for one in events:
        bindings = matching.match(game, event, one, frame) or {}
        if isinstance(event.action, Attack):
            by_player.setdefault(NOBODY, set()).update(bindings.get("event:subject", ()))
            continue
        for player in bindings.get("event:player", ()):
            by_player.setdefault(player, set()).update(bindings["event:object"])
    return max((len(with_) for with_ in by_player.values()), default=0)
