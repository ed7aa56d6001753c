"""Cards as the rules see them: the copiable values of each face (CR 707.2), ready to be played."""

from __future__ import annotations

from typing import Final

from magistrate.abilities.characteristics import CardType, Color, Supertype
from magistrate.abilities.kinds import Ability
from magistrate.abilities.mana import ManaCost

_TYPES: Final = tuple(CardType)
_SUPERTYPES: Final = tuple(Supertype)
TYPE_BIT: Final[dict[CardType, int]] = {kind: 1 << i for i, kind in enumerate(_TYPES)}
SUPERTYPE_BIT: Final[dict[Supertype, int]] = {kind: 1 << i for i, kind in enumerate(_SUPERTYPES)}
COLOR_BIT: Final[dict[Color, int]] = {color: 1 << int(color) for color in Color}
COLOR_LETTERS: Final = "WUBRG"
CREATURE: Final = TYPE_BIT[CardType.CREATURE]
LAND: Final = TYPE_BIT[CardType.LAND]
ARTIFACT: Final = TYPE_BIT[CardType.ARTIFACT]
ENCHANTMENT: Final = TYPE_BIT[CardType.ENCHANTMENT]
PLANESWALKER: Final = TYPE_BIT[CardType.PLANESWALKER]
BATTLE: Final = TYPE_BIT[CardType.BATTLE]
INSTANT: Final = TYPE_BIT[CardType.INSTANT]
DUNGEON: Final = TYPE_BIT[CardType.DUNGEON]
SORCERY: Final = TYPE_BIT[CardType.SORCERY]
PERMANENT_TYPES: Final = ARTIFACT | BATTLE | CREATURE | ENCHANTMENT | LAND | PLANESWALKER
LEGENDARY: Final = SUPERTYPE_BIT[Supertype.LEGENDARY]
BASIC: Final = SUPERTYPE_BIT[Supertype.BASIC]
SNOW: Final = SUPERTYPE_BIT[Supertype.SNOW]


def colors_of_cost(cost: ManaCost | None) -> int:
    """The colours of the coloured symbols in a cost, as a bit mask (CR 105.2, 202.2b, 202.2c, 202.2d)."""
    mask = 0
    if cost is not None:
        for symbol in cost.symbols:
            for letter in symbol.split("/"):
                at = COLOR_LETTERS.find(letter)
                if at >= 0 and letter:
                    mask |= 1 << at
    return mask


def symbols_of(cost: ManaCost) -> str:
    """A mana cost as it is printed."""
    return "".join(f"{{{symbol}}}" for symbol in cost.symbols)


def kicked_with(cost: str) -> str:
    """The name under which it is known that one of two kicker costs was paid (CR 702.33f)."""
    return f"its {cost} kicker"


def mana_value_of_cost(cost: ManaCost | None, x: int = 0) -> int:
    """CR 202.3, 202.3f, 202.3g: hybrid symbols count their largest part, Phyrexian ones 1, X as given (0 off the stack)."""
    total = 0
    if cost is not None:
        for symbol in cost.symbols:
            parts = symbol.split("/")
            if symbol == "X" or symbol == "Y" or symbol == "Z":
                total += x
            else:
                total += max(int(part) if part.isdigit() else 1 for part in parts)
    return total


_FIELDS: Final = (
    "abilities",
    "adventure",
    "colors",
    "defense",
    "halves",
    "loyalty",
    "mana_cost",
    "name",
    "power",
    "power_text",
    "sides",
    "subtypes",
    "supertypes",
    "text",
    "toughness",
    "toughness_text",
    "types",
)


class CopiableValues:
    """CR 707.2: what a copy takes over. Immutable. Type lines are bit masks; `power` and kin are None where there is none;
    a printed * is 0 here and a characteristic-defining ability in `abilities` (CR 604.3, 208.2a)."""

    __slots__ = _FIELDS

    def __init__(
        self,
        name: str,
        *,
        mana_cost: ManaCost | None = None,
        colors: int | None = None,
        supertypes: int = 0,
        types: int = 0,
        subtypes: frozenset[str] = frozenset(),
        abilities: tuple[Ability, ...] = (),
        power: int | None = None,
        toughness: int | None = None,
        loyalty: int | None = None,
        defense: int | None = None,
        text: str = "",
        power_text: str = "",
        toughness_text: str = "",
        halves: tuple[CopiableValues, ...] = (),
        adventure: bool = False,
    ) -> None:
        self.name = name
        self.mana_cost = mana_cost
        self.colors = colors_of_cost(mana_cost) if colors is None else colors
        self.supertypes = supertypes
        self.types = types
        self.subtypes = subtypes
        self.abilities = abilities
        self.power = power
        self.toughness = toughness
        self.loyalty = loyalty
        self.defense = defense
        self.text = text
        self.halves = halves  # of what has two with a shared type line (CR 709.5)
        self.sides: tuple[CopiableValues, ...] = ()  # of a flip card: the upright and the flipped values (CR 710.1)
        self.adventure = adventure  # whether there are alternative characteristics of an Adventure (CR 715.2b)
        self.power_text = power_text or ("" if power is None else str(power))
        self.toughness_text = toughness_text or ("" if toughness is None else str(toughness))

    def but(self, **changes: object) -> CopiableValues:
        """The same values with some changed, as a copy effect's exceptions do (CR 707.9)."""
        new = CopiableValues(self.name)
        for name in _FIELDS:
            setattr(new, name, changes.get(name, getattr(self, name)))
        return new


_MOST: Final = 20_000
_values: Final[dict[tuple[object, ...], CopiableValues]] = {}


def the_same(values: CopiableValues) -> CopiableValues:
    """The values that were first made with the same in them: what is remembered by the identity of a copy's values is found again, in
    the next game too, and does not pile up."""
    if values.halves or values.sides:
        return values
    own = values.abilities
    key = (
        values.name, values.mana_cost, values.colors, values.supertypes, values.types, values.subtypes, values.power, values.toughness,
        values.loyalty, values.defense, values.text, values.power_text, values.toughness_text, values.adventure,
        tuple([id(ability) for ability in own]),
    )  # fmt: skip
    found = _values.get(key)
    if found is None:
        if len(_values) >= _MOST:
            _values.clear()
        found = _values[key] = values
    return found


class CardDefinition:
    """A card with all its faces (CR 709-718, 709.2, 715.2, 715.2b, 715.2c). `layout` as card data name it: normal,
    split, transform, modal_dfc, adventure, …

    `key` names it in saves: the card's name, or for a card nobody has printed its text and type line in full.
    """

    __slots__ = ("faces", "key", "layout", "name")

    def __init__(self, name: str, faces: tuple[CopiableValues, ...], layout: str = "normal", key: str = "") -> None:
        self.name = name
        if layout == "adventure" and "Adventure" in faces[-1].subtypes:  # and no Omen
            faces = tuple([face.but(adventure=True) for face in faces])
        self.faces = faces
        self.layout = layout
        self.key = key or name


_copies: Final[dict[tuple[object, ...], CardDefinition]] = {}


def of_copy(faces: tuple[CopiableValues, ...], layout: str, key: str) -> CardDefinition:
    """What a copy with such faces is, the same one each time; `key` begins its name in saves."""
    place = (*[id(face) for face in faces], layout, key)
    found = _copies.get(place)
    if found is None:
        if len(_copies) >= _MOST:
            _copies.clear()
        found = _copies[place] = CardDefinition(faces[0].name, faces, layout, f"{key}:{faces[0].name}")
    return found
