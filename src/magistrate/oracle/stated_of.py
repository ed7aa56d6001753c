"""What "those cards" are in a statement: the cards that it described before.

A static ability is not followed like an instruction (CR 604.1), so that nothing is kept of what was done: in "you may look at cards
exiled with this creature and you may play lands and cast spells from among those cards" they are, at every time, the cards exiled with it.
"""

from __future__ import annotations

from magistrate.abilities.actions import Action, PlayerAction
from magistrate.abilities.effects import Does, Instructions
from magistrate.abilities.groups import Group, IsOneOf, Noun, Quality
from magistrate.abilities.kinds import Ability, Static
from magistrate.abilities.node import Node, replace, rewrite, walk
from magistrate.abilities.things import All, It


def stated(ability: Ability) -> Ability:
    """A static ability whose "from among those cards" is of what those cards were described by, where it was a clause of the same
    statement that described them."""
    if not isinstance(ability, Static) or not isinstance(ability.effect, Instructions):
        return ability
    described = _described(ability.effect)
    if not described:
        return ability

    def settle(part: Node) -> Node:
        if isinstance(part, Group) and any(_slot(one) in described for one in part.post):
            post: tuple[Quality, ...] = ()
            for one in part.post:
                post += described.get(_slot(one), (one,))
            return replace(part, post=post)
        return part

    return rewrite(ability, settle)


def _slot(quality: Quality) -> str:
    return quality.things.slot if isinstance(quality, IsOneOf) and isinstance(quality.things, It) else ""


def _described(effect: Instructions) -> dict[str, tuple[Quality, ...]]:
    """By slot, how the cards are described that permissions of a statement are about."""
    found: dict[str, tuple[Quality, ...]] = {}
    number = 0
    for part in walk(effect):
        if isinstance(part, Does):
            for action in part.actions:
                post = _all_cards(action) if part.may else ()
                if post:
                    found[f"result:{number}"] = post
                number += 1
    return found


def _all_cards(action: Action) -> tuple[Quality, ...]:
    what = getattr(action, "what", None) if isinstance(action, PlayerAction) else None
    group = what.group if isinstance(what, All) else None
    if not isinstance(group, Group) or group.noun is not Noun.CARD or group.heads or group.shared:
        return ()
    return group.post
