"""How tables are printed and written."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from magistrate.errors import InputError
from magistrate.saves import write_atomically

#: A table is as wide as it needs to be: in a narrow window its lines are wrapped, but nothing of them is left out.
_WIDE = 200
#: … but names longer than this are cut off, so that figures are not.
_NAME = 60


def console() -> Console:
    """Standard output for tables."""
    return Console(highlight=False, markup=False, emoji=False, width=_WIDE)


def columns(*titles: str, left: int = 0) -> Table:
    """An empty table; so many columns are of words, the rest of numbers."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for number, title in enumerate(titles):
        if number < left:
            made.add_column(
                title, justify="left", no_wrap=True, vertical="bottom", max_width=_NAME, overflow="ellipsis"
            )
        else:
            made.add_column(title, justify="right", no_wrap=True, vertical="bottom")
    return made


def check(path: Path | None) -> None:
    """See that a file can be written there, where one is to be. Raises InputError: before a long run, not after it."""
    if path is None:
        return
    if not path.name or path.is_dir():
        raise InputError(f"expected the name of a file to write, not {str(path)!r}")
    if not path.absolute().parent.is_dir():
        raise InputError(f"cannot write {path}: there is no such folder")


def write_csv(path: Path, rows: Iterable[Sequence[Any]]) -> None:
    """Write rows as a CSV file. Raises InputError when it cannot be written."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    write_atomically(path, text.getvalue())
