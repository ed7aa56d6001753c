"""What came of a run of games: as data for programs, and in words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magistrate.lab import replays
from magistrate.lab.matches import Match, unique
from magistrate.lab.simulate import FAILURES, Played

if TYPE_CHECKING:
    from magistrate.cards.decks import Deck

_COUNTED = {"crash": "crashes", "hang": "hangs", "invariant": "invariant_failures", "unsupported": "unsupported"}


@dataclass
class Run:
    """A run of games, filled as they come in."""

    names: Sequence[str]
    #: each game's table was drawn: what is told is told by deck, not by pairing
    drawn: bool = False
    games: list[Played] = field(default_factory=list)
    files: dict[int, Path] = field(default_factory=dict)

    def add(self, played: Played, folder: Path) -> Path | None:
        """Take a game in; its replay, where it has one, is written and the file's path returned."""
        path = None
        if played.replay:
            name = f"{played.failure or 'game'}-{played.match.number}-seed-{played.match.seed}.json"
            path = self.files[played.match.number] = replays.write(folder, name, played.replay)
            played = replace(played, replay="")
        self.games.append(played)
        return path

    @property
    def failed(self) -> int:
        """How many games went wrong."""
        return sum(1 for played in self.games if played.failure)

    def failures(self, kind: str) -> int:
        """How many games went wrong in that way."""
        return sum(1 for played in self.games if played.failure == kind)

    def draws(self) -> int:
        """How many games nobody won."""
        return sum(1 for played in self.games if not played.failure and played.winner < 0)

    def wins(self) -> dict[str, int]:
        """Games won, by deck."""
        found = dict.fromkeys(self.names, 0)
        for played in self.games:
            if played.winner >= 0:
                match = played.match
                name = self.names[match.decks[played.winner]] if self.drawn else match.names[played.winner]
                found[name] = found.get(name, 0) + 1
        return found

    def sizes(self) -> dict[int, int]:
        """How many games were of so many players."""
        found = Counter(len(played.match.decks) for played in self.games)
        return dict(sorted(found.items()))

    def agents(self) -> dict[str, int]:
        """Games won, by agent."""
        found = {name: 0 for played in self.games for name in sorted(played.match.agents)}
        for played in self.games:
            if played.winner >= 0:
                found[played.match.agents[played.winner]] += 1
        return found

    def to_json(self, seconds: float | None = None) -> dict[str, Any]:
        """The run as data, without a word about time unless `seconds` says how long it took."""
        told: dict[str, Any] = {"games": len(self.games), "wins": self.wins(), "draws": self.draws()}
        for kind in FAILURES:
            told[_COUNTED[kind]] = self.failures(kind)
        told["turns"] = _spread([played.turns for played in self.games if not played.failure])
        if self.drawn:
            told["games_by_players"] = {str(size): count for size, count in self.sizes().items()}
        by_agent = self.agents()
        if len(by_agent) > 1:
            told["wins_by_agent"] = by_agent
        told["results"] = [self._result(played, seconds is not None) for played in self.games]
        if seconds is not None:
            told["timings"] = self._timings(seconds)
        return told

    def _result(self, played: Played, timed: bool) -> dict[str, Any]:
        match = played.match
        told: dict[str, Any] = {
            "seed": match.seed,
            "decks": list(match.names),
            "winner": _winner(match, played.winner),
            "turns": played.turns,
            "decisions": played.decisions,
        }
        if played.failure:
            told["failure"] = played.failure
            told["error"] = played.error
        if match.number in self.files:
            told["replay"] = str(self.files[match.number])
        if timed:
            told["ms"] = round(played.ms, 1)
        return told

    def _timings(self, seconds: float) -> dict[str, Any]:
        decisions = sum(played.decisions for played in self.games)
        return {
            "seconds": round(seconds, 3),
            "games_per_s": round(len(self.games) / seconds, 2) if seconds else 0.0,
            "decisions_per_s": round(decisions / seconds, 1) if seconds else 0.0,
            "slowest_ms": round(max((played.ms for played in self.games), default=0.0), 1),
        }


def _winner(match: Match, seat: int) -> str | None:
    return match.names[seat] if seat >= 0 else None


def _spread(numbers: list[int]) -> dict[str, Any]:
    """The least, the most and the middle of some numbers."""
    if not numbers:
        return {"mean": None, "median": None, "min": None, "max": None}
    ordered = sorted(numbers)
    return {
        "mean": round(sum(ordered) / len(ordered), 2),
        "median": ordered[len(ordered) // 2],
        "min": ordered[0],
        "max": ordered[-1],
    }


def interval(wins: int, games: int) -> tuple[float, float]:
    """The 95% confidence interval of a share of games won (Wilson's).

    >>> low, high = interval(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if not games:
        return 0.0, 1.0
    z = 1.959964
    share = wins / games
    middle = share + z * z / (2 * games)
    width = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (middle - width) / scale, (middle + width) / scale


def lines(run: Run, seconds: float) -> list[str]:
    """The run in words: each pairing, or each deck of a run whose tables were drawn; then the sums."""
    told = []
    if run.drawn:
        told += _by_deck(run)
    else:
        pairs: dict[int, list[Played]] = {}
        for played in run.games:
            pairs.setdefault(played.match.pairing, []).append(played)
        for number in sorted(pairs):
            told.append(_pairing(pairs[number]))
    by_agent = run.agents()
    if len(by_agent) > 1:
        told.append("agents: " + ", ".join(f"{name} {wins}" for name, wins in by_agent.items()))
    turns = _spread([played.turns for played in run.games if not played.failure])
    count = len(run.games)
    line = f"{count} games in {seconds:.1f} s ({count / max(seconds, 1e-9):.1f} a second), {run.draws()} draws"
    if turns["mean"] is not None:
        line += f", {turns['mean']} turns on average ({turns['min']} to {turns['max']})"
    told.append(line)
    if run.drawn:
        sizes = run.sizes()
        told.append("games by players: " + ", ".join(f"{size} of {count}" for count, size in sizes.items()))
    told.append(", ".join(f"{run.failures(kind)} {_COUNTED[kind].replace('_', ' ')}" for kind in FAILURES))
    return told


def _pairing(games: list[Played]) -> str:
    """One pairing: who won how often, and how sure that is."""
    wins = dict.fromkeys(sorted(games[0].match.names), 0)
    ended = [played for played in games if not played.failure]
    for played in ended:
        if played.winner >= 0:
            wins[played.match.names[played.winner]] += 1
    parts = []
    for name, won in wins.items():
        low, high = interval(won, len(ended))
        parts.append(f"{name} {won} ({low:.0%}-{high:.0%})")
    return " · ".join(parts) + f" of {len(games)}"


def _by_deck(run: Run) -> list[str]:
    """Each deck: of how many games that ended it won how many, and how many that would be if all were alike."""
    rows: dict[str, tuple[int, int, float]] = {}
    for played in run.games:
        if played.failure:
            continue
        for seat, deck in enumerate(played.match.decks):
            games, won, fair = rows.get(run.names[deck], (0, 0, 0.0))
            share = 1 / len(played.match.decks)
            rows[run.names[deck]] = games + 1, won + (seat == played.winner), fair + share
    told = []
    for name in sorted(rows):
        games, won, fair = rows[name]
        low, high = interval(won, games)
        told.append(f"{name} {won} of {games} ({low:.0%}-{high:.0%}; evenly {fair / games:.0%})")
    return told


def names_of(decks: Sequence[Deck]) -> list[str]:
    """What the decks of a run are called: by name, told apart where two have the same."""
    return unique([deck.name for deck in decks])
