"""What a player sees as numbers: one vector of float32 whose parts have names, shapes and fixed places.

Everything comes from a View and the question that waits for its viewer. Amounts are divided by 10, and every number is cut off
at ±5; names and words become signs (`_signs`), so that cards nobody has seen before have a place too. docs/environments.md
describes the layout.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from magistrate.envs.question import SLOTS
from magistrate.errors import InputError
from magistrate.game import COLOR_BIT, FIRST_OBJECT, STEPS, SUPERTYPE_BIT, TYPE_BIT, Characteristics, decisions

if TYPE_CHECKING:
    from magistrate.envs.question import Question
    from magistrate.game import View

Numbers = NDArray[np.float32]

LIMIT: Final = 5.0
_UNIT: Final = 0.1

KINDS: Final = (
    "priority", "attackers", "blockers", "target", "mode", "x", "may", "kicker", "color", "order", "divide", "pay", "cost",
    "replacement", "name", "type", "scry", "mulligan", "choose", "discard", "sacrifice", "exile", "return", "tap", "untap",
    "number", "proliferate", "player", "counter", "vote", "search",
)  # fmt: skip
SHAPES: Final = (
    decisions.CHOOSE, decisions.ORDER, decisions.NUMBER, decisions.DIVIDE, decisions.ATTACKERS, decisions.BLOCKERS,
    decisions.NAME, decisions.ARRANGE,
)  # fmt: skip
ACTIONS: Final = (
    "pass", "cast", "play", "activate", "special", "mana", "attack", "stay", "block", "amount", "number", "name", "end", "more",
)  # fmt: skip
KEYWORDS: Final = (
    "flying", "first strike", "double strike", "deathtouch", "haste", "hexproof", "indestructible", "lifelink", "menace", "reach",
    "trample", "vigilance", "defender", "flash", "shroud", "prowess",
)  # fmt: skip
_TYPES: Final = tuple(TYPE_BIT.values())
_SUPERTYPES: Final = tuple(SUPERTYPE_BIT.values())
_COLORS: Final = tuple(COLOR_BIT.values())
_LETTERS: Final = "WUBRGC"
_COUNTERS: Final = ("poison", "energy", "experience", "rad")
_DESIGNATIONS: Final = ("monarch", "initiative", "city's blessing")

_NAME_SIGNS: Final = 8
_TEXT_SIGNS: Final = 16
_WORD_SIGNS: Final = 16
_TOKEN, _ABILITY = 1, 3  # Status.kind

#: What is always the same for a card, then what becomes of it.
_STATIC: Final = len(_TYPES) + len(_SUPERTYPES) + len(_COLORS) + 1 + len(KEYWORDS) + 1 + _NAME_SIGNS + _TEXT_SIGNS
_STATUS: Final = 22
OBJECT: Final = _STATIC + _STATUS
PLAYER: Final = 8 + len(_LETTERS) + len(_COUNTERS) + 1 + len(_DESIGNATIONS) + 1 + 7
OPTION: Final = 1 + len(ACTIONS) + 1 + 3 + _WORD_SIGNS + OBJECT
ASKED: Final = 2 + len(KINDS) + 1 + len(SHAPES) + 6


@dataclass(frozen=True)
class Sizes:
    """How many objects of each sort are shown, and how many steps can be on offer at once."""

    mine: int = 24
    others: int = 24
    hand: int = 10
    revealed: int = 6
    stack: int = 8
    graveyards: int = 16
    exile: int = 8
    command: int = 6
    tops: int = 4
    slots: int = SLOTS

    def __post_init__(self) -> None:
        """Raises InputError for what leaves no place."""
        for field in fields(self):
            least = 2 if field.name == "slots" else 1
            if getattr(self, field.name) < least:
                raise InputError(f"expected {least} or more {field.name}, not {getattr(self, field.name)}")


#: The parts that hold objects: the fields of Sizes but the last.
GROUPS: Final = tuple(field.name for field in fields(Sizes) if field.name != "slots")
GAME: Final = 1 + len(STEPS) + 2 + len(GROUPS)


def shapes_of(sizes: Sizes, players: int) -> dict[str, tuple[int, ...]]:
    """The parts of an observation in their order, and their shapes."""
    made: dict[str, tuple[int, ...]] = {"game": (GAME,), "players": (players, PLAYER)}
    made.update({group: (getattr(sizes, group), OBJECT) for group in GROUPS})
    made["decision"] = (ASKED,)
    made["subject"] = (OBJECT,)
    made["source"] = (OBJECT,)
    made["options"] = (sizes.slots + 2, OPTION)
    return made


class Encoder:
    """Makes observations for games of so many players, or fewer."""

    def __init__(self, players: int, sizes: Sizes | None = None) -> None:
        self.players = players
        self.sizes = sizes or Sizes()
        self.shapes = shapes_of(self.sizes, players)
        #: where each part stands in the vector
        self.layout: dict[str, slice] = {}
        self.size = 0
        for name, shape in self.shapes.items():
            count = int(np.prod(shape))
            self.layout[name] = slice(self.size, self.size + count)
            self.size += count

    def parts(self, vector: Numbers) -> dict[str, Numbers]:
        """The parts of a vector by name, each in its shape (the same memory)."""
        return {name: vector[self.layout[name]].reshape(shape) for name, shape in self.shapes.items()}

    def observe(self, view: View, question: Question | None) -> Numbers:
        """What the viewer sees; `question` is the one that waits for them, if one does."""
        if view.player is None or view.players > self.players:
            raise InputError(f"expected a player's view of a game of {self.players} players or fewer")
        vector = np.zeros(self.size, np.float32)
        parts = self.parts(vector)
        seen = _Seen(view, view.player)
        left_out = [_fill(parts[name], seen, things) for name, things in _groups(seen).items()]
        parts["game"][:] = _game(view, left_out)
        for row, player in enumerate(seen.seating):
            parts["players"][row] = _player(seen, player)
        if question is not None:
            self._ask(parts, seen, question)
        np.clip(vector, -LIMIT, LIMIT, out=vector)
        return vector

    def _ask(self, parts: Mapping[str, Numbers], seen: _Seen, question: Question) -> None:
        decision = question.decision
        legal = question.actions()
        kinds = [kind == decision.kind for kind in KINDS]
        parts["decision"][:] = [
            1, decision.player == seen.me, *kinds, not any(kinds), *[shape == decision.shape for shape in SHAPES],
            len(question.spelling.steps) * _UNIT, decision.minimum * _UNIT, min(decision.maximum, 50) * _UNIT,
            decision.total * _UNIT, question.page * _UNIT, len(legal) * _UNIT,
        ]  # fmt: skip
        for name, thing in (("subject", question.subject), ("source", decision.source)):
            if thing >= FIRST_OBJECT:
                parts[name][:] = seen.thing(thing)
        options = parts["options"]
        for action in legal:
            meaning = question.meaning(action)
            row = options[action]
            thing = meaning.thing
            head = [0.0] * (5 + len(ACTIONS))
            head[0] = 1.0
            if meaning.action in _PLACES:
                head[_PLACES[meaning.action]] = 1.0
            head[-4] = meaning.amount * _UNIT
            if 0 <= thing < FIRST_OBJECT:
                head[-3] = 1.0
                head[-2] = float(thing == seen.me)
                head[-1] = ((thing - seen.me) % seen.count) * _UNIT
            row[: len(head)] = head
            row[len(head) : len(head) + _WORD_SIGNS] = _signs(meaning.words, _WORD_SIGNS)
            if thing >= FIRST_OBJECT:
                row[-OBJECT:] = seen.thing(thing)


_PLACES: Final = {action: 1 + at for at, action in enumerate(ACTIONS)}


class _Seen:
    """What is looked up more than once for one observation."""

    def __init__(self, view: View, me: int) -> None:
        self.view = view
        self.me = me
        players = self.count = view.players
        #: all players in turn order, the viewer first
        self.seating = [(me + distance) % players for distance in range(players)]
        self.seats = frozenset(view.seats)
        self._rows: dict[int, Numbers] = {}
        #: permanents by who controls them
        self.held: dict[int, list[tuple[int, Characteristics]]] = {player: [] for player in self.seating}
        for oid in view.permanents:
            chars = view.chars(oid)
            if chars is not None and chars.controller in self.held:
                self.held[chars.controller].append((oid, chars))

    def thing(self, oid: int) -> Numbers:
        """An object as numbers."""
        row = self._rows.get(oid)
        if row is None:
            row = self._rows[oid] = _object(self, oid)
        return row


def _groups(seen: _Seen) -> dict[str, list[int]]:
    """The objects of each part, what matters most last: the newest; of permanents the lands come first."""
    view, me = seen.view, seen.me
    others = [player for player in seen.seating if player != me]

    def in_order(players: Iterable[int]) -> list[int]:
        held = [pair for player in players for pair in seen.held[player]]
        return [oid for oid, _ in sorted(held, key=lambda pair: (not pair[1].types & _LAND, pair[0]))]

    tops = [library[0] for player in seen.seating if (library := view.cards_in(player, "library"))]
    return {
        "mine": in_order([me]),
        "others": in_order(others),
        "hand": list(view.cards_in(me, "hand")),
        "revealed": [oid for player in others for oid in view.cards_in(player, "hand") if view.knows(oid)],
        "stack": list(view.on_stack),
        "graveyards": sorted(oid for player in seen.seating for oid in view.cards_in(player, "graveyard")),
        "exile": list(view.in_exile),
        "command": list(view.in_command),
        "tops": [oid for oid in tops if oid >= FIRST_OBJECT],
    }


_LAND: Final = next(bit for kind, bit in TYPE_BIT.items() if kind.value == "land")
_CREATURE: Final = next(bit for kind, bit in TYPE_BIT.items() if kind.value == "creature")


def _fill(rows: Numbers, seen: _Seen, things: Sequence[int]) -> float:
    """Put objects into rows, the last one first; returns how many found no place."""
    shown = things[len(things) - min(len(things), len(rows)) :]
    for row, oid in zip(rows, reversed(shown), strict=False):
        row[:] = seen.thing(oid)
    return len(things) - len(shown)


def _game(view: View, left_out: Sequence[float]) -> list[float]:
    return [
        view.turn * _UNIT, *[float(step == view.step) for step in range(len(STEPS))], float(view.active == view.player),
        len(view.seats) * _UNIT, *[count * _UNIT for count in left_out],
    ]  # fmt: skip


def _player(seen: _Seen, player: int) -> list[float]:
    view = seen.view
    counters = view.counters(player)
    pool = view.mana(player)
    held = seen.held[player]
    lands = [oid for oid, chars in held if chars.types & _LAND]
    creatures = [(oid, chars) for oid, chars in held if chars.types & _CREATURE]
    tapped = {oid for oid, _ in held if view.status(oid).tapped}
    return [
        float(player in seen.seats), float(player == seen.me), float(player == view.active), view.life(player) * _UNIT,
        *[view.size_of(player, zone) * _UNIT for zone in ("hand", "library", "graveyard")],
        view.lands_played(player) * _UNIT,
        *[pool.count(letter) * _UNIT for letter in _LETTERS],
        *[counters.get(kind, 0) * _UNIT for kind in _COUNTERS],
        sum(n for kind, n in counters.items() if kind not in _COUNTERS) * _UNIT,
        *[float(name in view.designations(player)) for name in _DESIGNATIONS],
        view.commander_damage(player) * _UNIT,
        len(lands) * _UNIT, sum(oid not in tapped for oid in lands) * _UNIT,
        len(creatures) * _UNIT, sum(oid not in tapped for oid, _ in creatures) * _UNIT,
        sum(chars.power or 0 for _, chars in creatures) * _UNIT, sum(chars.toughness or 0 for _, chars in creatures) * _UNIT,
        len(held) * _UNIT,
    ]  # fmt: skip


def _object(seen: _Seen, oid: int) -> Numbers:
    view = seen.view
    row = np.zeros(OBJECT, np.float32)
    status = view.status(oid)
    ability = status.kind == _ABILITY
    shown = status.source if ability and status.source >= FIRST_OBJECT else oid
    chars = view.chars(shown)
    holder = status.owner
    if chars is not None:
        key = (
            chars.name,
            chars.types,
            chars.supertypes,
            chars.colors,
            chars.mana_value,
            chars.keywords,
            view.text(oid),
        )
        row[:_STATIC] = _static(*key)
        if chars.controller >= 0:
            holder = chars.controller
    counters = status.counters
    loyalty = counters.get("loyalty", 0) + counters.get("defense", 0)
    plus, minus = counters.get("+1/+1", 0), counters.get("-1/-1", 0)
    creature = chars is not None and chars.types & _CREATURE
    row[_STATIC:] = [
        1.0, float(chars is not None), float(holder == seen.me), float(status.owner == seen.me),
        (holder - seen.me) % seen.count * _UNIT, float(status.tapped), float(view.summoning_sick(oid)),
        float(status.attacking >= 0), float(status.attacking == seen.me), float(bool(status.blocking)),
        float(status.attached_to >= 0), float(status.kind == _TOKEN), float(ability), float(status.face_down), status.damage * _UNIT,
        plus * _UNIT, minus * _UNIT, loyalty * _UNIT, (sum(counters.values()) - plus - minus - loyalty) * _UNIT,
        (chars.power or 0) * _UNIT if creature and chars is not None else 0.0,
        (chars.toughness or 0) * _UNIT if creature and chars is not None else 0.0, float(bool(creature)),
    ]  # fmt: skip
    return row


@lru_cache(maxsize=8192)
def _static(
    name: str, types: int, supertypes: int, colors: int, mana_value: int, keywords: frozenset[str], text: str
) -> Numbers:
    """What a card is, whatever becomes of it."""
    made = [float(types & bit != 0) for bit in _TYPES]
    made += [float(supertypes & bit != 0) for bit in _SUPERTYPES]
    made += [float(colors & bit != 0) for bit in _COLORS]
    made.append(mana_value * _UNIT)
    made += [float(keyword in keywords) for keyword in KEYWORDS]
    made.append(len(keywords.difference(KEYWORDS)) * _UNIT)
    row = np.array([*made, *[0.0] * (_NAME_SIGNS + _TEXT_SIGNS)], np.float32)
    row[len(made) : len(made) + _NAME_SIGNS] = _name_signs(name)
    row[len(made) + _NAME_SIGNS :] = _signs(text, _TEXT_SIGNS)
    row.flags.writeable = False
    return row


@lru_cache(maxsize=8192)
def _name_signs(name: str) -> Numbers:
    """A name as so many signs, +1 or -1: different names differ almost surely in some."""
    bits = zlib.crc32(name.encode())
    return np.array(
        [1.0 if name and bits >> at & 1 else -1.0 if name else 0.0 for at in range(_NAME_SIGNS)], np.float32
    )


@lru_cache(maxsize=8192)
def _signs(words: str, size: int) -> Numbers:
    """A text as a sum of its words: each adds +1 or -1 at a place that its letters give; scaled by the root of their number."""
    row = np.zeros(size, np.float32)
    several = words.lower().split()
    for word in several:
        hashed = zlib.crc32(word.strip('.,:;—()"').encode())
        row[hashed % size] += 1.0 if hashed >> 16 & 1 else -1.0
    row /= max(1.0, len(several) ** 0.5)
    row.flags.writeable = False
    return row
