"""The commands `judge` and `rules`."""

from __future__ import annotations

import click


@click.command(epilog="Example: magistrate judge tests/scenarios --jobs 2")
def judge() -> None:
    """Run scenario files and say what held."""


@click.command(epilog="Example: magistrate rules 106.7")
def rules() -> None:
    """Look a rule up by its number, or find rules by words."""
