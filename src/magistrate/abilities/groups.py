"""Groups: descriptions of objects without a determiner: adjectives, nouns, postmodifiers (CR 109.2, 115)."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from magistrate.abilities.characteristics import CardType, Color, Comparison, Measure, Supertype, Window, Zone
from magistrate.abilities.node import Node, node

if TYPE_CHECKING:
    from magistrate.abilities.amounts import Amount
    from magistrate.abilities.events import Event
    from magistrate.abilities.kinds import Keyword
    from magistrate.abilities.things import Objects, Players, Things


class Noun(Enum):
    """The word that says what sort of object is meant; NONE: only types, so a permanent on the battlefield (CR 109.2)."""

    NONE = ""
    PERMANENT = "permanent"
    CARD = "card"
    SPELL = "spell"
    TOKEN = "token"
    SOURCE = "source"
    ABILITY = "ability"
    ACTIVATED_ABILITY = "activated ability"
    TRIGGERED_ABILITY = "triggered ability"
    COPY = "copy"


class Description(Node):
    """What things are meant, without saying which or how many of them."""


class Quality(Node):
    """Something that is true of an object or not: an adjective or a postmodifier."""


@node
class Head(Node):
    """One alternative of a group's core: "nonblack creature", "artifact", "Goblin"."""

    qualities: tuple[Quality, ...]


@node
class Group(Description):
    """Objects: one of `heads` (joined by `joiner`: "or", "and", "and/or", ","), then the noun, then what all must fulfil.

    "instant or sorcery card in your graveyard": heads (instant), (sorcery); noun CARD; post (InZone graveyard).
    An adjective that stands before the first head and spans all of them is in `shared`: "tapped artifact or creature" is
    parsed per the declared preference (CR text: an adjective spans the list only for supertypes, "other", "target").
    """

    heads: tuple[Head, ...]
    noun: Noun = Noun.NONE
    post: tuple[Quality, ...] = ()
    joiner: str = "or"
    shared: tuple[Quality, ...] = ()


@node
class PlayerGroup(Description):
    """Players: "player", "opponent"; with qualities ("who controls …")."""

    opponents: bool = False
    post: tuple[Quality, ...] = ()


@node
class AnyTarget(Description):
    """CR 115.4: a creature, player, planeswalker or battle."""


@node
class Either(Description):
    """Several descriptions joined by "or": "creature or player", "spell or permanent you control"."""

    options: tuple[Description, ...]


# Adjectives ----------------------------------------------------------------------------------------------------------
@node
class IsType(Quality):
    type: CardType


@node
class IsSubtype(Quality):
    """A subtype by its name as printed: "Goblin", "Aura", "Forest"."""

    subtype: str


@node
class IsSupertype(Quality):
    supertype: Supertype


@node
class IsColor(Quality):
    color: Color


@node
class IsColorless(Quality):
    """CR 105.2c."""


@node
class IsMulticolored(Quality):
    """CR 105.2b."""


@node
class IsMonocolored(Quality):
    """CR 105.2a."""


@node
class Not(Quality):
    """ "non-": nonblack, nonland, noncreature, nontoken, non-Human."""

    quality: Quality


@node
class IsTapped(Quality):
    """CR 110.5."""


@node
class IsUntapped(Quality):
    """CR 110.5."""


@node
class IsToken(Quality):
    """CR 111."""


@node
class IsFaceDown(Quality):
    """CR 708."""


@node
class IsAttacking(Quality):
    """ "attacking"; `whom`: "attacking you", "attacking one of your opponents"."""

    whom: Players | None = None


@node
class IsBlocking(Quality):
    """CR 509.1g; `what`: "blocking it"."""

    what: Objects | None = None


@node
class IsBlocked(Quality):
    """CR 509.1h."""


@node
class IsUnblocked(Quality):
    """CR 509.1h."""


@node
class BlockedBy(Quality):
    """ "blocked by this creature"."""

    what: Objects


@node
class IsEnchanted(Quality):
    """Has an Aura attached (CR 303.4)."""


@node
class IsEquipped(Quality):
    """Has an Equipment attached (CR 301.5)."""


@node
class IsModified(Quality):
    """CR 700.9."""


@node
class IsHistoric(Quality):
    """CR 700.6."""


@node
class IsOther(Quality):
    """ "another", "other": not the source (or not what was named before)."""


@node
class IsSnow(Quality):
    """Has the supertype snow, said as an adjective."""


@node
class IsBasicLandType(Quality):
    """Has a basic land type (CR 305.6)."""


@node
class IsDesignated(Quality):
    """A designation of a permanent: suspected, goaded, renowned, saddled, monstrous, prepared …"""

    name: str


# Postmodifiers -------------------------------------------------------------------------------------------------------
@node
class Controlled(Quality):
    """ "you control", "an opponent controls", "they don't control" when negated."""

    by: Players
    negated: bool = False


@node
class Owned(Quality):
    """ "you own"."""

    by: Players


@node
class InZone(Quality):
    """ "in your graveyard", "from exile", "from among them"."""

    zone: Zone
    of: Players | None = None
    preposition: str = "in"


@node
class WithMeasure(Quality):
    """ "with power 3 or less", "with mana value X", "with power less than this creature's power"."""

    which: Measure
    comparison: Comparison
    amount: Amount | None = None


@node
class WithExtreme(Quality):
    """ "with the greatest power among creatures you control"; among all such objects when `among` is None."""

    which: Measure
    least: bool
    among: Objects | None = None


@node
class WithKeyword(Quality):
    """ "with flying", "without flying"."""

    keyword: Keyword
    without: bool = False


@node
class WithCounter(Quality):
    """ "with a +1/+1 counter on it"; any kind when `kind` is None; `at_least` of them."""

    kind: str | None
    at_least: Amount | None = None
    without: bool = False


@node
class WithNoAbilities(Quality):
    """ "with no abilities"."""


@node
class WithX(Quality):
    """ "with {X} in its mana cost"."""


@node
class Named(Quality):
    """ "named Llanowar Elves"; "not named" when negated; "with the same name as …" is SharesName."""

    name: str
    negated: bool = False


@node
class OfChosen(Quality):
    """ "of the chosen type", "of the chosen color", "with the chosen name": what is "color", "creature type", "name", …"""

    what: str
    negated: bool = False


@node
class OfYourChoice(Quality):
    """ "of their choice": says who chooses, changes nothing else."""


@node
class Shares(Quality):
    """Has a quality in common with something: "with the same name as", "that shares a creature type with"."""

    what: str
    with_: Things
    negated: bool = False


@node
class Targeting(Quality):
    """A spell or ability "that targets …"; with `only`: "with a single target"."""

    what: Things
    only: bool = False


@node
class Did(Quality):
    """A relative clause about the past or present: "that was dealt damage this turn", "that entered this turn"."""

    event: Event
    window: Window = Window.THIS_TURN
    negated: bool = False


@node
class AttachedTo(Quality):
    """ "attached to it", "attached to a creature you control"."""

    what: Things


@node
class IsOneOf(Quality):
    """Is one of things named elsewhere: "of those cards", "from among them", "exiled with this"."""

    things: Things


@node
class ExiledWith(Quality):
    """ "exiled with this creature" (linked, CR 607)."""

    what: Objects


@node
class AnyOf(Quality):
    """One of several postmodifiers: "with flying or reach"."""

    options: tuple[Quality, ...]
