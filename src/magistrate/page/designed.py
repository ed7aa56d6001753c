"""Cards as their designers write them, in a file: the keys of a scenario's written-out card (YAML), or plain lines as on a card.

    Storm Kitten {1}{U}
    Creature — Cat Wizard
    Whenever you cast an instant spell, draw a card.
    1/2

Several faces stand under each other with a line `//` between them, or in a list `faces:`; `layout:` (in plain lines, a line `Layout: …`)
says how they stand to each other. Words that cannot be made a card are an InputError of one line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import yaml

from magistrate.abilities.characteristics import CardType
from magistrate.cards.model import Card, parse_type_line
from magistrate.cards.signs import plain
from magistrate.errors import InputError
from magistrate.setup import WrittenCard
from magistrate.written import card_of, wrong_types

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
_OTHER_NAMES = {
    "cost": "mana_cost", "mana cost": "mana_cost", "type line": "type", "type_line": "type", "types": "type", "rules": "text",
}  # fmt: skip
_KEY_LINE = re.compile(
    r"^(?:card|name|text|type|type_line|mana_cost|power|toughness|loyalty|defense|colors|faces|cost|mana cost|type line)\s*:", re.IGNORECASE
)  # fmt: skip
_LAYOUT_LINE = re.compile(r"^\s*layout\s*:\s*(\S+)\s*$", re.IGNORECASE | re.MULTILINE)
_TITLE = re.compile(r"^(?P<name>[^{}]+?)\s*(?P<cost>(?:\{[^{}\s]+\})+)?$")
_COST = re.compile(r"^(?:\{[^{}\s]+\})+$")
_SIZE = re.compile(r"^(?P<power>[^\s/]{0,20})/(?P<toughness>\S{0,20})$")
_BARE_COST = re.compile(r"\s(?P<cost>[0-9]+[WUBRGCX]+|[WUBRG]{2,}|[0-9]*X[WUBRG]+)$")
_CORNER = re.compile(r"^\[?(?P<what>loyalty|defense)\s*:?\s*(?P<number>-?\d+|[X*])\]?$", re.IGNORECASE)
_TYPES = {kind.value.capitalize() for kind in CardType} | {"Tribal"}


def read_design(content: str, source: str, name: str | None = None, type_line: str | None = None) -> Card:
    """The card that a file holds. `name` and `type_line`: what was said beside it; then the file may hold the rules text
    alone. Raises InputError."""
    content = plain(content).strip()
    if not content and name is None:
        raise InputError(f"{source} is empty: expected a card, its name first")
    lines = content.splitlines()
    as_keys = _LAYOUT_LINE.sub("", content, 1).lstrip() if content else ""
    if _KEY_LINE.match(as_keys) or re.match(r"\{\s*\"", content):
        return _from_mapping(content, source, name, type_line)
    if name is not None and not _looks_printed(lines):
        return _card([WrittenCard(name, content, type_line or "Creature")], "", source, sizes=False)
    said = _LAYOUT_LINE.findall(content)
    if len(said) > 1:
        raise InputError(f"{source}: expected one line `Layout:`, not {len(said)}")
    parts = [part.strip() for part in re.split(r"(?m)^\s*//\s*$", _LAYOUT_LINE.sub("", content))]
    if not all(parts):
        raise InputError(f"{source}: expected a face before and behind `//`, not nothing")
    faces = [_printed(part, source) for part in parts]
    if name is not None:
        faces[0] = replace(faces[0], name=name)
    if type_line is not None:
        faces[0] = replace(faces[0], type=type_line)
    return _card(faces, "".join(said), source)


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
    bare = _BARE_COST.search(name)
    if cost is None and bare is not None:
        raise InputError(f"{source}: expected a mana cost such as `{{2}}{{G/W}}` behind the name, not `{bare['cost']}`")
    if not rest:
        raise InputError(f"{source}: expected the type line of {name}, like `Creature — Bird`, and there is no more")
    wrong = None if _is_type_line(rest[0]) else wrong_types(rest[0])
    if wrong is not None:
        raise InputError(f"{source}: expected the type line of {name}, like `Creature — Bird`: {wrong[1]}")
    more: dict[str, Any] = {}
    if len(rest) > 1:
        size, corner = _SIZE.match(rest[-1]), _CORNER.match(rest[-1])
        if size is not None:
            more = {key: value.replace("−", "-") for key, value in size.groupdict().items()}
        elif corner is not None:
            more = {corner.group("what").lower(): corner.group("number")}
    body = rest[1:-1] if more else rest[1:]
    return WrittenCard(name, "\n".join(body), rest[0], cost, **more)


def _from_mapping(content: str, source: str, name: str | None, type_line: str | None) -> Card:
    given = _json(content, source) if content.startswith("{") else _yaml(content, source)
    if not isinstance(given, Mapping):
        raise InputError(f"{source}: expected the keys of one card")
    top = _named(given, source)
    faces = top.pop("faces", None)
    layout = _word(top.pop("layout", ""), "layout", source)
    if faces is None:
        return _card([_face(top, source, name, type_line)], layout, source)
    if not isinstance(faces, list) or not faces or not all(isinstance(face, Mapping) for face in faces):
        raise InputError(f"{source}: `faces` is a list of cards")
    beside = next((key for key in top if key not in ("card", "name")), "")
    if beside or name is not None or type_line is not None:
        what = f"`{beside}`" if beside else "NAME" if name is not None else "--type"
        raise InputError(f"{source}: {what} beside `faces`: expected it with the face that it is of")
    return _card([_face(_named(face, source), source, None, None) for face in faces], layout, source)


def _json(content: str, source: str) -> Any:
    try:
        return json.loads(content, parse_int=str, parse_float=str, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise InputError(f"{source}, line {error.lineno}: not JSON: {error.msg} (column {error.colno})") from None
    except RecursionError:
        raise InputError(f"{source}: the lists and mappings stand too deep in each other to be read") from None
    except ValueError as error:
        raise InputError(f"{source}: {error}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A mapping of JSON in which no key is named twice; null is as good as nothing."""
    made = {key: value for key, value in pairs if value is not None}
    for number, (key, _) in enumerate(pairs):
        if any(key == other for other, _ in pairs[:number]):
            raise ValueError(f"`{key}` is named twice")
    return made


def _yaml(content: str, source: str) -> Any:
    try:
        return yaml.load(content, _Words)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark is not None else ""
        problem = getattr(error, "problem", None) or "bad syntax"
        raise InputError(f"{source}{where}: not readable as YAML ({problem})") from None
    except RecursionError:
        raise InputError(f"{source}: the lists and mappings stand too deep in each other to be read") from None


class _Words(yaml.SafeLoader):
    """Reads every scalar as the words that stand there, and a key named twice as an error."""


def _mapping(loader: _Words, node: yaml.MappingNode) -> dict[Any, Any]:
    made: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if isinstance(key, list | dict) or key in made:
            problem = f"`{key}` is named twice" if not isinstance(key, list | dict) else "a key is a word"
            raise yaml.constructor.ConstructorError(None, None, problem, key_node.start_mark)
        made[key] = loader.construct_object(value_node, deep=True)
    return made


_Words.yaml_implicit_resolvers = {}
_Words.add_constructor("tag:yaml.org,2002:map", _mapping)


def _named(given: Mapping[Any, Any], source: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in given.items():
        said = str(key).strip().lower()
        known = _OTHER_NAMES.get(said, said.replace(" ", "_"))
        if known not in _KEYS:
            raise InputError(f"{source}: `{key}` is no key of a card: {', '.join(_KEYS)}")
        if known in found:
            raise InputError(f"{source}: `{key}` is said twice")
        found[known] = value
    return found


def _word(value: Any, key: str, source: str) -> str:
    if key == "colors" and isinstance(value, list):
        value = "".join(str(part) for part in value)
    if not isinstance(value, str):
        raise InputError(f"{source}: `{key}` is a word or a line")
    return value.strip()


def _face(given: dict[str, Any], source: str, name: str | None, type_line: str | None) -> WrittenCard:
    words: dict[str, Any] = {key: _word(value, key, source) for key, value in given.items()}
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


def _card(faces: list[WrittenCard], layout: str, source: str, *, sizes: bool = True) -> Card:
    if not faces:
        raise InputError(f"{source}: expected a card: a name, a type line and its text")
    written = (
        replace(faces[0], layout=layout) if len(faces) == 1 else WrittenCard("", layout=layout, faces=tuple(faces))
    )
    try:
        return card_of(written, sizes=sizes)
    except InputError as wrong:
        raise InputError(f"{source}: {wrong.message}") from None
