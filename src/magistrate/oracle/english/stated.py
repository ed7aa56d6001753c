"""What can be said of a permanent as a statement: a static ability states something, and nobody carries it out (CR 113.3d, 604.1)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import DealDamage, GainControl, PlayRevealed, SkipStep, UntapInStep
from magistrate.abilities.effects import (
    AsLongAs,
    Does,
    Effect,
    If,
    Instructions,
    MayExert,
    ObjectsDo,
    UnlessCondition,
    WhenYouDo,
    Where,
)
from magistrate.abilities.kinds import Ability
from magistrate.abilities.node import Node, children
from magistrate.abilities.things import Target, TargetPlayer, TargetThing

#: What players are said to do that goes on: "you control enchanted creature", "players skip their untap steps".
_GOING_ON = (GainControl, PlayRevealed, SkipStep, UntapInStep)
_TARGETS = (Target, TargetPlayer, TargetThing)


def is_stated(effect: Effect) -> bool:
    """Whether an effect can be a static ability's: no instruction that somebody would have to carry out ("draw a card"), and
    nothing that has targets (CR 115.1)."""
    return _states(effect) and not any(isinstance(node, _TARGETS) for node in _own(Instructions((effect,))))


def _states(effect: Effect) -> bool:
    if isinstance(effect, Instructions):
        return all(_states(step) for step in effect.steps)
    if isinstance(effect, AsLongAs | UnlessCondition | Where):
        return _states(effect.effect)
    if isinstance(effect, If):
        return _states(effect.effect) and (effect.otherwise is None or _states(effect.otherwise))
    if isinstance(effect, Does):
        return effect.may or effect.cant or effect.must or all(isinstance(one, _GOING_ON) for one in effect.actions)
    if isinstance(effect, ObjectsDo):
        return not any(isinstance(one, DealDamage) for one in effect.actions)
    return True


def _own(node: Node) -> Iterator[Node]:
    """A node and what is under it, less the abilities that it gives or makes trigger (CR 603.12)."""
    yield node
    for child in children(node):
        if not isinstance(child, Ability | MayExert | WhenYouDo):
            yield from _own(child)
