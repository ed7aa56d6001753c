"""Tokens of normalised Oracle text, each with its place in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"""
    (?P<symbol>\{[^{}]+\})                                     # {T}, {W/U}
  | (?P<loyalty>\[[+-]?(?:\d+|X)\])                            # [+1]
  | (?P<change>[+-](?:\d+|X|\*)/[+-](?:\d+|X|\*))              # +1/+1
  | (?P<size>(?:\d+\+\*|\d+|X|\*)/(?:\d+\+\*|\d+|X|\*))        # 2/2, */1+*
  | (?P<signed>[+-](?:\d+|X)(?!\w))                            # +2
  | (?P<number>\d+)
  | (?P<word>~|[^\W\d_]+(?:['-][^\W_]+)*)                      # creature, don't, non-Human
  | (?P<newline>\n)
  | (?P<mark>\S)                                               # punctuation, one sign at a time
    """,
    re.VERBOSE,
)
_ENDING = re.compile(r"(?<=[^\W\d_])'(?:s|ve|re|ll|d)$", re.IGNORECASE)


@dataclass(frozen=True)
class Token:
    """One token: as written, its offsets, and its kind (a group name of the lexer's pattern)."""

    text: str
    start: int
    end: int
    kind: str


@dataclass(frozen=True)
class Tokens:
    """A text cut into tokens; `words` are the tokens in lower case, which is what literals are compared with."""

    source: str
    tokens: tuple[Token, ...]
    words: tuple[str, ...] = field(default=())

    def __len__(self) -> int:
        return len(self.tokens)

    def span(self, first: int, last: int) -> str:
        """The text from token `first` up to, not including, token `last`."""
        if first >= last or first >= len(self.tokens):
            return ""
        return self.source[self.tokens[first].start : self.tokens[min(last, len(self.tokens)) - 1].end]


def tokenize(text: str) -> Tokens:
    """Cut text into tokens. A possessive or contracted ending is a token of its own ("opponent", "'s"; "you", "'ve")."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "mark"
        start, end = match.span()
        value = match.group()
        if kind == "word":
            ending = _ENDING.search(value)
            if ending is not None:
                cut = start + ending.start()
                found.append(Token(text[start:cut], start, cut, kind))
                found.append(Token(text[cut:end], cut, end, "ending"))
                continue
        elif value == "'" and found and found[-1].end == start and found[-1].text.endswith("s"):
            kind = "ending"  # creatures'
        elif value == "'" and found and found[-1].text == "~" and text[end : end + 1] == "s":
            kind = "ending"
        found.append(Token(value, start, end, kind))
    joined: list[Token] = []
    for token in found:
        # ~'s: the self sign is no letter, so its ending comes in two pieces.
        if token.text == "s" and joined and joined[-1].text == "'" and joined[-1].end == token.start:
            last = joined.pop()
            joined.append(Token("'s", last.start, token.end, "ending"))
        else:
            joined.append(token)
    return Tokens(text, tuple(joined), tuple(token.text.lower() for token in joined))


_NO_SPACE_BEFORE = frozenset({".", ",", ":", ";", "?", "!", "'s", "'", "'ve", "'re", "'ll", "'d", ")", "\n"})
_NO_SPACE_AFTER = frozenset({"(", "\n"})
#: A dash without spaces around it, as in "Equip—Discard a card".
TIGHT_DASH = "\u2060—"


def join(pieces: list[str]) -> str:
    """Write tokens as text: the spacing of Oracle text, and "a" or "an" as the next word sounds."""
    out: list[str] = []
    quoted = False
    glue = True
    for position, piece in enumerate(pieces):
        if piece == "a" and position + 1 < len(pieces):
            piece = article(pieces[position + 1])
        if piece == '"':
            if quoted:
                out.append(piece)
                glue = False
            else:
                out.append(piece if glue else " " + piece)
                glue = True
            quoted = not quoted
            continue
        if piece == TIGHT_DASH:
            out.append("—")
            glue = True
            continue
        symbols = piece.startswith("{") and out and out[-1].endswith("}")
        if glue or piece in _NO_SPACE_BEFORE or symbols:
            out.append(piece)
        else:
            out.append(" " + piece)
        glue = piece in _NO_SPACE_AFTER
    return "".join(out)


#: Beginnings of words that are written with a vowel and spoken with a consonant.
_SOUNDS_LIKE_CONSONANT = ("uni", "one", "eu", "use", "usu", "uto", "uk")
_SOUNDS_LIKE_VOWEL = ("x/", "hour", "heir", "honor", "honest")


def article(following: str) -> str:
    """ "a" or "an", as the following word sounds."""
    word = following.lower()
    if word == "x" or word.startswith(_SOUNDS_LIKE_VOWEL) or re.match(r"8|(11|18)(\D|$)", word):
        return "an"
    if word.startswith(_SOUNDS_LIKE_CONSONANT) and not word.startswith(("unin", "unim")):
        return "a"
    return "an" if word[:1] in tuple("aeiouáéíóúâêîôûäëïöü") else "a"
