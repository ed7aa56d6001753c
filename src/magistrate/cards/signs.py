"""Signs that people cannot see, or did not mean, made plain: what an editor, a web page or a PDF leaves in a text.

Other spaces are spaces, what has no width is nothing, letters that are set as one sign are letters, and every end of a line is one.
"""

from __future__ import annotations

import unicodedata

_WIDTHLESS = "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
_WIDTHLESS += "\u2060\u2061\u2062\u2063\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff"
_SPACES = "\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_LIGATURES = "\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06"
_MEANT: dict[int, str] = {
    **{ord(sign): "" for sign in _WIDTHLESS},
    **{ord(sign): " " for sign in _SPACES},
    **{ord(sign): unicodedata.normalize("NFKC", sign) for sign in _LIGATURES},
    **{ord(sign): "\n" for sign in "\u2028\u2029\u0085\v\f"},
}


def plain(text: str) -> str:
    """The text with none but plain spaces, ends of lines and letters.

    >>> plain("Draw\\u00a0a\\u200b card.\\r\\nScry 1.")
    'Draw a card.\\nScry 1.'
    """
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_MEANT)


def unreadable(text: str) -> str:
    """The first sign of a text that is none of a written language's, by its number ("" when there is none)."""
    for sign in text:
        if (sign != "\n" and unicodedata.category(sign) in ("Cc", "Cs", "Co", "Cn")) or sign == "\ufffd":
            return f"U+{ord(sign):04X}"
    return ""
