"""Things: references to objects and players, as instructions name them (CR 109, 115, 608.2)."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from magistrate.abilities.amounts import Amount
from magistrate.abilities.characteristics import CardType, Zone
from magistrate.abilities.groups import Description, Group, PlayerGroup
from magistrate.abilities.node import AlsoRead, Node, Phrase, Phrases, node


class Things(Node):
    """Objects or players."""


class Objects(Things):
    """Objects."""


class Players(Things):
    """Players."""


class Quantity(Node):
    """How many."""


@node
class Exactly(Quantity):
    """ "a", "two", "X"."""

    amount: Amount


@node
class UpTo(Quantity):
    """ "up to two"."""

    amount: Amount


@node
class AnyNumber(Quantity):
    """ "any number of"."""


@node
class AtLeast(Quantity):
    """ "one or more", "three or more"."""

    amount: Amount


@node
class Between(Quantity):
    """ "one or two", "one, two, or three"."""

    low: Amount
    high: Amount


@node
class AtMost(Quantity):
    """ "two or fewer", in conditions."""

    amount: Amount


@node
class HalfOf(Quantity):
    """Half of all there are (CR 107.1a): "half the creatures they control, rounded up"."""

    up: bool


# Objects -------------------------------------------------------------------------------------------------------------
@node
class This(Objects):
    """The object whose ability this is; `surface`: "~", "this creature", "this land", … (CR 201.5)."""

    surface: str = "~"


@node
class Target(Objects):
    """Objects chosen as targets (CR 115.1). `index` is the place among the ability's targets, set by the binder."""

    group: Description
    quantity: Quantity
    index: int = -1


@node
class All(Objects):
    """Every object of the description: `form` is "all", "each" or "" (bare plural: "creatures you control"); "your" of what
    a player has one of at a time ("your Ring-bearer"), which it says with their control; "the first" and "the next" of what is
    `FirstCast`."""

    group: Group
    form: str = "all"


@node
class Some(Objects):
    """Objects that somebody chooses while it happens: "a creature you control", "two cards", "up to one Forest card".

    As the subject of an event or in a condition it means "any such object" / "one or more".
    """

    group: Group
    quantity: Quantity
    at_random: bool = False


@node
class SomeOf(Objects):
    """Some of things named before, chosen while it happens: "one of them", "up to two of those cards"."""

    of: Objects
    quantity: Quantity


@node
class No(Objects):
    """None of the description, in conditions: "no creatures", "no cards in hand"."""

    group: Group


@node
class Attached(Objects):
    """What this Aura, Equipment or Fortification is attached to: "enchanted creature", "equipped creature"
    (CR 301.5, 303.4)."""

    group: Group
    how: str = "enchanted"


@node
class TopCards(Objects):
    """ "the top card of your library", "the top three cards of target player's library" (CR 401)."""

    quantity: Amount
    of: Players
    bottom: bool = False


@node
class TopOfGraveyard(TopCards):
    """ "the top creature card of your graveyard", "the top three black cards of your graveyard": the highest that fit (CR 404.1)."""

    group: Group | None = None


class Form(Enum):
    """How a reference is said."""

    PRONOUN = "it"
    THAT = "that"
    THE = "the"
    CHOSEN = "the chosen"
    REST = "the rest"
    OTHER = "the other"
    EACH_OF = "each of"
    ONE_OF = "one of"
    WHO = "who"
    SELF = "itself"


#: How `It` says what was used up for the craft ability by which this permanent entered (CR 702.167c).
CRAFTED = "crafted"


@node
class It(Objects):
    """A reference to objects named before: "it", "them", "that creature", "those tokens", "the exiled card".

    `slot` is set by the binder and says where the game finds them: "source", "target:N", "event:subject",
    "event:object", "event:source", "cost:N" (what paid the cost's Nth component), "result:N" (what instruction N
    made, moved, chose or affected), "each" (the current one of a "for each"), "linked" (CR 607).
    `how`: what was done to it, where it is said so: "the sacrificed creature".
    """

    form: Form = Form.PRONOUN
    group: Group | None = None
    plural: bool = False
    slot: str = ""
    how: str = ""


@node
class Several(Things):
    """Coordinated things: "this creature and target creature", "you and target opponent"."""

    parts: tuple[Things, ...]


@node
class AnyOfThings(Things):
    """One of several, where no group is both: "a player or planeswalker", "you or a permanent you control"."""

    parts: tuple[Things, ...]


@node
class SeveralObjects(Objects):
    """Coordinated objects: "this creature and each other Zombie you control"."""

    parts: tuple[Objects, ...]


@node
class CardsIn(Objects):
    """All cards of a player's zone: "your hand", "their graveyard", "target player's library" (CR 400.1)."""

    zone: Zone
    of: Players


@node
class CommanderOf(Objects):
    """A player's commander, in whatever zone it is (CR 903.3e); either of two (CR 702.124e)."""

    of: Players


@node
class Haunted(Objects):
    """ "the creature it haunts": the creature that the ability targeted by which this card was exiled (CR 702.55b)."""

    phrases: ClassVar[Phrases] = (
        Phrase("the creature it haunts", card=False),
        Phrase("the creature this card haunts", card=True),
    )
    card: bool = False


@node
class OnePile(Objects):
    """CR 700.3: one of two piles, as whoever acts chooses."""

    phrases: ClassVar[Phrases] = ("one pile",)


@node
class ThatPile(Objects):
    """The pile that was chosen."""

    phrases: ClassVar[Phrases] = ("that pile",)


@node
class ThatOne(Things):
    """What may be a player or an object: "that permanent or player", "that player or planeswalker"; `slot` as in It."""

    group: Group
    player_first: bool = False
    slot: str = ""


# Players -------------------------------------------------------------------------------------------------------------
@node
class You(Players):
    """The controller of the spell or ability (CR 109.5)."""

    phrases: ClassVar[Phrases] = ("you",)


@node
class TargetPlayer(Players):
    """Players chosen as targets (CR 115.1)."""

    group: PlayerGroup
    quantity: Quantity
    index: int = -1


@node
class TargetThing(Things):
    """A target that may be an object or a player: "any target", "target creature or player" (CR 115.4)."""

    group: Description
    quantity: Quantity
    index: int = -1


@node
class EachPlayer(Players):
    """ "each player", "each opponent", "each other player", or bare plural "players", "your opponents"; `from_you`: "starting with
    you" (CR 101.4). `slot`: other than whom, where that is a player named before; else it is other than you."""

    group: PlayerGroup
    other: bool = False
    form: str = "each"
    from_you: bool = False
    slot: str = ""


@node
class APlayer(Players):
    """ "a player", "an opponent": any in events and conditions; chosen in instructions. `slot` as in EachPlayer."""

    group: PlayerGroup
    other: bool = False
    chosen: bool = False
    slot: str = ""


@node
class SomePlayers(Players):
    """ "one or more opponents", "two or more players": in events and conditions."""

    group: PlayerGroup
    quantity: Quantity


@node
class They(Players):
    """A reference to players named before: "they", "that player", "those players", "the chosen player"; `slot` as in
    It. `or_controller`: "that player or that planeswalker's controller", of what is a player or an object of that type."""

    form: Form = Form.PRONOUN
    opponent: bool = False
    plural: bool = False
    slot: str = ""
    or_controller: CardType | None = None


@node
class ControllerOf(Players):
    """ "its controller", "that creature's controller" (last known, CR 608.2h)."""

    of: Objects


@node
class OwnerOf(Players):
    """ "its owner", "their owners" (CR 108.3)."""

    of: Objects


@node
class DefendingPlayer(Players):
    """CR 506.2, 508.5."""

    phrases: ClassVar[Phrases] = ("defending player",)


@node
class ActivePlayer(Players):
    """The player whose turn it is (CR 102.1)."""

    phrases: ClassVar[Phrases] = ("the active player", AlsoRead("the player whose turn it is"))


@node
class DesignatedPlayer(Players):
    """The player with a designation that one player at a time has (CR 722, 723); nobody while nobody has it."""

    phrases: ClassVar[Phrases] = (
        Phrase("the monarch", name="monarch"),
        Phrase("the player who has the initiative", name="initiative"),
    )
    name: str


@node
class EnchantedPlayer(Players):
    """The player this Aura is attached to (CR 303.4)."""

    phrases: ClassVar[Phrases] = ("enchanted player",)


@node
class EachOf(Things):
    """Distributes over things: "each of up to two target creatures"; `behind`: "up to two target creatures each"."""

    of: Things
    behind: bool = False
