"""Which games are played: pairings of decks, whose seat is where, and the seed of each game."""

from __future__ import annotations

import random
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


def pairings(
    decks: int, players: int = 2, mirrors: bool = False, commander: Sequence[bool] = ()
) -> list[tuple[int, ...]]:
    """The unordered pairings of so many decks, in order; Commander decks play with each other, and so do the rest (CR 903.1).

    Raises InputError when there is none.
    """
    choose = combinations_with_replacement if mirrors else combinations
    made = [pair for kind in _kinds(decks, commander) for pair in choose(kind, players)]
    if not made:
        led = sum(commander)
        got = f"{led} with a commander and {decks - led} without, who do not meet" if 0 < led < decks else f"{decks}"
        raise InputError(f"expected at least {players} decks for games of {players} players (or mirrors), got {got}")
    return made


def _kinds(decks: int, commander: Sequence[bool]) -> list[list[int]]:
    """The decks that may meet: those without a commander, those with one."""
    with_one = [deck for deck in range(decks) if commander and commander[deck]]
    return [[deck for deck in range(decks) if deck not in with_one], with_one]


def matches(
    names: Sequence[str],
    *,
    games: int = 0,
    per_pair: int = 0,
    players: int = 2,
    mirrors: bool = False,
    commander: Sequence[bool] = (),
    agents: Sequence[str] = ("random",),
    seed: int = 0,
) -> list[Match]:
    """The games of a run: `games` in all, spread evenly over the pairings, or `per_pair` of each.

    The deck that is first in its pairing sits first in the pairing's first game; then the seats are passed on by one each game. Each deck
    of a pairing keeps its agent.
    """
    pairs = pairings(len(names), players, mirrors, commander)
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


def drawn(
    names: Sequence[str],
    *,
    games: int,
    players: tuple[int, int] = (2, 2),
    mirrors: bool = False,
    commander: Sequence[bool] = (),
    agents: Sequence[str] = ("random",),
    seed: int = 0,
) -> list[Match]:
    """So many games whose tables are drawn by the seed: how many play (from the fewest to the most), which decks, and who sits where.

    Every deck is as likely to be drawn first; the others are drawn among those that it may meet, a deck twice only with `mirrors`
    or where there are fewer decks than players. Agents go by seat. Each game is a pairing of its own.
    """
    fewest, most = players
    kinds = _kinds(len(names), commander)
    made = []
    for number in range(games):
        own = seed_of(seed, number)
        draw = random.Random(own)
        count = fewest + int(draw.random() * (most - fewest + 1))
        table = [int(draw.random() * len(names))]
        kind = next(kind for kind in kinds if table[0] in kind)
        while len(table) < count:
            left = kind if mirrors else [deck for deck in kind if deck not in table] or kind
            table.append(left[int(draw.random() * len(left))])
        at = int(draw.random() * count)  # else who is drawn first would always begin
        table = table[at:] + table[:at]
        who = tuple(agents[seat % len(agents)] for seat in range(count))
        made.append(Match(number, number, own, tuple(table), tuple(_called(tuple(table), names)), who))
    return made


def unique(names: Sequence[str], others: Sequence[str] = ()) -> list[str]:
    """Names that tell the decks apart: the second of the same name is "name (2)", or the next number with which nothing is named
    yet, here or among the others."""
    used = {*names, *others}
    seen: dict[str, int] = {}
    made = []
    for name in names:
        called = name
        count = seen.get(name, 0) + 1
        while count > 1 and (called := f"{name} ({count})") in used:
            count += 1
        seen[name] = count
        used.add(called)
        made.append(called)
    return made


def _called(pair: tuple[int, ...], names: Sequence[str]) -> list[str]:
    return unique([names[deck] for deck in pair], names)
