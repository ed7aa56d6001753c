"""The command `sim`."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from magistrate.errors import InputError
from magistrate.lab import options

if TYPE_CHECKING:
    from magistrate.lab.journal import Journal
    from magistrate.lab.report import Run
    from magistrate.lab.simulate import Settings


def seats(context: click.Context, parameter: click.Parameter, value: str) -> tuple[int, int]:
    """How many play at the least and at the most: of "2" or "2-4"."""
    fewest, dash, most = value.partition("-")
    if fewest.isdecimal() and (most.isdecimal() or not dash):
        found = int(fewest), int(most or fewest)
        if 2 <= found[0] <= found[1] <= 6:
            return found
    raise click.BadParameter(f"expected a number from 2 to 6, or two of them as in 2-4, not {value!r:.40}")


@click.command(epilog="Example: magistrate sim --decks elves.txt goblins.txt --agents heuristic --games 200 --jobs 2")
@click.option(
    "--decks",
    "first",
    type=click.Path(path_type=Path),
    metavar="FILE...",
    help="The deck files, or folders of them. [default: the sample decks]",
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
    help="Who plays: one for all, or one for each deck of a pairing (with --draw: for each seat).",
)
@click.option(
    "--players",
    metavar="N[-N]",
    callback=seats,
    default="2",
    show_default=True,
    help="How many decks play in a game, two to six: N, or FROM-TO with --draw.",
)
@click.option("--draw", is_flag=True, help="Draw who plays in each game by the seed, instead of every pairing in turn.")
@click.option("--mirrors", is_flag=True, help="Also pair each deck with itself.")
@options.readable
@options.seed
@options.jobs
@options.cluster
@options.check
@options.replays
@click.option("--record", is_flag=True, help="Write every game there; `magistrate replay FILE` shows it.")
@options.resume
@click.option(
    "--csv",
    "csv_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a row for each game and seat.",
)
@options.plot
@click.option("--timings", is_flag=True, help="With --json: say how long it took.")
@options.as_json
@click.pass_context
def sim(
    context: click.Context,
    first: Path | None,
    more: tuple[Path, ...],
    games: int | None,
    games_per_pair: int | None,
    agents: str,
    players: tuple[int, int],
    draw: bool,
    mirrors: bool,
    readable: bool,
    seed: int,
    jobs: int,
    cluster: str,
    check: bool,
    replays: Path,
    record: bool,
    resume: Path | None,
    csv_file: Path | None,
    plot: Path | None,
    timings: bool,
    as_json: bool,
) -> None:
    """Play many games between decks and count the results.

    Each pair of decks plays, the seats alternating (who sits first begins); decks with a commander play with each other. A game that
    crashes, hangs (10 s of processor time for a decision beyond an agent's budget, more than 50,000 decisions), breaks an invariant or
    needs a rule that is not there is counted and written to a replay file; then the exit code is 1.
    """
    from magistrate.lab import output, plots, report
    from magistrate.lab.clock import limit_for
    from magistrate.lab.cluster import check as check_cluster
    from magistrate.lab.entrants import entrants
    from magistrate.lab.matches import drawn, matches
    from magistrate.lab.running import run_through
    from magistrate.lab.simulate import Played, Settings, play_all
    from magistrate.players.own_agents import fingerprint
    from magistrate.players.tables import agent_names

    if games and games_per_pair:
        raise InputError("expected --games or --games-per-pair, not both")
    if draw and games_per_pair:
        raise InputError("expected --draw or --games-per-pair, not both")
    if not draw and players[0] != players[1]:
        raise InputError("expected --draw with --players FROM-TO: without it, every table has the same size")
    if plot is not None:
        plots.check(plot)
    output.check(csv_file)
    if cluster:
        check_cluster()
    decks, left_out = entrants(([first] if first else []) + list(more), readable=readable)
    for why in left_out:
        click.echo(f"left out: {why:.240}", err=True)
    who = agent_names(agents, humans=False)
    if len(who) not in (1, players[1]):
        raise InputError(f"expected one agent or {players[1]}, one for each player, not {len(who)}")
    names = report.names_of(decks)
    commander = [bool(deck.commanders) for deck in decks]
    if draw:
        todo = drawn(
            names, games=games or 100, players=players, mirrors=mirrors, commander=commander, agents=who, seed=seed
        )
    else:
        todo = matches(
            names,
            games=games or 100,
            per_pair=games_per_pair or 0,
            players=players[0],
            mirrors=mirrors,
            commander=commander,
            agents=who,
            seed=seed,
        )
    settings = Settings(tuple(decks), check=check, record=record, limit=limit_for(who))
    journal = _journal(resume, settings, names, [draw, players, mirrors, list(map(fingerprint, who)), seed])
    run = report.Run(names, drawn=draw)
    began = time.perf_counter()
    run_through(
        todo,
        journal,
        Played,
        lambda left: play_all(left, settings, jobs, cluster),
        run.take,
        replays,
        shown=not as_json,
    )
    seconds = time.perf_counter() - began
    if as_json:
        click.echo(json.dumps(run.to_json(seconds if timings else None), ensure_ascii=False))
    else:
        _tell(run, seconds)
    if csv_file is not None:
        output.write_csv(csv_file, report.rows(run))
    if plot is not None:
        plots.of_run(run, plot)
    context.exit(1 if run.failed else 0)


def _journal(path: Path | None, settings: Settings, names: list[str], how: list[Any]) -> Journal | None:
    """The journal of this run: of these decks with what their cards say, played so."""
    from magistrate.lab.journal import Journal, of_decks

    if path is None:
        return None
    return Journal(path, of_decks(names, settings.decks, ["sim", *how, settings.check, settings.record]))


def _tell(run: Run, seconds: float) -> None:
    from magistrate.lab import report
    from magistrate.lab.output import console

    console().print(report.table(run))
    for line in report.lines(run, seconds):
        click.echo(line)
