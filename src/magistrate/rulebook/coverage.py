"""How much of the book is carried out: for each rule the functions that do, why nothing executes it, or that it is missing."""

from __future__ import annotations

from typing import Any

from magistrate.rulebook import exercised
from magistrate.rulebook.citations import by_rule, citations
from magistrate.rulebook.index import entries, is_under, place, summary

CARRIED_OUT = "carried out"
DEFINITIONAL = "definitional"
MISSING = "missing"
_STATES = (CARRIED_OUT, DEFINITIONAL, MISSING)


def state(number: str) -> str:
    """Whether a rule is carried out (a function cites it), definitional (nothing of it can be executed) or missing."""
    if number in by_rule():
        return CARRIED_OUT
    return DEFINITIONAL if entries()[number].why else MISSING


def stale() -> list[dict[str, Any]]:
    """The citations of numbers that are no rule of the index, wherever in the program."""
    return [
        {"number": one.number, "function": one.function, "file": one.file, "line": one.line}
        for one in citations()
        if one.number not in entries()
    ]


def report(under: str = "") -> dict[str, Any]:
    """All rules with their states, the counts of each section and of all, and the stale citations.

    `under`: only what stands under this number.
    """
    functions = by_rule()
    rules: list[dict[str, Any]] = []
    sections: dict[str, dict[str, Any]] = {}
    total = dict.fromkeys(_STATES, 0)
    for number, entry in entries().items():
        if entry.is_section or (under and under not in place(number)):
            continue
        now = state(number)
        rule: dict[str, Any] = {"number": number, "state": now}
        if now == CARRIED_OUT:
            rule["functions"] = functions[number]
        elif now == DEFINITIONAL:
            rule["why"] = entry.why
        elif entry.lacks:
            rule["lacks"] = entry.lacks
        rules.append(rule)
        section = number.partition(".")[0]
        counts = sections.setdefault(section, {"title": summary(section), **dict.fromkeys(_STATES, 0)})
        counts[now] += 1
        total[now] += 1
    return {"rules": rules, "sections": sections, "total": total, "stale": stale()}


def shown(number: str, text: str = "") -> dict[str, Any]:
    """All there is to say of one number; `text`: its official text, where the user has it."""
    entry = entries().get(number)
    found: dict[str, Any] = {
        "number": number,
        "place": place(number),
        "summary": summary(number),
        "text": text,
        "functions": by_rule().get(number, []),
        "scenarios": exercised.by_rule().get(number, []) if exercised.folder() else None,
    }
    if entry is not None and not entry.is_section:
        found["state"] = state(number)
        found["why"] = entry.why if found["state"] == DEFINITIONAL else ""
        found["lacks"] = entry.lacks if found["state"] == MISSING else ""
    return found


def under(number: str) -> list[str]:
    """A number and its parts, in the order of the book; of a section its rules too."""
    return [one for one in entries() if is_under(one, number)]
