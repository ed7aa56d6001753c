"""What counters on an object do to its characteristics (CR 122.1a, 122.1b, 613.1f, 613.4c)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from magistrate.abilities.kinds import Ability, Keyword
from magistrate.rules import layer_changes
from magistrate.rules.registry import Unsupported
from magistrate.rules.state import GameObject

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.state import Record

_PT: Final = re.compile(r"([+-])(\d+)/([+-])(\d+)")
_parsed: Final[dict[str, tuple[int, int] | None]] = {}

#: CR 122.1b.
KEYWORD_COUNTERS: Final = frozenset(
    (
        "decayed", "double strike", "exalted", "deathtouch", "first strike", "flying", "haste", "hexproof",
        "indestructible", "lifelink",
        "menace", "reach", "shadow", "trample", "vigilance",
    )
)  # fmt: skip
#: The keyword abilities that counters give. What those mean that are no rule of their own is asked of the reader of cards.
_abilities: Final[dict[str, Ability]] = {}
_readers: Final[list[Callable[[str], Ability]]] = []
_NATIVE: Final = KEYWORD_COUNTERS - {"decayed", "exalted"}


def per_counter(kind: str) -> tuple[int, int] | None:
    """What one counter of a kind adds to power and toughness (CR 122.1a); None when it is not of that sort."""
    if kind in _parsed:
        return _parsed[kind]
    found = _PT.fullmatch(kind)
    value = None
    if found is not None:
        power = int(found.group(2)) * (1 if found.group(1) == "+" else -1)
        toughness = int(found.group(4)) * (1 if found.group(3) == "+" else -1)
        value = (power, toughness)
    _parsed[kind] = value
    return value


def power_and_toughness(counters: Mapping[str, int]) -> tuple[int, int]:
    """What all counters add to power and toughness (CR 122.1a)."""
    power = toughness = 0
    for kind, count in counters.items():
        each = per_counter(kind)
        if each is not None:
            power += each[0] * count
            toughness += each[1] * count
    return power, toughness


_NONE: Final[tuple[Ability, ...]] = ()


def abilities(thing: GameObject) -> tuple[Ability, ...]:
    """The keyword abilities that its counters give an object (CR 122.1b)."""
    counters = thing.counters
    if not counters:
        return _NONE
    return tuple([keyword(kind) for kind, count in counters.items() if count > 0 and kind in KEYWORD_COUNTERS])


def keyword(name: str) -> Ability:
    """The keyword ability of a counter."""
    known = _abilities.get(name)
    if known is None:
        if name not in _NATIVE and not _readers:
            raise Unsupported(f"{name} counters")
        known = _abilities[name] = Keyword(name) if name in _NATIVE else _readers[-1](name)
    return known


def read_with(reader: Callable[[str], Ability]) -> None:
    """Say who knows what a keyword on a counter means, compiled from its definition in Oracle English."""
    _readers.append(reader)


#: Mark: when the latest keyword counter was put on the object.
STAMP: Final = "keyword counter put"
_changes: Final[dict[tuple[int, ...], tuple[tuple[Ability, ...], layer_changes.AddAbilities]]] = {}


def change(given: tuple[Ability, ...]) -> layer_changes.AddAbilities:
    """The change of layer 6 that counters with these keywords make; the same one each time."""
    key = tuple(id(ability) for ability in given)
    known = _changes.get(key)
    if known is None:
        known = _changes[key] = (given, layer_changes.AddAbilities(given))
    return known[1]


def timestamp(thing: GameObject) -> int:
    """CR 613.7c: when the latest of its counters that are keywords was put there; as its object when that is not
    known."""
    found = thing.marks.get(STAMP) if thing.marks else None
    return max(thing.timestamp, found) if isinstance(found, int) else thing.timestamp


def stamp(game: Engine, record: Record, kind: str) -> None:
    """CR 613.7c: a counter that is a keyword gets a timestamp as it is put on an object."""
    if kind in KEYWORD_COUNTERS and isinstance(record, GameObject):
        game.st.put(record, "marks", STAMP, game.st.tick())
