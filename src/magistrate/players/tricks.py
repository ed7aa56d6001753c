"""What lasts until end of turn, and when it is worth having: pumps in a fight, shields for what would die, creatures for a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import Become
from magistrate.abilities.kinds import Keyword
from magistrate.players import combat_sense
from magistrate.players.quantities import number
from magistrate.rules.definitions import CREATURE
from magistrate.rules.state import FIRST_OBJECT, NOBODY
from magistrate.rules.steps import BLOCKERS, MAIN_1

if TYPE_CHECKING:
    from magistrate.players.judgement import Judgement
    from magistrate.players.worth import Board

#: Lethal damage is worth more than any card.
_WINS = 50.0


def fighting(board: Board) -> bool:
    """Whether blocks have been declared and damage is still to come, with nothing on the stack."""
    return board.view.step == BLOCKERS and not board.view.on_stack


def pumped(board: Board, oid: int, power: int, toughness: int) -> float:
    """What it gains this player in the fight that one of their creatures is in when it gets so much bigger."""
    view = board.view
    status = view.status(oid)
    if status.attacking != NOBODY:
        blockers = board.blockers_of(oid)
        if not blockers:
            return _through(board, status.attacking, power)
        return max(_turned(board, oid, other, power, toughness) for other in blockers)
    return max((_turned(board, oid, other, power, toughness) for other in status.blocking if other >= 0), default=0.0)


def _through(board: Board, defender: int, more: int) -> float:
    """More damage of an unblocked creature: everything when it is lethal, else little."""
    if more <= 0 or not 0 <= defender < FIRST_OBJECT:
        return 0.0
    return _WINS if board.coming(defender) + more >= board.view.life(defender) else 0.15 * more


def _turned(board: Board, mine: int, other: int, power: int, toughness: int) -> float:
    """What a pump of one's own creature in a fight gains: it lives, or the other dies."""
    own, foe = board.view.chars(mine), board.view.chars(other)
    if own is None or foe is None:
        return 0.0
    dies, killed = combat_sense.outcome(board, mine, other)
    gain = 0.0
    if dies and foe.power < board.left(mine) + toughness and "deathtouch" not in foe.keywords:
        gain += board.worth(mine)
    if not killed and own.power + power >= board.left(other) and "indestructible" not in foe.keywords:
        gain += board.worth(other)
    return gain


def weakened(board: Board, oid: int, power: int, toughness: int) -> float:
    """What it gains this player that another's creature gets so much smaller (amounts below 0) for the turn."""
    if toughness < 0 and board.left(oid) <= -toughness:
        return 0.5 + board.worth(oid)
    if not fighting(board):
        return 0.0
    view, chars = board.view, board.view.chars(oid)
    if chars is None:
        return 0.0
    status = view.status(oid)
    others = board.blockers_of(oid) if status.attacking != NOBODY else [one for one in status.blocking if one >= 0]
    gain = 0.0
    for mine in others:
        own = view.chars(mine)
        if own is None or not board.mine(mine):
            continue
        dies, killed = combat_sense.outcome(board, mine, oid)
        if dies and chars.power + power < board.left(mine):
            gain = max(gain, board.worth(mine))
        if not killed and own.power >= board.left(oid) + toughness and "indestructible" not in chars.keywords:
            gain = max(gain, board.worth(oid))
    return gain


def on_target(board: Board, judgement: Judgement, index: int, thing: int, source: int) -> float:
    """What something that ends with the turn is worth on a target, now."""
    power, toughness = board.pump(judgement, source)
    if thing < FIRST_OBJECT:
        return 0.0
    if judgement.target(index) < 0:
        value = weakened(board, thing, power, toughness)
        return -value if board.mine(thing) else value
    if not board.mine(thing):
        return -0.5
    if judgement.shields or not (power or toughness):
        return board.worth(thing) if in_danger(board, thing) else 0.0
    return pumped(board, thing, power, toughness) if fighting(board) else 0.0


def on_group(board: Board, judgement: Judgement, source: int) -> float:
    """What something that ends with the turn is worth to whole groups, now."""
    power, toughness = board.pump(judgement, source)
    total = 0.0
    through = 0
    defender = NOBODY
    for amount, group in judgement.boards:
        for thing in board.fitting(group, source):
            if thing < FIRST_OBJECT:
                continue
            if amount < 0:
                value = weakened(board, thing, power, toughness)
                total += -value if board.mine(thing) else value
            elif board.mine(thing) and fighting(board):
                status = board.view.status(thing)
                if status.attacking != NOBODY and not board.blockers_of(thing):
                    through += max(0, power)
                    defender = status.attacking
                else:
                    total += pumped(board, thing, power, toughness)
    return total + _through(board, defender, through)


def before_attacking(board: Board, judgement: Judgement, source: int) -> float:
    """What a pump of whole groups that cannot wait for the fight (a sorcery) is worth: much with many attackers."""
    view = board.view
    if view.active != board.me or view.step != MAIN_1 or view.on_stack:
        return 0.0
    foes = board.foes()
    if not foes:
        return 0.0
    able = [oid for oid in board.creatures()[0] if combat_sense.ready(board, oid)]
    touched = {thing for amount, group in judgement.boards if amount > 0 for thing in board.fitting(group, source)}
    more = max(1, board.pump(judgement, source)[0])
    total = sum(chars.power + (more if oid in touched else 0) for oid in able if (chars := view.chars(oid)) is not None)
    walls = [oid for oid in board.creatures()[1] if not view.status(oid).tapped]
    life = min(view.life(one) for one in foes)
    free = len(able) - len(walls)
    if free > 0 and total * free >= life * len(able):
        return _WINS
    return 0.3 * more * len(able) if len(able) >= 3 and free > 0 else 0.0


def borrowed(board: Board, judgement: Judgement, source: int) -> float:
    """What it is worth to have another's creature for this turn: the damage that it can deal, when nothing is left to stop it."""
    view = board.view
    foes = board.foes()
    if view.active != board.me or view.step != MAIN_1 or view.on_stack or not foes:
        return 0.0
    best = 0.0
    walls = [oid for oid in board.creatures()[1] if not view.status(oid).tapped]
    own = [chars.power for oid in board.creatures()[0] if combat_sense.ready(board, oid) and (chars := view.chars(oid))]
    for index in judgement.phrases:
        for thing in board.targets(judgement, index, source):
            chars = view.chars(thing)
            if thing < FIRST_OBJECT or chars is None or board.mine(thing) or not chars.types & CREATURE:
                continue
            left = len([wall for wall in walls if wall != thing])
            powers = sorted([*own, chars.power])
            through = sum(powers[: max(0, len(powers) - left)])
            if through >= view.life(chars.controller):
                return _WINS
            if not left:
                best = max(best, 0.25 * chars.power)
    return best


def in_danger(board: Board, oid: int) -> bool:
    """Whether a creature is about to die: in the fight that it is in, or by what somebody else has on the stack."""
    view = board.view
    stack = view.on_stack
    if stack:
        return not board.mine(stack[-1]) and oid in view.targets_of(stack[-1]) and board.harms(stack[-1])
    if view.step != BLOCKERS:
        return False
    status = view.status(oid)
    others = board.blockers_of(oid) if status.attacking != NOBODY else [one for one in status.blocking if one >= 0]
    return any(combat_sense.outcome(board, oid, other)[0] for other in others)


def awakened(board: Board, oid: int, becomes: Become) -> float:
    """What it is worth that a permanent becomes a creature for the turn: when it can attack and nothing in its way is stronger."""
    view = board.view
    chars = view.chars(oid)
    if chars is None or chars.types & CREATURE or view.status(oid).tapped:
        return 0.0
    if view.active != board.me or view.step != MAIN_1 or view.on_stack or view.fresh(oid):
        return 0.0
    power = number(becomes.power) if becomes.power is not None else chars.power
    toughness = number(becomes.toughness) if becomes.toughness is not None else chars.toughness
    flies = any(isinstance(one, Keyword) and one.name == "flying" for one in (*becomes.abilities, *chars.abilities))
    for wall in board.creatures()[1]:
        other = view.chars(wall)
        if other is None or view.status(wall).tapped or (flies and not {"flying", "reach"} & other.keywords):
            continue
        if other.power >= toughness or other.toughness > 2 * power:
            return 0.0
    return 0.3 * power
