"""The journal of a run: what came of each game is written down as it ends, so that a run that is stopped, however, goes on where it was.

The first line says which run it is: a journal is good for the same decks, cards, tables, seed and program. A run of more games goes on
from one of fewer. A line that was torn off in the midst is that of a game which is played again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from functools import cache
from importlib import resources
from pathlib import Path
from types import UnionType
from typing import IO, TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from magistrate.errors import InputError
from magistrate.lab.matches import Match
from magistrate.saves import digest

if TYPE_CHECKING:
    from magistrate.cards.decks import Deck

#: Grows when an older program could not read a journal.
_VERSION = 1


def of_decks(names: Sequence[str], decks: Sequence[Deck], how: Sequence[Any]) -> str:
    """What a run is, as a fingerprint: its decks and what their cards say, how they are played, and the program that plays."""
    from magistrate import following
    from magistrate.reading import default_reading

    lists = [(deck.main, deck.commanders) for deck in decks]
    cards = {card for parts in lists for part in parts for _, card in part}
    texts = following.texts(cards, default_reading())
    return digest([_program(), list(names), lists, texts, list(how)])


@cache
def _program() -> str:
    """A hash of what plays games: all that a game goes by, the agents and the lab."""
    from magistrate.oracle.notes import BESIDE, hash_of

    return hash_of(resources.files("magistrate"), BESIDE)


class Journal:
    """What is known of a run's games, by number; `add` writes more of it down."""

    def __init__(self, path: Path, run: str) -> None:
        """Open the journal of that run, or begin it.

        Raises InputError when the file is something else, cannot be written, or is being written by another process.
        """
        self.path = path
        self.known: dict[int, dict[str, Any]] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: IO[bytes] = path.open("a+b")
            self._lock()
            self._file.seek(0)
            data = self._file.read()
            whole = data[: data.rfind(b"\n") + 1]
            head = _line({"magistrate": "run", "version": _VERSION, "run": run})
            if whole:
                # What is written may hold other ends of lines (U+2028, U+0085).
                self._learn(whole.decode("utf-8", "replace").split("\n")[:-1], run)
            elif not head.startswith(data):
                raise self._other()
            if len(whole) < len(data):
                self._file.truncate(len(whole))
            if not whole:
                self._write(head)
        except OSError as problem:
            raise InputError(f"cannot write {path}: {problem.strerror}") from None

    def _lock(self) -> None:
        """Two runs would play the same games. The lock is this process's own, and goes with it."""
        try:
            import fcntl
        except ImportError:  # no such locks here
            return
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(f"{self.path}: another run is writing it") from None

    def _other(self) -> InputError:
        return InputError(f"{self.path}: expected the journal of a run, found something else")

    def _learn(self, lines: list[str], run: str) -> None:
        try:
            rows = [json.loads(line) for line in lines]
            head, games = rows[0], {row["number"]: row for row in rows[1:]}
            version, other = head["version"], head["run"]
            if any(type(number) is not int for number in games):
                raise ValueError
        except (ValueError, KeyError, TypeError, IndexError):
            raise self._other() from None
        if version != _VERSION:
            raise InputError(
                f"{self.path}: the journal is of version {version!r}, this program reads version {_VERSION}"
            )
        if other != run:
            raise InputError(
                f"{self.path}: it is the journal of another run: of other decks, cards, tables, agents, seed or program"
            )
        self.known = games

    def add(self, row: dict[str, Any]) -> None:
        """Write a game down."""
        self.known[row["number"]] = row
        try:
            self._write(_line(row))
        except OSError as problem:
            raise InputError(f"cannot write {self.path}: {problem.strerror}") from None

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()

    def close(self) -> None:
        """Let the file go."""
        self._file.close()


def _line(row: dict[str, Any]) -> bytes:
    return (json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n").encode("utf-8", "replace")


class Outcome(Protocol):
    """What came of a game: a frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def match(self) -> Match:
        """The game that was to be played."""
        ...

    @property
    def failure(self) -> str:
        """How it went wrong, if it did."""
        ...

    @property
    def error(self) -> str:
        """What it was."""
        ...

    @property
    def replay(self) -> str:
        """The text of its replay, where it is to be written."""
        ...


_O = TypeVar("_O", bound=Outcome)


def row_of(played: Outcome, path: Path | None) -> dict[str, Any]:
    """A game as a line; of its replay, where it is."""
    row: dict[str, Any] = {"number": played.match.number}
    for each in fields(played):
        value = getattr(played, each.name)
        if each.name not in ("match", "replay") and value != each.default:
            row[each.name] = round(value, 1) if each.name == "ms" else value
    if path is not None:
        row["file"] = str(path)
    return row


def played_of(kind: type[_O], row: dict[str, Any], match: Match) -> tuple[_O, Path | None]:
    """The game of a line, and where its replay is. Raises ValueError for a line that no game would have left."""
    told: dict[str, Any] = {key: _frozen(value) for key, value in row.items()}
    del told["number"]
    hints = {**get_type_hints(kind), "file": str}
    seats = len(match.agents)
    for key, value in told.items():
        if key == "match" or key not in hints or not _is(value, hints[key]):
            raise ValueError(f"`{key}` is {value!r:.40}")
        if get_args(hints[key])[:1] in ((int,), (int | None,)) and len(value) % seats:  # so many numbers a seat
            raise ValueError(f"`{key}` is {value!r:.40} for {seats} seats")
    file: str | None = told.pop("file", None)
    if not -1 <= told.get("winner", -1) < seats:
        raise ValueError(f"`winner` is {told['winner']}")
    if bool(told.get("failure")) != bool(told.get("error")):
        raise ValueError("`failure` and `error` stand together")
    make: Callable[..., _O] = kind
    try:
        return make(match=match, **told), None if file is None else Path(file)
    except TypeError as problem:
        raise ValueError(str(problem)) from None


def _is(value: Any, hint: Any) -> bool:
    """Whether a value is of a type, in all its parts; true and false are no numbers."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if origin in (Union, UnionType):
        return any(_is(value, part) for part in parts)
    if origin is not tuple:
        return type(value) in ((int, float) if hint is float else (hint,))
    if type(value) is not tuple:
        return False
    if parts[-1] is Ellipsis:
        return all(_is(part, parts[0]) for part in value)
    return len(value) == len(parts) and all(map(_is, value, parts))


def _frozen(value: Any) -> Any:
    return tuple(_frozen(part) for part in value) if isinstance(value, list) else value


def going_on(
    todo: Sequence[Match],
    journal: Journal | None,
    kind: type[_O],
    play: Callable[[Sequence[Match]], Iterator[_O]],
) -> Iterator[tuple[_O, Path | None, bool]]:
    """The games in order, those that the journal knows from there; the last says whether a game was just played.

    Raises InputError before any is played when a line of the journal is not what a game leaves.
    """
    known: dict[int, tuple[_O, Path | None]] = {}
    for match in todo:
        if journal is not None and match.number in journal.known:
            try:
                known[match.number] = played_of(kind, journal.known[match.number], match)
            except ValueError as problem:
                raise InputError(f"{journal.path}: the line of game {match.number} is damaged: {problem}") from None
    fresh = play([match for match in todo if match.number not in known])
    for match in todo:
        if match.number in known:
            yield *known[match.number], False
        else:
            yield next(fresh), None, True
