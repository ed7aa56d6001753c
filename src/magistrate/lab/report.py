"""What came of a run of games: as data for programs, and in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from magistrate.lab import figures
from magistrate.lab.figures import Pairing, interval
from magistrate.lab.matches import Match, unique
from magistrate.lab.output import columns
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

    def take(self, played: Played, file: Path | None = None) -> str:
        """Take a game in, and where its replay is; there is nothing to be said beside."""
        if file is not None:
            self.files[played.match.number] = file
        self.games.append(played)
        return ""

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

    def doubled(self) -> bool:
        """Whether a deck had several seats at a table with others: then not all would win as often if all were alike."""
        tables = [played.match.decks for played in self.games]
        return any(1 < len(set(decks)) < len(decks) for decks in tables)

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
        told["turns"] = figures.spread([played.turns for played in self.games if not played.failure])
        if self.drawn:
            told["games_by_players"] = {str(size): count for size, count in self.sizes().items()}
        by_agent = self.agents()
        if len(by_agent) > 1:
            told["wins_by_agent"] = by_agent
        told["decks"] = self.by_deck().to_json()["decks"]
        if not self.drawn:
            told["pairings"] = [pairing.to_json() for pairing in self.pairings()]
        told["results"] = [self._result(played, seconds is not None) for played in self.games]
        if seconds is not None:
            told["timings"] = self._timings(seconds)
        return told

    def pairings(self) -> list[Pairing]:
        """The figures of each pairing, in order."""
        return figures.pairings(self.games, self.names, drawn=False)

    def by_deck(self) -> Pairing:
        """The figures of each deck over all games."""
        found = figures.pairings(self.games, self.names, drawn=True)
        return found[0] if found else Pairing()

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


def lines(run: Run, seconds: float) -> list[str]:
    """The run in words: the sums."""
    told = []
    by_agent = run.agents()
    if len(by_agent) > 1:
        told.append("agents: " + ", ".join(f"{name} {wins}" for name, wins in by_agent.items()))
    turns = figures.spread([played.turns for played in run.games if not played.failure])
    count = len(run.games)
    line = f"{count} games in {seconds:.1f} s ({count / max(seconds, 1e-9):.1f} a second), {run.draws()} draws"
    if turns["mean"] is not None:
        low, high = turns["quartiles"]
        line += (
            f", {turns['mean']} turns on average ({turns['min']} to {turns['max']}, half of them {low:g} to {high:g})"
        )
    told.append(line)
    if run.drawn:
        sizes = run.sizes()
        told.append("games by players: " + ", ".join(f"{size} of {count}" for count, size in sizes.items()))
    told.append(", ".join(f"{run.failures(kind)} {_COUNTED[kind].replace('_', ' ')}" for kind in FAILURES))
    return told


def table(run: Run) -> Table:
    """Each pairing: who won how often and how sure that is, on the play and on the draw, and mulligans a game; where there are several
    pairings, or tables were drawn, each deck over all its games."""
    sizes = run.sizes()
    even = ["evenly"] if len(sizes) != 1 or run.drawn or run.doubled() else []
    titles = ["games", "won", "share", "95%", *even, "on the\nplay", "on the\ndraw", "mulli-\ngans", "turns"]
    made = columns("deck", *titles, left=1)
    pairings = [] if run.drawn else run.pairings()
    for pairing in pairings:
        _rows(made, pairing, evenly=bool(even))
        made.add_section()
    if len(pairings) != 1:
        _rows(made, run.by_deck(), evenly=bool(even))
    return made


def _rows(made: Table, pairing: Pairing, *, evenly: bool) -> None:
    turns = figures.spread(pairing.turns)["median"]
    for number, name in enumerate(sorted(pairing.decks)):
        deck = pairing.decks[name]
        games, wins = deck.all.games, deck.all.wins
        low, high = interval(wins, games)
        made.add_row(
            name,
            str(games),
            str(wins),
            f"{wins / games:.1%}" if games else "-",
            f"{100 * low:.1f}-{high:.1%}" if games else "-",
            *([f"{deck.fair / games:.0%}" if games else "-"] if evenly else []),
            deck.on_the_play.percent(),
            deck.on_the_draw.percent(),
            f"{deck.mulligans / deck.seats:.2f}",
            str(turns) if number == 0 else "",
        )


def rows(run: Run) -> list[list[Any]]:
    """The games for a CSV file: a heading, then one row a game and seat."""
    heading = ["game", "seed", "seat", "deck", "agent", "won", "draw", "turns", "decisions", "mulligans", "failure"]
    made: list[list[Any]] = [heading]
    for played in run.games:
        match = played.match
        draw = int(not played.failure and played.winner < 0)
        for seat, (name, agent) in enumerate(zip(match.names, match.agents, strict=True)):
            taken = played.mulligans[seat] if played.mulligans else ""
            told = [int(seat == played.winner), draw, played.turns, played.decisions, taken, played.failure]
            made.append([match.number, match.seed, seat, name, agent, *told])
    return made


def names_of(decks: Sequence[Deck]) -> list[str]:
    """What the decks of a run are called: by name, told apart where two have the same."""
    return unique([deck.name for deck in decks])
