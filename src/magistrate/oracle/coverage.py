"""How much of the cards is read: the four figures, the state of each card, and the phrases that hold most of them
back."""

from __future__ import annotations

import csv
import json
import multiprocessing
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from magistrate.abilities.node import Node, walk
from magistrate.cards.model import SCOPE_FORMATS, Card
from magistrate.cards.paths import cache_dir
from magistrate.errors import InputError
from magistrate.oracle.compile import CompiledFace, Refused, compile_card, compile_text
from magistrate.oracle.printer import print_line
from magistrate.oracle.writer import Unprintable

_PLAYABLE = ("legal", "restricted")


@dataclass(frozen=True)
class CardReport:
    """How one card was read."""

    name: str
    state: str
    printed_back: bool
    verbatim: bool
    node_types: frozenset[str]
    refused: tuple[Refused, ...]


@dataclass
class Figures:
    """Cards counted: all, read, printed back, executed, confirmed (None where nothing has been recorded)."""

    cards: int = 0
    read: int = 0
    printed_back: int = 0
    verbatim: int = 0
    executed: int | None = None
    confirmed: int | None = None

    def as_json(self) -> dict[str, int | None]:
        """The figures as the command writes them."""
        return {
            "cards": self.cards,
            "read": self.read,
            "printed_back": self.printed_back,
            "verbatim": self.verbatim,
            "executed": self.executed,
            "confirmed": self.confirmed,
        }


@dataclass
class Coverage:
    """The whole report."""

    total: Figures
    formats: dict[str, Figures]
    reports: list[CardReport]
    phrases: list[tuple[str, int, int]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The report as the command writes it."""
        return {
            "total": self.total.as_json(),
            "formats": {name: figures.as_json() for name, figures in self.formats.items()},
            "refused_phrases": [
                {"text": text, "cards_alone": alone, "cards": cards} for text, alone, cards in self.phrases
            ],
            "cards": [
                {
                    "name": report.name,
                    "state": report.state,
                    "refused": [
                        {"text": refusal.text, "expected": list(refusal.expected), "reason": refusal.reason}
                        for refusal in report.refused
                    ],
                }
                for report in self.reports
            ],
        }


# One card ------------------------------------------------------------------------------------------------------------
def report(card: Card) -> CardReport:
    """Read a card, print it, and read what was printed."""
    compiled = compile_card(card)
    types = frozenset(
        type(node).__name__ for face in compiled.faces for ability in face.abilities for node in walk(ability)
    )
    if card.incomplete:
        state = "incomplete"
    else:
        state = "read" if compiled.read else "refused"
    back = verbatim = state == "read"
    if state == "read":
        for face, printed in zip(compiled.faces, card.faces, strict=True):
            again, same = printed_back(face, printed.type_line)
            back, verbatim = back and again, verbatim and same
    return CardReport(card.name, state, back, verbatim, types, compiled.refused)


def printed_back(face: CompiledFace, type_line: str) -> tuple[bool, bool]:
    """Whether a face prints as text that is read as the same trees, and whether that text is the face's own."""
    verbatim = True
    for line in face.lines:
        try:
            text = print_line(line.abilities)
        except Unprintable:
            return False, False
        again = compile_text(text, "~", type_line)
        if tuple(again.abilities) != line.abilities:
            return False, False
        verbatim = verbatim and text == line.text
    return True, verbatim


# All cards -----------------------------------------------------------------------------------------------------------
def scope_of(path: Path) -> dict[str, dict[str, str]]:
    """The legalities of a file (name, then one column for each format), of the cards in scope.

    Raises InputError when the file cannot be read or has no such columns.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from None
    if not rows or not {"name", *SCOPE_FORMATS} <= set(rows[0]):
        raise InputError(f"{path} is no list of legalities: it needs the columns name, {', '.join(SCOPE_FORMATS)}")
    return {
        row["name"]: {name: value for name, value in row.items() if name != "name"}
        for row in rows
        if any(row[name] in _PLAYABLE for name in SCOPE_FORMATS)
    }


def measure(
    cards: Sequence[Card], legalities: dict[str, dict[str, str]] | None = None, jobs: int | None = None
) -> Coverage:
    """Read all the cards and count, in several processes."""
    reports = list(_reports(cards, jobs))
    exercised = _exercised()
    known = {card.name: dict(card.legalities) for card in cards}
    if legalities is not None:
        for card in cards:
            known[card.name] = legalities.get(card.name) or legalities.get(card.front.name) or {}
    formats = sorted({name for rows in known.values() for name, value in rows.items() if value in _PLAYABLE})
    total = _count(reports, exercised)
    by_format = {
        name: _count([r for r in reports if known[r.name].get(name) in _PLAYABLE], exercised) for name in formats
    }
    return Coverage(total, by_format, reports, _ranked(reports))


def _reports(cards: Sequence[Card], jobs: int | None) -> Iterator[CardReport]:
    count = jobs or os.cpu_count() or 1
    if count < 2 or len(cards) < 200:
        yield from map(report, cards)
        return
    context = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else None)
    with context.Pool(count) as pool:
        yield from pool.imap(report, cards, chunksize=64)


def _count(reports: Iterable[CardReport], exercised: dict[str, Any] | None) -> Figures:
    figures = Figures()
    if exercised is not None:
        figures.executed = figures.confirmed = 0
    for one in reports:
        figures.cards += 1
        if one.state == "read":
            figures.read += 1
            figures.printed_back += one.printed_back
            figures.verbatim += one.verbatim
            if exercised is not None:
                figures.executed = (figures.executed or 0) + (one.node_types <= exercised["nodes"])
                figures.confirmed = (figures.confirmed or 0) + (one.name in exercised["confirmed"])
    return figures


def exercise_notes() -> Path:
    """Where it is noted which node types were seen to take effect and which cards were confirmed.

    A JSON object: `nodes` (names of node types) and `confirmed` (names of cards), written by `judge --record` and
    `coverage --exercise`.
    """
    return cache_dir() / "exercised.json"


def _exercised() -> dict[str, Any] | None:
    try:
        notes = json.loads(exercise_notes().read_text(encoding="utf-8"))
        return {"nodes": frozenset(notes["nodes"]), "confirmed": frozenset(notes["confirmed"])}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _ranked(reports: Iterable[CardReport]) -> list[tuple[str, int, int]]:
    """Refused words, those first that alone hold back the most cards."""
    alone: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    for one in reports:
        texts = {refusal.reason or refusal.text for refusal in one.refused}
        cards.update(texts)
        if len(texts) == 1:
            alone.update(texts)
    return sorted(
        ((text, alone[text], count) for text, count in cards.items()), key=lambda row: (-row[1], -row[2], row[0])
    )


def node_types(nodes: Iterable[Node]) -> set[str]:
    """The names of the node types in trees."""
    return {type(node).__name__ for root in nodes for node in walk(root)}
