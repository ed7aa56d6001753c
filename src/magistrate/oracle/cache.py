"""Compiled cards kept on disk, by their words and by the version of the grammar that read them."""

from __future__ import annotations

import hashlib
import pickle
import sqlite3
from contextlib import closing
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from magistrate.cards.model import Card
from magistrate.cards.paths import cache_dir
from magistrate.oracle.compile import CompiledCard, compile_card

#: What a compiled card depends on besides its words.
_SOURCES = ("magistrate.abilities", "magistrate.keywords", "magistrate.oracle")


@cache
def grammar_version() -> str:
    """A hash of the vocabulary, the keywords and the machinery: another one means that every card is read anew."""
    digest = hashlib.sha256()
    for package in _SOURCES:
        for entry in files_in(resources.files(package)):
            digest.update(entry.name.encode())
            digest.update(entry.read_bytes())
    return digest.hexdigest()[:16]


def files_in(folder: Traversable) -> list[Traversable]:
    """The source files of a package, in order."""
    found: list[Traversable] = []
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.is_dir() and entry.name != "__pycache__":
            found.extend(files_in(entry))
        elif entry.name.endswith((".py", ".toml")):
            found.append(entry)
    return found


def _path() -> Path:
    return cache_dir() / f"compiled-{grammar_version()}.sqlite"


def _key(card: Card) -> bytes:
    words = "\0".join(f"{face.name}\0{face.type_line}\0{face.text}" for face in card.faces)
    return hashlib.sha256(words.encode()).digest()


def compiled(card: Card) -> CompiledCard:
    """A card compiled, from the cache when it is there. A cache that cannot be read or written is done without."""
    key = _key(card)
    try:
        with closing(_open()) as connection:
            row = connection.execute("SELECT value FROM compiled WHERE key = ?", (key,)).fetchone()
            if row is not None:
                kept = pickle.loads(row[0])
                if isinstance(kept, CompiledCard):
                    return kept
    except (sqlite3.Error, OSError, pickle.UnpicklingError, AttributeError, EOFError):
        pass
    found = compile_card(card)
    keep([(card, found)])
    return found


def keep(cards: list[tuple[Card, CompiledCard]]) -> None:
    """Write compiled cards to the cache, if it can be written."""
    rows = [(_key(card), pickle.dumps(found, pickle.HIGHEST_PROTOCOL)) for card, found in cards]
    try:
        with closing(_open()) as connection, connection:
            connection.executemany("INSERT OR REPLACE INTO compiled VALUES (?, ?)", rows)
    except (sqlite3.Error, OSError):
        pass


def _open() -> sqlite3.Connection:
    path = _path()
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.glob("compiled-*.sqlite"):
            old.unlink(missing_ok=True)
    connection = sqlite3.connect(path, timeout=10)
    connection.execute("CREATE TABLE IF NOT EXISTS compiled (key BLOB PRIMARY KEY, value BLOB NOT NULL)")
    return connection
