"""Small decks whose games have much in them, and games played on at random."""

from __future__ import annotations

from magistrate.game import Game
from magistrate.players.random_agent import RandomAgent

#: Counters, tokens, pumps, damage, searching, drawing, auras, triggers of all sorts.
GREEN = (
    ["Forest"] * 12
    + ["Mountain"] * 5
    + ["Evolving Wilds"] * 2
    + ["Llanowar Elves", "Giant Growth", "Lightning Bolt", "Garruk's Packleader", "Giant Spider", "Rancor"] * 3
    + ["Acidic Slime", "Prey Upon"] * 2
)
WHITE = (
    ["Plains"] * 12
    + ["Island"] * 5
    + ["Attended Knight", "Ajani's Pridemate", "Serra Angel", "Pacifism", "Divination", "Ajani's Mantra"] * 3
    + ["Captain of the Watch", "Captain's Call", "Aether Adept", "Cancel"] * 2
)


def new_game(seed: int, **options: object) -> Game:
    """A game between the two decks."""
    return Game.new([GREEN, WHITE], seed=seed, **options)  # type: ignore[arg-type]


def play_on(game: Game, agent: RandomAgent, count: int) -> int:
    """Answer so many decisions at random; returns how many there were before the game ended."""
    done = 0
    while done < count and (decision := game.decision) is not None:
        game.answer(agent.choose(game.view(decision.player), decision))
        done += 1
    return done
