"""How the instructions of an ability are numbered, so that "those tokens" can say which instruction made them.

Instruction K is the K-th action (a `PlayerAction` or `ObjectAction`) of the effect in printed order. Only effects,
modes and the actions of a `HaveObjects` or `HavePlayers` are gone into: actions that stand in events, conditions, descriptions or
quoted abilities are not instructions. The binder (which writes `slot="result:K"`) and the rules (which keep what
instruction K did) both count with `actions_in`.
"""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import Action, HaveObjects, HavePlayers
from magistrate.abilities.effects import Effect, Mode
from magistrate.abilities.node import Node, children


def instructions(effect: Node) -> Iterator[Action]:
    """The instructions of an effect, in order."""
    for child in children(effect):
        if isinstance(child, Action):
            yield child
            if isinstance(child, HaveObjects | HavePlayers):
                yield from instructions(child)
        elif isinstance(child, Effect | Mode):
            yield from instructions(child)


_counts: dict[int, tuple[Node, int]] = {}


def actions_in(effect: Node) -> int:
    """How many instructions an effect holds (remembered by identity; the node is kept alive)."""
    known = _counts.get(id(effect))
    if known is None:
        own = 1 if isinstance(effect, Action) else 0
        nested = (
            sum(1 for _ in instructions(effect)) if own == 0 or isinstance(effect, HaveObjects | HavePlayers) else 0
        )
        known = _counts[id(effect)] = (effect, own + nested)
    return known[1]
