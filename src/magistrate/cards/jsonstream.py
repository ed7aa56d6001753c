"""Reading the members of a JSON array one at a time, so that a file of hundreds of megabytes is never held whole."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from magistrate.errors import InputError

_CHUNK = 1 << 20
_LONGEST = 8 * _CHUNK  # no single member is longer: what does not parse by then is malformed
_BLANK = " \t\r\n"


def open_text(path: Path) -> IO[str]:
    """Open a UTF-8 text file, unpacking it when it is gzipped (told by its first bytes, not by its name).

    Raises:
        InputError: the file cannot be opened.
    """
    try:
        with path.open("rb") as raw:
            zipped = raw.read(2) == b"\x1f\x8b"
        return gzip.open(path, "rt", encoding="utf-8-sig") if zipped else path.open(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error


def iter_array(path: Path) -> Iterator[Any]:
    """Yield the members of the JSON array that a file holds.

    Raises:
        InputError: the file is not a JSON array, or ends in the middle; the message says at which character.
    """
    decoder = json.JSONDecoder()
    with open_text(path) as stream:
        try:
            yield from _members(path, stream, decoder)
        except (UnicodeDecodeError, EOFError, gzip.BadGzipFile) as error:
            raise InputError(f"{path}: expected UTF-8 JSON, but {error}") from error


def _members(path: Path, stream: IO[str], decoder: json.JSONDecoder) -> Iterator[Any]:
    buffer = stream.read(_CHUNK)
    offset = 0  # of the buffer's first character in the file
    position = _skip(buffer, 0)
    if buffer[position : position + 1] != "[":
        raise InputError(f"{path}: expected a JSON array to start with `[`")
    position += 1
    separator = ""
    while True:
        start = _skip(buffer, position)
        fault = start
        if start < len(buffer):
            if buffer[start] == "]":
                return
            if separator and buffer[start] != separator:
                raise InputError(f"{path}: expected `,` or `]` at character {offset + start}")
            start = _skip(buffer, start + len(separator))
            try:
                member, end = decoder.raw_decode(buffer, start)
            except json.JSONDecodeError as error:
                fault = error.pos
            else:
                if end < len(buffer):  # else a number might go on in what was not read yet
                    yield member
                    separator = ","
                    position = end
                    continue
        more = stream.read(_CHUNK) if len(buffer) - position < _LONGEST else ""
        if not more:
            raise InputError(f"{path}: the JSON breaks off or is malformed at character {offset + fault}")
        buffer = buffer[position:] + more
        offset += position
        position = 0


def _skip(buffer: str, position: int) -> int:
    while position < len(buffer) and buffer[position] in _BLANK:
        position += 1
    return position
