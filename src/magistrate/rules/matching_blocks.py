"""When blocks of the game are blocks that a card speaks of: blocking, becoming blocked, attacking and not being blocked (CR 509.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import AttackUnblocked, BeBlocked, Block
from magistrate.abilities.amounts import Number
from magistrate.abilities.things import AtLeast, Exactly, Some, Things
from magistrate.rules import amounts, events
from magistrate.rules.matching import Bindings, about, concerns, controller_of, occurs_often_in

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame


@occurs_often_in(Block, on=(events.BlockersDeclared,))
def blocks(
    game: Engine, action: Block, subject: Things, event: events.BlockersDeclared, frame: Frame
) -> list[Bindings]:
    """CR 509.3a, 509.3f: once for a blocker; "blocks a creature" once for each attacker that it blocks (CR 509.3b), "blocks two or
    more" once where there are as many (CR 509.3e)."""
    blocked: dict[int, tuple[int, ...]] = {}
    for blocker, attacker in event.pairs:
        blocked[blocker] = (*blocked.get(blocker, ()), attacker)
    if action.alone and len(blocked) != 1:
        return []
    found: list[Bindings] = []
    for blocker, attackers in blocked.items():
        if not concerns(game, subject, blocker, frame):
            continue
        mine = about(game, blocker)
        if action.what is None:
            found.append({**mine, "event:object": attackers})
        else:
            fit = tuple([a for a in attackers if concerns(game, action.what, a, frame)])
            found.extend({**mine, "event:object": those} for those in _counted(game, action.what, fit, frame))
    return found


def _counted(game: Engine, things: Things, fit: tuple[int, ...], frame: Frame) -> list[tuple[int, ...]]:
    """Those that block or are blocked, each on its own (CR 509.3b, 509.3d), or together where a number of them is said (CR
    509.3e)."""
    quantity = things.quantity if isinstance(things, Some) else None
    if isinstance(quantity, AtLeast):
        return [fit] if fit and len(fit) >= amounts.amount(game, quantity.amount, frame) else []
    if isinstance(quantity, Exactly) and quantity.amount != Number(1):
        return [fit] if fit and len(fit) == amounts.amount(game, quantity.amount, frame) else []
    return [(one,) for one in fit]


@occurs_often_in(BeBlocked, on=(events.BlockersDeclared, events.BecameBlocked))
def becomes_blocked(
    game: Engine, action: BeBlocked, subject: Things, event: events.GameEvent, frame: Frame
) -> list[Bindings]:
    """CR 509.3c: once for an attacker, by an effect too; "by a creature" once for each such blocker (CR 509.3d), "by two or more"
    once where there are as many (CR 509.3e)."""
    if isinstance(event, events.BecameBlocked):
        if action.by is not None or not concerns(game, subject, event.object, frame):
            return []
        return [{**about(game, event.object), "event:defender": (game.obj(event.object).attacking,)}]
    assert isinstance(event, events.BlockersDeclared)
    blockers: dict[int, tuple[int, ...]] = {}
    for blocker, attacker in (*event.pairs, *event.banded):
        blockers[attacker] = (*blockers.get(attacker, ()), blocker)
    found: list[Bindings] = []
    for attacker, by in blockers.items():
        if not concerns(game, subject, attacker, frame):
            continue
        mine = {**about(game, attacker), "event:defender": (game.obj(attacker).attacking,)}
        if action.by is None:
            found.append({**mine, "event:object": by})
        else:
            fit = tuple([b for b in by if concerns(game, action.by, b, frame)])
            found.extend({**mine, "event:object": those} for those in _counted(game, action.by, fit, frame))
    return found


@occurs_often_in(AttackUnblocked, on=(events.BlockersDeclared,))
def attacks_unblocked(
    game: Engine, action: AttackUnblocked, subject: Things, event: events.BlockersDeclared, frame: Frame
) -> list[Bindings]:
    """CR 509.3g, 508.3f."""
    return [
        {
            "event:subject": (attacker,),
            "event:object": (game.obj(attacker).attacking,),
            "event:player": (controller_of(game, game.obj(attacker).attacking),),
        }
        for attacker in event.unblocked
        if concerns(game, subject, attacker, frame)
    ]
