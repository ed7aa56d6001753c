"""One of several things to do: "unless they sacrifice a permanent or discard a card", "you may discard a card or pay 2 life. If you
do, …" (CR 608.2d)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import Cast, DoOneOf, Play, PlayerAction
from magistrate.oracle.grammar import writes
from magistrate.oracle.inflect import Form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


def read_one_of(reader: Reader, at: int, form: Form) -> Iterator[tuple[int, DoOneOf]]:
    """Verb phrases joined by "or"; what may be played or cast is permitted, and not done."""
    for end, actions in reader.series(lambda place: reader.category(PlayerAction, place, form=form), "or", at):
        if len(actions) > 1 and not any(isinstance(action, Cast | Play | DoOneOf) for action in actions):
            yield end, DoOneOf(tuple(actions))


@writes(DoOneOf)
def write_one_of(writer: Writer, value: DoOneOf, form: Form) -> list[str] | None:
    """Verb phrases joined by "or"."""
    return writer.series([writer.category(PlayerAction, action, form=form) for action in value.actions], "or")
