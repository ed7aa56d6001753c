"""Verb phrases: what players do and what objects do, without their subject.

One verb phrase serves effects ("you draw a card"), triggers ("whenever you draw a card"), replacement effects ("if
you would draw a card"), conditions in tense ("if you've drawn a card this turn"), costs ("Discard a card"), and
restrictions ("players can't draw cards").
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from magistrate.abilities.amounts import Amount, Number
from magistrate.abilities.characteristics import CardType, Color, Step, Supertype, Zone
from magistrate.abilities.costs import Costs
from magistrate.abilities.durations import Duration
from magistrate.abilities.groups import Description, Quality
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import AlsoRead, InMode, Node, Phrase, Phrases, node
from magistrate.abilities.things import Objects, Players, Quantity, Things

if TYPE_CHECKING:
    from magistrate.abilities.conditions import Condition
    from magistrate.abilities.effects import Effect
    from magistrate.abilities.events import Event
    from magistrate.abilities.kinds import Ability, Keyword


#: How an object is put onto the battlefield.
_ENTERING = (
    "[transformed: transformed] [face_down: face down] [tapped: tapped] [under {under@poss} control]"
    " [with {with_counters/and} on (it|them)]"
)


class Action(Node):
    """A verb phrase."""


class PlayerAction(Action):
    """What a player does."""


class ObjectAction(Action):
    """What an object does, is or becomes."""


# Cards and zones -----------------------------------------------------------------------------------------------------
@node
class Draw(PlayerAction):
    """CR 121: one at a time. `whole` marks "draws their second card each turn"-like events by ordinal."""

    phrases: ClassVar[Phrases] = ("<draw> {count:card}", Phrase("<draw> cards", count=None))
    count: Amount | None
    ordinal: int = 0


@node
class Discard(PlayerAction):
    """CR 701.8. The player chooses unless `what` is at random or says otherwise; `cycling`: said of cycling too, which is
    to discard (CR 702.29c)."""

    phrases: ClassVar[Phrases] = ("<discard> {what}", Phrase("<cycle> or <discard> {what}", cycling=True))
    what: Objects
    cycling: bool = False


@node
class Cycle(PlayerAction):
    """CR 702.29c: to discard a card to pay for its cycling ability, as an event."""

    phrases: ClassVar[Phrases] = ("<cycle> {what}",)
    what: Objects


@node
class Mill(PlayerAction):
    """CR 701.13."""

    phrases: ClassVar[Phrases] = ("<mill> {count:card}",)
    count: Amount


@node
class Scry(PlayerAction):
    """CR 701.18."""

    phrases: ClassVar[Phrases] = ("<scry> {count@digits}",)
    count: Amount


@node
class Surveil(PlayerAction):
    """CR 701.42."""

    phrases: ClassVar[Phrases] = ("<surveil> {count@digits}",)
    count: Amount


@node
class Search(PlayerAction):
    """CR 701.19: look through a zone for cards ("a basic land card", "up to two …"); found cards are the result."""

    phrases: ClassVar[Phrases] = (
        Phrase("<search> {of@poss} library for {what}", zones=(Zone.LIBRARY,)),
        Phrase("<search> {of@poss} (library|libraries) and graveyard for {what}", zones=(Zone.LIBRARY, Zone.GRAVEYARD)),
        AlsoRead("<search> {of@poss} (library|libraries) and/or graveyard for {what}", zones=(Zone.LIBRARY, Zone.GRAVEYARD)),
        Phrase(
            "<search> {of@poss} graveyard, hand, and library for {what}",
            zones=(Zone.GRAVEYARD, Zone.HAND, Zone.LIBRARY),
        ),
        AlsoRead(
            "<search> {of@poss} graveyard, hand, and/or library for {what}",
            zones=(Zone.GRAVEYARD, Zone.HAND, Zone.LIBRARY),
        ),
        Phrase("<search> libraries", zones=(Zone.LIBRARY,), of=None, what=None),
    )
    zones: tuple[Zone, ...]
    of: Players | None
    what: Objects | None


@node
class Shuffle(PlayerAction):
    """CR 701.20: the player's library; or `what` into its owner's library first."""

    phrases: ClassVar[Phrases] = (
        Phrase("<shuffle>", what=None, of=None),
        Phrase("<shuffle> {of@poss} (library|libraries)", what=None),
        "<shuffle> {what} into {of@poss} (library|libraries)",
    )
    what: Objects | None = None
    of: Players | None = None


@node
class Reveal(PlayerAction):
    """CR 701.16."""

    phrases: ClassVar[Phrases] = ("<reveal> {what}",)
    what: Objects


@node
class RevealUntil(PlayerAction):
    """CR 701.16, 701.11a: cards from the top of a library are revealed or exiled one after another until what is
    looked for is among them; the result is what was looked for, "the rest" are the others."""

    phrases: ClassVar[Phrases] = (
        "<reveal> cards from the top of {of@poss} library until <they> reveal {what}",
        Phrase("<exile> cards from the top of {of@poss} library until <they> exile {what}", exiles=True),
    )
    of: Players
    what: Objects
    exiles: bool = False


@node
class LookAt(PlayerAction):
    """To look at cards or at a hand (CR 701.16e-like: only that player sees)."""

    phrases: ClassVar[Phrases] = ("<look> at {what} [any_time: any time]",)
    what: Objects
    any_time: bool = False


@node
class PlayRevealed(PlayerAction):
    """ "play with the top card of your library revealed" (CR 401.5, 401.6)."""

    phrases: ClassVar[Phrases] = ("<play> with {what} revealed",)
    what: Objects


#: How objects are put into a zone.
_PUT_INTO: Phrases = (
    "<put> {what} into {of@poss} {zone}",
    Phrase(
        "<put> {what} onto the battlefield " + _ENTERING,
        zone=Zone.BATTLEFIELD,
    ),
    Phrase(
        "<put> {what} onto the battlefield tapped and attacking [under {under@poss} control]",
        zone=Zone.BATTLEFIELD,
        tapped=True,
        attacking=True,
    ),
    Phrase(
        "<put> {what@ref} from {from_of@poss} {from_} onto the battlefield " + _ENTERING,
        zone=Zone.BATTLEFIELD,
    ),
    Phrase(
        "<put> {what} onto the battlefield [under {under@poss} control] attached to {attached_to}",
        zone=Zone.BATTLEFIELD,
    ),
    Phrase(
        "<put> {what} on <their> choice of the top or bottom of <their> library",
        zone=Zone.LIBRARY,
        position="choice",
        order="any",
        of=None,
    ),
    Phrase("<put> {what} on top of {of@poss} (library|libraries)", zone=Zone.LIBRARY, position="top", order=""),
    Phrase("<put> {what} on top of {of@poss} (library|libraries) in any order", zone=Zone.LIBRARY, position="top", order="any"),
    Phrase(
        "<put> {what} on top of {of@poss} (library|libraries) in a random order",
        zone=Zone.LIBRARY,
        position="top",
        order="random",
    ),
    Phrase("<put> {what} back in any order", zone=Zone.LIBRARY, position="top", order="any", of=None),
    Phrase("<put> {what} on top", zone=Zone.LIBRARY, position="top", order="", of=None),
    Phrase("<put> {what} third from the top", zone=Zone.LIBRARY, position="nth:3", of=None),
    Phrase("<put> {what} on the bottom of {of@poss} (library|libraries)", zone=Zone.LIBRARY, position="bottom", order=""),
    Phrase(
        "<put> {what} on the bottom of {of@poss} (library|libraries) in any order",
        zone=Zone.LIBRARY,
        position="bottom",
        order="any",
    ),
    Phrase(
        "<put> {what} on the bottom of {of@poss} (library|libraries) in a random order",
        zone=Zone.LIBRARY,
        position="bottom",
        order="random",
    ),
    Phrase("<put> {what} into {of@poss} (library|libraries) second from the top", zone=Zone.LIBRARY, position="nth:2"),
    Phrase("<put> {what} into {of@poss} (library|libraries) third from the top", zone=Zone.LIBRARY, position="nth:3"),
)


def _gapped(phrase: Phrase | str) -> Phrase:
    """A phrase without its verb, which is said before: "and the rest into your graveyard"."""
    text, fixed = (phrase, {}) if isinstance(phrase, str) else (phrase.text, phrase.fixed)
    return InMode("gapped", text.replace("<put> ", "").replace("<return> ", ""), **fixed, gapped=True)


@node
class PutInto(PlayerAction):
    """Move objects to a zone: "puts it into their hand", "put them onto the battlefield tapped under your control".

    `position`: "" | "top" | "bottom" | "nth:N" in a library; `order`: "" | "any" | "random".
    `gapped`: its verb is that of the action before it: "put one of them into your hand and the rest into your graveyard".
    """

    phrases: ClassVar[Phrases] = (*_PUT_INTO, *[_gapped(phrase) for phrase in _PUT_INTO])
    what: Objects
    zone: Zone
    of: Players | None = None
    position: str = ""
    order: str = ""
    tapped: bool = False
    attacking: bool = False
    face_down: bool = False
    transformed: bool = False
    under: Players | None = None
    with_counters: tuple[CountersPhrase, ...] = ()
    from_: Zone | None = None
    from_of: Players | None = None
    gapped: bool = False
    attached_to: Things | None = None


@node
class Return(PlayerAction):
    """CR 400: "return target creature to its owner's hand", "return this card from your graveyard to the
    battlefield"."""

    phrases: ClassVar[Phrases] = (
        "<return> {what} to {of@poss} {zone}",
        _gapped("<return> {what} to {of@poss} {zone}"),
        _gapped(Phrase("<return> {what} to the battlefield " + _ENTERING, zone=Zone.BATTLEFIELD)),
        Phrase(
            "<return> {what} to the battlefield " + _ENTERING,
            zone=Zone.BATTLEFIELD,
        ),
        Phrase(
            "<return> {what} to the battlefield tapped and attacking [under {under@poss} control]",
            zone=Zone.BATTLEFIELD,
            tapped=True,
            attacking=True,
        ),
        Phrase(
            "<return> {what} to the battlefield [under {under@poss} control] attached to {attached_to}",
            zone=Zone.BATTLEFIELD,
        ),
        Phrase(
            "<return> {what@ref} from {from_of@poss} {from_} to the battlefield attached to {attached_to}",
            zone=Zone.BATTLEFIELD,
        ),
        "<return> {what@ref} from {from_of@poss} {from_} to {of@poss} {zone}",
        Phrase(
            "<return> {what@ref} from {from_of@poss} {from_} to the battlefield " + _ENTERING,
            zone=Zone.BATTLEFIELD,
        ),
        Phrase(
            "<return> {what@ref} from {from_of@poss} {from_} to the battlefield tapped and attacking"
            " [under {under@poss} control]",
            zone=Zone.BATTLEFIELD,
            tapped=True,
            attacking=True,
        ),
    )
    what: Objects
    zone: Zone
    of: Players | None = None
    from_: Zone | None = None
    from_of: Players | None = None
    position: str = ""
    order: str = ""
    tapped: bool = False
    attacking: bool = False
    face_down: bool = False
    transformed: bool = False
    under: Players | None = None
    with_counters: tuple[CountersPhrase, ...] = ()
    gapped: bool = False
    attached_to: Things | None = None


@node
class Exile(PlayerAction):
    """CR 406.2; `until`: "until this creature leaves the battlefield" (CR 610.3)."""

    phrases: ClassVar[Phrases] = (
        "<exile> {what} [face_down: face down] [with {with_counters/and} on (it|them)] [{until@leaves}]",
        "<exile> {what@ref} from {from_of@poss} {from_} [with {with_counters/and} on (it|them)]",
    )
    what: Objects
    face_down: bool = False
    until: Duration | None = None
    with_counters: tuple[CountersPhrase, ...] = ()
    from_: Zone | None = None
    from_of: Players | None = None


@node
class Destroy(PlayerAction):
    """CR 701.7."""

    phrases: ClassVar[Phrases] = ("<destroy> {what}",)
    what: Objects
    no_regeneration: bool = False


@node
class Sacrifice(PlayerAction):
    """CR 701.17: the player sacrifices permanents they control; they choose among `what`."""

    phrases: ClassVar[Phrases] = ("<sacrifice> {what}",)
    what: Objects


@node
class CounterSpell(PlayerAction):
    """CR 701.5: counter a spell or ability; `exiled`: "if that spell is countered this way, exile it instead of putting it
    into its owner's graveyard"."""

    phrases: ClassVar[Phrases] = ("<counter> {what}",)
    what: Objects
    exiled: bool = False


@node
class Regenerate(PlayerAction):
    """CR 701.15: a regeneration shield for this turn."""

    phrases: ClassVar[Phrases] = ("<regenerate> {what}",)
    what: Objects


@node
class TransformAction(PlayerAction):
    """CR 701.28 (also "convert", said by `verb`)."""

    phrases: ClassVar[Phrases] = (
        Phrase("<transform> {what}", verb="transform"),
        Phrase("<convert> {what}", verb="convert"),
    )
    what: Objects
    verb: str = "transform"


@node
class TapAction(PlayerAction):
    """CR 701.21a."""

    phrases: ClassVar[Phrases] = ("<tap> {what}",)
    what: Objects


@node
class UntapAction(PlayerAction):
    """CR 701.21b."""

    phrases: ClassVar[Phrases] = ("<untap> {what}",)
    what: Objects


@node
class TapOrUntap(PlayerAction):
    """ "tap or untap target permanent": the player chooses which (CR 701.21)."""

    phrases: ClassVar[Phrases] = ("<tap> or <untap> {what}",)
    what: Objects


@node
class AttachAction(PlayerAction):
    """CR 701.3."""

    phrases: ClassVar[Phrases] = ("<attach> {what} to {to}",)
    what: Objects
    to: Things


@node
class UnattachAction(PlayerAction):
    """CR 701.3d."""

    phrases: ClassVar[Phrases] = ("<unattach> {what}",)
    what: Objects


@node
class CountersPhrase(Node):
    """ "two +1/+1 counters", "a stun counter": `kind` is the counter's name, "+1/+1" among them."""

    phrases: ClassVar[Phrases] = ("{count:[additional: additional] {kind@counter} counter}",)
    count: Amount
    kind: str
    additional: bool = False


@node
class PutCounters(PlayerAction):
    """CR 122.1, 122.6."""

    phrases: ClassVar[Phrases] = (
        "<put> {counters/and} on {on}",
        Phrase("<distribute> {counters/and} among {on}", distributed=True),
        InMode("gapped", "{counters/and} on {on}", gapped=True),
    )
    counters: tuple[CountersPhrase, ...]
    on: Things
    distributed: bool = False
    gapped: bool = False


@node
class RemoveCounters(PlayerAction):
    """CR 122: remove counters; `count` None means all, `kind` None means any kinds."""

    phrases: ClassVar[Phrases] = (
        "<remove> {count:{kind@counter} counter} from {from_}",
        Phrase("<remove> {count:counter} from {from_}", kind=None),
        Phrase("<remove> all {kind@counter} counters from {from_}", count=None),
        Phrase("<remove> all counters from {from_}", count=None, kind=None),
    )
    count: Quantity | None
    kind: str | None
    from_: Things


@node
class MoveCounters(PlayerAction):
    """CR 122.5."""

    phrases: ClassVar[Phrases] = (
        "<move> {counters/and} from {from_} onto {to}",
        Phrase("<move> all counters from {from_} onto {to}", counters=(), all_kinds=True),
    )
    counters: tuple[CountersPhrase, ...]
    from_: Objects
    to: Objects
    all_kinds: bool = False


@node
class GetCounters(PlayerAction):
    """A player gets counters: "you get {E}{E}", "each opponent gets a poison counter"."""

    phrases: ClassVar[Phrases] = ("<get> {counters/and}",)
    counters: tuple[CountersPhrase, ...]


@node
class Proliferate(PlayerAction):
    """CR 701.27."""

    phrases: ClassVar[Phrases] = ("<proliferate>",)
    times: Amount = Number(1)


# Tokens, copies, spells ----------------------------------------------------------------------------------------------
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
    """So many tokens of one kind."""

    count: Amount
    token: TokenSpec
    tapped: bool = False
    attacking: bool = False


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

    `ordinal`: "their second spell each turn"; `more_than`: "can't cast more than one spell each turn".
    """

    phrases: ClassVar[Phrases] = (
        "<cast> {what} [free: without paying (its mana cost|their mana costs)]",
        *[
            Phrase(
                "<cast> {what@ref} from " + where + " [free: without paying (its mana cost|their mana costs)]", from_=zone
            )
            for where, zone in _CAST_FROM
        ],
    )
    what: Objects
    free: bool = False
    from_: Zone | None = None
    ordinal: int = 0
    more_than: int = 0


@node
class Play(PlayerAction):
    """To play a land or cast a spell (CR 305, 601)."""

    phrases: ClassVar[Phrases] = ("<play> {what} [free: without paying (its mana cost|their mana costs)]",)
    what: Objects
    free: bool = False
    from_: Zone | None = None


@node
class ActivateAbility(PlayerAction):
    """To activate an ability (CR 602), as an event or in restrictions: of `of`, when said."""

    phrases: ClassVar[Phrases] = ("<activate> {what}",)
    what: Objects
    nonmana: bool = False


@node
class AttackWith(PlayerAction):
    """CR 508.3d: to attack with creatures that fit: "you attack with two or more creatures"."""

    phrases: ClassVar[Phrases] = ("<attack> with {what}",)
    what: Objects


# Life, damage, mana --------------------------------------------------------------------------------------------------
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

    with_: Players


@node
class PayCosts(PlayerAction):
    """To pay a cost while something resolves: "pay {2}", "pay {1} and 2 life" (CR 118.12); so many times over when said."""

    phrases: ClassVar[Phrases] = (Phrase("<pay> {costs}", times=None), "<pay> {costs} for each {times@each}")
    costs: Costs
    times: Things | Amount | None = None


class ManaOutput(Node):
    """What mana an ability adds (CR 106)."""


@node
class FixedMana(ManaOutput):
    """ "{G}{G}"."""

    symbols: tuple[str, ...]


@node
class AnyColorMana(ManaOutput):
    """ "one mana of any color", "two mana in any combination of colors", "three mana of any one color"."""

    count: Amount
    one_color: bool = True
    among: tuple[str, ...] = ()


@node
class ChoiceOfMana(ManaOutput):
    """ "{R} or {G}", "{W}, {U}, or {B}"."""

    options: tuple[FixedMana, ...]


@node
class ManaTimes(ManaOutput):
    """ "{G} for each creature you control", "an amount of {R} equal to …"."""

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
    when none)."""

    count: Amount
    of: Objects | None = None
    chosen: bool = False


@node
class ManaRestriction(Node):
    """ "Spend this mana only to …" (CR 106.6): what it may pay for: spells and/or abilities."""

    spells: Objects | None = None
    abilities_of: Objects | None = None


@node
class AddMana(PlayerAction):
    """CR 106.4: `restriction` and `rider` go with all mana produced (CR 106.6a)."""

    phrases: ClassVar[Phrases] = ("<add> {mana}", Phrase("<add> an additional {mana}", additional=True))
    mana: ManaOutput
    restriction: ManaRestriction | None = None
    rider: Effect | None = None
    additional: bool = False


# Choices, players' other doings --------------------------------------------------------------------------------------
@node
class ChooseThings(PlayerAction):
    """ "choose a creature you control": remembered; not a target."""

    phrases: ClassVar[Phrases] = ("<choose> {what}",)
    what: Things


@node
class ChooseQuality(PlayerAction):
    """ "choose a color / creature type / card name / number / opponent / basic land type / …": remembered (CR
    607.2d)."""

    phrases: ClassVar[Phrases] = (
        "<choose> {what@choice}",
        Phrase("<choose> a color of {of}", what="color"),
    )
    what: str
    excluded: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    of: Objects | None = None


@node
class SeparatePiles(PlayerAction):
    """CR 700.3: two piles, one of them face up and one face down when `face_down`."""

    phrases: ClassVar[Phrases] = (
        "<separate> {what} into two piles",
        Phrase("<separate> {what} into a face-down pile and a face-up pile", face_down=True),
    )
    what: Objects
    face_down: bool = False


@node
class ChoosePile(PlayerAction):
    """CR 700.3: one of the two piles."""

    phrases: ClassVar[Phrases] = ("<choose> one of those piles",)


@node
class GainControl(PlayerAction):
    """CR 613.1b; `stated`: said by a static ability, "you control enchanted creature"."""

    phrases: ClassVar[Phrases] = ("<gain> control of {what}",)
    what: Objects
    duration: Duration | None = None
    stated: bool = False


@node
class ExchangeControl(PlayerAction):
    """CR 701.10b."""

    phrases: ClassVar[Phrases] = ("<exchange> control of {what}",)
    what: Objects


@node
class GetEmblem(PlayerAction):
    """CR 114."""

    phrases: ClassVar[Phrases] = ("<get> an emblem with {abilities@quoted/and}",)
    abilities: tuple[Ability, ...]


@node
class BecomeDesignated(PlayerAction):
    """ "become the monarch", "take the initiative", "get the city's blessing"."""

    phrases: ClassVar[Phrases] = (
        Phrase("<become> the monarch", name="the monarch"),
        Phrase("<take> the initiative", name="the initiative"),
    )
    name: str


@node
class FlipCoin(PlayerAction):
    """CR 705."""

    phrases: ClassVar[Phrases] = ("<flip> {count:coin}",)
    count: Amount = Number(1)


@node
class RollDie(PlayerAction):
    """CR 706."""

    sides: int
    count: Amount = Number(1)


@node
class WinGame(PlayerAction):
    """CR 104.2b."""

    phrases: ClassVar[Phrases] = ("<win> the game",)


@node
class LoseGame(PlayerAction):
    """CR 104.3e."""

    phrases: ClassVar[Phrases] = ("<lose> the game",)


@node
class TakeExtraTurn(PlayerAction):
    """CR 500.7."""

    phrases: ClassVar[Phrases] = ("<take> {count:extra turn} after this one",)
    count: Amount = Number(1)


@node
class SkipStep(PlayerAction):
    """CR 614.10: "skip your draw step", "skips their next untap step"."""

    phrases: ClassVar[Phrases] = (
        "<skip> <their> [next_only: next] {step}",
        AlsoRead("<skip> <their> untap steps", step=Step.UNTAP),
        AlsoRead("<skip> <their> draw steps", step=Step.DRAW),
        AlsoRead("<skip> <their> upkeep steps", step=Step.UPKEEP),
    )
    step: Step
    next_only: bool = False


@node
class KeywordAction(PlayerAction):
    """A keyword action with its own rules in CR 701 and at most a number: investigate, populate, explore-like,
    venture, …"""

    phrases: ClassVar[Phrases] = (
        Phrase("<investigate>", name="investigate"),
        Phrase("<populate>", name="populate"),
        Phrase("<learn>", name="learn"),
        Phrase("<forage>", name="forage"),
        Phrase("<cascade>", name="cascade"),
        Phrase("<storm>", name="storm"),
        Phrase("<venture> into the dungeon", name="venture"),
        Phrase("<manifest> dread", name="manifest dread"),
        Phrase("the Ring tempts <them>", name="the Ring tempts you"),
        Phrase("<bolster> {number@digits}", name="bolster"),
        Phrase("<support> {number@digits}", name="support"),
        Phrase("<fateseal> {number@digits}", name="fateseal"),
        Phrase("<adapt> {number@digits}", name="adapt"),
        Phrase("<amass> {number@digits}", name="amass"),
        Phrase("<manifest> the top card of <their> library", name="manifest", number=Number(1)),
        Phrase("<cloak> the top card of <their> library", name="cloak", number=Number(1)),
        Phrase("<incubate> {number@digits}", name="incubate"),
        Phrase("<discover> {number@digits}", name="discover"),
        Phrase("<clash> with an opponent", name="clash"),
        Phrase("<blight> {number@digits}", name="blight"),
        Phrase("<monstrosity> {number@digits}", name="monstrosity"),
    )
    name: str
    number: Amount | None = None


@node
class UntapInStep(PlayerAction):
    """A static ability's "untap all permanents you control during each other player's untap step" (CR 502.3)."""

    phrases: ClassVar[Phrases] = ("<untap> {what} during {whose@poss} untap step",)
    what: Objects
    whose: Players


@node
class DirectCombat(PlayerAction):
    """To declare attackers or blockers for whoever would (CR 508.1, 509.1)."""

    phrases: ClassVar[Phrases] = (
        Phrase("<choose> which creatures attack {duration}", attackers=True),
        "<choose> which creatures block {duration} and how those creatures block",
    )
    duration: Duration
    attackers: bool = False


@node
class Designate(PlayerAction):
    """CR 701.38a, 701.58a: "goad target creature", "suspect it"."""

    phrases: ClassVar[Phrases] = (
        Phrase("<goad> {what}", name="goaded"),
        Phrase("<suspect> {what}", name="suspected"),
    )
    what: Objects
    name: str


@node
class Exert(PlayerAction):
    """CR 701.39a: it won't untap during the player's next untap step."""

    phrases: ClassVar[Phrases] = ("<exert> {what}",)
    what: Objects


@node
class CommitCrime(PlayerAction):
    """CR 700.13, as an event."""

    phrases: ClassVar[Phrases] = ("<commit> a crime",)


@node
class HaveObjects(PlayerAction):
    """ "have this creature deal 2 damage to …" after "may" (the player decides, the object does)."""

    phrases: ClassVar[Phrases] = ("<have> {what} {actions@base/and}",)
    what: Things
    actions: tuple[ObjectAction, ...]
    duration: Duration | None = None


@node
class RepeatProcess(PlayerAction):
    """ "repeat this process"."""

    phrases: ClassVar[Phrases] = ("<repeat> this process",)


# What objects do -----------------------------------------------------------------------------------------------------
@node
class DamagePart(Node):
    """ "3 damage to you": dealt at the same time as what stands before."""

    phrases: ClassVar[Phrases] = ("{amount:damage} to {to}",)
    amount: Amount
    to: Things


@node
class DealDamage(ObjectAction):
    """CR 120; `amount` None as an event ("deals combat damage to a player"); `divided` as the player chooses (CR
    601.2d); `more`: "deals 2 damage to any target and 3 damage to you", all at once (CR 120.4)."""

    phrases: ClassVar[Phrases] = (
        "<deal> {amount:damage} to {to}",
        AlsoRead("<deal> damage to {to} equal to {amount@whole}"),
        Phrase("<deal> {amount:damage} divided as you choose among {to}", divided=True),
        Phrase("<deal> {amount:damage} divided evenly, rounded down, among {to}", evenly=True),
        "<deal> {amount:damage} to {to} and {more/and}",
        Phrase("<deal> {amount:damage}"),
        Phrase("<deal> damage [to {to}]", amount=None),
        Phrase("<deal> combat damage [to {to}]", amount=None, combat=True),
        Phrase("<deal> noncombat damage [to {to}]", amount=None, combat=False),
        Phrase("<deal> damage to {to@either}", amount=None),
        Phrase("<deal> combat damage to {to@either}", amount=None, combat=True),
        Phrase("<deal> noncombat damage to {to@either}", amount=None, combat=False),
    )
    amount: Amount | None
    to: Things | None = None
    combat: bool | None = None
    divided: bool = False
    more: tuple[DamagePart, ...] = ()
    evenly: bool = False


@node
class GetPT(ObjectAction):
    """ "+X/-Y" (layer 7c). Amounts are fixed at resolution for one-shot effects (CR 608.2h)."""

    power: Amount
    toughness: Amount
    power_sign: int = 1
    toughness_sign: int = 1


@node
class HaveBasePT(ObjectAction):
    """ "has base power and toughness 1/1" (layer 7b); one of them None when only the other is set."""

    power: Amount | None
    toughness: Amount | None


@node
class GainAbilities(ObjectAction):
    """ "gains flying", "has \u201c…\u201d", "gains first strike and lifelink" (layer 6); `has`: said with "have"."""

    phrases: ClassVar[Phrases] = (
        "<gain> {abilities@granted/and}",
        Phrase("<have> {abilities@granted/and}", has=True),
        Phrase("<gain> your choice of {abilities@granted/or}", choice=True),
    )
    abilities: tuple[Ability, ...]
    choice: bool = False
    has: bool = False


@node
class LoseAbilities(ObjectAction):
    """ "loses flying"; all when `keywords` is empty (layer 6)."""

    phrases: ClassVar[Phrases] = (Phrase("<lose> all abilities", keywords=()), "<lose> {keywords@bare/and}")
    keywords: tuple[Keyword, ...] = ()


@node
class Become(ObjectAction):
    """ "becomes a 3/3 Elemental creature with haste that's still a land", "is a Zombie in addition to its other types".

    `in_addition` keeps the others (CR 205.1b); `still`: "that's still a land"; `verb`: "become" | "be" | "'s".
    Colours replace unless `colors_in_addition`. `base`: its size is said behind, "with base power and toughness 3/3".
    """

    supertypes: tuple[Supertype, ...] = ()
    types: tuple[CardType, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: tuple[Color, ...] = ()
    colorless: bool = False
    all_colors: bool = False
    all_creature_types: bool = False
    all_basic_land_types: bool = False
    chosen: str = ""
    power: Amount | None = None
    toughness: Amount | None = None
    abilities: tuple[Ability, ...] = ()
    in_addition: bool = False
    colors_in_addition: bool = False
    still: CardType | None = None
    verb: str = "become"
    base: bool = False


@node
class BecomeCopy(ObjectAction):
    """CR 707: "becomes a copy of target creature, except …"."""

    phrases: ClassVar[Phrases] = ("<become> a copy of {of}",)
    of: Objects
    exceptions: tuple[ObjectAction, ...] = ()


@node
class Exceptionally(ObjectAction):
    """Exceptions of a copy that are made only under a condition: "except if this creature was embalmed, …" (CR
    707.9)."""

    condition: Condition
    actions: tuple[ObjectAction, ...]


@node
class HaveNoManaCost(ObjectAction):
    """As an exception of a copy: "it has no mana cost" (CR 202.1a, 707.9b)."""

    phrases: ClassVar[Phrases] = ("<have> no mana cost",)


@node
class SwitchPT(ObjectAction):
    """Layer 7d."""


@node
class Enter(ObjectAction):
    """ "enters": an event; with adjuncts a replacement ("enters tapped", "enters with two +1/+1 counters on it")."""

    phrases: ClassVar[Phrases] = (
        "<enter> [attacking: attacking]",
        Phrase("<enter> tapped", tapped=True),
        "<enter> [tapped: tapped] with {with_counters/and} on (it|them)",
        "<enter> under {under@poss} control",
        AlsoRead("<enter> the battlefield under {under@poss} control"),
    )
    tapped: bool = False
    with_counters: tuple[CountersPhrase, ...] = ()
    under: Players | None = None
    as_copy_of: Objects | None = None
    exceptions: tuple[ObjectAction, ...] = ()
    from_: Zone | None = None
    attacking: bool = False
    additional: bool = False
    face_down: bool = False
    transformed: bool = False


@node
class Die(ObjectAction):
    """CR 700.4."""

    phrases: ClassVar[Phrases] = ("<die> [under {under@poss} control]",)
    under: Players | None = None


@node
class Leave(ObjectAction):
    """Leaves the battlefield, or another zone (CR 603.6c)."""

    phrases: ClassVar[Phrases] = (
        "<leave> the battlefield [under {under@poss} control]",
        "<leave> {of@poss} {zone}",
    )
    zone: Zone = Zone.BATTLEFIELD
    of: Players | None = None
    under: Players | None = None


@node
class BePutInto(ObjectAction):
    """ "is put into a graveyard from the battlefield / from anywhere"."""

    phrases: ClassVar[Phrases] = (
        "<be> put into {of@poss} {zone}",
        Phrase("<be> put into {of@poss} {zone} from the battlefield", from_=Zone.BATTLEFIELD),
        Phrase("<be> put into a graveyard", zone=Zone.GRAVEYARD),
        AlsoRead("<be> put into a graveyard from anywhere", zone=Zone.GRAVEYARD),
        Phrase("<be> put into a graveyard from the battlefield", zone=Zone.GRAVEYARD, from_=Zone.BATTLEFIELD),
        AlsoRead("<be> put into {of@poss} {zone} from anywhere"),
    )
    zone: Zone
    of: Players | None = None
    from_: Zone | None = None


@node
class BeExiled(ObjectAction):
    """ "is exiled"; `from_` when said."""

    phrases: ClassVar[Phrases] = ("<be> exiled", Phrase("<be> exiled from the battlefield", from_=Zone.BATTLEFIELD))
    from_: Zone | None = None


@node
class Attack(ObjectAction):
    """CR 508; `whom`; `alone` (CR 506.5)."""

    phrases: ClassVar[Phrases] = ("<attack>", "<attack> {whom}", "<attack> {whom@either}", Phrase("<attack> alone", alone=True))
    whom: Things | None = None
    alone: bool = False


@node
class Block(ObjectAction):
    """CR 509."""

    phrases: ClassVar[Phrases] = ("<block>", "<block> {what}", Phrase("<block> alone", alone=True))
    what: Objects | None = None
    alone: bool = False


@node
class BeBlocked(ObjectAction):
    """ "becomes blocked (by a creature)"; with `except_` : "can't be blocked except by …"."""

    phrases: ClassVar[Phrases] = (
        Phrase("<become> blocked [by {by}]", becomes=True),
        "<be> blocked [by {by}]",
        "<be> blocked except by {except_by}",
    )
    by: Objects | None = None
    except_by: Objects | None = None
    becomes: bool = False


@node
class AttackUnblocked(ObjectAction):
    """ "attacks and isn't blocked" (CR 509.3g-like)."""

    phrases: ClassVar[Phrases] = ("<attack> and <isn't> blocked",)


@node
class BecomeTapped(ObjectAction):
    """CR 603.2e."""

    phrases: ClassVar[Phrases] = ("<become> tapped",)


@node
class BecomeUntapped(ObjectAction):
    """CR 603.2e; also "untaps"."""

    phrases: ClassVar[Phrases] = ("<become> untapped",)


@node
class UntapDuring(ObjectAction):
    """ "untap during its controller's untap step" (CR 502.3), in "doesn't untap" and "may choose not to untap"; `whose`
    None: of whoever controls it then."""

    whose: Players | None = None
    next_only: bool = False


@node
class BeTappedForMana(ObjectAction):
    """CR 106.12: as an event; `mana` a type ("for {G}"); the player is who taps."""

    phrases: ClassVar[Phrases] = (
        "<be> tapped for mana",
        Phrase("<be> tapped for mana of the chosen color", mana="chosen"),
    )
    by: Players | None = None
    mana: str | None = None


@node
class BecomeTargeted(ObjectAction):
    """ "becomes the target of a spell or ability (an opponent controls)" (CR 115); "can't be the target" in
    restrictions."""

    phrases: ClassVar[Phrases] = (
        Phrase("<become> the target of a {by@sg}", be=False),
        Phrase("<be> the target of {by@pl}", be=True),
    )
    by: Description
    be: bool = False


@node
class BeDealtDamage(ObjectAction):
    """CR 120."""

    phrases: ClassVar[Phrases] = (
        "<be> dealt damage [by {by}]",
        Phrase("<be> dealt combat damage [by {by}]", combat=True),
        InMode("reduced", "dealt damage [by {by}]"),
        InMode("reduced", "dealt combat damage [by {by}]", combat=True),
    )
    combat: bool | None = None
    by: Objects | None = None


@node
class BeCountered(ObjectAction):
    """As a prohibition: "can't be countered"."""

    phrases: ClassVar[Phrases] = ("<be> countered",)


@node
class BeCast(ObjectAction):
    """ "no spells were cast this turn" (CR 601)."""

    phrases: ClassVar[Phrases] = ("<be> cast",)


@node
class HaveAbilitiesActivated(ObjectAction):
    """As a prohibition: its "activated abilities can't be activated"; `nonmana`: "unless they're mana abilities" (CR
    602.5)."""

    nonmana: bool = False


@node
class BeRegenerated(ObjectAction):
    """ "can't be regenerated"."""

    phrases: ClassVar[Phrases] = ("<be> regenerated",)


@node
class BeSacrificed(ObjectAction):
    """ "is sacrificed", "can't be sacrificed"."""

    phrases: ClassVar[Phrases] = ("<be> sacrificed",)


@node
class BeDestroyed(ObjectAction):
    """ "is destroyed", "can't be destroyed"."""

    phrases: ClassVar[Phrases] = ("<be> destroyed",)


@node
class BeTurnedFaceUp(ObjectAction):
    """CR 708.8."""

    phrases: ClassVar[Phrases] = ("<be> turned face up",)


@node
class BecomeAttached(ObjectAction):
    """ "becomes attached to", "becomes enchanted/equipped"."""

    phrases: ClassVar[Phrases] = ("<become> attached to {to}",)
    to: Objects | None = None


@node
class Transform(ObjectAction):
    """ "transforms into …", as an event or an instruction on itself."""

    phrases: ClassVar[Phrases] = ("<transform>",)


@node
class PhaseOut(ObjectAction):
    """CR 702.26."""

    phrases: ClassVar[Phrases] = ("<phase> out",)


@node
class PhaseIn(ObjectAction):
    """CR 702.26."""

    phrases: ClassVar[Phrases] = ("<phase> in",)


@node
class Fight(ObjectAction):
    """CR 701.12; `with_` None: "those creatures fight each other"."""

    phrases: ClassVar[Phrases] = ("<fight> {with_}", "<fight> each other")
    with_: Objects | None = None


@node
class Connive(ObjectAction):
    """CR 701.47."""

    phrases: ClassVar[Phrases] = (Phrase("<connive>", count=Number(1)), "<connive> {count@digits}")
    count: Amount


@node
class Exploit(ObjectAction):
    """CR 702.110b: "exploits a creature"."""

    phrases: ClassVar[Phrases] = ("<exploit> {what}",)
    what: Objects


@node
class BeGoaded(ObjectAction):
    """ "is goaded", as a statement that holds (CR 701.38b)."""

    phrases: ClassVar[Phrases] = ("<be> goaded",)


@node
class Explore(ObjectAction):
    """CR 701.40."""

    phrases: ClassVar[Phrases] = ("<explore>",)


@node
class BecomeDesignatedObject(ObjectAction):
    """ "becomes monstrous/renowned/suspected/saddled/prepared", "is goaded"."""

    phrases: ClassVar[Phrases] = (
        Phrase("<become> monstrous", name="monstrous"),
        Phrase("<become> renowned", name="renowned"),
        Phrase("<become> suspected", name="suspected"),
        Phrase("<become> saddled", name="saddled"),
        Phrase("<become> prepared", name="prepared"),
        Phrase("<become> solved", name="solved"),
    )
    name: str


@node
class BecomeLevel(ObjectAction):
    """CR 716.2a: a Class gains a level."""

    phrases: ClassVar[Phrases] = ("<become> level {level@digits}",)
    level: Amount


@node
class HaveAssign(ObjectAction):
    """ "assigns combat damage equal to its toughness rather than its power" and kin (CR 510.1a, 510.1c)."""

    phrases: ClassVar[Phrases] = (
        Phrase("<assign> combat damage equal to <their> toughness rather than <their> power", by="toughness"),
        Phrase("<assign> no combat damage", by="none"),
    )
    by: str


@node
class Cant(ObjectAction):
    """ "can't attack or block", "can't be blocked" (CR 101.2): each action prohibited; `unless` lifts it."""

    phrases: ClassVar[Phrases] = ("can't {actions@base/or}",)
    actions: tuple[ObjectAction, ...]
    unless: Condition | None = None


@node
class Must(ObjectAction):
    """ "attacks each combat if able", "must be blocked if able" (CR 508.1d, 509.1c); `when`: "each combat", "this
    turn", "able" in "all creatures able to block it do so"."""

    action: ObjectAction
    when: str = ""


@node
class Can(ObjectAction):
    """ "can block an additional creature", "can attack as though it didn't have defender": a permission."""

    phrases: ClassVar[Phrases] = (
        Phrase("can block {additional:additional creature} each combat", action=Block()),
        AlsoRead("can block {additional:additional creature}", action=Block()),
        Phrase("can attack as though <they> didn't have {as_though_no@bare}", action=Attack()),
    )
    action: ObjectAction
    additional: Amount | None = None
    as_though_no: Keyword | None = None
    only: bool = False


@node
class BeQuality(ObjectAction):
    """ "is legendary", "is tapped", in conditions: "if it's a creature", "if this creature is attacking"."""

    quality: Quality


@node
class CostsMore(ObjectAction):
    """Spells or abilities "cost {1} more/less to cast/activate" (CR 601.2f)."""

    phrases: ClassVar[Phrases] = (
        Phrase("<cost> {mana} less to cast", less=True, amount=None),
        Phrase("<cost> {mana} more to cast", less=False, amount=None),
        Phrase("<cost> {mana} less to activate", less=True, amount=None, activate=True),
        Phrase("<cost> {mana} more to activate", less=False, amount=None, activate=True),
        Phrase("<cost> {mana} less to cast for each {for_each@each}", less=True, amount=None),
        Phrase("<cost> {mana} more to cast for each {for_each@each}", less=False, amount=None),
        Phrase("<cost> {mana} less to activate for each {for_each@each}", less=True, amount=None, activate=True),
        Phrase("<cost> {mana} more to activate for each {for_each@each}", less=False, amount=None, activate=True),
    )
    amount: Amount | None
    mana: ManaCost | None
    less: bool
    for_each: Things | Amount | None = None
    activate: bool = False


@node
class EventAction(ObjectAction):
    """An event said in the passive that has no verb of its own above."""

    event: Event
