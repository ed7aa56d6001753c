"""How far a run has come, on the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn


@contextmanager
def bar(what: str, total: int, *, shown: bool = True) -> Iterator[Callable[[str], None]]:
    """A bar on standard error while the block runs, where that is a terminal; the function counts one more, and says something beside."""
    console = Console(stderr=True)
    if not shown or not console.is_terminal:
        yield lambda beside: None
        return
    columns = (
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[beside]}"),
    )
    with Progress(*columns, console=console, transient=True, refresh_per_second=4) as progress:
        task = progress.add_task(what, total=total, beside="")
        yield lambda beside: progress.update(task, advance=1, beside=beside)
