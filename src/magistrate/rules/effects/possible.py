"""Whether a player could do something at all: what is impossible is not offered (CR 608.2d, 118.3, 118.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import (
    Behold,
    CollectEvidence,
    Discard,
    DoOneOf,
    Draw,
    Exile,
    HavePlayers,
    Mill,
    PayCosts,
    PayLife,
    PlayerAction,
    PutInto,
    RemoveCounters,
    Return,
    Reveal,
    Sacrifice,
    TapAction,
    UntapAction,
    Waterbend,
)
from magistrate.abilities.amounts import Amount
from magistrate.abilities.costs import Costs, DoAction
from magistrate.abilities.groups import Noun
from magistrate.abilities.node import walk
from magistrate.abilities.things import AtLeast, Exactly, Form, It, Objects, SeveralObjects, Some, Target, This
from magistrate.rules import amounts, costs, restrictions, selecting
from magistrate.rules.cost_objects import beheld
from magistrate.rules.groups_compiled import compiled
from magistrate.rules.state import FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

_WITH_OBJECTS: Final = (Discard, Exile, PutInto, Return, Reveal, Sacrifice, TapAction, UntapAction)


def can(game: Engine, player: int, action: PlayerAction, frame: Frame) -> bool:
    """Whether a player could carry out an action. Drawing from an empty library is not impossible (CR 702.52b); what may not be drawn can't
    be chosen, whoever would draw it, nor can more cards than may be drawn (CR 121.2b, 121.3, 121.3a)."""
    if isinstance(action, Draw):
        count = 1 if action.count is None else amounts.amount(game, action.count, frame)
        return not restrictions.cant(game, player, Draw, cards=max(1, count))
    if isinstance(action, HavePlayers) and isinstance(action.actions[0], Draw):
        return any(can(game, one, action.actions[0], frame) for one in selecting.players(game, action.who, frame))
    if isinstance(action, DoOneOf):
        return any(can(game, player, one, frame) for one in action.actions)
    if isinstance(action, PayCosts):
        return costs.can_pay(game, player, costs.price(game, action, frame), frame)
    if isinstance(action, Behold) and isinstance(action.what, Some):
        least = selecting.bounds(game, action.what.quantity, frame, 0)[0]
        return len(beheld(game, player, action.what.group, frame)) >= max(1, least)
    if isinstance(action, Waterbend | CollectEvidence):
        return costs.can_pay(game, player, Costs((DoAction(action),)), frame)
    if isinstance(action, Mill):  # CR 701.13b
        return len(game.st.players[player].library) >= amounts.amount(game, action.count, frame)
    if isinstance(action, PayLife):
        return game.st.players[player].life >= amounts.amount(game, action.amount, frame)  # CR 119.4
    if isinstance(action, RemoveCounters):
        return _has_counters(game, action, frame)
    if isinstance(action, _WITH_OBJECTS):
        return _has_objects(game, player, action, frame)
    return True


#: What is given up: beside another of these none is done where one is impossible.
_GIVEN_UP: Final = (Discard, Exile, Mill, PayCosts, PayLife, RemoveCounters, Sacrifice)


def can_all(game: Engine, player: int, actions: tuple[PlayerAction, ...], joiner: str, frame: Frame) -> bool:
    """Whether a player could do what is offered to them together: where it begins with something given up, every other such thing joined
    to it by "and" is as much a part of the cost (CR 118.3, 118.12); all else is done as far as possible (CR 609.3)."""
    if not can(game, player, actions[0], frame):
        return False
    if len(actions) == 1 or joiner != "and" or not isinstance(actions[0], _GIVEN_UP):
        return True
    return all(can(game, player, one, frame) for one in actions[1:] if isinstance(one, _GIVEN_UP) and not _made(one))


def _made(action: PlayerAction) -> bool:
    """Whether it is done to what the instructions before it made, so that nothing can be told of it yet."""
    return any(isinstance(part, It) and part.slot.startswith("result:") for part in walk(action))


def _has_objects(game: Engine, player: int, action: PlayerAction, frame: Frame) -> bool:
    """CR 118.3: there must be as many as said."""
    what = action.what  # type: ignore[attr-defined]
    kind = "sacrifice" if isinstance(action, Sacrifice) else "discard" if isinstance(action, Discard) else "choose"
    if isinstance(what, Some):
        if kind == "choose" and what.group.noun is Noun.CARD and not compiled(what.group).zones:
            return True
        if not isinstance(what.quantity, Exactly | AtLeast):
            return True
        wanted = amounts.amount(game, what.quantity.amount, frame)
        return len(selecting.choice_for(game, player, what, frame, kind)) >= max(1, wanted)
    if isinstance(what, SeveralObjects) and all(_is_found(part) for part in what.parts):
        return costs.can_pay(game, player, Costs((DoAction(action),)), frame)  # each of them, and none twice
    if isinstance(what, This | It | Target):
        if isinstance(what, It) and what.form is not Form.PRONOUN and what.form is not Form.THAT:
            return True
        ids = [one for one in selecting.select(game, what, frame) if one in game.st.objects]
        return any(game.chars(one).controller == player for one in ids) if kind == "sacrifice" else bool(ids)
    return True


def _is_found(part: Objects) -> bool:
    """Whether it can be told before they are chosen which objects could be meant."""
    if isinstance(part, Some):
        return part.group.noun is not Noun.CARD or bool(compiled(part.group).zones)
    return isinstance(part, This)


def _has_counters(game: Engine, action: RemoveCounters, frame: Frame) -> bool:
    if isinstance(action.from_, Some) or not isinstance(action.count, Exactly | AtLeast):
        return True
    wanted: Amount = action.count.amount
    have = 0
    for one in selecting.look_at(game, action.from_, frame):
        if one < FIRST_OBJECT:
            counters = game.st.players[one].counters
        elif one in game.st.objects:
            counters = game.st.objects[one].counters
        else:
            continue
        have += sum(counters.values()) if action.kind is None else counters.get(action.kind, 0)
    return have >= amounts.amount(game, wanted, frame)
