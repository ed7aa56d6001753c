"""What combat asks of the abilities in effect: requirements, how many may block, how damage is assigned.

CR 508.1d, 509.1b-c, 510.1a, 510.1c, 701.38b.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Attack, BeBlocked, BeGoaded, Block, HaveAssign
from magistrate.abilities.things import AnyNumber, Some, Things
from magistrate.rules import amounts, restrictions, selecting, statics
from magistrate.rules.registry import Unsupported
from magistrate.rules.state import FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

GOADED: Final = "goaded"  # GameObject.marks: who goaded it, and in which turn (CR 701.38a)

#: A requirement to attack: None for attacking anything, else which defenders obey it.
AttackRequirement = tuple[int, ...] | None


def attack_requirements(game: Engine, oid: int, defenders: tuple[int, ...]) -> list[AttackRequirement]:
    """CR 508.1d, 701.38b: the requirements that a creature attack, each with the defenders (of these) that obey it.

    A goaded creature attacks if able, and attacks a player other than the one who goaded it if able; a player who goads it
    twice makes no more requirements (CR 701.38d).
    """
    found: list[AttackRequirement] = []
    for action, frame in restrictions.must(game, oid, Attack):
        if not isinstance(action, Attack) or action.alone:
            raise Unsupported("a requirement to attack alone")
        if action.whom is None:
            found.append(None)
        else:
            found.append(tuple(d for d in defenders if _meant(game, d, action.whom, frame, oid)))
    goading: list[int] = list(game.st.objects[oid].marks.get(GOADED) or ())
    for active in statics.active(game, BeGoaded):
        if active.frame.controller not in goading and statics.concerns(game, active, oid):
            goading.append(active.frame.controller)
    for player in goading:
        found.append(None)
        found.append(tuple(d for d in defenders if d < FIRST_OBJECT and d != player))
    return found


def any_to_attack(game: Engine) -> bool:
    """Whether any requirement to attack is about; nearly always there is none."""
    if restrictions.any_must(game, Attack) or statics.stated(game, BeGoaded):
        return True
    objects = game.st.objects
    return any(objects[oid].marks and GOADED in objects[oid].marks for oid in game.board.battlefield)


def any_to_block(game: Engine) -> bool:
    """Whether any requirement to block or to be blocked is about."""
    return restrictions.any_must(game, Block, BeBlocked)


def must_block(game: Engine, oid: int) -> int:
    """CR 509.1c: how many requirements say that it blocks if able."""
    return sum(
        1 for action, _ in restrictions.must(game, oid, Block) if isinstance(action, Block) and action.what is None
    )


def must_block_that(game: Engine, oid: int, attacker: int) -> int:
    """CR 509.1c: how many requirements say that it blocks that attacker if able."""
    count = 0
    for action, frame in restrictions.must(game, oid, Block):
        if isinstance(action, Block) and action.what is not None and _meant(game, attacker, action.what, frame, oid):
            count += 1
    return count


def must_be_blocked(game: Engine, attacker: int) -> int:
    """CR 509.1c: how many requirements say that it is blocked if able."""
    return sum(
        1
        for action, _ in restrictions.must(game, attacker, BeBlocked)
        if isinstance(action, BeBlocked) and action.by is None
    )


def must_be_blocked_by(game: Engine, attacker: int, blocker: int) -> int:
    """CR 509.1c: how many requirements say that the attacker is blocked by that creature if able."""
    count = 0
    for action, frame in restrictions.must(game, attacker, BeBlocked):
        by = action.by if isinstance(action, BeBlocked) else None
        if by is not None and _meant(game, blocker, by, frame, attacker):
            count += 1
    return count


def _meant(game: Engine, one: int, things: Things, frame: Frame, subject: int) -> bool:
    own = frame.child()
    own.bindings["subject"] = (subject,)
    return selecting.is_meant(game, one, things, own)


def block_capacity(game: Engine, oid: int) -> int:
    """CR 509.1a: how many attackers a creature can block: one, and more by effects; -1 for any number."""
    count = 1
    for permission, frame in restrictions.can(game, oid, Block):
        if permission.additional is not None:
            count += amounts.amount(game, permission.additional, frame)
            continue
        what = permission.action.what if isinstance(permission.action, Block) else None
        if isinstance(what, Some) and isinstance(what.quantity, AnyNumber):
            return -1
    return count


def cannot_block_alone(game: Engine, oid: int) -> bool:
    """CR 509.1b: whether it blocks only when another creature blocks too."""
    return restrictions.cant(game, oid, Block, alone=True)


def cannot_attack_alone(game: Engine, oid: int) -> bool:
    """CR 508.1c: whether it attacks only when another creature attacks too."""
    return restrictions.cant(game, oid, Attack, alone=True)


def combat_damage_of(game: Engine, oid: int) -> int:
    """CR 510.1a: how much combat damage a creature assigns: its power, or what an effect says instead; what assigns none
    assigns none by its toughness either."""
    chars = game.chars(oid)
    amount = chars.power
    for active in statics.active(game, HaveAssign):
        if not statics.concerns(game, active, oid):
            continue
        for action in active.node.actions:
            if not isinstance(action, HaveAssign) or action.by == UNBLOCKED:
                continue
            if action.by == "toughness":
                amount = chars.toughness
            elif action.by in ("none", "no combat damage"):
                return 0
            else:
                raise Unsupported(f"combat damage assigned by {action.by}")
    return amount


#: HaveAssign.by: "you may have it assign its combat damage as though it weren't blocked".
UNBLOCKED: Final = "as though unblocked"


def as_though_unblocked(game: Engine, oid: int) -> bool:
    """CR 510.1c: whether its controller may have it assign its damage as though it weren't blocked."""
    return any(
        isinstance(action, HaveAssign) and action.by == UNBLOCKED and statics.concerns(game, active, oid)
        for active in statics.active(game, HaveAssign)
        for action in active.node.actions
    )
