"""The card store: one SQLite file in the cache directory, built at first use and whenever its source changes."""

from __future__ import annotations

import contextlib
import difflib
import gc
import hashlib
import heapq
import itertools
import os
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

from magistrate.cards.assemble import SourceCard
from magistrate.cards.codec import SCHEMA_VERSION, decode, encode
from magistrate.cards.locks import exclusive
from magistrate.cards.model import MULTI_FACE_LAYOUTS, Card, Ruling
from magistrate.cards.names import fold, name_key
from magistrate.cards.paths import cache_dir
from magistrate.cards.search import Query, parse_query
from magistrate.cards.search_terms import indexed_texts
from magistrate.cards.sources import Source, locate_source
from magistrate.errors import InputError

#: How many store files are kept: one for each set of sources that was used lately.
_KEPT = 4

_SCHEMA = """
CREATE TABLE cards (id INTEGER PRIMARY KEY, record TEXT NOT NULL);
CREATE TABLE names (key TEXT NOT NULL, rank INTEGER NOT NULL, card INTEGER NOT NULL, PRIMARY KEY (key, rank, card))
    WITHOUT ROWID;
CREATE TABLE rulings (card INTEGER NOT NULL, published TEXT NOT NULL, source TEXT NOT NULL, text TEXT NOT NULL);
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5 (name, type, text, content = '', detail = column, tokenize = 'trigram');
INSERT INTO words (words, rank) VALUES ('hashsize', 33554432);
"""


class UnknownCard(InputError):
    """No card has that name; `suggestions` are the closest names that there are."""

    def __init__(self, name: str, suggestions: tuple[str, ...]) -> None:
        hint = f"; did you mean {_either(suggestions)}?" if suggestions else ""
        shown = name if name.isprintable() else ascii(name)[1:-1]
        super().__init__(
            f"no card is named `{shown}`{hint}" if name.strip() else "expected the name of a card, not nothing"
        )
        self.name = name
        self.suggestions = suggestions


class Store:
    """The cards in use, by name, by text and by query. Open one with `open_store`; threads and forks may share it."""

    def __init__(self, path: Path, source: Source) -> None:
        self.path = path
        self.source = source
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._owner = 0
        self._memo: dict[str, Card | None] = {}

    def get(self, name: str) -> Card | None:
        """Return the card of that name, or None.

        The name of any face will do, or `A // B` (`A/B`) for a card of two names; case, accents and the kind of quotes
        do not matter. Where several cards answer, the one whose whole or first name it is comes first.
        """
        try:
            return self._memo[name]
        except KeyError:
            pass
        rows = self._rows(
            "SELECT record FROM cards WHERE id = (SELECT card FROM names WHERE key = ? ORDER BY rank, card LIMIT 1)",
            (name_key(name),),
        )
        card = decode(rows[0][0]) if rows else None
        self._memo[name] = card
        return card

    def find(self, name: str) -> Card:
        """Return the card of that name (see `get`).

        Raises:
            UnknownCard: there is none; the message names the closest that there are.
        """
        card = self.get(name)
        if card is None:
            raise UnknownCard(name, self.suggest(name))
        return card

    def suggest(self, name: str, count: int = 3) -> tuple[str, ...]:
        """Return up to `count` names close to one that no card has, the closest first."""
        key = name_key(name)
        grams = {key[i : i + 3] for i in range(len(key) - 2)}
        if not grams:
            return ()
        # Names that share most three-letter parts are compared letter by letter.
        shared = [
            (sum(gram in other for gram in grams), other, card)
            for other, card in self._rows("SELECT key, min(card) FROM names GROUP BY key", ())
        ]
        nearest = heapq.nlargest(40, shared, key=lambda entry: (entry[0] / (len(entry[1]) + len(key)), entry[1]))
        close: dict[str, float] = {}
        for overlap, other, number in nearest:
            ratio = difflib.SequenceMatcher(None, key, other).ratio() if overlap else 0
            if ratio >= 0.6:
                card = decode(self._rows("SELECT record FROM cards WHERE id = ?", (number,))[0][0])
                shown = next((face.name for face in card.faces if name_key(face.name) == other), card.name)
                close[shown] = max(ratio, close.get(shown, 0))
        # Names that are much further off than the closest are no help.
        enough = max(close.values(), default=0) - 0.15
        near = [shown for shown, ratio in close.items() if ratio >= enough]
        return tuple(sorted(near, key=lambda shown: (-close[shown], shown))[:count])

    def cards(self) -> Iterator[Card]:
        """Yield every card, in the source's order."""
        last = 0
        while rows := self._rows("SELECT id, record FROM cards WHERE id > ? ORDER BY id LIMIT 1000", (last,)):
            for number, record in rows:
                last = number
                yield decode(record)

    def search(self, query: str | Query) -> list[Card]:
        """Return the cards that a query finds, ordered by name (the language is that of `magistrate.cards.search`).

        Raises:
            magistrate.cards.search.QueryError: the query is malformed; the message says at which column.
            InputError: the query asks for legality and the cards in use do not tell it.
        """
        parsed = parse_query(query) if isinstance(query, str) else query
        if parsed.asks_legality and self.fact("legalities") == "0":
            raise InputError(
                "the cards in use do not tell what is legal: `magistrate cards sync` fetches cards that do"
            )
        if parsed.narrowing is None:
            found = [card for card in self.cards() if parsed.matches(card)]
        else:
            rows = self._rows(
                "SELECT record FROM cards WHERE id IN (SELECT rowid FROM words WHERE words MATCH ?)",
                (parsed.narrowing,),
            )
            found = [card for card in (decode(record) for (record,) in rows) if parsed.matches(card)]
        return sorted(found, key=lambda card: (fold(card.name), card.name))

    def rulings(self, name: str) -> list[Ruling]:
        """Return the rulings on the card of that name, oldest first; empty when there are none or no such card."""
        rows = self._rows(
            "SELECT published, source, text FROM rulings WHERE card ="
            " (SELECT card FROM names WHERE key = ? ORDER BY rank, card LIMIT 1) ORDER BY rowid",
            (name_key(name),),
        )
        return [Ruling(date.fromisoformat(published), source, text) for published, source, text in rows]

    def fact(self, name: str) -> str:
        """Return what the store says about itself: how many `cards`, `incomplete`, `legalities` or `rulings` it has."""
        rows = self._rows("SELECT value FROM facts WHERE name = ?", (name,))
        return str(rows[0][0]) if rows else "0"

    def close(self) -> None:
        """Close the file; using the store again opens it again."""
        with self._lock:
            if self._connection is not None and self._owner == os.getpid():
                self._connection.close()
            self._connection = None

    def _rows(self, statement: str, parameters: tuple[object, ...]) -> list[tuple[Any, ...]]:
        with self._lock:
            # A connection must not cross a fork.
            if self._connection is None or self._owner != os.getpid():
                uri = f"{self.path.absolute().as_uri()}?mode=ro&immutable=1"
                self._connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
                self._owner = os.getpid()
            return self._connection.execute(statement, parameters).fetchall()


_open: dict[Path, Store] = {}


def open_store() -> Store:
    """Return the store of the cards in use, building it first where it is not there or is out of date.

    Within a process the same store is returned for as long as the sources stay the same.

    Raises:
        InputError: there are no cards to build it from, or a file of card data is malformed.
    """
    source = locate_source()
    name = hashlib.sha256(f"{SCHEMA_VERSION} {source.fingerprint}".encode()).hexdigest()[:16]
    path = cache_dir() / f"cards-{name}.sqlite"
    store = _open.get(path)
    if store is not None and path.is_file():
        return store
    if not path.is_file():
        _build_once(path, source)
    store = _open[path] = Store(path, source)
    return store


def _build_once(path: Path, source: Source) -> None:
    """Build a store unless another process has just done so."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with exclusive(path.parent / "build.lock"):
            if not path.is_file():
                with _progress() as advance:
                    build(path, source.read(), advance)
                _prune(path.parent, path)
    except OSError as error:
        raise InputError(f"the card store cannot be written in {path.parent}: {error}") from error


def build(path: Path, cards: Iterable[SourceCard], advance: Callable[[int], None] = lambda count: None) -> None:
    """Write a store of the cards: beside its place, then put there in one step. `advance` is told how many are done.

    Raises:
        InputError: a card could not be read from its source; nothing is put in place.
    """
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    beside.unlink(missing_ok=True)
    # Hundreds of thousands of objects that all live to the end: looking for garbage among them doubles the time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        connection = sqlite3.connect(beside, isolation_level=None)
        try:
            connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
            connection.executescript(_SCHEMA)
            connection.execute("BEGIN")
            _fill(connection, cards, advance)
            connection.execute("COMMIT")
        finally:
            connection.close()
        os.replace(beside, path)
    finally:
        if collecting:
            gc.enable()
        beside.unlink(missing_ok=True)


def _fill(connection: sqlite3.Connection, cards: Iterable[SourceCard], advance: Callable[[int], None]) -> None:
    totals = {"cards": 0, "incomplete": 0, "legalities": 0, "rulings": 0}
    for batch in _batches(enumerate(cards, 1), 1000):
        connection.executemany(
            "INSERT INTO cards VALUES (?, ?)", [(number, encode(entry.card)) for number, entry in batch]
        )
        connection.executemany(
            "INSERT OR IGNORE INTO names VALUES (?, ?, ?)",
            [(key, rank, number) for number, entry in batch for key, rank in _keys(entry.card)],
        )
        connection.executemany(
            "INSERT INTO words (rowid, name, type, text) VALUES (?, ?, ?, ?)",
            [(number, *indexed_texts(entry.card)) for number, entry in batch],
        )
        connection.executemany(
            "INSERT INTO rulings VALUES (?, ?, ?, ?)",
            [(number, r.published.isoformat(), r.source, r.text) for number, entry in batch for r in entry.rulings],
        )
        totals["cards"] += len(batch)
        totals["incomplete"] += sum(entry.card.incomplete for _, entry in batch)
        totals["legalities"] += sum(bool(entry.card.legalities) for _, entry in batch)
        totals["rulings"] += sum(len(entry.rulings) for _, entry in batch)
        advance(totals["cards"])
    connection.executemany("INSERT INTO facts VALUES (?, ?)", [(name, str(value)) for name, value in totals.items()])


def _batches(entries: Iterable[tuple[int, SourceCard]], size: int) -> Iterator[list[tuple[int, SourceCard]]]:
    iterator = iter(entries)
    while batch := list(itertools.islice(iterator, size)):
        yield batch


def _keys(card: Card) -> Iterator[tuple[str, int]]:
    """Yield the keys under which a card is found, with their rank: whole and first names before the names of backs.

    Of two cards that share a name the one with legalities goes first, and a reversible card gives way to the card
    that it shows twice.
    """
    behind = 0 if any(value != "not_legal" for value in card.legalities.values()) else 1
    if card.layout == "reversible_card" or card.name.count(" // ") > 1:
        behind += 2
    yield name_key(card.name), behind
    for number, face in enumerate(card.faces):
        yield name_key(face.name), behind + (10 if number else 4 * (len(card.faces) > 1))
    if card.layout in MULTI_FACE_LAYOUTS:
        # A second half whose face is not known has its name all the same.
        for name in card.name.split(" // ")[1:]:
            yield name_key(name), behind + 10


def _prune(folder: Path, newest: Path) -> None:
    """Remove all but the newest few stores, and what an interrupted build left."""
    stores = sorted(folder.glob("cards-*.sqlite"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in [path for path in stores if path != newest][_KEPT - 1 :] + list(folder.glob("cards-*.new")):
        with contextlib.suppress(OSError):
            path.unlink()


@contextlib.contextmanager
def _progress() -> Iterator[Callable[[int], None]]:
    """Show a progress bar on standard error where a person looks at it."""
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("Preparing the cards"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("cards", total=36_000)
        yield lambda count: progress.update(task, completed=count)


def _either(names: tuple[str, ...]) -> str:
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
