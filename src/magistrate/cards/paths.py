"""Where card data is kept: in the cache what can be made again, in the data directory what was fetched or given."""

from __future__ import annotations

import os
from pathlib import Path

from magistrate.errors import InputError

#: Overrides both directories: the cache itself, and `sources/` inside it for the data.
CACHE_VARIABLE = "MAGISTRATE_CACHE"

#: Names a folder of supplementary tables (`faces.jsonl`, `legalities.csv`, `defense.csv`, `colors.csv`).
DATA_VARIABLE = "MAGISTRATE_DATA"


def cache_dir() -> Path:
    """Return the directory for files that can be made again, such as the card store; it may not exist yet."""
    override = os.environ.get(CACHE_VARIABLE)
    if override:
        return Path(override).expanduser()
    import platformdirs

    return Path(platformdirs.user_cache_dir("magistrate", appauthor=False))


def data_dir() -> Path:
    """Return the directory for card files that were fetched or imported; it may not exist yet."""
    override = os.environ.get(CACHE_VARIABLE)
    if override:
        return Path(override).expanduser() / "sources"
    import platformdirs

    return Path(platformdirs.user_data_dir("magistrate", appauthor=False))


def supplement_dirs() -> tuple[Path, ...]:
    """Return the folders of supplementary tables, the weightier last: what was imported, then MAGISTRATE_DATA.

    Raises:
        InputError: MAGISTRATE_DATA names no directory.
    """
    folders = [data_dir() / "supplements"]
    override = os.environ.get(DATA_VARIABLE)
    if override:
        named = Path(override).expanduser()
        if not named.is_dir():
            raise InputError(f"{DATA_VARIABLE} is `{override}`: expected a directory of card data, and there is none")
        folders.append(named)
    return tuple(folder for folder in folders if folder.is_dir())
