"""What a mana cost says about a card: its mana value (CR 202.3), its colours (CR 202.2) and its symbols (CR 107.4)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

#: The letters of the five colours, in the order in which they are always written.
COLORS = "WUBRG"

_SYMBOL = re.compile(r"\{([^{}]*)\}")


def symbols(cost: str) -> tuple[str, ...]:
    """Return what stands in the braces of a mana cost, in order: `{2}{G/W}` gives `("2", "G/W")`."""
    return tuple(_SYMBOL.findall(cost))


@lru_cache(maxsize=4096)
def mana_value(cost: str | None) -> float:
    """Return the mana value of a mana cost, 0 for none (CR 202.3: X counts 0, a hybrid symbol its largest part)."""
    return sum(symbol_value(symbol) for symbol in symbols(cost)) if cost else 0


def symbol_value(symbol: str) -> float:
    """Return what one symbol adds to the mana value: a number itself, X 0, a hybrid its largest part."""
    if "/" in symbol:
        return max((symbol_value(part) for part in symbol.split("/") if part != "P"), default=0)
    if symbol.isdigit():
        return int(symbol)
    if symbol in ("X", "Y", "Z"):
        return 0
    if len(symbol) == 2 and symbol[0] == "H":
        return 0.5
    return 1


@lru_cache(maxsize=4096)
def cost_colors(cost: str | None) -> str:
    """Return the colours of the symbols of a mana cost as letters in the order WUBRG."""
    return order_colors(letter for symbol in symbols(cost or "") for letter in symbol)


def order_colors(letters: Iterable[str]) -> str:
    """Return the colour letters among those given, each once, in the order WUBRG."""
    present = set(letters)
    return "".join(color for color in COLORS if color in present)
