"""The mana abilities that basic land types give (CR 305.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import AddMana, FixedMana
from magistrate.abilities.costs import Costs, TapSymbol
from magistrate.abilities.effects import Does
from magistrate.abilities.kinds import Ability, Activated
from magistrate.abilities.things import You
from magistrate.rules.definitions import LAND

if TYPE_CHECKING:
    from magistrate.rules.characteristics import Characteristics


def _taps_for(symbol: str) -> Activated:
    return Activated(Costs((TapSymbol(),)), Does(You(), (AddMana(FixedMana((symbol,))),)))


#: CR 305.6, in the order of the colour wheel.
ABILITIES: Final[dict[str, Ability]] = {
    "Plains": _taps_for("W"),
    "Island": _taps_for("U"),
    "Swamp": _taps_for("B"),
    "Mountain": _taps_for("R"),
    "Forest": _taps_for("G"),
}
_OURS: Final = frozenset(id(ability) for ability in ABILITIES.values())


_rows: Final[dict[tuple[int, ...], tuple[Ability, ...]]] = {}
_MOST: Final = 20_000


def row(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """The same abilities as the row that was first made of them: what is remembered by a row's identity is found again,
    in the next game too, and does not pile up."""
    key = tuple([id(ability) for ability in abilities])
    found = _rows.get(key)
    if found is None:
        if len(_rows) >= _MOST:
            _rows.clear()
        found = _rows[key] = abilities
    return found


def of(types: int, subtypes: frozenset[str]) -> tuple[Ability, ...]:
    """CR 305.6: what a land has by its basic land types."""
    if not types & LAND:
        return ()
    return tuple(ability for subtype, ability in ABILITIES.items() if subtype in subtypes)


def fit(to: Characteristics) -> None:
    """After types have changed: those of the basic land types it has now, before its other abilities (CR 305.6,
    305.7)."""
    wanted = of(to.types, to.subtypes)
    old = to.abilities
    if not wanted and not any(id(ability) in _OURS for ability in old):
        return
    to.abilities = row(wanted + tuple(ability for ability in old if id(ability) not in _OURS))
    to.statics = None
