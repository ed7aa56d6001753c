"""Keyword abilities (CR 702), defined in data: what each takes, and for most of them what it means, in Oracle
English."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True)
class Definition:
    """One keyword ability.

    `takes`: "none", "cost", "number", "number and cost", "cost and size", "group", "materials and cost", "words" or "name".
    `means`: the ability it stands for, in Oracle English, with {cost}, {number}, {name} and {group} for what it takes, several on
    lines of their own; "" when the rules carry it out themselves (`native`). `works_in`: the zone in which it functions, "" for
    the battlefield or the stack as usual.
    """

    name: str
    rule: str
    takes: str = "none"
    means: str = ""
    works_in: str = ""
    native: bool = False


@cache
def definitions() -> dict[str, Definition]:
    """Every keyword ability, by its name in lower case. Raises ValueError when a file defines one twice or says too
    little."""
    found: dict[str, Definition] = {}
    for entry in sorted(resources.files(__name__).iterdir(), key=lambda item: item.name):
        if not entry.name.endswith(".toml"):
            continue
        for name, given in tomllib.loads(entry.read_text(encoding="utf-8")).items():
            if name in found:
                raise ValueError(f"{entry.name}: {name!r} is defined twice")
            made = Definition(name, **given)
            if not made.means and not made.native:
                raise ValueError(f"{entry.name}: {name!r} neither means anything nor is native")
            found[name] = made
    return found


def rule_of(name: str) -> str:
    """The rule that says what a keyword ability means, "" where it is none of them (CR 702.21a; "newer: …" where the rules have
    none yet)."""
    known = definitions().get(name)
    if known is None:
        return ""
    return known.rule if known.rule.startswith("newer") else f"{known.rule}a"
