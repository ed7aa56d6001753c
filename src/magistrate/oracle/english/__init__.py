"""The parts of Oracle English that flat phrases cannot say: each module reads and prints one kind, side by side.

Importing this package registers them all.
"""

from __future__ import annotations

from magistrate.oracle.english import (
    additional,
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
    statements,
    things,
    this_way,
    times,
    whole_amounts,
    words,
)

__all__ = [
    "additional",
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
    "statements",
    "things",
    "this_way",
    "times",
    "whole_amounts",
    "words",
]
