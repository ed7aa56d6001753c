"""Two results of a benchmark side by side: run `python benchmarks/compare.py BEFORE.json AFTER.json`.

Results are what `run.py --json`, `growth.py --json` and `decks.py --json` print. Every figure that both files have is told with how many
times better it has become: more of what is counted by the second, less of what costs time or memory. A figure of the first that
the second has not, or that is 0 there, was not reached: it is 0 times as good. Exit code 1 where one is worse than `--allow`, 2 where
there is nothing to compare.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

#: Parts of the names of figures of which less is better, and of those of which more is; others are not compared.
_LESS = ("_us", "_ms", "ms_per", "_mib", "_cpu_s", "times_slower")
_MORE = ("per_s", "relative")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--allow", type=float, default=0.9, help="the least that a figure may become (default 0.9)")
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    options = parser.parse_args(arguments)
    try:
        before, after = (json.loads(path.read_text(encoding="utf-8")) for path in (options.before, options.after))
    except (OSError, ValueError) as problem:
        print(f"benchmarks/compare.py: error: {problem}", file=sys.stderr)
        return 2
    rows = list(compared(before, after))
    if all(row["after"] is None for row in rows):
        print("benchmarks/compare.py: error: the two files have no figure in common", file=sys.stderr)
        return 2
    worse = [row["figure"] for row in rows if row["better"] < options.allow]
    if options.json:
        print(json.dumps({"rows": rows, "worse": worse, "same_machine": _machine(before) == _machine(after)}))
        return 1 if worse else 0
    if _machine(before) != _machine(after):
        print("the machines differ: the figures say little beside each other\n")
    width = max((len(row["figure"]) for row in rows), default=0)
    for row in rows:
        mark = "  worse" if row["figure"] in worse else ""
        now = "-" if row["after"] is None else row["after"]
        print(f"{row['figure']:<{width}}  {row['before']:>10}  {now:>10}  {row['better']:>6}{mark}")
    return 1 if worse else 0


def compared(before: Any, after: Any) -> Iterator[dict[str, Any]]:
    """Every figure of the first, with how many times better it has become; none that was 0, beside which nothing is better or worse."""
    new = dict(_figures(after))
    for name, was in _figures(before):
        value = new.get(name)
        if not was:
            continue
        if not value:
            better = 0.0
        else:
            better = value / was if any(part in name.rpartition("/")[2] for part in _MORE) else was / value
        yield {"figure": name, "before": was, "after": value, "better": round(better, 3)}


def _figures(data: Any, place: str = "") -> Iterator[tuple[str, float]]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key in ("machine", "notes"):
                continue
            name = f"{place}/{key}" if place else key
            if isinstance(value, int | float) and not isinstance(value, bool):
                last = place.rpartition("/")[2] if key.isdigit() else key
                if any(part in last for part in (*_LESS, *_MORE)):
                    yield name, float(value)
            else:
                yield from _figures(value, name)
    elif isinstance(data, list):
        seen: Counter[str] = Counter()
        for number, part in enumerate(data):
            name = _name_of(part, number)
            seen[name] += 1
            numbered = name if seen[name] == 1 else f"{name} ({seen[name]})"
            yield from _figures(part, f"{place}/{numbered}")


def _name_of(part: Any, number: int) -> str:
    """What a run is known by: the engine, the build and the decks; the size of a board; else its place. Several may be called alike."""
    if not isinstance(part, dict):
        return str(number)
    if "permanents" in part:
        return str(part["permanents"])
    decks = " against ".join(part.get("decks", ()))
    known = [str(part[key]) for key in ("engine", "build") if key in part]
    return ", ".join([*known, decks]) if decks else str(number)


def _machine(report: Any) -> Any:
    """The machine without how busy it was."""
    found = report.get("machine", {}) if isinstance(report, dict) else {}
    return {key: value for key, value in found.items() if key != "load"}


if __name__ == "__main__":
    sys.exit(main())
