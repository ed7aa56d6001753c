"""Short ways to write the trees of hand-made cards."""

from __future__ import annotations

import re

from magistrate.abilities.actions import AddMana, ChoiceOfMana, DealDamage, Draw, FixedMana, ManaOutput, PlayerAction
from magistrate.abilities.amounts import Amount, Number
from magistrate.abilities.characteristics import CardType
from magistrate.abilities.costs import Cost, Costs, DoAction, PayMana, TapSymbol
from magistrate.abilities.effects import Does, Effect, ObjectsDo
from magistrate.abilities.groups import AnyTarget, Controlled, Group, Head, IsType, Noun, Quality
from magistrate.abilities.kinds import Activated, Restriction, Spell
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.things import Exactly, Quantity, Some, Target, TargetThing, This, You

ONE = Exactly(Number(1))


def does(*actions: PlayerAction, may: bool = False) -> Does:
    """You do things."""
    return Does(You(), actions, may=may)


def draw(count: int = 1) -> Does:
    """Draw cards."""
    return does(Draw(Number(count)))


def damage(amount: Amount, index: int = 0, quantity: Quantity = ONE, *, divided: bool = False) -> ObjectsDo:
    """This deals damage to any target."""
    return ObjectsDo(This(), (DealDamage(amount, TargetThing(AnyTarget(), quantity, index), divided=divided),))


def bolt(amount: int = 3) -> Spell:
    """Deal damage to any target."""
    return Spell(damage(Number(amount)))


def mana_cost(text: str) -> PayMana:
    """Mana as a cost: "2WU", "X"."""
    return PayMana(ManaCost(tuple(re.findall(r"\d+|[A-Z]", text))))


def group(kind: CardType | None = None, *post: Quality, noun: Noun = Noun.NONE, mine: bool = False) -> Group:
    """Objects of a card type."""
    heads = (Head((IsType(kind),)),) if kind is not None else ()
    return Group(heads, noun, (*post, Controlled(You())) if mine else post)


def some(
    kind: CardType | None = None, *post: Quality, noun: Noun = Noun.NONE, quantity: Quantity = ONE, mine: bool = False
) -> Some:
    """ "a creature [you control]"."""
    return Some(group(kind, *post, noun=noun, mine=mine), quantity)


def target(kind: CardType, index: int = 0, quantity: Quantity = ONE) -> Target:
    """ "target creature"."""
    return Target(group(kind), quantity, index)


def costs(*parts: Cost | PlayerAction) -> Costs:
    """A cost; actions are things to do."""
    return Costs(tuple(DoAction(part) if isinstance(part, PlayerAction) else part for part in parts))


def activated(effect: Effect, *parts: Cost | PlayerAction, restrictions: tuple[Restriction, ...] = ()) -> Activated:
    """An activated ability."""
    return Activated(costs(*parts), effect, restrictions)


def taps_for(*symbols: str) -> Activated:
    """ "{T}: Add …"; one symbol like "G" or a choice "W/U", or several at once."""
    output: ManaOutput = FixedMana(symbols)
    if len(symbols) == 1 and "/" in symbols[0]:
        output = ChoiceOfMana(tuple(FixedMana((letter,)) for letter in symbols[0].split("/")))
    return activated(does(AddMana(output)), TapSymbol())
