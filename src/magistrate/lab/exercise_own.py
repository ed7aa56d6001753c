"""Which of a card's own abilities took effect while it was exercised, and which stood idle: what the boards do not make happen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Action
from magistrate.abilities.amounts import Amount
from magistrate.abilities.conditions import Condition
from magistrate.abilities.costs import Costs
from magistrate.abilities.events import Event
from magistrate.abilities.groups import Group, Quality
from magistrate.abilities.kinds import Ability, Activated, Chapter, Keyword, Spell, Static, Triggered
from magistrate.abilities.node import Node, children, walk
from magistrate.abilities.things import Things

if TYPE_CHECKING:
    from magistrate.rules.definitions import CardDefinition

#: Keyword abilities that are ways to cast a card, or costs that may be paid for it (CR 601.2b), and are noted when that is done.
_WAYS: Final = frozenset(
    ("buyback", "kicker", "multikicker", "flashback", "entwine", "retrace", "overload", "bestow", "escalate", "jump-start",
     "spectacle", "escape", "disturb", "surge", "bargain", "madness", "miracle", "prowl", "awaken", "emerge", "freerunning",
     "harmonize", "mayhem", "sneak", "web-slinging", "suspend", "morph", "megamorph", "disguise", "foretell", "plot", "warp")
)  # fmt: skip
#: How deep a label goes: the ability, what it says, and what that is about.
_DEPTH: Final = 3


def idle(definition: CardDefinition, seen: set[int], ways: frozenset[str]) -> tuple[str, ...]:
    """The abilities of a card of which nothing took effect, and the actions of the others that were never carried out, by kind.

    `seen` are the nodes that took effect, `ways` the names of what was done with the card.
    """
    found: list[str] = []
    for face in definition.faces:
        for ability in face.abilities:
            found.extend(_idle(ability, seen, ways))
    return tuple(dict.fromkeys(found))


def _idle(ability: Ability, seen: set[int], ways: frozenset[str]) -> Iterator[str]:
    if isinstance(ability, Keyword):
        if ability.meaning:
            if id(ability) not in seen:
                for meant in ability.meaning:
                    if not (_took_effect(meant, seen) if not isinstance(meant, Keyword) else id(meant) in seen):
                        yield f"keyword {ability.name}: {type(meant).__name__}"
        elif ability.name in _WAYS and id(ability) not in seen and ability.name not in ways:
            yield f"keyword {ability.name}"
        return
    if not _took_effect(ability, seen):
        yield label(ability)
        return
    if isinstance(ability, Static):
        return
    for part in _carried_out(ability):
        if isinstance(part, Action) and not any(id(one) in seen for one in walk(part)):
            yield f"{type(ability).__name__} … {type(part).__name__}"


def _carried_out(node: Node) -> Iterator[Node]:
    """A node and what of it may be carried out: not what is only asked, counted, described or paid."""
    yield node
    for child in children(node):
        if not isinstance(child, Amount | Condition | Costs | Event | Group | Quality | Things):
            yield from _carried_out(child)


def _took_effect(ability: Ability, seen: set[int]) -> bool:
    if isinstance(ability, Triggered):
        return id(ability.event) in seen
    if isinstance(ability, Spell | Activated | Chapter):
        return id(ability) in seen or id(ability.effect) in seen
    return any(id(part) in seen for part in walk(ability))


def label(ability: Ability) -> str:
    """An ability by the types of its outer nodes, for counting kinds: "Triggered(Occurs(This Attack))"."""
    about: Node = ability
    if isinstance(ability, Triggered):
        about = ability.event
    elif isinstance(ability, Static | Spell | Chapter):
        about = ability.effect
    elif isinstance(ability, Activated):
        about = ability.costs
    return f"{type(ability).__name__} {_outline(about, _DEPTH)}"


def _outline(node: Node, depth: int) -> str:
    name = type(node).__name__
    if depth <= 1:
        return name
    inner = [_outline(child, depth - 1) for child in children(node)]
    return f"{name}({' '.join(inner)})" if inner else name
