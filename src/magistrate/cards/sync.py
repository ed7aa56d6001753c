"""Fetching Scryfall's bulk data: the Oracle cards and the rulings."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx

from magistrate import __version__
from magistrate.cards import scryfall
from magistrate.cards.download import DownloadBroken, Report, download
from magistrate.cards.jsonstream import iter_array
from magistrate.cards.locks import exclusive
from magistrate.cards.sources import synced_dir
from magistrate.errors import InputError

#: Scryfall's list of bulk files.
BULK_DATA = "https://api.scryfall.com/bulk-data"

#: What is fetched: the name of the bulk file, and the file that it becomes.
FILES = {"oracle_cards": "oracle_cards.json", "rulings": "rulings.json"}


class SyncError(InputError):
    """The cards could not be brought up to date; those that were there are as before."""


@dataclass(frozen=True, slots=True)
class Synced:
    """What a sync did: which bulk files changed, and which were up to date."""

    changed: tuple[str, ...]
    unchanged: tuple[str, ...]


def make_client() -> httpx.Client:
    """Make the client that `cards sync` uses: it says who asks, as Scryfall wants, and gives up after half a minute."""
    headers = {"User-Agent": f"magistrate/{__version__}", "Accept": "application/json;q=0.9,*/*;q=0.8"}
    return httpx.Client(headers=headers, timeout=30, follow_redirects=True)


def sync(client: httpx.Client, still_works: str) -> Synced:
    """Bring what was fetched from Scryfall up to date, or fetch it for the first time.

    `still_works` is what the person is told where that fails: a clause about the cards that they have.

    Raises:
        SyncError: Scryfall cannot be reached, answers with an error, or sent something else than its bulk data.
    """
    changed: list[str] = []
    unchanged: list[str] = []
    try:
        with exclusive(synced_dir() / "sync.lock"):
            addresses = _addresses(client)
            # The rulings first: the cards are what makes the synced data count.
            for name in ("rulings", "oracle_cards"):
                with _progress(name) as report:
                    target = synced_dir() / FILES[name]
                    is_new = download(client, addresses[name], target, _CHECKS[name], report)
                (changed if is_new else unchanged).append(name)
    except DownloadBroken as error:
        size = f"{error.received / 1e6:.1f}" + (f" of {error.total / 1e6:.1f}" if error.total else "")
        raise SyncError(
            f"the download broke off after {size} MB ({error.reason}); `magistrate cards sync` goes on from there; "
            f"{still_works}"
        ) from error
    except httpx.HTTPStatusError as error:
        raise SyncError(f"Scryfall answered {error.response.status_code}; {still_works}") from error
    except httpx.HTTPError as error:
        raise SyncError(f"Scryfall cannot be reached ({error or type(error).__name__}); {still_works}") from error
    except OSError as error:
        raise SyncError(f"the cards cannot be kept in {synced_dir()}: {error}; {still_works}") from error
    return Synced(tuple(changed), tuple(unchanged))


def _addresses(client: httpx.Client) -> dict[str, str]:
    response = client.get(BULK_DATA)
    response.raise_for_status()
    try:
        addresses = {entry["type"]: str(entry["download_uri"]) for entry in response.json()["data"]}
        return {name: addresses[name] for name in FILES}
    except (ValueError, KeyError, TypeError) as error:
        raise SyncError(f"{BULK_DATA}: expected a list of bulk files with {', '.join(FILES)}") from error


def _check_cards(path: Path) -> None:
    if not any(True for _ in scryfall.read_cards(path)):
        raise SyncError("Scryfall sent a list without cards; the cards are as before")


def _check_rulings(path: Path) -> None:
    for _ in iter_array(path):
        pass


_CHECKS: dict[str, Callable[[Path], None]] = {"oracle_cards": _check_cards, "rulings": _check_rulings}


@contextlib.contextmanager
def _progress(name: str) -> Iterator[Report]:
    """Show a download's progress on standard error where a person looks at it."""
    if not sys.stderr.isatty():
        yield lambda received, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

    columns = (TextColumn(f"Fetching {name}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(name, total=None)
        yield lambda received, total: progress.update(task, completed=received, total=total)
