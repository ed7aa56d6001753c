"""Playing the games of a run: what its journal knows is taken from there, the rest is played, and each is taken in as it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from magistrate.lab import replays
from magistrate.lab.journal import Journal, Outcome, going_on, row_of
from magistrate.lab.progress import bar

if TYPE_CHECKING:
    from magistrate.lab.matches import Match


_O = TypeVar("_O", bound=Outcome)


def run_through(
    todo: Sequence[Match],
    journal: Journal | None,
    kind: type[_O],
    play: Callable[[Sequence[Match]], Iterator[_O]],
    take: Callable[[_O, Path | None], str],
    folder: Path,
    *,
    named: str = "",
    shown: bool = True,
) -> int:
    """Play what is not played yet and take in all games in order; returns how many went wrong.

    `take` is given each game, with the path of its replay where one was written, and returns what stands beside the bar. Replays go to the
    folder, `named` in their names. A game that went wrong is told at once; a run that is interrupted tells how far it came.
    """
    done = failed = 0
    try:
        with bar("games", len(todo), shown=shown) as count:
            for game, kept, fresh in going_on(todo, journal, kind, play):
                played, path = game, kept
                if game.replay:
                    name = f"{game.failure or 'game'}{named}-{game.match.number}-seed-{game.match.seed}.json"
                    path = replays.write(folder, name, game.replay)
                    played = replace(game, replay="")
                if journal is not None and fresh:
                    journal.add(row_of(played, path))
                if played.failure:
                    failed += 1
                    click.echo(f"{played.failure}: {(played.error.splitlines() or [''])[0]}; replay: {path}", err=True)
                done += 1
                beside = take(played, path)
                count(", ".join(part for part in (beside, f"{failed} went wrong" if failed else "") if part))
    except KeyboardInterrupt:
        where = "" if journal is None else f"; the same command goes on from {journal.path}"
        click.echo(f"interrupted after {done} of {len(todo)} games{where}", err=True)
        raise
    return failed
