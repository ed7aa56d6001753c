"""Replay files: a game that went wrong, up to the decision before, with what happened then. They load like any save."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magistrate import saves
from magistrate.errors import InputError

if TYPE_CHECKING:
    from magistrate.game import Game
    from magistrate.setup import Setup


def of_game(game: Game, failure: dict[str, Any], answer: Any = None) -> str:
    """The replay of a game: its save, the answer that was given last and did not work out, and the failure in words."""
    try:
        data = json.loads(game.save())
    except Exception as problem:  # what is broken may not even be looked at
        data = game.bare_save()
        failure = {**failure, "save": f"{type(problem).__name__}: {problem}"}
    if answer is not None:
        failure = {**failure, "answer": saves.plain(answer)}
    data.pop("magistrate", None)
    return saves.dump({**data, "failure": failure})


def of_setup(setup: Setup, failure: dict[str, Any]) -> str:
    """The replay of a game that went wrong before its first decision, or in a process that is gone."""
    return saves.dump({"setup": setup.to_json(), "answers": [], "digest": "", "failure": failure})


def write(folder: Path, name: str, text: str) -> Path:
    """Write a replay; the folder is made when it is first needed. Raises InputError when it cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise InputError(f"cannot write replays to {folder}: {problem.strerror}") from None
    path = folder / name
    saves.write_atomically(path, text)
    return path
