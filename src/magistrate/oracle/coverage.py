"""How much of the cards is read: the four figures, the state of each card, and the phrases that hold most of them
back."""

from __future__ import annotations

import csv
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from magistrate.abilities.node import Node, walk
from magistrate.cards.model import SCOPE_FORMATS, Card
from magistrate.errors import InputError
from magistrate.oracle.compile import CompiledFace, Refused, compile_card, compile_text
from magistrate.oracle.notes import Notes
from magistrate.oracle.printer import print_line
from magistrate.oracle.writer import Unprintable

#: Types that say something of decks and nothing of the game: the deck check carries them out (CR 903.3).
OF_DECKS = frozenset(("MayBeCommander",))

_PLAYABLE = ("legal", "restricted")


@dataclass(frozen=True)
class CardReport:
    """How one card was read; `without_rules` are its nodes that the rules cannot carry out."""

    name: str
    state: str
    printed_back: bool
    verbatim: bool
    node_types: frozenset[str]
    refused: tuple[Refused, ...]
    without_rules: tuple[str, ...] = ()


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
class NodeTypes:
    """The node types of read cards that fail, with the cards that hold them: those of which no card prints back, those that no
    rule carries out, and those that were never seen to take effect (None where nothing was noted)."""

    unprinted: dict[str, int] = field(default_factory=dict)
    without_rules: dict[str, int] = field(default_factory=dict)
    unseen: dict[str, int] | None = None

    def as_json(self) -> dict[str, Any]:
        """The lists as the command writes them, those first that hold most cards."""

        def ranked(counts: dict[str, int]) -> list[dict[str, Any]]:
            rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
            return [{"name": name, "cards": cards} for name, cards in rows]

        return {
            "unprinted": ranked(self.unprinted),
            "without_rules": ranked(self.without_rules),
            "unseen": None if self.unseen is None else ranked(self.unseen),
        }


@dataclass
class Coverage:
    """The whole report. `exercised`: how many of the read cards were exercised, and what came of it."""

    total: Figures
    formats: dict[str, Figures]
    reports: list[CardReport]
    phrases: list[tuple[str, int, int]] = field(default_factory=list)
    nodes: NodeTypes = field(default_factory=NodeTypes)
    exercised: dict[str, int] | None = None
    #: it was stopped from the keyboard, and says what was done until then
    interrupted: bool = False

    def as_json(self) -> dict[str, Any]:
        """The report as the command writes it."""
        return {
            "total": self.total.as_json(),
            "formats": {name: figures.as_json() for name, figures in self.formats.items()},
            "refused_phrases": [
                {"text": text, "cards_alone": alone, "cards": cards} for text, alone, cards in self.phrases
            ],
            "nodes": self.nodes.as_json(),
            "exercised": self.exercised,
            "cards": [
                {
                    "name": report.name,
                    "state": report.state,
                    "without_rules": list(report.without_rules),
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
    missing: list[str] = []
    if state == "read":
        from magistrate.oracle.exercise import without_rules

        missing = without_rules(card, compiled)
    return CardReport(card.name, state, back, verbatim, types, compiled.refused, tuple(missing))


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
    """The legalities of a file (name, then one column for each format), by name.

    Raises InputError when the file cannot be read or has no such columns.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from None
    if not rows or not {"name", *SCOPE_FORMATS} <= set(rows[0]):
        raise InputError(f"{path} is no list of legalities: it needs the columns name, {', '.join(SCOPE_FORMATS)}")
    return {row["name"]: {name: value for name, value in row.items() if name != "name"} for row in rows}


def legalities_of(card: Card, legalities: dict[str, dict[str, str]]) -> dict[str, str]:
    """A card's row; that of its front where the file has none of its own name (a card of two names)."""
    own = legalities.get(card.name)
    return own if own is not None else legalities.get(card.front.name, {})


def is_in_scope(card: Card, legalities: dict[str, dict[str, str]] | None) -> bool:
    """Whether a card counts: legal or restricted in one of `SCOPE_FORMATS`, by the file or by the store."""
    if legalities is None:
        return card.in_scope
    row = legalities_of(card, legalities)
    return any(row.get(name) in _PLAYABLE for name in SCOPE_FORMATS)


def measure(
    cards: Sequence[Card],
    legalities: dict[str, dict[str, str]] | None = None,
    jobs: int | None = None,
    notes: Notes | None = None,
) -> Coverage:
    """Read all the cards and count, in several processes; `notes` say what was seen of them in play."""
    reports: list[CardReport] = []
    interrupted = False
    try:
        reports.extend(_reports(cards, jobs))
    except KeyboardInterrupt:
        interrupted = True
    known = {card.name: dict(card.legalities) for card in cards}
    if legalities is not None:
        for card in cards:
            known[card.name] = legalities_of(card, legalities)
    formats = sorted({name for rows in known.values() for name, value in rows.items() if value in _PLAYABLE})
    total = _count(reports, notes)
    by_format = {name: _count([r for r in reports if known[r.name].get(name) in _PLAYABLE], notes) for name in formats}
    outcomes: Counter[str] = Counter()
    if notes is not None:
        for one in reports:
            if one.state == "read" and one.name in notes.cards:
                outcomes[notes.cards[one.name].partition(":")[0]] += 1
    return Coverage(
        total,
        by_format,
        reports,
        _ranked(reports),
        _failing(reports, notes),
        dict(sorted(outcomes.items())) or None,
        interrupted,
    )


def _reports(cards: Sequence[Card], jobs: int | None) -> Iterator[CardReport]:
    count = jobs or os.cpu_count() or 1
    if count < 2 or len(cards) < 200:
        yield from map(report, cards)
        return
    context = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else None)
    with context.Pool(count, deaf) as pool:
        yield from pool.imap(report, cards, chunksize=64)


def deaf() -> None:
    """Have a process of several leave an interruption from the keyboard to the one that began it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _count(reports: Iterable[CardReport], notes: Notes | None) -> Figures:
    figures = Figures()
    executed = confirmed = 0
    for one in reports:
        figures.cards += 1
        if one.state == "read":
            figures.read += 1
            figures.printed_back += one.printed_back
            figures.verbatim += one.verbatim
            if notes is not None:
                executed += is_executed(one, notes)
                confirmed += one.name in notes.confirmed
    if notes is not None:
        figures.executed, figures.confirmed = executed, confirmed
    return figures


def is_executed(one: CardReport, notes: Notes) -> bool:
    """Whether every node of a read card has rules and is of a type that was seen to take effect (but those of decks), and nothing
    went wrong when the card itself was exercised, if it was."""
    shown = one.node_types - OF_DECKS <= notes.nodes
    return not one.without_rules and shown and notes.cards.get(one.name, "done") == "done"


def _failing(reports: Iterable[CardReport], notes: Notes | None) -> NodeTypes:
    missing: Counter[str] = Counter()
    unseen: Counter[str] = Counter()
    held: Counter[str] = Counter()
    printed: set[str] = set()
    for one in reports:
        if one.state == "read":
            held.update(one.node_types)
            missing.update(one.without_rules)
            if one.printed_back:
                printed |= one.node_types
            if notes is not None:
                unseen.update(one.node_types - OF_DECKS - notes.nodes)
    unprinted = {name: count for name, count in held.items() if name not in printed}
    return NodeTypes(unprinted, dict(missing), None if notes is None else dict(unseen))


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
