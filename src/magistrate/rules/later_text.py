"""Later text that changes what an earlier instruction means (CR 608.2c): "Destroy target creature. It can't be
regenerated."
"""

from __future__ import annotations

from magistrate.abilities.actions import Destroy
from magistrate.abilities.effects import Does, Effect, Instead, Instructions, forbids_regeneration
from magistrate.abilities.node import replace

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
        changed = _unregenerable(found[-1][0]) if found and forbids_regeneration(part) else None
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
