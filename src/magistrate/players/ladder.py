"""Agents against each other: which games are played, who is how strong, and how sure that is."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist

from magistrate.errors import InputError
from magistrate.lab.figures import interval
from magistrate.lab.matches import Match, unique
from magistrate.lab.simulate import Played

#: The mean of all ratings, by custom.
MEAN = 1500.0
#: Points of Elo for a factor of ten in the odds, by definition.
_SCALE = 400.0
_NORMAL_95 = NormalDist().inv_cdf(0.975)


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
    """Each agent's Elo, the best first: the likeliest by all games at once.

    Intervals are the wider of two, each way: by bootstrap over tables, for the two games of a table (the same decks, seats
    changed) are not independent; and by how sharply the likelihood falls off, which tells of few games that all ended alike.
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
    errors = _errors(best, drawn)
    found = []
    for agent, at in number.items():
        spread = sorted(sample[at] for sample in again) or [best[at]]
        low, high = spread[int(0.025 * (len(spread) - 1))], spread[math.ceil(0.975 * (len(spread) - 1))]
        reach = _NORMAL_95 * errors[at]
        found.append(Rating(agent, best[at], min(low, best[at] - reach), max(high, best[at] + reach)))
    return sorted(found, key=lambda one: (-one.elo, one.agent))


def _likeliest(count: int, tables: Sequence[Sequence[tuple[int, int, float]]]) -> list[float]:
    """The ratings under which these results are likeliest (Bradley and Terry's model, by Hunter's MM steps).

    Each pair is given one drawn game more than it played, so that who won or lost everything has a rating too.
    """
    met = _met(count, tables)
    won = [(count - 1) * 0.5] * count
    for table in tables:
        for one, other, points in table:
            won[one] += points
            won[other] += 1 - points
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


def _met(count: int, tables: Iterable[Sequence[tuple[int, int, float]]]) -> list[list[float]]:
    """How often each met each, the game more among them."""
    met = [[float(one != other) for other in range(count)] for one in range(count)]
    for table in tables:
        for one, other, _ in table:
            met[one][other] += 1
            met[other][one] += 1
    return met


def _errors(elos: Sequence[float], tables: Sequence[Sequence[tuple[int, int, float]]]) -> list[float]:
    """The standard error of each rating: the inverse of the information that the games hold, the mean of the ratings being given."""
    count = len(elos)
    met = _met(count, tables)
    # The sum of each row of the information is 0: with 1/count added to all, and taken away again, it has an inverse.
    information = [[1 / count] * count for _ in range(count)]
    for one, other in combinations(range(count), 2):
        wins = 1 / (1 + 10 ** ((elos[other] - elos[one]) / _SCALE))
        weight = met[one][other] * wins * (1 - wins)
        for row, column, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
            information[row][column] += sign * weight
    inverse = _inverse(information)
    return [_SCALE / math.log(10) * math.sqrt(max(0.0, inverse[at][at] - 1 / count)) for at in range(count)]


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a symmetric positive matrix, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(at == place) for place in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(size):
            if other != at:
                rows[other] = [value - rows[other][at] * own for value, own in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]
