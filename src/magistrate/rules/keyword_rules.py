"""Which keyword abilities the rules themselves give a meaning, by name, with the number of the rule (CR 702).

A keyword ability that has neither a meaning in Oracle English nor an entry here would do nothing: a card with it cannot
be played.
"""

from __future__ import annotations

from typing import Final

from magistrate.abilities.kinds import Keyword

#: Static and other abilities of permanents, and what protects them.
_OF_PERMANENTS: Final = {
    "deathtouch": "702.2",
    "defender": "702.3",
    "double strike": "702.4",
    "enchant": "702.5",
    "first strike": "702.7",
    "flash": "702.8",
    "flying": "702.9",
    "haste": "702.10",
    "hexproof": "702.11",
    "hexproof from": "702.11d",
    "indestructible": "702.12",
    "intimidate": "702.13",
    "landwalk": "702.14",
    "lifelink": "702.15",
    "protection": "702.16",
    "reach": "702.17",
    "shroud": "702.18",
    "trample": "702.19",
    "trample over planeswalkers": "702.19c",
    "vigilance": "702.20",
    "banding": "702.22",
    "bands with other": "702.22b",
    "phasing": "702.26",
    "shadow": "702.28",
    "horsemanship": "702.31",
    "fear": "702.36",
    "changeling": "702.73",
    "daybound": "702.145",
    "nightbound": "702.145",
    "wither": "702.80",
    "infect": "702.90",
    "menace": "702.111",
    "devoid": "702.114",
    "skulk": "702.118",
    "ascend": "702.131",
    "toxic": "702.164",
    "enlist": "702.154",
    "compleated": "702.150",
    "read ahead": "702.155",
    "start your engines!": "702.179",
}

#: Abilities about casting spells and what is paid for them.
_OF_SPELLS: Final = {
    "buyback": "702.27",
    "rebound": "702.88",
    "miracle": "702.94",
    "prowl": "702.76",
    "awaken": "702.113",
    "splice": "702.47",
    "emerge": "702.119",
    "freerunning": "702.173",
    "harmonize": "newer: harmonize",
    "mayhem": "newer: mayhem",
    "sneak": "newer: sneak",
    "web-slinging": "newer: web-slinging",
    "kicker": "702.33",
    "madness": "702.35",
    "suspend": "702.62",
    "multikicker": "702.33c",
    "flashback": "702.34",
    "morph": "702.37",
    "megamorph": "702.37b",
    "affinity": "702.41",
    "entwine": "702.42",
    "convoke": "702.51",
    "delve": "702.66",
    "retrace": "702.81",
    "overload": "702.96",
    "cleave": "702.148",
    "bestow": "702.103",
    "escalate": "702.120",
    "improvise": "702.126",
    "fuse": "702.102",
    "aftermath": "702.127",
    "jump-start": "702.133",
    "spectacle": "702.137",
    "escape": "702.138",
    "foretell": "702.143",
    "disturb": "702.146",
    "surge": "702.117",
    "assist": "702.132",
    "bargain": "702.166",
    "teamwork": "newer: teamwork",
    "more than meets the eye": "702.162",
    "disguise": "702.168",
    "prototype": "702.160",
    "mutate": "702.140",
    "plot": "702.170",
    "spree": "702.172",
}

#: Abilities about the deck that a card may be in, which change nothing in the game (CR 702.124).
_OF_DECKS: Final = dict.fromkeys(("partner", "choose a background", "doctor's companion", "friends forever"), "702.124")

NATIVE: Final[dict[str, str]] = {**_OF_PERMANENTS, **_OF_SPELLS, **_OF_DECKS, "warp": "newer: warp"}


def has_rules(keyword: Keyword) -> bool:
    """Whether a keyword ability of an object does what it should: by what it means, or by the rules themselves."""
    return bool(keyword.meaning) or keyword.name in NATIVE
