"""How tables are printed and written."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from magistrate.saves import write_atomically

#: Where nobody looks on, a table is as wide as it needs to be.
_WIDE = 200


def console() -> Console:
    """Standard output for tables."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else _WIDE)


def write_csv(path: Path, rows: Iterable[Sequence[Any]]) -> None:
    """Write rows as a CSV file. Raises InputError when it cannot be written."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    write_atomically(path, text.getvalue())
