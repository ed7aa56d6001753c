"""Where the coverage figures meet the rules: whether the rules can carry out what was read, and exercising the cards in play.

Nothing else of this package knows the rules; what is here is the outer face of it, as the commands are.
"""

from __future__ import annotations

import random
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
    each: Callable[[int, int, Exercised], None] | None = None,
) -> Notes:
    """Exercise the cards that are read (or so many of them, at random) and note what was seen; `each` is told of every one."""
    from magistrate.lab.exercise import exercise_all
    from magistrate.oracle.cache import compiled

    names = [card.name for card in cards if not card.incomplete]
    if sample is not None:
        random.Random(seed).shuffle(names)
        by_name = {card.name: card for card in cards}
        read: list[str] = []
        for name in names:
            if len(read) == sample:
                break
            if compiled(by_name[name]).read:
                read.append(name)
        names = read
    notes = Notes()
    for number, found in enumerate(exercise_all(names, seed=seed, jobs=jobs)):
        if found.outcome != "refused":
            notes.cards[found.name] = f"{found.outcome}: {found.error}" if found.error else found.outcome
            notes.nodes |= found.nodes
        if each is not None:
            each(number + 1, len(names), found)
    return notes
