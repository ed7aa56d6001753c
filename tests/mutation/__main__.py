"""The command `python -m tests.mutation` (needs `pip install -e '.[dev,mutation]'`, Python on a system that can fork)."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from magistrate.judge.documents import files_in
from magistrate.judge.scenario import Scenario, read
from tests.mutation.drawing import Mutant, drawn
from tests.mutation.playing import CAUGHT, NO_MUTANT, RULES, SURVIVED, Result, play_all, reached, ready

SCENARIOS = Path(__file__).parent.parent / "scenarios"


@click.command(
    epilog="Example: nice -n 10 python -m tests.mutation --mutants 200 --seed 1 --jobs 2 --state mutants.jsonl"
)
@click.option("--mutants", "count", type=click.IntRange(min=1), default=200, show_default=True, help="Draw so many.")
@click.option("--seed", type=int, default=1, show_default=True, help="Equal seeds draw equal mutants of equal sources.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Run so many processes.")
@click.option(
    "--timeout", type=click.FloatRange(min=0.1), default=10.0, show_default=True, help="Seconds a scenario may take."
)
@click.option(
    "--target", type=click.FloatRange(0, 100), default=70.0, show_default=True, help="The percentage to be caught."
)
@click.option(
    "--state", type=click.Path(dir_okay=False, path_type=Path), help="Keep results in FILE, go on where it ended."
)
@click.option("--only", "places", multiple=True, metavar="FILE:LINE", help="Of those drawn only the ones there.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a mutant, and one of the whole.")
@click.argument("files", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.pass_context
def main(
    context: click.Context,
    count: int,
    seed: int,
    jobs: int,
    timeout: float,
    target: float,
    state: Path | None,
    places: tuple[str, ...],
    as_json: bool,
    files: tuple[Path, ...],
) -> None:
    """Put small faults into the rules, one at a time, and say which of them no scenario notices.

    FILES are scenarios or directories of them [default: tests/scenarios]. Drawn are changes that cosmic-ray's operators make
    inside the functions of src/magistrate/rules, one of each place; not in annotations, decorators, defaults, messages, notes of
    the record and what only they use, what is raised or asserted. Lines that no scenario reaches are counted by themselves, and
    others drawn instead. The exit code is 0 when the target is met, 1 when not.
    """
    scenarios = [one for path in _paths(files) for one in read(path)]
    every = drawn(RULES, seed)
    kept = _State(state, seed, scenarios)
    ready(scenarios)
    share = every[: count * 2]
    if places:
        share = [mutant for mutant in every if f"{mutant.file}:{mutant.line}" in places]
    new = [mutant for mutant in share if mutant.key not in kept.reaching]
    if new:
        kept.keep_reaching(reached(scenarios, new, jobs))
    reaching = kept.reaching
    there = [mutant for mutant in share if reaching.get(mutant.key)][:count]
    unreached = len(share[: share.index(there[-1]) + 1]) - len(there) if there else len(share)
    results = [Result(mutant, **kept.results[mutant.key]) for mutant in there if mutant.key in kept.results]
    for result in results:
        _say(result, as_json)
    todo = [mutant for mutant in there if mutant.key not in kept.results]
    for result in play_all(todo, reaching, scenarios, jobs=jobs, limit=timeout):
        kept.add(result)
        results.append(result)
        _say(result, as_json)
    counts = Counter(result.status for result in results)
    played = counts[CAUGHT] + counts[SURVIVED]
    caught = 100 * counts[CAUGHT] / played if played else 0.0
    if as_json:
        whole: dict[str, Any] = {
            "seed": seed,
            "places": len(every),
            "unreached": unreached,
            "percent": round(caught, 1),
        }
        click.echo(json.dumps({**whole, **counts}))
    else:
        click.echo(
            f"seed {seed}, {len(every)} places: {played} mutants that scenarios reach, {counts[CAUGHT]} caught ({caught:.1f}%), "
            f"{counts[SURVIVED]} survived; {unreached} more stand in lines that none reaches, {counts[NO_MUTANT]} could not be made"
        )
    context.exit(0 if caught >= target else 1)


def _paths(files: tuple[Path, ...]) -> list[Path]:
    return [path for file in files or (SCENARIOS,) for path in (files_in(file) if file.is_dir() else [file])]


def _say(result: Result, as_json: bool) -> None:
    mutant = result.mutant
    if as_json:
        click.echo(json.dumps(asdict(result), ensure_ascii=False))
    elif result.status == SURVIVED:
        click.echo(
            f"{mutant.file}:{mutant.line} in {mutant.function} survived {result.reached_by} scenarios ({mutant.operator})"
        )
        click.echo(f"    - {result.before}")
        click.echo(f"    + {result.after}")


class _State:
    """Results that are kept in a file, as long as the seed, the rules and the scenarios are the same."""

    def __init__(self, path: Path | None, seed: int, scenarios: list[Scenario]) -> None:
        self.path = path
        self.reaching: dict[str, list[int]] = {}
        self.results: dict[str, dict[str, Any]] = {}
        digest = hashlib.sha256()
        for file in sorted(RULES.rglob("*.py")):
            digest.update(file.read_bytes())
        digest.update(repr(scenarios).encode())
        self.header = {"seed": seed, "sources": digest.hexdigest()}
        if path is None:
            return
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        if not lines or json.loads(lines[0]) != self.header:
            path.write_text(json.dumps(self.header) + "\n", encoding="utf-8")
            return
        for line in lines[1:]:
            entry = json.loads(line)
            if "reaching" in entry:
                self.reaching.update(entry["reaching"])
            else:
                self.results[Mutant(**entry.pop("mutant")).key] = entry

    def keep_reaching(self, found: dict[str, list[int]]) -> None:
        self.reaching.update(found)
        self._write({"reaching": found})

    def add(self, result: Result) -> None:
        self._write(asdict(result))

    def _write(self, entry: dict[str, Any]) -> None:
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")


if __name__ == "__main__":
    main()
