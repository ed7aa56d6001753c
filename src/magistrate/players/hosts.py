"""How good it is to be enchanted by or equipped with something."""

from __future__ import annotations

from collections.abc import Iterable

from magistrate.abilities import actions as say
from magistrate.abilities.events import Occurs
from magistrate.abilities.kinds import Ability, Activated, Static, Triggered
from magistrate.abilities.node import Node, walk
from magistrate.abilities.things import Attached
from magistrate.players.judgement import judged

_MOST = 50_000

_attached: dict[int, tuple[Node, float]] = {}


def attachment(abilities: Iterable[Ability]) -> float:
    """How good it is to be enchanted by or equipped with something that has these abilities."""
    return sum(_on_host(ability) for ability in abilities if isinstance(ability, Static | Triggered | Activated))


def _on_host(ability: Static | Triggered | Activated) -> float:
    """How good one ability of what is attached is for its host (remembered by identity)."""
    known = _attached.get(id(ability))
    if known is None:
        if len(_attached) > _MOST:
            _attached.clear()
        known = _attached[id(ability)] = (ability, _host(ability))
    return known[1]


def _host(ability: Static | Triggered | Activated) -> float:
    """What somebody attaches for what their own creature does (it attacks, it dies) is good on a creature of theirs."""
    found = judged(ability.effect)
    if isinstance(ability, Static):
        return found.host
    if isinstance(ability, Activated):
        return 0.6 * found.host
    event = ability.event
    if not _names_host(event):
        return found.host
    if not isinstance(event, Occurs):
        return found.host + found.event + found.event_others
    dies = isinstance(event.action, say.Die | say.Leave)
    harm = found.host + (max(0.0, found.event) if dies else found.event)
    if harm < 0:
        return harm
    others = sum(-0.3 * amount for amount in (*found.targets.values(), found.event_others) if amount < 0)
    return harm + 0.7 * max(0.0, found.gain) + others


def _names_host(part: Node) -> bool:
    return any(isinstance(one, Attached) for one in walk(part))
