"""Games drawn by seeds, a line for each with a digest of its save: two builds that print the same play the same.

    python -m tests.saves [GAMES]

The decks are the samples and, of the folder that MAGISTRATE_DATA names, those that can be played. On the way games are copied, the
copies played on, and answers taken back, which must leave no trace in the save.
"""

from __future__ import annotations

import hashlib
import os
import random
import sys
from pathlib import Path

from magistrate.cards.decks import Deck, load_deck, sample_decks
from magistrate.cards.paths import DATA_VARIABLE
from magistrate.errors import MagistrateError
from magistrate.game import Game
from magistrate.players.random_agent import RandomAgent
from magistrate.players.tables import check
from tests.playing import GREEN, WHITE, play_on

#: Long games are left standing.
MOST = 1500


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    decks = playable()
    print(f"{len(decks)} decks")
    for seed in range(games):
        print(line(decks, seed))


def playable() -> list[Deck | list[str]]:
    """The decks that are read and can be played."""
    folder = os.environ.get(DATA_VARIABLE)
    found: list[Deck | list[str]] = [GREEN, WHITE]
    decks = list(sample_decks())
    for path in sorted((Path(folder) / "decks").glob("[0-9s]*.txt")) if folder else []:
        decks.append(load_deck(path))
    for deck in decks:
        try:
            check(deck)
        except MagistrateError:
            continue
        found.append(deck)
    return found


def line(decks: list[Deck | list[str]], seed: int) -> str:
    """Plays a game; its line."""
    draw = random.Random(seed)
    seats = draw.sample(decks, draw.choice((2, 2, 2, 3)))
    game = Game.new(seats, seed=seed)
    agent = RandomAgent(seed)
    played = 0
    while not game.over and played < MOST:
        stretch = play_on(game, agent, draw.randint(10, 60))
        played += stretch
        other = game.copy()
        play_on(other, RandomAgent(seed), 5)
        for _ in range(draw.randint(0, min(3, stretch - 1))):
            game.undo()
    save = game.save()
    names = " against ".join(seat.name if isinstance(seat, Deck) else seat[0] for seat in seats)
    return (
        f"{seed:4} {hashlib.sha256(save.encode()).hexdigest()[:32]} {game.turn:3} turns, {len(save):7} bytes: {names}"
    )


if __name__ == "__main__":
    main()
