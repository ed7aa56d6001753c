"""Results of games kept in a file as they come in, so that a run that was broken off goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from magistrate import saves
from magistrate.errors import InputError
from magistrate.lab import replays
from magistrate.lab.matches import Match
from magistrate.lab.simulate import Played


class Results:
    """What is known of a list of games; with a file, one line of JSON a game."""

    def __init__(self, matches: Sequence[Match], keep: Path | None = None) -> None:
        self._matches = matches
        self._keep = keep
        self._played: dict[int, Played] = {}
        if keep is not None and keep.exists():
            self._read(keep)

    @property
    def missing(self) -> list[Match]:
        """The games that are still to be played."""
        return [match for match in self._matches if match.number not in self._played]

    @property
    def games(self) -> list[Played]:
        """The games that were played, in their order."""
        return [self._played[number] for number in sorted(self._played)]

    @property
    def done(self) -> int:
        """How many games were played."""
        return len(self._played)

    def add(self, played: Played, folder: Path) -> Path | None:
        """Take a game in; its replay is written when it went wrong, and the file's path returned."""
        match = played.match
        path = None
        if played.failure:
            name = f"{played.failure}-{match.number}-seed-{match.seed}.json"
            path = replays.write(folder, name, played.replay)
        self._played[match.number] = replace(played, replay="")
        if self._keep is not None:
            told = {
                **_key(match),
                "winner": played.winner,
                "turns": played.turns,
                "decisions": played.decisions,
                "failure": played.failure,
                "error": played.error,
            }
            try:
                with self._keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(told, ensure_ascii=False) + "\n")
            except OSError as problem:
                raise InputError(f"cannot write {self._keep}: {problem.strerror}") from None
        return path

    def _read(self, path: Path) -> None:
        """Take in what is in the file. Raises InputError when it is of other games."""
        by_number = {match.number: match for match in self._matches}
        try:
            lines = path.read_text(encoding="utf-8").split("\n")
        except (OSError, UnicodeDecodeError) as problem:
            raise InputError(f"cannot read {path}: {getattr(problem, 'strerror', None) or 'it is no text'}") from None
        for at, line in enumerate(lines):
            if not line:
                continue
            try:
                told = json.loads(line)
                match = by_number.get(told["number"])
                same = match is not None and {**told, **_key(match)} == told
                winner, turns, decisions = int(told["winner"]), int(told["turns"]), int(told["decisions"])
            except (ValueError, KeyError, TypeError):
                if at == len(lines) - 1:  # the run ended in the midst of this line: that game is played again
                    saves.write_atomically(path, "".join(f"{one}\n" for one in lines[:-1]))
                    break
                raise InputError(f"{path}:{at + 1}: expected the result of a game") from None
            if not same or match is None:
                raise InputError(f"{path}:{at + 1}: a game of another run; give another file with --keep") from None
            self._played[match.number] = Played(
                match, winner, turns, decisions, failure=told["failure"], error=told["error"]
            )


def _key(match: Match) -> dict[str, Any]:
    return {"number": match.number, "seed": match.seed, "decks": list(match.names), "agents": list(match.agents)}
