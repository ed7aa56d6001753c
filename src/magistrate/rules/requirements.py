"""What combat asks of the abilities in effect: requirements, how many may block, how damage is assigned (CR 508.1d,
509.1b-c, 510.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import Attack, BeBlocked, Block, HaveAssign
from magistrate.rules import restrictions

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


def attack_requirements(game: Engine, oid: int) -> list[tuple[int, ...] | None]:
    """CR 508.1d: one entry for each requirement that it attack: None, or the defenders that obeying it takes."""
    return []


def any_to_block(game: Engine) -> bool:
    """Whether any requirement to block or to be blocked is about."""
    return False


def must_block(game: Engine, oid: int) -> int:
    """CR 509.1c: how many requirements say that it blocks if able."""
    return 0


def must_block_that(game: Engine, oid: int, attacker: int) -> int:
    """CR 509.1c: how many requirements say that it blocks that attacker if able."""
    return 0


def must_be_blocked(game: Engine, attacker: int) -> int:
    """CR 509.1c: how many requirements say that it is blocked if able."""
    return 0


def least_blockers(game: Engine, attacker: int) -> int:
    """CR 509.1b, 702.111b: how many creatures must block it if any do."""
    return 2 if "menace" in game.chars(attacker).keywords else 1


def most_blockers(game: Engine, attacker: int) -> int:
    """CR 509.1b: how many creatures may block it; -1 for any number."""
    return -1


def block_capacity(game: Engine, oid: int) -> int:
    """CR 509.1a: how many attackers it can block; -1 for any number."""
    return 1


def cannot_block_alone(game: Engine, oid: int) -> bool:
    """CR 509.1b."""
    return bool(restrictions.cant(game, oid, Block, alone=True))


def combat_damage_of(game: Engine, oid: int) -> int:
    """CR 510.1a: how much combat damage a creature assigns: its power, or what an effect says instead."""
    return game.chars(oid).power


def as_though_unblocked(game: Engine, oid: int) -> bool:
    """CR 510.1c: whether its controller may have it assign its damage as though it weren't blocked."""
    return False


_ = (Attack, BeBlocked, HaveAssign)
