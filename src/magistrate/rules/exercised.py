"""Noting which node types were seen to take effect, for the coverage figures. Nothing is noted while `registry.EXERCISED` is None,
and who calls these asks that first, so that a game that nobody watches pays for one comparison."""

from __future__ import annotations

from typing import Final

from magistrate.abilities.actions import Action
from magistrate.abilities.amounts import Amount
from magistrate.abilities.conditions import Condition
from magistrate.abilities.effects import Effect
from magistrate.abilities.events import Event
from magistrate.abilities.groups import Quality
from magistrate.abilities.kinds import Ability
from magistrate.abilities.node import Node, children, walk
from magistrate.abilities.things import EachOf, OwnerOf, Several, SeveralObjects, Things
from magistrate.rules import registry

#: The sorts of nodes whose effect is noted by who carries them out; all else is a part of such a node and is noted with it.
_ON_THEIR_OWN: Final = (Ability, Action, Amount, Condition, Effect, Event, Quality, Things)

#: Ways to put things together, which whoever acts takes apart; and "to its owner's hand", since each object goes to its owner's
#: anyway (CR 400.3).
_TAKEN_APART: Final = (EachOf, OwnerOf, Several, SeveralObjects)

#: What is noted of a node, worked out once: its names and the nodes themselves. They are kept, so that no other has their identity.
_Known = tuple[Node, frozenset[str], frozenset[int]]
_known: Final[dict[int, _Known]] = {}
_known_all: Final[dict[int, _Known]] = {}


def note(node: Node) -> None:
    """Note that a node has taken effect, and with it those of its parts that nothing carries out by themselves: how many, how
    long, what sort of token, the components of a cost."""
    if registry.EXERCISED is None:
        return
    known = _known.get(id(node))
    if known is None:
        found: list[Node] = []
        _parts(node, found)
        known = _known[id(node)] = _of(node, found)
    _keep(known)


def note_all(node: Node) -> None:
    """Note that everything in a node has taken effect: a description that fitted, an event that happened."""
    if registry.EXERCISED is None:
        return
    known = _known_all.get(id(node))
    if known is None:
        known = _known_all[id(node)] = _of(node, list(walk(node)))
    _keep(known)


def _of(node: Node, parts: list[Node]) -> _Known:
    return node, frozenset([type(part).__name__ for part in parts]), frozenset([id(part) for part in parts])


def _keep(known: _Known) -> None:
    if registry.EXERCISED is not None:
        registry.EXERCISED |= known[1]
    if registry.EXERCISED_NODES is not None:
        registry.EXERCISED_NODES |= known[2]


def _parts(node: Node, found: list[Node]) -> None:
    found.append(node)
    for child in children(node):
        if not isinstance(child, _ON_THEIR_OWN):
            _parts(child, found)
        elif isinstance(child, _TAKEN_APART):
            found.append(child)


def note_type(kind: type[Node]) -> None:
    """Note a type of which no node is at hand."""
    if registry.EXERCISED is not None:
        registry.EXERCISED.add(kind.__name__)
