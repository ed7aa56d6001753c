"""Later text that changes what an earlier instruction means (CR 608.2c): "Destroy target creature. It can't be
regenerated."
"""

from __future__ import annotations

from magistrate.abilities.actions import BeRegenerated, Cant, Destroy
from magistrate.abilities.effects import Does, Effect, Instructions, ObjectsDo
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
        before = found[-1][0] if found else None
        if _forbids_regeneration(part) and isinstance(before, Does) and isinstance(before.actions[-1], Destroy):
            destroy = replace(before.actions[-1], no_regeneration=True)
            found[-1] = (replace(before, actions=(*before.actions[:-1], destroy)), found[-1][1])
            found.append((part, False))
        else:
            found.append((part, True))
    return tuple(found)


def _forbids_regeneration(part: Effect) -> bool:
    """ "It can't be regenerated": of what was destroyed just before, and of nothing later."""
    return (
        isinstance(part, ObjectsDo)
        and part.duration is None
        and isinstance(part.what, It)
        and len(part.actions) == 1
        and isinstance(part.actions[0], Cant)
        and all(isinstance(action, BeRegenerated) for action in part.actions[0].actions)
    )
