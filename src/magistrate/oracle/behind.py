"""Sentences that only say more of the instruction before them (CR 608.2c) stand right behind such an instruction, or mean nothing."""

from __future__ import annotations

from magistrate.abilities.actions import DealDamage, Enter
from magistrate.abilities.effects import Delayed, Effect, Instructions, ObjectsDo, Would, forbids_prevention
from magistrate.abilities.events import Occurs
from magistrate.abilities.kinds import Ability, Triggered
from magistrate.abilities.node import walk
from magistrate.abilities.numbering import actions_in
from magistrate.abilities.things import It
from magistrate.oracle.discourse import Unbound


def placed(ability: Ability) -> Ability:
    """The ability itself. Raises Unbound where "the damage can't be prevented" is not said right behind what deals damage (CR 615.12)."""
    for part in walk(ability):
        if isinstance(part, Instructions):
            _of_what_waits(part)
        elif isinstance(part, Would) and part.duration is not None and _enters(part):
            raise Unbound("how something enters instead this turn is not understood yet")
        elif isinstance(part, Triggered | Delayed):
            _of_two_events(part)
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


def _of_two_events(trigger: Triggered | Delayed) -> None:
    """Raises Unbound where, in what an effect of a triggered ability waits for, more than what acts is spoken of as being of
    an event: whether of the one that triggered it or of the one waited for is not told apart yet (CR 603.7c, 614.3)."""
    for part in walk(trigger.effect):
        said = part.event if isinstance(part, Would | Delayed) else None
        if isinstance(said, Occurs) and any(
            str(getattr(inner, "slot", "")).startswith("event:") for inner in walk(said.action)
        ):
            raise Unbound("of which of two events something is said is not told apart yet")


def _enters(effect: Would) -> bool:
    """Whether what happens instead is that something enters in another way (CR 614.1c), by an effect that waits for it."""
    return isinstance(effect.effect, ObjectsDo) and any(isinstance(action, Enter) for action in effect.effect.actions)


def _of_what_waits(effect: Instructions) -> None:
    """Raises Unbound where a later sentence speaks of what a replacement effect that only waits will have done (CR 614.3)."""
    number = 0
    for step in effect.steps:
        if isinstance(step, Would):
            done = {f"result:{number + at}" for at in range(actions_in(step))}
            rest = effect.steps[effect.steps.index(step) + 1 :]
            if any(isinstance(part, It) and part.slot in done for later in rest for part in walk(later)):
                raise Unbound("what will have been done instead by then cannot be spoken of yet")
        number += actions_in(step)
