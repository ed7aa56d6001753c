"""What a description tells by itself: whether it is of many, of others, of what is yours, of what differs."""

from __future__ import annotations

from typing import Any

from magistrate.abilities.conditions import Condition, Controls, ThereAre
from magistrate.abilities.groups import AnyTarget, Controlled, Different, Group, IsOther, TotalAtMost
from magistrate.abilities.node import Node, walk
from magistrate.abilities.things import All, AtLeast, It, Some, They, You
from magistrate.oracle.english.quantities import number_of
from magistrate.oracle.english.words import SINGULAR


def must_differ(node: Node) -> bool:
    """Whether things are spoken of that differ from each other ("with different names"), or come to no more than so much together."""
    return any(isinstance(part, Different | TotalAtMost) for part in walk(node))


def differ(node: Node, targets: bool) -> bool:
    """The same of things that aren't chosen as something resolves; targets can come to no more than so much together (CR 601.2c)."""
    return any(isinstance(part, Different) for part in walk(node)) if targets else must_differ(node)


def many_differ(condition: Condition) -> bool:
    """Whether a condition asks only for so many that differ: "you control three or more creatures with different powers"."""
    counted = [
        node.what
        for node in walk(condition)
        if isinstance(node, Controls | ThereAre)
        and isinstance(node.what, Some)
        and isinstance(node.what.quantity, AtLeast)
    ]
    ways = [part for what in counted for part in what.group.post if isinstance(part, Different)]
    return len(ways) == sum(isinstance(part, Different) for part in walk(condition))


def says_other(part: Node) -> bool:
    """Whether a part of a description says "another" or "other"."""
    return isinstance(part, IsOther) or (isinstance(part, AnyTarget) and part.other)


def is_another(group: Node) -> bool:
    """Whether a description itself says "another" or "other"."""
    if isinstance(group, Group):
        heads = [quality for head in group.heads for quality in head.qualities]
        return any(isinstance(part, IsOther) for part in (*group.shared, *group.post, *heads))
    return says_other(group)


def is_yours(group: Group) -> bool:
    """Whether a description says that you control what it describes."""
    return any(isinstance(part, Controlled) and isinstance(part.by, You) for part in group.post)


def is_one(amount: Any) -> bool:
    """Whether an amount is the number one."""
    return getattr(amount, "value", None) == 1


def is_many(node: Any) -> bool:
    """Whether things are spoken of in the plural."""
    if isinstance(node, All):
        return node.form not in ("each", "your")
    if isinstance(node, They | It):
        return node.plural
    quantity = getattr(node, "quantity", None)
    return quantity is not None and number_of(quantity) != SINGULAR
