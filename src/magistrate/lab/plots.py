"""Plots of runs, as PNG, SVG or whatever else matplotlib writes. It is an optional extra: `pip install 'magistrate[plot]'`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magistrate.errors import InputError
from magistrate.lab import output
from magistrate.lab.figures import DeckFigures, interval

if TYPE_CHECKING:
    from magistrate.lab.report import Run

#: More curves than this cannot be told apart: of the decks that played most, so many are drawn.
_CURVES = 10
#: A turn is drawn while so large a share of the games went on.
_STILL_GOING = 0.1


def check(path: Path) -> None:
    """See that a plot can be written there. Raises InputError: before a long run, not after it."""
    canvas = _figure((1, 1))
    known = sorted(canvas.canvas.get_supported_filetypes())
    if path.suffix[1:].lower() not in known:
        raise InputError(f"cannot plot to {path}: expected a file that ends in one of .{', .'.join(known)}")
    output.check(path)


def of_run(run: Run, path: Path) -> None:
    """Shares of games won with their intervals, how long games last, and life and mana by turn."""
    decks = run.by_deck().decks
    shared = [name for name in decks if decks[name].all.games]  # not those that met themselves alone
    names = sorted(shared, key=lambda name: (decks[name].all.wins / decks[name].all.games, name))
    figure = _figure((12, max(8.0, 4 + 0.22 * len(names))))
    shares, lengths, life, mana = figure.subplots(2, 2).flat
    for at, name in enumerate(names):
        wins, games = decks[name].all.wins, decks[name].all.games
        low, high = interval(wins, games)
        shares.plot([low, high], [at, at], color="0.6", linewidth=2)
        shares.plot([wins / games], [at], "o", color="C0")
        shares.plot([decks[name].fair / games], [at], "|", color="C3")
    shares.set_yticks(range(len(names)), names, fontsize=8)
    shares.set_xlim(0, 1)
    shares.set_title("share of games won, 95% interval (red: all alike)")
    turns = [played.turns for played in run.games if not played.failure]
    if turns:
        step = 1 + (max(turns) - min(turns)) // 60
        lengths.hist(turns, bins=[turn - 0.5 for turn in range(min(turns), max(turns) + step + 1, step)])
    lengths.set_title("turns in a game")
    most = sorted(decks, key=lambda name: (-decks[name].seats, name))[:_CURVES]
    _curves(life, {name: decks[name] for name in most}, "life")
    _curves(mana, {name: decks[name] for name in most}, "mana")
    life.set_title("life by turn of the game, mean")
    mana.set_title("permanents with mana abilities by turn, mean")
    lengths.set_ylabel("games")
    for axes in (lengths, life, mana):
        axes.set_xlabel("turn")
        _whole(axes.xaxis)
    _whole(lengths.yaxis)
    if most:
        figure.legend(
            *mana.get_legend_handles_labels(), loc="outside lower center", ncols=min(5, len(most)), fontsize=7
        )
    _write(figure, path)


def _curves(axes: Any, decks: dict[str, DeckFigures], which: str) -> None:
    for name, deck in decks.items():
        curve = getattr(deck, which)
        means = [
            mean for mean, count in zip(curve.means(), curve.counts, strict=True) if count >= _STILL_GOING * deck.seats
        ]
        axes.plot(range(1, len(means) + 1), means, label=name)


def of_turns(panels: Sequence[tuple[str, Mapping[str, Sequence[float]]]], path: Path) -> None:
    """Panels of curves by turn: a title, and numbers by name."""
    wide = min(3, len(panels))
    high = -(-len(panels) // wide)
    figure = _figure((6.0 * wide, 4.5 * high))
    for axes, panel in zip_longest(figure.subplots(high, wide, squeeze=False).flat, panels):
        if panel is None:
            axes.set_axis_off()
            continue
        title, curves = panel
        for name, numbers in curves.items():
            axes.plot(range(1, len(numbers) + 1), numbers, label=name, marker=".")
        axes.set_title(title)
        axes.set_xlabel("turn")
        _whole(axes.xaxis)
        axes.set_ylim(bottom=0)
        axes.legend(fontsize=7)
    _write(figure, path)


def _figure(size: tuple[float, float]) -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError("plots need matplotlib: pip install 'magistrate[plot]'") from None
    return Figure(figsize=size, layout="constrained")


def _whole(axis: Any) -> None:
    """Marks at whole numbers only: what is counted has no halves."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True))


def _write(figure: Any, path: Path) -> None:
    # Equal runs give equal files: no date in an SVG, and names in it that follow from what is drawn.
    import matplotlib

    more = {"metadata": {"Date": None}} if path.suffix.lower() == ".svg" else {}
    try:
        with matplotlib.rc_context({"svg.hashsalt": "magistrate"}):
            figure.savefig(path, **more)
    except OSError as problem:
        raise InputError(f"cannot plot to {path}: {problem.strerror}") from None
