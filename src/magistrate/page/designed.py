"""Cards as their designers write them, in a file: the keys of a scenario's written-out card (YAML), or plain lines as on a card.

    Storm Kitten {1}{U}
    Creature — Cat Wizard
    Whenever you cast an instant spell, draw a card.
    1/2

Several faces stand under each other with a line `//` between them, or in a list `faces:`. Words that cannot be made a card are
an InputError of one line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import yaml

from magistrate.abilities.characteristics import CardType
from magistrate.cards.assemble import make_face
from magistrate.cards.model import Card, Face, parse_type_line
from magistrate.errors import InputError
from magistrate.reading import misread
from magistrate.setup import WrittenCard

_KEYS = (
    "card",
    "name",
    "text",
    "type",
    "mana_cost",
    "power",
    "toughness",
    "loyalty",
    "defense",
    "colors",
    "layout",
    "faces",
)
_OTHER_NAMES = {"cost": "mana_cost", "mana cost": "mana_cost", "type line": "type", "types": "type", "rules": "text"}
_KEY_LINE = re.compile(r"^(?:card|name|text|type|mana_cost|faces|layout|cost|mana cost|type line)\s*:", re.IGNORECASE)
_TITLE = re.compile(r"^(?P<name>[^{}]+?)\s*(?P<cost>(?:\{[^{}\s]+\})+)?$")
_COST = re.compile(r"^(?:\{[^{}\s]+\})+$")
_SIZE = re.compile(r"^(?P<power>[^\s/]{1,5})/(?P<toughness>[^\s/]{1,5})$")
_CORNER = re.compile(r"^\[?(?P<what>loyalty|defense)\s*:?\s*(?P<number>\d+|X)\]?$", re.IGNORECASE)
_TYPES = {kind.value.capitalize() for kind in CardType} | {"Tribal"}


def read_design(content: str, source: str, name: str | None = None, type_line: str | None = None) -> Card:
    """The card that a file holds. `name` and `type_line`: what was said beside it; then the file may hold the rules text
    alone. Raises InputError."""
    content = content.lstrip("\ufeff").strip()
    if not content and name is None:
        raise InputError(f"{source} is empty: expected a card, its name first")
    lines = content.splitlines()
    if content and (_KEY_LINE.match(lines[0]) or content.startswith('{"')):
        return _from_mapping(content, source, name, type_line)
    parts = [part.strip() for part in re.split(r"(?m)^\s*//\s*$", content)]
    if name is not None and not _looks_printed(lines):
        return _card([WrittenCard(name, content, type_line or "Creature")], "", source)
    faces = [_printed(part, source) for part in parts if part]
    if name is not None:
        faces[0] = _but(faces[0], name=name)
    if type_line is not None:
        faces[0] = _but(faces[0], type=type_line)
    return _card(faces, "", source)


def _but(card: WrittenCard, **changes: Any) -> WrittenCard:
    return WrittenCard(**{**{key: getattr(card, key) for key in card.__dataclass_fields__}, **changes})


def _is_type_line(line: str) -> bool:
    types = parse_type_line(line)[1]
    return bool(types) and all(word in _TYPES for word in types)


def _looks_printed(lines: list[str]) -> bool:
    filled = [line.strip() for line in lines if line.strip()]
    return any(_is_type_line(line) for line in filled[1:3]) and _TITLE.match(filled[0]) is not None


def _printed(part: str, source: str) -> WrittenCard:
    """A face in plain lines: its name with its cost, its type line, its text, its corner."""
    lines = [line.strip() for line in part.splitlines()]
    title = _TITLE.match(lines[0])
    if title is None:
        raise InputError(f"{source}: expected a card's name, and its cost behind it, not `{lines[0]}`")
    name, cost = title.group("name"), title.group("cost")
    rest = [line for line in lines[1:] if line]
    if cost is None and rest and _COST.match(rest[0]):
        cost = rest.pop(0)
    if not rest or not _is_type_line(rest[0]):
        there = f"not `{rest[0]}`" if rest else "and there is no more"
        raise InputError(f"{source}: expected the type line of {name}, like `Creature — Bird`, {there}")
    more: dict[str, str] = {}
    if len(rest) > 1:
        size, corner = _SIZE.match(rest[-1]), _CORNER.match(rest[-1])
        if size is not None:
            more = {key: value.replace("−", "-") for key, value in size.groupdict().items()}
        elif corner is not None:
            more = {corner.group("what").lower(): corner.group("number")}
    body = rest[1:-1] if more else rest[1:]
    return WrittenCard(name, "\n".join(body), rest[0], cost, **more)


def _from_mapping(content: str, source: str, name: str | None, type_line: str | None) -> Card:
    try:
        given = yaml.load(content, _Words)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark is not None else ""
        raise InputError(
            f"{source}{where}: not readable as YAML ({getattr(error, 'problem', None) or 'bad syntax'})"
        ) from None
    if not isinstance(given, Mapping):
        raise InputError(f"{source}: expected the keys of one card")
    top = _named(given, source)
    faces = top.pop("faces", None)
    layout = _word(top.pop("layout", ""), "layout", source)
    if faces is None:
        return _card([_face(top, source, name, type_line)], layout, source)
    if not isinstance(faces, list) or not faces or not all(isinstance(face, Mapping) for face in faces):
        raise InputError(f"{source}: `faces` is a list of cards")
    return _card([_face(_named(face, source), source, None, None) for face in faces], layout, source)


class _Words(yaml.SafeLoader):
    """Reads every scalar as the words that stand there."""


_Words.yaml_implicit_resolvers = {}


def _named(given: Mapping[Any, Any], source: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in given.items():
        said = str(key).strip().lower()
        known = _OTHER_NAMES.get(said, said.replace(" ", "_"))
        if known not in _KEYS:
            raise InputError(f"{source}: `{key}` is no key of a card: {', '.join(_KEYS)}")
        found[known] = value
    return found


def _word(value: Any, key: str, source: str) -> str:
    if key == "colors" and isinstance(value, list):
        value = "".join(str(part) for part in value)
    if not isinstance(value, str):
        raise InputError(f"{source}: `{key}` is a word or a line")
    return value.strip()


def _face(given: dict[str, Any], source: str, name: str | None, type_line: str | None) -> WrittenCard:
    words = {key: _word(value, key, source) for key, value in given.items()}
    called = name or words.pop("card", "") or words.get("name", "")
    words.pop("name", None)
    words.pop("card", None)
    if type_line is not None:
        words["type"] = type_line
    if not called:
        raise InputError(f"{source}: expected the `name` of the card")
    if not words.get("type"):
        raise InputError(f"{source}: expected the `type` line of {called}, like `Creature — Bird`")
    return WrittenCard(called, **words)


def _card(faces: list[WrittenCard], layout: str, source: str) -> Card:
    for face in faces:
        wrong = misread(face)
        if wrong is not None:
            raise InputError(f"{source}: {face.name}: {wrong[1]}")
    if not faces:
        raise InputError(f"{source}: expected a card: a name, a type line and its text")
    made = [
        make_face(
            face.name, face.mana_cost, face.type, face.text, power=face.power, toughness=face.toughness,
            loyalty=face.loyalty, defense=face.defense, colors=face.colors,
        )
        for face in faces
    ]  # fmt: skip
    return Card(" // ".join(face.name for face in faces), layout or _layout(made), tuple(made))


def _layout(faces: list[Face]) -> str:
    """How the faces of a card stand to each other, from what they are (CR 709, 712, 715)."""
    if len(faces) == 1:
        return "normal"
    if "Adventure" in faces[1].subtypes:
        return "adventure"
    if faces[1].mana_cost is None:
        return "transform"
    spells = {"Instant", "Sorcery"}
    return "split" if all(spells & set(face.types) for face in faces) else "modal_dfc"
