"""The command `ladder`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from magistrate.errors import InputError
from magistrate.lab import options

if TYPE_CHECKING:
    from magistrate.lab.simulate import Played
    from magistrate.players.ladder import Score


class _Seeds(click.ParamType[Any]):
    """A range of seeds, "1-400"."""

    name = "A-B"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The range as a tuple."""
        if isinstance(value, tuple):
            return value
        found = re.fullmatch(r"(\d+)-(\d+)", value.strip())
        if found is None or int(found[1]) > int(found[2]):
            self.fail(f"expected a range of seeds such as 1-400, not {value}", param, ctx)
        return tuple(range(int(found[1]), int(found[2]) + 1))


@click.command(
    epilog="Example: magistrate ladder --versus heuristic random --seeds 1-400 --mirror --decks 'decks/simple-*.txt' --at-least 95"
)
@click.option("--agents", "first", metavar="A B ...", help="Who plays: each against each.")
@click.argument("more", nargs=-1, metavar="[AGENT...]")
@click.option("--versus", nargs=2, metavar="A B", help="Only these two, and how often the first of them wins.")
@click.option(
    "--decks",
    multiple=True,
    metavar="FILE|FOLDER|'PATTERN'",
    help="Deck files; can be given again.  [default: the sample decks]",
)
@click.option("--mirror", is_flag=True, help="Both have the same deck.")
@options.readable
@click.option("--games", type=click.IntRange(min=1), help="Play so many for each pair of agents.  [default: 100]")
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the first game.")
@click.option("--seeds", type=_Seeds(), help="The seeds of all games, one a game, instead of --games and --seed.")
@click.option(
    "--at-least", type=click.FloatRange(0, 100), metavar="PERCENT", help="With --versus: win so many, or exit with 1."
)
@click.option(
    "--surely-above",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="With --versus: the whole 95% interval lies above that, or exit with 1.",
)
@options.jobs
@options.resume
@options.replays
@options.as_json
@click.pass_context
def ladder(
    context: click.Context,
    first: str | None,
    more: tuple[str, ...],
    versus: tuple[str, str] | None,
    decks: tuple[str, ...],
    mirror: bool,
    readable: bool,
    games: int | None,
    seed: int,
    seeds: tuple[int, ...] | None,
    at_least: float | None,
    surely_above: float | None,
    jobs: int,
    resume: Path | None,
    replays: Path,
    as_json: bool,
) -> None:
    """Let agents play each other and rate them.

    An agent is a name with its options: random, heuristic, search:ms=200, search:nodes=50. Of each two games with the same
    decks, the second is played in each other's place. Exits with 1 when a game goes wrong or a threshold is not met.
    """
    from magistrate.lab.clock import limit_for
    from magistrate.lab.entrants import entrants
    from magistrate.lab.journal import Journal, of_decks
    from magistrate.lab.running import run_through
    from magistrate.lab.simulate import Played, Settings, play_all
    from magistrate.players import ladder as rungs
    from magistrate.players.own_agents import fingerprint

    if seeds is not None and games is not None:
        raise InputError("expected --games or --seeds, not both")
    if seeds is not None and context.get_parameter_source("seed") is not ParameterSource.DEFAULT:
        raise InputError("expected --seed or --seeds, not both")
    if versus is None and (at_least is not None or surely_above is not None):
        raise InputError("expected --versus with --at-least and --surely-above")
    if more and first is None:
        raise InputError(
            f"expected --agents before the name of an agent ({more[0]}); deck files have a --decks each, or are a pattern in quotes"
        )
    if versus is not None and first:
        raise InputError("expected --agents or --versus, not both")
    named = list(versus) if versus is not None else [name for name in (first, *more) if name] or ["random", "heuristic"]
    who = [_agent(name) for name in named]
    if len(set(who)) != len(who):
        raise InputError("expected agents that differ")
    chosen, left_out = entrants(_files(decks), readable=readable)
    for line in left_out:
        click.echo(f"left out: {line}", err=True)
    names = [deck.name for deck in chosen]
    drawn = seeds or tuple(range(seed, seed + (games or 100)))
    todo = rungs.schedule(who, names, drawn, mirror=mirror, commander=[bool(deck.commanders) for deck in chosen])
    settings = Settings(tuple(chosen), limit=limit_for(who))
    journal = None
    if resume is not None:
        # Which game has which number depends on the first seed, and on how many there are for each pair where there are several pairs.
        how = ["ladder", list(map(fingerprint, who)), mirror, drawn[0], len(drawn) if len(who) > 2 else 0]
        journal = Journal(resume, of_decks(names, settings.decks, how))
    everything: list[Played] = []
    tally = rungs.Tally(who[0])

    def take(played: Played, file: Path | None) -> str:
        everything.append(played)
        tally.add(played)
        return _so_far(who[0], tally.score()) if versus is not None else ""

    failed = run_through(
        todo, journal, Played, lambda left: play_all(left, settings, jobs), take, replays, shown=not as_json
    )
    missed = _missed(tally.score(), at_least, surely_above) if versus is not None else []
    if as_json:
        click.echo(json.dumps(_data(who, everything, missed, versus is not None), ensure_ascii=False))
    else:
        for line in _lines(who, everything, versus is not None):
            click.echo(line)
        for line in missed:
            click.echo(line, err=True)
    context.exit(1 if failed or missed else 0)


def _agent(text: str) -> str:
    """The name of one agent. Raises InputError, for several too."""
    from magistrate.players.tables import agent_names

    (name, *others) = agent_names(text, humans=False)
    if others:
        raise InputError(f"expected one agent, got {text}; several have spaces between them")
    return name


def _files(named: tuple[str, ...]) -> list[Path]:
    """Files and folders, a pattern ("decks/simple-*.txt") being all that fit it. Raises InputError for one that none fits."""
    found: list[Path] = []
    for name in named:
        path = Path(name)
        some = sorted(path.parent.glob(path.name)) if any(sign in path.name for sign in "*?[") else [path]
        if not some:
            raise InputError(f"no deck files: {name}")
        found += [one for one in some if one not in found]
    return found


def _so_far(agent: str, so_far: Score) -> str:
    low, high = so_far.bounds
    return f"{agent} {so_far.share:.1%} ({low:.1%}-{high:.1%})"


def _missed(found: Score, at_least: float | None, surely_above: float | None) -> list[str]:
    """Which thresholds are not met, in words."""
    told = []
    share, low = 100 * found.share, 100 * found.bounds[0]
    if at_least is not None and share < at_least:
        told.append(f"expected to win at least {at_least:g}% of the games, but won {share:.1f}%")
    if surely_above is not None and low <= surely_above:
        told.append(f"expected an interval above {surely_above:g}%, but it begins at {low:.1f}%")
    return told


def _data(who: list[str], games: list[Played], missed: list[str], versus: bool) -> dict[str, Any]:
    from magistrate.players.ladder import ratings, score

    rated = {one.agent: one for one in ratings(who, games)}
    table = []
    for name in rated:
        found = score(name, games)
        rating = rated[name]
        table.append(
            {
                "agent": name,
                "elo": round(rating.elo, 1),
                "elo_interval": [round(rating.low, 1), round(rating.high, 1)],
                "games": found.games,
                "wins": found.wins,
                "draws": found.draws,
                "losses": found.losses,
                "share": round(found.share, 4),
                "interval": [round(bound, 4) for bound in found.bounds],
            }
        )
    data: dict[str, Any] = {
        "games": len(games),
        "failures": sum(1 for played in games if played.failure),
        "agents": table,
        "results": [
            {
                "seed": played.match.seed,
                "decks": list(played.match.names),
                "agents": list(played.match.agents),
                "winner": played.match.agents[played.winner] if played.winner >= 0 else None,
                "turns": played.turns,
                **({"failure": played.failure} if played.failure else {}),
            }
            for played in games
        ],
    }
    if versus:
        data["missed"] = missed
    return data


def _lines(who: list[str], games: list[Played], versus: bool) -> list[str]:
    """The table in words, the best first."""
    from magistrate.players.ladder import ratings, score

    told = []
    width = max(map(len, who))
    failed = sum(1 for played in games if played.failure)
    if versus:
        found = score(who[0], games)
        low, high = found.bounds
        told.append(
            f"{who[0]} wins {found.wins} of {found.games} against {who[1]}: {found.share:.1%}, "
            f"95% interval {low:.1%} to {high:.1%} ({found.draws} draws)"
        )
    told.append(f"{'agent':{width}}   Elo  95% interval   games  won  drawn  lost")
    for one in ratings(who, games):
        found = score(one.agent, games)
        told.append(
            f"{one.agent:{width}}  {one.elo:4.0f}  {one.low:4.0f} to {one.high:4.0f}  "
            f"{found.games:6}  {found.wins:3}  {found.draws:5}  {found.losses:4}"
        )
    told.append(f"{len(games)} games, {failed} went wrong")
    return told
