"""Mana symbols and mana costs as printed (CR 107.4, 202.1)."""

from __future__ import annotations

from magistrate.abilities.node import Node, node


@node
class ManaCost(Node):
    """A row of symbols, each without its braces: ("2", "W", "W/U", "X", "G/P", "2/W", "C", "S") (CR 202.1)."""

    symbols: tuple[str, ...]
