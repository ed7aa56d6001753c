"""Replay files: games as setup, seed and answers, with what was asked each time (magistrate.following). They load like any save.

The replay of a game that went wrong goes up to the decision before, and says what happened then.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magistrate import following, saves
from magistrate.errors import InputError

if TYPE_CHECKING:
    from magistrate.following import Question
    from magistrate.game import Game
    from magistrate.setup import Setup


def of_game(game: Game, told: Mapping[str, Any] | None = None, questions: Sequence[Question] | None = None) -> str:
    """The replay of a game as far as it has come; `told` is what there is to say about it (who plays which deck).

    What was asked is found by playing the game again, where `questions` does not say it.
    """
    return _dump(json.loads(game.save()), {"told": dict(told)} if told else {}, questions)


def told_of(text: str) -> dict[str, Any]:
    """What a replay, or a save, says of who played; nothing where it says nothing."""
    data = json.loads(text)
    told = data.get("told") or data.get("failure") if isinstance(data, dict) else None
    return told if isinstance(told, dict) else {}


def of_failure(game: Game, failure: dict[str, Any], answer: Any = None) -> str:
    """The replay of a game that went wrong: its save, the answer that was given last and did not work out, and the failure in words."""
    try:
        data = json.loads(game.save())
    except Exception as problem:  # what is broken may not even be looked at
        data = game.bare_save()
        failure = {**failure, "save": f"{type(problem).__name__}: {problem}"}
    if answer is not None:
        failure = {**failure, "answer": _told(answer)}
    try:
        return _dump(data, {"failure": failure}, None)
    except Exception:  # it does not even play again: then without what was asked
        data.pop("magistrate", None)
        return saves.dump({**data, "failure": failure})


def _told(answer: Any) -> Any:
    """An answer as data; in words where it is something that no answer can be."""
    try:
        data = saves.plain(answer)
        json.dumps(data, ensure_ascii=False).encode()
    except Exception:
        return f"{type(answer).__name__}, which is no answer"
    return data


def of_setup(setup: Setup, failure: dict[str, Any]) -> str:
    """The replay of a game that went wrong before its first decision, or in a process that is gone."""
    return saves.dump({"setup": setup.to_json(), "answers": [], "digest": "", "failure": failure})


def _dump(data: dict[str, Any], more: dict[str, Any], questions: Sequence[Question] | None) -> str:
    from magistrate.reading import default_reading
    from magistrate.setup import from_json

    data.pop("magistrate", None)
    if questions is None or len(questions) != len(data["answers"]):
        questions = _asked(data)
    stamp = following.stamp(from_json(data["setup"]), default_reading())
    return saves.dump({**data, **following.packed(questions), **stamp, **more})


def _asked(data: Mapping[str, Any]) -> list[Question]:
    """The questions that the answers of a save answered."""
    from magistrate.game import Game

    found: list[Question] = []
    begun = saves.dump({**data, "answers": [], "digest": "", "failure": {}})
    game = Game.load(begun, history=False)
    for answer in data["answers"]:
        assert game.decision is not None
        found.append(following.question(game.decision))
        game.answer(saves.answer_of(answer))
    return found


def write(folder: Path, name: str, text: str) -> Path:
    """Write a replay; the folder is made when it is first needed. Raises InputError when it cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise InputError(f"cannot write replays to {folder}: {problem.strerror}") from None
    path = folder / name
    saves.write_atomically(path, text)
    return path
