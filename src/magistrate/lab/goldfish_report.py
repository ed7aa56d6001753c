"""What games of a deck on its own say: when it kills, what it could cast and when, and which colours its lands gave."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rich.table import Table

from magistrate.lab import figures
from magistrate.lab.goldfish import CASTABLE, SCREWED, Caught, Turn
from magistrate.lab.output import columns
from magistrate.lab.simulate import FAILURES

if TYPE_CHECKING:
    from magistrate.cards.decks import Deck

#: Types of mana, in the order of their bits.
COLORS = "WUBRGC"


@dataclass
class OneTurn:
    """Sums over the games that came to a turn."""

    games: int = 0
    lands: int = 0
    mana: int = 0
    life: int = 0
    spells: int = 0
    castable: int = 0
    screwed_spells: int = 0
    screwed_games: int = 0
    colors: Counter[str] = field(default_factory=Counter)

    def add(self, turn: Turn) -> None:
        """Count a game's turn."""
        states = [state for _, _, state in turn.spells]
        self.games += 1
        self.lands += turn.lands
        self.mana += turn.mana
        self.life += turn.life
        self.spells += len(states)
        self.castable += states.count(CASTABLE)
        self.screwed_spells += states.count(SCREWED)
        self.screwed_games += SCREWED in states
        self.colors.update(color for bit, color in enumerate(COLORS) if turn.colors >> bit & 1)

    def to_json(self) -> dict[str, Any]:
        """Means, and shares of the games that came so far."""
        return {
            "games": self.games,
            "lands": round(self.lands / self.games, 3),
            "mana": round(self.mana / self.games, 3),
            "life": round(self.life / self.games, 2),
            "spells_in_hand": round(self.spells / self.games, 3),
            "castable": round(self.castable / self.games, 3),
            "screwed": round(self.screwed_spells / self.games, 3),
            "games_screwed": round(self.screwed_games / self.games, 4),
            "could_produce": {color: round(self.colors[color] / self.games, 4) for color in COLORS},
        }


@dataclass
class OneCard:
    """How often a card was in hand in the turn of its mana value (a free one: in turn 1), and what it was then."""

    value: int
    seen: int = 0
    castable: int = 0
    screwed: int = 0


@dataclass
class Shoal:
    """The games of one deck."""

    name: str
    deck: Deck
    games: list[Caught] = field(default_factory=list)

    @property
    def ended(self) -> list[Caught]:
        """The games in which nothing went wrong."""
        return [one for one in self.games if not one.failure]

    def turns(self) -> list[OneTurn]:
        """The sums of each turn."""
        found: list[OneTurn] = []
        for caught in self.ended:
            for number, turn in enumerate(caught.rows()):
                if number == len(found):
                    found.append(OneTurn())
                found[number].add(turn)
        return found

    def kills(self) -> list[int]:
        """In how many games the opponent was dead by each turn."""
        by = Counter(caught.kill for caught in self.ended)
        last = max((len(caught.turns) for caught in self.ended), default=0)
        return [sum(count for turn, count in by.items() if 0 < turn <= most) for most in range(1, last + 1)]

    def cards(self) -> dict[str, OneCard]:
        """The cards that were in hand in the turn of their mana value, by mana value and name."""
        found: dict[str, OneCard] = {}
        for caught in self.ended:
            for number, turn in enumerate(caught.rows(), 1):
                for name, value, state in turn.spells:
                    if max(value, 1) == number:
                        card = found.setdefault(name, OneCard(value))
                        card.seen += 1
                        card.castable += state == CASTABLE
                        card.screwed += state == SCREWED
        return dict(sorted(found.items(), key=lambda item: (item[1].value, item[0])))

    def lands(self) -> dict[str, str]:
        """What each land on the battlefield could produce, over all games."""
        found: dict[str, int] = {}
        for caught in self.ended:
            for name, mask in caught.lands:
                found[name] = found.get(name, 0) | mask
        return {
            name: "".join(color for bit, color in enumerate(COLORS) if found[name] >> bit & 1) for name in sorted(found)
        }

    def copies(self, card: str) -> int:
        """How many of a card are in the deck."""
        return sum(count for count, name in self.deck.main if name == card)

    def to_json(self) -> dict[str, Any]:
        """All of it as data."""
        ended, kills = self.ended, self.kills()
        killed = [caught.kill for caught in ended if caught.kill]
        told: dict[str, Any] = {"deck": self.name, "games": len(self.games)}
        for kind in FAILURES:
            told[kind] = sum(1 for caught in self.games if caught.failure == kind)
        told["kill"] = {
            **figures.Share(len(ended), len(killed)).to_json(),
            "turn": figures.spread(killed),
            "by_turn": [round(count / len(ended), 4) for count in kills],
        }
        told["lost"] = sum(caught.lost for caught in ended)
        told["mulligans"] = round(statistics.fmean(caught.mulligans for caught in ended), 3) if ended else None
        told["turns"] = [turn.to_json() for turn in self.turns()]
        told["cards"] = {
            name: {
                "mana_value": card.value,
                **figures.Share(card.seen, card.castable).to_json(),
                "screwed": round(card.screwed / card.seen, 4),
            }
            for name, card in self.cards().items()
        }
        for card in told["cards"].values():
            card["seen"], card["castable"] = card.pop("games"), card.pop("wins")
        told["lands"] = {
            name: {"copies": self.copies(name), "could_produce": text} for name, text in self.lands().items()
        }
        return told

    def heading(self) -> str:
        """When it kills, in a line."""
        ended = self.ended
        killed = [caught.kill for caught in ended if caught.kill]
        line = f"{self.name}: {len(self.games)} games"
        if killed:
            low, high = figures.interval(len(killed), len(ended))
            line += (
                f", killed in {len(killed)} ({low:.0%}-{high:.0%}), on turn {statistics.fmean(killed):.2f} on average"
                f" ({min(killed)} to {max(killed)}, median {statistics.median(killed):g})"
            )
        else:
            line += ", no kill"
        lost = sum(caught.lost for caught in ended)
        if lost:
            line += f", lost {lost} by itself"
        if ended:
            line += f", {statistics.fmean(caught.mulligans for caught in ended):.2f} mulligans a game"
        failed = len(self.games) - len(ended)
        return line + (f"; {failed} went wrong" if failed else "")

    def tables(self) -> Iterable[Table]:
        """By turn, by card, by land."""
        kills, games = self.kills(), max(1, len(self.ended))
        turns = self.turns()
        colors = [color for color in COLORS if any(turn.colors[color] for turn in turns)]
        titles = ("turn", "games", "killed\nby", "life", "lands", "mana", "in\nhand", "cast-\nable", "colour\nscrew")
        by_turn = columns(*titles, *colors)
        for number, turn in enumerate(turns, 1):
            by_turn.add_row(
                str(number),
                str(turn.games),
                f"{kills[number - 1] / games:.1%}",
                f"{turn.life / turn.games:.1f}",
                f"{turn.lands / turn.games:.2f}",
                f"{turn.mana / turn.games:.2f}",
                f"{turn.spells / turn.games:.2f}",
                f"{turn.castable / turn.games:.2f}",
                f"{turn.screwed_games / turn.games:.1%}",
                *(f"{turn.colors[color] / turn.games:.0%}" for color in colors),
            )
        yield by_turn
        by_card = columns("card", "mana\nvalue", "in hand\nthen", "castable\non curve", "95%", "colour\nscrew", left=1)
        for name, card in self.cards().items():
            low, high = figures.interval(card.castable, card.seen)
            by_card.add_row(
                name,
                str(card.value),
                str(card.seen),
                f"{card.castable / card.seen:.0%}",
                f"{low:.0%}-{high:.0%}",
                f"{card.screwed / card.seen:.0%}",
            )
        yield by_card
        by_land = columns("land", "copies", "could produce", left=1)
        for name, text in self.lands().items():
            by_land.add_row(name, str(self.copies(name)), text or "-")
        yield by_land

    def rows(self) -> Iterable[list[Any]]:
        """A row for each game and turn, for a CSV file."""
        for caught in self.games:
            for number, turn in enumerate(caught.rows(), 1):
                states = [state for _, _, state in turn.spells]
                made = "".join(color for bit, color in enumerate(COLORS) if turn.colors >> bit & 1)
                yield [
                    self.name, caught.match.number, caught.match.seed, number, turn.lands, turn.mana, turn.life, len(states),
                    states.count(CASTABLE), states.count(SCREWED), made, caught.kill, caught.mulligans,
                ]  # fmt: skip


#: What the columns of `Shoal.rows` are.
HEADING = [
    "deck", "game", "seed", "turn", "lands", "mana", "life", "spells", "castable", "screwed", "could_produce", "kill", "mulligans",
]  # fmt: skip
