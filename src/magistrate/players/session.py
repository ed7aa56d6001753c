"""One game played by agents and people, from where it stands to its end."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from magistrate.errors import MagistrateError
from magistrate.players.terminal import Quit, Terminal, Undone

if TYPE_CHECKING:
    from magistrate.game import Game
    from magistrate.players.agent import Agent

#: A game of more answers than this goes nowhere.
MOST_DECISIONS = 50_000


class GameFailed(MagistrateError):
    """A game went wrong: the message says how, and where its replay is."""

    exit_code = 1


def play(game: Game, agents: Mapping[int, Agent], terminal: Terminal | None, replays: Path) -> int:
    """Play on until the game is over; returns how many answers were given.

    Seats without an agent belong to the people at the terminal. Raises GameFailed (a replay is written first), Quit, and
    BrokenPipeError when nobody reads any more what is printed.
    """
    count = 0
    while (decision := game.decision) is not None:
        agent = agents.get(decision.decider)
        answer = None
        try:
            if agent is not None:
                answer = agent.choose(game.view(decision.decider), decision)
            else:
                assert terminal is not None
                answer = terminal.answer(decision)
            game.answer(answer)
        except Undone:
            continue
        except (Quit, BrokenPipeError):
            raise
        except Exception as problem:
            raise _failed(game, problem, answer, replays) from problem
        count += 1
        if count > MOST_DECISIONS:
            raise _failed(game, MagistrateError(f"more than {MOST_DECISIONS} decisions"), None, replays)
        if terminal is not None and not terminal.humans:
            terminal.tell()
    return count


def _failed(game: Game, problem: Exception, answer: object, replays: Path) -> GameFailed:
    from magistrate.lab import replays as files

    error = str(problem) if isinstance(problem, MagistrateError) else f"{type(problem).__name__}: {problem}"
    told = {"kind": "crash", "error": error, "traceback": "".join(traceback.format_exception(problem))}
    path = files.write(replays, f"play-turn-{game.turn}-{game.digest()}.json", files.of_failure(game, told, answer))
    return GameFailed(f"the game went wrong: {error}; replay: {path}")
