"""The Comprehensive Rules that the user has: their official texts, by number; taking a rules file into use."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from magistrate.cards.paths import data_dir, supplement_dirs
from magistrate.errors import InputError
from magistrate.rulebook.index import EDITION

_RULE_LINE = re.compile(r"^(\d{3}\.\d+[a-z]*)(?:\.\s*|\s+)(\S.*)$")
_SECTION_LINE = re.compile(r"^(\d{3})\.\s+(\S.*)$")
_EDITION_LINE = re.compile(r"^These rules are effective as of (.+?)\.?\s*$", re.MULTILINE)


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
    return parse(path.read_text(encoding="utf-8-sig"))


def parse(text: str) -> Book:
    """The rules in a text as it is published: from the first numbered rule to the glossary."""
    texts: dict[str, str] = {}
    sections: dict[str, str] = {}
    current = ""
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
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
    place = data_dir() / "supplements" / "rules" / "ComprehensiveRules.txt"
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_suffix(".part")
        part.write_text(text, encoding="utf-8")
        part.replace(place)
    except OSError as error:
        raise InputError(f"{place}: {(error.strerror or 'it cannot be written').lower()}") from error
    return f"{len(found.texts):,} rules, the edition of {edition[1]}"
