from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from magistrate.cards import sync as sync_module
from magistrate.cards.sources import synced_dir
from magistrate.cards.store import open_store
from magistrate.cards.sync import BULK_DATA, Synced, SyncError, sync
from magistrate.cli import run

from .test_scryfall import record


class Cut(httpx.SyncByteStream):
    """A body that breaks off after some bytes."""

    def __init__(self, content: bytes, after: int) -> None:
        self.content = content
        self.after = after

    def __iter__(self) -> Iterator[bytes]:
        yield self.content[: self.after]
        raise httpx.ReadError("connection reset")


class Scryfall:
    """A stand-in for Scryfall: bulk files with ETags and ranges, whose connections can be cut."""

    def __init__(self) -> None:
        self.files = {
            "oracle_cards": json.dumps([record(f"Bear {number}") for number in range(50)]).encode(),
            "rulings": json.dumps(
                [
                    {
                        "object": "ruling",
                        "oracle_id": "id of Bear 3",
                        "source": "wotc",
                        "published_at": "2020-01-01",
                        "comment": "!",
                    }
                ]
            ).encode(),
        }
        self.version = 1
        self.cuts: list[int] = []  # how many bytes of the next answers for the cards get through
        self.packed = False
        self.weak = False
        self.status = 200
        self.log: list[tuple[str, str | None, int]] = []

    def client(self) -> httpx.Client:
        return httpx.Client(transport=httpx.MockTransport(self.answer))

    def answer(self, request: httpx.Request) -> httpx.Response:
        if self.status != 200:
            return httpx.Response(self.status)
        if str(request.url) == BULK_DATA:
            files = [{"type": name, "download_uri": f"https://files.test/{name}"} for name in self.files]
            return httpx.Response(200, json={"object": "list", "data": files})
        name = request.url.path[1:]
        content = gzip.compress(self.files[name], mtime=0) if self.packed else self.files[name]
        tag = f'{"W/" if self.weak else ""}"{name}-{self.version}"'
        headers = {"ETag": tag, "Last-Modified": f"Mon, 0{self.version} Jan 2024 00:00:00 GMT"}
        if self.packed:
            headers["Content-Encoding"] = "gzip"
        wanted = request.headers.get("Range")
        response: httpx.Response
        if request.headers.get("If-None-Match") == tag:
            response = httpx.Response(304, headers=headers)
        elif wanted and request.headers.get("If-Range") in (tag, headers["Last-Modified"]):
            start = int(wanted.removeprefix("bytes=").removesuffix("-"))
            headers["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
            response = self._body(name, 206, content[start:], headers)
        else:
            response = self._body(name, 200, content, headers)
        self.log.append((name, wanted, response.status_code))
        return response

    def _body(self, name: str, status: int, content: bytes, headers: dict[str, str]) -> httpx.Response:
        headers["Content-Length"] = str(len(content))
        if name == "oracle_cards" and self.cuts:
            return httpx.Response(status, headers=headers, stream=Cut(content, self.cuts.pop(0)))
        return httpx.Response(status, headers=headers, stream=httpx.ByteStream(content))


@pytest.fixture
def scryfall(empty_home: Path) -> Scryfall:
    return Scryfall()


def run_sync(scryfall: Scryfall) -> Synced:
    with scryfall.client() as client:
        return sync(client, "what you have still works")


def names() -> list[str]:
    return [card.name for card in open_store().cards()]


@pytest.mark.parametrize("packed", [False, True])
def test_the_first_time(scryfall: Scryfall, packed: bool) -> None:
    scryfall.packed = packed
    assert run_sync(scryfall).changed == ("rulings", "oracle_cards")
    assert open_store().source.origin == "synced"
    assert len(names()) == 50
    assert [ruling.text for ruling in open_store().rulings("Bear 3")] == ["!"]
    assert sorted(path.name for path in synced_dir().iterdir() if path.suffix != ".lock") == [
        "oracle_cards.json",
        "oracle_cards.json.notes",
        "rulings.json",
        "rulings.json.notes",
    ]


def test_nothing_is_fetched_twice(scryfall: Scryfall) -> None:
    run_sync(scryfall)
    scryfall.log.clear()
    assert run_sync(scryfall) == Synced((), ("rulings", "oracle_cards"))
    assert [status for _, _, status in scryfall.log] == [304, 304]


def test_what_is_newer_replaces(scryfall: Scryfall) -> None:
    run_sync(scryfall)
    scryfall.version = 2
    scryfall.files["oracle_cards"] = json.dumps([record("New Bear")]).encode()
    assert "oracle_cards" in run_sync(scryfall).changed
    assert names() == ["New Bear"]


@pytest.mark.parametrize("packed", [False, True])
def test_a_cut_is_gone_on_with_at_once(scryfall: Scryfall, packed: bool) -> None:
    scryfall.packed = packed
    scryfall.cuts = [100, 200]
    run_sync(scryfall)
    assert [entry for entry in scryfall.log if entry[0] == "oracle_cards"] == [
        ("oracle_cards", None, 200),
        ("oracle_cards", "bytes=100-", 206),
        ("oracle_cards", "bytes=300-", 206),
    ]
    assert len(names()) == 50


def test_a_download_that_stalls_is_gone_on_with_the_next_time(scryfall: Scryfall) -> None:
    scryfall.cuts = [1000, 0, 0, 0]
    with pytest.raises(SyncError, match=r"broke off after 0\.0 of 0\.\d MB \(connection reset\).*goes on from there"):
        run_sync(scryfall)
    assert not (synced_dir() / "oracle_cards.json").exists()
    scryfall.log.clear()
    run_sync(scryfall)
    assert ("oracle_cards", "bytes=1000-", 206) in scryfall.log
    assert len(names()) == 50


def test_a_cut_of_something_that_changed_starts_over(scryfall: Scryfall) -> None:
    scryfall.cuts = [1000, 0, 0, 0]
    with pytest.raises(SyncError):
        run_sync(scryfall)
    scryfall.version = 2
    scryfall.files["oracle_cards"] = json.dumps([record("New Bear")]).encode()
    run_sync(scryfall)
    assert scryfall.log[-1] == ("oracle_cards", "bytes=1000-", 200)
    assert names() == ["New Bear"]


def test_without_a_strong_tag_the_date_counts(scryfall: Scryfall) -> None:
    scryfall.weak = True
    scryfall.cuts = [1000]
    run_sync(scryfall)
    assert scryfall.log[-1] == ("oracle_cards", "bytes=1000-", 206)
    assert len(names()) == 50


def test_a_cut_leaves_the_old_cards(scryfall: Scryfall) -> None:
    run_sync(scryfall)
    scryfall.version = 2
    scryfall.cuts = [10, 0, 0, 0]
    with pytest.raises(SyncError):
        run_sync(scryfall)
    assert len(names()) == 50


@pytest.mark.parametrize("content", [b"[]", b"[{}]", b"<html>", b'[{"object": "card"'])
def test_what_is_no_bulk_data_is_refused(scryfall: Scryfall, content: bytes) -> None:
    run_sync(scryfall)
    scryfall.version = 2
    scryfall.files["oracle_cards"] = content
    with pytest.raises(Exception, match=r"card|JSON") as caught:
        run_sync(scryfall)
    assert caught.value.__class__.__name__ in ("SyncError", "InputError")
    assert len(names()) == 50
    assert not list(synced_dir().glob("*.part*")) + list(synced_dir().glob("*.new"))


def test_an_answer_that_cannot_be_unpacked(scryfall: Scryfall) -> None:
    scryfall.packed = True
    real = scryfall.answer

    def spoilt(request: httpx.Request) -> httpx.Response:
        response = real(request)
        if request.url.path == "/oracle_cards":
            return httpx.Response(200, headers=response.headers, stream=httpx.ByteStream(b"\x1f\x8b" + b"x" * 900))
        return response

    with httpx.Client(transport=httpx.MockTransport(spoilt)) as client, pytest.raises(SyncError, match="broke off"):
        sync(client, "what you have still works")


@pytest.mark.parametrize("listing", [{}, {"data": []}, {"data": [3]}, []])
def test_a_listing_without_the_files(scryfall: Scryfall, listing: Any) -> None:
    transport = httpx.MockTransport(lambda request: httpx.Response(200, json=listing))
    with httpx.Client(transport=transport) as client, pytest.raises(SyncError, match="expected a list of bulk files"):
        sync(client, "what you have still works")


def test_an_error_of_the_server(scryfall: Scryfall) -> None:
    scryfall.status = 503
    with pytest.raises(SyncError, match="Scryfall answered 503; what you have still works"):
        run_sync(scryfall)


def test_the_command(scryfall: Scryfall, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sync_module, "make_client", scryfall.client)
    assert run(["cards", "sync"]) == 0
    assert capsys.readouterr().out == "50 cards and 1 rulings are up to date.\n"
    assert run(["cards", "sync", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["changed"] == []
    assert facts["source"] == "synced"
    assert run(["cards", "sync"]) == 0
    assert capsys.readouterr().out == "Nothing has changed since the last time.\n"


def test_offline(scryfall: Scryfall, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("no route to host")

    def client() -> httpx.Client:
        return httpx.Client(transport=httpx.MockTransport(refuse))

    run_sync(scryfall)
    monkeypatch.setattr(sync_module, "make_client", client)
    assert run(["cards", "sync"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == (
        "magistrate: error: Scryfall cannot be reached (no route to host); "
        "the 50 cards in use (fetched from Scryfall) still work, and so does `cards import FILE`\n"
    )


def test_the_client_says_who_asks() -> None:
    with sync_module.make_client() as client:
        assert client.headers["User-Agent"].startswith("magistrate/")
