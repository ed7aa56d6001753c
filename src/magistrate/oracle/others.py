"""What "other" is other than where one thing is counted for, or compared with, others (CR 109.2).

An unbound "other" is other than the source of its ability. In "target creature gets -2/-2 if its controller controls no other
creatures" it is other than the one whose controller is asked about. In "each Skeleton you control gets +X/+0, where X is the number of
other Skeletons you control" and in "if its power is greater than each other creature's power" it is other than the thing that it is
said of. What something deals damage to "each other creature" is other than what deals it.
In "target creature and each other creature that shares a color with it" it is other than that target, and can be the source.
Cards exiled with something, other than which there are, are other than those that were exiled just before.
What is attached to something and is attached "to another creature" goes to one other than what it is attached to.
This is seen only when the references of the whole ability are bound.
"""

from __future__ import annotations

from typing import TypeVar

from magistrate.abilities.actions import AttachAction, Attack, DealDamage, Exile
from magistrate.abilities.amounts import Amount, MeasureOf
from magistrate.abilities.combat_qualities import IsAttacking
from magistrate.abilities.conditions import Compares, Controls, Is
from magistrate.abilities.effects import Effect, IfYouDo, ObjectsDo, Where
from magistrate.abilities.events import Occurs
from magistrate.abilities.groups import AttachedTo, ExiledWith, Group, IsOther
from magistrate.abilities.kinds import Ability, Triggered
from magistrate.abilities.node import Node, replace, rewrite, walk
from magistrate.abilities.numbering import instructions
from magistrate.abilities.things import ControllerOf, It, Players, SeveralObjects, Some, Target, They, Things
from magistrate.oracle.participants import acting_slot

N = TypeVar("N", bound=Node)


def settled(ability: Ability) -> Ability:
    """The ability with each such "other" bound to what it is other than."""
    if not any(_is_open(part) for part in walk(ability)):
        return ability
    event = ability.event if isinstance(ability, Triggered) else None
    targets = {f"target:{part.index}" for part in walk(ability) if isinstance(part, Target)}
    attacks = isinstance(event, Occurs) and isinstance(event.action, Attack) and isinstance(event.subject, Some)

    def settle(part: Node) -> Node:
        if isinstance(part, ObjectsDo):
            slot, dealer = _slot(part.what), _dealer(part.what)
            return replace(part, actions=tuple(_counted(_dealt(action, dealer), slot) for action in part.actions))
        if isinstance(part, Where) and isinstance(part.effect, ObjectsDo):
            return replace(part, x=_than(part.x, _slot(part.effect.what)))
        if isinstance(part, Compares) and isinstance(part.amount, MeasureOf) and part.other is not None:
            return replace(part, other=_than(part.other, _slot(part.amount.of)))
        if isinstance(part, Controls):
            slot = _whose(part.who)
            return replace(part, what=_than(part.what, slot if slot in targets else ""))
        if isinstance(part, Is) and isinstance(part.quality, IsAttacking) and attacks:
            return replace(part, what=_than(part.what, "event:subject"))  # other than the one that attacks
        if isinstance(part, SeveralObjects):
            return replace(part, parts=tuple(_than(one, _compared_with(part, one)) for one in part.parts))
        if isinstance(part, IfYouDo):
            return replace(part, then=_exiled_before(part.then, _exiling(ability, part.first)))
        if isinstance(part, AttachAction) and _is_attached(part.what):
            return replace(part, to=_than(part.to, "host"))  # other than what it is attached to
        return part

    return rewrite(ability, settle)


def _exiling(ability: Ability, first: Effect) -> str:
    """The slot of what an instruction before has exiled."""
    effect = getattr(ability, "effect", None)
    done = [part for part in walk(first) if isinstance(part, Exile)]
    for number, action in enumerate(instructions(effect)) if done and effect is not None else ():
        if action == done[-1]:
            return f"result:{number}"
    return ""


def _exiled_before(then: N, slot: str) -> N:
    """ "You may exile all cards from your hand. If you do, put all other cards exiled with this artifact into your hand": other than
    those that were exiled just now (CR 608.2c)."""

    def those(part: Node) -> Node:
        exiled = isinstance(part, Group) and any(isinstance(quality, ExiledWith) for quality in part.post)
        return _than(part, slot) if exiled else part

    return rewrite(then, those) if slot else then


def _compared_with(several: SeveralObjects, one: Things) -> str:
    """The target beside which things are named that are compared with it: "target creature and each other creature that shares a
    color with it"."""
    for part in several.parts:
        if isinstance(part, Target) and part is not one:
            slot = f"target:{part.index}"
            if any(isinstance(node, It) and node.slot == slot for node in walk(one)):
                return slot
    return ""


def _is_attached(what: Things) -> bool:
    """Whether something is described as attached to something: "target Aura attached to a creature"."""
    group = getattr(what, "group", None)
    return group is not None and any(isinstance(part, AttachedTo) for part in walk(group))


def _is_open(part: Node) -> bool:
    return isinstance(part, IsOther) and not part.slot


def _slot(what: Things) -> str:
    """The slot of what is spoken of, where that is not the source and not what it is attached to."""
    slot = acting_slot(what) or ""
    return slot if slot == "each" or slot.startswith(("result:", "event:")) else ""


def _dealer(what: Things) -> str:
    """The slot of what deals damage, where that is not the source."""
    slot = acting_slot(what) or ""
    return slot if slot == "each" or slot.startswith(("result:", "event:", "target:")) else ""


def _dealt(action: N, slot: str) -> N:
    """What is dealt damage is other than what deals it ("it deals that much damage to each other creature", CR 120.1)."""
    if not isinstance(action, DealDamage) or action.to is None:
        return action
    return replace(action, to=_than(action.to, slot))


def _whose(who: Players) -> str:
    """The slot of the object whose controller is asked about."""
    if isinstance(who, ControllerOf):
        return acting_slot(who.of) or ""
    return who.slot if isinstance(who, They) else ""


def _than(node: N, slot: str) -> N:
    if not slot:
        return node
    return rewrite(node, lambda part: replace(part, slot=slot) if isinstance(part, IsOther) and not part.slot else part)


def _counted(action: N, slot: str) -> N:
    """What is done, with "other" bound in its amounts only: what else it is about is other than the source."""
    if not slot:
        return action
    return rewrite(action, lambda part: _than(part, slot) if isinstance(part, Amount) else part)
