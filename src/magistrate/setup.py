"""How a game is set up: from decks, or from a position on the board; as plain data that a save can hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from typing import Any

from magistrate.errors import InputError


@dataclass(frozen=True)
class WrittenCard:
    """A card nobody has printed, given in full."""

    name: str
    text: str = ""
    type: str = ""
    mana_cost: str | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    colors: str | None = None


@dataclass(frozen=True)
class WrittenToken:
    """A token described by its characteristics; `text` is Oracle text beyond the keywords."""

    name: str
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    colors: str = ""
    power: str | None = None
    toughness: str | None = None
    keywords: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class Placed:
    """One object in a zone at the start; `card` names a card of the store, or `written`/`token` says what it is."""

    card: str = ""
    written: WrittenCard | None = None
    token: WrittenToken | None = None
    id: str = ""
    tapped: bool = False
    counters: Mapping[str, int] | None = None
    damage: int = 0
    sick: bool = False
    face_down: bool = False
    transformed: bool = False
    attached_to: str = ""
    chosen: Any = None
    controller: str = ""
    #: a token that is a copy of `card` rather than the card
    as_token: bool = False
    #: the name of the card that a permanent is a copy of
    copy_of: str = ""
    #: a commander that is not in the command zone (CR 903.3)
    commander: bool = False


@dataclass(frozen=True)
class Seat:
    """A player and what they start with: zones by name, a library's top card first."""

    name: str
    life: int = 20
    counters: Mapping[str, int] = field(default_factory=dict)
    designations: tuple[str, ...] = ()
    library: tuple[Placed, ...] = ()
    hand: tuple[Placed, ...] = ()
    battlefield: tuple[Placed, ...] = ()
    graveyard: tuple[Placed, ...] = ()
    exile: tuple[Placed, ...] = ()
    command: tuple[Placed, ...] = ()
    commanders: tuple[Placed, ...] = ()


@dataclass(frozen=True)
class Setup:
    """A game about to begin.

    `kind` "game": libraries are shuffled, hands drawn, mulligans taken, `first` begins (None: at random). "position": the
    board is as given and the first player takes turn 1 (scenario files).
    """

    kind: str
    seats: tuple[Seat, ...]
    seed: int = 0
    variant: str = "two-player"
    first: int | None = None
    mulligans: bool = True
    designations: tuple[str, ...] = ()
    coins: tuple[bool, ...] = ()
    dice: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain data, without what has its default."""
        slim: dict[str, Any] = _slim(self)
        return slim


def from_json(data: Mapping[str, Any]) -> Setup:
    """The setup that `Setup.to_json` wrote. Raises InputError when it is something else."""
    try:
        more = _tuples(data)
        more["seats"] = tuple(_seat(seat) for seat in data["seats"])
        return Setup(**more)
    except (KeyError, TypeError, AttributeError, ValueError) as problem:
        raise InputError(f"the setup of the game is not readable ({problem})") from None


def _seat(data: Mapping[str, Any]) -> Seat:
    more = _tuples(data)
    for zone in ("library", "hand", "battlefield", "graveyard", "exile", "command", "commanders"):
        more[zone] = tuple(_placed(card) for card in data.get(zone, ()))
    return Seat(**more)


def _placed(data: Mapping[str, Any]) -> Placed:
    more: dict[str, Any] = dict(data)
    if more.get("written"):
        more["written"] = WrittenCard(**more["written"])
    if more.get("token"):
        more["token"] = WrittenToken(**_tuples(more["token"]))
    return Placed(**more)


def _tuples(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}


def _slim(value: Any) -> Any:
    """Plain data of a dataclass, without the fields that have their default."""
    if is_dataclass(value) and not isinstance(value, type):
        kept: dict[str, Any] = {}
        for each in fields(value):
            own = getattr(value, each.name)
            default = each.default_factory() if each.default_factory is not MISSING else each.default
            if own != default or type(own) is not type(default):
                kept[each.name] = _slim(own)
        return kept
    if isinstance(value, Mapping):
        return {key: _slim(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_slim(part) for part in value]
    return value
