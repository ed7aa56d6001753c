"""The characteristics of an object (CR 109.3), as the layers compute them; never changed once made."""

from __future__ import annotations

from typing import Any

from magistrate.abilities.kinds import Ability
from magistrate.abilities.mana import ManaCost
from magistrate.rules.definitions import CREATURE


class Characteristics:
    """CR 109.3 and who controls it. Type lines and colours are bit masks (rules/definitions.py).

    `keywords` are the names of its keyword abilities ("flying", "first strike"), for quick looks; `abilities` has them all.
    """

    __slots__ = (
        "abilities", "base_power", "base_toughness", "colors", "controller", "defense", "keywords", "loyalty", "mana_cost",
        "mana_value", "name", "power", "statics", "subtypes", "supertypes", "toughness", "types",
    )  # fmt: skip

    def __init__(self) -> None:
        self.name = ""
        self.mana_cost: ManaCost | None = None
        self.mana_value = 0
        self.colors = 0
        self.supertypes = 0
        self.types = 0
        self.subtypes: frozenset[str] = frozenset()
        self.abilities: tuple[Ability, ...] = ()
        self.keywords: frozenset[str] = frozenset()
        self.power = 0
        self.toughness = 0
        self.base_power = 0
        self.base_toughness = 0
        self.loyalty = 0
        self.defense = 0
        self.controller = -1
        #: the statements of its static abilities, worked out when first asked for (rules/statics.py)
        self.statics: tuple[Any, ...] | None = None

    def copied(self) -> Characteristics:
        """The same characteristics, to be changed."""
        new = Characteristics()
        new.name = self.name
        new.mana_cost = self.mana_cost
        new.mana_value = self.mana_value
        new.colors = self.colors
        new.supertypes = self.supertypes
        new.types = self.types
        new.subtypes = self.subtypes
        new.abilities = self.abilities
        new.keywords = self.keywords
        new.power = self.power
        new.toughness = self.toughness
        new.base_power = self.base_power
        new.base_toughness = self.base_toughness
        new.loyalty = self.loyalty
        new.defense = self.defense
        new.controller = self.controller
        new.statics = self.statics
        return new

    @property
    def is_creature(self) -> bool:
        """Whether it is a creature."""
        return self.types & CREATURE != 0
