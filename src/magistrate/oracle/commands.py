"""The command `coverage`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from magistrate.cards import open_store
from magistrate.cards.model import Card
from magistrate.errors import InputError

if TYPE_CHECKING:
    from magistrate.lab.exercise import Exercised
    from magistrate.oracle.exercise import Progress


@click.command(epilog="Example: magistrate coverage --scope legalities.csv --json")
@click.option("--scope", type=click.Path(path_type=Path), help="A CSV of legalities that says which cards count.")
@click.option(
    "--exercise",
    is_flag=True,
    help="First play with each card that is read, and note what takes effect; goes on where it was stopped.",
)
@click.option(
    "--audit", is_flag=True, help="Compare what read cards say with what their trees tell, and list what differs."
)
@click.option(
    "--changes",
    is_flag=True,
    help="With --audit: read each line with a word put in and with clauses left out, too (slow).",
)
@click.option(
    "--differences", is_flag=True, help="Write how cards are printed otherwise than they stand: docs/equivalences.md."
)
@click.option(
    "--sample",
    type=click.IntRange(min=1),
    help="With --exercise, --audit, --differences: so many cards, chosen at random.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Equal seeds choose and play alike.")
@click.option(
    "--notes",
    "files",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="Read what `judge --record FILE` noted, beside what is in the cache.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.option("--jobs", type=click.IntRange(min=1), default=None, help="Processes; all cores by default.")
@click.option("--top", type=click.IntRange(min=0), default=20, show_default=True, help="Refused phrases to list.")
def coverage(
    scope: Path | None,
    audit: bool,
    changes: bool,
    differences: bool,
    exercise: bool,
    sample: int | None,
    seed: int,
    files: tuple[Path, ...],
    as_json: bool,
    jobs: int | None,
    top: int,
) -> int:
    """Say how much of the cards in scope is read, printed back, executed and confirmed, and what holds the rest
    back.

    Executed and confirmed are known where cards were exercised (--exercise) or scenarios recorded (judge --record) with this
    version of the program. --audit and --differences look for misreadings: the exit code is 1 when there is something to look at.
    """
    from magistrate.oracle import notes as noted
    from magistrate.oracle.coverage import is_in_scope, measure, scope_of

    if sample is not None and not (exercise or audit or differences):
        raise InputError(
            "--sample says how many cards --exercise plays with, or --audit or --differences reads: give both"
        )
    if changes and not audit:
        raise InputError("--changes belongs to --audit: give both")

    legalities = None if scope is None else scope_of(scope)
    cards = [card for card in open_store().cards() if is_in_scope(card, legalities)]
    if audit or differences:
        return _looked_at(cards, audit, changes, sample, seed, as_json, jobs)
    if exercise:
        try:
            _exercise(cards, sample, seed, jobs)
        except KeyboardInterrupt:
            click.echo("\ninterrupted: what was exercised is kept, and goes on with the same command", err=True)
            return 130
    notes = noted.usual()
    for file in files:
        more = noted.read(file)
        if more is None:
            raise InputError(f"{file} was recorded with another version of the program: record it again")
        if notes is None:
            notes = more
        else:
            notes.add(more)
    found = measure(cards, legalities, jobs, notes)
    if as_json:
        click.echo(json.dumps(found.as_json(), ensure_ascii=False))
        return 130 if found.interrupted else 0
    if found.interrupted:
        click.echo(f"interrupted: {len(found.reports)} of {len(cards)} cards were read", err=True)
    total = found.total
    for label, count in (
        ("read", total.read),
        ("printed back", total.printed_back),
        ("verbatim", total.verbatim),
        ("executed", total.executed),
        ("confirmed", total.confirmed),
    ):
        share = "not recorded" if count is None else f"{count:6}  {count / max(total.cards, 1):6.1%}"
        click.echo(f"{label:13} {share}")
    click.echo(f"{'of cards':13} {total.cards:6}")
    for text, alone, count in found.phrases[:top]:
        click.echo(f"{alone:5} {count:5}  {text}")
    nodes = found.nodes.as_json()
    for label, rows in (
        ("never printed back", nodes["unprinted"]),
        ("no rules for", nodes["without_rules"]),
        ("never seen to take effect", nodes["unseen"] or []),
    ):
        if rows:
            click.echo(f"{label}: " + ", ".join(f"{row['name']} ({row['cards']})" for row in rows[:top]))
    if found.exercised is not None:
        click.echo("exercised: " + ", ".join(f"{count} {outcome}" for outcome, count in found.exercised.items()))
    return 130 if found.interrupted else 0


def _looked_at(
    cards: list[Card], audit: bool, changes: bool, sample: int | None, seed: int, as_json: bool, jobs: int | None
) -> int:
    """The audit, or the differences between cards and what is printed of them."""
    import random

    from magistrate.oracle import audit as audits
    from magistrate.oracle import differences

    if sample is not None:
        cards = random.Random(seed).sample(cards, min(sample, len(cards)))
    if audit:
        read, found = audits.measure(cards, jobs, changes)
        click.echo(
            json.dumps(audits.as_json(read, found), ensure_ascii=False) if as_json else audits.as_text(read, found)
        )
        return 1 if found else 0
    compared = differences.measure(cards, jobs)
    click.echo(json.dumps(compared.as_json(), ensure_ascii=False) if as_json else differences.as_text(compared))
    return 1 if compared.undeclared else 0


def _exercise(cards: list[Card], sample: int | None, seed: int, jobs: int | None) -> None:
    """Exercise cards, keep what was seen, and tell how far it is, and what went wrong, on the error stream."""
    import os
    import sys
    import time

    from magistrate.oracle.exercise import exercise
    from magistrate.oracle.notes import keep

    live = sys.stderr.isatty()
    told = time.monotonic()

    def each(progress: Progress, found: Exercised) -> None:
        nonlocal told
        wrong = found.outcome not in ("done", "refused")
        if wrong:
            start = "\r" if live else ""
            click.echo(f"{start}{found.name}: {found.outcome}: {found.error} (seed {found.seed})", err=True)
        if wrong or progress.done == progress.count or time.monotonic() - told >= (1 if live else 60):
            told = time.monotonic()
            if live or not wrong:
                end = progress.done == progress.count or not live
                click.echo(("\r" if live else "") + progress.words() + " " * live, nl=end, err=True)

    exercise(cards, sample=sample, seed=seed, jobs=jobs or os.cpu_count() or 1, each=each, keep=keep)
