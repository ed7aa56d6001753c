"""The command `replay`."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from magistrate.errors import InputError
from magistrate.lab import options

if TYPE_CHECKING:
    from magistrate.game import Game


@click.command(epilog="Example: magistrate replay replays/game-7-seed-123.json")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--full-log", is_flag=True, help="Log everything, with rule numbers.")
@click.option("--board", is_flag=True, help="Show where it stands at the end, too.")
@options.as_json
@click.pass_context
def replay(context: click.Context, file: Path, full_log: bool, board: bool, as_json: bool) -> None:
    """Play a saved game again, exactly, and show what happened.

    FILE is what `sim --record`, `play --replay` or a game that went wrong has written, or any save. When the program or a card has
    changed so that the game would go another way, it is not followed: what differs first and what has changed is said, and the exit
    code is 1. It is also 1 when the game went wrong and still does.
    """
    from magistrate import saves
    from magistrate.game import Game
    from magistrate.players.boards import Log

    text = _text(file)
    data = saves.parse(text)
    game = Game.load(text, history=False, tracing=True)
    failure = data.get("failure")
    went_wrong = _again(game, failure) if isinstance(failure, dict) else ""
    lines = Log(game, full=full_log).all()
    told = data.get("told") or failure or {}
    about: dict[str, Any] = told if isinstance(told, dict) else {}
    result = game.result
    winner = game.players[result.winner] if result and result.winner >= 0 else None
    if as_json:
        found: dict[str, Any] = {
            "players": list(game.players),
            "decks": about.get("decks"),
            "agents": about.get("agents"),
            "seed": data["setup"].get("seed", 0),
            "answers": len(data["answers"]),
            "turns": game.turn,
            "over": game.over,
            "winner": winner,
            "reason": result.reason if result else None,
            "log": lines,
        }
        if isinstance(failure, dict):
            found["failure"] = {"kind": failure.get("kind"), "error": failure.get("error"), "now": went_wrong or None}
        if board:
            found["position"] = game.view(None).snapshot()
        click.echo(json.dumps(found, ensure_ascii=False))
    else:
        _tell(game, about, data["setup"].get("seed", 0), lines, winner, board)
        if isinstance(failure, dict):
            said = (str(failure.get("error")).splitlines() or [""])[0]
            click.echo(f"it went wrong here: {failure.get('kind')}: {said:.300}")
            click.echo(f"it still does: {went_wrong}" if went_wrong else "it no longer does")
    context.exit(1 if went_wrong else 0)


def _tell(game: Game, about: dict[str, Any], seed: int, lines: list[str], winner: str | None, board: bool) -> None:
    who = []
    for seat, player in enumerate(game.players):
        parts = [
            str(several[seat])
            for several in (about.get("decks"), about.get("agents"))
            if isinstance(several, list) and seat < len(several)
        ]
        who.append(f"{player} ({', '.join(parts)})" if parts else player)
    click.echo(f"{', '.join(who)}; seed {seed}")
    for line, same in groupby(lines):
        times = len(list(same))
        click.echo(f"{line} ({times} times)" if times > 1 else line)
    if board:
        from rich.console import Console

        from magistrate.players import boards

        Console(highlight=False).print(boards.board(game.view(None), game.players, 0))
    result = game.result
    if result is None:
        asked = game.decision
        waiting = f", {game.players[asked.player]} is asked: {asked.prompt}" if asked else ""
        click.echo(f"the game goes on in turn {game.turn}{waiting}")
    elif winner:
        click.echo(f"{winner} wins in turn {game.turn}: {result.reason}")
    else:
        click.echo(f"the game is a draw in turn {game.turn}: {result.reason}")


def _again(game: Game, failure: dict[str, Any]) -> str:
    """Give the answer at which a game went wrong; how it does so again, or ""."""
    from magistrate import saves
    from magistrate.lab import invariants
    from magistrate.lab.clock import LIMIT, TooLong, Watch

    try:
        with Watch():
            if "answer" in failure and game.decision is not None:
                game.answer(saves.answer_of(failure["answer"]))
            wrong = invariants.deep(game)
    except TooLong:
        return f"a decision takes more than {LIMIT:g} seconds"
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"
    return "; ".join(wrong[:3])


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "it is no text"
        raise InputError(f"cannot read {path}: {reason}") from None
