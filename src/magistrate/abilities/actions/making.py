"""Verb phrases of players about tokens, copies and spells (CR 111, 601, 701.5, 707)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from magistrate.abilities.actions.base import PlayerAction
from magistrate.abilities.amounts import Amount, Number
from magistrate.abilities.characteristics import CardType, Color, Supertype, Zone
from magistrate.abilities.costs import Costs
from magistrate.abilities.node import AlsoRead, Node, Phrase, Phrases, node
from magistrate.abilities.things import Objects, Players

if TYPE_CHECKING:
    from magistrate.abilities.actions.base import ObjectAction
    from magistrate.abilities.kinds import Ability


@node
class TokenSpec(Node):
    """A token as described (CR 111.3): "1/1 white Soldier creature token with flying"; also predefined ones by name."""

    power: Amount | None = None
    toughness: Amount | None = None
    supertypes: tuple[Supertype, ...] = ()
    colors: tuple[Color, ...] = ()
    colorless: bool = False
    types: tuple[CardType, ...] = ()
    subtypes: tuple[str, ...] = ()
    name: str | None = None
    abilities: tuple[Ability, ...] = ()
    predefined: str | None = None
    copy_of: Objects | None = None
    exceptions: tuple[ObjectAction, ...] = ()


@node
class CreateKind(Node):
    """So many tokens of one kind; `those`: of the kind that was spoken of before, "three of those tokens" (`said_how`: with
    "tapped" or "attacking" said anew); `attached_to`: what an Aura or Equipment token is created attached to (CR
    111.10); `attacked`: whom it attacks where that is said (CR 508.4)."""

    count: Amount
    token: TokenSpec
    tapped: bool = False
    attacking: bool = False
    those: bool = False
    said_how: bool = False
    attached_to: Objects | None = None
    attacked: Players | None = None


@node
class Create(PlayerAction):
    """CR 701.6, 111.1: all kinds at once. The tokens are the result."""

    phrases: ClassVar[Phrases] = ("<create> {kinds/and}",)
    kinds: tuple[CreateKind, ...]


@node
class CopySpell(PlayerAction):
    """CR 707.10: "copy target instant spell; you may choose new targets for the copy"; `times` copies."""

    phrases: ClassVar[Phrases] = ("<copy> {what}",)
    what: Objects
    times: Amount = Number(1)
    new_targets: bool = False
    exceptions: tuple[ObjectAction, ...] = ()


@node
class ChooseNewTargets(PlayerAction):
    """CR 115.7d."""

    phrases: ClassVar[Phrases] = ("<choose> new targets for {what}",)
    what: Objects


#: From where a card says of itself that it may be cast.
_CAST_FROM: tuple[tuple[str, Zone], ...] = (
    ("<their> graveyard", Zone.GRAVEYARD),
    ("exile", Zone.EXILE),
    ("<their> hand", Zone.HAND),
    ("the command zone", Zone.COMMAND),
)


@node
class Cast(PlayerAction):
    """To cast a spell (CR 601); as an event "casts a creature spell"; `free`: without paying its mana cost.

    `ordinal`: "their second spell each turn"; `more_than`: "can't cast more than one spell each turn"; `costs`: what is paid
    rather than its mana cost (CR 118.9); `extra`: what is paid in addition (CR 118.8); `spend`: as what mana may be spent on it
    ("any type", "any color", "colorless"; CR 118.14); `exiled`: into whose graveyard ("your", "a") it would be put when it is
    exiled instead (CR 614.1a).
    """

    phrases: ClassVar[Phrases] = (
        "<cast> {what} [free: without paying (its mana cost|their mana costs)]",
        "<cast> {what} by paying {costs@by} rather than paying (its mana cost|their mana costs)",
        "<cast> {what} by {extra@doing} in addition to paying (its|their) other costs",
        *[
            Phrase(
                "<cast> {what@ref} from " + where + " [free: without paying (its mana cost|their mana costs)]",
                from_=zone,
            )
            for where, zone in _CAST_FROM
        ],
    )
    what: Objects
    free: bool = False
    from_: Zone | None = None
    ordinal: int = 0
    more_than: int = 0
    costs: Costs | None = None
    extra: Costs | None = None
    spend: str = ""
    exiled: str = ""


@node
class Play(PlayerAction):
    """To play a land or cast a spell (CR 305, 601); what is paid for a spell and `spend` as of `Cast`."""

    phrases: ClassVar[Phrases] = (
        "<play> {what} [free: without paying (its mana cost|their mana costs)]",
        "<play> {what} by paying {costs@by} rather than paying (its mana cost|their mana costs)",
    )
    what: Objects
    free: bool = False
    from_: Zone | None = None
    costs: Costs | None = None
    spend: str = ""
    exiled: str = ""


@node
class ActivateAbility(PlayerAction):
    """To activate an ability (CR 602), as an event or in restrictions: of `of`, when said."""

    phrases: ClassVar[Phrases] = (
        "<activate> {what}",
        Phrase("<activate> {what} that isn't a mana ability", nonmana=True),
        AlsoRead("<activate> {what}, if it isn't a mana ability", nonmana=True),
    )
    what: Objects
    nonmana: bool = False


@node
class BeAttacked(PlayerAction):
    """CR 508.3b, as an event."""

    phrases: ClassVar[Phrases] = ("<be> attacked",)


@node
class AttackWith(PlayerAction):
    """CR 508.3d: to attack with creatures that fit: "you attack with two or more creatures"."""

    phrases: ClassVar[Phrases] = ("<attack> with {what}",)
    what: Objects
