"""The base of the vocabulary: frozen nodes, how their English is declared, and how a tree of them is walked.

A *category* is an undecorated subclass of `Node` (`class Effect(Node)`); a *node type* is a decorated subclass of a
category:

    @node
    class Draw(PlayerAction):
        \"\"\"CR 121.1.\"\"\"

        phrases: ClassVar[Phrases] = ("<draw> {count:card}",)
        count: Amount

This module knows nothing of the grammar that gives phrases their meaning (`magistrate.oracle`); it only records them.
The language of phrases is described in `docs/grammar.md`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, TypeVar, dataclass_transform

T = TypeVar("T")
N = TypeVar("N", bound="Node")


class Phrase:
    """One way to say a node in English.

    `text` is written in the language of phrases; `fixed` gives the fields that this phrase settles by itself (fields
    that it neither names nor settles have their defaults). `mode` is the mode of the category that the phrase belongs
    to ("" is the usual one); a phrase that is `read_only` is understood but never printed.
    """

    def __init__(self, text: str, /, **fixed: Any) -> None:
        self.text = text
        self.fixed = fixed
        self.mode = ""
        self.read_only = False

    def __repr__(self) -> str:
        return f"Phrase({self.text!r})"


class AlsoRead(Phrase):
    """A wording that is understood and never printed."""

    def __init__(self, text: str, /, **fixed: Any) -> None:
        super().__init__(text, **fixed)
        self.read_only = True


class InMode(Phrase):
    """A wording for one mode of the category: `InMode("many", "that many")`."""

    def __init__(self, mode: str, text: str, /, **fixed: Any) -> None:
        super().__init__(text, **fixed)
        self.mode = mode


Phrases = tuple["Phrase | str", ...]


class Node:
    """Something that a card can say. Nodes are immutable and equal when their fields are."""

    #: The English of this type, in order of preference when printing.
    phrases: ClassVar[Phrases] = ()

    def __repr__(self) -> str:
        """As of a dataclass; one for all types, since making one for each takes a sixth of what importing them does."""
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in field_names(type(self)))
        return f"{type(self).__qualname__}({fields})"


#: Every node type, in order of definition.
REGISTERED: list[type[Node]] = []


@dataclass_transform(frozen_default=True)
def node(cls: type[T]) -> type[T]:
    """Make a class a node type: a frozen dataclass that the grammar knows.

    Raises TypeError when the class does not descend from `Node`.
    """
    if not issubclass(cls, Node):
        raise TypeError(f"{cls.__name__} is not a Node")
    made = dataclasses.dataclass(frozen=True, repr=False)(cls)
    REGISTERED.append(made)
    return made


@dataclass_transform(frozen_default=True)
def unspoken(cls: type[T]) -> type[T]:
    """Make a class a node type that no card says: the rules build it themselves, and the grammar does not know it."""
    return dataclasses.dataclass(frozen=True, repr=False)(cls)


_field_names: dict[type[Any], tuple[str, ...]] = {}


def field_names(cls: type[Any]) -> tuple[str, ...]:
    """The names of a node type's fields, in order."""
    found = _field_names.get(cls)
    if found is None:
        found = _field_names[cls] = tuple(field.name for field in dataclasses.fields(cls))
    return found


def children(root: Node) -> Iterator[Node]:
    """The nodes directly in a node's fields, in order, those in tuples included."""
    for name in field_names(type(root)):
        value = getattr(root, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for part in value:
                if isinstance(part, Node):
                    yield part


def walk(root: Node) -> Iterator[Node]:
    """A node and everything under it, parents first, in order."""
    yield root
    for child in children(root):
        yield from walk(child)


def replace(root: N, **changes: Any) -> N:
    """A copy of a node with some fields changed."""
    values = {name: getattr(root, name) for name in field_names(type(root))}
    values.update(changes)
    return type(root)(**values)


def rewrite(root: N, change: Callable[[Node], Node]) -> N:
    """A copy of a tree in which every node has gone through `change`, children first; parts that stay equal are
    shared."""
    changes: dict[str, Any] = {}
    for name in field_names(type(root)):
        value = getattr(root, name)
        if isinstance(value, Node):
            new: Any = rewrite(value, change)
        elif isinstance(value, tuple):
            parts = tuple(rewrite(part, change) if isinstance(part, Node) else part for part in value)
            new = value if all(a is b for a, b in zip(parts, value, strict=True)) else parts
        else:
            continue
        if new is not value:
            changes[name] = new
    result = change(replace(root, **changes) if changes else root)
    return result  # type: ignore[return-value]
