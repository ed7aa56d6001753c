"""The command `play`."""

from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from magistrate.errors import InputError, MagistrateError
from magistrate.lab import options

if TYPE_CHECKING:
    from magistrate.game import Game
    from magistrate.rules.engine import Engine


@click.command(epilog="Example: magistrate play elves.txt goblins.txt --agents human,heuristic")
@click.argument("decks", nargs=-1, type=click.Path(path_type=Path), metavar="[DECK...]")
@click.option(
    "--agents",
    metavar="A[,B...]",
    help="Random, heuristic, search:ms=200, human or FILE.py:CLASS; one, or one a seat.  [default: heuristic, against you in a terminal]",
)
@click.option(
    "--seed", type=int, help="Equal seeds give equal games; with --load, equal agents.  [default: chosen at random]"
)
@click.option(
    "--players", type=click.IntRange(2, 6), help="How many play; decks are dealt out again when there are fewer."
)
@click.option("--names", metavar="A,B", help="What the players are called.")
@click.option(
    "--load", "load", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a saved game or a replay."
)
@click.option(
    "--save",
    "--replay",
    "save",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep the game there when it ends or is left; `magistrate replay FILE` shows it.",
)
@click.option("--pay-by-hand", is_flag=True, help="People choose how they pay for mana costs.")
@click.option("--full-log", is_flag=True, help="Log everything, with rule numbers.")
@options.replays
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object at the end (agents only).")
@click.pass_context
def play(
    context: click.Context,
    decks: tuple[Path, ...],
    agents: str | None,
    seed: int | None,
    players: int | None,
    names: str | None,
    load: Path | None,
    save: Path | None,
    pay_by_hand: bool,
    full_log: bool,
    replays: Path,
    as_json: bool,
) -> None:
    """Play a game: DECK is a text, Arena, MTGO, Forge, XMage or Cockatrice file, one a player.

    With no deck, two sample decks play. With agents only, the game is played to its end and what happened is printed.
    """
    from magistrate.game import Game, setup_of
    from magistrate.lab.replays import told_of
    from magistrate.players import session
    from magistrate.players.agent import make_agent
    from magistrate.players.boards import Log
    from magistrate.players.tables import HUMAN, agent_names, decks_of
    from magistrate.players.terminal import Output, Quit, Terminal, make_reader

    in_terminal = sys.stdin.isatty() and sys.stdout.isatty() and not as_json
    who = agent_names(agents or ("human,heuristic" if in_terminal else "heuristic"), humans=True)
    humans_play = HUMAN in who
    if humans_play and as_json:
        raise InputError("expected agents only with --json")
    if load is not None:
        if decks:
            raise InputError("expected decks or --load, not both")
        for given, option in ((players, "--players"), (names, "--names"), (pay_by_hand or None, "--pay-by-hand")):
            if given is not None:
                raise InputError(f"expected {option} or --load, not both: the game says that itself")
        text = _text(load)
        game = Game.load(text, tracing=True)
        seed = game.seed if seed is None else seed
        deck_names = told_of(text).get("decks") or [""] * len(game.players)
    else:
        seed = secrets.randbelow(1 << 31) if seed is None else seed
        chosen = decks_of(decks)
        count = players or max(2, len(chosen))
        if len(chosen) > count:
            raise InputError(f"expected at most {count} decks for {count} players, got {len(chosen)}")
        chosen = [chosen[i % len(chosen)] for i in range(count)]
        deck_names = [deck.name for deck in chosen]
        called = [part.strip() for part in names.split(",")] if names else []
        setup = setup_of(chosen, seed=seed, names=called)

        def prepare(engine: Engine) -> None:
            engine.offer_concede = humans_play
            if pay_by_hand:
                engine.manual_payment = frozenset(i for i in range(count) if who[i % len(who)] == HUMAN)
                engine.offer_mana_abilities = True

        game = Game.from_setup(setup, tracing=True, history=humans_play, prepare=prepare)
    if len(who) > len(game.players):
        raise InputError(f"expected at most {len(game.players)} agents for {len(game.players)} players, got {len(who)}")
    seats = {i: who[i % len(who)] for i in range(len(game.players))}
    humans = [i for i, name in seats.items() if name == HUMAN]
    mind = {i: make_agent(name, seed * 8 + i) for i, name in seats.items() if name != HUMAN}
    console = Output(highlight=False, soft_wrap=not in_terminal)
    terminal = None if as_json else Terminal(game, humans, console, make_reader(), full=full_log)
    if terminal is not None:
        told = ", ".join(
            f"{name} ({', '.join(part for part in (deck, 'you' if i in humans else seats[i]) if part)})"
            for i, (name, deck) in enumerate(zip(game.players, deck_names, strict=True))
        )
        console.print(f"{told}; seed {seed}", markup=False)
    about = {"seed": seed, "decks": deck_names, "agents": [seats[i] for i in seats]}
    try:
        answers = session.play(game, mind, terminal, replays)
    except Quit as left:
        _keep(game, save, about)
        if terminal is not None and save is not None:
            console.print(f"the game is in {save}", markup=False)
        if left.unasked and not in_terminal:
            raise InputEnded(f"the input ended in turn {game.turn}, before the game was over") from None
        return
    except BrokenPipeError:
        _keep(game, save, about)
        raise
    _keep(game, save, about)
    result = game.result
    assert result is not None
    winner = game.players[result.winner] if result.winner >= 0 else None
    if as_json:
        lines = Log(game, full=full_log).all()
        data: dict[str, Any] = {
            **about,
            "players": list(game.players),
            "winner": winner,
            "reason": result.reason,
            "turns": game.turn,
            "decisions": answers,
            "log": lines,
        }
        click.echo(json.dumps(data, ensure_ascii=False))
    elif terminal is not None:
        terminal.tell()
        ending = f"{winner} wins in turn {game.turn}" if winner else f"the game is a draw in turn {game.turn}"
        console.print(f"{ending}: {result.reason}", markup=False, style="bold")


class InputEnded(MagistrateError):
    """There was nobody to answer any more."""

    exit_code = 1


def _keep(game: Game, path: Path | None, about: dict[str, Any]) -> None:
    from magistrate import saves
    from magistrate.lab import replays

    if path is not None:
        saves.write_atomically(path, replays.of_game(game, about))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "it is no text"
        raise InputError(f"cannot read {path}: {reason}") from None
