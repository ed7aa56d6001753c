"""Scenario files as plain data: YAML (several documents), JSON and JSON Lines; where in its file each part stands is found when asked."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from magistrate.errors import InputError

try:
    from yaml import CSafeLoader as _Safe
except ImportError:  # PyYAML without its C library
    from yaml import SafeLoader as _Safe  # type: ignore[assignment]

Place = tuple[str | int, ...]

#: Files that a directory is walked for.
SUFFIXES = (".yaml", ".yml", ".json", ".jsonl")


class _Loader(_Safe):
    """Reads rule numbers as they are written (`106.10` is no number), and a key named twice as an error."""


_Loader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in (
    ("tag:yaml.org,2002:bool", r"^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE)$", "yYnNtTfF"),
    ("tag:yaml.org,2002:int", r"^[-+]?[0-9]+$", "-+0123456789"),
    ("tag:yaml.org,2002:null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("tag:yaml.org,2002:merge", r"^(?:<<)$", "<"),
):
    _Loader.add_implicit_resolver(_tag, re.compile(_pattern), _first)


#: The keys under which objects are named: several of one name are told apart there.
_OF_OBJECTS = ("attack", "block", "divide")


class NamedTwice(yaml.constructor.ConstructorError):
    """A mapping that names a key twice, of which all but one would be lost."""


#: So many parts may a text have, each counted as often as its aliases say it.
_MOST_PARTS = 200_000


def _measure(node: yaml.Node, known: dict[int, int]) -> int:
    """How many parts a text has with all aliases written out. Raises ConstructorError when that is too many, or never ends."""
    size = known.get(id(node))
    if size is not None:
        if not size:
            raise yaml.constructor.ConstructorError(None, None, "a part stands in itself (`*`)", node.start_mark)
        return size
    known[id(node)] = 0
    size = 1
    if isinstance(node, yaml.SequenceNode):
        size += sum(_measure(one, known) for one in node.value)
    elif isinstance(node, yaml.MappingNode):
        size += sum(_measure(key, known) + _measure(value, known) for key, value in node.value)
    if size > _MOST_PARTS:
        raise yaml.constructor.ConstructorError(
            None, None, f"more than {_MOST_PARTS} parts when all aliases (`*`) are written out", node.start_mark
        )
    known[id(node)] = size
    return size


class _NamedTwiceInJson(ValueError):
    """The same in JSON."""


def _int(loader: Any, node: yaml.ScalarNode) -> int:
    try:
        return int(node.value)
    except ValueError as problem:  # more digits than Python converts
        raise yaml.constructor.ConstructorError(None, None, str(problem), node.start_mark) from None


def _mapping(loader: Any, node: yaml.MappingNode) -> Iterator[dict[Any, Any]]:
    made: dict[Any, Any] = {}
    yield made
    loader.flatten_mapping(node)
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if isinstance(key, list | dict):
            raise yaml.constructor.ConstructorError(
                None, None, "a key is a word, not a list or a mapping", key_node.start_mark
            )
        if key in made:
            raise NamedTwice(None, None, f"`{key}` is named twice", key_node.start_mark)
        made[key] = loader.construct_object(value_node, deep=True)


_Loader.add_constructor("tag:yaml.org,2002:int", _int)
_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)


def _twice(text: str) -> tuple[int, str]:
    """The line on which a text first names a key again, and what to do about it (that depends on what it is the key of)."""
    try:
        found = next(filter(None, (_again(root, (), set()) for root in yaml.compose_all(text, Loader=_Safe))), None)
    except (yaml.YAMLError, RecursionError):
        found = None
    if found is None:
        return 1, "a key is named twice"
    line, inside, key = found
    last = next((step for step in reversed(inside) if isinstance(step, str)), "")
    if last in _OF_OBJECTS:
        return line, f"`{key}` is named twice (of several with the same name, `{key}#2` is the second)"
    if last == "players" == inside[-1]:
        return line, f"`{key}` is named twice: two players have two names"
    where = f"in `{last}`" if last not in ("", "scenarios") else "at the top level"
    return line, f"`{key}` is named twice {where}: keep one of the two, or put what they hold under one"


def _again(node: yaml.Node | None, inside: Place, seen: set[int]) -> tuple[int, Place, str] | None:
    """The first key that a part of a text names again: its line, the place of the mapping, and the key."""
    if node is None or id(node) in seen:
        return None
    seen.add(id(node))
    if isinstance(node, yaml.SequenceNode):
        parts = ((_again(one, (*inside, number), seen)) for number, one in enumerate(node.value))
        return next(filter(None, parts), None)
    keys: set[str] = set()
    for key, value in node.value if isinstance(node, yaml.MappingNode) else ():
        if not isinstance(key, yaml.ScalarNode):
            continue
        if key.value in keys:
            return key.start_mark.line + 1, inside, key.value
        keys.add(key.value)
        found = _again(value, (*inside, key.value), seen)
        if found is not None:
            return found
    return None


class Document:
    """The data of one scenario, and where it is from; `problem` says why there is no data."""

    __slots__ = ("_first_line", "_prefix", "_text", "data", "file", "problem", "problem_line")

    def __init__(self, data: Any, file: str, text: str = "", prefix: Place = (), first_line: int = 0) -> None:
        self.data = data
        self.file = file
        self.problem = ""
        self.problem_line = 0
        self._text = text
        self._prefix = prefix
        self._first_line = first_line  # of a line of JSON Lines, which is all on one line

    def line(self, place: Place = ()) -> int:
        """The line of a part of it, counted from 1; 0 where that is not known (data that come from no file)."""
        if self._first_line:
            return self._first_line
        if not self._text:
            return 0
        whole = (*self._prefix, *place)
        lines = _lines(self._text)
        while whole and whole not in lines:
            whole = whole[:-1]
        return lines.get(whole, 1)


@lru_cache(maxsize=4)
def _lines(text: str) -> dict[Place, int]:
    """The line of every part of a YAML or JSON text, by its path; the first step of a path is the document's number."""
    found: dict[Place, int] = {}

    def note(node: yaml.Node, place: Place, line: int) -> None:
        found[place] = line
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                if isinstance(key, yaml.ScalarNode):
                    note(value, (*place, key.value), key.start_mark.line + 1)
        elif isinstance(node, yaml.SequenceNode):
            for index, value in enumerate(node.value):
                note(value, (*place, index), value.start_mark.line + 1)

    try:
        for number, root in enumerate(yaml.compose_all(text, Loader=_Safe)):
            if root is not None:
                note(root, (number,), root.start_mark.line + 1)
    except (yaml.YAMLError, RecursionError):
        pass
    return found


def load(source: str | Path | Mapping[str, Any]) -> list[Document]:
    """The scenarios of a file, of standard input (`-`), of a text, or of data. A part that cannot be read is a document with a `problem`.

    Raises InputError when there is no such file, or it cannot be opened.
    """
    if isinstance(source, Mapping):
        return _several(source, "", "", ())
    if isinstance(source, str) and ("\n" in source or source.lstrip().startswith("{")):
        return _parsed(source, "", "")
    if str(source) == "-":
        return _parsed(sys.stdin.read(), "<stdin>", "")
    path = Path(source)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as problem:
        raise InputError(f"cannot read {path}: {problem.strerror}") from None
    except UnicodeDecodeError as problem:
        return [_broken(str(path), 1, f"not UTF-8 text (byte {problem.start})")]
    return _parsed(text, str(path), path.suffix.lower())


def _parsed(text: str, file: str, suffix: str) -> list[Document]:
    try:
        return _by_kind(text, file, suffix)
    except RecursionError:
        return [_broken(file, 1, "the lists and mappings stand too deep in each other to be read")]


def _by_kind(text: str, file: str, suffix: str) -> list[Document]:
    stripped = text.lstrip()
    if suffix == ".jsonl":
        return _json_lines(text, file)
    if stripped.startswith(("{", "[")):
        found = _json(text, file, strict=suffix == ".json")
        if found is not None:
            return found
    return _yaml(text, file)


def _json(text: str, file: str, *, strict: bool) -> list[Document] | None:
    """JSON, or JSON Lines; None when it is neither and may be YAML."""
    try:
        data = _decode(text)
    except json.JSONDecodeError as problem:
        first, _, rest = text.lstrip().partition("\n")
        if rest.strip() and _is_json(first):
            return _json_lines(text, file)
        if strict:
            return [_broken(file, problem.lineno, f"not JSON: {problem.msg} (column {problem.colno})")]
        return None
    except _NamedTwiceInJson:
        return [_broken(file, *_twice(text))]
    except ValueError as problem:
        return [_broken(file, 1, str(problem))]
    return _several(data, file, text, (0,))


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def _json_lines(text: str, file: str) -> list[Document]:
    found: list[Document] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            data = _decode(line)
        except json.JSONDecodeError as problem:
            found.append(_broken(file, number, f"not JSON: {problem.msg} (column {problem.colno})"))
        except _NamedTwiceInJson:
            found.append(_broken(file, number, _twice(line)[1]))
        except ValueError as problem:
            found.append(_broken(file, number, str(problem)))
        else:
            found.extend(_several(data, file, "", (), number))
    return found or [_broken(file, 1, "expected a scenario, the file is empty")]


def _decode(text: str) -> Any:
    """JSON with floats as they are written. Raises ValueError for a key named twice."""
    return json.loads(text, parse_float=str, object_pairs_hook=_object)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _NamedTwiceInJson(key)
            seen.add(key)
    return made


def _yaml(text: str, file: str) -> list[Document]:
    found: list[Document] = []
    loader: Any = _Loader(text)
    number = 0
    try:
        while loader.check_node():
            root = loader.get_node()
            _measure(root, {})
            data = loader.construct_document(root)
            if data is not None:
                found.extend(_several(data, file, text, (number,)))
            number += 1
    except NamedTwice:
        found.append(_broken(file, *_twice(text)))
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark or problem.context_mark
        what = str(problem.problem or problem.context or "not YAML")
        kind = what if isinstance(problem, yaml.constructor.ConstructorError) else f"not YAML: {what}"
        found.append(_broken(file, mark.line + 1 if mark else 1, kind))
    except yaml.YAMLError as problem:
        found.append(_broken(file, 1, f"not YAML: {' '.join(str(problem).split())}"))
    finally:
        loader.dispose()
    return found or [_broken(file, 1, "expected a scenario, the file is empty")]


def _several(data: Any, file: str, text: str, prefix: Place, line: int = 0) -> list[Document]:
    """One scenario, or those of a list under `scenarios:`."""
    if isinstance(data, Mapping) and "scenarios" in data:
        others = [str(key) for key in data if key != "scenarios"]
        if others:
            broken = _broken(file, Document(data, file, text, prefix, line).line((others[0],)), "")
            broken.problem = f"unknown key `{others[0]}` beside `scenarios`"
            return [broken]
        data, prefix = data["scenarios"], (*prefix, "scenarios")
        if not isinstance(data, list):
            return [
                _broken(file, Document(data, file, text, prefix, line).line(), "`scenarios` is a list of scenarios")
            ]
    if isinstance(data, list):
        return [Document(one, file, text, (*prefix, number), line) for number, one in enumerate(data)]
    return [Document(data, file, text, prefix, line)]


def _broken(file: str, line: int, problem: str) -> Document:
    made = Document(None, file, first_line=line)
    made.problem = problem
    made.problem_line = line
    return made


def files_in(path: Path) -> list[Path]:
    """The scenario files of a directory and those in it, in order."""
    return sorted(found for found in path.rglob("*") if found.suffix.lower() in SUFFIXES and found.is_file())
