"""What is said of a place where reading stopped: the words that stand there, and what was expected, in words."""

from __future__ import annotations

import re

from magistrate.oracle.reader import TracingReader

_STOPS = (",", ".", ":", '"', "\n")
_SYMBOL = re.compile(r"<(?P<names>[A-Za-z/]+)(?:@(?P<mode>[\w-]+))?(?: list \((?P<joiner>[^()]*)\))?>")
_SIGNS = {
    ",": "a comma",
    ".": "a full stop",
    ":": "a colon",
    '"': "a quotation mark",
    "/": "a slash",
    "'": "an apostrophe",
}
#: What the categories are in words, where that is not their name.
_CALLED = {
    "Ability": "an ability",
    "Amount": "a number",
    "Condition": "a condition",
    "Cost": "a cost",
    "Effect": "an instruction",
    "Event": "an event",
    "Group": "objects",
    "ObjectAction": "a verb",
    "Objects": "objects",
    "PlayerAction": "a verb",
    "Players": "players",
    "Quality": "a quality",
    "Quantity": "a number",
    "Things": "objects",
}
_CALLED_IN_MODE = {("Players", "poss"): "whose", ("Objects", "poss"): "of what", ("Things", "poss"): "of what"}


def said(expected: str) -> str:
    """What was expected, as people say it: words as they are, categories of the grammar by what they are.

    >>> said("life"), said("<Players@poss>"), said("<str@counter>"), said("<ManaOutput>"), said("<ObjectAction list (or)>")
    ('life', '<whose>', '<name of a counter>', '<mana output>', '<a verb>')
    """
    if expected in _SIGNS:
        return _SIGNS[expected]
    found = _SYMBOL.fullmatch(expected)
    if found is None or not (found["mode"] or found["joiner"] is not None or found["names"][0].isupper()):
        return expected
    mode = found["mode"] or ""
    names = [_called(name, mode) for name in found["names"].split("/")]
    return f"<{' or '.join(dict.fromkeys(names))}>"


def _called(name: str, mode: str) -> str:
    if name == "str":
        return f"name of a {mode}" if mode else "a name"
    known = _CALLED_IN_MODE.get((name, mode)) or _CALLED.get(name)
    return known or re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def rest_of_clause(reader: TracingReader) -> str:
    """The words from where reading stopped to the end of the clause."""
    at = reader.furthest
    end = at
    while end < reader.length and (end == at or reader.word(end) not in _STOPS):
        end += 1
    return reader.tokens.span(at, end)


def last_clause(reader: TracingReader) -> str:
    """The last words of a text that ends too early."""
    at = reader.length - 1
    while at > 0 and reader.word(at - 1) not in _STOPS:
        at -= 1
    return reader.tokens.span(at, reader.length)
