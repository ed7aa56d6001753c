"""What would be read: the phrase of the cards that are understood that is nearest to words that are not.

The lines of real cards are the vocabulary in use. They are searched by the rare words that they share with the refused line; the best are
compared letter by letter, and the first of them that is itself read wholly is shown.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches

from magistrate.cards.model import Card
from magistrate.oracle.compile import Context, Refused, read_line
from magistrate.oracle.layouts import SIGNS

_WORD = re.compile(r"[a-z~]+(?:'[a-z]+)?|\{[^{}]+\}|[+-]?\d+(?:/[+-]?\d+)?")
#: How much of a line is compared, which takes time.
_MOST_LETTERS = 400
_LOOKED_THROUGH = 2_000
_REMINDER = re.compile(r"\s*\([^()]*\)")


def words_of(text: str) -> list[str]:
    """The words of a text, in lower case."""
    return _WORD.findall(text.lower())


def lines_of(cards: Iterable[Card]) -> Iterable[str]:
    """The lines of cards, without reminder text and with `~` for the card's own name."""
    for card in cards:
        for face in card.faces:
            if face.text:
                text = face.text.translate(SIGNS).replace(face.name, "~")
                for line in (_REMINDER.sub("", text) if "(" in text else text).split("\n"):
                    if line:
                        yield line


class Phrases:
    """Lines to search for what is near to a text."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = list(dict.fromkeys(lines))
        self._lower = [line.lower() for line in self.lines]
        self._words: dict[str, list[str]] = {}

    def _alike(self, word: str) -> list[str]:
        """The words in use that are spelt much like one that is not."""
        if not self._words:
            for known in sorted({known for line in self._lower for known in line.split() if known.isalpha()}):
                self._words.setdefault(known[0], []).append(known)
        near = [known for known in self._words.get(word[0], ()) if abs(len(known) - len(word)) < 3]
        return get_close_matches(word, near, n=1, cutoff=0.75)

    def near(self, text: str, count: int) -> list[str]:
        """The lines that share most with a text, those first that are nearest letter by letter."""
        scores: Counter[int] = Counter()
        wanted = sorted({word for word in words_of(text) if len(word) > 2})
        for word in wanted:
            having = self._having(word)
            if not having and len(word) > 3:
                having = [number for other in self._alike(word) for number in self._having(other)]
            weight = int(1000 * math.log(1 + len(self.lines) / (1 + len(having))))
            for number in having:
                scores[number] += weight
        for number in list(scores):
            scores[number] = scores[number] * 10 // (10 + len(self.lines[number]) // 12)
        best = sorted(scores, key=lambda number: (-scores[number], number))[: count * 8]
        lower = text.lower()
        alike = {number: SequenceMatcher(None, lower, self._lower[number], False).ratio() for number in best}
        ranked = sorted(best, key=lambda number: (-alike[number], number))
        return [self.lines[number] for number in ranked[:count]]

    def spelt_like(self, text: str, count: int) -> list[str]:
        """Of short lines, those that are most alike letter by letter, where no word is known."""
        short = [line for line in self.lines if len(line) <= max(40, len(text))][:_LOOKED_THROUGH]
        lower = text.lower()
        alike = {line: SequenceMatcher(None, lower, line.lower(), False).ratio() for line in short}
        return sorted(short, key=lambda line: (-alike[line], line))[:count]

    def _having(self, word: str) -> list[int]:
        return [number for number, line in enumerate(self._lower) if word in line]


def nearest(refused: Refused, phrases: Phrases, context: Context, tries: int = 12) -> str:
    """The nearest line that would be read; "" when none of the nearest is."""
    wanted = refused.line[:_MOST_LETTERS]
    for near in (phrases.near(wanted, tries), phrases.spelt_like(wanted, tries)):
        for line in near:
            if line != refused.line and not isinstance(read_line(line, context), Refused):
                return line
    return ""
