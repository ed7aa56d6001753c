"""Requirements to block, and the most of them that can be obeyed at once (CR 509.1c).

What is sought is a flow of greatest worth: from blockers (grouped: equal ones count as one with a greater capacity) to
attackers. A blocker that has to block is worth something for the first attacker it blocks; a pair is worth something
where that creature has to block that attacker; an attacker that has to be blocked is worth something for its first
blocker. Attackers that need two or more blockers are opened or left closed in every way that could matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Final

from magistrate.rules import requirements

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

Pairs = tuple[tuple[int, int], ...]
Options = Mapping[int, tuple[int, ...]]

_BONUS: Final = 1_000_000  # for a blocker that an opened attacker needs: more than all requirements together
_MOST_WAYS: Final = 512


class Wanted:
    """The requirements: how many each blocker obeys by blocking at all, each pair by that block, each attacker by being
    blocked."""

    __slots__ = ("attackers", "blockers", "pairs")

    def __init__(self) -> None:
        self.blockers: dict[int, int] = {}
        self.pairs: dict[tuple[int, int], int] = {}
        self.attackers: dict[int, int] = {}


def gather(game: Engine, options: Options) -> Wanted | None:
    """CR 509.1c: all requirements on these blockers and attackers; None when there are none."""
    if not requirements.any_to_block(game):
        return None
    wanted = Wanted()
    seen: list[int] = []
    for blocker, possible in options.items():
        count = requirements.must_block(game, blocker)
        if count:
            wanted.blockers[blocker] = count
        for attacker in possible:
            if attacker not in seen:
                seen.append(attacker)
            count = requirements.must_block_that(game, blocker, attacker)
            count += requirements.must_be_blocked_by(game, attacker, blocker)
            if count:
                wanted.pairs[(blocker, attacker)] = count
    for attacker in seen:
        count = requirements.must_be_blocked(game, attacker)
        if count:
            wanted.attackers[attacker] = count
    return wanted if wanted.blockers or wanted.pairs or wanted.attackers else None


def obeyed(wanted: Wanted, pairs: Iterable[tuple[int, int]]) -> int:
    """How many requirements a declaration obeys."""
    total = 0
    blockers: set[int] = set()
    attackers: set[int] = set()
    for blocker, attacker in pairs:
        total += wanted.pairs.get((blocker, attacker), 0)
        if blocker not in blockers:
            blockers.add(blocker)
            total += wanted.blockers.get(blocker, 0)
        if attacker not in attackers:
            attackers.add(attacker)
            total += wanted.attackers.get(attacker, 0)
    return total


def best(
    wanted: Wanted,
    options: Options,
    capacity: Mapping[int, int],
    least: Mapping[int, int],
    most: Mapping[int, int],
    company: Sequence[int],
) -> Pairs:
    """A legal declaration that obeys as many requirements as can be obeyed."""
    found = _best(wanted, options, capacity, least, most)
    alone = {blocker for blocker, _ in found}
    if len(alone) != 1 or next(iter(alone)) not in company:
        return found
    # the one that blocks can't do so alone: another joins in where it may, or it does not block
    only = next(iter(alone))
    joined: Pairs = ()
    for other, possible in options.items():
        if other == only:
            continue
        for attacker in possible:
            taken = sum(1 for _, a in found if a == attacker)
            room = most.get(attacker, -1)
            if taken + 1 >= least.get(attacker, 1) and (room < 0 or taken < room):
                joined = (*found, (other, attacker))
                break
        if joined:
            break
    without = _best(wanted, {b: p for b, p in options.items() if b != only}, capacity, least, most)
    return joined if joined and obeyed(wanted, joined) >= obeyed(wanted, without) else without


def _best(
    wanted: Wanted, options: Options, capacity: Mapping[int, int], least: Mapping[int, int], most: Mapping[int, int]
) -> Pairs:
    """The best flow over all ways to open attackers that need several blockers."""
    attackers: list[int] = []
    for possible in options.values():
        for attacker in possible:
            if attacker not in attackers:
                attackers.append(attacker)
    needy: dict[tuple[object, ...], list[int]] = {}
    for attacker in attackers:
        if least.get(attacker, 1) > 1:
            able = tuple((b, wanted.pairs.get((b, attacker), 0)) for b, mine in options.items() if attacker in mine)
            key = (able, least[attacker], most.get(attacker, -1), wanted.attackers.get(attacker, 0))
            needy.setdefault(key, []).append(attacker)
    free = [a for a in attackers if least.get(a, 1) <= 1]
    top: Pairs = ()
    top_worth = -1
    ways = 0
    for counts in product(*(range(len(same) + 1) for same in needy.values())):
        ways += 1
        if ways > _MOST_WAYS:
            break
        opened = [a for count, same in zip(counts, needy.values(), strict=True) for a in same[:count]]
        if sum(least[a] for a in opened) > sum(_room(capacity, b, len(p)) for b, p in options.items()):
            continue
        pairs = _flow(wanted, options, capacity, least, most, [*free, *opened])
        if pairs is None:
            continue
        worth = obeyed(wanted, pairs)
        if worth > top_worth:
            top, top_worth = pairs, worth
    return top


def _room(capacity: Mapping[int, int], blocker: int, attackers: int) -> int:
    """How many of so many attackers a blocker can block."""
    limit = capacity.get(blocker, 1)
    return attackers if limit < 0 else min(limit, attackers)


def _flow(
    wanted: Wanted,
    options: Options,
    capacity: Mapping[int, int],
    least: Mapping[int, int],
    most: Mapping[int, int],
    attackers: Sequence[int],
) -> Pairs | None:
    """The blocks of greatest worth against these attackers, each with at least as many as it needs; None when that is
    impossible."""
    allowed = set(attackers)
    groups: dict[tuple[tuple[int, ...], tuple[int, ...], int, int], list[int]] = {}
    for blocker, possible in options.items():
        mine = tuple(a for a in possible if a in allowed)
        if not mine:
            continue
        worths = tuple(wanted.pairs.get((blocker, a), 0) for a in mine)
        key = (mine, worths, wanted.blockers.get(blocker, 0), _room(capacity, blocker, len(mine)))
        groups.setdefault(key, []).append(blocker)
    # nodes: 0 the source, 1 the sink, then groups, then attackers
    graph = _Graph(2 + len(groups) + len(attackers))
    place = {attacker: 2 + len(groups) + at for at, attacker in enumerate(attackers)}
    links: list[tuple[list[int], int, int]] = []
    for at, (key, members) in enumerate(groups.items()):
        mine, worths, block, room = key
        node = 2 + at
        count = len(members)
        graph.link(0, node, count, block)
        if room > 1:
            graph.link(0, node, count * (room - 1), 0)
        for attacker, worth in zip(mine, worths, strict=True):
            links.append((members, attacker, graph.link(node, place[attacker], count, worth)))
    total = sum(len(members) for members in groups.values()) * max(1, len(attackers))
    for attacker in attackers:
        need = least.get(attacker, 1)
        room = most.get(attacker, -1)
        room = total if room < 0 else room
        first = wanted.attackers.get(attacker, 0)
        if need > 1:
            if room < need:
                return None
            graph.link(place[attacker], 1, need, _BONUS)
            graph.link(place[attacker], 1, room - need, 0)
        else:
            graph.link(place[attacker], 1, 1, first)
            graph.link(place[attacker], 1, room - 1, 0)
    graph.fill()
    blocked: dict[int, int] = {}
    amounts: dict[int, list[tuple[list[int], int]]] = {}
    for members, attacker, edge in links:
        used = graph.used(edge)
        if used:
            blocked[attacker] = blocked.get(attacker, 0) + used
            amounts.setdefault(id(members), []).append((members, attacker))
            amounts[id(members)].extend([(members, attacker)] * (used - 1))
    if any(blocked.get(a, 0) < least[a] for a in attackers if least.get(a, 1) > 1):
        return None
    pairs: list[tuple[int, int]] = []
    for uses in amounts.values():
        # dealt out in turn: equal attackers stand together, so no member gets one of them twice
        members = uses[0][0]
        for at, (_, attacker) in enumerate(uses):
            pairs.append((members[at % len(members)], attacker))
    return tuple(sorted(pairs, key=lambda pair: list(options).index(pair[0])))


class _Graph:
    """A small network with capacities and worths."""

    __slots__ = ("ends", "left", "out", "size", "worth")

    def __init__(self, size: int) -> None:
        self.size = size
        self.ends: list[int] = []
        self.left: list[int] = []
        self.worth: list[int] = []
        self.out: list[list[int]] = [[] for _ in range(size)]

    def link(self, start: int, end: int, capacity: int, worth: int) -> int:
        """An edge; its number. The edge back has the next number."""
        number = len(self.ends)
        self.ends += [end, start]
        self.left += [capacity, 0]
        self.worth += [worth, -worth]
        self.out[start].append(number)
        self.out[end].append(number + 1)
        return number

    def used(self, edge: int) -> int:
        """How much flows over an edge."""
        return self.left[edge + 1]

    def fill(self) -> None:
        """Send flow from node 0 to node 1 along the worthiest paths while they are worth anything."""
        while True:
            worth: list[int | None] = [None] * self.size
            by = [-1] * self.size
            worth[0] = 0
            waiting = [0]
            while waiting:
                following: list[int] = []
                for node in waiting:
                    here = worth[node]
                    if here is None:
                        continue
                    for edge in self.out[node]:
                        if self.left[edge] <= 0:
                            continue
                        end = self.ends[edge]
                        there = worth[end]
                        if there is None or here + self.worth[edge] > there:
                            worth[end] = here + self.worth[edge]
                            by[end] = edge
                            if end not in following:
                                following.append(end)
                waiting = following
            reached = worth[1]
            if reached is None or reached <= 0:
                return
            amount = 1 << 30
            node = 1
            while node != 0:
                amount = min(amount, self.left[by[node]])
                node = self.ends[by[node] ^ 1]
            node = 1
            while node != 0:
                self.left[by[node]] -= amount
                self.left[by[node] ^ 1] += amount
                node = self.ends[by[node] ^ 1]
