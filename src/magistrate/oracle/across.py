"""What one line of a face says of another: checked when all of its lines have been read."""

from __future__ import annotations

from collections.abc import Iterable

from magistrate.abilities.actions import Discard, PlayerAction, Return, Reveal, Sacrifice
from magistrate.abilities.kinds import Ability, Keyword, Static
from magistrate.abilities.node import walk
from magistrate.abilities.things import It

#: How what paid for a spell is spoken of, and the action that takes it.
_TAKEN: dict[str, type[PlayerAction]] = {
    "sacrificed": Sacrifice,
    "discarded": Discard,
    "revealed": Reveal,
    "returned": Return,
}


def unpaid(abilities: Iterable[Ability]) -> str:
    """How something is said to have been taken to pay for the spell ("the sacrificed creature") that no cost of it
    takes; "" when there is nothing of the kind."""
    listed = list(abilities)
    spoken = [
        node.how
        for ability in listed
        for node in walk(ability)
        if isinstance(node, It) and node.how in _TAKEN and node.slot == f"cost:{node.how}"
    ]
    if not spoken:
        return ""
    paid = [type(node) for one in listed if isinstance(one, Static | Keyword) for node in walk(one)]
    return next((how for how in spoken if _TAKEN[how] not in paid), "")
