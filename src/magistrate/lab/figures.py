"""What many games say of their decks: how often they win and how sure that is, on the play and on the draw, how long games last,
mulligans, life and mana by turn."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from magistrate.lab.simulate import Played

#: Of so sure an interval (95%).
_Z = statistics.NormalDist().inv_cdf(0.975)


def interval(wins: int, games: int) -> tuple[float, float]:
    """The 95% confidence interval of a share of games won (Wilson's).

    >>> low, high = interval(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if not games:
        return 0.0, 1.0
    share = wins / games
    middle = share + _Z * _Z / (2 * games)
    width = _Z * math.sqrt(share * (1 - share) / games + _Z * _Z / (4 * games * games))
    scale = 1 + _Z * _Z / games
    return max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale)


@dataclass
class Share:
    """Games, and how many of them were won."""

    games: int = 0
    wins: int = 0

    def add(self, won: bool) -> None:
        """Count a game."""
        self.games += 1
        self.wins += won

    def percent(self) -> str:
        """The share in words."""
        return f"{self.wins / self.games:.0%}" if self.games else "-"

    def to_json(self) -> dict[str, Any]:
        """As data, with the interval."""
        low, high = interval(self.wins, self.games)
        share = round(self.wins / self.games, 4) if self.games else None
        return {"games": self.games, "wins": self.wins, "share": share, "low": round(low, 4), "high": round(high, 4)}


@dataclass
class Curve:
    """The mean of a number by turn, over the games that lasted so long for the player whose number it is."""

    sums: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)

    def add(self, numbers: Sequence[int | None]) -> None:
        """Count a game's numbers; they end with None where the player had left the game: nobody comes back (CR 800.4a)."""
        for turn, number in enumerate(numbers):
            if number is None:
                return
            if turn == len(self.sums):
                self.sums.append(0)
                self.counts.append(0)
            self.sums[turn] += number
            self.counts[turn] += 1

    def means(self) -> list[float]:
        """The mean of each turn."""
        return [round(total / count, 2) for total, count in zip(self.sums, self.counts, strict=True)]


@dataclass
class DeckFigures:
    """What games say of one deck. `fair` is how many it would have won if all at its tables were alike.

    A deck that has several seats at a table plays one game there, not several: the games of its share are independent of each
    other. A game that it plays against itself alone is left out of its share, for it wins whoever wins.
    """

    all: Share = field(default_factory=Share)
    on_the_play: Share = field(default_factory=Share)
    on_the_draw: Share = field(default_factory=Share)
    fair: float = 0.0
    #: how often it was played, at tables where it had several seats as often as it had seats
    seats: int = 0
    mulligans: int = 0
    life: Curve = field(default_factory=Curve)
    mana: Curve = field(default_factory=Curve)

    def add(self, played: Played, own: Sequence[int]) -> None:
        """Count a game that this deck played in those seats (who sits first begins, CR 103.1)."""
        won = played.winner in own
        seats = len(played.match.decks)
        if len(own) < seats:
            self.all.add(won)
            self.fair += len(own) / seats
            if len(own) == 1:
                (self.on_the_draw if own[0] else self.on_the_play).add(won)
        self.seats += len(own)
        for seat in own:
            self.mulligans += played.mulligans[seat] if played.mulligans else 0
            self.life.add(played.life[seat::seats])
            self.mana.add(played.mana[seat::seats])

    def to_json(self) -> dict[str, Any]:
        """As data."""
        games = self.all.games
        return {
            **self.all.to_json(),
            "evenly": round(self.fair / games, 4) if games else None,
            "on_the_play": self.on_the_play.to_json(),
            "on_the_draw": self.on_the_draw.to_json(),
            "mulligans": round(self.mulligans / self.seats, 3) if self.seats else None,
            "life_by_turn": self.life.means(),
            "mana_by_turn": self.mana.means(),
        }


@dataclass
class Pairing:
    """The games of one pairing, or of a run whose tables were drawn."""

    decks: dict[str, DeckFigures] = field(default_factory=dict)
    games: int = 0
    draws: int = 0
    turns: list[int] = field(default_factory=list)

    def add(self, played: Played, names: Sequence[str]) -> None:
        """Count a game; `names` are the decks' by seat."""
        self.games += 1
        if played.failure:
            return
        self.draws += played.winner < 0
        self.turns.append(played.turns)
        for name in dict.fromkeys(names):
            own = [seat for seat, other in enumerate(names) if other == name]
            self.decks.setdefault(name, DeckFigures()).add(played, own)

    def to_json(self) -> dict[str, Any]:
        """As data."""
        return {
            "games": self.games,
            "draws": self.draws,
            "turns": spread(self.turns),
            "decks": {name: self.decks[name].to_json() for name in sorted(self.decks)},
        }


def pairings(games: Iterable[Played], names: Sequence[str], drawn: bool) -> list[Pairing]:
    """The games by pairing, in order; all in one where the tables were drawn."""
    found: dict[int, Pairing] = {}
    for played in games:
        match = played.match
        at = 0 if drawn else match.pairing
        called = [names[deck] for deck in match.decks] if drawn else match.names
        found.setdefault(at, Pairing()).add(played, called)
    return [found[at] for at in sorted(found)]


def spread(numbers: Sequence[int]) -> dict[str, Any]:
    """The least, the most, the mean, the middle and the quarters of some numbers."""
    if not numbers:
        return {"mean": None, "median": None, "min": None, "max": None, "quartiles": None}
    quarters = statistics.quantiles(numbers, n=4, method="inclusive") if len(numbers) > 1 else [numbers[0]] * 3
    return {
        "mean": round(statistics.fmean(numbers), 2),
        "median": statistics.median(numbers),
        "min": min(numbers),
        "max": max(numbers),
        "quartiles": [quarters[0], quarters[2]],
    }
