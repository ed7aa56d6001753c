"""Conditions: what is asked with "if", "as long as", "unless", "only if" (CR 603.4, 604, 608.2)."""

from __future__ import annotations

from typing import ClassVar

from magistrate.abilities.amounts import Amount, Number
from magistrate.abilities.characteristics import Color, Comparison, Step, Window, Zone
from magistrate.abilities.events import Event
from magistrate.abilities.groups import Group, PlayerGroup, Quality
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import AlsoRead, InMode, Node, Phrase, Phrases, node
from magistrate.abilities.things import APlayer, Objects, Players, Things, This, You


class Condition(Node):
    """True or false when asked."""


@node
class Controls(Condition):
    """ "you control a Swamp", "an opponent controls no creatures", "you control three or more artifacts" (CR 109.4)."""

    phrases: ClassVar[Phrases] = (
        "{who} <control> {what}",
        Phrase("{who} <don't> control {what}", negated=True),
        AlsoRead("any player controls {what}", who=APlayer(PlayerGroup())),
    )
    who: Players
    what: Objects
    negated: bool = False


@node
class Owns(Condition):
    """ "you own a card in exile", "they own three or more exiled cards with hit counters on them" (CR 108.3)."""

    phrases: ClassVar[Phrases] = ("{who} <own> {what}",)
    who: Players
    what: Objects


@node
class OwnAndControl(Condition):
    """ "you both own and control ~ and a creature named …": these are "them" behind it (CR 701.37)."""

    phrases: ClassVar[Phrases] = ("you both own and control {what}",)
    what: Objects


@node
class ThereAre(Condition):
    """ "there are seven or more cards in your graveyard", "no creatures are on the battlefield"; `of_zone`: said of the
    place, "your library has no cards in it"."""

    what: Objects
    of_zone: bool = False


@node
class Compares(Condition):
    """ "you have 10 or more life", "X is 5 or more", "its power is greater than …"."""

    amount: Amount
    comparison: Comparison
    other: Amount | None


@node
class HasMore(Condition):
    """ "an opponent controls more lands than you", "you have more life than each opponent": more of `what`, or of what
    `measure` says ("life", "hand")."""

    who: Players
    than: Players
    what: Objects | None
    measure: str = ""


@node
class FlipWon(Condition):
    """ "you win the flip", "you lose the flip" (CR 705.2); `slot` is set by the binder."""

    phrases: ClassVar[Phrases] = ("you win the flip", Phrase("you lose the flip", negated=True))
    negated: bool = False
    slot: str = ""


@node
class Is(Condition):
    """ "it's a creature", "this creature is tapped", "enchanted creature isn't black"; `past`: "it was", "it had" (CR
    608.2h); `remains`: said of what is so already, "for as long as this creature remains tapped"."""

    what: Things
    quality: Quality
    negated: bool = False
    past: bool = False
    remains: bool = False


@node
class Happened(Condition):
    """A tensed clause over the record: "a creature died this turn", "you attacked this turn", "you've cast another
    spell" (CR 608.2i)."""

    event: Event
    window: Window
    negated: bool = False
    at_least: Amount | None = None


@node
class HasDesignation(Condition):
    """ "you have the city's blessing", "you're the monarch", "it's night" (CR 702.131c, 722.1, 728.1)."""

    phrases: ClassVar[Phrases] = (
        Phrase("{who} <have> the city's blessing", name="the city's blessing"),
        Phrase("{who} <be> the monarch", name="the monarch"),
        Phrase("{who} <have> the initiative", name="the initiative"),
        Phrase("{who} <don't> have the city's blessing", name="the city's blessing", negated=True),
        Phrase("{who} <don't> have the initiative", name="the initiative", negated=True),
        Phrase("{who} <isn't> the monarch", name="the monarch", negated=True),
        AlsoRead("you are not the monarch", who=You(), name="the monarch", negated=True),
        Phrase("there is no monarch", who=None, name="the monarch", negated=True),
        Phrase("it's day", who=None, name="day"),
        Phrase("it's night", who=None, name="night"),
        Phrase("it's neither day nor night", who=None, name="neither day nor night"),
    )
    who: Players | None
    name: str
    negated: bool = False


@node
class HasCounters(Condition):
    """How many counters of a kind a player has (CR 122.1): at least so many, or `fewer`; poisoned is who has a poison
    counter (CR 122.1f)."""

    phrases: ClassVar[Phrases] = (
        Phrase("{who} <be> poisoned", kind="poison", count=Number(1)),
        Phrase("{who} <isn't> poisoned", kind="poison", count=Number(1), fewer=True),
        "{who} <have> {count@many} or more {kind@counter} counters",
        Phrase("{who} <have> fewer than {count@many} {kind@counter} counters", fewer=True),
        Phrase("{who} <have> a {kind@counter} counter", count=Number(1)),
        Phrase("{who} <have> no {kind@counter} counters", count=Number(1), fewer=True),
    )
    who: Players
    kind: str
    count: Amount
    fewer: bool = False


@node
class HasMaxSpeed(Condition):
    """CR 702.179e."""

    phrases: ClassVar[Phrases] = ("{who} <have> max speed", Phrase("{who} <don't> have max speed", negated=True))
    who: Players
    negated: bool = False


@node
class CompletedDungeon(Condition):
    """ "you've completed a dungeon"; one of that name (CR 309.7)."""

    name: str = ""
    negated: bool = False


@node
class RingTempted(Condition):
    """How often the Ring has tempted you (CR 701.52c)."""

    phrases: ClassVar[Phrases] = ("the Ring has tempted you {count@many} or more times this game",)
    count: Amount


@node
class RingBearerChosen(Condition):
    """Whether such a creature was chosen when the Ring tempted you, as the event was that is spoken of (CR 701.52a)."""

    phrases: ClassVar[Phrases] = ("you chose {what} as your Ring-bearer",)
    what: Objects


@node
class CameUnderControl(Condition):
    """What echo asks (CR 702.30a): whether it came under its controller's control since their last upkeep began."""

    phrases: ClassVar[Phrases] = ("{what} came under your control since the beginning of your last upkeep",)
    what: Objects


@node
class ManaWasSpent(Condition):
    """What mana was spent to cast an object (CR 601.2h, 400.7d): at least these symbols, at least so much (of a colour),
    mana from such a source, or none."""

    of: Objects | None
    symbols: ManaCost | None = None
    least: Amount | None = None
    color: Color | None = None
    colorless: bool = False
    source: Group | None = None
    none: bool = False


@node
class WordChosen(Condition):
    """An anchor word was chosen as the permanent entered (CR 614.12b), or a word by such a player: "players who chose war"."""

    word: str
    who: Players | None = None


@node
class HasFullParty(Condition):
    """CR 700.8c."""

    phrases: ClassVar[Phrases] = ("{who} <have> a full party",)
    who: Players


#: Of what is said without naming it ("the gift was promised"): the object whose ability it is.
_THIS = This("this object")


@node
class WasKicked(Condition):
    """ "this spell was kicked", "it was kicked"; with one of two kicker costs where `cost` says so (CR 702.33f); other optional costs
    by their name (CR 702.33d, 607)."""

    phrases: ClassVar[Phrases] = (
        "{what} was kicked",
        Phrase("{what} wasn't kicked", negated=True),
        "{what} was kicked with its {cost} kicker",
        Phrase("{what} was evoked", how="evoke"),
        Phrase("{what} was bargained", how="bargain"),
        Phrase("{what} wasn't bargained", how="bargain", negated=True),
        AlsoRead("{what} is bargained", how="bargain"),
        Phrase("{what} was cast using teamwork", how="teamwork"),
        Phrase("{what} escaped", how="escape"),
        Phrase("{beheld} was beheld", what=_THIS, how="additional cost"),
        Phrase("{what@poss} madness cost was paid", how="madness"),
        Phrase("{what@poss} additional cost was paid", how="additional cost"),
        Phrase("{what@poss} additional cost wasn't paid", how="additional cost", negated=True),
        Phrase("evidence was collected", what=_THIS, how="evidence"),
        Phrase("evidence wasn't collected", what=_THIS, how="evidence", negated=True),
        Phrase("the gift was promised", what=_THIS, how="gift"),
        Phrase("the gift wasn't promised", what=_THIS, how="gift", negated=True),
        Phrase("tribute was paid", what=_THIS, how="tribute"),
        Phrase("tribute wasn't paid", what=_THIS, how="tribute", negated=True),
    )
    what: Objects
    how: str = "kicked"
    negated: bool = False
    cost: ManaCost | None = None
    beheld: Objects | None = None  # "a Dragon was beheld": the additional cost says the same


@node
class WasCast(Condition):
    """ "you cast it", "if you cast it from your hand" (CR 601.2i)."""

    phrases: ClassVar[Phrases] = (
        Phrase("you cast {what}", who=You()),
        Phrase("you cast {what} from your hand", who=You(), zone=Zone.HAND),
        Phrase("you didn't cast {what} from your hand", who=You(), zone=Zone.HAND, negated=True),
        Phrase("you cast {what} {during@during}", who=You()),
        "{what} was cast",
        Phrase("{what} wasn't cast", negated=True),
        Phrase("{what} was cast from a graveyard", zone=Zone.GRAVEYARD),
        Phrase("{what} was cast from exile", zone=Zone.EXILE),
        Phrase("{what} was cast from your hand", zone=Zone.HAND),
        Phrase("{what} was cast from anywhere other than your hand", zone=Zone.HAND, elsewhere=True),
    )
    what: Objects
    who: Players | None = None
    negated: bool = False
    during: Condition | None = None
    zone: Zone | None = None
    elsewhere: bool = False  # from anywhere but that zone


@node
class HasMostLife(Condition):
    """Whether a player has the most life of all, or is tied for it (CR 702.105a)."""

    phrases: ClassVar[Phrases] = ("{who} <have> the most life or <be> tied for most life",)
    who: Players


@node
class DuringTurn(Condition):
    """ "it's your turn", "it's not your turn"; `step`: "during combat" (CR 500.1)."""

    whose: Players | None
    step: Step | None = None
    negated: bool = False


@node
class OncePerTurn(Condition):
    """ "once each turn", "once during each of your turns", of what a player may do: it has not been done in this turn."""

    phrases: ClassVar[Phrases] = (
        InMode("once", "once each turn", your=False),
        InMode("once", "once during each of your turns", your=True),
    )
    your: bool


@node
class Stage(Condition):
    """How far the turn is: "before attackers are declared", "after combat" (CR 500.1): before or after a step has begun, in any
    combat phase where "during combat" stands before it (`within`; CR 506.7c)."""

    phrases: ClassVar[Phrases] = (
        InMode("stage", "before attackers are declared", step=Step.ATTACKERS),
        InMode("stage", "before blockers are declared", step=Step.BLOCKERS),
        InMode("stage", "before the combat damage step", step=Step.DAMAGE),
        InMode("stage", "before the end of combat step", step=Step.END_COMBAT),
        InMode("stage", "before combat", step=Step.BEGIN_COMBAT),
        InMode("stage", "after blockers are declared", step=Step.BLOCKERS, after=True),
        InMode("stage", "after combat", step=Step.MAIN_2, after=True),
    )
    step: Step
    after: bool = False
    within: bool = False


@node
class IfDid(Condition):
    """ "you do", "they do", "a card is discarded this way": whether an earlier instruction was done (CR
    608.2d-like)."""

    negated: bool = False
    slot: str = ""


@node
class ThisWay(Condition):
    """Something "this way": `event` happened in an earlier instruction of this resolution (CR 608.2c)."""

    event: Event
    negated: bool = False


@node
class WasPrevented(Condition):
    """Whether the effect has prevented any damage (CR 615.5)."""

    phrases: ClassVar[Phrases] = ("damage is prevented this way", AlsoRead("any damage is prevented this way"))


@node
class ThisAbility(Condition):
    """How often this turn: "this ability has been activated four or more times this turn", "this is the second time this
    ability has resolved this turn"."""

    how: str
    count: Amount
    at_least: bool = False


@node
class And(Condition):
    """All of them hold."""

    parts: tuple[Condition, ...]


@node
class Or(Condition):
    """At least one of them holds."""

    parts: tuple[Condition, ...]


@node
class NotCondition(Condition):
    """It does not hold."""

    condition: Condition
