"""How read cards are printed otherwise than they stand: counted by kind, with an example of each (`coverage --differences`)."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from magistrate.cards.model import Card
from magistrate.oracle.compile import compile_card
from magistrate.oracle.coverage import deaf
from magistrate.oracle.equivalence_kinds import Kind
from magistrate.oracle.equivalences import BEFORE, KINDS, MOVED, SIGNS, Difference, difference
from magistrate.oracle.printer import print_line
from magistrate.oracle.writer import Unprintable


@dataclass(frozen=True)
class Example:
    """A line of a card that is printed in other words."""

    name: str
    difference: Difference


@dataclass
class Differences:
    """What was found: cards that were read, those that are not printed word for word, for each kind how many of them show it
    and their shortest line, and what no kind explains."""

    read: int = 0
    otherwise: int = 0
    cards: dict[str, int] = field(default_factory=dict)
    examples: dict[str, Example] = field(default_factory=dict)
    undeclared: list[Example] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The findings as the command writes them."""
        return {
            "read": self.read,
            "otherwise": self.otherwise,
            "kinds": [
                {
                    "name": kind.name,
                    "why": kind.why,
                    "cards": self.cards[kind.name],
                    "example": _row(self.examples[kind.name]),
                }
                for kind in all_kinds()
                if kind.name in self.cards
            ],
            "undeclared": [_row(one) for one in self.undeclared],
        }


def all_kinds() -> tuple[Kind, ...]:
    """Every declared kind of difference."""
    return (*KINDS, BEFORE, *[kind for kind, _ in MOVED], SIGNS)


def _row(one: Example) -> dict[str, str]:
    return {
        "card": one.name,
        "text": one.difference.text,
        "printed": one.difference.printed,
        "undeclared": one.difference.undeclared,
    }


def of_card(card: Card) -> list[Difference] | None:
    """The lines of a card that are printed otherwise; None when the card is not read."""
    compiled = compile_card(card)
    if card.incomplete or not compiled.read:
        return None
    found = []
    for face in compiled.faces:
        for line in face.lines:
            try:
                one = difference(line.text, print_line(line.abilities))
            except Unprintable:
                one = Difference(line.text, "", (), "nothing prints its tree")
            if one is not None:
                found.append(one)
    return found


def measure(cards: Sequence[Card], jobs: int | None = None) -> Differences:
    """Compare all the cards with what is printed of them, in several processes."""
    found = Differences()
    for card, lines in zip(cards, _of_cards(cards, jobs), strict=True):
        if lines is None:
            continue
        found.read += 1
        found.otherwise += bool(lines)
        shown: set[str] = set()
        for line in lines:
            one = Example(card.name, line)
            if line.undeclared:
                found.undeclared.append(one)
            for kind in line.kinds:
                known = found.examples.get(kind)
                if known is None or (len(line.text), card.name) < (len(known.difference.text), known.name):
                    found.examples[kind] = one
            shown.update(line.kinds)
        for kind in sorted(shown):
            found.cards[kind] = found.cards.get(kind, 0) + 1
    return found


def _of_cards(cards: Sequence[Card], jobs: int | None) -> Iterator[list[Difference] | None]:
    count = jobs or os.cpu_count() or 1
    if count < 2 or len(cards) < 200:
        yield from map(of_card, cards)
        return
    context = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else None)
    with context.Pool(count, deaf) as pool:
        yield from pool.imap(of_card, cards, chunksize=64)


def as_text(found: Differences) -> str:
    """The findings as the page `docs/equivalences.md`."""
    rows = [
        "# Equivalences",
        "",
        "Of every card that is read, the tree is printed as text and read again, and gives the same tree. A line that is printed word",
        "for word was understood in all its words: the tree alone made them. Where a line is printed in other words, each difference is",
        "of one of these kinds (`oracle/equivalences.py`). `magistrate coverage --differences` writes this page, and fails when a",
        "difference is of none.",
        "",
        f"{found.read:,} cards are read; {found.otherwise:,} of them have a line that is printed in other words. A card may show",
        "several kinds.",
    ]
    kinds = sorted((kind for kind in all_kinds() if kind.name in found.cards), key=lambda k: -found.cards[k.name])
    for kind in kinds:
        one = found.examples[kind.name]
        rows += [
            "",
            f"## {kind.name[0].upper()}{kind.name[1:]}",
            f"{found.cards[kind.name]} card{'s' if found.cards[kind.name] > 1 else ''}. {kind.why}",
            "",
            f"- {one.name}: {_quoted(one.difference.text)}",
            f"- printed: {_quoted(one.difference.printed)}",
        ]
    if found.undeclared:
        rows += ["", "## Undeclared"]
        rows += [
            f"- {one.name}: {one.difference.undeclared}: {_quoted(one.difference.text)}" for one in found.undeclared
        ]
    return "\n".join(rows)


def _quoted(line: str) -> str:
    return "`" + line.replace("\n", " / ") + "`"
