"""Attacking and blocking by rules of thumb: who wins which fight, who has to stay at home, who must be stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.players.worth import Board, creature
from magistrate.rules.state import FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.rules.characteristics import Characteristics

Pairs = tuple[tuple[int, int], ...]


def attackers(board: Board, options: dict[int, tuple[int, ...]]) -> Pairs:
    """Who attacks whom."""
    if not options:
        return ()
    defender = _whom(board, options)
    able = [oid for oid, whom in options.items() if defender in whom]
    player = defender if defender < FIRST_OBJECT else _controller(board, defender)
    walls = [oid for oid in board.creatures()[1] if _may_block(board, oid, player)]
    life = board.view.life(player) if defender < FIRST_OBJECT else 99
    poison = 10 - board.view.counters(player).get("poison", 0) if defender < FIRST_OBJECT else 99
    if _alpha(board, able, walls, life, poison):
        return tuple((oid, defender) for oid in able)
    going = [oid for oid in able if _worth_attacking(board, oid, walls)]
    staying = _needed_at_home(board, going)
    return tuple((oid, defender) for oid in going if oid not in staying)


def _whom(board: Board, options: dict[int, tuple[int, ...]]) -> int:
    """The player with the least life, or a planeswalker of theirs that is nearly spent."""
    found: list[int] = []
    for whom in options.values():
        found += [one for one in whom if one not in found]
    players = [one for one in found if one < FIRST_OBJECT]
    if players:
        weakest = min(players, key=board.view.life)
        others = [one for one in found if one >= FIRST_OBJECT and not board.mine(one)]
        if board.view.life(weakest) > 10 and others:
            return others[0]
        return weakest
    return found[0]


def _controller(board: Board, oid: int) -> int:
    chars = board.view.chars(oid)
    return -1 if chars is None else chars.controller


def ready(board: Board, oid: int) -> bool:
    """Whether a creature looks able to attack this turn."""
    chars, status = board.view.chars(oid), board.view.status(oid)
    if chars is None or status.tapped or chars.power <= 0 or "defender" in chars.keywords or board.hobbled(oid):
        return False
    return "haste" in chars.keywords or not board.view.fresh(oid)


def _may_block(board: Board, oid: int, player: int) -> bool:
    chars = board.view.chars(oid)
    return chars is not None and chars.controller == player and not board.view.status(oid).tapped


def kills(one: Characteristics, left: int, other: Characteristics) -> bool:
    """Whether `one` deals lethal damage to `other`, which can take `left` more."""
    if "indestructible" in other.keywords:
        return False
    return one.power >= left or (one.power > 0 and "deathtouch" in one.keywords)


def outcome(board: Board, attacker: int, blocker: int) -> tuple[bool, bool]:
    """Whether the attacker dies, and whether the blocker does, when they fight."""
    a, b = board.view.chars(attacker), board.view.chars(blocker)
    if a is None or b is None:
        return False, False
    blocker_dies = kills(a, board.left(blocker), b) and not board.harmless(blocker, attacker)
    attacker_dies = kills(b, board.left(attacker), a) and not board.harmless(attacker, blocker)
    if blocker_dies and attacker_dies:
        first, other = _strikes_first(a), _strikes_first(b)
        if first and not other:
            attacker_dies = False
        elif other and not first:
            blocker_dies = False
    return attacker_dies, blocker_dies


def _strikes_first(chars: Characteristics) -> bool:
    return "first strike" in chars.keywords or "double strike" in chars.keywords


def _alpha(board: Board, able: list[int], walls: list[int], life: int, poison: int) -> bool:
    """Whether everything attacking at once wins: each blocker stops the biggest that it can (CR 104.3b, 104.3d)."""
    damage = []
    for oid in able:
        chars = board.view.chars(oid)
        if chars is not None:
            damage.append((chars.power * (2 if "double strike" in chars.keywords else 1), oid))
    damage.sort(reverse=True)
    free = list(walls)
    total = infected = 0
    for power, oid in damage:
        stopper = next((wall for wall in free if board.can_block(wall, oid)), None)
        chars = board.view.chars(oid)
        menace = chars is not None and "menace" in chars.keywords and len(free) < 2
        through = 0
        if stopper is None or menace:
            through = power
        else:
            free.remove(stopper)
            if chars is not None and "trample" in chars.keywords:
                through = max(0, power - board.left(stopper))
        if chars is not None and "infect" in chars.keywords:
            infected += through
        else:
            total += through
    return total >= life > 0 or infected >= poison


def _worth_attacking(board: Board, oid: int, walls: list[int]) -> bool:
    chars = board.view.chars(oid)
    if chars is None or chars.power <= 0:
        return False
    own = creature(chars)
    for wall in walls:
        if not board.can_block(wall, oid):
            continue
        dies, kills_it = outcome(board, oid, wall)
        if dies:
            other = board.view.chars(wall)
            if not kills_it or (other is not None and creature(other) < own):
                return False
    strong = [wall for wall in walls if board.can_block(wall, oid)]
    if len(strong) >= 2 and "menace" not in chars.keywords:
        together = sum(max(0, c.power) for wall in strong if (c := board.view.chars(wall)) is not None)
        if together >= board.left(oid) and own > 4:
            return False  # two of them would have it for the price of one
    return True


def _needed_at_home(board: Board, going: list[int]) -> list[int]:
    """Who has to stay so that the way back is not deadly: the best blockers, as many as are needed."""
    ours, theirs = board.creatures()
    threat = 0
    for oid in theirs:
        chars = board.view.chars(oid)
        if chars is not None and "defender" not in chars.keywords:
            threat += max(0, chars.power)
    life = board.view.life(board.me)
    home = [oid for oid in ours if oid not in going and not board.view.status(oid).tapped]
    if threat < life:
        return []
    staying: list[int] = []
    stopped = sum(_stops(board, oid, theirs) for oid in home)
    for oid in sorted(going, key=lambda one: (board.worth(one), one)):
        if threat - stopped < life:
            break
        chars = board.view.chars(oid)
        if chars is not None and "vigilance" in chars.keywords:
            stopped += _stops(board, oid, theirs)
            continue
        staying.append(oid)
        stopped += _stops(board, oid, theirs)
    return staying


def _stops(board: Board, oid: int, theirs: list[int]) -> int:
    """The damage that a blocker would stop, at best."""
    return max(
        (max(0, c.power) for one in theirs if (c := board.view.chars(one)) is not None and board.can_block(oid, one)),
        default=0,
    )


# Blocking ------------------------------------------------------------------------------------------------------------
def blockers(board: Board, options: dict[int, tuple[int, ...]]) -> Pairs:
    """Who blocks whom."""
    threats: list[int] = []
    for attacks in options.values():
        threats += [one for one in attacks if one not in threats]
    attacking_me = [one for one in threats if _attacks(board, one)]
    threats.sort(key=lambda one: (-board.worth(one), one))
    incoming = _incoming(board)
    life = board.view.life(board.me)
    free = list(options)
    blocks: list[tuple[int, int]] = []
    for attacker in threats:
        best = _good_block(board, attacker, [b for b in free if attacker in options[b]])
        if best:
            blocks += [(blocker, attacker) for blocker in best]
            free = [b for b in free if b not in best]
            incoming -= _power(board, attacker) if attacker in attacking_me else 0
    if incoming >= life or (life <= 6 and incoming >= life - 3):
        stopped = [attacker for _, attacker in blocks]
        for attacker in sorted(attacking_me, key=lambda one: (-_power(board, one), one)):
            if incoming < life and not (life <= 6 and incoming >= life - 3):
                break
            if attacker in stopped or _menace(board, attacker):
                continue
            able = [b for b in free if attacker in options[b]]
            if able:
                chump = min(able, key=lambda one: (board.worth(one), one))
                blocks.append((chump, attacker))
                free.remove(chump)
                incoming -= _power(board, attacker)
    return tuple(sorted(blocks))


def _attacks(board: Board, attacker: int) -> bool:
    return board.view.status(attacker).attacking == board.me


def _incoming(board: Board) -> int:
    """The damage that is coming when nothing is blocked."""
    return sum(_power(board, oid) for oid in board.creatures()[1] if _attacks(board, oid))


def _power(board: Board, oid: int) -> int:
    chars = board.view.chars(oid)
    if chars is None:
        return 0
    return max(0, chars.power) * (2 if "double strike" in chars.keywords else 1)


def _menace(board: Board, oid: int) -> bool:
    chars = board.view.chars(oid)
    return chars is not None and "menace" in chars.keywords


def _good_block(board: Board, attacker: int, able: list[int]) -> list[int]:
    """The block that gains most, if one gains anything: alone, or two against one."""
    if not able:
        return []
    value = board.worth(attacker)
    menace = _menace(board, attacker)
    best: list[int] = []
    most = 0.0
    if not menace:
        for blocker in able:
            dies, lost = outcome(board, attacker, blocker)
            gain = (value if dies else 0.0) - (board.worth(blocker) if lost else 0.0)
            if not dies and not lost:
                gain = 0.2 + 0.1 * _power(board, attacker)  # it stops the damage for nothing
            if gain > most + 0.01 or (gain > 0 and not best):
                best, most = [blocker], gain
    if best or len(able) < 2:
        return best
    chars = board.view.chars(attacker)
    if chars is None:
        return []
    strong = sorted(able, key=lambda one: (-_power(board, one), one))[:2]
    together = sum(_power(board, one) for one in strong)
    if together >= board.left(attacker) and "indestructible" not in chars.keywords:
        losses = [board.worth(one) for one in strong if chars.power >= board.left(one)]
        if value > (min(losses) if losses else 0.0) + 0.5:
            return strong
    return []
