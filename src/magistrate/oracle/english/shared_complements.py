"""What is said once behind the last of several verbs and belongs to each: "blocks or becomes blocked by a creature", "can't attack or
block alone"."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

from magistrate.abilities.actions import Action, Attack, BeBlocked, Block, Cant, ObjectAction
from magistrate.abilities.things import Some
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import BASE, Form, with_tense
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


def of_one_other(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """As it is meant: in "blocks or becomes blocked by a creature" that creature is also what is blocked, and who can't "attack or
    block alone" can do neither alone (CR 506.5)."""
    if len(actions) == 2:
        first, last = actions
        if isinstance(last, BeBlocked) and last.by is not None and first == Block():
            return Block(what=last.by), last
        if first == Attack() and last == Block(alone=True):
            return Attack(alone=True), last
    return actions


def other_said_once(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """As it is said: what `of_one_other` takes for both stands behind the last."""
    if len(actions) == 2:
        first, last = actions
        if isinstance(last, BeBlocked) and first == Block(what=last.by):
            return Block(), last
        if first == Attack(alone=True) and last == Block(alone=True):
            return Attack(), last
    return actions


def _is_unsaid(actions: tuple[Action, ...]) -> bool:
    """Whether it can't be told if what stands behind the last verb is also that of the first: creatures are not what is attacked (CR
    508.1b), yet "attack or block creatures you control" says not that nothing is. "Except by" and "by more than one" are as unclear."""
    if len(actions) != 2:
        return False
    first, last = actions
    if isinstance(last, BeBlocked):
        return first == Block() and (last.except_by is not None or isinstance(last.by, Some))
    return first == Attack() and isinstance(last, Block) and last.what is not None


@reads(Cant)
def read_cant(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "can't attack or block", "can't block or be blocked by creatures with power 2 or greater" (CR 509.1b)."""
    start = reader.literal(at, "can't")
    if start is None:
        return

    def item(place: int) -> Iterable[Reading]:
        return reader.category(ObjectAction, place, form=with_tense(form, BASE))

    for end, actions in reader.series(item, "or", start):
        if not _is_unsaid(actions):
            yield end, Cant(of_one_other(actions))  # type: ignore[arg-type]  # object actions, as they were


@writes(Cant)
def write_cant(writer: Writer, value: Cant, form: Form) -> list[str] | None:
    """ "can't attack or block"."""
    if value.unless is not None:
        return None
    wanted = with_tense(form, BASE)
    write = functools.partial(writer.category, ObjectAction, form=wanted)
    pieces = writer.series([write(action) for action in other_said_once(value.actions)], "or")
    return None if pieces is None else ["can't", *pieces]
