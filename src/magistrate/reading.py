"""From cards to definitions: a card's faces are compiled and become what the rules play; what is not wholly understood is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from magistrate.abilities.groups import Named
from magistrate.abilities.kinds import Ability
from magistrate.abilities.mana import ManaCost
from magistrate.abilities.node import Node, replace, rewrite
from magistrate.cards.model import Card, Face
from magistrate.cards.names import name_key
from magistrate.cards.store import Store, open_store
from magistrate.errors import InputError
from magistrate.oracle.cache import compiled as compile_card
from magistrate.oracle.compile import CompiledCard, Refused
from magistrate.rules import counters_on
from magistrate.rules.definitions import COLOR_LETTERS, SUPERTYPE_BIT, TYPE_BIT, CardDefinition, CopiableValues
from magistrate.setup import Placed, WrittenCard, WrittenToken, check_written
from magistrate.written import built, card_of

_SYMBOL = re.compile(r"\{([^{}]+)\}")


class CardRefused(InputError):
    """A card that cannot be played: `refused` says which words were not understood, and what was expected there."""

    def __init__(self, name: str, refused: tuple[Refused, ...]) -> None:
        more = f" (and {len(refused) - 1} more)" if len(refused) > 1 else ""
        super().__init__(f"{name} cannot be played: {refused[0].message}{more}")
        self.name = name
        self.refused = refused


class Reading:
    """Reads cards of a store, and cards that nobody has printed, into definitions; each is read once."""

    def __init__(self, store: Store | None = None) -> None:
        self._store = store
        self._known: dict[object, CardDefinition] = {}
        self._dungeons: tuple[CardDefinition, ...] | None = None

    @property
    def store(self) -> Store:
        """The card store in use; opened when first needed."""
        if self._store is None:
            self._store = open_store()
        return self._store

    def definition(self, placed: Placed) -> CardDefinition:
        """The definition of something that stands in a zone. Raises CardRefused or UnknownCard."""
        if placed.token is not None:
            return self.token(placed.token)
        if placed.written is not None:
            return self.written(placed.written)
        return self.named(placed.card)

    def named(self, name: str) -> CardDefinition:
        """A card of the store by its name. Raises UnknownCard or CardRefused."""
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = self.card(self.store.find(name))
        return known

    def card(self, card: Card) -> CardDefinition:
        """A card as the rules see it. Raises CardRefused when a word of it is not understood, or a face is missing."""
        known = self._known.get(card)
        if known is None:
            if card.missing:
                raise InputError(f"{card.name} cannot be played: the card data lack its {' and '.join(card.missing)}")
            known = self._known[card] = definition_of(card, compile_card(card))
        return known

    def faces_named(self, name: str) -> tuple[CopiableValues, ...]:
        """What the faces of that name among the cards of the store are printed as, their abilities left out (CR 201.4)."""
        card = self.store.get(name)
        key = name_key(name)
        return () if card is None else tuple(values_of(face, ()) for face in card.faces if name_key(face.name) == key)

    def faces(self) -> Iterator[CopiableValues]:
        """The faces of all cards of the store, their abilities left out."""
        for card in self.store.cards():
            for face in card.faces:
                yield values_of(face, ())

    def dungeons(self) -> tuple[CardDefinition, ...]:
        """The dungeon cards of the store that can be played (CR 309), by name."""
        if self._dungeons is None:
            found: list[CardDefinition] = []
            for card in self.store.search("type:dungeon"):
                if "Dungeon" in card.faces[0].types and not compile_card(card).refused:
                    found.append(self.card(card))
            self._dungeons = tuple(found)
        return self._dungeons

    def written(self, card: WrittenCard) -> CardDefinition:
        """A card nobody has printed. Raises CardRefused."""
        key = repr(card)
        known = self._known.get((key,))
        if known is None:
            found = self.card(card_of(card))
            known = self._known[(key,)] = CardDefinition(found.name, found.faces, found.layout, key=key)
        return known

    def token(self, token: WrittenToken) -> CardDefinition:
        """A token as described. Raises CardRefused when its text is not understood."""
        return self.written(written_token(token))

    def values_of_text(
        self,
        name: str,
        type_line: str,
        text: str,
        power: str | None = None,
        toughness: str | None = None,
        colors: str = "",
    ) -> CopiableValues:
        """What an object of that name, type line and text is (predefined tokens, CR 111.10). Raises CardRefused."""
        written = WrittenCard(name, text, type_line, power=power, toughness=toughness, colors=colors)
        return self.card(built(written)).faces[0]


def definition_of(card: Card, compiled: CompiledCard) -> CardDefinition:
    """A card that has been read, as the rules see it. Raises CardRefused when a word of it was not understood."""
    if compiled.refused:
        raise CardRefused(card.name, compiled.refused)
    faces = tuple(values_of(face, done.abilities) for face, done in zip(card.faces, compiled.faces, strict=True))
    return CardDefinition(card.name, faces, card.layout)


def _by_name(face: Face, abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """ "Cards named ~": what is said to be named so is no reference to this object, whose name may change (CR 201.5), but to
    what has the name that is printed."""
    if " named " not in face.text:
        return abilities

    def change(node: Node) -> Node:
        return replace(node, name=face.name) if isinstance(node, Named) and node.name == "~" else node

    return tuple(rewrite(ability, change) for ability in abilities)


def values_of(face: Face, abilities: tuple[Ability, ...]) -> CopiableValues:
    """A face's copiable values (CR 707.2). A printed * or X is 0 until its ability defines it (CR 208.2a, 107.13,
    202.2e, 310.4a, 711.5, 711.6, 204.2, 306.5a)."""
    colors = None if face.colors is None else sum(1 << COLOR_LETTERS.index(c) for c in face.colors)
    kinds = {kind.value.capitalize(): bit for kind, bit in TYPE_BIT.items()}
    supers = {kind.value.capitalize(): bit for kind, bit in SUPERTYPE_BIT.items()}
    return CopiableValues(
        face.name,
        mana_cost=None if face.mana_cost is None else ManaCost(tuple(_SYMBOL.findall(face.mana_cost))),
        colors=colors,
        supertypes=sum(supers.get(word, 0) for word in face.supertypes),
        types=sum(kinds.get("Kindred" if word == "Tribal" else word, 0) for word in face.types),
        subtypes=frozenset(face.subtypes),
        abilities=_by_name(face, abilities),
        power=_number(face.power),
        toughness=_number(face.toughness),
        loyalty=_number(face.loyalty),
        defense=_number(face.defense),
        text=face.text,
        power_text=face.power or "",
        toughness_text=face.toughness or "",
    )


def _number(printed: str | None) -> int | None:
    """A printed number: what stands beside a star counts, the star itself is 0 ("1+*" is 1)."""
    if printed is None:
        return None
    found = re.search(r"-?\d+", printed)
    return int(found.group()) if found else 0


def written_token(token: WrittenToken) -> WrittenCard:
    """A token that is described by its characteristics, as a card written out."""
    text = "\n".join(part for part in (", ".join(token.keywords).capitalize(), token.text) if part)
    before = " ".join((*token.supertypes, *token.types)).title()
    line = f"{before} — {' '.join(token.subtypes)}" if token.subtypes else before
    colors = "".join(c for c in COLOR_LETTERS if c in token.colors)
    return WrittenCard(token.name, text, line, power=token.power, toughness=token.toughness, colors=colors)


def read_card(
    text: str,
    *,
    name: str = "Unnamed",
    type: str = "Creature",
    mana_cost: str | None = None,
    power: int | str | None = None,
    toughness: int | str | None = None,
    loyalty: int | str | None = None,
    defense: int | str | None = None,
    colors: str | None = None,
) -> CardDefinition:
    """Read a card that nobody has printed. Raises CardRefused with the words that are not understood.

    InputError is raised when what stands around the text cannot be read.

    >>> read_card("Whenever this creature attacks, draw a card.", name="Scout", type="Creature — Bird", power=1, toughness=1).name
    'Scout'
    """
    written = WrittenCard(
        name, text, type, mana_cost, _printed(power), _printed(toughness), _printed(loyalty), _printed(defense), colors
    )
    check_written(written)
    return default_reading().written(written)


def _printed(number: int | str | None) -> str | None:
    return None if number is None else str(number)


@lru_cache(maxsize=1)
def default_reading() -> Reading:
    """The reading over the user's card store, shared by everything in this process."""
    return Reading()


def _keyword_of_counter(name: str) -> Ability:
    """The ability that a counter with a keyword's name gives (CR 122.1b)."""
    return default_reading().values_of_text("", "Creature", name.capitalize()).abilities[0]


counters_on.read_with(_keyword_of_counter)
