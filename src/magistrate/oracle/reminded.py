"""Keywords that nobody has defined, read from the reminder text behind them: "Flurrby {2} ({2}, {T}: Draw a card.)".

Reminder text has no rules meaning on a card whose keyword is known (CR 207.2a). Where the keyword is not known, and its reminder text is a
whole definition (abilities that can be read with nothing left over, which hold every number and cost that the keyword takes), that is what
the keyword means on that card. Else the keyword is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from magistrate.abilities.amounts import Amount, Number, X
from magistrate.abilities.costs import Costs
from magistrate.abilities.kinds import Ability, Keyword
from magistrate.keywords import definitions
from magistrate.oracle.english.keyword import read_costs
from magistrate.oracle.inflect import NUMBERS
from magistrate.oracle.lexer import tokenize
from magistrate.oracle.normalise import normalise
from magistrate.oracle.printer import grammar
from magistrate.oracle.reader import Reader

#: A name of up to four words, and what it takes.
_LINE = re.compile(
    r"^(?P<name>[A-Z][\w'-]*(?: [a-z][\w'-]*){0,3}?)(?: (?P<number>\d{1,3}|X))?(?P<cost>(?: ?—| (?=\{)).+)?$"
)
_REMINDED = re.compile(r"^(.*?)\s*\(([^()]+)\)\s*$")
#: Where another ability of the definition begins.
_NEXT = re.compile(r"(?<=\.) (?=(?:When|Whenever|At the) )")

ReadLine = Callable[[str], "tuple[Ability, ...] | None"]


def reminder_of(line: str, text: str, name: str, legendary: bool) -> str:
    """The reminder text that stands behind a line of a face's text, "" when none does."""
    for raw in text.split("\n"):
        match = _REMINDED.match(raw)
        if match is not None and normalise(match.group(1), name, legendary=legendary).lines == (line,):
            return match.group(2)
    return ""


def keyword_of(line: str, reminder: str, name: str, legendary: bool, read: ReadLine) -> Keyword | None:
    """The keyword of a line as its reminder text defines it; None when it does not, or the keyword is known."""
    match = _LINE.match(line)
    if match is None or not reminder.rstrip().endswith((".", '"')):
        return None
    word = match.group("name").lower()
    if word.endswith(("walk", "cycling")):  # kinds of landwalk and typecycling (CR 702.14a, 702.29e)
        return None
    if any(word == known or word.startswith(f"{known} ") for known in definitions()):
        return None
    if re.search(rf"\b{re.escape(word)}", reminder, re.IGNORECASE):
        return None  # it is said of the keyword, and not what it is
    number: Amount | None = None
    if match.group("number") is not None:
        given = match.group("number")
        said = {given, _WORDS.get(given, given)}
        if not said & set(re.findall(r"\w+", reminder)):
            return None
        number = X() if given == "X" else Number(int(given))
    costs: Costs | None = None
    if match.group("cost") is not None:
        written = match.group("cost").strip()
        if written.lstrip("— ").rstrip(".").lower() not in reminder.lower():
            return None
        reader = Reader(grammar(), tokenize(written))
        found = [value for end, value in read_costs(reader, 0) if end == reader.length]
        if len(found) != 1:
            return None
        costs = found[0]
    meaning: list[Ability] = []
    for whole in normalise(reminder, name, legendary=legendary).lines:
        for part in _NEXT.split(whole):
            abilities = read(part)
            if not abilities or any(isinstance(one, Keyword) for one in abilities):
                return None
            meaning.extend(abilities)
    return Keyword(word, costs=costs, number=number, meaning=tuple(meaning)) if meaning else None


_WORDS = {str(value): word for word, value in NUMBERS.items()}
