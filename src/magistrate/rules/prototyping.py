"""Prototype (CR 702.160, 718): a card with a second mana cost, power and toughness, as which it may be cast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.costs import PayMana
from magistrate.abilities.kinds import Ability, Keyword
from magistrate.rules import copying
from magistrate.rules.definitions import CopiableValues, colors_of_cost
from magistrate.rules.state import GameObject

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

#: What casting a card prototyped is called.
NAME: Final = "prototype"


def has(abilities: tuple[Ability, ...]) -> bool:
    """Whether there is a second set of characteristics in the inset frame (CR 718.1, 718.4)."""
    return any(isinstance(ability, Keyword) and ability.name == NAME for ability in abilities)


def prototyped(values: CopiableValues) -> CopiableValues:
    """CR 718.3b, 718.5, 718.2, 702.160a: the alternative mana cost, power and toughness, and the colours of that
    cost; all else stays."""
    for ability in values.abilities:
        if isinstance(ability, Keyword) and ability.name == NAME and ability.costs is not None:
            part = ability.costs.parts[0]
            assert isinstance(part, PayMana)
            power, toughness = ability.words.split("/")
            return values.but(
                mana_cost=part.cost,
                colors=colors_of_cost(part.cost),
                power=int(power),
                toughness=int(toughness),
                power_text=power,
                toughness_text=toughness,
            )
    return values


def change(game: Engine, spell: GameObject) -> None:
    """CR 718.3b, 718.3c, 718.3d, 718.2a: the spell and the permanent that it becomes have the alternative
    characteristics, and copies of either take them over: they are copiable values."""
    game.st.set(spell, "copiable", prototyped(copying.copiable_values(game, spell.oid)))
    game.note(lambda: "it is cast prototyped", "718.3", "718.3b")
