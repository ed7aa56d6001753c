"""Where the coverage figures meet the rules: whether the rules can carry out what was read, and exercising the cards in play.

Nothing else of this package knows the rules; what is here is the outer face of it, as the commands are.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from magistrate.cards.model import Card
from magistrate.oracle.compile import CompiledCard
from magistrate.oracle.notes import Notes

if TYPE_CHECKING:
    from magistrate.lab.exercise import Exercised


def without_rules(card: Card, compiled: CompiledCard) -> list[str]:
    """The nodes of a card as read that no rule carries out, by name."""
    from magistrate.reading import values_of
    from magistrate.rules import executable
    from magistrate.rules.definitions import CardDefinition

    faces = tuple(values_of(face, done.abilities) for face, done in zip(card.faces, compiled.faces, strict=True))
    return executable.without_rules(CardDefinition(card.name, faces, card.layout))


def exercise(
    cards: Sequence[Card],
    *,
    sample: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    each: Callable[[Progress, Exercised], None] | None = None,
    keep: Callable[[Notes], None] | None = None,
) -> Notes:
    """Exercise the cards that are read (or so many of them, at random) and note what was seen; `each` is told of every one.

    Those that this version of the program has exercised before are not played with again: a run goes on where it was stopped.
    `keep` is given what is known at the end, and when the run is interrupted.
    """
    from magistrate.lab import exercise_journal
    from magistrate.lab.exercise import exercise_all

    by_name = {card.name: card for card in cards if not card.incomplete}
    names = list(by_name)
    if sample is not None:
        names = _some(names, by_name, sample, seed)
    journal = exercise_journal.Journal(exercise_journal.usual_place(), seed)
    due = [name for name in names if not journal.has(by_name[name])]
    progress = Progress(len(names), len(names) - len(due))
    try:
        for found in exercise_all(due, seed=seed, jobs=jobs):
            journal.add(by_name[found.name], found)
            progress.done += 1
            if each is not None:
                each(progress, found)
    finally:
        if keep is not None:
            keep(journal.notes())
    return journal.notes()


def _some(names: list[str], by_name: dict[str, Card], sample: int, seed: int) -> list[str]:
    """So many cards that are read, at random."""
    from magistrate.oracle.cache import compiled

    random.Random(seed).shuffle(names)
    read: list[str] = []
    for name in names:
        if len(read) == sample:
            break
        if compiled(by_name[name]).read:
            read.append(name)
    return read


class Progress:
    """How far a run is: `done` of `count` cards, `before` of which an earlier run has done."""

    def __init__(self, count: int, before: int) -> None:
        self.count = count
        self.before = before
        self.done = before
        self._began = time.monotonic()

    @property
    def left(self) -> float:
        """The seconds that the rest will take, if it goes on like this."""
        played = self.done - self.before
        return (time.monotonic() - self._began) / max(played, 1) * (self.count - self.done)

    def words(self) -> str:
        """What to tell of it."""
        minutes = round(self.left / 60)
        left = f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"
        before = f" ({self.before} in earlier runs)" if self.before else ""
        return f"exercised {self.done} of {self.count}{before}, {left} left"
