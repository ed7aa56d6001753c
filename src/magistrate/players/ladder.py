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
from magistrate.lab.matches import Match, pairings, unique
from magistrate.lab.simulate import Played

#: The mean of all ratings, by custom.
MEAN = 1500.0
#: Points of Elo for a factor of ten in the odds, by definition.
_SCALE = 400.0
#: Points of Elo for a factor of e in the odds.
_POINT = _SCALE / math.log(10)
#: Ratings are found to so many points: ten to thirty steps lead there, and these many are never taken.
_EXACT, _MOST_STEPS = 1e-4, 1000
_NORMAL_95 = NormalDist().inv_cdf(0.975)


# Which games ---------------------------------------------------------------------------------------------------------
def schedule(
    agents: Sequence[str],
    decks: Sequence[str],
    seeds: Sequence[int],
    *,
    mirror: bool = False,
    commander: Sequence[bool] = (),
) -> list[Match]:
    """One game a seed for each pair of agents, two by two: the same two decks, the agents in each other's place.

    So each agent of a pair plays each deck, and begins, as often as the other. `mirror`: both have the same deck. Every pair
    of agents plays the same seeds with the same decks; which decks they are depends on the first seed alone. Decks with a commander
    (`commander`, by deck) play with each other (CR 903.1). Raises InputError where no game can be played so.
    """
    if len(agents) < 2:
        raise InputError("expected two or more agents")
    tables = _tables(len(decks), seeds[0] if seeds else 0, mirror, commander)
    made: list[Match] = []
    for pairing, pair in enumerate(combinations(agents, 2)):
        for number, seed in enumerate(seeds):
            chosen = tables[number // 2 % len(tables)]
            seats = pair if number % 2 == 0 else pair[::-1]
            called = unique([decks[deck] for deck in chosen], decks)
            made.append(Match(len(made), pairing, seed, chosen, tuple(called), tuple(seats)))
    return made


def _tables(decks: int, seed: int, mirror: bool, commander: Sequence[bool]) -> list[tuple[int, ...]]:
    """The pairs of decks, in an order drawn by the seed."""
    found: list[tuple[int, ...]] = pairings(decks, commander=commander) if not mirror else []
    found += [(deck, deck) for deck in range(decks) if mirror]
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


class Tally:
    """How an agent does, game by game."""

    def __init__(self, agent: str) -> None:
        self.agent = agent
        self.wins = self.draws = self.losses = self.failures = 0

    def add(self, played: Played) -> None:
        """Count a game, if the agent played it."""
        if self.agent not in played.match.agents:
            return
        if played.failure:
            self.failures += 1
        elif played.winner < 0:
            self.draws += 1
        elif played.match.agents[played.winner] == self.agent:
            self.wins += 1
        else:
            self.losses += 1

    def score(self) -> Score:
        """What there is so far."""
        return Score(self.wins, self.draws, self.losses, self.failures)


def score(agent: str, games: Iterable[Played]) -> Score:
    """How an agent did in the games that it played."""
    tally = Tally(agent)
    for played in games:
        tally.add(played)
    return tally.score()


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
    again = [_likeliest(len(agents), draw.choices(drawn, k=len(drawn)), best) for _ in range(samples)] if drawn else []
    errors = _errors(best, drawn)
    found = []
    for agent, at in number.items():
        spread = sorted(sample[at] for sample in again) or [best[at]]
        low, high = spread[int(0.025 * (len(spread) - 1))], spread[math.ceil(0.975 * (len(spread) - 1))]
        reach = _NORMAL_95 * errors[at]
        found.append(Rating(agent, best[at], min(low, best[at] - reach), max(high, best[at] + reach)))
    return sorted(found, key=lambda one: (-one.elo, one.agent))


def _likeliest(
    count: int, tables: Sequence[Sequence[tuple[int, int, float]]], start: Sequence[float] = ()
) -> list[float]:
    """The ratings under which these results are likeliest (Bradley and Terry's model), looked for from `start` on.

    Each pair is given one drawn game more than it played, so that who won or lost everything has a rating too. By Newton's
    steps, the long ones shortened as Bach showed for logistic models (2010), so that they lead there from anywhere.
    """
    met = _met(count, tables)
    won = [(count - 1) * 0.5] * count
    for table in tables:
        for one, other, points in table:
            won[one] += points
            won[other] += 1 - points
    elos = list(start) or [MEAN] * count
    for _ in range(_MOST_STEPS):
        slope = [
            won[one]
            - sum(met[one][other] * _expected(elos[one], elos[other]) for other in range(count) if other != one)
            for one in range(count)
        ]
        inverse = _inverse(_information(elos, met))
        step = [sum(part * own for part, own in zip(row, slope, strict=True)) for row in inverse]
        reach = max(step) - min(step)
        if reach * _POINT < _EXACT:
            break
        short = math.log1p(reach) / reach
        elos = [elo + _POINT * short * part for elo, part in zip(elos, step, strict=True)]
    return elos


def _expected(own: float, other: float) -> float:
    """The share of games that one with that rating wins against the other."""
    return float(1 / (1 + 10 ** ((other - own) / _SCALE)))


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
    inverse = _inverse(_information(elos, _met(count, tables)))
    return [_POINT * math.sqrt(max(0.0, inverse[at][at] - 1 / count)) for at in range(count)]


def _information(elos: Sequence[float], met: Sequence[Sequence[float]]) -> list[list[float]]:
    """What the games say of the logarithms of the odds (Fisher's information), with 1/count added to all: the sum of each row would
    be 0 without it, and there would be no inverse. From the inverse it can be taken away again."""
    count = len(elos)
    information = [[1 / count] * count for _ in range(count)]
    for one, other in combinations(range(count), 2):
        wins = _expected(elos[one], elos[other])
        weight = met[one][other] * wins * (1 - wins)
        for row, column, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
            information[row][column] += sign * weight
    return information


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
