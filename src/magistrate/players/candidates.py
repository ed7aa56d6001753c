"""A few answers that are worth thinking about: what the rules of thumb say, and variations of it.

The first is the answer of the rules of thumb; the others come in the order in which they look good.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.players import combat_sense, priorities
from magistrate.players.choosing import target_values
from magistrate.players.worth import Board
from magistrate.rules import decisions
from magistrate.rules.state import FIRST_OBJECT, NOBODY

if TYPE_CHECKING:
    from magistrate.game import Answer, Decision, View
    from magistrate.players.heuristic import HeuristicAgent

Pairs = tuple[tuple[int, int], ...]


def candidates(view: View, decision: Decision, agent: HeuristicAgent, most: int) -> list[Answer]:
    """At most so many different legal answers, the heuristic's own first."""
    own = agent.choose(view, decision)
    if most < 2:
        return [own]
    found: list[Answer] = [own]
    for answer in _others(Board(view, decision.player), decision, agent, own):
        if answer not in found and not decision.problem(answer):
            found.append(answer)
            if len(found) >= most:
                break
    return found


def _others(board: Board, decision: Decision, agent: HeuristicAgent, own: Answer) -> list[Answer]:
    shape, kind = decision.shape, decision.kind
    if kind == "priority":
        return _priority(board, decision, agent, own)
    if shape == decisions.ATTACKERS:
        return _attacks(board, decision.attack_options, own)
    if shape == decisions.BLOCKERS:
        return _blocks(board, decision.block_options, own)
    if shape == decisions.NUMBER and kind == "x":
        return [max(decision.minimum, own // 2), max(decision.minimum, own - 1)] if own > 1 else []
    if shape == decisions.CHOOSE:
        return _choices(board, decision, own)
    return []


def _priority(board: Board, decision: Decision, agent: HeuristicAgent, own: Answer) -> list[Answer]:
    """What looks better than passing, one of each label, and passing."""
    options = decision.options
    labels = {options[index].label for index in own}
    found: list[Answer] = []
    if any(options[index].action == "play" for index in own):
        return []  # a land is played: which one, and when, is seldom worth the time
    for _, index in priorities.ranked(board, decision, agent.tried):
        label = options[index].label
        if label not in labels and options[index].action != "play":
            labels.add(label)
            found.append((index,))
    passing = next((i for i, option in enumerate(options) if option.action == "pass"), -1)
    if passing >= 0:
        found.insert(1, (passing,))
    return found


def _attacks(board: Board, options: dict[int, tuple[int, ...]], own: Pairs) -> list[Answer]:
    """Nobody, everybody who may, one fewer, one more."""
    if not options:
        return []
    whom = own[0][1] if own else next((d for some in options.values() for d in some if d < FIRST_OBJECT), NOBODY)
    able = tuple((oid, whom) for oid, some in options.items() if whom in some)
    by_worth = sorted(able, key=lambda pair: (board.worth(pair[0]), pair[0]))
    going = set(own)
    found: list[Answer] = [()] if own else []
    found.append(able)
    fewer = [tuple(pair for pair in own if pair != one) for one in reversed(by_worth) if one in going]
    more = [tuple(pair for pair in able if pair in going or pair == one) for one in by_worth if one not in going]
    for at in range(max(len(fewer), len(more))):
        found += more[at : at + 1]
        found += fewer[at : at + 1]
    return found


def _blocks(board: Board, options: dict[int, tuple[int, ...]], own: Pairs) -> list[Answer]:
    """No block, one block fewer, one more."""
    found: list[Answer] = [()] if own else []
    for one in own:
        found.append(tuple(pair for pair in own if pair != one))
    blocking = {blocker for blocker, _ in own}
    blocked = {attacker for _, attacker in own}
    more: list[tuple[float, Pairs]] = []
    for blocker, attackers in options.items():
        if blocker in blocking:
            continue
        for attacker in attackers:
            dies, loses = combat_sense.outcome(board, attacker, blocker)
            gain = (board.worth(attacker) if dies else 0.0) - (board.worth(blocker) if loses else 0.0)
            gain += 1.0 if attacker not in blocked else 0.0
            more.append((-gain, tuple(sorted((*own, (blocker, attacker))))))
    more.sort()
    return found + [pairs for _, pairs in more]


def _choices(board: Board, decision: Decision, own: tuple[int, ...]) -> list[Answer]:
    """Other targets, modes, yes for no; of what is given up or taken, the next best instead of the last."""
    kind, count = decision.kind, len(decision.options)
    if kind == "mulligan":
        return []
    if decision.maximum == 1 and decision.minimum <= 1:
        order = list(range(count))
        if kind == "target":
            values = target_values(board, decision)
            order.sort(key=lambda at: -values[at])
        found: list[Answer] = []
        labels = {decision.options[at].label for at in own}
        for at in order:
            option = decision.options[at]
            if kind == "target" or option.label not in labels:
                labels.add(option.label)
                found.append((at,))
        if decision.minimum == 0:
            found.insert(0, ())
        return found
    if own and len(own) < count:
        free = [at for at in range(count) if at not in own]
        return [tuple(sorted((*own[:-1], at))) for at in free]
    return []
