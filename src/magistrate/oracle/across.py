"""What one line of a face says of another: checked when all of its lines have been read."""

from __future__ import annotations

from collections.abc import Iterable

from magistrate.abilities.actions import PlayerAction
from magistrate.abilities.kinds import Ability, Keyword, Static
from magistrate.abilities.node import Node, walk
from magistrate.abilities.things import It


def unpaid(abilities: Iterable[Ability]) -> str:
    """How something is said to have been taken to pay for the spell ("the sacrificed creature") that no cost of it
    takes; "" when there is nothing of the kind."""
    listed = list(abilities)
    paid: list[type[Node]] = []
    for ability in listed:
        if isinstance(ability, Static | Keyword):
            paid += [type(node) for node in walk(ability) if isinstance(node, PlayerAction)]
    for ability in listed:
        for node in walk(ability):
            if isinstance(node, It) and node.how and node.slot.startswith("cost:") and not node.slot[5:].isdigit():
                verb = {"sacrificed": "Sacrifice", "discarded": "Discard", "revealed": "Reveal", "returned": "Return"}[node.how]
                if all(kind.__name__ != verb for kind in paid):
                    return node.how
    return ""
