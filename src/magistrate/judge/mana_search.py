"""What a player could have in the pool by activating mana abilities: every way tried, in a copy of the game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from magistrate.judge.schema import Unsupported
from magistrate.rules.decisions import CHOOSE, NUMBER, Answer, Decision, Option
from magistrate.rules.engine import Engine
from magistrate.rules.mana import LETTERS

#: Positions that are looked at before the search gives up.
_MOST_POSITIONS = 20_000
_MOST_ANSWERS = 64


def options(engine: Engine, player: int) -> list[str]:
    """The fullest pools that a player could have, as sorted letters, without those that another one contains."""
    trial = engine.with_priority(player, mana=True)
    search = _Search(trial, player)
    search.look()
    found = search.pools
    return sorted(pool for pool in found if not any(_contains(other, pool) for other in found if other != pool))


def _contains(larger: str, smaller: str) -> bool:
    return all(larger.count(letter) >= smaller.count(letter) for letter in set(smaller))


class _Search:
    def __init__(self, engine: Engine, player: int) -> None:
        self.engine = engine
        self.player = player
        self.pools: dict[str, None] = {}
        self.seen: set[tuple[Any, ...]] = set()

    def look(self) -> None:
        """Every mana ability that could be activated next, one after the other."""
        engine = self.engine
        decision = engine.decision
        if decision is None or decision.kind != "priority" or decision.player != self.player:
            return
        offered = [(at, option) for at, option in enumerate(decision.options) if option.action == "mana"]
        pool = "".join(LETTERS[kind] for kind in sorted(unit.type for unit in engine.st.players[self.player].mana))
        position = (pool, tuple(sorted(self._kind(option) for _, option in offered)))
        if position in self.seen:
            return
        self.seen.add(position)
        if len(self.seen) > _MOST_POSITIONS:
            raise Unsupported("mana_options with so many mana abilities")
        self.pools[pool] = None
        tried: set[tuple[Any, ...]] = set()
        for at, option in offered:
            kind = self._kind(option)
            if kind in tried:
                continue  # equal sources do the same
            tried.add(kind)
            given = len(engine.answers)
            engine.resume((at,))
            self._answered(given)
            self._back(given)

    def _answered(self, given: int) -> None:
        """Every answer to what the ability asks; then on."""
        engine = self.engine
        decision = engine.decision
        if decision is None:
            return
        if engine.checkpoints[-1].answers > given:
            self.look()
            return
        here = len(engine.answers)
        for answer in _answers(decision):
            if decision.problem(answer):
                continue
            engine.resume(answer)
            self._answered(given)
            self._back(here)

    def _back(self, given: int) -> None:
        while len(self.engine.answers) > given:
            self.engine.undo()

    def _kind(self, option: Option) -> tuple[Any, ...]:
        """What makes sources equal: the same card in the same state."""
        engine = self.engine
        thing = engine.obj(option.thing)
        chars = engine.chars(option.thing)
        return (
            chars.name, thing.tapped, thing.damage, tuple(sorted(thing.counters.items())), chars.power, chars.toughness, chars.types,
            len(chars.abilities), option.value,
        )  # fmt: skip


def _answers(decision: Decision) -> Iterator[Answer]:
    """The possible answers to a decision, as many as are worth looking at."""
    if decision.shape == CHOOSE:
        count = len(decision.options)
        found = 0
        for size in range(decision.minimum, decision.maximum + 1):
            for answer in combinations(range(count), size):
                yield answer
                found += 1
                if found >= _MOST_ANSWERS:
                    return
    elif decision.shape == NUMBER:
        yield from range(decision.minimum, min(decision.maximum, decision.minimum + _MOST_ANSWERS) + 1)
    elif decision.shape == "divide":
        ranges = [range(decision.total + 1)] * len(decision.options)
        yield from (shares for shares in product(*ranges) if sum(shares) == decision.total)
    else:
        yield decision.plainest()
