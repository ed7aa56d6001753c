"""What the text of a card's face says about casting it (CR 601.3, 118.9): its alternative costs, the times it names, and
the keyword abilities that change how it is cast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.effects import (
    AlternativeCost,
    AsLongAs,
    CastTiming,
    Effect,
    If,
    Instructions,
)
from magistrate.abilities.kinds import Ability, Keyword, Static
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import replace
from magistrate.rules import keyword_ways, prototyping
from magistrate.rules.definitions import INSTANT, LAND, LEGENDARY, SORCERY, CopiableValues
from magistrate.rules.state import EXILE, STACK, GameObject

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine


#: Keyword abilities that are an alternative cost to cast the card from where one usually may, by their name (CR 118.9).
ALTERNATIVES: Final = frozenset(
    (
        "overload", "surge", "spectacle", "evoke", "dash", "blitz", "impending", "warp", "bestow", "awaken",
        "more than meets the eye", "mutate", "cleave",
    )
)  # fmt: skip
#: Keyword abilities that let a card be cast face down for {3} (CR 702.37, 702.168).
FACE_DOWN: Final = frozenset(("morph", "megamorph", "disguise"))
#: Keyword abilities that change how a card is cast and have no rules yet.
MISSING: Final = frozenset(
    (
        "offering",
    )
)  # fmt: skip


def is_legendary_spell(values: CopiableValues) -> bool:
    """Whether it is a legendary instant or sorcery, which not everybody can cast (CR 205.4e)."""
    return values.supertypes & LEGENDARY != 0 and values.types & (INSTANT | SORCERY) != 0


class Printed:
    """What the text of one face says about casting it (CR 300.2a, 305.9)."""

    __slots__ = (
        "alternatives",
        "bill_cost",
        "castable",
        "flash",
        "instant",
        "keywords",
        "land",
        "modes",
        "plain",
        "timing",
        "values",
    )

    def __init__(
        self, values: CopiableValues, abilities: tuple[Ability, ...], types: int, cost: ManaCost | None
    ) -> None:
        self.values = values
        self.bill_cost = cost
        self.land = types & LAND != 0
        self.instant = types & INSTANT != 0
        self.castable = not self.land
        self.flash = False
        self.alternatives: list[tuple[str, AlternativeCost]] = []
        self.timing: list[CastTiming] = []
        self.keywords: list[Keyword] = []
        for ability in abilities:
            if isinstance(ability, Keyword):
                if ability.name == "flash":
                    self.flash = True
                elif ability.name in _ABOUT_CASTING:
                    self.keywords.append(ability)
                for meant in ability.meaning:
                    if isinstance(meant, Static):
                        self._statements(meant.effect, ability.name)
            elif isinstance(ability, Static):
                self._statements(ability.effect, "alternative cost")
        #: nothing about the face itself says anything about casting it but its cost
        self.plain = not (self.alternatives or self.timing or self.keywords) and not is_legendary_spell(values)

    def _statements(self, effect: Effect, name: str) -> None:
        if isinstance(effect, AlternativeCost):
            if effect.of is None:
                self.alternatives.append((name, effect))
        elif isinstance(effect, AsLongAs | If) and isinstance(effect.effect, AlternativeCost):
            self._statements(replace(effect.effect, condition=effect.condition), name)
        elif isinstance(effect, CastTiming):
            self.timing.append(effect)
        elif isinstance(effect, Instructions):
            for step in effect.steps:
                self._statements(step, name)


#: Keyword abilities by which the card is cast from elsewhere than the hand.
FROM_ELSEWHERE: Final = frozenset(
    (
        "flashback", "escape", "jump-start", "retrace", "aftermath", "disturb", "harmonize", "mayhem",
    )
)  # fmt: skip
_ABOUT_CASTING: Final = (
    frozenset((prototyping.NAME,)) | ALTERNATIVES | MISSING | FACE_DOWN | FROM_ELSEWHERE | keyword_ways.FROM_HAND
)


def is_combined(thing: GameObject) -> bool:
    """CR 709.4: whether it has the characteristics of both its halves where it is, so that none of them shows alone."""
    definition = thing.definition
    return definition is not None and definition.layout in ("split", "aftermath") and thing.zone != STACK


def shows(thing: GameObject, face: int) -> bool:
    """Whether an object has the characteristics of a face of its card where it is, and of no other; a card face down in exile has none
    (CR 406.3a)."""
    return face == thing.face and not is_combined(thing) and not (thing.face_down and thing.zone == EXILE)


_printed: Final[dict[tuple[int, int], tuple[tuple[Ability, ...], Printed]]] = {}


def printed(game: Engine, thing: GameObject, face: int = 0) -> Printed:
    """What a card's face says about casting it, with what its characteristics are now where it is the face that
    shows; a card face down in exile is turned face up before it is played (CR 406.3a)."""
    definition = thing.definition
    assert definition is not None
    if shows(thing, face) or face >= len(definition.faces):
        chars = game.chars(thing.oid)
        abilities, types, cost = chars.abilities, chars.types, chars.mana_cost
        values = definition.faces[min(face, len(definition.faces) - 1)]
    else:
        values = definition.faces[face]
        abilities, types, cost = values.abilities, values.types, values.mana_cost
    return _remembered(values, abilities, types, cost)


def of_half(game: Engine, thing: GameObject, face: int) -> Printed:
    """CR 702.1b, 709.3a: what one half of a split card says where both are together, with the abilities that it is given: their
    costs are those of the half that is cast."""
    assert thing.definition is not None
    values = thing.definition.faces[face]
    mark = game.st.mark()
    game.st.set(thing, "copiable", values)
    chars = game.chars(thing.oid)
    game.st.rollback(mark)
    return _remembered(values, chars.abilities, chars.types, chars.mana_cost)


def _remembered(values: CopiableValues, abilities: tuple[Ability, ...], types: int, cost: ManaCost | None) -> Printed:
    key = (id(abilities), types)
    known = _printed.get(key)
    if known is None or known[0] is not abilities or known[1].values is not values or known[1].bill_cost is not cost:
        known = _printed[key] = (abilities, Printed(values, abilities, types, cost))
    return known[1]
