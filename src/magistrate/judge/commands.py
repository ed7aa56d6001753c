"""The command `judge`."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import click

from magistrate.errors import InputError


@click.command(epilog="Example: magistrate judge tests/scenarios --jobs 2 --json")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--explain", is_flag=True, help="Add what happened, step by step, each step with the rules it rests on.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a scenario, one a line.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Run so many processes.")
@click.option(
    "--record", type=click.Path(dir_okay=False, path_type=Path), help="Add to FILE which node types took effect."
)
@click.option(
    "--timeout", type=click.FloatRange(min=0.1), default=60.0, show_default=True, help="Seconds that one may take."
)
@click.option(
    "--metamorphic",
    is_flag=True,
    help="Tell each scenario otherwise (names, seats, orders, interruptions): it must come out the same; and with a clause of a"
    " card deleted: it must not.",
)
@click.pass_context
def judge(
    context: click.Context,
    files: tuple[str, ...],
    explain: bool,
    as_json: bool,
    jobs: int,
    record: Path | None,
    timeout: float,
    metamorphic: bool,
) -> None:
    """Run scenario files and say what held.

    FILE is YAML, JSON or JSON Lines, a directory of these, or - for standard input. The exit code is 0 when all held, 1 when
    some did not (or are unsupported, or have a script that the rules forbid), 2 when a file could not be read as scenarios.
    With --metamorphic it is 0 when none came out otherwise.
    """
    if metamorphic:
        context.exit(_metamorphic(files, jobs=jobs, as_json=as_json))
    from magistrate.judge import report
    from magistrate.judge.batch import play_all, within
    from magistrate.judge.record import Notes
    from magistrate.judge.scenario import Scenario, read
    from magistrate.oracle.notes import keep

    scenarios: list[Scenario] = []
    for file in files:
        for path in _paths(file):
            try:
                with within(timeout):
                    scenarios.extend(read(path))
            except InputError as problem:
                scenarios.append(Scenario("(unreadable)", str(path), problem=problem.message))
    counts: Counter[str] = Counter()
    malformed = False
    notes = Notes() if record is not None else None
    for outcome in play_all(scenarios, jobs=jobs, limit=timeout, notes=notes, explain=explain):
        counts[outcome.status] += 1
        malformed = malformed or outcome.malformed
        if as_json:
            click.echo(json.dumps(outcome.to_json(), ensure_ascii=False))
        else:
            for line in report.lines(outcome, explain=explain):
                click.echo(line)
    if not as_json:
        click.echo(report.summary(counts))
    if record is not None and notes is not None:
        notes.write(record)
        keep(notes)
    context.exit(report.exit_code(counts, malformed=malformed or not scenarios))


def _metamorphic(files: tuple[str, ...], *, jobs: int, as_json: bool) -> int:
    """Raises InputError when a file cannot be opened or holds no scenario."""
    from magistrate.judge import documents
    from magistrate.judge.metamorphic_report import run

    found = [document for file in files for path in _paths(file) for document in documents.load(path)]
    for document in found:
        if document.problem:
            raise InputError(f"{document.file}:{document.problem_line}: {document.problem}")
    return run(found, jobs=jobs, as_json=as_json)


def _paths(file: str) -> list[str | Path]:
    """A file, what is in a directory, or `-`. Raises InputError for an empty directory."""
    from magistrate.judge.documents import files_in

    if file == "-":
        return [file]
    path = Path(file)
    if not path.is_dir():
        return [path]
    found = files_in(path)
    if not found:
        raise InputError(f"{path} holds no scenario files (.yaml, .yml, .json, .jsonl)")
    return list(found)
