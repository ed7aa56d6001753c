"""How often an ability was activated or has resolved: "if this is the second time this ability has resolved this turn"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.amounts import Amount, Number
from magistrate.abilities.conditions import Condition, ThisAbility
from magistrate.oracle.grammar import Reading, reads, writes
from magistrate.oracle.inflect import ORDINALS, Form
from magistrate.oracle.reader import Reader
from magistrate.oracle.writer import Writer


@reads(Condition)
def read_this_ability(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "this ability has been activated four or more times this turn", "this is the second time this ability has resolved
    this turn"."""
    for end, _ in reader.literals(at, "this ability has been activated"):
        for last, count in reader.category(Amount, end, "many"):
            for stop, _ in reader.literals(last, "or more times this turn"):
                yield stop, ThisAbility("activated", count, at_least=True)
    for end, _ in reader.literals(at, "this is the"):
        if reader.word(end) in ORDINALS:
            number = Number(ORDINALS[reader.word(end)])
            for last, said in reader.literals(
                end + 1, "time this ability has resolved this turn", "time this ability has been activated this turn"
            ):
                yield last, ThisAbility("activated" if "activated" in said else "resolved", number)


@writes(ThisAbility)
def write_this_ability(writer: Writer, value: ThisAbility, form: Form) -> list[str] | None:
    """ "this is the second time this ability has resolved this turn"."""
    if value.at_least:
        count = writer.category(Amount, value.count, "many")
        if count is None or value.how != "activated":
            return None
        return [*"this ability has been activated".split(), *count, *"or more times this turn".split()]
    word = next((word for word, number in ORDINALS.items() if value.count == Number(number)), None)
    done = "been activated" if value.how == "activated" else "resolved"
    return None if word is None else ["this", "is", "the", word, *f"time this ability has {done} this turn".split()]
