"""Positions in which nothing is played, and effects to put on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magistrate.abilities.actions import (
    GetPT,
    ObjectAction,
)
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.durations import UntilEndOfTurn
from magistrate.abilities.effects import Effect, ObjectsDo
from magistrate.abilities.groups import (
    Controlled,
    Group,
    Head,
    IsType,
    Noun,
    Quality,
)
from magistrate.abilities.kinds import Ability, Keyword, Static
from magistrate.abilities.things import All, Objects, You
from magistrate.rules import continuous
from magistrate.rules.frames import Frame
from magistrate.rules.state import BATTLEFIELD, GameObject
from tests.rules.table import Table, card

if TYPE_CHECKING:
    from magistrate.rules.definitions import CardDefinition

FLYING = Keyword("flying")


CREATURES = IsType(CardType.CREATURE)


YOURS = Controlled(You())


def group(*qualities: Quality, post: tuple[Quality, ...] = (), noun: Noun = Noun.NONE) -> Group:
    return Group((Head(qualities),), noun, post)


def every(*qualities: Quality, post: tuple[Quality, ...] = ()) -> All:
    return All(group(*qualities, post=post), "")


def does(what: Objects, *actions: ObjectAction) -> Static:
    return Static(ObjectsDo(what, actions))


def plus(power: int, toughness: int) -> GetPT:
    return GetPT(Number(power), Number(toughness))


def enchantment(*effects: Effect | Ability, name: str = "Law") -> CardDefinition:
    return card(name, "Enchantment", *(e if isinstance(e, Ability) else Static(e) for e in effects))


BEAR = card("Bear", "Creature — Bear", power=2, toughness=2, cost="1G")


HAWK = card("Hawk", "Creature — Bird", FLYING, power=1, toughness=1, cost="1W")


ANTHEM = enchantment(does(every(CREATURES, post=(YOURS,)), plus(1, 1)), name="Anthem")


class Board:
    """A position in which nothing is played: things are put down, and looked at."""

    def __init__(self, *hands: dict[str, list[CardDefinition]]) -> None:
        self.table = Table(*(hands or ({},)), *({},) * (2 - len(hands or ({},))))
        self.game = self.table.game

    def put(self, definition: CardDefinition, player: int = 0, zone: int = BATTLEFIELD) -> GameObject:
        return self.table.add(player, zone, definition)

    def attached(self, definition: CardDefinition, to: GameObject, player: int = 0) -> GameObject:
        made = self.put(definition, player)
        self.game.st.set(made, "attached_to", to.oid)
        return made

    def pt(self, thing: GameObject) -> tuple[int, int]:
        chars = self.game.chars(thing.oid)
        return chars.power, chars.toughness

    def begin(self, thing: GameObject, *actions: ObjectAction, until: bool = True, source: int = -1) -> None:
        """A continuous effect of something that has resolved begins."""
        duration = UntilEndOfTurn() if until else None
        continuous.add_effect(self.game, Frame(source, 0), (thing.oid,), actions, duration)
