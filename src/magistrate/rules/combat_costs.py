"""Costs to attack and to block (CR 508.1h-j, 509.1d-f): "can't attack you unless their controller pays {2}"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import Attack, Block, Cant, PayCosts, PlayerAction
from magistrate.abilities.combat_qualities import IsAttacking, IsBlocking
from magistrate.abilities.costs import Cost, Costs, DoAction
from magistrate.abilities.effects import ObjectsDo, Unless
from magistrate.abilities.node import walk
from magistrate.abilities.things import It
from magistrate.rules import costs, selecting, statics
from magistrate.rules.frames import Frame
from magistrate.rules.state import NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.statics import ActiveStatic

Pairs = tuple[tuple[int, int], ...]


def any_to_attack(game: Engine) -> bool:
    """Whether any cost to attack is about."""
    return any(_concerns(active, Attack) for active in statics.stated(game, Unless))


def any_to_block(game: Engine) -> bool:
    """Whether any cost to block is about."""
    return any(_concerns(active, Block) for active in statics.stated(game, Unless))


def _concerns(active: ActiveStatic, kind: type[Attack | Block]) -> bool:
    node = active.node
    if not isinstance(node, Unless) or not isinstance(node.effect, ObjectsDo):
        return False
    return any(
        isinstance(inner, kind)
        for action in node.effect.actions
        if isinstance(action, Cant)
        for inner in action.actions
    )


def to_attack(game: Engine, attacker: int, defender: int) -> list[Cost]:
    """CR 508.1h: what it costs to attack with a creature, one restriction after the other."""
    found: list[Cost] = []
    for active in statics.active(game, Unless):
        if _concerns(active, Attack):
            for inner in _forbidden(active):
                if (
                    isinstance(inner, Attack)
                    and not inner.alone
                    and _is_it(game, active, attacker, inner.whom, defender)
                ):
                    found.extend(_parts(game, active, attacker))
    return found


def to_block(game: Engine, blocker: int, attacker: int) -> list[Cost]:
    """CR 509.1d: what it costs to block with a creature."""
    found: list[Cost] = []
    for active in statics.active(game, Unless):
        if _concerns(active, Block):
            for inner in _forbidden(active):
                if isinstance(inner, Block) and not inner.alone and _is_it(game, active, blocker, inner.what, attacker):
                    found.extend(_parts(game, active, blocker))
    return found


def _forbidden(active: ActiveStatic) -> list[object]:
    return [inner for action in active.node.effect.actions if isinstance(action, Cant) for inner in action.actions]


def _is_it(game: Engine, active: ActiveStatic, creature: int, whom: object, other: int) -> bool:
    """Whether a restriction is on that creature, attacking or blocking that."""
    if not selecting.is_meant(game, creature, active.node.effect.what, active.frame):
        return False
    return whom is None or selecting.is_meant(game, other, whom, active.frame)  # type: ignore[arg-type]


def _parts(game: Engine, active: ActiveStatic, creature: int) -> tuple[Cost, ...]:
    """What is to be paid for one creature: "that creature" in it is the one that is declared."""
    action: PlayerAction = active.node.action
    if not isinstance(action, PayCosts):
        return (DoAction(action),)
    if action.times is not None and any(isinstance(part, IsAttacking | IsBlocking) for part in walk(action.times)):
        return action.costs.parts  # "pays {2} for each creature they control that's attacking you": each pays its own
    frame = active.frame.child()
    for part in walk(action):
        if isinstance(part, It) and part.slot is not None and part.slot.startswith("result:"):
            frame.bindings[part.slot] = (creature,)
    return costs.price(game, action, frame).parts


def of_attack(game: Engine, pairs: Pairs) -> Costs | None:
    """CR 508.1h: the total cost to attack; None when there is none."""
    if not any_to_attack(game):
        return None
    parts = [part for attacker, defender in pairs for part in to_attack(game, attacker, defender)]
    return Costs(tuple(parts)) if parts else None


def of_block(game: Engine, pairs: Pairs) -> Costs | None:
    """CR 509.1d: the total cost to block; None when there is none."""
    if not any_to_block(game):
        return None
    parts = [part for blocker, attacker in pairs for part in to_block(game, blocker, attacker)]
    return Costs(tuple(parts)) if parts else None


def can_pay(game: Engine, player: int, total: Costs | None) -> bool:
    """CR 508.1j, 509.1f: whether the player could pay all of it."""
    return total is None or costs.can_pay(game, player, total, Frame(NOBODY, player))


def pay(game: Engine, player: int, total: Costs | None) -> bool:
    """CR 508.1j, 509.1f: all costs are paid; False when they were not, and nothing is."""
    return total is None or costs.pay(game, player, total, Frame(NOBODY, player))
