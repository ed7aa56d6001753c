"""How the instructions of an ability are numbered, so that "those tokens" can say which instruction made them.

Instruction K is the K-th action (a `PlayerAction` or `ObjectAction`) of the effect in printed order. Only effects,
modes and the actions of a `HaveObjects` or `HavePlayers` are gone into: actions that stand in events, conditions, descriptions or
quoted abilities are not instructions. The binder (which writes `slot="result:K"`) and the rules (which keep what
instruction K did) both count with `actions_in`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

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


_MOST: Final = 20_000
_counts: Final[dict[int, tuple[Node, int]]] = {}


def actions_in(effect: Node) -> int:
    """How many instructions an effect holds (remembered by identity; the node is kept alive)."""
    known = _counts.get(id(effect))
    if known is None:
        if len(_counts) >= _MOST:  # effects are made in play, too
            _counts.clear()
        own = 1 if isinstance(effect, Action) else 0
        nested = (
            sum(1 for _ in instructions(effect)) if own == 0 or isinstance(effect, HaveObjects | HavePlayers) else 0
        )
        known = _counts[id(effect)] = (effect, own + nested)
    return known[1]


def twins(effect: Node, other: Node) -> list[tuple[int, int]]:
    """Which instructions of another effect stand for which of the effect that it replaces, by their numbers in each: those of a type
    of which either has only one. What they do is spoken of behind both as one ("Copy that spell. If …, copy it twice instead. You may
    choose new targets for the copies")."""
    these, those = list(instructions(effect)), list(instructions(other))
    pairs: list[tuple[int, int]] = []
    for at, action in enumerate(those):
        same = [its for its, replaced in enumerate(these) if type(replaced) is type(action)]
        if len(same) == 1 and sum(type(one) is type(action) for one in those) == 1:
            pairs.append((at, same[0]))
    return pairs
