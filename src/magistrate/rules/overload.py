"""Overload (CR 702.96): "target" in the spell's text becomes "each"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import PlayerAction
from magistrate.abilities.effects import ObjectsDo
from magistrate.abilities.kinds import Ability, Spell
from magistrate.abilities.node import Node, replace, rewrite, walk
from magistrate.abilities.numbering import instructions
from magistrate.abilities.things import All, EachPlayer, It, Target, TargetPlayer, TargetThing, They
from magistrate.rules import copying
from magistrate.rules.registry import Unsupported
from magistrate.rules.state import GameObject

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine

_changed: Final[dict[int, tuple[tuple[Ability, ...], tuple[Ability, ...]]]] = {}


def change_text(game: Engine, spell: GameObject) -> None:
    """CR 702.96b, 612.1, 702.96c: the text changes as the spell is put on the stack. A copy of the spell has it too,
    since how it was cast is copied (CR 707.10), so that it is kept among the copiable values."""
    values = copying.copiable_values(game, spell.oid)
    known = _changed.get(id(values.abilities))
    if known is None or known[0] is not values.abilities:
        known = _changed[id(values.abilities)] = (values.abilities, tuple(_each(a) for a in values.abilities))
    game.st.set(spell, "copiable", values.but(abilities=known[1]))
    game.note(lambda: "overloaded: each is meant instead of a target", "702.96a", "702.96b")


def _each(ability: Ability) -> Ability:
    if not isinstance(ability, Spell):
        return ability
    again = _named_again(ability.effect)

    def change(node: Node) -> Node:
        if isinstance(node, It) and node.slot in again:
            return replace(node, plural=True, slot=again[node.slot])
        if isinstance(node, It | They) and node.slot.startswith("target"):
            raise Unsupported("overload of a spell that speaks of its target again")
        return _change(node)

    return rewrite(ability, change)


def _named_again(effect: Node) -> dict[str, str]:
    """Where the objects are found that were targets: what the instruction about them was done to."""
    actions = list(instructions(effect))
    found: dict[str, str] = {}
    for node in walk(effect):
        subject: Node | None = None
        at = 0
        if isinstance(node, ObjectsDo):
            subject = node.what
            at = next(number for number, action in enumerate(actions) if action is node.actions[0])
        elif isinstance(node, PlayerAction):
            subject = getattr(node, "what", None)
            at = next((number for number, action in enumerate(actions) if action is node), -1)
        if isinstance(subject, Target) and at >= 0:
            found.setdefault(f"target:{subject.index}", f"result:{at}")
    return found


def _change(node: Node) -> Node:
    if isinstance(node, Target):
        return All(node.group, "each")  # type: ignore[arg-type]
    if isinstance(node, TargetPlayer):
        return EachPlayer(node.group)
    if isinstance(node, TargetThing):
        raise Unsupported("overload of any target")
    return node
