"""Text within square brackets, which a spell that is cast for its cleave cost is without (CR 702.148a)."""

from __future__ import annotations

import difflib
import re

from magistrate.oracle.lexer import CAPITAL

_BRACKETED = re.compile(r" ?\[([^\]\d+−-][^\]]*)\]")


def has_brackets(line: str) -> bool:
    """Whether some of the text stands within square brackets, which is no loyalty cost."""
    return _BRACKETED.search(line) is not None


def whole(line: str) -> str:
    """The text with what stands in the brackets."""
    return _BRACKETED.sub(lambda match: match.group().replace("[", "").replace("]", ""), line)


def cleft(line: str) -> str:
    """The text without what stands in the brackets."""
    short = _BRACKETED.sub("", line).strip()
    return short[:1].upper() + short[1:]


def bracketed(full: list[str], short: list[str]) -> list[str] | None:
    """The words with those in brackets that the shorter text is without; None when it has words of its own."""
    pieces: list[str] = []
    said = 0
    for what, start, end, first, last in difflib.SequenceMatcher(None, full, short, autojunk=False).get_opcodes():
        start = max(start, said)
        if what == "equal":
            pieces += full[start:end]
        elif what == "delete" and full[start] == "," and full[end : end + 1] == [","]:
            said = end + 1  # "a card, [reveal it,] put it": the comma stands before the brackets
            pieces += [",", "[", *full[start + 1 : said], "]"]
        elif what == "delete" or all(piece == CAPITAL for piece in short[first:last]):
            pieces += ["[", *full[start:end], "]"]
        else:
            return None
    return pieces
