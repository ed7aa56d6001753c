"""Cards that nobody has printed, as they are written down: whether what stands around their text can be read, how their faces stand to
each other, and the card that they make.

Nothing is guessed: what cannot be read, and a layout that does not follow from the faces, is an InputError of one line that says what was
expected.
"""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from magistrate.abilities.characteristics import CardType, Supertype
from magistrate.abilities.subtypes import KINDS_OF_SUBTYPE
from magistrate.cards.assemble import make_face
from magistrate.cards.model import Card, Face, parse_type_line
from magistrate.cards.signs import plain, unreadable
from magistrate.errors import InputError
from magistrate.setup import WrittenCard

COLOR_LETTERS = "WUBRG"
#: CR 107.4: what a mana cost is made of, and CR 208, 209, 210: what a corner of a card says.
_SYMBOL = re.compile(r"\{(?:[0-9]{1,7}|[XWUBRGCS]|[WUBRGC]/[WUBRG](?:/P)?|2/[WUBRG]|[WUBRGC]/P)\}")
_NUMBER = re.compile(r"-?[0-9]{1,9}|X|(?:[0-9]{1,9}[+-])?\*|\*[+-][0-9]{1,9}")
_TYPES = {kind.value.capitalize() for kind in CardType} | {"Tribal"}
_SUPERTYPES = {kind.value.capitalize() for kind in Supertype}
_SPELLS = {"Instant", "Sorcery"}
_DASH = re.compile(r"\s+(?:-{1,2}|[‒–−―])\s+")

#: The layouts of cards with two faces, as they are said (an omen is built as an adventure, a room as a split card), and what shows them.
_LAYOUTS = {
    "transform": "transform", "modal_dfc": "modal_dfc", "split": "split", "room": "split", "aftermath": "aftermath",
    "adventure": "adventure", "omen": "adventure", "flip": "flip", "prepare": "prepare", "meld": "meld",
}  # fmt: skip
#: Layouts of cards with one face, which their text tells.
_SINGLE = ("normal", "saga", "class", "case", "leveler", "prototype", "mutate", "token", "dungeon")

_REMINDER = re.compile(r"\([^()]*\)")
_TRANSFORMS = re.compile(
    r"\b(?:transforms?(?! (?:target|all|each|any|up to|another))|transformed"
    r"|converts?|converted|daybound|disturb|craft with)\b", re.IGNORECASE,
)  # fmt: skip
_AFTERMATH, _FUSE = re.compile(r"^Aftermath\b", re.MULTILINE), re.compile(r"^Fuse\b", re.MULTILINE)
_PREPARED = re.compile(r"\b(?:becomes?|enters?) prepared\b", re.IGNORECASE)
_MELDS = re.compile(r"\bmeld them\b", re.IGNORECASE)


# What stands around the text -------------------------------------------------------------------------------------------
def tidy(card: WrittenCard) -> WrittenCard:
    """The same with plain signs, and none but one space, where only signs that are not seen differ."""

    def line(said: str | None) -> str | None:
        return None if said is None else " ".join(plain(said).split())

    corners: dict[str, Any] = {key: line(getattr(card, key)) for key in ("power", "toughness", "loyalty", "defense")}
    return replace(
        card,
        name=line(card.name) or "",
        type=_DASH.sub(" — ", line(card.type) or ""),
        text=plain(card.text),
        mana_cost=line(card.mana_cost),
        faces=tuple(tidy(face) for face in card.faces),
        **corners,
    )


def misread(card: WrittenCard, *, sizes: bool = True) -> tuple[str, str] | None:
    """What around a written card's text cannot be read: the field, and what was expected there; None when all can.

    `sizes`: whether what its types ask for has to be there (CR 208.1, 306.5, 310.4).
    """
    if not card.name.strip():
        return "name", "expected a name, not nothing"
    for what, said in (("name", card.name), ("type", card.type), ("text", card.text)):
        sign = unreadable(said)
        if sign:
            return what, f"expected letters and signs in its {what}, not the control character {sign}"
    wrong = wrong_types(card.type) or _wrong_cost(card.mana_cost)
    if wrong is not None:
        return wrong
    for what in ("power", "toughness", "loyalty", "defense"):
        said = getattr(card, what)
        if said is not None and not _NUMBER.fullmatch(said):
            return what, f"expected a number or `*` as its {what}, not `{said}`"
    if card.colors is not None and not set(card.colors) <= set(COLOR_LETTERS):
        return "colors", f"expected colors as letters of {COLOR_LETTERS}, not `{card.colors}`"
    return _not_there(card) if sizes else None


def wrong_types(type_line: str) -> tuple[str, str] | None:
    """CR 205: a type line has card types, supertypes before them, and behind a dash subtypes."""
    _, types, subtypes = parse_type_line(type_line)
    if not types:
        return "type", f"expected a type line with a card type, like `Creature — Bird`, not `{type_line}`"
    words = type_line.partition("—")[0].split()
    known = _TYPES | _SUPERTYPES
    for word in words:
        if word not in known:
            near = get_close_matches(word.capitalize(), sorted(known), 1, 0.75)
            where = f" (`{word}` is a subtype: it stands behind a dash)" if word in KINDS_OF_SUBTYPE else ""
            hint = f"; did you mean `{near[0]}`?" if near and not where else where
            return "type", f"`{word}` is no card type in the type line `{type_line}`{hint}"
    twice = next((word for at, word in enumerate(words) if word in words[:at]), None)
    if twice is not None:
        return "type", f"`{twice}` stands twice in the type line `{type_line}`"
    if {"Plane", "Planeswalker", "Dungeon"} & set(types):  # places and persons have names of their own (CR 205.3j)
        return None
    for word in subtypes:
        if word not in KINDS_OF_SUBTYPE:
            near = get_close_matches(word.capitalize(), list(KINDS_OF_SUBTYPE), 1, 0.75)
            hint = f"; did you mean `{near[0]}`?" if near else " (CR 205.3)"
            return "type", f"`{word}` is no subtype in the type line `{type_line}`{hint}"
    return None


def _wrong_cost(cost: str | None) -> tuple[str, str] | None:
    """CR 107.4, 202.1."""
    at = 0
    while cost and at < len(cost):
        symbol = _SYMBOL.match(cost, at)
        if symbol is None:
            end = cost.find("}", at) + 1
            there = cost[at:end] if end else cost[at:]
            hint = f": `{there.strip()}` is no mana symbol" if there != cost else ""
            if _SYMBOL.fullmatch(there.strip().upper()):
                hint += f"; did you mean `{there.strip().upper()}`?" if hint else f"; did you mean `{there.upper()}`?"
            return "mana_cost", f"expected a mana cost such as `{{2}}{{G/W}}`, not `{cost}`{hint}"
        at = symbol.end()
    return None


def _not_there(card: WrittenCard) -> tuple[str, str] | None:
    """What its types ask for and it does not have: a creature's or Vehicle's size, a loyalty, a defense."""
    _, types, subtypes = parse_type_line(card.type)
    sized = "creature" if "Creature" in types else "Vehicle" if "Vehicle" in subtypes else ""
    for what in ("power", "toughness"):
        if sized and getattr(card, what) is None:
            return what, f"expected its {what}: it is a {sized} (CR {'208.1' if sized == 'creature' else '301.7a'})"
    if (card.power is None) != (card.toughness is None):
        missing = "power" if card.power is None else "toughness"
        return missing, f"expected its {missing} too: power and toughness stand together (CR 208.1)"
    if "Planeswalker" in types and card.loyalty is None:
        return "loyalty", "expected its loyalty: it is a planeswalker (CR 306.5a)"
    if "Battle" in types and card.defense is None:
        return "defense", "expected its defense: it is a battle (CR 310.4a)"
    return None


# Faces -----------------------------------------------------------------------------------------------------------------
def faces_misread(card: WrittenCard, *, sizes: bool = True) -> tuple[int, str, str] | None:
    """What of the faces of a written card cannot be read: the number of the face (-1: the card's own layout), the field, and what was
    expected."""
    faces = card.faces
    if not faces:
        wrong = misread(card, sizes=sizes)
        if wrong is not None:
            return 0, *wrong
    for number, face in enumerate(faces):
        if face.faces or face.layout:
            return number, "faces", "a face has no faces of its own"
        wrong = misread(face, sizes=sizes)
        if wrong is not None and wrong[0] == "loyalty" and number and face.loyalty is None:
            wrong = None  # it keeps the counters that it has
        if wrong is not None:
            return number, *wrong
        if any(other.name == face.name for other in faces[:number]):
            return number, "name", "expected another name: two faces have the same"
    wrong_layout = _layout_or_reason([_face(face) for face in faces or (card,)], card.layout)[1]
    return (-1, "layout", wrong_layout) if wrong_layout else None


def _layout_or_reason(faces: list[Face], said: str) -> tuple[str, str]:
    """The layout of a card with these faces, as it is said or follows from them; or why there is none."""
    word = said.strip().lower().replace(" ", "_").replace("-", "_")
    if word and word not in _LAYOUTS and word not in _SINGLE:
        near = get_close_matches(word, [*_LAYOUTS, *_SINGLE], 1, 0.6)
        hint = f"; did you mean `{near[0]}`?" if near else f"; expected one of {', '.join(_LAYOUTS)}"
        return "", f"`{said}` is no layout{hint}"
    if len(faces) == 1:
        if word in _LAYOUTS:
            return "", f"expected two `faces`: the layout is `{said}`"
        return "normal", ""
    if len(faces) > 2:
        return "", f"expected two faces, not {len(faces)}"
    if word in _SINGLE:
        return "", f"expected one face, not two: the layout is `{said}`"
    if not word:
        found = _following(faces[0], faces[1])
        if not found:
            return "", f"expected `layout` (it does not follow from the faces): one of {', '.join(_LAYOUTS)}"
        return found, ""
    wrong = _against(word, faces[0], faces[1])
    return ("", f"`{said}` does not fit the faces: {wrong}") if wrong else (_LAYOUTS[word], "")


def _is_spell(face: Face) -> bool:
    return bool(_SPELLS & set(face.types))


def _is_room(face: Face) -> bool:
    return "Room" in face.subtypes


def _following(first: Face, second: Face) -> str:
    """The layout that follows surely from what the faces are and say; "" when none does (CR 709, 710, 712, 715; newer: omen, prepare)."""
    said = _REMINDER.sub("", first.text)
    if {"Adventure", "Omen"} & set(second.subtypes):
        return "adventure"
    if _is_room(first) and _is_room(second):
        return "split"
    if _is_spell(first) and _is_spell(second):
        if _AFTERMATH.search(second.text):
            return "aftermath"
        return "split" if _FUSE.search(first.text) or _FUSE.search(second.text) else ""
    if _is_spell(first):
        return ""
    if _is_spell(second) and second.mana_cost is not None and _PREPARED.search(said):
        return "prepare"
    if second.mana_cost is None and (_TRANSFORMS.search(said) or "Siege" in first.subtypes):
        return "transform"
    if not _is_spell(second) and re.search(rf"\bflip (?:it|this|{re.escape(first.name)})\b", said, re.IGNORECASE):
        return "flip"
    return "meld" if second.mana_cost is None and _MELDS.search(said) else ""


def _against(layout: str, first: Face, second: Face) -> str:
    """What a layout asks of the faces and they are not; "" when they are all that."""
    if layout in ("adventure", "omen") and layout.capitalize() not in second.subtypes:
        return f"the second is no {layout.capitalize()}, whose type line is like `Sorcery — {layout.capitalize()}`"
    if layout == "room" and not (_is_room(first) and _is_room(second)):
        return "both are Rooms, `Enchantment — Room`"
    if layout == "split" and not ((_is_spell(first) and _is_spell(second)) or (_is_room(first) and _is_room(second))):
        return "both are instants or sorceries (or both are Rooms)"
    if layout == "aftermath" and not (_is_spell(first) and _is_spell(second) and _AFTERMATH.search(second.text)):
        return "both are instants or sorceries, and the text of the second begins with `Aftermath` (CR 702.127)"
    if layout == "prepare" and not _is_spell(second):
        return "the second is an instant or a sorcery (newer: prepare)"
    if layout in ("flip", "transform", "meld") and _is_spell(first):
        return "the first is a permanent card"
    if layout in ("flip", "meld") and _is_spell(second):
        return "the second is a permanent"
    if layout in ("transform", "meld") and second.mana_cost is not None:
        return "the back has no mana cost (CR 202.1b, 712.8e)"
    return ""


# The card --------------------------------------------------------------------------------------------------------------
def card_of(card: WrittenCard, *, sizes: bool = True) -> Card:
    """The card that is written. Raises InputError, of one line."""
    card = tidy(card)
    wrong = faces_misread(card, sizes=sizes)
    if wrong is not None:
        number, _, message = wrong
        called = name_of(card) if number < 0 or not card.faces else card.faces[number].name
        raise InputError(f"{called or 'the card'}: {message}")
    return built(card)


def built(card: WrittenCard) -> Card:
    """The card that is written, of which nothing more is asked."""
    faces = [_face(face) for face in card.faces or (card,)]
    return Card(name_of(card), _layout_or_reason(faces, card.layout)[0] or "normal", tuple(faces))


def name_of(card: WrittenCard) -> str:
    """What a card is called: one of several faces by all their names."""
    return " // ".join(face.name for face in card.faces) or card.name


def _face(card: WrittenCard) -> Face:
    return make_face(
        card.name, card.mana_cost, card.type, card.text, power=card.power, toughness=card.toughness, loyalty=card.loyalty,
        defense=card.defense, colors=card.colors,
    )  # fmt: skip
