"""What happens at once and is one occurrence of what an ability triggers on (CR 603.2c)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from magistrate.abilities.actions import BeDealtDamage, DealDamage
from magistrate.abilities.amounts import Number
from magistrate.abilities.events import CountersChange, Event, Occurs
from magistrate.abilities.node import walk
from magistrate.abilities.things import All, AnyOfThings, AtLeast, Some, SomePlayers, They
from magistrate.rules.state import FIRST_OBJECT

if TYPE_CHECKING:
    from magistrate.abilities.things import Things
    from magistrate.rules.matching import Bindings


_ONE_OR_MORE: Final = AtLeast(Number(1))


def batched(node: Event) -> AtLeast | None:
    """How many make it one event: "one or more creatures die", "one or more opponents lose life", "one or more
    counters are put on creatures you control" trigger once for all that happens at once (CR 603.2c)."""
    if isinstance(node, CountersChange):
        return _ONE_OR_MORE if isinstance(node.on, All) and not node.each else None
    if not isinstance(node, Occurs):
        return None
    subject = node.subject
    if isinstance(subject, Some | SomePlayers) and isinstance(subject.quantity, AtLeast):
        return subject.quantity
    what = getattr(node.action, "what", None)
    if isinstance(what, Some) and isinstance(what.quantity, AtLeast):
        return what.quantity
    return None


def at_once(node: Event) -> bool:
    """Whether what happens at once is one occurrence for each subject: a creature that several sources deal damage to at the
    same time "is dealt damage" once (by "one or more creatures", too), and one that deals damage to several things "deals
    damage" once, or "deals damage to one or more creatures"; counters of several kinds are put on a creature once (CR 603.2c)."""
    if isinstance(node, CountersChange):
        return not node.each
    if not isinstance(node, Occurs):
        return False
    action = node.action
    if isinstance(action, BeDealtDamage):
        by = action.by
        return by is None or (isinstance(by, Some) and isinstance(by.quantity, AtLeast) and action.or_by is None)
    if not isinstance(action, DealDamage):
        return False
    return action.to is None or _one_or_more(action.to)


def _one_or_more(to: Things) -> bool:
    """Whether it is done to "one or more" of what is named, at once."""
    parts = to.parts if isinstance(to, AnyOfThings) else (to,)
    return all(isinstance(part, Some | SomePlayers) and isinstance(part.quantity, AtLeast) for part in parts)


def apart(node: Event, bindings: Bindings) -> tuple[Any, ...]:
    """What keeps a batch apart: damage and attacks are counted for each player or permanent dealt it or attacked (CR 603.2c),
    unless to "one or more" of them. Whoever attacks "an opponent or a planeswalker they control" attacks that opponent."""
    action = getattr(node, "action", None)
    to = getattr(action, "to", None) or getattr(action, "whom", None)
    if to is None or _one_or_more(to):
        return ()
    if isinstance(to, AnyOfThings) and any(isinstance(part, They) for part in walk(to)):
        return (bindings.get("event:player"),)
    return (bindings.get("event:object"),)


def as_one(node: Event, bindings: Bindings) -> tuple[Any, ...] | None:
    """What tells apart the occurrences, of those that happen at once, that an ability triggers on separately; None where each
    does by itself (CR 603.2c)."""
    if batched(node) is not None:
        return apart(node, bindings)
    return (bindings.get("event:subject"),) if at_once(node) else None


def merged(several: list[Bindings]) -> Bindings:
    """One set of bindings for a batch: all its subjects and objects, each once, and the amounts added up."""
    if len(several) == 1:
        return several[0]
    whole: Bindings = {}
    for bindings in several:
        for slot, value in bindings.items():
            before = whole.get(slot)
            if before is None:
                whole[slot] = value
            elif isinstance(value, str):  # the kind of counters: of several kinds there is none to speak of
                if value != before:
                    whole[slot] = ""
            elif isinstance(value, tuple):
                whole[slot] = before + tuple(i for i in value if i not in before)
            else:
                whole[slot] = before + value
    return whole


def in_number(bindings: Bindings) -> Bindings:
    """The bindings of what "one or more" did at once: "that many" is how many they were where the event says no amount of its
    own (CR 603.2c)."""
    subject = bindings.get("event:subject")
    if "event:amount" in bindings or not isinstance(subject, tuple):
        return bindings
    others = bindings.get("event:object")
    by_a_player = len(subject) == 1 and subject[0] < FIRST_OBJECT  # "you discard one or more cards": how many cards
    counted = others if by_a_player and isinstance(others, tuple) else subject
    return {**bindings, "event:amount": len(counted)}
