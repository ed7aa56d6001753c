"""The command `goldfish`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from magistrate.lab import options

if TYPE_CHECKING:
    from magistrate.lab.goldfish import Fishing
    from magistrate.lab.goldfish_report import Shoal
    from magistrate.lab.journal import Journal


@click.command(epilog="Example: magistrate goldfish elves.txt --games 500 --jobs 2")
@click.argument("decks", nargs=-1, type=click.Path(path_type=Path), metavar="[DECK...]")
@click.option(
    "--games", type=click.IntRange(min=1), default=100, show_default=True, help="Play so many with each deck."
)
@click.option(
    "--turns", type=click.IntRange(1, 100), default=15, show_default=True, help="Stop after so many own turns."
)
@click.option("--agent", default="heuristic", show_default=True, metavar="NAME", help="Who plays the deck.")
@click.option("--on-the-draw", is_flag=True, help="The deck goes second.")
@click.option("--life", type=click.IntRange(min=1), help="Against so much life.  [default: what the deck begins with]")
@options.readable
@options.seed
@options.jobs
@options.cluster
@options.check
@options.replays
@options.resume
@click.option(
    "--csv",
    "csv_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a row for each game and turn.",
)
@options.plot
@options.as_json
@click.pass_context
def goldfish(
    context: click.Context,
    decks: tuple[Path, ...],
    games: int,
    turns: int,
    agent: str,
    on_the_draw: bool,
    life: int | None,
    readable: bool,
    seed: int,
    jobs: int,
    cluster: str,
    check: bool,
    replays: Path,
    resume: Path | None,
    csv_file: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Play a deck against an opponent who does nothing.

    Tells the turn of the kill; by turn, what in hand could be cast for its mana cost, how often something could not for want of a colour,
    and which colours the lands could produce; and for each card, how often it could be cast in the turn of its mana value. DECK is a
    deck file or a folder of them. The exit code is 1 when a game went wrong.
    """
    from magistrate.errors import InputError
    from magistrate.lab import output, plots
    from magistrate.lab.clock import limit_for
    from magistrate.lab.cluster import check as check_cluster
    from magistrate.lab.entrants import entrants
    from magistrate.lab.goldfish import Fishing
    from magistrate.lab.goldfish_report import HEADING, Shoal
    from magistrate.lab.report import names_of
    from magistrate.players.tables import agent_names

    if plot is not None:
        plots.check(plot)
    output.check(csv_file)
    if cluster:
        check_cluster()
    (who, *others) = agent_names(agent, humans=False)
    if others:
        raise InputError(f"expected one agent, got {agent}")
    chosen, left_out = entrants(decks, readable=readable)
    for why in left_out:
        click.echo(f"left out: {why:.240}", err=True)
    names = names_of(chosen)
    shoals = [Shoal(name, deck) for name, deck in zip(names, chosen, strict=True)]
    fishing = Fishing(tuple(chosen), turns, on_the_draw, life, check, limit_for([who]))
    failed = _play(shoals, fishing, games, who, seed, (jobs, cluster), replays, resume, shown=not as_json)
    if as_json:
        click.echo(json.dumps({"decks": [shoal.to_json() for shoal in shoals]}, ensure_ascii=False))
    else:
        out = output.console()
        for shoal in shoals:
            click.echo(shoal.heading())
            for table in shoal.tables():
                out.print(table)
    if csv_file is not None:
        output.write_csv(csv_file, [HEADING, *(row for shoal in shoals for row in shoal.rows())])
    if plot is not None:
        _plot(shoals, plot)
    context.exit(1 if failed else 0)


def _play(
    shoals: list[Shoal],
    fishing: Fishing,
    games: int,
    agent: str,
    seed: int,
    where: tuple[int, str],
    replays: Path,
    resume: Path | None,
    *,
    shown: bool,
) -> int:
    """Play the games that are not played yet, in so many processes or on a cluster, and take all of them in; returns how many went
    wrong."""
    from magistrate.lab.goldfish import Caught, games_of, play_all
    from magistrate.lab.running import run_through
    from magistrate.players.own_agents import fingerprint

    todo = games_of([shoal.name for shoal in shoals], games, agent, seed)
    journal = _journal(resume, shoals, fishing, [fingerprint(agent), seed])

    def take(caught: Caught, file: Path | None) -> str:
        shoals[caught.match.decks[0]].games.append(caught)
        return ""

    return run_through(
        todo,
        journal,
        Caught,
        lambda left: play_all(left, fishing, *where),
        take,
        replays,
        named="-goldfish",
        shown=shown,
    )


def _journal(path: Path | None, shoals: list[Shoal], fishing: Fishing, how: list[object]) -> Journal | None:
    from magistrate.lab.journal import Journal, of_decks

    if path is None:
        return None
    more = [fishing.turns, fishing.on_the_draw, fishing.life, fishing.check]
    return Journal(path, of_decks([shoal.name for shoal in shoals], fishing.decks, ["goldfish", *how, *more]))


def _plot(shoals: list[Shoal], path: Path) -> None:
    """Kills by turn of all decks; of each, what could be cast, and the colours of the lands."""
    from magistrate.lab import plots
    from magistrate.lab.goldfish_report import COLORS

    kills = {one.name: [count / max(1, len(one.ended)) for count in one.kills()] for one in shoals}
    panels: list[tuple[str, dict[str, list[float]]]] = [("killed by turn, share of games", kills)]
    for one in shoals[:4]:
        turns = one.turns()
        panels.append(
            (
                f"{one.name}: spells in hand, mean",
                {
                    "in hand": [turn.spells / turn.games for turn in turns],
                    "castable": [turn.castable / turn.games for turn in turns],
                    "lacking a colour": [turn.screwed_spells / turn.games for turn in turns],
                },
            )
        )
        colors = {
            color: [turn.colors[color] / turn.games for turn in turns]
            for color in COLORS
            if any(turn.colors[color] for turn in turns)
        }
        panels.append((f"{one.name}: a land could produce, share of games", colors))
    plots.of_turns(panels, path)
