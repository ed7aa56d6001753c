"""Later text that changes what an earlier instruction means (CR 608.2c): "Destroy target creature. It can't be
regenerated."; "Create a token. It has …".
"""

from __future__ import annotations

from magistrate.abilities.actions import Create, Destroy, GainAbilities
from magistrate.abilities.effects import Does, Effect, Instead, Instructions, ObjectsDo, forbids_regeneration
from magistrate.abilities.kinds import Ability
from magistrate.abilities.node import replace
from magistrate.abilities.things import It

_known: dict[int, tuple[Instructions, tuple[tuple[Effect, bool], ...]]] = {}


def steps(effect: Instructions) -> tuple[tuple[Effect, bool], ...]:
    """The steps of an effect, each with whether it is an instruction of its own: what only says more about the one
    before is part of that. Remembered by identity."""
    known = _known.get(id(effect))
    if known is None:
        known = _known[id(effect)] = (effect, _steps(effect.steps))
    return known[1]


def _steps(parts: tuple[Effect, ...]) -> tuple[tuple[Effect, bool], ...]:
    found: list[tuple[Effect, bool]] = []
    for part in parts:
        changed: Effect | None = None
        if found and forbids_regeneration(part):
            changed = _unregenerable(found[-1][0])
        elif found and (abilities := _told(part)):
            changed = _created_with(found[-1][0], abilities)
        if changed is not None:
            found[-1] = (changed, found[-1][1])
            found.append((part, False))
        else:
            found.append((part, True))
    return tuple(found)


def _unregenerable(effect: Effect) -> Effect | None:
    """The effect with its last destroying one that forbids regeneration; None when it destroys nothing."""
    if isinstance(effect, Does):
        for place in range(len(effect.actions) - 1, -1, -1):
            action = effect.actions[place]
            if isinstance(action, Destroy):
                destroy = replace(action, no_regeneration=True)
                return replace(effect, actions=(*effect.actions[:place], destroy, *effect.actions[place + 1 :]))
    if isinstance(effect, Instead):
        other = _unregenerable(effect.other)
        return None if other is None else replace(effect, other=other)
    if isinstance(effect, Instructions):
        for place in range(len(effect.steps) - 1, -1, -1):
            step = _unregenerable(effect.steps[place])
            if step is not None:
                return replace(effect, steps=(*effect.steps[:place], step, *effect.steps[place + 1 :]))
    return None


def _told(part: Effect) -> tuple[Ability, ...]:
    """CR 111.3: the abilities that a sentence says tokens have that the instruction before it creates ("It has …"): part of
    what they are created as, not an effect on them; () for any other sentence."""
    if not isinstance(part, ObjectsDo) or part.duration is not None or len(part.actions) != 1:
        return ()
    action, what = part.actions[0], part.what
    if not isinstance(action, GainAbilities) or not action.has or action.choice:
        return ()
    return action.abilities if isinstance(what, It) and what.slot.startswith("result:") else ()


def _created_with(effect: Effect, abilities: tuple[Ability, ...]) -> Effect | None:
    """The effect with tokens that have these abilities as well; None when its last action creates none."""
    if not isinstance(effect, Does) or not isinstance(effect.actions[-1], Create):
        return None
    create = effect.actions[-1]
    kinds = tuple(
        replace(kind, token=replace(kind.token, abilities=(*kind.token.abilities, *abilities))) for kind in create.kinds
    )
    return replace(effect, actions=(*effect.actions[:-1], replace(create, kinds=kinds)))
