"""Sentences that only say more of the instruction before them (CR 608.2c) stand right behind such an instruction, or mean nothing."""

from __future__ import annotations

from magistrate.abilities.actions import DealDamage
from magistrate.abilities.effects import Effect, Instructions, forbids_prevention
from magistrate.abilities.kinds import Ability
from magistrate.abilities.node import walk
from magistrate.oracle.discourse import Unbound


def placed(ability: Ability) -> Ability:
    """The ability itself. Raises Unbound where "the damage can't be prevented" is not said right behind what deals damage (CR 615.12)."""
    said = [part for part in walk(ability) if isinstance(part, Effect) and forbids_prevention(part)]
    if not said:
        return ability
    behind = 0
    for part in walk(ability):
        if isinstance(part, Instructions):
            for before, step in zip(part.steps, part.steps[1:], strict=False):
                if forbids_prevention(step) and any(isinstance(inner, DealDamage) for inner in walk(before)):
                    behind += 1
    if behind != len(said):
        raise Unbound("no damage is named right before what can't be prevented")
    return ability
