"""Costs (CR 118, 601.2f, 602.1a, 606)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import Node, Phrases, node

if TYPE_CHECKING:
    from magistrate.abilities.actions import PlayerAction
    from magistrate.abilities.amounts import Amount


class Cost(Node):
    """One component of a cost."""


@node
class PayMana(Cost):
    """Mana to pay (CR 118.3a)."""

    phrases: ClassVar[Phrases] = ("{cost}",)
    cost: ManaCost


@node
class TapSymbol(Cost):
    """{T} (CR 107.5, 302.6)."""

    phrases: ClassVar[Phrases] = ("{T}",)


@node
class UntapSymbol(Cost):
    """{Q} (CR 107.6, 302.6)."""

    phrases: ClassVar[Phrases] = ("{Q}",)


@node
class LoyaltyCost(Cost):
    """[+N], [-N], [-X], [0] (CR 606.4, 107.7): `sign` 1, -1 or 0."""

    sign: int
    amount: Amount


@node
class DoAction(Cost):
    """Anything else a player does to pay: sacrifice, discard, pay life, exile, remove counters, tap others, …
    (CR 118.1)."""

    phrases: ClassVar[Phrases] = ("{action@base}",)
    action: PlayerAction


@node
class OwnManaCost(Cost):
    """The mana cost of the card that has the ability: "gains flashback until end of turn. The flashback cost is equal to its
    mana cost." The rules put the mana cost of each card in its place; `none`: of a card that has no mana cost (CR 118.6).
    `said` is false while the sentence about the cost has not been read."""

    said: bool = True
    none: bool = False


@node
class EitherCost(Cost):
    """One of several costs, chosen as it is announced (CR 601.2b): "sacrifice a creature or pay {3}"."""

    options: tuple[Costs, ...]


@node
class Costs(Node):
    """All components of a cost, in printed order (CR 118.1)."""

    phrases: ClassVar[Phrases] = ("{parts/,}",)
    parts: tuple[Cost, ...]
