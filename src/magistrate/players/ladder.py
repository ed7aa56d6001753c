"""Agents against each other: which games are played, who is how strong, and how sure that is."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from magistrate.errors import InputError
from magistrate.lab.figures import interval
from magistrate.lab.matches import Match, unique
from magistrate.lab.simulate import Played

#: The mean of all ratings, by custom.
MEAN = 1500.0
#: Points of Elo for a factor of ten in the odds, by definition.
_SCALE = 400.0


# Which games ---------------------------------------------------------------------------------------------------------
def schedule(agents: Sequence[str], decks: Sequence[str], seeds: Sequence[int], *, mirror: bool = False) -> list[Match]:
    """One game a seed for each pair of agents, two by two: the same two decks, the agents in each other's place.

    So each agent of a pair plays each deck, and begins, as often as the other. `mirror`: both have the same deck. Every pair
    of agents plays the same seeds with the same decks; which decks they are depends on the first seed alone. Raises InputError.
    """
    if len(agents) < 2:
        raise InputError("expected two or more agents")
    tables = _tables(len(decks), seeds[0] if seeds else 0, mirror)
    made: list[Match] = []
    for pairing, pair in enumerate(combinations(agents, 2)):
        for number, seed in enumerate(seeds):
            chosen = tables[number // 2 % len(tables)]
            seats = pair if number % 2 == 0 else pair[::-1]
            called = unique([decks[deck] for deck in chosen])
            made.append(Match(len(made), pairing, seed, chosen, tuple(called), tuple(seats)))
    return made


def _tables(decks: int, seed: int, mirror: bool) -> list[tuple[int, ...]]:
    """The pairs of decks, in an order drawn by the seed."""
    if mirror:
        found: list[tuple[int, ...]] = [(deck, deck) for deck in range(decks)]
    else:
        found = list(combinations(range(decks), 2))
    if not found:
        raise InputError(f"expected more decks than {decks} (or --mirror)")
    random.Random(seed).shuffle(found)
    return found


# What came of them ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Score:
    """How an agent did, against one other or against all. Games that went wrong are counted by themselves and by nobody."""

    wins: int
    draws: int
    losses: int
    failures: int = 0

    @property
    def games(self) -> int:
        """The games that came to an end."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The share of games won."""
        return self.wins / self.games if self.games else 0.0

    @property
    def bounds(self) -> tuple[float, float]:
        """The 95% confidence interval of that share (Wilson's)."""
        return interval(self.wins, self.games)


def score(agent: str, games: Iterable[Played]) -> Score:
    """How an agent did in the games that it played."""
    wins = draws = losses = failures = 0
    for played in games:
        if agent not in played.match.agents:
            continue
        if played.failure:
            failures += 1
        elif played.winner < 0:
            draws += 1
        elif played.match.agents[played.winner] == agent:
            wins += 1
        else:
            losses += 1
    return Score(wins, draws, losses, failures)


# Elo -----------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Rating:
    """An agent's Elo and its 95% confidence interval."""

    agent: str
    elo: float
    low: float
    high: float


def ratings(agents: Sequence[str], games: Sequence[Played], *, seed: int = 0, samples: int = 400) -> list[Rating]:
    """Each agent's Elo, the best first: the likeliest by all games at once, intervals by bootstrap over tables.

    The two games of a table (the same decks, seats changed) are drawn together: they are not independent.
    """
    number = {agent: at for at, agent in enumerate(agents)}
    tables: dict[tuple[int, int], list[tuple[int, int, float]]] = {}
    seen: dict[int, int] = {}
    for played in games:
        match = played.match
        count = seen[match.pairing] = seen.get(match.pairing, -1) + 1
        if played.failure:
            continue
        one, other = (number[agent] for agent in match.agents)
        points = 0.5 if played.winner < 0 else 1.0 if played.winner == 0 else 0.0
        tables.setdefault((match.pairing, count // 2), []).append((one, other, points))
    drawn = list(tables.values())
    best = _likeliest(len(agents), drawn)
    draw = random.Random(seed)
    again = [_likeliest(len(agents), draw.choices(drawn, k=len(drawn))) for _ in range(samples)] if drawn else []
    found = []
    for agent, at in number.items():
        spread = sorted(sample[at] for sample in again) or [best[at]]
        low, high = spread[int(0.025 * (len(spread) - 1))], spread[math.ceil(0.975 * (len(spread) - 1))]
        found.append(Rating(agent, best[at], low, high))
    return sorted(found, key=lambda one: (-one.elo, one.agent))


def _likeliest(count: int, tables: Iterable[Sequence[tuple[int, int, float]]]) -> list[float]:
    """The ratings under which these results are likeliest (Bradley and Terry's model, by Hunter's MM steps).

    Each pair is given one drawn game more than it played, so that who won or lost everything has a rating too.
    """
    met = [[0.0] * count for _ in range(count)]
    won = [0.0] * count
    for table in tables:
        for one, other, points in table:
            met[one][other] += 1
            met[other][one] += 1
            won[one] += points
            won[other] += 1 - points
    for one, other in combinations(range(count), 2):
        met[one][other] += 1
        met[other][one] += 1
        won[one] += 0.5
        won[other] += 0.5
    strength = [1.0] * count
    for _ in range(60):
        strength = [
            won[one]
            / sum(met[one][other] / (strength[one] + strength[other]) for other in range(count) if other != one)
            for one in range(count)
        ]
        mean = math.exp(sum(map(math.log, strength)) / count)
        strength = [value / mean for value in strength]
    return [MEAN + _SCALE * math.log10(value) for value in strength]
