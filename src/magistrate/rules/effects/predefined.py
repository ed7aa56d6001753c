"""Predefined tokens (CR 111.10), in Oracle English: they are read like cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.rules.definitions import CardDefinition
from magistrate.rules.registry import Unsupported

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


class Predefined:
    """A predefined token: its names and types, text, and power and toughness where it has them; the back face by its
    key."""

    __slots__ = ("back", "colors", "name", "power", "text", "toughness", "type_line")

    def __init__(
        self,
        name: str,
        type_line: str,
        text: str,
        power: str | None = None,
        toughness: str | None = None,
        colors: str = "",
        back: str = "",
    ) -> None:
        self.name = name
        self.type_line = type_line
        self.text = text
        self.power = power
        self.toughness = toughness
        self.colors = colors
        self.back = back


_ROLE: Final = "Enchantment — Aura Role"

#: CR 111.10a-t, by the name that an effect creates them by.
TOKENS: Final[dict[str, Predefined]] = {
    "Treasure": Predefined(
        "Treasure Token", "Artifact — Treasure", "{T}, Sacrifice this artifact: Add one mana of any color."
    ),
    "Food": Predefined("Food Token", "Artifact — Food", "{2}, {T}, Sacrifice this artifact: You gain 3 life."),
    "Gold": Predefined("Gold Token", "Artifact — Gold", "Sacrifice this artifact: Add one mana of any color."),
    "Walker": Predefined("Walker", "Creature — Zombie", "", "2", "2", "B"),
    "Shard": Predefined(
        "Shard Token", "Enchantment — Shard", "{2}, Sacrifice this enchantment: Scry 1, then draw a card."
    ),
    "Clue": Predefined("Clue Token", "Artifact — Clue", "{2}, Sacrifice this artifact: Draw a card."),
    "Blood": Predefined(
        "Blood Token", "Artifact — Blood", "{1}, {T}, Discard a card, Sacrifice this artifact: Draw a card."
    ),
    "Powerstone": Predefined(
        "Powerstone Token",
        "Artifact — Powerstone",
        "{T}: Add {C}. This mana can't be spent to cast a nonartifact spell.",
    ),
    "Lander": Predefined(
        "Lander Token",
        "Artifact — Lander",
        "{2}, {T}, Sacrifice this artifact: Search your library for a basic land card, put it onto the battlefield "
        "tapped, then shuffle.",
    ),
    "Mutagen": Predefined(
        "Mutagen Token",
        "Artifact — Mutagen",
        "{1}, {T}, Sacrifice this artifact: Put a +1/+1 counter on target creature. Activate only as a sorcery.",
    ),
    "Incubator": Predefined(
        "Incubator Token", "Artifact — Incubator", "{2}: Transform this artifact.", back="Phyrexian Token"
    ),
    "Phyrexian Token": Predefined("Phyrexian Token", "Artifact Creature — Phyrexian", "", "0", "0"),
    "Cursed": Predefined("Cursed", _ROLE, "Enchant creature\nEnchanted creature has base power and toughness 1/1."),
    "Monster": Predefined("Monster", _ROLE, "Enchant creature\nEnchanted creature gets +1/+1 and has trample."),
    "Royal": Predefined("Royal", _ROLE, "Enchant creature\nEnchanted creature gets +1/+1 and has ward {1}."),
    "Sorcerer": Predefined(
        "Sorcerer",
        _ROLE,
        'Enchant creature\nEnchanted creature gets +1/+1 and has "Whenever this creature attacks, scry 1."',
    ),
    "Virtuous": Predefined(
        "Virtuous", _ROLE, "Enchant creature\nEnchanted creature gets +1/+1 for each enchantment you control."
    ),
    "Wicked": Predefined(
        "Wicked",
        _ROLE,
        "Enchant creature\nEnchanted creature gets +1/+1.\n"
        "When this Aura is put into a graveyard from the battlefield, each opponent loses 1 life.",
    ),
    "Young Hero": Predefined(
        "Young Hero",
        _ROLE,
        'Enchant creature\nEnchanted creature has "Whenever this creature attacks, if its toughness is 3 or less, '
        'put a +1/+1 counter on it."',
    ),
    "Map": Predefined(
        "Map Token",
        "Artifact — Map",
        "{1}, {T}, Sacrifice this artifact: Target creature you control explores. Activate only as a sorcery.",
    ),
    "Junk": Predefined(
        "Junk Token",
        "Artifact — Junk",
        "{T}, Sacrifice this artifact: Exile the top card of your library. You may play that card this turn. "
        "Activate only as a sorcery.",
    ),
}

_definitions: Final[dict[str, CardDefinition]] = {}


def key_of(name: str) -> str:
    """The key of a predefined token among `TOKENS`: "Treasure token", "Monster Role" and "Treasure" alike."""
    for ending in (" Token", " token", " Role"):
        if name.endswith(ending) and name not in TOKENS:
            name = name[: -len(ending)]
    return name


def definition(game: Engine, name: str) -> CardDefinition:
    """CR 111.10: a predefined token, read once for all games."""
    key = key_of(name)
    kept = _definitions.get(key)
    if kept is None:
        token = TOKENS.get(key)
        if token is None or game.compile_text is None:
            raise Unsupported(f"111.10 {name} token")
        faces = [game.compile_text(token.name, token.type_line, token.text, token.power, token.toughness, token.colors)]
        if token.back:
            faces += definition(game, token.back).faces
        layout = "transform" if token.back else "token"
        kept = _definitions[key] = CardDefinition(token.name, tuple(faces), layout, f"token:{key}")
    return kept
