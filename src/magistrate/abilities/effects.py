"""Effects: clauses, and how clauses are joined to instructions (CR 608.2, 609-616)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from magistrate.abilities.actions import BeRegenerated, Cant, ObjectAction, PlayerAction
from magistrate.abilities.amounts import Amount
from magistrate.abilities.characteristics import Color
from magistrate.abilities.conditions import Condition
from magistrate.abilities.costs import Costs
from magistrate.abilities.durations import Duration
from magistrate.abilities.events import DamageWouldBeDealt, Event
from magistrate.abilities.groups import DoneThisWay
from magistrate.abilities.node import AlsoRead, Node, Phrase, Phrases, node
from magistrate.abilities.things import All, It, Objects, Players, Quantity, Some, Things, You

if TYPE_CHECKING:
    from magistrate.abilities.kinds import Keyword


class Effect(Node):
    """One instruction, or a static statement when it stands as a static ability."""


@node
class Does(Effect):
    """Players do things, in order: "target player draws two cards and loses 2 life"; imperatives have `who` You.

    The subject is worked out once. `may`: asked once before the first action (CR 608.2d).
    As a static ability: "players can't …" uses `cant`, "you may …" a permission.
    """

    who: Players
    actions: tuple[PlayerAction, ...]
    may: bool = False
    cant: bool = False
    must: bool = False
    duration: Duration | None = None
    joiner: str = "and"


@node
class ObjectsDo(Effect):
    """Objects (or players, for what can happen to both) do or become things: "target creature gets +2/+2 and gains
    flying until end of turn". Without a duration in a spell or ability it lasts indefinitely (CR 611.2a); in a static
    ability it holds while the ability does (CR 611.3)."""

    what: Things
    actions: tuple[ObjectAction, ...]
    duration: Duration | None = None
    joiner: str = "and"


def forbids_regeneration(effect: Effect) -> bool:
    """ "It can't be regenerated", "creatures destroyed this way can't be regenerated": of what was destroyed just before (CR
    701.15c)."""
    if not isinstance(effect, ObjectsDo) or effect.duration is not None or len(effect.actions) != 1:
        return False
    action, what = effect.actions[0], effect.what
    this_way = isinstance(what, All | Some) and any(
        isinstance(quality, DoneThisWay) and quality.how == "destroyed" for quality in what.group.post
    )
    return (
        (isinstance(what, It) or this_way)
        and isinstance(action, Cant)
        and all(isinstance(part, BeRegenerated) for part in action.actions)
    )


@node
class Instructions(Effect):
    """Clauses followed in order (CR 608.2c): sentences when `joiner` is ".", else joined by "and" or "then"."""

    steps: tuple[Effect, ...]
    joiner: str = "."


@node
class Where(Effect):
    """ "effect, where X is amount": what X means in the effect (CR 107.3)."""

    effect: Effect
    x: Amount


@node
class If(Effect):
    """ "If condition, effect. Otherwise, other."; "effect if condition" when not `leading` (CR 608.2c)."""

    condition: Condition
    effect: Effect
    otherwise: Effect | None = None
    leading: bool = True


@node
class IfYouDo(Effect):
    """ "[You may] do this. If you do, that. If you don't, other." `cant`: "if you can't", of one thing that has to be done when it is
    possible (CR 608.2c, 118.12)."""

    first: Effect
    then: Effect
    otherwise: Effect | None = None
    cant: bool = False


@node
class WhenYouDo(Effect):
    """A reflexive trigger (CR 603.12): "When you do, …"."""

    first: Effect
    then: Effect


@node
class Unless(Effect):
    """ "effect unless its controller pays {3}" (CR 118.12a); `then`: "If they do, …", of whoever did the other thing."""

    effect: Effect
    who: Players
    action: PlayerAction
    then: Effect | None = None


@node
class UnlessCondition(Effect):
    """ "effect unless you control a Swamp" (CR 608.2c)."""

    effect: Effect
    condition: Condition


@node
class Instead(Effect):
    """ "If condition, other instead" of the instruction before (self-replacement, CR 614.15)."""

    effect: Effect
    condition: Condition
    other: Effect


@node
class Mode(Node):
    """One mode of a modal ability (CR 700.2); `cost`: spree and escalate-like additional cost; `worth`: so many pawprints (CR
    700.2i)."""

    effect: Effect
    cost: Costs | None = None
    worth: int = 0


#: The slot of the other player who chose the mode (CR 700.2e).
MODE_CHOOSER: Final = "mode chooser"


@node
class Modal(Effect):
    """ "Choose one —" and kin (CR 700.2). `quantity` how many; `repeat`: the same mode more than once.

    `who`: another player who chooses (CR 700.2e). `otherwise`: how many instead if `condition` holds as they are chosen, or up to so
    many where `may`; `as_cast`: said with "as you cast this spell".
    """

    quantity: Quantity
    modes: tuple[Mode, ...]
    repeat: bool = False
    at_random: bool = False
    who: Players | None = None
    condition: Condition | None = None
    otherwise: Quantity | None = None
    may: bool = False
    as_cast: bool = False


@node
class ForEachDo(Effect):
    """ "For each opponent, …", "For each creature exiled this way, its controller …": in turn, bound as slot "each"."""

    of: Things
    effect: Effect


@node
class Delayed(Effect):
    """A delayed trigger (CR 603.7): "at the beginning of the next end step, …", "when that creature dies this turn,
    …". `behind`: the time stands behind an effect with targets ("destroy target creature at end of combat"): they are those
    of the spell or ability that creates it (CR 115.1), while those behind the time are chosen when it triggers (CR 603.3d).
    `next`: "when you next cast a creature spell this turn": once for all its duration (CR 603.7b)."""

    event: Event
    effect: Effect
    duration: Duration | None = None
    condition: Condition | None = None
    every: bool = False
    behind: bool = False
    next: bool = False


@node
class Would(Effect):
    """A replacement effect (CR 614.1a): "if event would happen, effect instead"; `that_much` marks "twice that many"
    etc.

    As a static ability, or with `duration`/`next_only` from a resolving one. `condition` is looked at as the event would
    happen: "and it wasn't cast", or with `during` "while you have no cards in hand". `anywhere_else`: "exile it instead of putting it
    anywhere else": what is exiled anyway is not replaced (CR 614.6).
    """

    event: Event
    effect: Effect
    condition: Condition | None = None
    duration: Duration | None = None
    next_only: bool = False
    instead: bool = True
    during: bool = False
    anywhere_else: bool = False


@node
class WithManaSpent(Effect):
    """ "If you spend this mana to cast a creature spell, it enters with an additional +1/+1 counter on it" (CR 106.6)."""

    on: Objects
    effect: Effect


@node
class DoTheSame(Effect):
    """ "EFFECT. Each opponent attacking that player does the same.": others do what you do in `first`."""

    first: Effect
    who: Players


@node
class Modified(Effect):
    """What happens instead is the same event with a changed number: "that much damage plus 2", "twice that many of
    those tokens", "twice as much of that mana", "that many plus one counters": amount over ThatMuch (CR 614.1a).

    `of` is what there is another number of: "tokens", "counters", "mana", "damage"; `kind` the letter of the mana that is
    produced instead (any other amount too when the amount is a number).
    """

    amount: Amount
    kind: str = ""
    of: str = ""
    passive: bool = False
    counter: str | None = None


@node
class Prevent(Effect):
    """CR 615: "prevent the next N damage that would be dealt to X this turn", "prevent all combat damage …".

    `amount` None means all; `next_time` a source's next damage.
    """

    amount: Amount | None
    event: Event
    duration: Duration | None = None
    to_be_divided: bool = False
    then: Effect | None = None


@node
class Unpreventable(Effect):
    """CR 615.12: "damage can't be prevented this turn", "damage that would be dealt by this creature can't be prevented"."""

    event: Event
    duration: Duration | None = None


def forbids_prevention(effect: Effect) -> bool:
    """CR 615.12: whether a sentence says that the damage of the instruction before can't be prevented."""
    return isinstance(effect, Unpreventable) and isinstance(effect.event, DamageWouldBeDealt) and effect.event.that


@node
class AsEnters(Effect):
    """ "As this enters, choose a color" (CR 614.1c); `behind`: "it becomes day as this enters"."""

    what: Things
    effect: Effect
    event: str = "enters"
    behind: bool = False


@node
class AsLongAs(Effect):
    """A static statement under a condition: "as long as you control a Swamp, this creature gets +1/+1" (CR 604.1)."""

    condition: Condition
    effect: Effect
    leading: bool = True


@node
class AdditionalCost(Effect):
    """ "As an additional cost to cast this spell, …" (CR 601.2b, f)."""

    costs: Costs
    optional: bool = False


@node
class SpendOnlyOnX(Effect):
    """What mana X may be paid with (CR 601.2h): "Spend only black mana on X"."""

    phrases: ClassVar[Phrases] = ("spend only {colors/and/or} mana on X", "spend only {colors/and} mana on X")
    colors: tuple[Color, ...]


@node
class MayExert(Effect):
    """ "You may exert this creature as it attacks. When you do, …" (CR 508.1g, 701.39d)."""

    phrases: ClassVar[Phrases] = (Phrase("you may exert {what} as it attacks", then=None),)
    what: Objects
    then: Effect | None = None


@node
class AlternativeCost(Effect):
    """ "You may pay X rather than pay this spell's mana cost" (CR 118.9); `condition`: "if …"; `of`: "the mana cost for
    spells you cast"."""

    costs: Costs
    condition: Condition | None = None
    of: Things | None = None


@node
class CastTiming(Effect):
    """ "You may cast this spell as though it had flash", "Cast this spell only during …", "…only if …" restrictions
    (CR 601.3)."""

    only: bool
    condition: Condition | None = None
    flash: bool = False
    costs: Costs | None = None


@node
class PlayAdditionalLands(Effect):
    """ "You may play an additional land on each of your turns" (CR 305.2)."""

    phrases: ClassVar[Phrases] = (
        Phrase("you may play {count:additional land} on each of your turns", who=You(), duration=None),
        Phrase("{who} may play {count:additional land} on each of their turns", duration=None),
        AlsoRead("you may play {count:additional land} during each of your turns", who=You(), duration=None),
        AlsoRead("{who} may play {count:additional land} during each of their turns", duration=None),
        "{who} may play [up to] {count:additional land} {duration}",
    )
    who: Players
    count: Amount
    duration: Duration | None = None


@node
class MayBeCommander(Effect):
    """It is of deck construction and functions before the game (CR 903.3a, 113.6n)."""

    phrases: ClassVar[Phrases] = ("{what} can be your commander",)
    what: Objects


@node
class NoMaximumHandSize(Effect):
    """CR 402.2."""

    phrases: ClassVar[Phrases] = ("{who} <have> no maximum hand size [{duration}]",)
    who: Players
    duration: Duration | None = None


@node
class TriggersAgain(Effect):
    """CR 603.2d: abilities of such objects trigger an additional time; all of them, or those that `cause` makes trigger.

    `rooms`: the room abilities of your dungeons (CR 309.4c).
    """

    phrases: ClassVar[Phrases] = (
        "if {cause@ing} causes a triggered ability of {of@anyof} to trigger, that ability triggers an additional time",
        Phrase("if a triggered ability of {of@anyof} triggers, that ability triggers an additional time", cause=None),
        AlsoRead("if a triggered ability of {of@anyof} triggers, it triggers an additional time", cause=None),
        Phrase(
            "if a triggered ability of {of@anyof} triggers while {during}, that ability triggers an additional time",
            cause=None,
        ),
        Phrase("room abilities of dungeons you own trigger an additional time", cause=None, of=None, rooms=True),
    )
    cause: Event | None
    of: Things | None
    rooms: bool = False
    during: Condition | None = None


@node
class CausesNoTriggers(Effect):
    """Such events make no ability trigger, or none of such objects (CR 101.2, 603.2)."""

    phrases: ClassVar[Phrases] = (
        "{cause@ing} don't cause abilities to trigger",
        "{cause@ing} don't cause abilities of {of} to trigger",
    )
    cause: Event
    of: Objects | None = None


@node
class DealtAsThough(Effect):
    """CR 609.4, 702.80, 702.90: damage, that dealt to a player where one is named, is as though its source had a keyword ability."""

    phrases: ClassVar[Phrases] = (
        Phrase("all damage is dealt as though its source had {keyword@bare}", to=None),
        "all damage is dealt to {to} as though its source had {keyword@bare}",
    )
    keyword: Keyword
    to: Players | None = None


@node
class ItBecomes(Effect):
    """It becomes day or night (CR 728.1)."""

    phrases: ClassVar[Phrases] = (
        Phrase("it becomes day", what="day"),
        Phrase("it becomes night", what="night"),
    )
    what: str


@node
class EnteredOnlyByVenturing(Effect):
    """What a dungeon says that only venturing into its own sort brings into the game (CR 701.46d).

    Cards say it in their own frame; `oracle/layouts.py` says it so.
    """

    phrases: ClassVar[Phrases] = ("this dungeon is entered only by venturing into {sort@name}",)
    sort: str


@node
class PermitPlay(Effect):
    """A permission to play or cast: "you may play lands from your graveyard", "you may cast that card this turn",
    "without paying its mana cost" when free; "as though it had flash" when flash (CR 601.3)."""

    phrases: ClassVar[Phrases] = (
        Phrase("{who} may cast {what} [{duration}] as though they had flash", verb="cast", flash=True),
    )
    who: Players
    what: Things
    verb: str = "cast"
    duration: Duration | None = None
    free: bool = False
    flash: bool = False


@node
class SpendAs(Effect):
    """ "You may spend mana as though it were mana of any color to cast creature spells" (CR 609.4b): on such spells, on abilities
    of such objects, or on everything where neither is said; `how` as `Cast.spend`."""

    phrases: ClassVar[Phrases] = (
        Phrase("{who} may spend mana as though it were mana of any color", how="any color"),
        Phrase("{who} may spend mana as though it were mana of any color to cast {spells@bare}", how="any color"),
        Phrase(
            "{who} may spend mana as though it were mana of any color to activate abilities of {abilities_of@bare}",
            how="any color",
        ),
        Phrase(
            "{who} may spend mana as though it were mana of any color to cast {spells@bare} or to activate abilities of"
            " {abilities_of@bare}",
            how="any color",
        ),
        Phrase("{who} can spend mana of any type to cast {spells@bare}", how="any type"),
        AlsoRead("{who} can spend mana as though it were mana of any color to cast {spells@bare}", how="any color"),
        AlsoRead("{who} may spend mana of any type to cast {spells@bare}", how="any type"),
        AlsoRead("{who} may spend mana as though it were mana of any type to cast {spells@bare}", how="any type"),
        Phrase("{who} may spend mana as though it were mana of any color {duration}", how="any color"),
    )
    who: Players
    how: str
    spells: Things | None = None
    abilities_of: Things | None = None
    duration: Duration | None = None


@node
class ReducesLifeTo(Effect):
    """ "Damage that would reduce your life total to less than 1 reduces it to 1 instead" (CR 120.4c, 614.1a)."""

    phrases: ClassVar[Phrases] = (
        Phrase(
            "damage that would reduce your life total to less than {least@digits} reduces it to {to@digits} instead",
            who=You(),
        ),
        Phrase(
            "{duration}, damage that would reduce your life total to less than {least@digits} reduces it to {to@digits} instead",
            who=You(),
        ),
    )
    who: Players
    least: Amount
    to: Amount
    duration: Duration | None = None


@node
class UnspentManaBecomes(Effect):
    """ "If you would lose unspent mana, that mana becomes red instead" (CR 106.4, 614.1a)."""

    phrases: ClassVar[Phrases] = tuple(
        Phrase(f"if you would lose unspent mana, that mana becomes {mana} instead", who=You(), mana=mana)
        for mana in ("white", "blue", "black", "red", "green", "colorless")
    )
    who: Players
    mana: str


@node
class LoseUnspentMana(Effect):
    """ "don't lose unspent mana as steps and phases end"; of one type when said (CR 106.4, 500.5)."""

    phrases: ClassVar[Phrases] = tuple(
        Phrase(
            lead + "{who} <don't:who> lose unspent " + (f"{mana} " if mana else "") + "mana as steps and phases end",
            mana=mana,
        )
        for lead in ("", "{duration}, ")
        for mana in (None, "white", "blue", "black", "red", "green", "colorless")
    )
    who: Players
    mana: str | None = None
    duration: Duration | None = None
