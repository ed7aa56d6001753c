"""Which functions of the program carry a rule out: those that cite it in their docstrings, comments and lines of the trace.

What is found is kept in the cache directory as long as the source stays as it is.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import io
import json
import re
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import magistrate
from magistrate import __version__
from magistrate.cards.paths import cache_dir

_NUMBER = r"\d{3}(?:\.\d+[a-z]*)?"
#: `CR 107.4f, 601.2b`, `CR 601.2b-i`, `CR 702.26c, d`, `CR 508 and 509`, `CR 702.34 flashback, 702.81 retrace`
_CITATION = re.compile(
    rf"\bCR\s+({_NUMBER}(?:(?:(?:\s*[,;]\s*|\s+and\s+|\s+or\s+|\s*[-–]\s*)(?:CR\s+)?(?:{_NUMBER}|[a-z]\b))"
    rf"|(?:\s+[a-z-]{{3,}},\s+{_NUMBER}))*)"
)
_PART = re.compile(rf"(^|[,;]\s*|\s+and\s+|\s+or\s+|\s*[-–]\s*)(?:CR\s+)?({_NUMBER}|[a-z]\b)")
_WHOLE = re.compile(r"[1-9]\d\d\.\d+[a-z]?")
_LETTERS = "abcdefghijkmnpqrstuvwxyz"
#: Packages and modules that play no part in what happens in a game: they cite rules to speak of them.
_SPEAKING = tuple(
    f"magistrate.{name}"
    for name in ("rulebook", "judge", "page", "lab", "players", "rules.telling", "rules.layers_told")
)


@dataclass(frozen=True)
class Citation:
    """A function (class, module) of the program that cites a rule."""

    number: str
    function: str
    file: str
    line: int

    @property
    def carries_out(self) -> bool:
        """Whether it stands where games are played and cards are read, and not where rules are only spoken of."""
        return not f"{self.function.partition(':')[0]}.".startswith(tuple(f"{name}." for name in _SPEAKING))


def cited(text: str) -> list[str]:
    """The numbers that a docstring cites.

    >>> cited("CR 107.4f, 601.2b-d: for each symbol (CR 702.26c, d).")
    ['107.4f', '601.2b', '601.2c', '601.2d', '702.26c', '702.26d']
    """
    found: list[str] = []
    for match in _CITATION.finditer(text):
        last = ""
        for joiner, part in _PART.findall(match[1]):
            through = joiner.strip() in ("-", "–")
            if part[0].isdigit():
                if through and part.isdigit() and last.isdigit():
                    found.extend(str(number) for number in range(int(last) + 1, int(part)))
                elif through:
                    found.extend(_between(last, part))
                last = part
                found.append(part)
                continue
            stem = last.rstrip(_LETTERS)
            if through:
                found.extend(_between(last, stem + part))
            last = stem + part
            found.append(last)
    return found


def _between(first: str, last: str) -> list[str]:
    """The rules between two of the same parent ("704.5f" and "704.5i"), or between two of a section ("502.1" and "502.3")."""
    stem = first.rstrip(_LETTERS)
    if stem != first and last.rstrip(_LETTERS) == stem and last != stem:
        return [stem + letter for letter in _LETTERS if first[len(stem)] < letter < last[len(stem)]]
    section, _, number = first.partition(".")
    other, _, end = last.partition(".")
    if section == other and number.isdigit() and end.isdigit():
        return [f"{section}.{between}" for between in range(int(number) + 1, int(end))]
    return []


@lru_cache(maxsize=1)
def citations() -> tuple[Citation, ...]:
    """Every citation in the program, in the order of files and lines."""
    root = Path(magistrate.__file__).parent
    paths = sorted([*root.rglob("*.py"), *root.rglob("*.toml")])
    key = _key(paths)
    place = cache_dir() / "rule-citations.json"
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
        kept = json.loads(place.read_text(encoding="utf-8"))
        if kept["key"] == key:
            return tuple(Citation(**one) for one in kept["citations"])
    found = tuple(one for path in paths for one in (_of_toml if path.suffix == ".toml" else _of_module)(path, root))
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps({"key": key, "citations": [asdict(one) for one in found]}), encoding="utf-8")
    return found


def _key(paths: list[Path]) -> str:
    """What changes when the source does."""
    stamps = [(str(path), stat.st_size, stat.st_mtime_ns) for path in paths for stat in (path.stat(),)]
    return hashlib.sha256(repr((__version__, stamps)).encode()).hexdigest()


@lru_cache(maxsize=1)
def by_rule() -> dict[str, list[str]]:
    """The functions that carry out each rule."""
    found: dict[str, list[str]] = {}
    for one in citations():
        if one.carries_out and one.function not in found.setdefault(one.number, []):
            found[one.number].append(one.function)
    return found


def _of_module(path: Path, root: Path) -> list[Citation]:
    """The citations of a module: of docstrings, of comments, and numbers that a function gives to the trace."""
    module = ".".join(("magistrate", *path.relative_to(root).with_suffix("").parts)).removesuffix(".__init__")
    text = path.read_text(encoding="utf-8")
    if "CR " not in text and not _WHOLE.search(text):
        return []
    found: list[tuple[str, str, int]] = []
    spans: list[tuple[int, int, str]] = []
    for name, node in _documented(ast.parse(text), ""):
        line = getattr(node, "lineno", 1)
        spans.append((line, getattr(node, "end_lineno", None) or 1 << 30, name))
        docstring = ast.get_docstring(node) or ""
        if "CR" in docstring:
            found.extend((number, name, line) for number in cited(docstring))
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    for token in tokens:
        numbers: list[str] = []
        if token.type == tokenize.COMMENT and "CR" in token.string:
            numbers = cited(token.string)
        elif token.type == tokenize.STRING and _WHOLE.fullmatch(token.string.strip("\"'")):
            numbers = [token.string.strip("\"'")]
        if numbers:
            line = token.start[0]
            name = max((span for span in spans if span[0] <= line <= span[1]), key=lambda span: span[0])[2]
            found.extend((number, name, line) for number in numbers)
    named = [(number, f"{module}:{name}" if name else module, line) for number, name, line in found]
    return [Citation(number, function, str(path), line) for number, function, line in _each_once(named)]


def _each_once(found: list[tuple[str, str, int]]) -> Iterator[tuple[str, str, int]]:
    seen: set[tuple[str, str]] = set()
    for number, function, line in sorted(found, key=lambda one: one[2]):
        if (number, function) not in seen:
            seen.add((number, function))
            yield number, function, line


def _of_toml(path: Path, root: Path) -> list[Citation]:
    """Keywords cite their rule; one whose meaning is written there carries out the rule's definition, its first part."""
    module = ".".join(("magistrate", *path.relative_to(root).with_suffix("").parts))
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    found: list[Citation] = []
    for keyword, entry in tomllib.loads(text).items():
        rule = str(entry.get("rule", "")) if isinstance(entry, dict) else ""
        if _WHOLE.fullmatch(rule):
            header = (f"[{keyword}]", f'["{keyword}"]')
            line = next((at for at, words in enumerate(lines, 1) if words.strip() in header), 1)
            numbers = [rule, f"{rule}a"] if "means" in entry and rule[-1].isdigit() else [rule]
            found.extend(Citation(number, f"{module}:{keyword}", str(path), line) for number in numbers)
    return found


Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def _documented(node: Documented, name: str) -> Iterator[tuple[str, Documented]]:
    yield name, node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _documented(child, f"{name}.{child.name}" if name else child.name)
