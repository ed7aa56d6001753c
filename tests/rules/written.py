"""Cards for tests of the rules, written in English where the grammar reads it. References that are not bound mean the event."""

from __future__ import annotations

from typing import Any

from magistrate.abilities.amounts import ThatMuch
from magistrate.abilities.kinds import Ability
from magistrate.abilities.node import Node, replace, rewrite
from magistrate.abilities.things import It, Target, TargetPlayer, TargetThing, They
from magistrate.oracle.compile import compile_text
from magistrate.rules.definitions import CardDefinition
from tests.rules.table import card


def abilities(
    text: str, name: str = "Foo", type_line: str = "Creature — Bear", it: str = "event:subject"
) -> tuple[Ability, ...]:
    """The abilities of a text; unbound references are bound to `it`, unbound targets to the first."""
    face = compile_text(text, name, type_line)
    assert not face.refused, face.refused

    def bound(node: Node) -> Node:
        if isinstance(node, It | They) and not node.slot:
            return replace(node, slot=it)
        if isinstance(node, ThatMuch) and not node.slot:
            return replace(node, slot="event:amount")
        if isinstance(node, Target | TargetPlayer | TargetThing) and node.index < 0:
            return replace(node, index=0)
        return node

    return tuple(rewrite(ability, bound) for ability in face.abilities)


def written(
    name: str, type_line: str, text: str, *more: Ability, it: str = "event:subject", **values: Any
) -> CardDefinition:
    """A card with this text."""
    if "Creature" in type_line:
        values.setdefault("power", 2)
        values.setdefault("toughness", 2)
    return card(name, type_line, *abilities(text, name, type_line, it), *more, **values)
