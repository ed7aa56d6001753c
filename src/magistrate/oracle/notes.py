"""Notes of what was seen of the cards in play: which node types took effect, which cards an outcome rests on, what came of
exercising each. `coverage --exercise` and `judge --record` write them, `coverage` reads them.

Notes are only good for the program that made them: they carry a hash of all that a game goes by.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from magistrate.cards.paths import cache_dir
from magistrate.errors import InputError
from magistrate.oracle.cache import files_in

#: What looks at games, reads the rulebook or tests: no game goes another way for it.
BESIDE = frozenset({"judge", "page", "rulebook"})
#: What chooses, and plays game after game: the same answers lead to the same game whatever it does.
_AROUND = frozenset({"envs", "lab", "players"})


@cache
def program_version() -> str:
    """A hash of all that a game goes by, its answers being given: the cards, the grammar, the rules, setups and views."""
    return hash_of(resources.files("magistrate"), BESIDE | _AROUND)


def hash_of(package: Traversable, without: frozenset[str]) -> str:
    """A hash of a package's sources but for those of some of its packages."""
    digest = hashlib.sha256()
    for part in sorted(package.iterdir(), key=lambda item: item.name):
        if part.name in without or part.name == "__pycache__":
            continue
        for entry in files_in(part) if part.is_dir() else [part]:
            if entry.name.endswith((".py", ".toml")):
                data = entry.read_bytes()
                digest.update(f"{part.name} {entry.name} {len(data)} ".encode())
                digest.update(data)
    return digest.hexdigest()[:16]


@dataclass
class Notes:
    """Names of node types that took effect, of cards that stand in a held scenario whose outcome rests on their text, and what
    came of exercising a card ("done", or what went wrong)."""

    nodes: set[str] = field(default_factory=set)
    confirmed: set[str] = field(default_factory=set)
    cards: dict[str, str] = field(default_factory=dict)

    def add(self, other: Notes) -> None:
        """Add what was seen elsewhere."""
        self.nodes |= other.nodes
        self.confirmed |= other.confirmed
        self.cards.update(other.cards)

    def write(self, path: Path) -> None:
        """Add to what was noted before: notes are the sum of several runs. Those of another version of the program are left out.

        Raises InputError when the file is something else, or cannot be written.
        """
        from magistrate.saves import write_atomically

        known = Notes()
        if path.exists():
            known = read(path) or Notes()
        known.add(self)
        data = {
            "version": program_version(),
            "nodes": sorted(known.nodes),
            "confirmed": sorted(known.confirmed),
            "cards": dict(sorted(known.cards.items())),
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def read(path: Path) -> Notes | None:
    """The notes of a file; None when another version of the program made them. Raises InputError when it is no such file."""
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        found = Notes(set(data["nodes"]), set(data["confirmed"]), dict(data.get("cards", {})))
        version = data.get("version", program_version())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{path} is no record of an earlier run: name another file") from None
    return found if version == program_version() else None


def usual_place() -> Path:
    """Where the commands keep notes: in the cache, for they can be made again."""
    return cache_dir() / "exercised.json"


def usual() -> Notes | None:
    """The notes that the commands have kept; None where there are none of this version."""
    try:
        return read(usual_place())
    except InputError:
        return None


def keep(notes: Notes) -> None:
    """Add to the notes that the commands keep; where they cannot be written, they are done without."""
    try:
        notes.write(usual_place())
    except InputError:
        usual_place().unlink(missing_ok=True)
        notes.write(usual_place())
    except OSError:
        pass
