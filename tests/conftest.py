"""What tests share: the cards in use, the folder of supplementary data, and a home of their own for what they write."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from magistrate.cards.paths import CACHE_VARIABLE, DATA_VARIABLE
from magistrate.cards.store import Store, open_store


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder that MAGISTRATE_DATA names: second faces, legalities, decks. Without it the test is skipped."""
    folder = os.environ.get(DATA_VARIABLE)
    if not folder:
        pytest.skip(f"{DATA_VARIABLE} is not set")
    return Path(folder)


@pytest.fixture(scope="session")
def store() -> Store:
    """The store of the cards in use: the packaged corpus, with what MAGISTRATE_DATA adds where it is set."""
    return open_store()


@pytest.fixture
def empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache and data directory with nothing in it, and no supplementary data."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "home"))
    monkeypatch.delenv(DATA_VARIABLE, raising=False)
    return tmp_path / "home"
