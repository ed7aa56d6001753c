"""Banding and "bands with other" (CR 702.22): bands of attackers, blocked together, and who divides combat damage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from magistrate.abilities.groups import Description, Group
from magistrate.abilities.kinds import Keyword
from magistrate.rules import combat, selecting
from magistrate.rules.decisions import Answer, Decision, Option
from magistrate.rules.frames import Frame
from magistrate.rules.state import NOBODY

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

BANDING: Final = "banding"
WITH_OTHER: Final = "bands with other"

Bands = tuple[tuple[int, ...], ...]


def _has_any(game: Engine, oid: int) -> bool:
    keywords = game.chars(oid).keywords
    return BANDING in keywords or WITH_OTHER in keywords


def _qualities(game: Engine, oid: int) -> tuple[Description, ...]:
    """The qualities of its "bands with other" abilities; several of the same kind are redundant (CR 702.22m)."""
    chars = game.chars(oid)
    if WITH_OTHER not in chars.keywords:
        return ()
    found: list[Description] = []
    for ability in chars.abilities:
        group = ability.group if isinstance(ability, Keyword) and ability.name == WITH_OTHER else None
        if group is not None and group not in found:
            found.append(group)
    return tuple(found)


def _is_of(game: Engine, oid: int, quality: Description, of: int) -> bool:
    if not isinstance(quality, Group):
        return False
    return selecting.is_of(game, oid, quality, Frame(of, game.chars(of).controller))


# Bands of attackers --------------------------------------------------------------------------------------------------
def may_band(game: Engine, members: Sequence[int]) -> bool:
    """CR 702.22c: all but at most one have banding and one does, or all are of a quality that one of them bands with
    others of."""
    banding = sum(1 for oid in members if BANDING in game.chars(oid).keywords)
    if banding and len(members) - banding <= 1:
        return True
    return any(
        all(_is_of(game, member, quality, oid) for member in members)
        for oid in members
        for quality in _qualities(game, oid)
    )


def declare(game: Engine, player: int, pairs: Sequence[tuple[int, int]]) -> Bands:
    """CR 508.1e, 702.22c: the active player announces which attackers are banded with which, as many bands as they
    like."""
    bands: list[tuple[int, ...]] = []
    free = list(pairs)
    while _can_band(game, free):
        attacked = dict(free)
        options = [Option("choose", combat.label(game, oid), oid) for oid, _ in free]
        decision = Decision(
            player, "choose", "which attackers are in a band?", options, 0, len(options), rules=("508.1e", "702.22c"),
            validate=_problem(game, options, attacked),
        )  # fmt: skip
        members = tuple(options[at].thing for at in game.ask(decision))
        if not members:
            break
        game.note(lambda: f"a band: {', '.join(combat.label(game, oid) for oid in members)}", "702.22c")  # noqa: B023
        bands.append(members)
        free = [pair for pair in free if pair[0] not in members]
    return tuple(bands)


def _can_band(game: Engine, free: Sequence[tuple[int, int]]) -> bool:
    """Whether any two of them could be a band: where no two can, no more can."""
    if len(free) < 2 or not any(_has_any(game, oid) for oid, _ in free):
        return False
    return any(
        to == other_to and may_band(game, (oid, other))
        for at, (oid, to) in enumerate(free)
        for other, other_to in free[at + 1 :]
    )


def _problem(game: Engine, options: Sequence[Option], attacked: dict[int, int]) -> Callable[[Answer], str]:
    """CR 702.22d, 802.3b."""

    def problem(answer: Answer) -> str:
        members = [options[at].thing for at in answer]
        if len(members) == 1:
            return "a band has two or more creatures"
        if len({attacked[oid] for oid in members}) > 1:
            return "all creatures in a band attack the same player, planeswalker or battle (CR 702.22d)"
        if members and not may_band(game, members):
            return "these creatures can't be a band (CR 702.22c)"
        return ""

    return problem


def others(game: Engine, attacker: int) -> tuple[int, ...]:
    """The other creatures in an attacker's band; a band lasts for the rest of combat (CR 702.22e), for those that are
    not removed from combat (CR 702.22f)."""
    for band in combat.current(game).bands:
        if attacker in band:
            return tuple(oid for oid in band if oid != attacker)
    return ()


def also_blocked(game: Engine, pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """CR 702.22h: with the attackers that are blocked, the others of their bands become blocked by the same
    creatures."""
    declared = tuple(pairs)
    if not combat.current(game).bands:
        return ()
    found: list[tuple[int, int]] = []
    for blocker, attacker in declared:
        for other in others(game, attacker):
            if (blocker, other) not in declared and (blocker, other) not in found:
                found.append((blocker, other))
    return tuple(found)


# Combat damage -------------------------------------------------------------------------------------------------------
def bands_among(game: Engine, creatures: Sequence[int]) -> bool:
    """Whether one of the creatures has banding, or one bands with another of them by its quality (CR 702.22j,
    702.22k)."""
    for oid in creatures:
        if BANDING in game.chars(oid).keywords:
            return True
    for oid in creatures:
        for quality in _qualities(game, oid):
            if _is_of(game, oid, quality, oid) and any(
                other != oid and _is_of(game, other, quality, oid) for other in creatures
            ):
                return True
    return False


def divider(game: Engine, oid: int, against: Sequence[int]) -> int:
    """CR 702.22j, 702.22k: who divides the combat damage of a creature among those it fights: its controller, but of an
    attacker blocked by creatures that band the defending player, of a blocker of such attackers the active player."""
    controller = game.chars(oid).controller
    if len(against) < 1 or not bands_among(game, against):
        return controller
    if game.obj(oid).attacking != NOBODY:
        defending = combat.defending_player(game, oid)
        return controller if defending == NOBODY else defending
    return game.board.active
