"""Damage (CR 120): dealt all at once, and what it results in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from magistrate.abilities.amounts import Number, X
from magistrate.abilities.effects import DealtAsThough
from magistrate.abilities.kinds import Keyword
from magistrate.abilities.node import walk
from magistrate.rules import amounts, commander, present, selecting, statics, telling
from magistrate.rules.definitions import BATTLE, CREATURE, PLANESWALKER
from magistrate.rules.events import CountersPut, CountersRemoved, DamageDealt, GameEvent, LifeGained, LifeLost
from magistrate.rules.frames import Frame
from magistrate.rules.registry import Unsupported, performs
from magistrate.rules.state import BATTLEFIELD, FIRST_OBJECT, NOBODY

if TYPE_CHECKING:
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.engine import Engine

_CAN_BE_DAMAGED: Final = CREATURE | PLANESWALKER | BATTLE


def deal(game: Engine, events: Sequence[DamageDealt]) -> list[GameEvent]:
    """Deal damage, all at the same time; returns what happened (CR 120.4). No damage is no event (CR 120.8, 120.4b, 120.4d)."""
    proposed: list[GameEvent] = [e for e in events if e.amount > 0 and can_be_dealt_damage(game, e.target)]
    return game.happen(proposed) if proposed else []


def can_be_dealt_damage(game: Engine, target: int) -> bool:
    """CR 120.1, 120.1a: players in the game; battles, creatures and planeswalkers on the battlefield."""
    if target < FIRST_OBJECT:
        return target >= 0 and not game.st.players[target].lost
    thing = game.st.live(target)
    if thing is None or thing.zone != BATTLEFIELD or thing.phased_out:
        return False
    return game.chars(target).types & _CAN_BE_DAMAGED != 0


def source_controller(game: Engine, source: int) -> int:
    """The controller of a source of damage, or its owner when it has none (CR 702.15b), as it last existed (CR
    608.2h)."""
    controller = game.chars(source).controller
    return controller if controller >= 0 else game.obj(source).owner


def total_toxic(game: Engine, oid: int, chars: Characteristics) -> int:
    """CR 702.164b: the sum of all toxic values; one that is counted is what it is as the damage is dealt (CR 608.2h)."""
    total = 0
    for ability in chars.abilities:
        if isinstance(ability, Keyword) and ability.name == "toxic":
            if isinstance(ability.number, Number):
                total += ability.number.value
            elif ability.number is None or any(isinstance(part, X) for part in walk(ability.number)):
                raise Unsupported("toxic X")
            else:
                total += max(0, amounts.amount(game, ability.number, Frame(oid, chars.controller)))
    return total


@performs(DamageDealt)
def damage_dealt(game: Engine, event: DamageDealt) -> list[GameEvent] | None:
    """CR 120.3, 119.2, 120.4c, 302.7, 306.8, 310.6, 702.2d, 702.2e, 702.15c, 702.15d, 702.15e, 702.80a, 702.80b,
    702.80c, 702.90e, 702.164c, 702.90b, 702.90c, 702.90d: what damage results in depends on its recipient and on its
    source's abilities."""
    st = game.st
    source = event.source
    target = event.target
    amount = event.amount
    chars = game.chars(source) if source != NOBODY else None
    keywords = chars.keywords if chars is not None else frozenset()
    if present.has(game, DealtAsThough):
        keywords |= _as_though_had(game, target)
    controller = source_controller(game, source) if chars is not None else event.cause
    results: list[GameEvent] = []
    if target < FIRST_OBJECT:
        infected = "infect" in keywords
        _note(game, event, *(("120.3b", "702.90b") if infected else ("120.3a",)))
        if infected:
            poisoning = CountersPut(target, "poison", amount, controller, source)  # CR 120.3b
            poisoning.rules = ("120.3b", "702.90b")
            results.append(poisoning)
        else:
            results.append(LifeLost(target, amount, source, by_damage=True))  # CR 120.3a
        if event.combat and chars is not None:
            dealer = game.obj(source)
            if dealer.marks and commander.COMMANDER in dealer.marks:
                commander.note_damage(game, dealer, st.players[target], amount)
        if event.combat and chars is not None and "toxic" in keywords:
            toxic = total_toxic(game, source, chars)
            if toxic:
                poisoning = CountersPut(target, "poison", toxic, controller, source)  # CR 120.3g
                poisoning.rules = ("120.3g", "702.164c")
                results.append(poisoning)
    else:
        thing = st.live(target)
        if thing is None or thing.zone != BATTLEFIELD:
            return None
        types = game.chars(target).types
        event.excess = excess(game, target, amount, "deathtouch" in keywords)
        if game.trace is not None:
            _note(game, event, *_results(types, keywords))
        if types & PLANESWALKER:
            loyalty = thing.counters.get("loyalty", 0)
            if loyalty:
                results.append(CountersRemoved(target, "loyalty", min(amount, loyalty), source))  # CR 120.3c
        if types & BATTLE:
            defense = thing.counters.get("defense", 0)
            if defense:
                results.append(CountersRemoved(target, "defense", min(amount, defense), source))  # CR 120.3h
        if types & CREATURE:
            if "wither" in keywords or "infect" in keywords:
                withering = CountersPut(target, "-1/-1", amount, controller, source)  # CR 120.3d
                withering.rules = _withered(keywords)
                withering.by_no_effect = event.combat  # CR 510.2, 614.16: combat damage is dealt by the turn
                results.append(withering)
            else:
                st.set(thing, "damage", thing.damage + amount)  # CR 120.3e
            if "deathtouch" in keywords and not thing.deathtouched:
                st.set(thing, "deathtouched", True)  # CR 702.2b
    if "lifelink" in keywords:
        results.append(LifeGained(controller, amount, source, by_lifelink=True))  # CR 120.3f
    return results


def _as_though_had(game: Engine, target: int) -> frozenset[str]:
    """CR 609.4: the keyword abilities that effects say damage to something is dealt as though its source had."""
    return frozenset(
        active.node.keyword.name
        for active in statics.active(game, DealtAsThough)
        if active.node.to is None or selecting.is_meant(game, target, active.node.to, active.frame)
    )


def _withered(keywords: frozenset[str]) -> tuple[str, ...]:
    """Why damage to a creature puts counters on it: wither, infect, or both, which is no more (CR 120.3d)."""
    return ("120.3d", *(rule for name, rule in (("wither", "702.80a"), ("infect", "702.90c")) if name in keywords))


def _results(types: int, keywords: frozenset[str]) -> tuple[str, ...]:
    """What damage to a permanent results in: all that its types and the abilities of the source bring with them (CR 120.3)."""
    rules: list[str] = []
    if types & CREATURE:
        rules.extend(_withered(keywords) if "wither" in keywords or "infect" in keywords else ("120.3e",))
        if "deathtouch" in keywords:
            rules.append("702.2b")
    if types & PLANESWALKER:
        rules.append("120.3c")
    if types & BATTLE:
        rules.append("120.3h")
    return tuple(rules)


def _note(game: Engine, event: DamageDealt, *rules: str) -> None:
    """A line in the trace about the damage."""
    if game.trace is None:
        return
    by = telling.name(game, event.source) if event.source != NOBODY else "something"
    to = telling.name(game, event.target)
    kind = "combat damage" if event.combat else "damage"
    game.note(lambda: f"{by} deals {event.amount} {kind} to {to}", *rules)


def lethal(game: Engine, creature: int) -> int:
    """How much more damage is lethal for a creature (CR 120.6), deathtouch aside; at least 0."""
    return max(0, game.chars(creature).toughness - game.obj(creature).damage)


def exceed_together(batch: Sequence[GameEvent]) -> None:
    """CR 120.10: damage by several sources at the same time is more than enough together: the first of the events tells how much."""
    first: dict[int, DamageDealt] = {}
    for event in batch:
        if isinstance(event, DamageDealt) and event.excess:
            one = first.setdefault(event.target, event)
            if one is not event:
                one.excess, event.excess = one.excess + event.excess, 0


def excess(game: Engine, target: int, amount: int, deathtouch: bool = False) -> int:
    """CR 120.4a, 120.10: the part of `amount` about to be dealt to a permanent that is more than enough for it."""
    thing = game.obj(target)
    types = game.chars(target).types
    most = 0
    if types & CREATURE:
        enough = 0 if thing.deathtouched else lethal(game, target)
        most = max(most, amount - (min(enough, 1) if deathtouch else enough))
    if types & PLANESWALKER:
        most = max(most, amount - thing.counters.get("loyalty", 0))
    if types & BATTLE:
        most = max(most, amount - thing.counters.get("defense", 0))
    return most
