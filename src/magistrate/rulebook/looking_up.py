"""Looking rules up: by numbers and ranges of them, with their parts, by a term of the glossary, or by words."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from magistrate.cards.names import fold
from magistrate.rulebook.book import Book
from magistrate.rulebook.citations import by_rule, citations
from magistrate.rulebook.coverage import shown, stale
from magistrate.rulebook.index import entries, is_under, order_of, summary

_NUMBER = r"(?:[0-9]{3}(?:\.[0-9]+[a-z]*)?|[0-9])"
_IS_NUMBER = re.compile(rf"^(?:CR\s*)?({_NUMBER})\.?$", re.IGNORECASE)
#: `601.2a-c`, `106.12-106.14`, `500-514`
_IS_RANGE = re.compile(rf"^(?:CR\s*)?({_NUMBER})\s*[-–]\s*({_NUMBER}|[a-z])\.?$", re.IGNORECASE)
#: What somebody takes for a number, and is none of a rule.
_LIKE_NUMBER = re.compile(r"^(?:CR\s*)?[0-9][0-9.]*[a-z]*\.?$", re.IGNORECASE)
_HOW = "rules have numbers like 106.7 or 702.19b, sections like 106"
_SEE = re.compile(r"\brules? ([0-9]{3}(?:\.[0-9]+[a-z]?)?)")
#: How many rules a search shows.
_MOST = 40


def look_up(rules: Book, words: str) -> dict[str, Any]:
    """Rules by their numbers, each with its parts; or what the glossary says of a term, and the rules that hold all the words.

    `number`: the rule that was asked for, when it was one. `hint`: what to do when nothing was found.
    """
    words = unicodedata.normalize("NFKC", words)
    number = numbered(words)
    answer: dict[str, Any] = {"query": words, "number": number, "glossary": None}
    between = _IS_RANGE.match(words.strip())
    several = [numbered(word.strip(",;")) for word in words.split()]
    if number:
        found = [one for one in entries() if is_under(one, number)]
        hint = f"there is no rule {number}{_close(number)}"
    elif between:
        found, hint = _range(between[1].lower(), between[2].lower())
    elif several and all(several):
        found = [one for wanted in several for one in entries() if is_under(one, wanted)]
        wrong = next((one for one in several if one not in entries()), "")
        found, hint = ([], f"there is no rule {wrong}{_close(wrong)}") if wrong else (found, "")
    elif _LIKE_NUMBER.match(words.strip()):
        found, hint = [], f"there is no rule {words.strip()}; {_HOW}"
    else:
        term = next((term for term in rules.terms if fold(term) == fold(words.strip())), "")
        if term:
            answer["glossary"] = {"term": term, "text": rules.terms[term]}
        named = _SEE.findall(rules.terms.get(term, ""))
        parts = [one for one in entries() if any(is_under(one, rule) for rule in named if "." in rule)]
        found = _with_words(rules, words, tuple(dict.fromkeys([*named, *parts])))
        hint = f"no rule holds the words `{words}`"
        if not rules.numbers:
            hint += " (only our own summaries were searched: the official text comes with `rules import FILE`)"
    answer["rules"] = [shown(one, rules.texts.get(one, "")) for one in found[:_MOST]]
    answer["more"] = max(0, len(found) - _MOST)
    answer["hint"] = "" if found or answer["glossary"] else hint
    return answer


def numbered(words: str) -> str:
    """The number that words are: `CR 106.7.` is 106.7; "" when they are something else."""
    number = _IS_NUMBER.match(words.strip())
    return number[1].lower() if number else ""


def _range(first: str, last: str) -> tuple[list[str], str]:
    """The rules from one to another, with the parts of the last."""
    if last.isalpha():
        last = first.rstrip("abcdefghijklmnopqrstuvwxyz") + last
    wrong = next((one for one in (first, last) if one not in entries()), "")
    if wrong:
        return [], f"there is no rule {wrong}{_close(wrong)}"
    if order_of(first) > order_of(last):
        return [], f"{last} stands before {first}: name the earlier first"
    low, high = order_of(first), order_of(last)
    return [one for one in entries() if low <= order_of(one) <= high or is_under(one, last)], ""


def _close(wanted: str) -> str:
    """What somebody may have meant by a number that is no rule's: the rule or section that it would stand under."""
    for shorter in (wanted.rstrip("abcdefghijklmnopqrstuvwxyz"), wanted.partition(".")[0], wanted[0]):
        if shorter != wanted and shorter in entries():
            parts = sum(1 for one in entries() if one != shorter and is_under(one, shorter))
            return f"; {shorter} has {parts} parts" if parts else f"; {shorter} has no parts"
    return f"; {_HOW}"


def _with_words(rules: Book, words: str, named: tuple[str, ...]) -> list[str]:
    """The rules whose official text holds the words; without one, or where none does, those whose summary does. Those that the
    glossary names come first, then what is called so, then what holds the words as they stand there."""
    wanted = fold(words).split()
    if not wanted:
        return []
    phrase = " ".join(wanted)
    as_words = re.compile(rf"\b{re.escape(phrase)}\b")
    folded = {number: fold(text) for number, text in rules.texts.items()}
    found = [number for number, text in folded.items() if all(word in text for word in wanted)]
    found.extend(number for number in named if number in entries() and number not in found)
    if found:

        def rank(number: str) -> tuple[bool, bool, bool, tuple[int, int, int, str]]:
            text = folded.get(number, "")
            return number not in named, text != phrase, not as_words.search(text), order_of(number)

        return sorted(found, key=rank)
    found = [number for number in entries() if all(word in fold(entries()[number].summary) for word in wanted)]
    if found:
        return sorted(found, key=lambda number: not fold(entries()[number].summary).startswith(phrase))
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
