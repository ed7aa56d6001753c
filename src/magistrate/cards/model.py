"""Cards and their faces as they are printed: plain frozen data, the same whatever source it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from magistrate.cards.mana import cost_colors, mana_value, order_colors

#: Words before the dash of a type line that are supertypes (CR 205.4a; `Host` and `Elite` stand on humorous cards).
SUPERTYPES = frozenset({"Basic", "Elite", "Host", "Legendary", "Ongoing", "Snow", "World"})

#: Layouts whose cards bear several names, and so have more than one face.
MULTI_FACE_LAYOUTS = frozenset(
    {"adventure", "aftermath", "flip", "meld", "modal_dfc", "prepare", "reversible_card", "split", "transform"}
)

#: Layouts whose halves together make the card's characteristics away from the stack (CR 709.4).
SPLIT_LAYOUTS = frozenset({"split", "aftermath"})

#: Layouts of cards with a back that is another face (CR 712).
DOUBLE_FACED_LAYOUTS = frozenset({"transform", "modal_dfc", "meld"})

#: The formats in which a card must be legal or restricted for it to be counted (see `Card.in_scope`).
SCOPE_FORMATS = ("legacy", "vintage", "commander")


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a card.

    `colors` holds letters in the order WUBRG where an indicator or the frame prints what the mana cost does not tell
    (`""` is colourless); None where the colours follow from the mana cost (CR 105.2, 202.2). `color_unknown` is set
    where the source has a face whose colour neither its cost nor anything else tells. `mana_cost` is None where there
    is none.
    """

    name: str
    mana_cost: str | None
    type_line: str
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    text: str
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    colors: str | None = None
    color_unknown: bool = False

    @property
    def mana_value(self) -> float:
        """The mana value of this face's own mana cost; whole numbers are ints."""
        return mana_value(self.mana_cost)

    @property
    def color_letters(self) -> str:
        """The colours of the face as letters in the order WUBRG, from what is printed or from the mana cost."""
        return cost_colors(self.mana_cost) if self.colors is None else self.colors


@dataclass(frozen=True, slots=True)
class Card:
    """A card: its faces, front first, and what is known of it as a whole.

    `name` is `A // B` for a card of two names. `missing` names what the source does not tell ("second face",
    "defense", "color"); a card with anything missing is incomplete and cannot be played.
    """

    name: str
    layout: str
    faces: tuple[Face, ...]
    keywords: tuple[str, ...] = ()
    color_identity: str = ""
    legalities: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.name, self.layout, self.faces))

    @property
    def front(self) -> Face:
        """The first face: a double-faced card's front, a split card's left half, an adventurer's creature."""
        return self.faces[0]

    @property
    def incomplete(self) -> bool:
        """Whether the source lacks something that is printed on the card."""
        return bool(self.missing)

    @property
    def mana_value(self) -> float:
        """The mana value of the card: of both halves together for a split card (CR 709.4b), else of its first face."""
        if self.layout in SPLIT_LAYOUTS:
            return sum(face.mana_value for face in self.faces)
        return self.faces[0].mana_value

    @property
    def color_letters(self) -> str:
        """The colours of the card: of both halves together for a split card (CR 709.4b), else of its first face."""
        if self.layout in SPLIT_LAYOUTS:
            return order_colors("".join(face.color_letters for face in self.faces))
        return self.faces[0].color_letters

    @property
    def in_scope(self) -> bool:
        """Whether the card is legal or restricted in one of `SCOPE_FORMATS`, and so counts for coverage."""
        return any(self.legalities.get(name) in ("legal", "restricted") for name in SCOPE_FORMATS)


@dataclass(frozen=True, slots=True)
class Ruling:
    """An official ruling on a card: when it was published, by whom, and its words."""

    published: date
    source: str
    text: str


def parse_type_line(type_line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Split a type line into supertypes, types and subtypes (CR 205, 205.3a, 301.3, 302.3, 303.3, 304.3, 305.5, 306.3,
    307.3, 308.2, 310.3).

    A plane's subtype is all that stands behind the dash (CR 205.3b), and `Time Lord` is one creature type of two words.

    >>> parse_type_line("Legendary Creature — Time Lord Doctor")
    (('Legendary',), ('Creature',), ('Time Lord', 'Doctor'))
    """
    before, _, after = type_line.replace(" - ", " — ").partition("—")
    words = before.split()
    supertypes = tuple(word for word in words if word in SUPERTYPES)
    types = tuple(word for word in words if word not in SUPERTYPES)
    after = after.strip()
    if "Plane" in types:
        return supertypes, types, (after,) if after else ()
    subtypes = [word.replace("\0", " ") for word in after.replace("Time Lord", "Time\0Lord").split()]
    return supertypes, types, tuple(subtypes)


def card_to_dict(card: Card) -> dict[str, Any]:
    """Return the card as plain data for `--json`: the fields of the classes, and the values that follow from them."""
    return {
        "name": card.name,
        "layout": card.layout,
        "mana_value": card.mana_value,
        "colors": list(card.color_letters),
        "color_identity": list(card.color_identity),
        "keywords": list(card.keywords),
        "faces": [
            {
                "name": face.name,
                "mana_cost": face.mana_cost,
                "type": face.type_line,
                "text": face.text,
                "power": face.power,
                "toughness": face.toughness,
                "loyalty": face.loyalty,
                "defense": face.defense,
                "colors": None if face.color_unknown else list(face.color_letters),
            }
            for face in card.faces
        ],
        "legalities": dict(card.legalities),
        "missing": list(card.missing),
    }
