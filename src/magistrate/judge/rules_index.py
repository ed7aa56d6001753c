"""The index of rules: their texts, where the user has them, and which functions of the program carry them out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import magistrate
from magistrate.cards.names import fold
from magistrate.cards.paths import DATA_VARIABLE, supplement_dirs
from magistrate.judge.schema import close

_NUMBER = r"\d{3}(?:\.\d+[a-z]*)?"
_RULE_LINE = re.compile(r"^(\d{3}\.\d+[a-z]*)(?:\.\s*|\s+)(\S.*)$")
_SECTION_LINE = re.compile(r"^(\d{3})\.\s+(\S.*)$")
_IS_NUMBER = re.compile(rf"^(?:CR\s*)?({_NUMBER}|\d)\.?$", re.IGNORECASE)
#: `CR 107.4f, 601.2b`, `CR 601.2b-i`, `CR 702.26c, d`, `CR 508 and 509`
_CITATION = re.compile(
    rf"\bCR\s+({_NUMBER}(?:(?:\s*[,;]\s*|\s+and\s+|\s+or\s+|\s*[-–]\s*)(?:CR\s+)?(?:{_NUMBER}|[a-z]\b))*)"
)
_PART = re.compile(rf"(^|[,;]\s*|\s+and\s+|\s+or\s+|\s*[-–]\s*)(?:CR\s+)?({_NUMBER}|[a-z]\b)")
#: How many rules a search shows.
_MOST = 40
_TEXTS = f"for the texts of the rules set {DATA_VARIABLE} to a folder whose `rules` holds them"


@dataclass(frozen=True)
class Book:
    """The Comprehensive Rules that the user has: texts by number, in order; empty when there are none."""

    texts: dict[str, str]

    @property
    def numbers(self) -> frozenset[str]:
        """All numbers of rules, subrules and sections."""
        return frozenset(self.texts)


def rules_file() -> Path | None:
    """The newest file of the Comprehensive Rules in the `rules` folders that there are."""
    found = [path for folder in supplement_dirs() for path in (folder / "rules").glob("*ules*.txt")]
    return max(found, key=lambda path: path.name, default=None)


def book() -> Book:
    """The rules book in use."""
    path = rules_file()
    return Book({}) if path is None else _read(path)


@lru_cache(maxsize=2)
def _read(path: Path) -> Book:
    texts: dict[str, str] = {}
    sections: dict[str, str] = {}
    current = ""
    for line in path.read_text(encoding="utf-8-sig").replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        line = line.strip()
        if line == "Glossary" and texts:
            break
        rule = _RULE_LINE.match(line)
        section = _SECTION_LINE.match(line)
        if rule:
            current = rule[1]
            texts[current] = rule[2]
        elif section:
            sections[section[1]] = section[2]
            current = ""
        elif not line:
            current = ""
        elif current:
            texts[current] += f"\n{line}"
    return Book({**sections, **texts})


# Citations -----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Citation:
    """A function (class, module) of the program whose docstring cites a rule."""

    number: str
    function: str
    file: str
    line: int


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
                last = part
                found.append(part)
                continue
            stem = last.rstrip("abcdefghijklmnopqrstuvwxyz")
            if through and last != stem:
                found.extend(stem + chr(code) for code in range(ord(last[-1]) + 1, ord(part)) if chr(code) not in "lo")
            last = stem + part
            found.append(last)
    return found


@lru_cache(maxsize=1)
def citations() -> tuple[Citation, ...]:
    """Every citation in the program's docstrings, in the order of files and lines."""
    root = Path(magistrate.__file__).parent
    found: list[Citation] = []
    for path in sorted(root.rglob("*.py")):
        module = ".".join(("magistrate", *path.relative_to(root).with_suffix("").parts)).removesuffix(".__init__")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name, node in _documented(tree, ""):
            text = ast.get_docstring(node) or ""
            if "CR" in text:
                line = getattr(node, "lineno", 1)
                function = f"{module}:{name}" if name else module
                found.extend(Citation(number, function, str(path), line) for number in dict.fromkeys(cited(text)))
    return tuple(found)


Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def _documented(node: Documented, name: str) -> Iterator[tuple[str, Documented]]:
    yield name, node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _documented(child, f"{name}.{child.name}" if name else child.name)


def order_of(number: str) -> tuple[int, int, str]:
    """Sorts rules as the book does."""
    section, _, rest = number.partition(".")
    digits = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    return int(section), int(digits or -1), rest[len(digits) :]


def implemented(rules: Book) -> dict[str, Any]:
    """The rules that docstrings cite, with the functions; `stale`: citations of rules that are not in the book."""
    by_number: dict[str, list[str]] = {}
    for one in citations():
        by_number.setdefault(one.number, []).append(one.function)
    listed = [
        {"number": number, "functions": by_number[number], "text": rules.texts.get(number, "")}
        for number in sorted(by_number, key=order_of)
    ]
    numbers = rules.numbers
    stale = [
        {"number": one.number, "function": one.function, "file": one.file, "line": one.line}
        for one in citations()
        if numbers and one.number not in numbers
    ]
    return {"rules": listed, "stale": stale, "book": len(numbers)}


# Looking up ----------------------------------------------------------------------------------------------------------
def look_up(rules: Book, words: str) -> dict[str, Any]:
    """A rule by its number with its subrules, or the rules that hold all the words."""
    number = _IS_NUMBER.match(words.strip())
    by_number: dict[str, list[str]] = {}
    for one in citations():
        by_number.setdefault(one.number, []).append(one.function)
    everything = sorted(set(rules.texts) | set(by_number), key=order_of)
    if number:
        wanted = number[1].lower()
        found = [one for one in everything if is_under(one, wanted)]
        hint = f"there is no rule {wanted}{close(wanted, everything)}"
        if not rules.numbers and not found:
            hint = f"nothing in the program cites rule {wanted} ({_TEXTS})"
    else:
        found = _with_words(rules, words, everything)
        hint = f"no rule holds the words `{words}`"
        if not rules.numbers:
            hint += f" ({_TEXTS})"
    shown = [
        {"number": one, "text": rules.texts.get(one, ""), "functions": by_number.get(one, [])} for one in found[:_MOST]
    ]
    return {"query": words, "rules": shown, "more": max(0, len(found) - _MOST), "hint": "" if shown else hint}


def is_under(number: str, wanted: str) -> bool:
    """Whether a rule is the wanted one or a part of it: 106.12a of 106.12, 106.7 of 106, 106 of 1."""
    if number == wanted:
        return True
    if not number.startswith(wanted):
        return False
    rest = number[len(wanted) :]
    if "." in wanted:
        return rest.isalpha() and wanted[-1].isdigit()
    return rest.startswith(".") if len(wanted) == 3 else len(wanted) == 1 and "." not in number


def _with_words(rules: Book, words: str, everything: list[str]) -> list[str]:
    wanted = fold(words).split()
    if not wanted:
        return []
    found = [number for number, text in rules.texts.items() if all(word in fold(text) for word in wanted)]
    if found:
        phrase = fold(words)
        return sorted(found, key=lambda number: (phrase not in fold(rules.texts[number]), order_of(number)))
    return [
        number
        for number in everything
        for one in citations()
        if one.number == number and all(word in fold(one.function.replace("_", " ")) for word in wanted)
    ]
