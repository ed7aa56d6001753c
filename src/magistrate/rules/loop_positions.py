"""What the game is like, to be compared with what it is like later: for loops of mandatory actions (CR 104.4b).

A position has a shape, which comes back as it was or not at all, and sizes, which may have grown: life totals, counters, power and
toughness, how many permanents there are of a kind, how many effects and delayed abilities wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.amounts import (
    Amount,
    CountersOn,
    DamagePrevented,
    Difference,
    DoneThisWayAmount,
    Half,
    LifeTotalOf,
    ManaSpent,
    Number,
    PaidAsEntered,
    Star,
    StartingLifeOf,
    Sum,
    TargetsBeyondFirst,
    ThatMuch,
    Times,
    TimesHappened,
    TimesKicked,
    X,
)
from magistrate.abilities.conditions import (
    Compares,
    Controls,
    HasCounters,
    HasFullParty,
    HasMore,
    HasMostLife,
    Owns,
    ThereAre,
    ThisAbility,
)
from magistrate.abilities.conditions import Happened as HasHappened
from magistrate.abilities.groups import TogetherWith, TotalAtMost, WithCounter, WithExtreme, WithMeasure
from magistrate.rules import present
from magistrate.rules.state import ABILITY, FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.state import GameObject

#: A shape, life totals, and the other sizes: for each kind of permanent a row of numbers for each permanent, and a last row of single
#: numbers.
Position = tuple[int, tuple[int, ...], tuple[tuple[tuple[int, ...], ...], ...]]

#: What has grown.
LIFE: Final = 1
OTHER: Final = 2

#: Counters of which there are never too many: the others are counted by the rules themselves (CR 704.5c, 714.2b), or go away.
_OF_PLAYERS: Final = frozenset(("energy", "experience"))
_LORE: Final = "lore"

_OF_LIFE: Final = (LifeTotalOf, HasMore, HasMostLife)
_OF_RECORD: Final = (TimesHappened, HasHappened, ThisAbility)
#: Amounts that do not look at what there is.
_GIVEN: Final = frozenset(
    (
        Number, Star, X, ThatMuch, Times, Half, Sum, Difference, ManaSpent, TimesKicked, TargetsBeyondFirst, DamagePrevented,
        DoneThisWayAmount, PaidAsEntered, LifeTotalOf, StartingLifeOf,
    )
)  # fmt: skip
#: Conditions and qualities that may ask how many there are, or how great something is.
_COUNTING: Final = frozenset(
    (
        Controls, Owns, ThereAre, Compares, HasMore, HasCounters, HasFullParty, WithMeasure, WithExtreme, TogetherWith,
        TotalAtMost, WithCounter, CountersOn, HasHappened, ThisAbility,
    )
)  # fmt: skip


def position(game: Engine) -> Position:
    """What the game is like, whichever objects are which; another one after anything random. The stack is not looked at."""
    st, board = game.st, game.board
    players: list[Any] = []
    singles = [len(board.effects), len(board.delayed)]
    for player in st.players:
        players.append(
            (
                tuple([_kind(st.objects[oid]) for oid in player.library]),
                tuple(sorted([_kind(st.objects[oid]) for oid in player.hand])),
                tuple([_kind(st.objects[oid]) for oid in player.graveyard]),
                tuple(sorted([(kind, n) for kind, n in player.counters.items() if kind not in _OF_PLAYERS])),
                player.designations,
                len(player.mana),
                player.lost,
            )
        )
        singles.extend([player.counters.get(kind, 0) for kind in sorted(_OF_PLAYERS)])
    crowd: dict[tuple[Any, ...], list[tuple[int, ...]]] = {}
    for oid in board.battlefield:
        kind, sizes = _permanent(game, st.objects[oid])
        crowd.setdefault(kind, []).append(sizes)
    kinds = sorted(crowd)
    exile = tuple(sorted([_kind(st.objects[oid]) for oid in board.exile]))
    command = tuple(sorted([_kind(st.objects[oid]) for oid in board.command]))
    shape = hash((tuple(players), tuple(kinds), exile, command, board.rng, board.day))
    rows = [tuple(sorted(crowd[kind])) for kind in kinds]
    return shape, tuple([player.life for player in st.players]), (*rows, (tuple(singles),))


def growth(before: Position, now: Position) -> int:
    """What is more than it was (`LIFE`, `OTHER`); 0 when all is the same, -1 when something is less or otherwise."""
    if before[0] != now[0] or not _at_least(before[1], now[1]):
        return -1
    found = LIFE if before[1] != now[1] else 0
    if before[2] == now[2]:
        return found
    for were, are in zip(before[2], now[2], strict=True):
        if len(were) != len(are):
            if len(were) > len(are) or set(were) != set(are):
                return -1
        elif not all(_at_least(one, other) for one, other in zip(were, are, strict=True)):
            return -1
    return found | OTHER


def seen(game: Engine, grown: int) -> bool:
    """Whether a card that is not hidden away could tell that something has grown, and do something else for it."""
    kinds = _kinds(game)
    if grown & LIFE and any(kind in kinds for kind in _OF_LIFE):
        return True
    if not grown & OTHER:
        return any(kind in kinds for kind in _OF_RECORD)
    return any(
        kind in _COUNTING or (isinstance(kind, type) and issubclass(kind, Amount) and kind not in _GIVEN)
        for kind in kinds
    )


def counted(game: Engine) -> bool:
    """Whether a card that is not hidden away could tell how often something has happened."""
    kinds = _kinds(game)
    return any(kind in kinds for kind in _OF_RECORD)


def on_stack(game: Engine, thing: GameObject) -> tuple[Any, ...]:
    """What a spell or ability is, what it is aimed at, and the numbers that it was given."""
    frame = thing.frame
    of: tuple[Any, ...] = ()
    numbers: tuple[Any, ...] = ()
    if frame is not None:
        of = tuple([_meant(game, one) for ids in frame.targets for one in ids])
        numbers = tuple(
            [value for name, value in frame.bindings.items() if isinstance(value, int) and name != "created"]
        )
    return (*_kind(thing), id(thing.ability), thing.controller, _meant(game, thing.source), of, numbers)


def _kinds(game: Engine) -> set[Any]:
    """The types of nodes of the cards that stand where all can see them, and of what effects are of."""
    st, board = game.st, game.board
    all_there = present.present(game)
    if all_there.copying:
        return all_there.kinds
    there = [*board.battlefield, *board.stack, *board.command, *board.exile]
    for player in st.players:
        there += player.graveyard
    there += [one.frame.source for one in (*board.effects, *board.delayed)]
    found: set[Any] = set()
    for oid in dict.fromkeys(there):
        if oid < FIRST_OBJECT:
            continue
        thing = game.obj(oid)
        if thing.kind != ABILITY and thing.definition is not None:
            found |= present.card_of(thing.definition).kinds
        elif thing.source >= FIRST_OBJECT:
            definition = game.obj(thing.source).definition
            if definition is not None:
                found |= present.card_of(definition).kinds
    return found


def _at_least(before: tuple[int, ...], now: tuple[int, ...]) -> bool:
    return len(before) == len(now) and all(one <= other for one, other in zip(before, now, strict=True))


def _kind(thing: GameObject) -> tuple[int, int]:
    return id(thing.definition), thing.kind


def _permanent(game: Engine, thing: GameObject) -> tuple[tuple[Any, ...], tuple[int, ...]]:
    """What a permanent is, and the numbers of it that may grow."""
    chars = game.chars(thing.oid)
    counters = sorted(thing.counters.items())
    kind = (
        *_kind(thing),
        chars.name,
        chars.controller,
        chars.types,
        thing.tapped,
        thing.damage,
        thing.face,
        thing.face_down,
        thing.phased_out,
        thing.counters.get(_LORE, 0),
        tuple([name for name, _ in counters]),
        _meant(game, thing.attached_to),
    )
    return kind, (chars.power or 0, chars.toughness or 0, *[count for name, count in counters])


def _meant(game: Engine, one: int) -> tuple[int, int]:
    return (one, 0) if one < FIRST_OBJECT else _kind(game.obj(one))
