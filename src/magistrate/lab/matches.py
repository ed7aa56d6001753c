"""Which games are played: pairings of decks, whose seat is where, and the seed of each game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from magistrate.errors import InputError

_MASK = 0xFFFFFFFFFFFFFFFF
#: Seeds are kept this small so that they read and type well.
_SEEDS = 1 << 31


@dataclass(frozen=True)
class Match:
    """One game to be played.

    `decks` are numbers of decks by seat, in turn order; `agents` are the agents' names by seat, `names` what the decks are called
    here (a deck that plays against itself has two names). `pairing` is the number of the pairing.
    """

    number: int
    pairing: int
    seed: int
    decks: tuple[int, ...]
    names: tuple[str, ...]
    agents: tuple[str, ...]


def seed_of(seed: int, number: int) -> int:
    """The seed of the game with that number, well apart from those of its neighbours and of other runs (splitmix64)."""
    z = (seed * 0xD1342543DE82EF95 + (number + 1) * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return (z ^ (z >> 31)) % _SEEDS


def pairings(decks: int, players: int = 2, mirrors: bool = False) -> list[tuple[int, ...]]:
    """The unordered pairings of so many decks, in order. Raises InputError when there is none."""
    made = list((combinations_with_replacement if mirrors else combinations)(range(decks), players))
    if not made:
        raise InputError(
            f"expected at least {players} decks for games of {players} players (or --mirrors), got {decks}"
        )
    return made


def matches(
    names: Sequence[str],
    *,
    games: int = 0,
    per_pair: int = 0,
    players: int = 2,
    mirrors: bool = False,
    agents: Sequence[str] = ("random",),
    seed: int = 0,
) -> list[Match]:
    """The games of a run: `games` in all, spread evenly over the pairings, or `per_pair` of each.

    The deck that is first in its pairing sits first in the pairing's first game; then the seats are passed on by one each game. Each deck
    of a pairing keeps its agent.
    """
    pairs = pairings(len(names), players, mirrors)
    total = per_pair * len(pairs) if per_pair else games
    called = [_called(pair, names) for pair in pairs]
    made = []
    for number in range(total):
        pairing = number % len(pairs)
        turn = number // len(pairs) % players
        seats = [(seat + turn) % players for seat in range(players)]
        pair = pairs[pairing]
        made.append(
            Match(
                number,
                pairing,
                seed_of(seed, number),
                tuple(pair[seat] for seat in seats),
                tuple(called[pairing][seat] for seat in seats),
                tuple(agents[seat % len(agents)] for seat in seats),
            )
        )
    return made


def unique(names: Sequence[str]) -> list[str]:
    """Names that tell the decks apart: the second of the same name is "name (2)"."""
    seen: dict[str, int] = {}
    made = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        made.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return made


def _called(pair: tuple[int, ...], names: Sequence[str]) -> list[str]:
    return unique([names[deck] for deck in pair])
