"""What the commands that play many games are told alike: `sim`, `goldfish`, `ladder`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

as_json: Final = click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")

check: Final = click.option("--check", is_flag=True, help="Look at the invariants at every decision (slow).")

cluster: Final = click.option(
    "--cluster",
    default="",
    metavar="ADDRESS",
    help="Play on a Ray cluster: its address, `auto` for the one this machine is part of, `local` for one of --jobs processes.",
)

jobs: Final = click.option(
    "--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Run so many processes."
)

plot: Final = click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw the figures: .png, .svg, .pdf.",
)

readable: Final = click.option(
    "--readable", is_flag=True, help="Leave out decks that cannot be played, with a line that says why."
)

replays: Final = click.option(
    "--replays",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("replays"),
    show_default=True,
    help="Where games that went wrong are written.",
)

resume: Final = click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep each game there as it ends, and go on from what is there.",
)

seed: Final = click.option("--seed", type=int, default=0, show_default=True, help="Equal seeds give equal games.")
