"""Printing compiled abilities: always from the tree that will be carried out, never from the card's own words."""

from __future__ import annotations

from functools import cache

from magistrate.abilities.kinds import Ability, Keyword
from magistrate.oracle import english
from magistrate.oracle.grammar import Grammar
from magistrate.oracle.lexer import CAPITAL, join
from magistrate.oracle.writer import Unprintable, Writer

assert english


@cache
def grammar() -> Grammar:
    """The grammar of the whole vocabulary."""
    return Grammar()


def print_ability(ability: Ability) -> str:
    """An ability in Oracle English. Raises Unprintable when no phrase says it."""
    return print_line((ability,))


def print_line(abilities: tuple[Ability, ...]) -> str:
    """The abilities of one line: one ability, or a list of keywords. Raises Unprintable when no phrase says one of
    them."""
    writer = Writer(grammar())
    pieces: list[str] = [CAPITAL]
    for position, ability in enumerate(abilities):
        category = Keyword if isinstance(ability, Keyword) else Ability
        written = writer.category(category, ability)
        if written is None:
            raise Unprintable(f"nothing says {ability!r}")
        pieces += [*([","] if position else []), *written]
    return join(pieces)
