"""What to do with priority: lands first, then the best spell, abilities with what is left; otherwise pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.costs import LoyaltyCost
from magistrate.abilities.effects import Modal
from magistrate.abilities.kinds import Activated, Keyword, Spell
from magistrate.abilities.node import walk
from magistrate.players import combat_sense
from magistrate.players.choosing import best_target, expected
from magistrate.players.judgement import Judgement, attachment, judged, price
from magistrate.players.worth import Board, creature
from magistrate.rules.definitions import CREATURE, INSTANT, LAND, PLANESWALKER, SORCERY
from magistrate.rules.sources import activated
from magistrate.rules.state import NOBODY
from magistrate.rules.steps import ATTACKERS, BLOCKERS, END, MAIN_1, MAIN_2

if TYPE_CHECKING:
    from magistrate.game import Decision, Option
    from magistrate.rules.characteristics import Characteristics

#: Activations of one ability in a turn: more is not worth the time.
_OFTEN = 4
#: What is done must be worth more than this.
_LEAST = 0.25


class Tried:
    """What was tried in this turn, so that nothing is tried without end."""

    def __init__(self) -> None:
        self._turn = -1
        self._times: dict[tuple[str, int, str], int] = {}

    def times(self, turn: int, option: Option) -> int:
        """How often that was done in this turn."""
        if turn != self._turn:
            self._turn = turn
            self._times.clear()
        return self._times.get((option.action, option.thing, str(option.value)), 0)

    def did(self, option: Option) -> None:
        """Note that it is done once more."""
        key = (option.action, option.thing, str(option.value))
        self._times[key] = self._times.get(key, 0) + 1


def choose(board: Board, decision: Decision, tried: Tried) -> tuple[int, ...]:
    """The option that looks best; passing when none looks good."""
    options = decision.options
    passing = next((i for i, option in enumerate(options) if option.action == "pass"), 0)
    best, most = passing, _LEAST
    for index, option in enumerate(options):
        if option.action in ("pass", "concede", "mana", "stop"):
            continue
        times = tried.times(board.view.turn, option)
        if times >= _OFTEN:
            continue
        value = _value(board, option, times)
        if value > most:
            best, most = index, value
    if best != passing:
        tried.did(options[best])
    return (best,)


def _value(board: Board, option: Option, times: int) -> float:
    if option.action == "play":
        return _land(board, option)
    if option.action == "cast":
        return _spell(board, option)
    if option.action == "activate":
        return _ability(board, option, times)
    return 0.6 if times == 0 and _my_main(board) else 0.0


def _my_main(board: Board) -> bool:
    """Whether it is this player's main phase with nothing on the stack."""
    view = board.view
    return view.active == board.me and view.step in (MAIN_1, MAIN_2) and not view.on_stack


def _answering(board: Board) -> int:
    """The object on top of the stack when it is somebody else's, else NOBODY."""
    stack = board.view.on_stack
    return stack[-1] if stack and not board.mine(stack[-1]) else NOBODY


# Lands ---------------------------------------------------------------------------------------------------------------
def _land(board: Board, option: Option) -> float:
    """Lands come before everything; those that make a colour that is lacking first."""
    chars = board.view.chars(option.thing)
    if chars is None:
        return 50.0
    mine: set[str] = set()
    for oid in board.view.permanents:
        other = board.view.chars(oid)
        if other is not None and other.types & LAND and other.controller == board.me:
            mine |= other.subtypes
    return 50.0 + (1.0 if chars.subtypes - mine else 0.0) + 0.1 * len(chars.subtypes) + 0.01 * len(chars.abilities)


# Spells --------------------------------------------------------------------------------------------------------------
def _spell(board: Board, option: Option) -> float:
    chars = board.view.chars(option.thing)
    if chars is None:
        return 0.0
    if not chars.types & (INSTANT | SORCERY):
        return _permanent(board, chars)
    total = 0.0
    for ability in chars.abilities:
        if isinstance(ability, Spell):
            value = _effect(board, ability, chars)
            if value <= 0.0:
                return 0.0
            total += value
    return total


def _permanent(board: Board, chars: Characteristics) -> float:
    """A permanent spell: in the own main phase, or at the end of an opponent's turn."""
    view = board.view
    if not _my_main(board) and not (view.step == END and view.active != board.me and not view.on_stack):
        return 0.0
    if chars.types & CREATURE:
        return 2.0 + creature(chars) + 0.3 * chars.mana_value
    if chars.types & PLANESWALKER:
        return 6.0 + chars.mana_value
    if any(isinstance(ability, Keyword) and ability.name == "enchant" for ability in chars.abilities):
        good = attachment(chars.abilities)
        judgement = Judgement()
        judgement.targets[0] = good
        return 1.0 + best_target(board, judgement, 0) if good and best_target(board, judgement, 0) > 0 else 0.0
    return 1.5 + chars.mana_value


def _effect(board: Board, ability: Spell, chars: Characteristics) -> float:
    """An instant or sorcery: what it would do now, when now is its time."""
    view = board.view
    judgement = judged(ability.effect)
    top = _answering(board)
    if judgement.counters:
        other = view.chars(top) if top != NOBODY else None
        return 1.0 + other.mana_value if other is not None else 0.0
    if judgement.temporary and judgement.targets and any(v > 0 for v in judgement.targets.values()):
        return _trick(board, judgement)
    if view.on_stack:
        return 0.0
    if chars.types & INSTANT:
        good_time = _my_main(board) or (view.active != board.me and view.step in (ATTACKERS, END))
        if not good_time:
            return 0.0
    elif not _my_main(board):
        return 0.0
    modal = next((node for node in walk(ability.effect) if isinstance(node, Modal)), None)
    if modal is not None:
        return max(expected(board, mode.effect) for mode in modal.modes)
    return expected(board, ability.effect)


def _trick(board: Board, judgement: Judgement) -> float:
    """A pump in combat, after blocks: when it turns a fight around, or when the damage gets through."""
    view = board.view
    if view.step != BLOCKERS or view.on_stack:
        return 0.0
    power, toughness = judgement.pump
    most = 0.0
    for oid in board.creatures()[0]:
        status = view.status(oid)
        chars = view.chars(oid)
        if chars is None:
            continue
        if status.attacking != NOBODY:
            blockers = [other for other in board.creatures()[1] if oid in view.status(other).blocking]
            if not blockers:
                most = max(most, 50.0 if _lethal(board, status.attacking, power) else 0.0)
            for other in blockers:
                most = max(most, _turned(board, oid, other, power, toughness))
        for other in status.blocking:
            if other >= 0:
                most = max(most, _turned(board, oid, other, power, toughness))
    return most


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


def _lethal(board: Board, defender: int, more: int) -> bool:
    """Whether a little more damage to a player ends it."""
    if not 0 <= defender < 16:
        return False
    view = board.view
    through = more
    for oid in board.creatures()[0]:
        chars = view.chars(oid)
        if chars is None or view.status(oid).attacking != defender:
            continue
        if not any(oid in view.status(other).blocking for other in board.creatures()[1]):
            through += max(0, chars.power)
    return through >= view.life(defender)


# Abilities -----------------------------------------------------------------------------------------------------------
def _ability(board: Board, option: Option, times: int) -> float:
    view = board.view
    ability = _of(board, option)
    if ability is None:
        return 0.7 if times == 0 and _my_main(board) else 0.0
    judgement = judged(ability.effect)
    cost, taps, gone = price(ability.costs)
    chars = view.chars(option.thing)
    if any(isinstance(part, LoyaltyCost) for part in ability.costs.parts):
        return 2.0 + expected(board, ability.effect) - cost if times == 0 else 0.0
    if times and not taps:
        own_pump = judgement.own > 0 and judgement.temporary
        if not own_pump:
            return 0.0
    if gone and chars is not None:
        cost += 1.0 if chars.types & LAND else board.worth(option.thing)
    if judgement.counters:
        top = _answering(board)
        other = view.chars(top) if top != NOBODY else None
        return 1.0 + other.mana_value - cost if other is not None else 0.0
    if view.on_stack:
        return 0.0
    if judgement.temporary and judgement.own > 0 and not judgement.targets:
        return _self_pump(board, option.thing, judgement) - cost
    if judgement.temporary and any(v > 0 for v in judgement.targets.values()):
        return _trick(board, judgement) - cost
    if _attaching(judgement):
        return _equip(board, option, times)
    value = expected(board, ability.effect) + (judgement.own if not gone else 0.0)
    if taps and chars is not None and chars.types & CREATURE and view.active == board.me and view.step == MAIN_1:
        cost += 0.2 * max(0, chars.power)
    if not (_my_main(board) or (view.active != board.me and view.step in (ATTACKERS, END))):
        return 0.0
    return min(1.9, value - cost)


def _of(board: Board, option: Option) -> Activated | None:
    """The ability that an option activates, when it is one of the object's own by its number."""
    chars = board.view.chars(option.thing)
    if chars is None or not isinstance(option.value, int):
        return None
    for number, ability in activated(chars.abilities):
        if number == option.value:
            return ability
    return None


def _self_pump(board: Board, oid: int, judgement: Judgement) -> float:
    """Pumping oneself in combat, after blocks."""
    view = board.view
    if view.step != BLOCKERS:
        return 0.0
    power, toughness = judgement.pump
    status = view.status(oid)
    if status.attacking != NOBODY:
        blockers = [other for other in board.creatures()[1] if oid in view.status(other).blocking]
        if not blockers:
            return 0.5 * max(0, power)
        return max(_turned(board, oid, other, power, toughness) for other in blockers)
    values = [_turned(board, oid, other, power, toughness) for other in status.blocking if other >= 0]
    return max(values, default=0.0)


def _attaching(judgement: Judgement) -> bool:
    return judgement.targets == {0: 1.0} and judgement.gain == 0.0 and not judgement.damage and not judgement.temporary


def _equip(board: Board, option: Option, times: int) -> float:
    """Equip once a turn, before combat, when it is on nothing or on something much worse than the best."""
    if times or not _my_main(board) or board.view.step != MAIN_1:
        return 0.0
    ours = board.creatures()[0]
    if not ours:
        return 0.0
    host = board.view.status(option.thing).attached_to
    best = max(ours, key=lambda oid: (board.worth(oid), oid))
    if host == best or (host in ours and board.worth(host) + 2.0 > board.worth(best)):
        return 0.0
    return 1.0
