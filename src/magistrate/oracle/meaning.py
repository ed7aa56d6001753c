"""What keywords mean: the Oracle English of their definitions, compiled like a card and kept on the keyword (CR
702)."""

from __future__ import annotations

from functools import cache

from magistrate.abilities.kinds import Ability, Keyword
from magistrate.abilities.node import Node, replace, rewrite
from magistrate.errors import MagistrateError
from magistrate.keywords import definitions
from magistrate.oracle.binder import bind
from magistrate.oracle.discourse import ANYTHING
from magistrate.oracle.printer import grammar, print_ability
from magistrate.oracle.reader import Reader


class BadDefinition(MagistrateError):
    """A keyword's definition that cannot be read: a fault of the program."""


def with_meanings(ability: Ability) -> Ability:
    """The ability with the meaning of every keyword in it, quoted abilities included."""
    return rewrite(ability, _with_meaning)


def _with_meaning(node: Node) -> Node:
    if not isinstance(node, Keyword) or node.meaning:
        return node
    try:
        meaning = _meaning(node)
    except BadDefinition:
        if node.costs is None and node.number is None:
            raise
        return node  # what it takes makes it something else: the rules say then that there are none for it
    return replace(node, meaning=meaning) if meaning else node


@cache
def _meaning(keyword: Keyword) -> tuple[Ability, ...]:
    definition = definitions()[keyword.name]
    if not definition.means:
        return ()
    text = definition.means
    if keyword.costs is not None:
        cost = _parameter(keyword, "costs")
        if cost[:1].isalpha():  # "pay {cost}" of a cost that is no mana: "discard a card", "pay 2 life"
            text = text.replace("pay {cost}", cost[0].lower() + cost[1:])
        text = text.replace("{cost}", cost)
    if keyword.number is not None:
        text = text.replace("{number}", _parameter(keyword, "number"))
    return tuple(_read(keyword, line) for line in text.splitlines())


def _read(keyword: Keyword, line: str) -> Ability:
    """One ability of a keyword's meaning, which stands on a line of its own."""
    found = Reader(grammar(), line).whole(grammar().symbol(Ability))
    if len(found) != 1:
        raise BadDefinition(f"the meaning of {keyword.name!r} has {len(found)} readings: {line!r}")
    return bind(found[0], frozenset({ANYTHING}))


def _parameter(keyword: Keyword, which: str) -> str:
    """What a keyword takes, as it stands in the text of its meaning."""
    written = print_ability(Keyword(keyword.name, costs=keyword.costs, number=keyword.number))
    words = written[len(keyword.name) :].lstrip("—").strip()
    return words.rstrip(".")


__all__ = ["BadDefinition", "with_meanings"]
