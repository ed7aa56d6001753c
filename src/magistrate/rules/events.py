"""Game events: the things that happen (CR 603, 614). Proposed, replaced, performed, recorded, looked at by triggers.

An event's fields may be changed by replacement effects while it is only proposed; once it has happened it is never changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.rules.state import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable


class GameEvent:
    """Base of all events. `source` is the object that causes it (or NOBODY), `cause` the player whose effect or cost it is."""

    __slots__ = ("applied", "cause", "source", "turn")

    def __init__(self, source: int = NOBODY, cause: int = NOBODY) -> None:
        self.source = source
        self.cause = cause
        self.turn = 0  # set when it is recorded
        #: ids of the replacement effects that have had their one chance at this event (CR 614.5)
        self.applied: tuple[Any, ...] = ()


# Reasons of a zone change: what sort of action moved the object.
PUT: Final = "put"
DRAW: Final = "draw"
DISCARD: Final = "discard"
SACRIFICE: Final = "sacrifice"
DESTROY: Final = "destroy"
EXILE: Final = "exile"
MILL: Final = "mill"
RETURN: Final = "return"
PLAY: Final = "play"
CAST: Final = "cast"
RESOLVE: Final = "resolve"
COUNTER: Final = "counter"
STATE_BASED: Final = "state-based action"
CEASE: Final = "cease to exist"
CREATE: Final = "create"

#: Where in a library something is put that is shuffled into it.
SHUFFLED: Final = "shuffled"


class ZoneChange(GameEvent):
    """An object moves to a zone (CR 400). `object` is the id before, `new` the id after (set when performed).

    `player` is whose zone (library, hand, graveyard); `position`: "top", "bottom", "shuffled" or a number from the top, in a library.
    For the battlefield: `controller`, `tapped`, `face_down`, `face`, `counters` to enter with (kind -> n), `attacking` whom,
    `attached_to`, `copiable` what it enters as a copy of, `chosen` choices made as it enters, `linked` what its abilities
    did to other objects as it entered, `marks` to set. `linked_to`: the object with whose ability it is exiled (CR 607.2).
    """

    __slots__ = (
        "attached_to", "attacking", "chosen", "controller", "copiable", "counters", "excepted", "face", "face_down",
        "from_zone", "given", "joined", "linked", "linked_to", "marks", "more", "new", "object", "player", "position", "reason",
        "said", "tapped", "then", "to_zone", "x",
    )  # fmt: skip

    def __init__(
        self,
        object: int,
        from_zone: int,
        to_zone: int,
        player: int,
        reason: str = PUT,
        source: int = NOBODY,
        cause: int = NOBODY,
    ) -> None:
        super().__init__(source, cause)
        self.object = object
        self.from_zone = from_zone
        self.to_zone = to_zone
        self.player = player
        self.reason = reason
        self.position: str | int = "top"
        self.new = NOBODY
        self.controller = NOBODY
        self.tapped = False
        self.face_down = ""
        self.face = -1
        self.counters: dict[str, int] = {}
        self.given: dict[str, int] = {}  # of these, what the effect gives that has not been through replacement yet
        self.attacking = NOBODY
        self.attached_to = NOBODY
        self.copiable: Any = None
        self.excepted: tuple[bool, dict[str, int]] | None = (
            None  # what was so before the exceptions of a copy (CR 707.9e)
        )
        self.chosen: dict[str, Any] = {}
        self.linked: dict[str, tuple[int, ...]] = {}
        self.linked_to = NOBODY
        self.marks: dict[str, Any] = {}
        self.joined: tuple[int, ...] = ()  # other cards that are part of it from then on (CR 701.37a)
        self.more: tuple[int, ...] = ()  # what else it became when it was several (CR 727.3); set when performed
        self.said: tuple[tuple[Any, Any], ...] = ()  # what the effect says that it is, each with its frame (CR 611.2e)
        self.x = 0
        self.then = NOBODY  # the permanent as it was when it had entered (rules/as_it_was.py)


class DamageDealt(GameEvent):
    """Damage from `source` to an object or player (CR 120); `excess`: how much of it was more than enough (CR 120.10)."""

    __slots__ = ("amount", "combat", "excess", "target", "unpreventable")

    def __init__(self, source: int, target: int, amount: int, combat: bool = False) -> None:
        super().__init__(source)
        self.target = target
        self.amount = amount
        self.combat = combat
        self.excess = 0
        self.unpreventable = False


class LifeGained(GameEvent):
    """CR 119.3; `by_lifelink`: damage from a source with lifelink causes it (CR 120.3f)."""

    __slots__ = ("amount", "by_lifelink", "player")

    def __init__(self, player: int, amount: int, source: int = NOBODY, by_lifelink: bool = False) -> None:
        super().__init__(source)
        self.player = player
        self.amount = amount
        self.by_lifelink = by_lifelink


class LifeLost(GameEvent):
    """CR 119.3; `by_damage` when damage caused it (CR 120.3a), `paid` when it is a payment (CR 119.4)."""

    __slots__ = ("amount", "by_damage", "paid", "player")

    def __init__(
        self, player: int, amount: int, source: int = NOBODY, by_damage: bool = False, paid: bool = False
    ) -> None:
        super().__init__(source)
        self.player = player
        self.amount = amount
        self.by_damage = by_damage
        self.paid = paid


class CardDrawn(GameEvent):
    """One card is drawn (CR 121.2). Performing it proposes the ZoneChange; `card` is set then."""

    __slots__ = ("card", "player")

    def __init__(self, player: int, source: int = NOBODY) -> None:
        super().__init__(source)
        self.player = player
        self.card = NOBODY


class Destroyed(GameEvent):
    """A permanent is destroyed (CR 701.7). Performing it proposes the ZoneChange."""

    __slots__ = ("by_damage", "no_regeneration", "object")

    def __init__(
        self, object: int, source: int = NOBODY, no_regeneration: bool = False, by_damage: bool = False
    ) -> None:
        super().__init__(source)
        self.object = object
        self.no_regeneration = no_regeneration
        self.by_damage = by_damage


class TokensCreated(GameEvent):
    """Tokens are created under a player's control (CR 111, 701.6).

    `kinds`: a list of [definition, count, template] where template is a ZoneChange whose fields every such token starts
    with (tapped, attacking, counters, copiable …). Performing it proposes one ZoneChange a token, all at once; `made` then holds ids.
    """

    __slots__ = ("kinds", "made", "player")

    def __init__(self, player: int, kinds: list[Any], source: int = NOBODY) -> None:
        super().__init__(source)
        self.player = player
        self.kinds = kinds
        self.made: tuple[int, ...] = ()


class CountersPut(GameEvent):
    """Counters are put on an object or a player (CR 122.6); `player` is who puts them; `by_no_effect`: to pay a cost, or as
    a turn-based action (CR 614.16); `rules`: what the explanation says of why."""

    __slots__ = ("amount", "by_no_effect", "kind", "player", "rules", "target")

    def __init__(self, target: int, kind: str, amount: int, player: int, source: int = NOBODY) -> None:
        super().__init__(source)
        self.target = target
        self.kind = kind
        self.amount = amount
        self.player = player
        self.by_no_effect = False
        self.rules: tuple[str, ...] = ("122.6",)


class CountersRemoved(GameEvent):
    """CR 122."""

    __slots__ = ("amount", "kind", "target")

    def __init__(self, target: int, kind: str, amount: int, source: int = NOBODY) -> None:
        super().__init__(source)
        self.target = target
        self.kind = kind
        self.amount = amount


class Tapped(GameEvent):
    """CR 701.21a; `for_mana`: as the {T} of a mana ability (CR 106.12)."""

    __slots__ = ("for_mana", "object")

    def __init__(self, object: int, source: int = NOBODY, for_mana: bool = False) -> None:
        super().__init__(source)
        self.object = object
        self.for_mana = for_mana


class Untapped(GameEvent):
    """CR 701.21b."""

    __slots__ = ("object",)

    def __init__(self, object: int, source: int = NOBODY) -> None:
        super().__init__(source)
        self.object = object


class ManaProduced(GameEvent):
    """Mana is produced for a player (CR 106.4): `units` are rules.mana units. `tapped_for` is the permanent that was tapped
    for it (CR 106.12), NOBODY otherwise; replacements of tapping for mana look at it (CR 106.12b)."""

    __slots__ = ("player", "tapped_for", "units")

    def __init__(self, player: int, units: tuple[Any, ...], source: int, tapped_for: int = NOBODY) -> None:
        super().__init__(source)
        self.player = player
        self.units = units
        self.tapped_for = tapped_for


class TappedForMana(GameEvent):
    """The mana ability of a permanent tapped for mana has resolved and produced mana (CR 106.12a)."""

    __slots__ = ("object", "player", "types", "wanted")

    def __init__(self, player: int, object: int, types: tuple[int, ...]) -> None:
        super().__init__(object)
        #: types that automatic payment still wants of the triggered mana abilities, so that they ask nothing
        self.wanted: tuple[int, ...] = ()
        self.player = player
        self.object = object
        self.types = types


class SpellCast(GameEvent):
    """A spell has become cast (CR 601.2i)."""

    __slots__ = ("from_zone", "object", "player")

    def __init__(self, player: int, object: int, from_zone: int) -> None:
        super().__init__(object)
        self.player = player
        self.object = object
        self.from_zone = from_zone


class SpellCopied(GameEvent):
    """A spell was copied onto the stack (CR 707.10)."""

    __slots__ = ("object", "player")

    def __init__(self, player: int, object: int, source: int = NOBODY) -> None:
        super().__init__(source)
        self.player = player
        self.object = object


class LandPlayed(GameEvent):
    """CR 305.1."""

    __slots__ = ("object", "player")

    def __init__(self, player: int, object: int) -> None:
        super().__init__(object)
        self.player = player
        self.object = object


class AbilityActivated(GameEvent):
    """CR 602.2; `object` is the ability on the stack (NOBODY for a mana ability), `of` the object it is of."""

    __slots__ = ("mana", "object", "of", "player")

    def __init__(self, player: int, object: int, of: int, mana: bool = False) -> None:
        super().__init__(of)
        self.player = player
        self.object = object
        self.of = of
        self.mana = mana


class BecameTarget(GameEvent):
    """A thing becomes the target of the spell or ability `by` (CR 601.2c)."""

    __slots__ = ("by", "target")

    def __init__(self, target: int, by: int) -> None:
        super().__init__(by)
        self.target = target
        self.by = by


class Countered(GameEvent):
    """CR 701.5. Performing it proposes the ZoneChange, to `to_zone` when that is said, and there in a library to `position`."""

    __slots__ = ("object", "position", "to_zone")

    def __init__(self, object: int, source: int = NOBODY) -> None:
        super().__init__(source)
        self.object = object
        self.to_zone = NOBODY
        self.position: str | int = "top"


class AttackersDeclared(GameEvent):
    """CR 508: `pairs` of (attacker, defender); also what enters attacking is not declared (CR 508.4). `powers` are those of the
    attackers, in the order of the pairs, as they were declared; `then` what the attackers were (rules/as_it_was.py)."""

    __slots__ = ("pairs", "player", "powers", "then")

    def __init__(self, player: int, pairs: tuple[tuple[int, int], ...], powers: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.player = player
        self.pairs = pairs
        self.powers = powers
        self.then: dict[int, int] = {}


class BlockersDeclared(GameEvent):
    """CR 509: `pairs` of (blocker, attacker); `unblocked` the attackers that stay unblocked; `banded` the pairs that
    were not declared: the attackers are blocked with their bands (CR 702.22h)."""

    __slots__ = ("banded", "pairs", "unblocked")

    def __init__(
        self,
        pairs: tuple[tuple[int, int], ...],
        unblocked: tuple[int, ...],
        banded: tuple[tuple[int, int], ...] = (),
    ) -> None:
        super().__init__()
        self.banded = banded
        self.pairs = pairs
        self.unblocked = unblocked


class BecameBlocked(GameEvent):
    """CR 509.1h: an effect, and no blocker, makes an attacking creature a blocked one."""

    __slots__ = ("object",)

    def __init__(self, object: int, source: int = NOBODY) -> None:
        super().__init__(source)
        self.object = object


class TurnBegan(GameEvent):
    """CR 500; `extra`: an extra turn (CR 500.7)."""

    __slots__ = ("extra", "number", "player")

    def __init__(self, player: int, number: int, extra: bool = False) -> None:
        super().__init__()
        self.player = player
        self.number = number
        self.extra = extra


class StepBegan(GameEvent):
    """A step or phase begins (CR 500); "at the beginning of" triggers look at it; skipping replaces it (CR 614.10). `added`: the
    number of the added phase that it begins (rules/steps.py)."""

    __slots__ = ("added", "player", "step")

    def __init__(self, player: int, step: int, added: int = 0) -> None:
        super().__init__()
        self.player = player
        self.step = step
        self.added = added


class PhasedOut(GameEvent):
    """CR 702.26. Nothing triggers on leaving; "phases out" abilities do."""

    __slots__ = ("indirectly", "object")

    def __init__(self, object: int, source: int = NOBODY, indirectly: bool = False) -> None:
        super().__init__(source)
        self.object = object
        self.indirectly = indirectly


class PhasedIn(GameEvent):
    """CR 702.26."""

    __slots__ = ("object",)

    def __init__(self, object: int) -> None:
        super().__init__()
        self.object = object


class ControlChanged(GameEvent):
    """CR 110.2, layer 2: noticed after the layers are applied again."""

    __slots__ = ("before", "now", "object")

    def __init__(self, object: int, before: int, now: int) -> None:
        super().__init__()
        self.object = object
        self.before = before
        self.now = now


class Attached(GameEvent):
    """CR 701.3."""

    __slots__ = ("object", "to")

    def __init__(self, object: int, to: int, source: int = NOBODY) -> None:
        super().__init__(source)
        self.object = object
        self.to = to


class Unattached(GameEvent):
    """CR 701.3d."""

    __slots__ = ("object", "was")

    def __init__(self, object: int, was: int) -> None:
        super().__init__()
        self.object = object
        self.was = was


class FaceChanged(GameEvent):
    """A permanent transforms, is turned face up or face down, or flips: `how` (CR 701.28, 708, 710)."""

    __slots__ = ("face", "how", "object")

    def __init__(self, object: int, how: str, face: int = -1, source: int = NOBODY) -> None:
        super().__init__(source)
        self.object = object
        self.how = how
        self.face = face


class Designated(GameEvent):
    """A player or object gets a designation: monarch, city's blessing, monstrous, … (CR 702.131c, 701.31, 720)."""

    __slots__ = ("name", "rule", "target")

    def __init__(self, target: int, name: str, source: int = NOBODY, rule: str = "") -> None:
        super().__init__(source)
        self.target = target
        self.name = name
        self.rule = rule  # the rule that gives it, where that is not the usual one


class Merged(GameEvent):
    """An object merges with a permanent, on top of it (`over`) or under it (CR 727.2)."""

    __slots__ = ("joining", "object", "over")

    def __init__(self, object: int, joining: int, over: bool) -> None:
        super().__init__()
        self.object = object
        self.joining = joining
        self.over = over


class DoorChanged(GameEvent):
    """A player unlocks (or locks) a half of a permanent: `half` 1 the left, 2 the right one; `full`: with it both are
    unlocked (CR 709.5)."""

    __slots__ = ("full", "half", "locked", "object", "player")

    def __init__(self, object: int, half: int, player: int, locked: bool = False) -> None:
        super().__init__()
        self.object = object
        self.half = half
        self.player = player
        self.locked = locked
        self.full = False


class Done(GameEvent):
    """Any other thing done: `what` names it ("scry", "surveil", "search", "shuffle", "reveal", "fight", "coin", "die",
    "regenerate", "explore", "investigate", "proliferate", "cycle", …); `thing` the object, `amount` a number, `value` the rest.
    `beside`: what is put into a library at a certain position at the same time as that is shuffled (CR 701.20g); `process`: what is
    carried out as it happens, given the amount; None where that is done otherwise."""

    __slots__ = ("amount", "beside", "player", "process", "thing", "value", "what")

    def __init__(
        self,
        what: str,
        player: int = NOBODY,
        thing: int = NOBODY,
        amount: int = 0,
        value: Any = None,
        source: int = NOBODY,
    ) -> None:
        super().__init__(source)
        self.what = what
        self.player = player
        self.thing = thing
        self.amount = amount
        self.value = value
        self.beside: tuple[ZoneChange, ...] = ()
        self.process: Callable[[int], None] | None = None


class PlayerLost(GameEvent):
    """CR 104.3: `why` in words."""

    __slots__ = ("player", "why")

    def __init__(self, player: int, why: str) -> None:
        super().__init__()
        self.player = player
        self.why = why


class PlayerLeft(GameEvent):
    """CR 800.4a: a player who lost leaves the game with all they own."""

    __slots__ = ("player",)

    def __init__(self, player: int) -> None:
        super().__init__()
        self.player = player


class StateBased(GameEvent):
    """State-based actions performed as one event (CR 704.3). `then` are the events it leads to, with what is destroyed all at once."""

    __slots__ = ("then",)

    def __init__(self, then: list[GameEvent]) -> None:
        super().__init__()
        self.then = then


class DayOrNight(GameEvent):
    """It becomes "day" or "night" (CR 728.1); `was`: what it was before, set when performed."""

    __slots__ = ("was", "what")

    def __init__(self, what: str, source: int = NOBODY) -> None:
        super().__init__(source)
        self.what = what
        self.was = ""
