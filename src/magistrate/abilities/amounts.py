"""Amounts: numbers that the rules work out when they need them (CR 107, 608.2h)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from magistrate.abilities.characteristics import Color, Measure, Window
from magistrate.abilities.node import AlsoRead, InMode, Node, Phrase, Phrases, node

if TYPE_CHECKING:
    from magistrate.abilities.events import Event
    from magistrate.abilities.things import Objects, Players, Things


class Amount(Node):
    """A number, known when it is evaluated."""


@node
class Number(Amount):
    """A number as printed (CR 107.1)."""

    value: int


@node
class Star(Amount):
    """The "*" of a size that an ability of the object defines (CR 208.2a)."""


@node
class X(Amount):
    """The X of this spell or ability (CR 107.3)."""


@node
class CountOf(Amount):
    """How many things there are: "the number of creatures you control"."""

    phrases: ClassVar[Phrases] = ("the number of {of@bare}",)
    of: Things


@node
class MeasureOf(Amount):
    """A number that an object has: "its power", "that creature's mana value". Uses last known information (CR
    608.2h)."""

    phrases: ClassVar[Phrases] = ("{of@poss} {which}",)
    which: Measure
    of: Objects


@node
class CountersOn(Amount):
    """How many counters are on something: "the number of +1/+1 counters on it"; any kind when `kind` is None
    (CR 122.1)."""

    phrases: ClassVar[Phrases] = (
        "the number of {kind@counter} counters on {on}",
        Phrase("the number of counters on {on}", kind=None),
        InMode("each", "{kind@counter} counter on {on}"),
        InMode("each", "counter on {on}", kind=None),
    )
    kind: str | None
    on: Things


@node
class LifeTotalOf(Amount):
    """A player's life total (CR 119.1)."""

    phrases: ClassVar[Phrases] = ("{who@poss} life total",)
    who: Players


@node
class SpeedOf(Amount):
    """A player's speed; 0 of a player who has none (CR 702.179f)."""

    phrases: ClassVar[Phrases] = ("{who@poss} speed",)
    who: Players


@node
class StartingLifeOf(Amount):
    """The life total that a player began the game with (CR 103.4)."""

    phrases: ClassVar[Phrases] = ("{who@poss} starting life total",)
    who: Players


@node
class HandSizeOf(Amount):
    """How many cards are in a player's hand, as "cards in your hand" (CR 402.1)."""

    who: Players


@node
class ThatMuch(Amount):
    """An amount said before: "that much", "that many". `slot` is set by the binder."""

    slot: str = ""


@node
class Times(Amount):
    """A multiple: "twice X", "three times the number of …"."""

    factor: int
    amount: Amount


@node
class Half(Amount):
    """Half of an amount, rounded as said (CR 107.1a): with it, or for all halves at the end ("Round down each time.");
    None while that sentence has not been read."""

    amount: Amount
    up: bool | None
    each_time: bool = False


@node
class Sum(Amount):
    """Two amounts together: "X plus 1", "the number of A plus the number of B"."""

    left: Amount
    right: Amount


@node
class Difference(Amount):
    """One amount less another: "X minus 1", "7 minus the number of cards in your hand" (CR 107.1b)."""

    left: Amount
    right: Amount


@node
class ForEach(Amount):
    """`unit` for each thing: "a card for each creature you control"."""

    unit: Amount
    of: Things | Amount


@node
class Greatest(Amount):
    """The greatest of a number among objects: "the greatest power among creatures you control"."""

    phrases: ClassVar[Phrases] = ("the greatest {which} among {among}",)
    which: Measure
    among: Objects


@node
class Total(Amount):
    """The sum of a number over objects: "the total power of creatures you control"."""

    phrases: ClassVar[Phrases] = ("the total {which} of {of}",)
    which: Measure
    of: Objects


@node
class Devotion(Amount):
    """CR 700.5."""

    phrases: ClassVar[Phrases] = ("your devotion to {colors/and}",)
    colors: tuple[Color, ...]


@node
class ColorsAmong(Amount):
    """The number of colours among objects (CR 105.2)."""

    phrases: ClassVar[Phrases] = ("the number of colors among {of}", InMode("each", "color among {of}"))
    of: Objects


@node
class BasicLandTypesAmong(Amount):
    """The number of basic land types among objects (domain; CR 305.6)."""

    phrases: ClassVar[Phrases] = (
        "the number of basic land types among {of}",
        InMode("each", "basic land type among {of}"),
    )
    of: Objects


@node
class UnlockedDoors(Amount):
    """The number of unlocked doors among Rooms (CR 709.5c)."""

    phrases: ClassVar[Phrases] = ("the number of unlocked doors among {of}", InMode("each", "unlocked door among {of}"))
    of: Objects


@node
class TypesAmong(Amount):
    """The number of card types among objects (delirium; CR 205.2a)."""

    phrases: ClassVar[Phrases] = ("the number of card types among {of}", InMode("each", "card type among {of}"))
    of: Objects


@node
class TimesHappened(Amount):
    """How often something happened: "the number of spells you've cast this turn" (CR 608.2i); `before`: only until that spell was
    cast, "spells you've cast before it this turn"."""

    event: Event
    window: Window
    before: Objects | None = None


@node
class TimesMutated(Amount):
    """How often a creature has mutated (CR 702.140d)."""

    phrases: ClassVar[Phrases] = ("the number of times {what} has mutated",)
    what: Objects


@node
class ManaSpent(Amount):
    """How much mana (or how many colours of it) was spent to cast an object (CR 601.2h)."""

    phrases: ClassVar[Phrases] = (
        "the amount of mana spent to cast {of}",
        Phrase("the number of colors of mana spent to cast {of}", colors_only=True),
        InMode("each", "color of mana spent to cast {of}", colors_only=True),
        InMode("each", "mana spent to cast {of}"),
    )
    of: Objects
    colors_only: bool = False


@node
class TimesKicked(Amount):
    """How many times a spell was kicked (CR 702.33e), or the spell that became a permanent."""

    phrases: ClassVar[Phrases] = (
        "the number of times {what} was kicked",
        InMode("each", "time {what} was kicked"),
    )
    what: Objects


@node
class PartySize(Amount):
    """CR 700.8a: how many creatures are in a player's party."""

    phrases: ClassVar[Phrases] = (
        "the number of creatures in {who@poss} party",
        InMode("each", "creature in {who@poss} party"),
    )
    who: Players


@node
class DungeonsCompleted(Amount):
    """How many dungeons of different names you have completed (CR 309.7)."""


@node
class UnspentMana(Amount):
    """How much mana is in a player's mana pool; of one type when said (CR 106.4)."""

    phrases: ClassVar[Phrases] = (
        Phrase("the amount of unspent mana {who} <have>", mana=None),
        InMode("each", "unspent mana {who} <have>", mana=None),
        *[
            InMode("each", f"unspent {mana} mana {{who}} <have>", mana=mana)
            for mana in ("white", "blue", "black", "red", "green", "colorless")
        ],
    )
    who: Players
    mana: str | None


@node
class TargetsBeyondFirst(Amount):
    """How many targets the spell has besides the first, behind "for each" (CR 601.2f)."""

    phrases: ClassVar[Phrases] = (InMode("each", "target beyond the first"),)


@node
class DamagePrevented(Amount):
    """How much damage the effect has prevented (CR 615.5)."""

    phrases: ClassVar[Phrases] = (
        "the damage prevented this way",
        AlsoRead("the amount of damage prevented this way"),
        InMode("each", "1 damage prevented this way"),
    )


@node
class DoneThisWayAmount(Amount):
    """How much was done this way, all together: "the life lost this way", "the total amount of mana paid this way", "the number of
    charge counters removed this way" (`kind`); the binder says by which instruction or cost (CR 608.2c)."""

    phrases: ClassVar[Phrases] = (
        Phrase("the life lost this way", how="life lost"),
        AlsoRead("the amount of life lost this way", how="life lost"),
        AlsoRead("the total life lost this way", how="life lost"),
        Phrase("the damage dealt this way", how="damage dealt"),
        AlsoRead("the amount of damage dealt this way", how="damage dealt"),
        Phrase("the amount of life you gained", how="life you gained"),
        Phrase("the amount of life you lost", how="life you lost"),
        Phrase("the total amount of mana paid this way", how="mana paid"),
        AlsoRead("the amount of mana paid this way", how="mana paid"),
        Phrase("the excess damage dealt this way", how="excess damage dealt"),
        AlsoRead("the amount of excess damage dealt this way", how="excess damage dealt"),
        AlsoRead("the excess damage dealt to that creature this way", how="excess damage dealt"),
        AlsoRead("the amount of excess damage dealt to that creature this way", how="excess damage dealt"),
        Phrase("that excess damage", how="that excess damage"),
        AlsoRead("the excess", how="that excess damage"),
        AlsoRead("that amount of excess damage", how="that excess damage"),
        Phrase("the number of counters removed this way", how="counters removed", kind=None),
        Phrase("the number of {kind@counter} counters removed this way", how="counters removed"),
        InMode("each", "counter removed this way", how="counters removed", kind=None),
        InMode("each", "{kind@counter} counter removed this way", how="counters removed"),
        InMode("each", "1 life lost this way", how="life lost"),
        InMode("each", "1 damage dealt this way", how="damage dealt"),
    )
    how: str
    slot: str = ""
    kind: str | None = None


@node
class PaidAsEntered(Amount):
    """How much life was paid as an object entered (linked, CR 607.2d)."""

    phrases: ClassVar[Phrases] = ("the life paid as {of} entered",)
    of: Objects


@node
class TheDifference(Amount):
    """By how much one thing is more than the other, of what a condition before has compared."""

    phrases: ClassVar[Phrases] = ("the difference",)


@node
class DiceResult(Amount):
    """The result of the roll (CR 706.2)."""

    phrases: ClassVar[Phrases] = ("the result",)
