"""The index of rules: every number of the book, what it is about in our own words, and why nothing executes it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

#: The edition whose numbers are cited.
EDITION = "February 7, 2025"
_NUMBER = re.compile(r"\d(?:\d\d(?:\.\d+[a-z]?)?)?")


@dataclass(frozen=True)
class Entry:
    """A number of the book: what stands under it, why nothing executes it, or what is missing of it."""

    number: str
    summary: str
    why: str
    lacks: str

    @property
    def is_section(self) -> bool:
        """Whether it is a chapter or a section, and no rule."""
        return "." not in self.number


@lru_cache(maxsize=1)
def entries() -> dict[str, Entry]:
    """All numbers of the book, in its order.

    A line of the data is `number | summary | why nothing executes it`; a reason that begins with "-" says what is missing.
    """
    found: dict[str, Entry] = {}
    folder = files("magistrate.rulebook") / "data"
    for chapter in range(1, 10):
        for line in (folder / f"chapter-{chapter}.txt").read_text(encoding="utf-8").splitlines():
            number, _, rest = line.partition("|")
            summary, _, why = rest.partition("|")
            why = why.strip()
            lacks = why[1:].strip() if why.startswith("-") else ""
            found[number.strip()] = Entry(number.strip(), summary.strip(), "" if why.startswith("-") else why, lacks)
    return found


def parent(number: str) -> str:
    """What a number stands under: 106.12 of 106.12a, 106 of 106.12, 1 of 106; "" of a chapter."""
    if number[-1].isalpha():
        return number[:-1]
    if "." in number:
        return number.partition(".")[0]
    return number[0] if len(number) == 3 else ""


def summary(number: str) -> str:
    """What a rule is about: its own words, or those of the rule that it is a part of."""
    entry = entries().get(number)
    if entry is None:
        return ""
    return entry.summary or (summary(parent(number)) if number[-1].isalpha() else "")


def place(number: str) -> list[str]:
    """The numbers that a rule stands under, the chapter first, itself last."""
    found = [number]
    while parent(found[0]):
        found.insert(0, parent(found[0]))
    return found


def order_of(number: str) -> tuple[int, int, int, str]:
    """Sorts rules as the book does: a chapter before its sections, a section before its rules."""
    section, _, rest = number.partition(".")
    digits = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    return int(section[0]), int(section) if len(section) == 3 else 0, int(digits or -1), rest[len(digits) :]


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
