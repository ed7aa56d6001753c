"""How fast the cards of decks are read: run `python benchmarks/decks.py --help`.

Each deck is read in a process of its own: cold, with nothing remembered on disk; and warm, from what the first left
behind. What the interpreter and the imports take is measured beside it. The figures are medians over the decks.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from run import alone

from magistrate.cards.paths import cache_dir
from magistrate.cards.store import open_store
from magistrate.errors import MagistrateError

#: What each process does, and when: the times are of the process alone (user and system), and of the clock.
_CHILD = """
import json, sys, time
from pathlib import Path
clock, work = time.perf_counter(), time.process_time()
from magistrate.cards.decks import load_deck
from magistrate.cards.store import open_store
from magistrate.reading import CardRefused, Reading
imported, imported_work = time.perf_counter(), time.process_time()
store = open_store()
reading = Reading(store)
deck = load_deck(Path(sys.argv[1]), store)
refused = 0
for name in sorted({name for _, name in deck.main}):
    try:
        reading.named(name)
    except CardRefused:
        refused += 1
done, done_work = time.perf_counter(), time.process_time()
print(json.dumps({
    "cards": len({name for _, name in deck.main}), "refused": refused,
    "import_s": imported - clock, "import_cpu_s": imported_work,
    "read_s": done - imported, "read_cpu_s": done_work - imported_work,
}))
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("decks", nargs="+", type=Path, help="deck files")
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    options = parser.parse_args()
    open_store()  # built, when it is not there
    try:
        with tempfile.TemporaryDirectory() as bytecode:
            return _report(options, bytecode)
    except MagistrateError as problem:
        print(f"benchmarks/decks.py: error: {problem}", file=sys.stderr)
        return problem.exit_code


def _report(options: argparse.Namespace, bytecode: str) -> int:
    cold: list[dict[str, float]] = []
    warm: list[dict[str, float]] = []
    for deck in options.decks:
        with tempfile.TemporaryDirectory() as folder:
            # the card store is built once: only the compiled cards are new
            for file in cache_dir().iterdir():
                if not file.name.startswith("compiled-"):
                    (Path(folder) / file.name).symlink_to(file)
            environment = {**os.environ, "MAGISTRATE_CACHE": folder, "PYTHONPYCACHEPREFIX": bytecode}
            environment.pop("PYTHONDONTWRITEBYTECODE", None)
            if not cold:  # the program's own bytecode, as an installation leaves it
                importing = [sys.executable, "-c", _CHILD.partition("store = ")[0]]
                subprocess.run(importing, env=environment, check=True)
            for found in (cold, warm):
                found.append(alone([sys.executable, "-c", _CHILD, str(deck)], f"reading {deck}", environment))
    report = {"decks": len(cold), "cold": _medians(cold), "warm": _medians(warm)}
    if options.json:
        print(json.dumps(report))
    else:
        for name in ("cold", "warm"):
            figures = _medians(cold if name == "cold" else warm)
            print(name, ", ".join(f"{key} {value:.3f}" for key, value in figures.items()))
    return 0


def _medians(rows: list[dict[str, float]]) -> dict[str, float]:
    return {key: statistics.median(row[key] for row in rows) for key in rows[0]}


if __name__ == "__main__":
    sys.exit(main())
