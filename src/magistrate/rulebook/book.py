"""The Comprehensive Rules that the user has: their official texts, by number; taking a rules file into use."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from magistrate.cards.paths import data_dir, supplement_dirs
from magistrate.errors import InputError
from magistrate.rulebook.index import EDITION, entries

_RULE_LINE = re.compile(r"^(\d{3}\.\d+[a-z]*)(?:\.\s*|\s+)(\S.*)$")
_SECTION_LINE = re.compile(r"^(\d{3})\.\s+(\S.*)$")
_EDITION_LINE = re.compile(r"^These rules are effective as of (.+?)\.?\s*$", re.MULTILINE)


@dataclass(frozen=True)
class Book:
    """The Comprehensive Rules that the user has: texts by number, in order, and the glossary; empty when there are none."""

    texts: dict[str, str]
    terms: dict[str, str] = field(default_factory=dict)

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
    try:
        return parse(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"{path}: {(error.strerror or 'it cannot be read').lower()}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: it is no UTF-8 text: take it away, or `rules import` another") from error


def parse(text: str) -> Book:
    """The rules in a text as it is published, from the first numbered rule to the glossary, and the glossary after them."""
    texts: dict[str, str] = {}
    sections: dict[str, str] = {}
    current = ""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    terms: dict[str, str] = {}
    for at, line in enumerate(lines):
        line = line.strip()
        if line == "Glossary" and texts:
            terms = _glossary(lines[at + 1 :])
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
    return Book({**sections, **texts}, terms)


def _glossary(lines: list[str]) -> dict[str, str]:
    """Terms with what is said of them: paragraphs whose first line is the term, up to the credits."""
    terms: dict[str, str] = {}
    term = ""
    for line in lines:
        line = line.strip()
        if line == "Credits" and not term:
            break
        if not line:
            term = ""
        elif not term:
            term = line
            terms[term] = ""
        else:
            terms[term] += f"\n{line}" if terms[term] else line
    return terms


def import_file(path: Path) -> str:
    """Take a file of the Comprehensive Rules into use, and say in one line what it was.

    Raises:
        InputError: it cannot be read, is something else, or is another edition than the one whose numbers are cited.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: {(error.strerror or 'it cannot be read').lower()}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: expected the Comprehensive Rules as UTF-8 text; this is something else") from error
    edition = _EDITION_LINE.search(text.replace("\r", "\n"))
    found = parse(text)
    if edition is None or not found.texts:
        raise InputError(f"{path}: expected the Comprehensive Rules as a text file; this is something else")
    if edition[1] != EDITION:
        raise InputError(f"{path}: the edition of {edition[1]}; rules are cited by their numbers of {EDITION}")
    missing = [number for number in entries() if len(number) > 1 and number not in found.texts]
    if missing:
        raise InputError(f"{path}: it lacks {len(missing):,} rules, {missing[0]} first: the file is not whole")
    place = data_dir() / "supplements" / "rules" / "ComprehensiveRules.txt"
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_suffix(".part")
        part.write_text(text, encoding="utf-8")
        part.replace(place)
    except OSError as error:
        raise InputError(f"{place}: {(error.strerror or 'it cannot be written').lower()}") from error
    return f"{len(found.texts):,} rules, the edition of {edition[1]}"
