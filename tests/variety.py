"""Games that ask everything there is to ask: every player has mana of all colours and cards of many sorts."""

from __future__ import annotations

import random

from magistrate.game import Game

CARDS = (
    "Blaze", "Boros Charm", "Cryptic Command", "Pithing Needle", "Voice of All", "Adaptive Automaton", "Engineered Plague",
    "Forked Lightning", "Arc Lightning", "Mana Leak", "Hardened Scales", "Doubling Season", "Preordain", "Notion Rain",
    "Fact or Fiction", "Mind Rot", "Diabolic Edict", "Burst Lightning", "Everflowing Chalice", "Contagion Clasp", "Rampant Growth",
    "Demonic Tutor", "Glare of Subdual", "Painter's Servant", "Cranial Extraction", "Battering Craghorn", "Benalish Hero",
    "Inferno Titan", "Evolving Wilds", "Village Rites", "Clone", "Rancor", "Oblivion Ring", "Steam Augury", "Brainstorm",
    "Thoughtseize", "Telepathy", "Impulse", "Vampire Nighthawk", "Boggart Brute", "Palace Guard", "Juggernaut", "Walking Ballista",
    "Verdurous Gearhulk", "Rhystic Study", "Glorybringer", "Chord of Calling", "Murderous Cut", "Fireball", "Cabal Therapy",
    "Attended Knight", "Captain of the Watch", "Jace, the Mind Sculptor", "Soul Warden", "Ajani's Pridemate",
)  # fmt: skip
LANDS = ("Plains x4", "Island x4", "Swamp x4", "Mountain x4", "Forest x4")


def varied(seed: int, players: int = 2, *, every_window: bool = False) -> Game:
    """A game in which each player has twelve of the cards in hand and the rest in their library."""
    draw = random.Random(seed)
    seats = {}
    for name in "ABCDEF"[:players]:
        cards = draw.sample(CARDS, len(CARDS))
        seats[name] = {"hand": cards[:12], "library": cards[12:], "battlefield": list(LANDS), "life": 40}
    data = {"name": "varied", "rules": ["117.1"], "players": seats, "expect": [{"life": {"A": 40}}]}
    return Game.from_scenario(data, history=False, every_window=every_window)
