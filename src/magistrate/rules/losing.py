"""What an object loses besides what it gets: "loses all other card types and abilities" (CR 205.1a, 613.1d, 613.1f)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.actions import Action, Become, GainAbilities, LoseOthers
from magistrate.rules import intrinsic, layer_changes, subtypes_of_types
from magistrate.rules.change import Change
from magistrate.rules.layer_numbers import TYPE
from magistrate.rules.registry import modifies

if TYPE_CHECKING:
    from collections.abc import Iterable

    from magistrate.abilities.kinds import Ability
    from magistrate.rules.characteristics import Characteristics
    from magistrate.rules.definitions import CopiableValues

ABILITIES: Final = "abilities"
CARD_TYPES: Final = "card types"
CREATURE_TYPES: Final = "creature types"


class LoseTypes(Change):
    """CR 205.1a, 613.1d: card types, or creature types, other than those that the same effect sets; subtypes whose card type is gone
    go too."""

    __slots__ = ("kept_subtypes", "kept_types", "what")

    def __init__(self, what: tuple[str, ...], beside: Iterable[Action]) -> None:
        super().__init__(TYPE)
        self.what = what
        self.kept_types, self.kept_subtypes = _set_by(beside)

    def apply(self, to: Characteristics, value: Any) -> None:
        """Take the others away."""
        to.types, to.subtypes = without_others(to.types, to.subtypes, self.what, self.kept_types, self.kept_subtypes)
        intrinsic.fit(to)


def _set_by(beside: Iterable[Action]) -> tuple[int, frozenset[str]]:
    """The card types and subtypes that actions set."""
    types, subtypes = 0, frozenset[str]()
    for action in beside:
        if isinstance(action, Become):
            types |= subtypes_of_types.types_named(action)
            subtypes = subtypes.union(action.subtypes)
    return types, subtypes


def without_others(
    types: int, subtypes: frozenset[str], what: tuple[str, ...], kept_types: int, kept_subtypes: frozenset[str]
) -> tuple[int, frozenset[str]]:
    """CR 205.1a: what is left of types and subtypes."""
    if CREATURE_TYPES in what:
        gone = subtypes_of_types.ALL_CREATURE_TYPES - kept_subtypes
        subtypes = subtypes - gone
    if CARD_TYPES in what and types & ~kept_types:
        types &= kept_types
        subtypes = frozenset(kept for kept in subtypes if subtypes_of_types.types_of(kept) & types)
    return types, subtypes


def changes(action: LoseOthers, beside: tuple[Action, ...]) -> tuple[Change, ...]:
    """CR 613.1d, 613.1f: the changes, beside the other things that the same clause does. Abilities are taken away before those that it
    gives are added."""
    made: list[Change] = []
    if CARD_TYPES in action.what or CREATURE_TYPES in action.what:
        made.append(LoseTypes(action.what, beside))
    if ABILITIES in action.what:
        made.append(layer_changes.RemoveAbilities(()))
    return tuple(made)


@modifies(LoseOthers)
def _lose_others(action: LoseOthers) -> tuple[Change, ...]:
    """CR 205.1a."""
    return changes(action, ())


def of_copy(values: CopiableValues, action: LoseOthers, beside: Iterable[Action]) -> CopiableValues:
    """CR 707.9b: a copy without what it is and has besides what its exceptions say."""
    beside = tuple(beside)
    types, subtypes = without_others(values.types, values.subtypes, action.what, *_set_by(beside))
    abilities: tuple[Ability, ...] = values.abilities
    if ABILITIES in action.what:
        given = [one for other in beside if isinstance(other, Become | GainAbilities) for one in other.abilities]
        abilities = tuple([one for one in abilities if any(one is kept for kept in given)])
    return values.but(types=types, subtypes=subtypes, abilities=abilities)
