"""Which scenarios exercise a rule: those that name it under `rules`, where the scenarios are beside the program."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import magistrate

_RULES = re.compile(r"^\s*(?:-\s+)?rules:\s*(.*)$")
_NUMBER = re.compile(r"[1-9]\d\d(?:\.\d+[a-z]?)?")


def folder() -> Path | None:
    """The folder of scenarios; None where only the program is installed."""
    found = Path(magistrate.__file__).parent.parent.parent / "tests" / "scenarios"
    return found if found.is_dir() else None


@lru_cache(maxsize=1)
def by_rule() -> dict[str, list[str]]:
    """The scenario files that name each rule, with the line where they do: `combat/first-strike.yaml:3`."""
    found: dict[str, list[str]] = {}
    place = folder()
    for path in () if place is None else sorted(place.rglob("*.y*ml")):
        at, open_row = 0, False
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            start = _RULES.match(line)
            if start:
                at, row = number, start[1]
                open_row = row.startswith("[") and "]" not in row
                listed = not row
            elif at and (open_row or (listed and re.match(r"\s*-\s+[\"']?\d{3}", line))):
                row = line
                open_row = open_row and "]" not in row
            else:
                at = 0
                continue
            name = f"{path.relative_to(place).as_posix()}:{at}" if place is not None else ""
            for rule in _NUMBER.findall(row):
                if name not in found.setdefault(rule, []):
                    found[rule].append(name)
    return found
