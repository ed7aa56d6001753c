"""Verb phrases of players about life, damage and mana (CR 106, 119)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from magistrate.abilities.actions.base import PlayerAction
from magistrate.abilities.amounts import Amount
from magistrate.abilities.costs import Costs
from magistrate.abilities.node import Node, Phrase, Phrases, node
from magistrate.abilities.things import Objects, Players, Things

if TYPE_CHECKING:
    from magistrate.abilities.durations import Duration
    from magistrate.abilities.effects import Effect
    from magistrate.abilities.kinds import Ability


@node
class GainLife(PlayerAction):
    """CR 119.3; `amount` None as an event: "whenever you gain life"."""

    phrases: ClassVar[Phrases] = ("<gain> {amount:life}", Phrase("<gain> life", amount=None))
    amount: Amount | None


@node
class LoseLife(PlayerAction):
    """CR 119.3."""

    phrases: ClassVar[Phrases] = ("<lose> {amount:life}", Phrase("<lose> life", amount=None))
    amount: Amount | None


@node
class PayLife(PlayerAction):
    """CR 119.4."""

    phrases: ClassVar[Phrases] = ("<pay> {amount:life}",)
    amount: Amount


@node
class SetLife(PlayerAction):
    """CR 119.5: "your life total becomes N" as done by the player."""

    amount: Amount


@node
class ExchangeLife(PlayerAction):
    """CR 119.7, 701.10c."""

    phrases: ClassVar[Phrases] = ("<exchange> life totals with {with_}",)
    with_: Players


@node
class PayCosts(PlayerAction):
    """To pay a cost while something resolves: "pay {2}", "pay {1} and 2 life" (CR 118.12); so many times over when said; or `plus`
    so many times over beside it. `most`: how much its X can be at most."""

    phrases: ClassVar[Phrases] = (
        Phrase("<pay> {costs}", times=None, plus=None, most=None),
        Phrase("<pay> {costs} for each {times@each}", plus=None, most=None),
        Phrase("<pay> {costs} plus an additional {plus} for each {times@each}", most=None),
        Phrase("<pay> {costs}, where X is less than or equal to {most@whole}", times=None, plus=None),
    )
    costs: Costs
    times: Things | Amount | None = None
    plus: Costs | None = None
    most: Amount | None = None


@node
class SpendThisMana(PlayerAction):
    """CR 106.6, as the event of what is said with mana: "when you spend this mana to cast a Dragon creature spell"; that is only
    read as said of the mana (oracle/english/riders.py)."""

    what: Objects


@node
class PayAnyAmount(PlayerAction):
    """To pay as much mana, or life, as one likes while something resolves (CR 107.1c, 118.12)."""

    phrases: ClassVar[Phrases] = (
        Phrase("<pay> any amount of mana", of="mana"),
        Phrase("<pay> any amount of life", of="life"),
    )
    of: str


class ManaOutput(Node):
    """What mana an ability adds (CR 106)."""


@node
class FixedMana(ManaOutput):
    """ "{G}{G}" (CR 106.4)."""

    symbols: tuple[str, ...]


@node
class AnyColorMana(ManaOutput):
    """ "one mana of any color", "two mana in any combination of colors", "three mana of any one color"; `identity`: "in your
    commander's color identity" (CR 903.4)."""

    count: Amount
    one_color: bool = True
    among: tuple[str, ...] = ()
    identity: bool = False


@node
class ChoiceOfMana(ManaOutput):
    """ "{R} or {G}", "{W}, {U}, or {B}" (CR 106.4)."""

    options: tuple[FixedMana, ...]


@node
class ManaTimes(ManaOutput):
    """ "{G} for each creature you control", "an amount of {R} equal to …" (CR 106.4)."""

    symbol: str
    amount: Amount


@node
class TypeProduced(ManaOutput):
    """ "one mana of any type/color that a land you control could produce" (CR 106.7); `any_type` false is colours
    only."""

    count: Amount
    any_type: bool
    by: Objects


@node
class TypeThatWasProduced(ManaOutput):
    """ "one mana of any type that land produced" (CR 106.12a)."""

    count: Amount


@node
class ColorOf(ManaOutput):
    """ "one mana of the chosen color", "one mana of any of the exiled card's colors"; of a thing's colours (CR 106.5
    when none); `each`: so much of every colour that is among them."""

    count: Amount
    of: Objects | None = None
    chosen: bool = False
    each: bool = False


@node
class ManaRestriction(Node):
    """ "Spend this mana only to …" (CR 106.6): what it may pay for: spells and/or abilities; with `cant` the spells that
    it can't be spent to cast, while it can be spent on all else. `doors`: unlocking doors too (CR 709.5e); `face_up`:
    turning permanents face up."""

    spells: Objects | None = None
    abilities_of: Objects | None = None
    cant: bool = False
    doors: bool = False
    face_up: bool = False


@node
class AddMana(PlayerAction):
    """CR 106.4: `restriction` and `rider` go with all mana produced (CR 106.6a). The rider is a statement about this mana, what it
    adds to the spell that it is spent on (`WithManaSpent`), or an ability that triggers when it is spent. `lasts`: for how long it
    isn't lost as steps and phases end (CR 500.5)."""

    phrases: ClassVar[Phrases] = ("<add> {mana}", Phrase("<add> an additional {mana}", additional=True))
    mana: ManaOutput
    restriction: ManaRestriction | None = None
    rider: Effect | Ability | None = None
    additional: bool = False
    lasts: Duration | None = None
