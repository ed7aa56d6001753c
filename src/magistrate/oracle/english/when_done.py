"""What triggers on what was just done: "When you discard a nonland card this way, …" (CR 603.12)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import BeDestroyed, BeExiled, BeSacrificed, Discard, Exile, Reveal, Sacrifice
from magistrate.abilities.amounts import ThatMuch
from magistrate.abilities.conditions import ThisWay
from magistrate.abilities.effects import Effect, If, Instructions, WhenYouDo
from magistrate.abilities.events import Event, Occurs
from magistrate.abilities.groups import Group
from magistrate.abilities.node import walk
from magistrate.oracle.english.adjuncts import sentence
from magistrate.oracle.english.done import Steps
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer

#: What instructions have done when they are followed; what is played or dies "this way" does so later.
_AT_ONCE = (BeDestroyed, BeExiled, BeSacrificed, Discard, Exile, Reveal, Sacrifice)


def read_when_this_way(reader: Reader, at: int) -> Iterator[tuple[int, If]]:
    """ "when you discard a nonland card this way, effect"."""
    for end, event in reader.category(Event, at + 1):
        start = reader.literal(end, "this", "way", ",")
        if start is not None and isinstance(event, Occurs) and isinstance(event.action, _AT_ONCE):
            for last, effect in reader.category(Effect, start, "sentence"):
                yield last, If(ThisWay(event), WhenYouDo(Instructions(()), effect))


def can_follow(steps: Steps, when: If) -> bool:
    """Whether it is known how many "that many" are: as many as the instruction before was about, and no fewer."""
    if not any(isinstance(node, ThatMuch) for node in walk(when.effect)):
        return True
    event = when.condition.event if isinstance(when.condition, ThisWay) else None
    action = event.action if isinstance(event, Occurs) else None
    said = getattr(getattr(action, "what", None), "group", None)
    if not isinstance(said, Group):
        return False
    if not said.heads and not said.post:
        return True
    return any(
        type(node) is type(action) and getattr(getattr(node, "what", None), "group", None) == said
        for node in walk(Instructions(steps))
    )


def write_when_this_way(writer: Writer, value: Effect) -> list[str] | None:
    """The sentence without its stop; None where it is none such."""
    if not isinstance(value, If) or value.otherwise is not None or not isinstance(value.condition, ThisWay):
        return None
    when = value.effect
    if not isinstance(when, WhenYouDo) or when.first != Instructions(()) or value.condition.negated:
        return None
    event, then = writer.category(Event, value.condition.event), sentence(writer, when.then)
    return None if event is None or then is None else ["when", *event, "this", "way", ",", *then]
