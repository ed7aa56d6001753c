"""How a game is set up: from decks, or from a position on the board; as plain data that a save can hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
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
        return _slim(asdict(self))


def from_json(data: Mapping[str, Any]) -> Setup:
    """The setup that `Setup.to_json` wrote. Raises InputError when it is something else."""
    try:
        seats = tuple(_seat(seat) for seat in data["seats"])
        plain = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items() if k != "seats"}
        return Setup(seats=seats, **plain)
    except (KeyError, TypeError, AttributeError) as problem:
        raise InputError(f"the setup of the game is not readable ({problem})") from None


def _seat(data: Mapping[str, Any]) -> Seat:
    zones = ("library", "hand", "battlefield", "graveyard", "exile", "command", "commanders")
    plain = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items() if k not in zones}
    return Seat(**plain, **{zone: tuple(_placed(card) for card in data.get(zone, ())) for zone in zones})


def _placed(data: Mapping[str, Any]) -> Placed:
    more = dict(data)
    if more.get("written"):
        more["written"] = WrittenCard(**more["written"])
    if more.get("token"):
        more["token"] = WrittenToken(**{k: tuple(v) if isinstance(v, list) else v for k, v in more["token"].items()})
    return Placed(**more)


def _slim(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _slim(v) for k, v in value.items() if v not in (None, "", (), [], {}, False) or _matters(k, v)}
    if isinstance(value, list | tuple):
        return [_slim(v) for v in value]
    return value


def _matters(key: str, value: Any) -> bool:
    """What says something though it is empty: 0 life, no counters on what would start with some."""
    return key in ("seed", "life") or (key == "counters" and value is not None)
