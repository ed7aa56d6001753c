"""Dealing damage and fighting as effects do it (CR 120, 701.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import DealDamage, Fight
from magistrate.abilities.effects import Unpreventable, forbids_prevention
from magistrate.abilities.things import EachOf, Players
from magistrate.rules import amounts, conditions, continuous, damage, selecting, telling
from magistrate.rules.effects.destroying import is_permanent
from magistrate.rules.effects.dividing import shares
from magistrate.rules.effects.picking import frame_of
from magistrate.rules.events import DamageDealt, Done, GameEvent
from magistrate.rules.registry import Unsupported, carries_out
from magistrate.rules.resolution import Result
from magistrate.rules.state import FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


def dealt(happened: list[GameEvent]) -> Result:
    """Whom damage was dealt to, and how much: "damage dealt this way"."""
    events = [event for event in happened if isinstance(event, DamageDealt)]
    whom = tuple(dict.fromkeys(event.target for event in events))
    return Result(
        bool(events),
        tuple(thing for thing in whom if thing >= FIRST_OBJECT),
        tuple(thing for thing in whom if thing < FIRST_OBJECT),
        sum(event.amount for event in events),
        excess=sum(event.excess for event in events),
    )


def damaging(source: int, target: int, amount: int, frame: Frame) -> DamageDealt:
    """The event that a source deals damage that is no combat damage."""
    event = DamageDealt(source, target, amount)
    event.cause = frame.controller
    return event


@carries_out(DealDamage)
def deal_damage(game: Engine, action: DealDamage, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 120.1, 120.4, 120.2b: everything is dealt at the same time; divided damage as announced (CR 601.2d)."""
    if action.amount is None or action.to is None:
        raise Unsupported("DealDamage of no amount or to nothing")
    events: list[DamageDealt] = []
    for source in who:
        own = frame_of(game, source, who, frame)
        amount = amounts.amount(game, action.amount, own)
        announced = action.divided and any(own.division)  # the shares stay, whatever X has become
        if action.provided is not None and not conditions.holds(game, action.provided, own):
            amount = 0
            announced = False
        if amount <= 0 and not action.more and not announced:
            continue
        to = action.to.of if isinstance(action.to, EachOf) else action.to
        things = selecting.select(game, to, own)
        if action.divided and (amount > 0 or announced):
            events.extend(
                damaging(source, thing, share, frame)
                for thing, share in shares(game, frame.controller, things, amount, own)
            )
        else:
            among = tuple(dict.fromkeys(things))
            if action.evenly:  # among those that are still legal targets
                amount = amount // max(1, len(among))
            events.extend(damaging(source, thing, amount, frame) for thing in among if amount > 0)
        for part in action.more:
            share = amounts.amount(game, part.amount, own)
            if part.provided is not None and not conditions.holds(game, part.provided, own):
                continue
            to = part.to.of if isinstance(part.to, EachOf) else part.to
            if share > 0:
                events.extend(damaging(source, thing, share, frame) for thing in selecting.select(game, to, own))
    if action.excess_to is not None:
        events = _with_excess(game, action.excess_to, events, frame)
    for event in events:
        event.unpreventable = action.unpreventable
    return dealt(damage.deal(game, events)) if events else Result(False)


def _with_excess(game: Engine, to: Players, events: list[DamageDealt], frame: Frame) -> list[DamageDealt]:
    """CR 120.4a, 702.2: damage that would be more than enough for a permanent is dealt to a player instead."""
    players = selecting.players(game, to, frame)
    made: list[DamageDealt] = []
    for event in events:
        made.append(event)
        if event.target < FIRST_OBJECT or not is_permanent(game, event.target) or not players:
            continue
        deathtouch = event.source >= 0 and "deathtouch" in game.chars(event.source).keywords
        more = damage.excess(game, event.target, event.amount, deathtouch)
        if more > 0:
            event.amount -= more
            made.append(damaging(event.source, players[0], more, frame))
            game.note(lambda: "excess damage is dealt to the player instead", "120.4a")
    return made


def fight_between(game: Engine, one: int, other: int, frame: Frame) -> Result:
    """CR 701.12a, 701.12d: each deals damage equal to its power to the other; neither does when one is no creature
    there (CR 701.12b)."""
    for oid in (one, other):
        if oid < FIRST_OBJECT or not is_permanent(game, oid) or not game.chars(oid).is_creature:
            game.note(lambda: "neither creature fights", "701.12b")
            return Result(False)
    if one == other:
        events = [damaging(one, one, 2 * game.chars(one).power, frame)]  # CR 701.12c
    else:
        events = [
            damaging(one, other, game.chars(one).power, frame),
            damaging(other, one, game.chars(other).power, frame),
        ]
    game.note(lambda: f"{telling.name(game, one)} fights {telling.name(game, other)}", "701.12a")
    fought: list[GameEvent] = []
    for oid, with_ in ((one, other), (other, one)):
        event = Done("fight", game.chars(oid).controller, oid, value=with_, source=frame.source)
        event.cause = frame.controller
        fought.append(event)
    result = dealt(damage.deal(game, events))
    game.happen(fought)
    return Result(True, (one, other), result.players, result.amount, excess=result.excess)


@carries_out(Fight)
def fight(game: Engine, action: Fight, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.12: with another creature, or two creatures with each other."""
    if action.with_ is None:
        if len(who) != 2:
            game.note(lambda: "neither creature fights", "701.12b")
            return Result(False)
        return fight_between(game, who[0], who[1], frame)
    others = selecting.select(game, action.with_, frame)
    if not who or not others:
        game.note(lambda: "neither creature fights", "701.12b")
        return Result(False)
    if len(who) > 1 or len(others) > 1:
        raise Unsupported("701.12 fights of many creatures")
    return fight_between(game, who[0], others[0], frame)


@carries_out(Unpreventable)
def cannot_be_prevented(game: Engine, effect: Unpreventable, frame: Frame) -> Result:
    """CR 615.12: from now on as long as it says, of all damage that it describes."""
    if forbids_prevention(effect):
        raise Unsupported("that damage, which nothing before deals")
    continuous.add_statement(game, frame, effect, effect.duration)
    return Result(True)
