""" "This creature escapes with two +1/+1 counters on it": how it enters if it escaped (CR 702.138c)."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.abilities.actions import CountersPhrase, Enter
from magistrate.abilities.conditions import WasKicked
from magistrate.abilities.effects import Effect, If, ObjectsDo
from magistrate.abilities.things import It, Objects, This
from magistrate.oracle.grammar import Reading, reads
from magistrate.oracle.inflect import Form
from magistrate.oracle.reader import Reader


@reads(Effect)
def read_escapes(reader: Reader, at: int, form: Form) -> Iterator[Reading]:
    """The same as "enters with … on it if it escaped"."""
    for end, what in reader.category(Objects, at, "np"):
        start = reader.literal(end, "escapes", "with")
        if start is None or not isinstance(what, This | It):
            continue
        for last, counters in reader.series(lambda place: reader.category(CountersPhrase, place), "and", start):
            stop = reader.literal(last, "on", "it")
            if stop is not None:
                enters = ObjectsDo(what, (Enter(with_counters=tuple(counters)),))
                yield stop, If(WasKicked(It(), "escape"), enters, leading=False)
