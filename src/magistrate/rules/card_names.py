"""Choosing a card name (CR 201.4), and what has it (CR 201.2, 709.4a)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from magistrate.abilities.subtypes import BASIC_LAND_TYPES
from magistrate.rules.decisions import NAME, Decision
from magistrate.rules.definitions import ARTIFACT, BASIC, CREATURE, LAND
from magistrate.rules.state import CARD

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from magistrate.rules.decisions import Answer
    from magistrate.rules.definitions import CopiableValues
    from magistrate.rules.engine import Engine

#: Between the two names of a split card.
BETWEEN: Final = " // "
#: What a name has to be of: types of which it has one, and types of which it has none.
_WANTED: Final[dict[str, tuple[int, int]]] = {
    "artifact": (ARTIFACT, 0),
    "creature": (CREATURE, 0),
    "land": (LAND, 0),
    "nonland": (0, LAND),
    "nonbasic land": (LAND, 0),
    "noncreature, nonland": (0, CREATURE | LAND),
}


class Reference(Protocol):
    """The Oracle card reference (CR 108.1)."""

    def faces_named(self, name: str) -> Sequence[CopiableValues]:
        """The faces of cards that have a name: each half of a split card, and each face of other cards, has its own."""

    def faces(self) -> Iterator[CopiableValues]:
        """All of them."""


def has_name(named: str, name: str) -> bool:
    """CR 201.2, 709.4a: whether an object that is named so has a name: a split card has two."""
    return named == name or (BETWEEN in named and name in named.split(BETWEEN))


def share_name(one: str, other: str) -> bool:
    """CR 201.2a: whether objects that are named so have a name in common; what has no name has none."""
    return bool(one) and any(has_name(other, name) for name in one.split(BETWEEN))


def choose_name(game: Engine, player: int, what: str, excluded: tuple[str, ...], source: int) -> str:
    """CR 201.4: a player chooses the name of a card of the reference, and not that of a token; of the cards in this game that
    nobody has printed, too."""

    def problem(answer: Answer) -> str:
        if not any(fits(values, what, excluded) for values in _named(game, str(answer))):
            return f"{answer!r} is no {what} that can be chosen"
        return ""

    decision = Decision(
        player,
        "name",
        f"Choose a {what}",
        [],
        shape=NAME,
        source=source,
        rules=("201.4", "607.2d"),
        validate=problem,
        default=_first(game, player, what, excluded),
    )
    answer: str = game.ask(decision)
    return next(values.name for values in _named(game, answer) if fits(values, what, excluded))


def fits(values: CopiableValues, what: str, excluded: tuple[str, ...]) -> bool:
    """CR 201.4a-f, 709.4a, 710.5, 712.19, 715.5: whether a name can be chosen: the face that has it must be what is asked for, the
    half of a split card, the back of a double-faced card or the alternative of a flip card or an adventurer card by itself."""
    if values.name in excluded:
        return False
    wanted = what.removesuffix("name").strip().removesuffix("card").strip()
    some, none = _WANTED.get(wanted, (0, 0))
    if wanted == "nonbasic land" and values.supertypes & BASIC:
        return False
    return (not some or bool(values.types & some)) and not values.types & none


def _named(game: Engine, name: str) -> Sequence[CopiableValues]:
    found = game.reference.faces_named(name) if game.reference is not None else ()
    return found or [values for values in _in_game(game, None) if values.name == name]


def _in_game(game: Engine, player: int | None) -> Iterator[CopiableValues]:
    for thing in game.st.objects.values():
        if thing.kind == CARD and thing.definition is not None and player in (None, thing.owner):
            yield from thing.definition.faces


def _first(game: Engine, player: int, what: str, excluded: tuple[str, ...]) -> str:
    """A name that can be chosen: one of the player's own cards where there is any."""
    own = sorted({values.name for values in _in_game(game, player) if fits(values, what, excluded)})
    if own:
        return own[0]
    faces = game.reference.faces() if game.reference is not None else _in_game(game, None)
    return next((values.name for values in faces if fits(values, what, excluded)), BASIC_LAND_TYPES[0])
