"""The most requirements to block that can be obeyed, against trying everything (CR 509.1c)."""

from itertools import product
from random import Random

import pytest

from magistrate.rules.block_requirements import Pairs, Wanted, best, obeyed


def legal(
    pairs: Pairs, capacity: dict[int, int], least: dict[int, int], most: dict[int, int], company: list[int]
) -> bool:
    against: dict[int, int] = {}
    mine: dict[int, int] = {}
    for blocker, attacker in pairs:
        against[attacker] = against.get(attacker, 0) + 1
        mine[blocker] = mine.get(blocker, 0) + 1
    if len(set(pairs)) != len(pairs) or any(n > capacity.get(b, 1) >= 0 for b, n in mine.items()):
        return False
    if any(n < least.get(a, 1) or 0 <= most.get(a, -1) < n for a, n in against.items()):
        return False
    return not (len(mine) == 1 and next(iter(mine)) in company)


def by_trying(wanted: Wanted, options: dict[int, tuple[int, ...]], *rules: object) -> int:
    everything = [(b, a) for b, attackers in options.items() for a in attackers]
    top = 0
    for choice in product((False, True), repeat=len(everything)):
        pairs = tuple(pair for pair, taken in zip(everything, choice, strict=True) if taken)
        if legal(pairs, *rules):  # type: ignore[arg-type]
            top = max(top, obeyed(wanted, pairs))
    return top


@pytest.mark.parametrize("seed", range(60))
def test_as_many_as_can_be(seed: int) -> None:
    draw = Random(seed)
    blockers, attackers = range(100, 100 + draw.randint(1, 4)), range(1, 1 + draw.randint(1, 3))
    options = {b: tuple(a for a in attackers if draw.random() < 0.8) for b in blockers}
    options = {b: possible for b, possible in options.items() if possible}
    wanted = Wanted()
    wanted.blockers = {b: 1 for b in options if draw.random() < 0.5}
    wanted.attackers = {a: 1 for a in attackers if draw.random() < 0.4}
    wanted.pairs = {(b, a): 1 for b, possible in options.items() for a in possible if draw.random() < 0.3}
    capacity = {b: draw.choice([2, -1]) for b in options if draw.random() < 0.3}
    least = {a: draw.choice([2, 3]) for a in attackers if draw.random() < 0.4}
    most = {a: draw.choice([1, 2]) for a in attackers if a not in least and draw.random() < 0.3}
    company = [b for b in options if draw.random() < 0.1]
    found = best(wanted, options, capacity, least, most, company)
    assert legal(found, capacity, least, most, company)
    assert all(a in options[b] for b, a in found)
    assert obeyed(wanted, found) == by_trying(wanted, options, capacity, least, most, company)


def test_many_equal_tokens_are_one_group() -> None:
    """Sixty-six equal blockers, all of which have to block one of ten equal attackers with menace."""
    blockers = range(100, 166)
    options = {b: tuple(range(1, 11)) for b in blockers}
    wanted = Wanted()
    wanted.pairs = {(b, 1): 1 for b in blockers}
    wanted.attackers = dict.fromkeys(range(1, 11), 1)
    least = dict.fromkeys(range(2, 11), 2)
    found = best(wanted, options, {}, least, {}, [])
    assert obeyed(wanted, found) == 66 + 1  # to have any other attacker blocked would take two from the first
