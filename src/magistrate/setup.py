"""How a game is set up: from decks, or from a position on the board; as plain data that a save can hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from magistrate.errors import InputError

_T = TypeVar("_T")

#: The variants that there are rules for.
VARIANTS = ("two-player", "free-for-all", "commander")


@dataclass(frozen=True)
class WrittenCard:
    """A card nobody has printed, given in full. One of several faces has them in `faces`, and `layout` says how they stand to each other
    where that does not follow from what they are; its own name and text are then nothing."""

    name: str
    text: str = ""
    type: str = ""
    mana_cost: str | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    colors: str | None = None
    layout: str = ""
    faces: tuple[WrittenCard, ...] = ()


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
    #: the dungeon cards outside the game (CR 309.2); with none, those of the card store
    dungeons: tuple[Placed, ...] = ()


@dataclass(frozen=True)
class Setup:
    """A game about to begin.

    `kind` "game": libraries are shuffled, hands drawn, mulligans taken, `first` begins (None: at random). "position": the
    board is as given and `first` takes turn 1 (in scenario files the first player).
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
        made = _checked(Setup, more)
    except (KeyError, TypeError, AttributeError, ValueError) as wrong:
        raise InputError(f"the setup of the game is not readable ({wrong})") from None
    check(made)
    return made


def check(setup: Setup) -> None:
    """That a game can begin so. Raises InputError, which says what is wrong."""
    names = [seat.name for seat in setup.seats]
    wrong = _misfits(Setup, vars(setup)) or next(filter(None, (_misfits(Seat, vars(seat)) for seat in setup.seats)), "")
    if wrong:
        problem = wrong
    elif setup.kind not in ("game", "position"):
        problem = f"`kind` is {setup.kind!r}"
    elif setup.variant not in VARIANTS:
        problem = f"`variant` is {setup.variant!r:.60}, expected one of {', '.join(VARIANTS)}"
    elif not 2 <= len(names) <= 6:
        problem = f"a game has two to six players, not {len(names)}"
    elif len(set(names)) != len(names):
        problem = f"the players' names are not all different: {', '.join(names)}"
    elif not all(name.strip() for name in names):
        problem = "a player has no name"
    elif setup.first is not None and not 0 <= setup.first < len(names):
        problem = f"`first` is {setup.first}, expected a player's number from 0 to {len(names) - 1}"
    else:
        return
    raise InputError(f"the setup of the game is not readable ({problem})")


def check_written(card: WrittenCard) -> None:
    """That what is said of a card is of the right types. Raises InputError."""
    wrong = _misfits(WrittenCard, vars(card))
    if wrong:
        raise InputError(f"the card is not readable ({wrong})")


def _seat(data: Mapping[str, Any]) -> Seat:
    more = _tuples(data)
    for zone in ("library", "hand", "battlefield", "graveyard", "exile", "command", "commanders", "dungeons"):
        more[zone] = tuple(_placed(card) for card in data.get(zone, ()))
    return _checked(Seat, more)


def _placed(data: Mapping[str, Any]) -> Placed:
    more: dict[str, Any] = dict(data)
    if more.get("written"):
        more["written"] = _written(more["written"])
    if more.get("token"):
        more["token"] = _checked(WrittenToken, _tuples(more["token"]))
    return _checked(Placed, more)


def _written(data: Mapping[str, Any]) -> WrittenCard:
    more = _tuples(data)
    more["faces"] = tuple(_written(face) for face in data.get("faces", ()))
    return _checked(WrittenCard, more)


def _checked(of: type[_T], values: Mapping[str, Any]) -> _T:
    """An object of a dataclass, whose values are what its fields say. Raises TypeError."""
    wrong = _misfits(of, values)
    if wrong:
        raise TypeError(wrong)
    return of(**values)


def _misfits(of: type, values: Mapping[str, Any]) -> str:
    """The first value that is not what its field says, in words; "" when all are."""
    hints = _hints(of)
    wrong = (
        f"`{key}` is {value!r:.60}" for key, value in values.items() if key in hints and not _fits(value, hints[key])
    )
    return next(wrong, "")


@cache
def _hints(of: type) -> dict[str, Any]:
    return get_type_hints(of)


def _fits(value: Any, hint: Any) -> bool:
    """Whether a value is what a field's annotation says."""
    if hint is Any:
        return True
    origin = get_origin(hint)
    if origin is UnionType:
        return any(_fits(value, one) for one in get_args(hint))
    if origin is tuple:
        return isinstance(value, tuple) and all(_fits(one, get_args(hint)[0]) for one in value)
    if origin is not None:  # Mapping[str, int]
        of_keys, of_values = get_args(hint)
        return isinstance(value, Mapping) and all(_fits(k, of_keys) and _fits(v, of_values) for k, v in value.items())
    return type(value) is hint


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
