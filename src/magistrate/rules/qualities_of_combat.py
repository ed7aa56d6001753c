"""Whether an object has a quality that combat gives it: attacking, blocking, blocked, unblocked (CR 506-509)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.combat_qualities import BlockedBy, IsAttacking, IsBlocked, IsBlocking, IsUnblocked
from magistrate.abilities.things import Attached, It, Target, TargetThing, This
from magistrate.rules import combat, selecting
from magistrate.rules.registry import tests
from magistrate.rules.state import FIRST_OBJECT, NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

#: What means a certain object, wherever that is.
_ONE_KNOWN: Final = (Attached, It, Target, TargetThing, This)


@tests(IsAttacking)
def is_attacking(game: Engine, oid: int, quality: IsAttacking, frame: Frame) -> bool:
    """CR 508.1k, 508.6; "attacking you" is not attacking a planeswalker of yours (CR 508.5), and what attacks nothing any more is
    attacking nobody (CR 506.4c). A player is attacking another with any creature that they control."""
    if oid < FIRST_OBJECT:
        mine = [one for one in game.board.battlefield if game.chars(one).controller == oid]
        return any(is_attacking(game, one, quality, frame) for one in mine)
    whom = game.obj(oid).attacking
    if whom == NOBODY:
        return False
    return quality.whom is None or (whom != combat.NOTHING and selecting.is_meant(game, whom, quality.whom, frame))


@tests(IsBlocking)
def is_blocking(game: Engine, oid: int, quality: IsBlocking, frame: Frame) -> bool:
    """CR 509.1g; "blocking it" of an attacker that has left: what was blocking it as it did (CR 608.2h)."""
    blocked = game.obj(oid).blocking
    if not blocked:
        return False
    what = quality.what
    if what is None or any(selecting.is_meant(game, one, what, frame) for one in blocked):
        return True
    if not isinstance(what, _ONE_KNOWN):
        return False
    return any(
        oid in game.obj(one).marks.get(combat.BLOCKERS, ())
        for one in selecting.look_at(game, what, frame)
        if one >= FIRST_OBJECT and one not in game.st.objects
    )


@tests(IsBlocked)
def is_blocked(game: Engine, oid: int, quality: IsBlocked, frame: Frame) -> bool:
    """CR 509.1h."""
    thing = game.obj(oid)
    return thing.attacking != NOBODY and thing.blocked == 1


@tests(IsUnblocked)
def is_unblocked(game: Engine, oid: int, quality: IsUnblocked, frame: Frame) -> bool:
    """CR 509.1h."""
    thing = game.obj(oid)
    return thing.attacking != NOBODY and thing.blocked == 2


@tests(BlockedBy)
def blocked_by(game: Engine, oid: int, quality: BlockedBy, frame: Frame) -> bool:
    """CR 509.1g: blocked by something meant."""
    return any(
        oid in game.obj(one).blocking for one in selecting.all_meant(game, quality.what, frame) if one >= FIRST_OBJECT
    )
