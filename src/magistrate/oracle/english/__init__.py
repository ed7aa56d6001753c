"""The parts of Oracle English that flat phrases cannot say: each module reads and prints one kind, side by side.

Importing this package registers them all.
"""

from __future__ import annotations

from magistrate.oracle.english import (
    adjuncts,
    allowances,
    clauses,
    conditions,
    copied,
    copies,
    events,
    keyword,
    kinds,
    mana,
    nominal,
    persons,
    players,
    portions,
    quantities,
    relative,
    replacing,
    sentences,
    sizes,
    things,
    times,
    whole_amounts,
    words,
)

__all__ = [
    "adjuncts",
    "allowances",
    "clauses",
    "conditions",
    "copied",
    "copies",
    "events",
    "keyword",
    "kinds",
    "mana",
    "nominal",
    "persons",
    "players",
    "portions",
    "quantities",
    "relative",
    "replacing",
    "sentences",
    "sizes",
    "things",
    "times",
    "whole_amounts",
    "words",
]
