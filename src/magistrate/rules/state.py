"""The journaled state of a game: players, objects, zones, and everything else that the rules remember.

Every write goes through `State.set` (or `create`, `depart`, `record`), which notes how to take it back; so undo, the rollback
of an illegal action (CR 730) and copies are one mechanism. Values stored in a record are immutable (ints, strings, tuples,
frozen nodes, dicts that are replaced and never changed in place), so copies share them.

Ids: players are 0, 1, 2, …; objects count up from FIRST_OBJECT, so one int names a thing of either sort. An object that
changes zones is a new object with a new id (CR 400.7); the old one stays in `departed`, frozen, with its last known
information, and its `became` names the new one.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import GetSetDescriptorType, MemberDescriptorType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from magistrate.abilities.kinds import Ability
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.definitions import CardDefinition, CopiableValues
    from magistrate.rules.events import GameEvent
    from magistrate.rules.frames import Frame, Resolution

FIRST_OBJECT: Final = 16
NOBODY: Final = -1

# Zones as ints: the hot paths compare and index them. (CR 400.1)
LIBRARY: Final = 0
HAND: Final = 1
BATTLEFIELD: Final = 2
GRAVEYARD: Final = 3
STACK: Final = 4
EXILE: Final = 5
COMMAND: Final = 6
NOWHERE: Final = 7  # ceased to exist, or not yet in a zone

# Kinds of objects (CR 109.1)
CARD: Final = 0
TOKEN: Final = 1
COPY: Final = 2  # a copy of a spell (or of a card) that is no card itself
ABILITY: Final = 3  # an activated or triggered ability on the stack
EMBLEM: Final = 4
DUNGEON: Final = 5  # a dungeon card, which is in the command zone and nowhere else (CR 309.2c)

EMPTY: Final[Mapping[str, Any]] = {}
#: The mark of an object that is only kept as it was at some time.
AS_IT_WAS: Final = "as it was"


class Record:
    """A part of the state. Fields are written by `State.set` only."""

    __slots__ = ()


class PlayerState(Record):
    """A player (CR 102, 800.4i): their zones are tuples of object ids, the library's top card first."""

    __slots__ = (
        "counters",
        "designations",
        "drawn_from_empty",
        "exists",
        "graveyard",
        "hand",
        "index",
        "lands_played",
        "library",
        "life",
        "lost",
        "mana",
        "marks",
        "max_hand",
        "name",
        "turn_before",
        "turn_began",
    )

    def __init__(self, index: int, name: str, life: int) -> None:
        self.index = index
        self.name = name
        self.life = life
        self.library: tuple[int, ...] = ()
        self.hand: tuple[int, ...] = ()
        self.graveyard: tuple[int, ...] = ()
        self.counters: Mapping[str, int] = EMPTY  # poison, energy, experience, rad, …
        self.designations: tuple[str, ...] = ()  # monarch, city's blessing, …
        self.mana: tuple[Any, ...] = ()  # units of mana in the pool (rules/mana.py)
        self.lands_played = 0
        self.lost = ""  # why this player lost; "" while in the game
        self.exists = True  # False once they have left the game (CR 800.4)
        self.drawn_from_empty = False  # CR 704.5b
        self.max_hand = 7
        self.turn_before = 0  # … and the one before that (CR 702.30a)
        self.turn_began = 0  # the State.moment at which their most recent turn began (CR 302.6)
        self.marks: Mapping[str, Any] = EMPTY  # anything rarer, by name

    def copied(self) -> PlayerState:
        """The same player for another State."""
        new = PlayerState(self.index, self.name, self.life)
        new.counters = self.counters
        new.designations = self.designations
        new.drawn_from_empty = self.drawn_from_empty
        new.exists = self.exists
        new.graveyard = self.graveyard
        new.hand = self.hand
        new.lands_played = self.lands_played
        new.library = self.library
        new.lost = self.lost
        new.mana = self.mana
        new.marks = self.marks
        new.max_hand = self.max_hand
        new.turn_before = self.turn_before
        new.turn_began = self.turn_began
        return new


class GameObject(Record):
    """An object (CR 109) or, when it has departed, its last known information with the same interface (CR 608.2h,
    110.5c, 712.14)."""

    __slots__ = (
        "ability",
        "attached_to",
        "attacking",
        "became",
        "blocked",
        "blocking",
        "card",
        "cast",
        "chosen",
        "controlled_since",
        "controller",
        "copiable",
        "counters",
        "damage",
        "deathtouched",
        "definition",
        "face",
        "face_down",
        "flipped",
        "frame",
        "kind",
        "known_to",
        "last",
        "linked",
        "marks",
        "oid",
        "owner",
        "phased_out",
        "source",
        "tapped",
        "timestamp",
        "x",
        "zone",
    )

    def __init__(self, oid: int, kind: int, owner: int, definition: CardDefinition | None, card: int = -1) -> None:
        self.oid = oid
        self.kind = kind
        self.owner = owner
        self.controller = owner  # before control-changing effects (layer 2); on the stack and battlefield (CR 108.4)
        self.definition = definition  # the card as printed, all faces; None for abilities
        self.card = card  # which physical card, -1 for what is none; its definition may be dealt again by determinise
        self.zone = NOWHERE
        self.face = 0  # which face is up (CR 712), cast (CR 709, 715), or flipped to
        self.copiable: CopiableValues | None = None  # what a copy effect made of it (CR 707.2); None: the face up
        self.face_down = ""  # how it came to be face down ("morph", "manifest", "exile", …); "" when face up
        self.flipped = False
        self.tapped = False
        self.phased_out = 0  # 0 no, 1 directly, 2 indirectly (CR 702.26g)
        self.counters: Mapping[str, int] = EMPTY
        self.damage = 0
        self.deathtouched = False  # dealt damage by a source with deathtouch since the last check (CR 704.5h)
        self.attached_to = NOBODY  # an object or a player (CR 301.5, 303.4)
        self.timestamp = 0  # CR 613.7
        self.controlled_since = 0  # State.moment at which its controller last changed (CR 302.6)
        self.attacking = NOBODY  # the player, planeswalker or battle it attacks
        self.blocking: tuple[int, ...] = ()
        self.blocked = 0  # attackers: 0 undecided, 1 blocked, 2 unblocked (CR 509.1h)
        self.chosen: Mapping[str, Any] = EMPTY  # choices made as it entered or by linked abilities (CR 607)
        self.linked: Mapping[str, tuple[int, ...]] = EMPTY  # e.g. "exiled" with it (CR 607.2a)
        self.x = 0  # X of the spell, and of the permanent for its enters abilities (CR 107.3m)
        self.cast: Any = (
            None  # CastInfo (rules/casting.py): who cast it, from where, how, what was paid; None if not cast
        )
        self.ability: Ability | None = None  # ABILITY objects: what resolves
        self.source = NOBODY  # ABILITY objects: the object they are of; COPY: what was copied
        self.frame: Frame | None = None  # STACK objects: targets, modes, x, bindings (frozen, replaced as a whole)
        self.known_to = 0  # bit mask of the players who know this card's identity although it is hidden (CR 400.2)
        self.last: Characteristics | None = None  # departed objects: what it was when it left
        self.became = NOBODY  # departed objects: the object it became (CR 400.7)
        self.marks: Mapping[str, Any] = EMPTY  # anything rarer, by name: goaded, monstrous, suspected, …

    def copied(self) -> GameObject:
        """The same object for another State."""
        # Name by name: a copy of a game is for the most part this.
        new = GameObject(self.oid, self.kind, self.owner, self.definition, self.card)
        new.ability = self.ability
        new.attached_to = self.attached_to
        new.attacking = self.attacking
        new.became = self.became
        new.blocked = self.blocked
        new.blocking = self.blocking
        new.cast = self.cast
        new.chosen = self.chosen
        new.controlled_since = self.controlled_since
        new.controller = self.controller
        new.copiable = self.copiable
        new.counters = self.counters
        new.damage = self.damage
        new.deathtouched = self.deathtouched
        new.face = self.face
        new.face_down = self.face_down
        new.flipped = self.flipped
        new.frame = self.frame
        new.known_to = self.known_to
        new.last = self.last
        new.linked = self.linked
        new.marks = self.marks
        new.phased_out = self.phased_out
        new.source = self.source
        new.tapped = self.tapped
        new.timestamp = self.timestamp
        new.x = self.x
        new.zone = self.zone
        return new


class Board(Record):
    """What belongs to the game as a whole."""

    __slots__ = (
        "active",
        "battlefield",
        "combat",
        "command",
        "day",
        "delayed",
        "effects",
        "exile",
        "extra_turns",
        "marks",
        "moment",
        "next_effect",
        "next_oid",
        "order",
        "passed",
        "pending",
        "priority",
        "resolving",
        "result",
        "rng",
        "stack",
        "stage",
        "step",
        "steps_left",
        "turn",
        "unasked",
    )

    def __init__(self, players: int, seed: int) -> None:
        self.turn = 0
        self.active = 0
        self.order: tuple[int, ...] = tuple(range(players))  # turn order of the players still in the game
        self.step = -1  # index into rules.turn.STEPS
        self.stage = 0  # where in the step: rules.turn
        self.steps_left: tuple[
            int, ...
        ] = ()  # the steps still to come this turn; extra phases are put in here (CR 500.8)
        self.extra_turns: tuple[Any, ...] = ()
        self.priority = NOBODY
        self.passed = 0  # how many players in a row have passed
        self.battlefield: tuple[int, ...] = ()  # phased-out permanents too (rules.zones.permanents leaves them out)
        self.stack: tuple[int, ...] = ()  # the bottom first
        self.exile: tuple[int, ...] = ()
        self.command: tuple[int, ...] = ()
        self.effects: tuple[Any, ...] = ()  # continuous effects from resolutions (rules/continuous.py)
        self.delayed: tuple[Any, ...] = ()  # delayed triggered abilities (rules/triggers.py)
        self.pending: tuple[Any, ...] = ()  # abilities that have triggered and wait for the stack (CR 603.3)
        self.resolving: Resolution | None = None  # what is resolving and how far it is (rules/resolution.py)
        self.combat: Any = None  # what combat remembers (rules/combat.py)
        self.day = ""  # "", "day", "night" (CR 728)
        self.unasked = 0  # how much has resolved since a player last chose something (rules/loops.py)
        self.result: Any = None  # GameResult once the game is over (CR 104)
        self.moment = 1  # counts up: timestamps (CR 613.7) and "since"
        self.next_oid = FIRST_OBJECT
        self.next_effect = 1
        self.rng = seed & 0xFFFFFFFFFFFFFFFF
        self.marks: Mapping[str, Any] = EMPTY

    def copied(self) -> Board:
        """The same for another State."""
        new = Board(0, 0)
        new.active = self.active
        new.battlefield = self.battlefield
        new.combat = self.combat
        new.command = self.command
        new.day = self.day
        new.delayed = self.delayed
        new.effects = self.effects
        new.exile = self.exile
        new.extra_turns = self.extra_turns
        new.marks = self.marks
        new.moment = self.moment
        new.next_effect = self.next_effect
        new.next_oid = self.next_oid
        new.order = self.order
        new.passed = self.passed
        new.pending = self.pending
        new.priority = self.priority
        new.resolving = self.resolving
        new.result = self.result
        new.rng = self.rng
        new.stack = self.stack
        new.stage = self.stage
        new.step = self.step
        new.steps_left = self.steps_left
        new.turn = self.turn
        new.unasked = self.unasked
        return new


#: Writing one of these changes what the layers may compute.
_LAYER_FIELDS: Final = frozenset(
    (
        "controller", "counters", "attached_to", "face", "copiable", "face_down", "flipped", "phased_out", "zone",
        "battlefield", "effects", "tapped", "chosen", "attacking", "blocking", "blocked", "hand", "graveyard", "life",
        "designations", "active", "step", "marks", "command", "lost", "library", "exile", "day", "x", "linked", "order",
        "stack", "damage", "definition", "resolving", "timestamp",
    )
)  # fmt: skip


#: Those that change what objects there are, or what they are before any effect, or whose turn it is: the rest only matters to what
#: counts or asks.
_SHAPE_FIELDS: Final = frozenset(
    (
        "controller", "counters", "attached_to", "face", "copiable", "face_down", "flipped", "phased_out", "zone",
        "battlefield", "effects", "chosen", "marks", "command", "lost", "x", "order", "stack", "definition", "timestamp",
        "active",
    )
)  # fmt: skip


#: Those that say which permanents there are, phased in or out, and what each is attached to.
_PLACE_FIELDS: Final = frozenset(("battlefield", "phased_out", "attached_to"))


#: The clock of the game: writing one of these changes when it is, and nothing else.
_CLOCK_FIELDS: Final = frozenset(
    (
        "step",
        "stage",
        "priority",
        "passed",
        "steps_left",
        "unasked",
        "rng",
        "moment",
        "turn",
        "active",
        "next_oid",
        "next_effect",
    )
)


class State:
    """All of a game's state, and the journal of its changes.

    `epoch` grows with every write (or undo) that can change characteristics: caches are keyed by it. `shape` grows with fewer: what
    neither counts nor asks about anything stays valid by it (rules/layers.py). `substance` grows with every write but those of
    the clock (step, turn, priority): what asks nothing about when it is stays valid by it (rules/present.py).
    """

    def __init__(self, names: list[str], life: int, seed: int) -> None:
        self.players: list[PlayerState] = [PlayerState(i, name, life) for i, name in enumerate(names)]
        self.board = Board(len(names), seed)
        self.objects: dict[int, GameObject] = {}
        self.departed: dict[int, GameObject] = {}
        self.cards: list[CardDefinition] = []  # by GameObject.card
        self.history: list[GameEvent] = []  # everything that happened, this turn's from `turn_mark` on
        self.turn_marks: list[int] = []  # index into history at which each turn began
        self.journal: list[tuple[Any, str, Any]] = []
        self.epoch = 0
        self.shape = 0
        self.substance = 0
        #: the objects that may have become something else by themselves; emptied by who looks (rules/layers.py)
        self.touched: list[int] = []
        self.placing = 0  # grows whenever there are other permanents, or they are attached otherwise
        self.rollbacks = 0  # how often writes were taken back: what was looked at before may be there anew

    # Reading ---------------------------------------------------------------------------------------------------------
    def get(self, oid: int) -> GameObject:
        """The object, live or departed. Raises KeyError when there never was one."""
        found = self.objects.get(oid)
        return found if found is not None else self.departed[oid]

    def live(self, oid: int) -> GameObject | None:
        """The object when it still is the same object in some zone."""
        return self.objects.get(oid)

    # Writing ---------------------------------------------------------------------------------------------------------
    def latest(self, oid: int) -> int:
        """The object that an object is now, after any number of changes of zones (CR 400.7); NOBODY when it is gone for good."""
        while oid not in self.objects:
            gone = self.departed.get(oid)
            if gone is None or gone.became == NOBODY:
                return NOBODY
            oid = gone.became
        return oid

    def set(self, record: Record, name: str, value: Any) -> None:
        """Write one field. The only way to change a record."""
        self.journal.append((record, name, getattr(record, name)))
        setattr(record, name, value)
        if name not in _CLOCK_FIELDS:
            self.substance += 1
        if name in _LAYER_FIELDS:
            self.epoch += 1
            if name in _SHAPE_FIELDS:
                self.shape += 1
                if name in _PLACE_FIELDS:
                    self.placing += 1
                if type(record) is GameObject:
                    self.touched.append(record.oid)

    def put(self, record: Record, name: str, key: str, value: Any) -> None:
        """Set one key of a mapping field (`marks`, `chosen`, `counters`, …); None removes it."""
        new = dict(getattr(record, name))
        if value is None:
            new.pop(key, None)
        else:
            new[key] = value
        self.set(record, name, new)

    def create(self, kind: int, owner: int, definition: CardDefinition | None, card: int = -1) -> GameObject:
        """A new object in no zone yet."""
        oid = self.board.next_oid
        self.set(self.board, "next_oid", oid + 1)
        made = GameObject(oid, kind, owner, definition, card)
        self.objects[oid] = made
        self.journal.append((oid, "created", None))
        self.touched.append(oid)
        self.epoch += 1
        self.shape += 1
        self.substance += 1
        return made

    def depart(self, oid: int, last: Characteristics, became: int) -> None:
        """Freeze an object as its last known information (CR 400.7, 608.2h)."""
        gone = self.objects[oid]
        self.set(gone, "last", last)
        self.set(gone, "became", became)
        del self.objects[oid]
        self.departed[oid] = gone
        self.journal.append((oid, "departed", None))
        self.touched.append(oid)
        self.epoch += 1
        self.shape += 1
        self.substance += 1

    def preserve(self, oid: int, now: Characteristics) -> int:
        """Keep an object as it is now beside what it becomes: the id of that, among what has departed (CR 608.2i)."""
        kept = self.objects[oid].copied()
        kept.oid = self.board.next_oid
        self.set(self.board, "next_oid", kept.oid + 1)
        kept.last, kept.became = now, oid
        kept.marks = {**kept.marks, AS_IT_WAS: True}
        self.departed[kept.oid] = kept
        self.journal.append((kept.oid, "preserved", None))
        return kept.oid

    def record(self, event: GameEvent) -> None:
        """Add an event to the history."""
        self.history.append(event)
        self.journal.append((NOBODY, "recorded", None))  # not the state itself: it would hold itself

    def mark_turn(self) -> None:
        """Note that a turn begins here in the history."""
        self.turn_marks.append(len(self.history))
        self.journal.append((NOBODY, "turn", None))

    def tick(self) -> int:
        """The next moment: a timestamp (CR 613.7)."""
        now = self.board.moment + 1
        self.set(self.board, "moment", now)
        return now

    def random(self, bound: int) -> int:
        """A random int in 0..bound-1, the same on every machine (splitmix64, journaled)."""
        mask = 0xFFFFFFFFFFFFFFFF
        seed = (self.board.rng + 0x9E3779B97F4A7C15) & mask
        self.set(self.board, "rng", seed)
        z = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return ((z ^ (z >> 31)) * bound) >> 64

    # Taking back -----------------------------------------------------------------------------------------------------
    def mark(self) -> int:
        """A place in the journal to roll back to."""
        return len(self.journal)

    def rollback(self, mark: int) -> None:
        """Take back every write since `mark` (CR 730)."""
        journal = self.journal
        while len(journal) > mark:
            record, name, old = journal.pop()
            if isinstance(record, Record):
                setattr(record, name, old)
                if type(record) is GameObject:
                    self.touched.append(record.oid)
            elif name == "created":
                del self.objects[record]
                self.touched.append(record)
            elif name == "departed":
                self.objects[record] = self.departed.pop(record)
                self.touched.append(record)
            elif name == "preserved":
                del self.departed[record]
            elif name == "recorded":
                self.history.pop()
            else:
                self.turn_marks.pop()
        self.epoch += 1
        self.shape += 1
        self.substance += 1
        self.placing += 1
        self.rollbacks += 1

    def forget(self, mark: int | None = None) -> None:
        """Drop the journal (up to `mark`): what happened before can no longer be taken back."""
        if mark is None:
            self.journal.clear()
        else:
            del self.journal[:mark]

    def copy_at(self, mark: int) -> State:
        """An independent copy of the state as it was at `mark`, with an empty journal."""
        new = State([], 0, 0)
        twins: dict[int, Record] = {}
        for player in self.players:
            twin = player.copied()
            twins[id(player)] = twin
            new.players.append(twin)
        new.board = self.board.copied()
        twins[id(self.board)] = new.board
        for oid, thing in self.objects.items():
            object_twin = thing.copied()
            twins[id(thing)] = object_twin
            new.objects[oid] = object_twin
        new.departed = dict(self.departed)
        new.cards = self.cards
        new.history = list(self.history)
        new.turn_marks = list(self.turn_marks)
        tail = self.journal[mark:]
        for record, name, old in tail:
            if isinstance(record, Record):
                same = twins.get(id(record))
                if same is None:  # departed since the mark: it will live again in the copy
                    assert isinstance(record, GameObject)
                    same = record.copied()
                    twins[id(record)] = same
                    new.departed[record.oid] = same
                new.journal.append((same, name, old))
            else:
                new.journal.append((record, name, old))
        new.rollback(0)
        return new


def fields(kind: type[Any]) -> list[str]:
    """The names of the fields of a class and its bases: its slots; where the rules are compiled, its attributes."""
    return [
        name
        for base in kind.__mro__
        for name, value in vars(base).items()
        if isinstance(value, (MemberDescriptorType, GetSetDescriptorType)) and not name.startswith("__")
    ]
