"""Frames: what an ability knows while it is worked out: who controls it, its targets, X, and what its references
mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magistrate.rules.state import NOBODY

if TYPE_CHECKING:
    from magistrate.abilities.kinds import Ability
    from magistrate.rules.events import GameEvent


class Frame:
    """The bindings of one ability being evaluated, or of a statement of a static ability (CR 107.3k).

    A frame kept in the state (on a stack object, in a continuous effect or delayed trigger) is never changed in place:
    `child()` gives a copy to work with. Slots (see `abilities.things.It`): "target:N", "event:subject", "event:object",
    "event:source", "event:player", "event:amount", "prevented", "cost:N", "result:N", "done" (the result just before), "each" (of a
    "for each"), "subject" (the player acting, of several), "that" (whom a relative clause is about), "described" (what is
    compared with others), "copied" (what something enters as a copy of), "host" (what something is attached to that is to be
    attached elsewhere), "linked:…", "x defined" (text says what X is); values are tuples of ids, or ints for amounts, or Results.
    """

    __slots__ = (
        "at", "bindings", "controller", "division", "event", "first", "kicked", "modes", "shift", "since", "source",
        "stack_object", "targets", "x",
    )  # fmt: skip

    def __init__(self, source: int, controller: int) -> None:
        self.source = source  # the object whose ability this is; for a spell the spell itself (CR 113.7)
        self.controller = controller
        self.stack_object = NOBODY  # the spell or ability that is being put on the stack or is resolving
        self.targets: tuple[
            tuple[int, ...], ...
        ] = ()  # per target phrase of the ability (and modes), in order (CR 601.2c)
        self.division: tuple[
            tuple[tuple[int, int], ...], ...
        ] = ()  # per divided amount: (thing, share) pairs (CR 601.2d)
        self.modes: tuple[int, ...] = ()  # chosen modes, 0-based (CR 700.2)
        self.x = 0
        self.kicked: tuple[str, ...] = ()  # optional costs paid, once a time paid: ("kicker", "kicker", "buyback")
        self.bindings: dict[str, Any] = {}
        self.event: GameEvent | None = None  # the trigger's event
        self.at = 0  # the number of the next instruction, 0-based (abilities/numbering.py)
        self.first = 0  # the number of the ability's first instruction: a delayed ability's go on from those before it
        self.shift = (
            0  # what is added to a target's index inside a mode, as `targets` holds the chosen modes' only (CR 700.2c)
        )
        self.since = -1  # length of the history when the resolution began: what moved since can be found (CR 400.7j)

    def child(self) -> Frame:
        """A copy whose bindings can be added to."""
        new = Frame(self.source, self.controller)
        new.stack_object = self.stack_object
        new.targets = self.targets
        new.division = self.division
        new.modes = self.modes
        new.x = self.x
        new.kicked = self.kicked
        new.bindings = dict(self.bindings)
        new.event = self.event
        new.at = self.at
        new.first = self.first
        new.shift = self.shift
        new.since = self.since
        return new


class Resolution:
    """What is resolving, as state (immutable; replaced after each instruction): object, frame, the ability, the next
    instruction."""

    __slots__ = ("ability", "frame", "pc", "stack_object")

    def __init__(self, stack_object: int, ability: Ability | None, frame: Frame, pc: int) -> None:
        self.stack_object = stack_object
        self.ability = ability
        self.frame = frame
        self.pc = pc
