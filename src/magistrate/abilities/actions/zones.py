"""Verb phrases of players about cards, zones, permanents and counters (CR 121, 400, 701)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from magistrate.abilities.actions.base import _ENTERING, _UNDER_WITH, PlayerAction
from magistrate.abilities.amounts import Amount, Number
from magistrate.abilities.characteristics import Zone
from magistrate.abilities.durations import Duration
from magistrate.abilities.node import AlsoRead, InMode, Node, Phrase, Phrases, node
from magistrate.abilities.things import Objects, Players, Quantity, Things, This

if TYPE_CHECKING:
    pass


@node
class Draw(PlayerAction):
    """CR 121: one at a time. `ordinal`: "draws their second card each turn"; `more_than`: "can't draw more than one card each
    turn"."""

    phrases: ClassVar[Phrases] = (
        "<draw> {count:card}",
        Phrase("<draw> cards", count=None),
        AlsoRead("<draw> {count:additional card}"),
    )
    count: Amount | None
    ordinal: int = 0
    more_than: int = 0


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
    """CR 701.19: look through a zone for cards ("a basic land card", "up to two …"); found cards are the result.
    `any_of`: the player says which of the zones ("your library and/or graveyard")."""

    phrases: ClassVar[Phrases] = (
        Phrase("<search> {of@poss} library for {what}", zones=(Zone.LIBRARY,)),
        Phrase("<search> {of@poss} (library|libraries) and graveyard for {what}", zones=(Zone.LIBRARY, Zone.GRAVEYARD)),
        Phrase(
            "<search> {of@poss} (library|libraries) and/or graveyard for {what}",
            zones=(Zone.LIBRARY, Zone.GRAVEYARD),
            any_of=True,
        ),
        Phrase(
            "<search> {of@poss} graveyard, hand, and library for {what}",
            zones=(Zone.GRAVEYARD, Zone.HAND, Zone.LIBRARY),
        ),
        Phrase(
            "<search> {of@poss} graveyard, hand, and/or library for {what}",
            zones=(Zone.GRAVEYARD, Zone.HAND, Zone.LIBRARY),
            any_of=True,
        ),
        Phrase("<search> libraries", zones=(Zone.LIBRARY,), of=None, what=None),
    )
    zones: tuple[Zone, ...]
    of: Players | None
    what: Objects | None
    any_of: bool = False


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
    """CR 701.16; `from_`: of a card that shows itself where it is (CR 702.57b)."""

    phrases: ClassVar[Phrases] = (
        "<reveal> {what}",
        Phrase("<reveal> this card from <their> hand", what=This("this card"), from_=Zone.HAND),
        Phrase("<reveal> this creature from <their> hand", what=This("this creature"), from_=Zone.HAND),
    )
    what: Objects
    from_: Zone | None = None


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
    """ "play with the top card of your library revealed" (CR 401.5)."""

    phrases: ClassVar[Phrases] = ("<play> with {what} revealed",)
    what: Objects


#: How objects are put into a zone.
_PUT_INTO: Phrases = (
    "<put> {what} into {of@poss} {zone}",
    Phrase("<put> {what@ref} into {of@poss} {zone} from the command zone", from_=Zone.COMMAND),
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
        "<put> {what} onto the battlefield tapped and attacking {attacked}",
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
    Phrase(
        "<put> {what} on <their> choice of the top or bottom of its owner's library",
        zone=Zone.LIBRARY,
        position="choice",
        order="",
        of=None,
    ),
    Phrase("<put> {what} on top of {of@poss} (library|libraries)", zone=Zone.LIBRARY, position="top", order=""),
    Phrase(
        "<put> {what} on top of {of@poss} (library|libraries) in any order",
        zone=Zone.LIBRARY,
        position="top",
        order="any",
    ),
    Phrase(
        "<put> {what} on top of {of@poss} (library|libraries) in a random order",
        zone=Zone.LIBRARY,
        position="top",
        order="random",
    ),
    Phrase("<put> {what} back in any order", zone=Zone.LIBRARY, position="top", order="any", of=None),
    Phrase("<put> {what} on top", zone=Zone.LIBRARY, position="top", order="", of=None),
    Phrase("<put> {what} third from the top", zone=Zone.LIBRARY, position="nth:3", of=None),
    Phrase(
        "<put> {what} on the bottom of {of@poss} (library|libraries)", zone=Zone.LIBRARY, position="bottom", order=""
    ),
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
    """Move objects to a zone: "puts it into their hand", "put them onto the battlefield tapped under your control"
    (CR 400.6).

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
    attacked: Players | None = None


@node
class Return(PlayerAction):
    """CR 400: "return target creature to its owner's hand", "return this card from your graveyard to the
    battlefield"."""

    phrases: ClassVar[Phrases] = (
        "<return> {what} to {of@poss} {zone}",
        _gapped("<return> {what} to {of@poss} {zone}"),
        Phrase(
            "<return> {what} to the battlefield tapped and transformed " + _UNDER_WITH,
            zone=Zone.BATTLEFIELD,
            tapped=True,
            transformed=True,
        ),
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
    """CR 406.2; `until`: "until this creature leaves the battlefield" (CR 610.3); `crafting`: permanents or cards of the
    description, whether or not it says "card" (CR 702.167b)."""

    phrases: ClassVar[Phrases] = (
        "<exile> {what} [face_down: face down] [with {with_counters/and} on (it|them)] [{until@leaves}]",
        "<exile> {what@ref} from {from_of@poss} {from_} [with {with_counters/and} on (it|them)]",
        Phrase("<exile> {what} from among permanents you control and/or cards in your graveyard", crafting=True),
    )
    what: Objects
    face_down: bool = False
    until: Duration | None = None
    with_counters: tuple[CountersPhrase, ...] = ()
    from_: Zone | None = None
    from_of: Players | None = None
    crafting: bool = False


@node
class RemoveFromCombat(PlayerAction):
    """CR 506.4."""

    phrases: ClassVar[Phrases] = ("<remove> {what} from combat",)
    what: Objects


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
    into its owner's graveyard"; `placed`: where it is put instead, "put it on top of its owner's library"."""

    phrases: ClassVar[Phrases] = ("<counter> {what}",)
    what: Objects
    exiled: bool = False
    placed: PutInto | None = None


@node
class Regenerate(PlayerAction):
    """CR 701.15: a regeneration shield for this turn."""

    phrases: ClassVar[Phrases] = ("<regenerate> {what}",)
    what: Objects


@node
class TransformAction(PlayerAction):
    """CR 701.28; also "convert" and "flip" (CR 710), said by `verb`."""

    phrases: ClassVar[Phrases] = (
        Phrase("<transform> {what}", verb="transform"),
        Phrase("<convert> {what}", verb="convert"),
        Phrase("<flip> {what}", verb="flip"),
    )
    what: Objects
    verb: str = "transform"


@node
class Meld(PlayerAction):
    """CR 701.37."""

    phrases: ClassVar[Phrases] = ("<meld> {what} into {into@name}",)
    what: Objects
    into: str


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
    """CR 701.3; what an equip ability of planeswalkers says besides (CR 702.6e)."""

    phrases: ClassVar[Phrases] = ("<attach> {what} to {to} [as_creature: as though that planeswalker were a creature]",)
    what: Objects
    to: Things
    as_creature: bool = False


@node
class UnattachAction(PlayerAction):
    """CR 701.3d."""

    phrases: ClassVar[Phrases] = ("<unattach> {what}",)
    what: Objects


@node
class CountersPhrase(Node):
    """ "two +1/+1 counters", "a stun counter": `kind` is the counter's name, "+1/+1" among them (CR 122.1)."""

    phrases: ClassVar[Phrases] = (
        "{count:[additional: additional] {kind@counter} counter}",
        AlsoRead("another {kind@counter} counter", count=Number(1)),
    )
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
    """CR 122: remove counters; `count` None means all, `kind` None means any kinds; `among`: so many in all from several things, "from
    among creatures you control"."""

    phrases: ClassVar[Phrases] = (
        "<remove> {count:{kind@counter} counter} from {from_}",
        Phrase("<remove> {count:counter} from {from_}", kind=None),
        Phrase("<remove> all {kind@counter} counters from {from_}", count=None),
        Phrase("<remove> all counters from {from_}", count=None, kind=None),
        Phrase("<remove> {count:{kind@counter} counter} from among {from_}", among=True),
        Phrase("<remove> {count:counter} from among {from_}", kind=None, among=True),
    )
    count: Quantity | None
    kind: str | None
    from_: Things
    among: bool = False


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
    """A player gets counters: "you get {E}{E}", "each opponent gets a poison counter" (CR 122.1)."""

    phrases: ClassVar[Phrases] = ("<get> {counters/and}",)
    counters: tuple[CountersPhrase, ...]


@node
class GetAnyCounters(PlayerAction):
    """ "can't get poison counters", "can't get counters" (CR 122.1, 614.17)."""

    phrases: ClassVar[Phrases] = (Phrase("<get> counters", kind=""), "<get> {kind@counter} counters")
    kind: str = ""


@node
class Proliferate(PlayerAction):
    """CR 701.27."""

    phrases: ClassVar[Phrases] = ("<proliferate> [{times@times}]",)
    times: Amount = Number(1)
