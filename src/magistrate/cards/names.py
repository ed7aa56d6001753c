"""Card names as people write them: without accents, with curly or straight quotes, in any case, with `/` or `//`."""

from __future__ import annotations

import re
import unicodedata

from magistrate.cards.signs import plain

_PLAIN = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u02bc": "'",
        "`": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u2010": "-",
        "\u2011": "-",
        "\u2013": "-",
        "\u2014": "-",
        "\u2212": "-",
        "\ua789": ":",
        "\u00a0": " ",
        "\u00ae": "",
        "Æ": "ae",
        "æ": "ae",
        "Œ": "oe",
        "œ": "oe",
        "ß": "ss",
        "Ø": "o",
        "ø": "o",
    }
)
_SLASHES = re.compile(r"\s*/+\s*")


def fold(text: str) -> str:
    """Return the text in lower case, without accents, with straight quotes, plain hyphens and single spaces.

    >>> fold("Lim-Dûl’s  Vault")
    "lim-dul's vault"
    """
    text = plain(text).translate(_PLAIN)
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
        text = text.encode("utf-8", "replace").decode("utf-8")  # what an argument of no encoding leaves
    return " ".join(text.lower().split())


def name_key(name: str) -> str:
    """Return the key under which a name is looked up: folded, with every way to write the slashes made one.

    >>> name_key("Fire/Ice") == name_key("fire // ice") == name_key("FIRE///ICE")
    True
    """
    key = fold(name)
    return _SLASHES.sub(" // ", key) if "/" in key else key
