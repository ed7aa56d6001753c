"""Saves: a game as its setup and answers, in JSON, with a version and a digest of where it stands.

A game is reproducible from its setup, seed and answers, so that is what a save holds; loading plays it again to the same decision, and
the digest proves that it is the same game. The texts of the cards are held by fingerprint: a card that has changed since is noticed.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import stat
from pathlib import Path
from typing import Any

from magistrate.errors import InputError

#: Grows when an older program could not read a save.
FORMAT = 1


def dump(data: dict[str, Any]) -> str:
    """A save as text: the same data gives the same bytes."""
    return json.dumps({"magistrate": FORMAT, **data}, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n"


def parse(text: str) -> dict[str, Any]:
    """The data of a save. Raises InputError (one line) when it is truncated, something else, or of another version."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as problem:
        raise InputError(f"not a save: line {problem.lineno} column {problem.colno}: {problem.msg}") from None
    except (ValueError, RecursionError) as problem:  # a number of thousands of digits, lists in lists without end
        raise InputError(f"not a save: {problem}") from None
    if not isinstance(data, dict) or "magistrate" not in data:
        raise InputError("not a save: expected an object with the key `magistrate`")
    if type(data["magistrate"]) is not int or data["magistrate"] != FORMAT:
        raise InputError(f"the save is of version {data['magistrate']!r}, this program reads version {FORMAT}")
    for key, kind in (("setup", dict), ("answers", list), ("digest", str)):
        if not isinstance(data.get(key), kind):
            raise InputError(f"not a save: expected `{key}` to be a {kind.__name__}")
    if (
        not data["digest"] and "failure" not in data
    ):  # the replay of a failure may have been of a game beyond looking at
        raise InputError("not a save: expected `digest` to be the fingerprint of the game, it is empty")
    if not isinstance(data.get("switches", {}), dict):
        raise InputError("not a save: expected `switches` to be a dict")
    return data


def plain(answer: Any) -> Any:
    """An answer as JSON data."""
    return [plain(part) for part in answer] if isinstance(answer, tuple) else answer


def answer_of(data: Any) -> Any:
    """The answer that `plain` wrote."""
    return tuple(answer_of(part) for part in data) if isinstance(data, list) else data


def digest(parts: Any) -> str:
    """A short fingerprint of plain data."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:16]


def write_atomically(path: Path, text: str) -> None:
    """Write a file whole: an interrupted write leaves the old one, whose rights the new one has. Of a link, what it leads to is
    written; a device or a pipe is written to as it is. Raises InputError when the place cannot be written."""
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
            return
        target = path.resolve() if path.is_symlink() else path
        made = target.with_name(f".{target.name:.100}.{secrets.token_hex(6)}")
        handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                if target.exists():
                    made.chmod(stat.S_IMODE(target.stat().st_mode))
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(made, target)
        except BaseException:
            made.unlink(missing_ok=True)
            raise
    except OSError as problem:
        raise InputError(f"cannot write {path}: {problem.strerror or problem}") from None
