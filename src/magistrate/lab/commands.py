"""The command `sim`."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import click

from magistrate.errors import InputError


@click.command(epilog="Example: magistrate sim --decks elves.txt goblins.txt --agents heuristic --games 200 --jobs 2")
@click.option(
    "--decks",
    "first",
    type=click.Path(path_type=Path),
    metavar="FILE...",
    help="The deck files. [default: the sample decks]",
)
@click.argument("more", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE...]")
@click.option(
    "--games", type=click.IntRange(min=1), help="Play so many in all, spread evenly over the pairings.  [default: 100]"
)
@click.option("--games-per-pair", type=click.IntRange(min=1), help="Play so many of each pairing.")
@click.option(
    "--agents",
    default="random",
    show_default=True,
    metavar="A[,B]",
    help="Who plays: one for all, or one for each deck of a pairing.",
)
@click.option(
    "--players", type=click.IntRange(2, 6), default=2, show_default=True, help="How many decks play in a game."
)
@click.option("--mirrors", is_flag=True, help="Also pair each deck with itself.")
@click.option("--seed", type=int, default=0, show_default=True, help="Equal seeds give equal games.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Run so many processes.")
@click.option("--check", is_flag=True, help="Look at the invariants at every decision (slow).")
@click.option(
    "--replays",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("replays"),
    show_default=True,
    help="Where games that went wrong are written.",
)
@click.option("--timings", is_flag=True, help="With --json: say how long it took.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
@click.pass_context
def sim(
    context: click.Context,
    first: Path | None,
    more: tuple[Path, ...],
    games: int | None,
    games_per_pair: int | None,
    agents: str,
    players: int,
    mirrors: bool,
    seed: int,
    jobs: int,
    check: bool,
    replays: Path,
    timings: bool,
    as_json: bool,
) -> None:
    """Play many games between decks and count the results.

    Each pair of decks plays, the seats alternating (who sits first begins). A game that crashes, hangs (a decision of over 10 s, more
    than 50,000 decisions), breaks an invariant or needs a rule that is not there is counted and written to a replay file; then the exit
    code is 1.
    """
    from magistrate.lab import report
    from magistrate.lab.matches import matches
    from magistrate.lab.simulate import Settings, play_all
    from magistrate.players.tables import agent_names, decks_of

    if games and games_per_pair:
        raise InputError("expected --games or --games-per-pair, not both")
    named = ([first] if first else []) + list(more)
    decks = decks_of(named)
    who = agent_names(agents, humans=False)
    names = report.names_of(decks)
    todo = matches(
        names,
        games=games or 100,
        per_pair=games_per_pair or 0,
        players=players,
        mirrors=mirrors,
        agents=who,
        seed=seed,
    )
    run = report.Run(names)
    began = time.perf_counter()
    progress = None if as_json or not sys.stderr.isatty() else sys.stderr
    for played in play_all(todo, Settings(tuple(decks), check=check), jobs):
        path = run.add(played, replays)
        if path is not None:
            click.echo(f"{played.failure}: {played.error.splitlines()[0]}; replay: {path}", err=True)
        if progress is not None:
            progress.write(f"\r{len(run.games)}/{len(todo)} games")
            progress.flush()
    if progress is not None:
        progress.write("\r\x1b[K")
    seconds = time.perf_counter() - began
    if as_json:
        click.echo(json.dumps(run.to_json(seconds if timings else None), ensure_ascii=False))
    else:
        for line in report.lines(run, seconds):
            click.echo(line)
    context.exit(1 if run.failed else 0)
