"""The journal of exercising: what came of each card is written down at once, so that a run that is interrupted goes on where it was
stopped.

A line is good for the card's text, the seed and the program that wrote it: each version of the rules, the grammar and the boards
has a journal of its own. A line holds the node types that no line before it held; together they are all that took effect.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magistrate.cards.paths import cache_dir
from magistrate.oracle.cache import files_in
from magistrate.oracle.notes import Notes, program_version

if TYPE_CHECKING:
    from magistrate.cards.model import Card
    from magistrate.lab.exercise import Exercised


@cache
def version() -> str:
    """A hash of all that a game goes by and of what exercises cards."""
    digest = hashlib.sha256(program_version().encode())
    for entry in files_in(resources.files("magistrate.lab")):
        if entry.name.startswith("exercise"):
            digest.update(entry.read_bytes())
    return digest.hexdigest()[:16]


def usual_place() -> Path:
    """Where `coverage --exercise` keeps its journal: in the cache, for it can be made again."""
    return cache_dir() / f"exercised-{version()}.jsonl"


def text_of(card: Card) -> str:
    """A hash of what is printed on a card."""
    return hashlib.sha256(repr((card.layout, card.faces)).encode()).hexdigest()[:12]


class Journal:
    """What is known of cards that were exercised with a seed; `add` writes more of it down."""

    def __init__(self, path: Path, seed: int) -> None:
        self._path = path
        self._seed = seed
        self._known: dict[str, dict[str, Any]] = {}
        self._nodes: set[str] = set()
        self._torn = False
        for line in self._lines():
            self._learn(line)

    def _lines(self) -> list[str]:
        try:
            text = self._path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return []
        self._torn = bool(text) and not text.endswith("\n")
        return text.split("\n")  # what is written may hold other ends of lines

    def _learn(self, line: str) -> None:
        """A line that was torn off in the midst, or that something else wrote, says nothing."""
        try:
            row = json.loads(line)
            nodes, name, _ = row["nodes"], row["name"], (row["text"], row["outcome"], row["error"])
            self._nodes.update(nodes)
            if row["seed"] == self._seed:
                self._known[name] = row
        except (ValueError, KeyError, TypeError):
            return

    def has(self, card: Card) -> bool:
        """Whether this card, as it is printed now, was exercised."""
        row = self._known.get(card.name)
        return row is not None and row["text"] == text_of(card)

    def add(self, card: Card, found: Exercised) -> None:
        """Write down what came of a card. Where nothing can be written, it is only remembered."""
        row = {
            "name": card.name,
            "text": text_of(card),
            "seed": self._seed,
            "outcome": found.outcome,
            "error": found.error,
            "with": found.seed,
            "used": found.used,
            "decisions": found.decisions,
            "nodes": sorted(found.nodes - self._nodes),
            "idle": list(found.idle),
        }
        self._nodes |= found.nodes
        self._known[card.name] = row
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(("\n" if self._torn else "") + json.dumps(row, ensure_ascii=False) + "\n")
            self._torn = False
        except OSError:
            pass

    def notes(self) -> Notes:
        """What was seen of all of them."""
        found = Notes(set(self._nodes))
        for name, row in self._known.items():
            if row["outcome"] != "refused":
                found.cards[name] = f"{row['outcome']}: {row['error']}" if row["error"] else row["outcome"]
        return found

    def idle(self) -> dict[str, tuple[str, ...]]:
        """What of each card did not take effect, by the card's name; those of which all did are left out."""
        return {name: tuple(row["idle"]) for name, row in self._known.items() if row["idle"]}
