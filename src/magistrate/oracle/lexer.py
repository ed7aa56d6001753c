"""Tokens of normalised Oracle text, each with its place in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
    """Cut text into tokens. A possessive or contracted ending is a token of its own ("opponent", "'s"; "you",
    "'ve")."""
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
    return Tokens(text, tuple(joined), tuple(_words(joined)))


#: Words behind which "'s" is a shortened "is".
_IS_BEFORE = frozenset({"it", "that", "there", "who", "what"})
_SHORTENED = {"'re": "are", "'ve": "have", "'ll": "will"}
#: What is shortened when it is written.
_SHORTER = {
    **{(word, "is"): "'s" for word in ("it", "that")},
    **{(word, "are"): "'re" for word in ("they", "you")},
    **{(word, "have"): "'ve" for word in ("they", "you")},
}


def _words(tokens: list[Token]) -> Iterator[str]:
    """The words that literals are compared with: lower case, shortened verbs in full ("it's" is "it", "is")."""
    before = ""
    for token in tokens:
        word = token.text.lower()
        if token.kind == "ending":
            word = "is" if word == "'s" and before in _IS_BEFORE else _SHORTENED.get(word, word)
        yield word
        before = word


_NO_SPACE_BEFORE = frozenset({".", ",", ":", ";", "?", "!", "'s", "'", "'ve", "'re", "'ll", "'d", ")", "]", "\n", "/"})
_NO_SPACE_AFTER = frozenset({"(", "[", "\n", "/"})
#: A dash without spaces around it, as in "Equip—Discard a card".
#: The marks of a quotation within another.
INNER_OPEN, INNER_CLOSE = "\u201c", "\u201d"
TIGHT_DASH = "\u2060—"


#: A piece that makes the next one begin with a capital.
CAPITAL = "\u2060^"
#: "have" as an auxiliary, which is shortened ("you've drawn"); as a verb of its own it is not.
PERFECT = "\u2060have"


def join(pieces: list[str]) -> str:
    """Write pieces as text: the spacing of Oracle text, "a" or "an" as the next word sounds, capitals, "it's" for "it
    is"."""
    out: list[str] = []
    quoted = glue = capital = False
    before = ""
    glue = True
    words = [piece for piece in pieces if piece]
    for position, piece in enumerate(words):
        if piece == CAPITAL:
            capital = True
            continue
        if piece == "a" and position + 1 < len(words):
            piece = article(words[position + 1])
        if before == "'" and piece in _SHARED:
            piece = _SHARED[piece]
        shorter = _SHORTER.get((before, "have" if piece == PERFECT else piece)) if piece != "have" else None
        before = piece
        if piece == '"':
            out.append(piece if glue or quoted else " " + piece)
            quoted = not quoted
            glue = quoted
            continue
        if piece in (INNER_OPEN, INNER_CLOSE):
            out.append('"' if glue or piece == INNER_CLOSE else ' "')
            glue = piece == INNER_OPEN
            continue
        if piece == TIGHT_DASH:
            out.append("—")
            glue = True
            continue
        if piece == PERFECT:
            piece = "have"
        if capital and piece != "\n":
            piece = piece[:1].upper() + piece[1:]
            capital = False
        if shorter is not None:
            out.append(shorter)
        elif glue or piece in _NO_SPACE_BEFORE or (piece.startswith("{") and out and out[-1].endswith("}")):
            out.append(piece)
        else:
            out.append(" " + piece)
        glue = piece in _NO_SPACE_AFTER
    return "".join(out)


#: What several players have one of each: "their owners' hands".
_SHARED = {"hand": "hands", "library": "libraries", "graveyard": "graveyards"}


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
