"""Targets that a spell requires only if an optional cost was chosen for it (CR 601.2c, 702.33g)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.conditions import WasKicked
from magistrate.abilities.effects import If, Instead, UnlessCondition
from magistrate.abilities.kinds import Ability
from magistrate.abilities.node import Node, children, walk
from magistrate.abilities.things import It, Target, TargetPlayer, TargetThing, This
from magistrate.rules.target_phrases import phrases

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

_rest: Final[dict[int, tuple[Node, bool]]] = {}


def _is_own(condition: Node) -> bool:
    """Whether a condition asks what was paid for the spell itself (CR 702.33g), and not for another one that "it" means: "counter
    target spell if it was kicked" has its target whatever was paid for that (CR 115.1a)."""
    if not isinstance(condition, WasKicked):
        return False
    return isinstance(condition.what, This) or (isinstance(condition.what, It) and condition.what.slot == "source")


def rest_on_costs(effect: Node) -> bool:
    """Whether some of an effect's targets rest on an optional cost. Remembered by identity."""
    known = _rest.get(id(effect))
    if known is None or known[0] is not effect:
        found = any(
            isinstance(part, If | Instead | UnlessCondition)
            and _is_own(part.condition)
            and any(isinstance(one, Target | TargetPlayer | TargetThing) for one in walk(part))
            for part in walk(effect)
        )
        known = _rest[id(effect)] = (effect, found)
    return known[1]


def waived(game: Engine, effects: tuple[Node, ...], modes: tuple[int, ...], frame: Frame) -> frozenset[int]:
    """CR 702.166d, 702.174m: of the target phrases of these parts of a spell or ability, by their places, those that
    it does not require, as what was paid for it is now (CR 601.2c)."""
    found: list[int] = []
    base = 0
    for effect in effects:
        mine = phrases(effect, modes)
        if rest_on_costs(effect):
            needed: set[int] = set()
            spared: set[int] = set()
            _sort(game, effect, True, frame, needed, spared)
            found += [base + at for at, one in enumerate(mine) if one.index in spared and one.index not in needed]
        base += len(mine)
    return frozenset(found)


def _sort(game: Engine, node: Node, called: bool, frame: Frame, needed: set[int], spared: set[int]) -> None:
    """Note which targets are required, and which are only in parts that will have no effect."""
    from magistrate.rules import conditions

    if isinstance(node, Target | TargetPlayer | TargetThing):
        (needed if called else spared).add(node.index)
    if isinstance(node, If | Instead | UnlessCondition) and _is_own(node.condition):
        true = conditions.holds(game, node.condition, frame)
        if isinstance(node, Instead):
            _sort(game, node.other, called and true, frame, needed, spared)
            _sort(game, node.effect, called and not (true and _on_its_own(node, needed)), frame, needed, spared)
            return
        if isinstance(node, UnlessCondition):
            true = not true
        _sort(game, node.effect, called and true, frame, needed, spared)
        if isinstance(node, If) and node.otherwise is not None:
            _sort(game, node.otherwise, called and not true, frame, needed, spared)
        return
    for child in children(node):
        if not isinstance(child, Ability):
            _sort(game, child, called, frame, needed, spared)


def _on_its_own(node: Instead, needed: set[int]) -> bool:
    """Whether what happens instead has targets of its own and speaks of nothing that the other part is about; what it speaks of
    among that one's targets is required, too."""
    own = False
    for part in walk(node.other):
        if isinstance(part, Target | TargetPlayer | TargetThing):
            own = True
        slot = str(getattr(part, "slot", ""))
        if slot.startswith(("result:", "actor:")):
            return False
        if slot.startswith("target:"):
            needed.add(int(slot[7:]))
    return own
