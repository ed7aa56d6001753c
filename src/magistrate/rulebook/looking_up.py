"""Looking rules up: by a number with its parts, or by words."""

from __future__ import annotations

import re
from typing import Any

from magistrate.cards.names import fold
from magistrate.rulebook.book import Book
from magistrate.rulebook.citations import by_rule, citations
from magistrate.rulebook.coverage import shown, stale
from magistrate.rulebook.index import entries, is_under, order_of, summary

_IS_NUMBER = re.compile(r"^(?:CR\s*)?(\d{3}(?:\.\d+[a-z]*)?|\d)\.?$", re.IGNORECASE)
#: How many rules a search shows.
_MOST = 40


def look_up(rules: Book, words: str) -> dict[str, Any]:
    """A rule by its number with its parts, or the rules that hold all the words."""
    number = _IS_NUMBER.match(words.strip())
    if number:
        wanted = number[1].lower()
        found = [one for one in entries() if is_under(one, wanted)]
        hint = f"there is no rule {wanted}{_close(wanted)}"
    else:
        found = _with_words(rules, words)
        hint = f"no rule holds the words `{words}`"
        if not rules.numbers:
            hint += " (only our own summaries were searched: the official text comes with `rules import FILE`)"
    listed = [shown(one, rules.texts.get(one, "")) for one in found[:_MOST]]
    return {"query": words, "rules": listed, "more": max(0, len(found) - _MOST), "hint": "" if listed else hint}


def _close(wanted: str) -> str:
    """What somebody may have meant by a number that is no rule's: the rule or section that it would stand under."""
    for shorter in (wanted.rstrip("abcdefghijklmnopqrstuvwxyz"), wanted.partition(".")[0], wanted[0]):
        if shorter != wanted and shorter in entries():
            parts = sum(1 for one in entries() if one != shorter and is_under(one, shorter))
            return f"; {shorter} has {parts} parts" if parts else f"; {shorter} has no parts"
    return "; rules have numbers like 106.7 or 702.19b, sections like 106"


def _with_words(rules: Book, words: str) -> list[str]:
    """The rules whose official text holds the words; without one, or where none does, those whose summary does."""
    wanted = fold(words).split()
    if not wanted:
        return []
    found = [number for number, text in rules.texts.items() if all(word in fold(text) for word in wanted)]
    if found:
        phrase = fold(words)
        return sorted(found, key=lambda number: (phrase not in fold(rules.texts[number]), order_of(number)))
    found = [number for number in entries() if all(word in fold(entries()[number].summary) for word in wanted)]
    if found:
        return found
    functions = by_rule()
    return [
        number
        for number in entries()
        if any(all(word in fold(one.replace("_", " ")) for word in wanted) for one in functions.get(number, ()))
    ]


def implemented(rules: Book) -> dict[str, Any]:
    """The rules that the program cites, with the functions; `stale`: citations of numbers that are no rule."""
    functions: dict[str, list[str]] = {}
    for one in citations():
        functions.setdefault(one.number, []).append(one.function)
    listed = [
        {"number": number, "functions": functions[number], "text": rules.texts.get(number, summary(number))}
        for number in sorted(functions, key=order_of)
    ]
    return {"rules": listed, "stale": stale(), "book": len(rules.numbers)}
