"""Closed word lists of the rules: colours, card types, supertypes, zones, steps, counters' names (CR 105, 205, 400,
500)."""

from __future__ import annotations

from enum import Enum, IntEnum


class Color(IntEnum):
    """CR 105.1, 106.1a, 202.2a, in the order of the colour wheel."""

    WHITE = 0
    BLUE = 1
    BLACK = 2
    RED = 3
    GREEN = 4


class ManaType(IntEnum):
    """CR 106.1b: the five colours and colourless."""

    WHITE = 0
    BLUE = 1
    BLACK = 2
    RED = 3
    GREEN = 4
    COLORLESS = 5


class CardType(Enum):
    """CR 205.2a, 300.1."""

    ARTIFACT = "artifact"
    BATTLE = "battle"
    CREATURE = "creature"
    ENCHANTMENT = "enchantment"
    INSTANT = "instant"
    LAND = "land"
    PLANESWALKER = "planeswalker"
    SORCERY = "sorcery"
    KINDRED = "kindred"
    DUNGEON = "dungeon"
    CONSPIRACY = "conspiracy"
    PHENOMENON = "phenomenon"
    PLANE = "plane"
    SCHEME = "scheme"
    VANGUARD = "vanguard"


class Supertype(Enum):
    """CR 205.4a."""

    BASIC = "basic"
    LEGENDARY = "legendary"
    SNOW = "snow"
    WORLD = "world"
    ONGOING = "ongoing"


class Zone(Enum):
    """CR 400.1."""

    LIBRARY = "library"
    HAND = "hand"
    BATTLEFIELD = "battlefield"
    GRAVEYARD = "graveyard"
    STACK = "stack"
    EXILE = "exile"
    COMMAND = "command"


class Step(Enum):
    """CR 500.1: phases and steps, in the order of a turn."""

    UNTAP = "untap step"
    UPKEEP = "upkeep"
    DRAW = "draw step"
    MAIN_1 = "precombat main phase"
    BEGIN_COMBAT = "beginning of combat"
    ATTACKERS = "declare attackers step"
    BLOCKERS = "declare blockers step"
    FIRST_DAMAGE = "first-strike combat damage step"
    DAMAGE = "combat damage step"
    END_COMBAT = "end of combat"
    MAIN_2 = "postcombat main phase"
    END = "end step"
    CLEANUP = "cleanup step"
    # Only as parts of events and durations, never the current step:
    MAIN = "main phase"
    SECOND_MAIN = "second main phase"
    COMBAT = "combat"
    TURN = "turn"


class Measure(Enum):
    """Numbers that an object has (CR 208, 202.3, 306.5, 310.4)."""

    POWER = "power"
    TOUGHNESS = "toughness"
    MANA_VALUE = "mana value"
    BASE_POWER = "base power"
    BASE_TOUGHNESS = "base toughness"
    LOYALTY = "loyalty"
    DEFENSE = "defense"
    INTENSITY = "intensity"


class Comparison(Enum):
    """How a number is compared."""

    EQUAL = "equal"
    AT_MOST = "or less"
    AT_LEAST = "or greater"
    LESS = "less than"
    GREATER = "greater than"
    NOT_EQUAL = "other than"
    EVEN = "even"
    ODD = "odd"


class Window(Enum):
    """The stretch of time that a condition about the past looks at."""

    THIS_TURN = "this turn"
    LAST_TURN = "last turn"
    THIS_COMBAT = "this combat"
    THIS_GAME = "this game"
    EVER = ""
    YOUR_LAST_TURN = "during your last turn"
    SINCE_YOUR_LAST_TURN = "since your last turn"
