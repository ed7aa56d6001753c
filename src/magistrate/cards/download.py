"""Downloads that go on where they broke off, fetch only what is newer, and put a file in place only when whole."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

#: Told how many bytes are there and how many there will be (None: not known).
Report = Callable[[int, int | None], None]

#: How often a download that breaks off is taken up again before giving up.
_ATTEMPTS = 3


class DownloadBroken(Exception):
    """A download broke off; `received` of `total` bytes are kept, and the next call goes on from there."""

    def __init__(self, reason: str, received: int, total: int | None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.received = received
        self.total = total


@dataclass(slots=True)
class _Partial:
    """A download under way: `NAME.part` holds what came, `NAME.part.json` what it is a part of."""

    target: Path
    uri: str

    @property
    def data(self) -> Path:
        return self.target.with_name(f"{self.target.name}.part")

    @property
    def notes(self) -> Path:
        return self.target.with_name(f"{self.target.name}.part.json")

    def validator(self) -> str | None:
        """The validator under which what is there can be completed, if it can be at all."""
        notes = read_notes(self.notes)
        if notes.get("uri") != self.uri or not self.data.is_file():
            return None
        etag = str(notes.get("etag") or "")
        # A weak ETag does not promise equal bytes, so it cannot be resumed under.
        return etag if etag and not etag.startswith("W/") else notes.get("last_modified")

    def discard(self) -> None:
        self.data.unlink(missing_ok=True)
        self.notes.unlink(missing_ok=True)


def notes_path(target: Path) -> Path:
    """Return where it is noted what a downloaded file is: its address, validators and what the caller adds."""
    return target.with_name(f"{target.name}.notes")


def read_notes(path: Path) -> dict[str, Any]:
    """Read a file of notes; empty when it is not there or was damaged."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def download(
    client: httpx.Client,
    uri: str,
    target: Path,
    check: Callable[[Path], None],
    report: Report = lambda received, total: None,
) -> bool:
    """Bring a file up to date; return whether it changed.

    The request is conditional on the ETag and date of what is there. What a broken download left is gone on with, if
    the server has the same thing still. The new file takes the old one's place in one step, after `check` has read it.

    Raises:
        DownloadBroken: it broke off, several times in a row without getting further.
        httpx.HTTPError: the server cannot be reached or answers with an error.
        Exception: whatever `check` raises; the old file stays.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = _Partial(target, uri)
    failures = 0
    while True:
        before = partial.data.stat().st_size if partial.data.is_file() else 0
        try:
            changed = _fetch(client, partial, report)
            break
        except DownloadBroken as error:
            failures = 0 if error.received > before else failures + 1
            if failures >= _ATTEMPTS:
                raise
    if not changed:
        return False
    notes = read_notes(partial.notes)
    whole = _unpacked(partial, str(notes.get("encoding") or ""))
    try:
        check(whole)
        os.replace(whole, target)
    finally:
        whole.unlink(missing_ok=True)
        partial.discard()
    _write_notes(notes_path(target), notes)
    return True


def _fetch(client: httpx.Client, partial: _Partial, report: Report) -> bool:
    headers = {"Accept-Encoding": "gzip"}
    validator = partial.validator()
    start = partial.data.stat().st_size if validator is not None else 0
    if start and validator is not None:
        headers |= {"Range": f"bytes={start}-", "If-Range": validator}
    elif partial.target.is_file():
        known = read_notes(notes_path(partial.target))
        if known.get("etag"):
            headers["If-None-Match"] = str(known["etag"])
        if known.get("last_modified"):
            headers["If-Modified-Since"] = str(known["last_modified"])
    with client.stream("GET", partial.uri, headers=headers) as response:
        if response.status_code == httpx.codes.NOT_MODIFIED:
            return False
        if response.status_code == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE and start:
            partial.discard()
            raise DownloadBroken("the server no longer has the same file", 0, None)
        response.raise_for_status()
        appends = response.status_code == httpx.codes.PARTIAL_CONTENT
        if appends and not response.headers.get("Content-Range", "").startswith(f"bytes {start}-"):
            partial.discard()
            raise DownloadBroken("the server sent another part than was asked for", 0, None)
        received = start if appends else 0
        length = response.headers.get("Content-Length")
        total = received + int(length) if length else None
        if not appends:
            notes = {
                "uri": partial.uri,
                "etag": response.headers.get("ETag"),
                "last_modified": response.headers.get("Last-Modified"),
                "encoding": response.headers.get("Content-Encoding", ""),
            }
            partial.data.unlink(missing_ok=True)
            _write_notes(partial.notes, notes)
        with partial.data.open("ab") as stream:
            report(received, total)
            try:
                for chunk in response.iter_raw():
                    stream.write(chunk)
                    received += len(chunk)
                    report(received, total)
            except httpx.TransportError as error:
                raise DownloadBroken(str(error) or type(error).__name__, received, total) from error
    if total is not None and received < total:
        raise DownloadBroken("the connection was closed early", received, total)
    return True


def _unpacked(partial: _Partial, encoding: str) -> Path:
    """Return the whole file as it was meant: what came over the line may be packed."""
    whole = partial.target.with_name(f"{partial.target.name}.new")
    if encoding != "gzip":
        os.replace(partial.data, whole)
        return whole
    try:
        with gzip.open(partial.data) as packed, whole.open("wb") as stream:
            shutil.copyfileobj(packed, stream)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        whole.unlink(missing_ok=True)
        partial.discard()
        raise DownloadBroken(f"what came cannot be unpacked: {error}", 0, None) from error
    return whole


def _write_notes(path: Path, notes: dict[str, Any]) -> None:
    beside = path.with_name(f"{path.name}.new")
    beside.write_text(json.dumps(notes), encoding="utf-8")
    os.replace(beside, path)
