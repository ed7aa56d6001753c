"""Groups: descriptions of objects without a determiner: adjectives, nouns, postmodifiers (CR 109.2, 115)."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, ClassVar

from magistrate.abilities.characteristics import CardType, Color, Comparison, Measure, Supertype, Window, Zone
from magistrate.abilities.node import InMode, Node, Phrases, node

if TYPE_CHECKING:
    from magistrate.abilities.amounts import Amount
    from magistrate.abilities.conditions import Condition
    from magistrate.abilities.events import Event
    from magistrate.abilities.kinds import Keyword
    from magistrate.abilities.things import Objects, Players, Things


class Noun(Enum):
    """The word that says what sort of object is meant; NONE: only types, so a permanent on the battlefield (CR
    109.2)."""

    NONE = ""
    PERMANENT = "permanent"
    CARD = "card"
    SPELL = "spell"
    TOKEN = "token"
    SOURCE = "source"
    ABILITY = "ability"
    ACTIVATED_ABILITY = "activated ability"
    TRIGGERED_ABILITY = "triggered ability"
    ACTIVATED_OR_TRIGGERED_ABILITY = "activated or triggered ability"
    COPY = "copy"
    SPELL_OR_ABILITY = "spell or ability"


#: The nouns of abilities on the stack (CR 113.1c).
ABILITY_NOUNS = (Noun.ABILITY, Noun.ACTIVATED_ABILITY, Noun.TRIGGERED_ABILITY, Noun.ACTIVATED_OR_TRIGGERED_ABILITY)


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
    """Objects: one of `heads` (joined by `joiner`: "or", "and", "and/or", ","), then the noun, then what all must
    fulfil (CR 109.2).

    "instant or sorcery card in your graveyard": heads (instant), (sorcery); noun CARD; post (InZone graveyard).
    An adjective that stands before the first head and spans all of them is in `shared`: "tapped artifact or creature"
    is parsed per the declared preference (CR text: an adjective spans the list only for supertypes, "other",
    "target").
    """

    heads: tuple[Head, ...]
    noun: Noun = Noun.NONE
    post: tuple[Quality, ...] = ()
    joiner: str = "or"
    shared: tuple[Quality, ...] = ()


@node
class PlayerGroup(Description):
    """Players: "player", "opponent"; with qualities ("who controls …") (CR 102.1)."""

    opponents: bool = False
    post: tuple[Quality, ...] = ()


@node
class AnyTarget(Description):
    """CR 115.4: a creature, player, planeswalker or battle; `other`: "any other target"."""

    other: bool = False
    slot: str = ""


@node
class Either(Description):
    """Several descriptions joined by "or": "creature or player", "spell or permanent you control"."""

    options: tuple[Description, ...]


# Adjectives ----------------------------------------------------------------------------------------------------------
@node
class IsType(Quality):
    """A card type (CR 205.2)."""

    type: CardType


@node
class IsSubtype(Quality):
    """A subtype by its name as printed: "Goblin", "Aura", "Forest" (CR 205.3)."""

    subtype: str


@node
class IsSupertype(Quality):
    """A supertype (CR 205.4)."""

    phrases: ClassVar[Phrases] = ("{supertype}",)
    supertype: Supertype


@node
class IsColor(Quality):
    """A color (CR 105)."""

    phrases: ClassVar[Phrases] = ("{color}",)
    color: Color


@node
class IsColorless(Quality):
    """CR 105.2c."""

    phrases: ClassVar[Phrases] = ("colorless",)


@node
class IsMulticolored(Quality):
    """CR 105.2b."""

    phrases: ClassVar[Phrases] = ("multicolored",)


@node
class IsMonocolored(Quality):
    """CR 105.2a."""

    phrases: ClassVar[Phrases] = ("monocolored",)


@node
class OfColors(Quality):
    """ "that's one or more colors", which is what None means, "exactly two colors": of so many colors (CR 105.2)."""

    phrases: ClassVar[Phrases] = (
        InMode("be", "one or more colors", exactly=None),
        InMode("be", "exactly {exactly@many} colors"),
    )
    exactly: Amount | None = None


@node
class Not(Quality):
    """ "non-": nonblack, nonland, noncreature, nontoken, non-Human."""

    quality: Quality


@node
class IsSize(Quality):
    """ "1/1 creature": of that power and that toughness (CR 208.1)."""

    power: int
    toughness: int


@node
class IsTapped(Quality):
    """CR 110.5."""

    phrases: ClassVar[Phrases] = ("tapped",)


@node
class IsUntapped(Quality):
    """CR 110.5."""

    phrases: ClassVar[Phrases] = ("untapped",)


@node
class IsToken(Quality):
    """CR 111."""

    phrases: ClassVar[Phrases] = (InMode("be", "a token"),)


@node
class IsFaceDown(Quality):
    """CR 708."""

    phrases: ClassVar[Phrases] = (InMode("pre", "face-down"), InMode("be", "face down"))


@node
class IsEnchanted(Quality):
    """Has an Aura attached (CR 303.4)."""

    phrases: ClassVar[Phrases] = ("enchanted",)


@node
class IsEquipped(Quality):
    """Has an Equipment attached (CR 301.5)."""

    phrases: ClassVar[Phrases] = ("equipped",)


@node
class IsModified(Quality):
    """CR 700.9."""

    phrases: ClassVar[Phrases] = ("modified",)


@node
class IsHistoric(Quality):
    """CR 700.6."""

    phrases: ClassVar[Phrases] = ("historic",)


@node
class IsOutlaw(Quality):
    """ "outlaw", said as a subtype is: with no other noun, a permanent (CR 700.12, 700.12a)."""


@node
class IsOther(Quality):
    """ "another", "other": not the source, or not what was named before: in "another target creature" the binder says by `slot`
    whether that is an earlier target or what the event is about."""

    slot: str = ""


@node
class IsSnow(Quality):
    """Has the supertype snow, said as an adjective (CR 205.4)."""


@node
class IsBasicLandType(Quality):
    """Has a basic land type (CR 305.6)."""


@node
class IsPermanentCard(Quality):
    """ "permanent card", "permanent spell": of a permanent type (CR 110.4)."""


@node
class Matches(Quality):
    """Is such an object, said of one: "is a Human creature", "that's a land card"."""

    group: Group


@node
class HasAdventure(Quality):
    """CR 715.2a: whether it is on the adventure or not."""

    phrases: ClassVar[Phrases] = (InMode("post", "that <have> an Adventure"), InMode("has", "an Adventure"))


# Postmodifiers -------------------------------------------------------------------------------------------------------
@node
class Controlled(Quality):
    """ "you control", "an opponent controls", "they don't control" when negated (CR 109.4)."""

    phrases: ClassVar[Phrases] = (
        InMode("post", "{by} <control:by>"),
        InMode("post", "{by} <don't:by> control", negated=True),
    )
    by: Players
    negated: bool = False


@node
class Owned(Quality):
    """ "you own", "you don't own" (CR 108.3); `but`: said behind another clause of the same player, "you control but don't own"
    (oracle/english/relative.py)."""

    phrases: ClassVar[Phrases] = (
        InMode("post", "{by} <own:by>"),
        InMode("post", "{by} <don't:by> own", negated=True),
    )
    by: Players
    negated: bool = False
    but: bool = False


@node
class InZone(Quality):
    """ "in your graveyard", "from exile", "from among them" (CR 400.1)."""

    phrases: ClassVar[Phrases] = (
        InMode("post", "in {of@poss} {zone}", preposition="in"),
        InMode("post", "from {of@poss} {zone}", preposition="from"),
        InMode("post", "in exile", zone=Zone.EXILE, of=None, preposition="in"),
        InMode("post", "from exile", zone=Zone.EXILE, of=None, preposition="from"),
        InMode("post", "on the battlefield", zone=Zone.BATTLEFIELD, of=None, preposition="on"),
        InMode("post", "from the battlefield", zone=Zone.BATTLEFIELD, of=None, preposition="from"),
        InMode("post", "on the stack", zone=Zone.STACK, of=None, preposition="on"),
        InMode("post", "in the command zone", zone=Zone.COMMAND, of=None, preposition="in"),
        InMode("post", "from the command zone", zone=Zone.COMMAND, of=None, preposition="from"),
        InMode("post", "in a graveyard", zone=Zone.GRAVEYARD, of=None, preposition="in a"),
        InMode("post", "in (all graveyards|graveyards)", zone=Zone.GRAVEYARD, of=None, preposition="in all"),
        InMode("post", "in each graveyard", zone=Zone.GRAVEYARD, of=None, preposition="in each"),
        InMode("post", "from a graveyard", zone=Zone.GRAVEYARD, of=None, preposition="from a"),
        InMode("post", "from a single graveyard", zone=Zone.GRAVEYARD, of=None, preposition="from a single"),
        InMode("post", "from (graveyards|all graveyards)", zone=Zone.GRAVEYARD, of=None, preposition="from all"),
        InMode("be", "in {of@poss} {zone}"),
        InMode("be", "in exile", zone=Zone.EXILE, of=None, preposition="in"),
        InMode("be", "on the battlefield", zone=Zone.BATTLEFIELD, of=None, preposition="on"),
        InMode("be", "on the stack", zone=Zone.STACK, of=None, preposition="on"),
        InMode("be", "in the command zone", zone=Zone.COMMAND, of=None, preposition="in"),
        InMode("be", "in a graveyard", zone=Zone.GRAVEYARD, of=None, preposition="in a"),
    )
    zone: Zone
    of: Players | None = None
    preposition: str = "in"


@node
class FromElsewhere(Quality):
    """ "from anywhere other than your hand", of spells and cards: from another zone than that (CR 601.2a)."""

    phrases: ClassVar[Phrases] = (InMode("post", "from anywhere other than {of@poss} {zone}"),)
    zone: Zone
    of: Players


@node
class WithMeasure(Quality):
    """ "with power 3 or less", "with mana value X", "with power less than this creature's power" (CR 208.1, 202.3)."""

    phrases: ClassVar[Phrases] = (
        InMode("post", "with {which} {amount@digits}", comparison=Comparison.EQUAL),
        InMode("has", "{which} {amount@digits} or less", comparison=Comparison.AT_MOST),
        InMode("has", "{which} {amount@digits} or greater", comparison=Comparison.AT_LEAST),
        InMode("post", "with {which} {amount@digits} or less", comparison=Comparison.AT_MOST),
        InMode("post", "with {which} {amount@digits} or greater", comparison=Comparison.AT_LEAST),
        InMode("post", "with {which} less than or equal to {amount@whole}", comparison=Comparison.AT_MOST),
        InMode("post", "with {which} greater than or equal to {amount@whole}", comparison=Comparison.AT_LEAST),
        InMode("post", "with {which} less than {amount@whole}", comparison=Comparison.LESS),
        InMode("post", "with {which} greater than {amount@whole}", comparison=Comparison.GREATER),
        InMode("post", "with {which} equal to {amount@whole}", comparison=Comparison.EQUAL),
        InMode("post", "with (an even|even) {which}", comparison=Comparison.EVEN),
        InMode("post", "with (an odd|odd) {which}", comparison=Comparison.ODD),
    )
    which: Measure
    comparison: Comparison
    amount: Amount | None = None


@node
class WithExtreme(Quality):
    """ "with the greatest power among creatures you control"; among all such objects when `among` is None."""

    phrases: ClassVar[Phrases] = (
        InMode("post", "with the greatest {which} [among {among}]", least=False),
        InMode("post", "with the least {which} [among {among}]", least=True),
    )
    which: Measure
    least: bool
    among: Objects | None = None


@node
class TogetherWith(Quality):
    """ "with total power 3 or greater": said of all that are chosen together; every single one passes (CR 702.122a)."""

    phrases: ClassVar[Phrases] = (InMode("post", "with total {which} {amount@digits} or greater"),)
    which: Measure
    amount: Amount
    how: str = ""  # "crew", "saddle": what they are tapped for


@node
class TotalAtMost(Quality):
    """ "with total mana value 6 or less": said of all that are chosen together; every single one passes (CR 608.2d)."""

    phrases: ClassVar[Phrases] = (InMode("post", "with total {which} {amount@digits} or less"),)
    which: Measure
    amount: Amount


@node
class Different(Quality):
    """ "with different names": said of all that are chosen together; every single one passes (CR 201.2b)."""

    phrases: ClassVar[Phrases] = (
        InMode("post", "with different names", what="name"),
        InMode("post", "with different mana values", what="mana value"),
        InMode("post", "with different powers", what="power"),
        InMode("post", "that have different names", what="name"),
        InMode("post", "that each have different names", what="name"),
    )
    what: str


@node
class WithKeyword(Quality):
    """ "with flying", "without flying" (CR 702.1)."""

    phrases: ClassVar[Phrases] = (
        InMode("post", "with {keyword@bare}"),
        InMode("has", "{keyword@bare}"),
        InMode("post", "without {keyword@bare}", without=True),
    )
    keyword: Keyword
    without: bool = False


@node
class WithCounter(Quality):
    """ "with a +1/+1 counter on it"; any kind when `kind` is None; `at_least` of them (CR 122.1)."""

    phrases: ClassVar[Phrases] = (
        InMode("post", "with a {kind@counter} counter on <them>", at_least=None),
        InMode("post", "with {kind@counter} counters on <them>", at_least=None),
        InMode("has", "a {kind@counter} counter on <them>", at_least=None),
        InMode("has", "{at_least@many} or more {kind@counter} counters on <them>"),
        InMode("has", "no {kind@counter} counters on <them>", at_least=None, without=True),
        InMode("post", "with {at_least@many} or more {kind@counter} counters on <them>"),
        InMode("post", "with (one or more counters|a counter|counters) on <them>", kind=None, at_least=None),
        InMode("post", "without a {kind@counter} counter on <them>", at_least=None, without=True),
        InMode("post", "with no counters on <them>", kind=None, at_least=None, without=True),
    )
    kind: str | None
    at_least: Amount | None = None
    without: bool = False


@node
class WithNoAbilities(Quality):
    """ "with no abilities"."""

    phrases: ClassVar[Phrases] = (InMode("post", "with no abilities"),)


@node
class WithX(Quality):
    """ "with {X} in its mana cost" (CR 107.3)."""


@node
class Named(Quality):
    """ "named NAME"; "not named" when negated; "with the same name as …" is `Shares` (CR 201.2)."""

    phrases: ClassVar[Phrases] = (
        InMode("post", "named {name@name}"),
        InMode("post", "not named {name@name}", negated=True),
    )
    name: str
    negated: bool = False


@node
class OfChosen(Quality):
    """ "of the chosen type", "of the chosen color", "with the chosen name": what is "color", "creature type", "name",
    …; `that`: "with that name", of a name that this ability has chosen (CR 607.2d)."""

    phrases: ClassVar[Phrases] = (
        InMode("post", "of the chosen color", what="color"),
        InMode("post", "of the chosen type", what="type"),
        InMode("post", "with the chosen name", what="name"),
        InMode("post", "with that name", what="name", that=True),
        InMode("post", "that <be> not of the chosen color", what="color", negated=True),
        InMode("post", "that <be> not of the chosen type", what="type", negated=True),
    )
    what: str
    negated: bool = False
    that: bool = False


@node
class OfYourChoice(Quality):
    """ "of their choice": says who chooses, changes nothing else."""

    phrases: ClassVar[Phrases] = (InMode("post", "of {of@poss} choice"),)
    of: Players


@node
class Shares(Quality):
    """Has a quality in common with something: "with the same name as", "that shares a creature type with"."""

    phrases: ClassVar[Phrases] = (
        InMode("post", "with the same name as {with_}", what="name"),
        InMode("post", "with the same power as {with_}", what="power"),
        InMode("post", "with the same mana value as {with_}", what="mana value"),
        InMode("post", "that <share> a creature type with {with_}", what="creature type"),
        InMode("post", "that <share> a color with {with_}", what="color"),
        InMode("post", "that <share> a card type with {with_}", what="card type"),
    )
    what: str
    with_: Things
    negated: bool = False


@node
class Did(Quality):
    """A relative clause about the past or present: "that was dealt damage this turn", "that entered this turn"
    (CR 608.2i)."""

    event: Event
    window: Window = Window.THIS_TURN
    negated: bool = False


@node
class Who(Quality):
    """A relative clause about players: "who controls a creature", "who lost life this turn"; in it they are slot
    "that"."""

    condition: Condition


@node
class AttachedTo(Quality):
    """ "attached to it", "attached to a creature you control" (CR 301.5, 303.4)."""

    phrases: ClassVar[Phrases] = (InMode("post", "attached to {what}"), InMode("be", "attached to {what}"))
    what: Things


@node
class IsOneOf(Quality):
    """Is one of things named elsewhere: "of those cards", "from among them", "exiled with this"."""

    things: Things


@node
class OtherThan(Quality):
    """ "other than this creature", "other than a basic land card"."""

    phrases: ClassVar[Phrases] = (InMode("post", "other than {things}"),)
    things: Objects


@node
class OtherThanPlayer(Quality):
    """Of players: "each player other than target player", "an opponent other than defending player"."""

    phrases: ClassVar[Phrases] = (InMode("who", "other than {who}"),)
    who: Players


@node
class OnTop(Quality):
    """ "from the top of your library", of what may be played (CR 401.2)."""

    phrases: ClassVar[Phrases] = (InMode("post", "from the top of {of@poss} library"),)
    of: Players


@node
class DoneThisWay(Quality):
    """ "discarded this way": what an earlier instruction was done to; `slot` is set by the binder (CR 608.2c). Of "each copy"
    nothing more is said: it is one of those that were made."""

    how: str
    slot: str = ""


@node
class ExiledWith(Quality):
    """ "exiled with this creature" (linked, CR 607), of late only where that is said; `among`: said of spells that the exiled cards
    would be."""

    phrases: ClassVar[Phrases] = (
        InMode("post", "exiled with {what}"),
        InMode("post", "from among [the] cards exiled with {what}", among=True),
        InMode("post", "from among [the] cards exiled with {what} this turn", among=True, this_turn=True),
    )
    what: Objects
    among: bool = False
    this_turn: bool = False


@node
class AnyOf(Quality):
    """One of several postmodifiers: "with flying or reach"."""

    options: tuple[Quality, ...]
