"""More tokens of a kind that was named: "create three of those tokens instead"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import CreateKind, TokenSpec
from magistrate.abilities.amounts import Amount, Number
from magistrate.abilities.groups import Group
from magistrate.abilities.node import Node, replace, rewrite, walk
from magistrate.abilities.things import All, It, Objects, Some, Target
from magistrate.abilities.things import Form as Said
from magistrate.oracle.discourse import Unbound
from magistrate.oracle.english.quantities import number_of
from magistrate.oracle.english.words import SINGULAR
from magistrate.oracle.grammar import Reading, reads
from magistrate.oracle.inflect import Form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

_TAILS = {"that are tapped and attacking": (True, True), "that are tapped": (True, False)}


@reads(CreateKind)
def read_those(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "five of those tokens", "one of those tokens"; what they are is known once the text is bound."""
    counts: list[tuple[int, Amount]] = [(at + 1, Number(1))] if reader.word(at) == "one" else []
    counts += list(reader.category(Amount, at, "many"))
    for end, count in counts:
        for last, _ in reader.literals(end, "of those tokens"):
            yield last, CreateKind(count, TokenSpec(), those=True)
            for stop, said in reader.literals(last, *_TAILS):
                tapped, attacking = _TAILS[said]
                yield stop, CreateKind(count, TokenSpec(), tapped, attacking, those=True)


def write_those(writer: Writer, value: CreateKind) -> list[str] | None:
    """What `read_those` reads."""
    count = ["one"] if value.count == Number(1) else writer.category(Amount, value.count, "many")
    tail = next((said for said, how in _TAILS.items() if how == (value.tapped, value.attacking)), "")
    return None if count is None else [*count, "of", "those", "tokens", *(tail.split() if value.said_how else [])]


def bound(value: CreateKind, made: CreateKind | None) -> CreateKind:
    """So many of the tokens that an instruction before spoke of. Raises Unbound.

    Where they are copies of a target, the same target is meant; of what is chosen while it happens it would not be.
    """
    if made is None:
        raise Unbound("no tokens were named that 'those tokens' could be")
    copied = made.token.copy_of
    if copied is not None:
        if any(isinstance(part, Some | All) for part in walk(copied)):
            raise Unbound("'those tokens' would be copies of something else")
        spoken = rewrite(copied, _spoken_of)
        copied = spoken if isinstance(spoken, Objects) else copied
    said_how = value.tapped or value.attacking
    return replace(
        value,
        token=replace(made.token, copy_of=copied),
        tapped=value.tapped or made.tapped,
        attacking=value.attacking or made.attacking,
        said_how=said_how,
    )


def _spoken_of(node: Node) -> Node:
    if isinstance(node, Target) and isinstance(node.group, Group):
        return It(Said.THAT, node.group, number_of(node.quantity) != SINGULAR, f"target:{node.index}")
    return node
