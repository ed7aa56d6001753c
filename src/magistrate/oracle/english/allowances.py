"""What players may and may not do beyond a verb phrase: "your life total can't change"."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import GainLife, LoseLife
from magistrate.abilities.effects import Does, Effect
from magistrate.abilities.things import Players
from magistrate.oracle.english.clauses import durations
from magistrate.oracle.grammar import Reading, reads
from magistrate.oracle.inflect import Form
from magistrate.oracle.reader import Reader


@reads(Effect)
def read_life_total(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """ "your life total can't change": life is neither gained nor lost (CR 119.5, 119.7, 119.8)."""
    for end, who in reader.category(Players, at, "poss"):
        for last, _ in reader.literals(end, "life total can't change"):
            actions = (GainLife(None), LoseLife(None))
            for stop, duration in durations(reader, last, actions):
                yield stop, Does(who, actions, cant=True, duration=duration, joiner="or")
