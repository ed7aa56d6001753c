"""Files that are written whole or not at all, and output that there is no room for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from magistrate.cli import run
from magistrate.errors import InputError
from magistrate.saves import write_atomically


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "save.json"
    write_atomically(path, "old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match=r"cannot write .*save.json: No space left on device"):
        write_atomically(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="rights and links are other ones there")
def test_rights_and_links_stay_what_they_are(tmp_path: Path) -> None:
    path, link = tmp_path / "save.json", tmp_path / "link.json"
    before = os.umask(0o027)
    try:
        write_atomically(path, "one")
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o640
    path.chmod(0o604)
    link.symlink_to(path)
    write_atomically(link, "two")
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == "two"
    assert path.stat().st_mode & 0o777 == 0o604


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes")
def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(path.read_text(encoding="utf-8")))
    reader.start()
    write_atomically(path, "through")
    reader.join(10)
    assert read == ["through"]
    assert path.is_fifo()


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot write"):
        write_atomically(tmp_path, "text")


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no such device")
def test_no_room_for_what_is_told_is_one_line() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "magistrate", "play", "--agents", "random", "--seed", "1", "--json"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "magistrate: error: cannot write what is to be told: No space left on device\n"


def test_names_are_told_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No markup, no pictures for words; a long one is cut off and the figures are not."""
    long = "long " * 40
    for name in ("[red]bold[bold] :smile:", long.strip()):
        (tmp_path / f"{name}.txt").write_text("40 Forest\n20 Grizzly Bears\n", encoding="utf-8")
    files = [str(path) for path in sorted(tmp_path.iterdir())]
    assert run(["sim", *files, "--games", "2", "--replays", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "[red]bold[bold] :smile:" in out
    assert len(re.findall(r"^ *(?:\[red\]|long ).* 2 +[012] +\d+\.\d%", out, re.MULTILINE)) == 2
    assert "…" in out
    assert max(map(len, out.splitlines())) < 200
