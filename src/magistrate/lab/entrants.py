"""The decks that a run is played with: files and folders of files, and what to do with those that cannot be played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from magistrate.cards.decks import Deck, load_deck, sample_decks
from magistrate.errors import InputError
from magistrate.players.tables import check
from magistrate.reading import default_reading

#: What a folder's deck files end with.
_DECK_FILES = frozenset((".txt", ".dck", ".dec", ".dek", ".cod", ".mwdeck"))


def entrants(named: Sequence[Path], *, readable: bool = False) -> tuple[list[Deck], list[str]]:
    """The decks of these files (the sample decks where none is named; a folder stands for its deck files), and why others were left out.

    Raises InputError for a deck that cannot be read or played; with `readable` such a deck is left out, and it is an error
    when none remains.
    """
    store = default_reading().store
    if not named:
        return list(sample_decks(store)), []
    decks: list[Deck] = []
    left_out: list[str] = []
    for path in files(named):
        try:
            deck = load_deck(path, store)
            check(deck)
        except InputError as problem:
            if not readable:
                raise
            left_out.append(problem.message)
        else:
            decks.append(deck)
    if not decks:
        raise InputError(f"expected decks that can be played, but all {len(left_out)} were left out: {left_out[0]}")
    return decks, left_out


def files(named: Sequence[Path]) -> Iterator[Path]:
    """The files, and for a folder the deck files in it by name. Raises InputError for a folder without one."""
    for path in named:
        if not path.is_dir():
            yield path
            continue
        found = sorted(one for one in path.iterdir() if one.suffix.lower() in _DECK_FILES)
        if not found:
            raise InputError(f"{path}: expected deck files in the folder, but found none")
        yield from found
