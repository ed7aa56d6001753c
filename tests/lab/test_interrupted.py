"""Long commands that are interrupted from the keyboard say what is done so far and end with 130, without a traceback."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time

import pytest

from magistrate.cli import run

#: The command, which says when everything is imported, however long that takes.
_RUN = """
import sys
from magistrate import cli, game
from magistrate.lab import commands
print("ready", file=sys.stderr, flush=True)
sys.exit(cli.run(sys.argv[1:]))
"""


def _listening() -> None:
    """Shells start what runs in their background deaf to the keyboard, and their children inherit it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize("more", [["--jobs", "1"], ["--jobs", "2"], ["--exercise", "--jobs", "2"]])
def test_coverage(more: list[str]) -> None:
    arguments = [sys.executable, "-c", _RUN, "coverage", *more]
    process = subprocess.Popen(
        arguments,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_listening,
    )
    try:
        assert process.stderr is not None
        assert process.stderr.readline() == "ready\n"
        time.sleep(4)
        os.killpg(process.pid, signal.SIGINT)
        out, errors = process.communicate(timeout=60)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    if process.returncode == 0:
        pytest.skip("it was done before it was interrupted")
    assert process.returncode == 130
    assert "Traceback" not in out + errors
    assert "interrupted" in errors


def test_data_that_are_nowhere(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("MAGISTRATE_DATA", "/no/such/directory")
    assert run(["card", "Forest"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "MAGISTRATE_DATA is `/no/such/directory`: expected a directory" in said
