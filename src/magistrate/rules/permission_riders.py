"""What becomes of what is cast or played by a permission: "You may cast creature spells from the top of your library. If you cast
a creature spell this way, it gains haste until end of turn"; "You may play target card this turn. If you do, it enters tapped".

The permission holds for a time (CR 601.3, 611.2); what is said behind it is done as it is made use of.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Cast, Enter, Play
from magistrate.abilities.amounts import Number
from magistrate.abilities.conditions import ThisWay
from magistrate.abilities.effects import AsLongAs, Does, Effect, If, IfYouDo, ObjectsDo
from magistrate.abilities.events import Occurs
from magistrate.abilities.node import replace, rewrite
from magistrate.abilities.things import Exactly, It, Some, Target, Things, This
from magistrate.rules.state import BATTLEFIELD

if TYPE_CHECKING:
    from magistrate.rules.continuous import ContinuousEffect
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

#: The slot of what was cast or played, in what is said of it.
PLAYED: Final = "event:object"


class Rider:
    """What is done when the permission is made use of, for such objects only where `only` describes them."""

    __slots__ = ("effect", "node", "only")

    def __init__(self, only: Things | None, effect: ObjectsDo, node: Effect) -> None:
        self.only = only
        self.effect = effect
        self.node = node


_NONE: Final[tuple[Rider, ...]] = ()
_riders: Final[dict[int, tuple[Effect, tuple[Rider, ...]]]] = {}
_joined: Final[dict[tuple[int, int], tuple[Effect, Effect, Does | None]]] = {}


def of(permission: Effect) -> tuple[Rider, ...]:
    """What is said behind a permission. Remembered by identity."""
    known = _riders.get(id(permission))
    return known[1] if known is not None and known[0] is permission else _NONE


def joined(first: Effect, then: Effect) -> Does | None:
    """The permission with what the effect behind it says of what is played by it; None where these are not that."""
    key = (id(first), id(then))
    known = _joined.get(key)
    if known is None:
        known = _joined[key] = (first, then, _join(first, then))
    return known[2]


def of_if_you_do(effect: IfYouDo) -> Does | None:
    """The permission of "you may play it this turn. If you do, …"; None when it is done, or not, at once."""
    if effect.otherwise is not None or not isinstance(effect.first, Does) or effect.first.duration is None:
        return None
    return joined(effect.first, effect.then)


def of_statement(effect: IfYouDo) -> Effect | None:
    """The permission of a static ability, "Once during each of your turns, you may play a land …. If you do, …"; with its condition."""
    return under_condition(effect.first, effect.then) if effect.otherwise is None else None


def under_condition(first: Effect, then: Effect) -> Effect | None:
    """The permission, which may hold under a condition, with what the effect behind it says of what is played by it."""
    if not isinstance(first, AsLongAs | If) or (isinstance(first, If) and first.otherwise is not None):
        return joined(first, then)
    inner = joined(first.effect, then)
    return None if inner is None else replace(first, effect=inner)


def _join(first: Effect, then: Effect) -> Does | None:
    if not isinstance(first, Does) or not first.may or first.cant:
        return None
    if not all(isinstance(action, Cast | Play) for action in first.actions):
        return None
    only: Things | None = None
    told: Effect = then
    if isinstance(then, If):
        condition = then.condition
        if then.otherwise is not None or not isinstance(condition, ThisWay) or condition.negated:
            return None
        event = condition.event
        if not isinstance(event, Occurs) or not isinstance(event.action, Cast | Play):
            return None
        only, told = event.action.what, then.effect
    if not isinstance(told, ObjectsDo):
        return None
    if isinstance(told.what, This) or (isinstance(told.what, It) and told.what.slot == "source"):
        # "You may cast this card …. If you do, this creature enters …": the card as what it became.
        of_itself = all(isinstance(a, Cast | Play) and isinstance(a.what, This) for a in first.actions)
        return _with(first, only, replace(told, what=It(slot=PLAYED)), then) if of_itself else None
    if not isinstance(told.what, It):
        return None
    slots = {
        f"target:{a.what.index}" for a in first.actions if isinstance(a, Cast | Play) and isinstance(a.what, Target)
    }
    slots |= {a.what.slot for a in first.actions if isinstance(a, Cast | Play) and isinstance(a.what, It)}
    if not told.what.slot.startswith("result:") and told.what.slot not in slots:
        return None
    said = told.what.slot
    effect = rewrite(
        told, lambda part: replace(part, slot=PLAYED) if isinstance(part, It) and part.slot == said else part
    )
    return _with(first, only, effect, then)


def _with(first: Does, only: Things | None, effect: ObjectsDo, then: Effect) -> Does:
    made = copy(first)
    _riders[id(made)] = (made, (*of(first), Rider(only, effect, then)))
    return made


def is_for_one(permission: Does) -> bool:
    """Whether what is permitted for a time is to play one card: "you may cast a creature spell from your graveyard this turn"."""
    return permission.duration is not None and any(
        isinstance(action, Cast | Play)
        and isinstance(action.what, Some)
        and isinstance(action.what.quantity, Exactly)
        and action.what.quantity.amount == Number(1)
        for action in permission.actions
    )


def used(game: Engine, once: int) -> None:
    """CR 611.2: a permission for one card is used up, when that is what `once` is the timestamp of."""
    effects: tuple[ContinuousEffect, ...] = game.board.effects
    kept = tuple(effect for effect in effects if effect.timestamp != once or not isinstance(effect.rule, Does))
    if once and len(kept) != len(effects):
        game.st.set(game.board, "effects", kept)


def follow(game: Engine, riders: tuple[Rider, ...], frame: Frame, oid: int) -> None:
    """CR 601.3, 608.2c, 400.7h: what the permission says of the spell that was just cast by it, or of the land that is about to be
    played: how it will enter, and what it is or has from now on."""
    from magistrate.rules import exercised, registry, resolution, selecting

    for rider in riders:
        if rider.only is not None and not selecting.is_meant(game, oid, rider.only, frame):
            continue
        if registry.EXERCISED is not None:
            exercised.note_all(rider.node)
        own = frame.child()
        own.bindings[PLAYED] = (oid,)
        own.at = 0
        game.note(lambda: "what the permission says of it applies", "601.3", "611.2")
        resolution.carry_out(game, rider.effect, own)


def land_enters(game: Engine, riders: tuple[Rider, ...], frame: Frame, oid: int) -> None:
    """CR 614.1c: how a land enters that is played by the permission, said before it does."""
    from magistrate.rules import entering_later, selecting

    for rider in riders:
        if rider.only is None or selecting.is_meant(game, oid, rider.only, frame):
            for action in rider.effect.actions:
                if isinstance(action, Enter):
                    entering_later.keep_on(game, oid, action, frame)


def land_entered(game: Engine, riders: tuple[Rider, ...], frame: Frame, land: int) -> None:
    """What else is said of a land that was played by the permission, now that it is on the battlefield (CR 400.7i)."""
    rest = [
        Rider(rider.only, replace(rider.effect, actions=actions), rider.node)
        for rider in riders
        if (actions := tuple(action for action in rider.effect.actions if not isinstance(action, Enter)))
    ]
    thing = game.st.live(land)
    if rest and thing is not None and thing.zone == BATTLEFIELD:
        follow(game, tuple(rest), frame, land)
