"""Decisions: what the game asks of a player, as data (CR 101.4, 608.2d, 117).

The answer is always plain and hashable, so that it can be logged, saved and compared:

| shape       | answer                                                                  |
| ----------- | ----------------------------------------------------------------------- |
| CHOOSE      | a tuple of indices into `options`, between `minimum` and `maximum` many |
| ORDER       | a tuple with every index once, what is put first being first            |
| NUMBER      | an int between `minimum` and `maximum`                                  |
| DIVIDE      | a tuple of amounts, one an option, adding up to `total` (each >= `minimum` where one is given an amount) |
| ATTACKERS   | a tuple of (creature, defender) pairs                                   |
| BLOCKERS    | a tuple of (blocker, attacker) pairs                                    |
| NAME        | a string                                                                |
| ARRANGE     | a tuple of piles (tuples of indices), one a pile named in `piles`, order within a pile as given |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from magistrate.abilities.subtypes import BASIC_LAND_TYPES

CHOOSE: Final = "choose"
ORDER: Final = "order"
NUMBER: Final = "number"
DIVIDE: Final = "divide"
ATTACKERS: Final = "attackers"
BLOCKERS: Final = "blockers"
NAME: Final = "name"
ARRANGE: Final = "arrange"

Answer = Any


class Option:
    """One thing that may be chosen.

    `action` is machine-readable: for a priority decision "pass", "cast", "play", "activate", "mana", "special"; else the
    decision's kind. `thing` is the object or player meant (or -1), `value` what else identifies it (an ability's index, a
    colour, a mode's number, a string …).
    """

    __slots__ = ("_label", "action", "thing", "value")

    def __init__(self, action: str, label: str | Callable[[], str], thing: int = -1, value: Any = None) -> None:
        self.action = action
        self._label = label
        self.thing = thing
        self.value = value

    @property
    def label(self) -> str:
        """The option in words; made when it is first read."""
        if not isinstance(self._label, str):
            self._label = self._label()
        return self._label

    def signature(self) -> tuple[str, int, str]:
        """What must be the same when a stretch is run again."""
        return (self.action, self.thing, str(self.value))

    def __repr__(self) -> str:
        return f"Option({self.action}: {self.label})"


class Decision:
    """A question to one player. `kind` is the scenario format's kind: priority, target, mode, x, may, color, order, divide,
    pay, replacement, name, type, scry, mulligan, attackers, blockers, choose, discard, sacrifice, …

    `prompt` says what is asked, `source` is the object that asks (or -1), `rules` the CR numbers behind it.
    """

    __slots__ = (
        "attack_options", "block_capacity", "block_options", "decider", "default", "kind", "maximum", "minimum", "options",
        "piles", "player", "prompt", "rules", "shape", "source", "total", "validate",
    )  # fmt: skip

    def __init__(
        self,
        player: int,
        kind: str,
        prompt: str,
        options: list[Option],
        minimum: int = 1,
        maximum: int = 1,
        *,
        shape: str = CHOOSE,
        total: int = 0,
        piles: tuple[str, ...] = (),
        source: int = -1,
        rules: tuple[str, ...] = (),
        validate: Callable[[Answer], str] | None = None,
        default: Answer = None,
    ) -> None:
        self.player = player
        #: who answers: the player, or who controls them (CR 720.5); set as it is asked
        self.decider = player
        self.kind = kind
        self.prompt = prompt
        self.options = options
        self.minimum = minimum
        self.maximum = maximum
        self.shape = shape
        self.total = total
        self.piles = piles
        self.source = source
        self.rules = rules
        #: says why an answer of the right shape is illegal, "" when it is legal; never changes anything
        self.validate = validate
        #: an answer that is surely legal, where `plainest` would not find one (requirements in combat)
        self.default = default
        #: ATTACKERS: creature -> the defenders it may attack
        self.attack_options: dict[int, tuple[int, ...]] = {}
        #: BLOCKERS: creature -> the attackers it may block
        self.block_options: dict[int, tuple[int, ...]] = {}
        #: BLOCKERS: creature -> how many it may block (-1: any number), where that is not one
        self.block_capacity: dict[int, int] = {}

    def signature(self) -> tuple[Any, ...]:
        """What must be the same when a stretch is run again, else the run has diverged."""
        return (self.player, self.decider, self.kind, self.shape, self.minimum, self.maximum, len(self.options))

    def problem(self, answer: Answer) -> str:
        """Why an answer is illegal, in one line; "" when it is legal."""
        shape = self.shape
        if shape == NUMBER:
            if not isinstance(answer, int) or isinstance(answer, bool):
                return f"expected a number from {self.minimum} to {self.maximum}, not {answer!r}"
            if not self.minimum <= answer <= self.maximum:
                return f"expected a number from {self.minimum} to {self.maximum}, not {answer}"
        elif shape == NAME:
            if not isinstance(answer, str) or not answer:
                return f"expected a name, not {answer!r}"
        elif not isinstance(answer, tuple):
            return f"expected a tuple for a decision of shape {shape}, not {answer!r}"
        elif shape in (CHOOSE, ORDER):
            count = len(self.options)
            for index in answer:
                if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < count:
                    return f"expected option numbers from 0 to {count - 1}, not {index!r}"
            if len(set(answer)) != len(answer) and self.kind != "mode":
                return "the same option is named twice"
            if shape == ORDER and len(answer) != count:
                return f"expected all {count} options in an order, got {len(answer)}"
            if shape == CHOOSE and not self.minimum <= len(answer) <= self.maximum:
                wanted = str(self.minimum) if self.minimum == self.maximum else f"{self.minimum} to {self.maximum}"
                return f"expected {wanted} of {count} options, got {len(answer)}"
        elif shape == DIVIDE:
            if len(answer) != len(self.options) or any(not _whole(n) or n < 0 for n in answer):
                return f"expected {len(self.options)} amounts, one an option, not {answer!r}"
            if sum(answer) != self.total:
                return f"expected amounts that add up to {self.total}, not {sum(answer)}"
        elif shape in (ATTACKERS, BLOCKERS):
            legal = self.attack_options if shape == ATTACKERS else self.block_options
            for pair in answer:
                if not isinstance(pair, tuple) or len(pair) != 2 or not (_whole(pair[0]) and _whole(pair[1])):
                    return f"{pair!r} is not a legal pair"
                if pair[1] not in legal.get(pair[0], ()):
                    return f"{pair!r} is not a legal pair"
        elif shape == ARRANGE:
            piled = all(isinstance(p, tuple) and all(_whole(i) for i in p) for p in answer)
            flat = sorted(i for pile in answer for i in pile) if piled else None
            if len(answer) != len(self.piles) or flat != list(range(len(self.options))):
                return f"expected {len(self.piles)} piles ({', '.join(self.piles)}) holding every option once, not {answer!r}"
        return self.validate(answer) if self.validate is not None else ""

    def plainest(self) -> Answer:
        """A legal answer that does as little as can be: pass, decline, the fewest and first options, no attack, no block."""
        if self.default is not None:
            return self.default
        shape, count = self.shape, len(self.options)
        if shape == CHOOSE:
            if self.kind == "may":
                return (1,)
            return tuple(min(i, count - 1) for i in range(self.minimum))  # modes may be named again (CR 700.2d)
        if shape == NUMBER:
            return self.minimum
        if shape == ORDER:
            return tuple(range(count))
        if shape == DIVIDE:
            return (self.total - self.minimum * (count - 1), *([self.minimum] * (count - 1)))
        if shape == ARRANGE:
            return (tuple(range(count)), *([()] * (len(self.piles) - 1)))
        if shape == NAME:
            return self.options[0].label if self.options else BASIC_LAND_TYPES[0]
        return ()

    def __repr__(self) -> str:
        return f"Decision(player {self.player}, {self.kind}: {self.prompt}, {len(self.options)} options)"


def _whole(part: object) -> bool:
    return isinstance(part, int) and not isinstance(part, bool)
