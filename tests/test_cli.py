from __future__ import annotations

import subprocess
import sys

import click
import pytest

from magistrate import __version__, cli
from magistrate.cli import run
from magistrate.errors import InputError, MagistrateError
from magistrate.rules import engine


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> dict[str, BaseException | None]:
    """A subcommand `probe` that raises what the test puts under "raises"."""
    wanted: dict[str, BaseException | None] = {"raises": None}

    @click.command()
    @click.option("--times", type=int)
    def probe(times: int | None) -> int:
        """Try something."""
        if wanted["raises"] is not None:
            raise wanted["raises"]
        return times or 0

    monkeypatch.setitem(cli.COMMANDS, "probe", ("magistrate.cli:probe", "Try something."))
    monkeypatch.setattr(cli, "probe", probe, raising=False)
    return wanted


def test_help_lists_the_commands_that_are_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(cli.COMMANDS, "absent", ("magistrate.absent.commands:absent", "Not there."))
    assert run(["--help"]) == 0
    out = capsys.readouterr().out
    assert "search" in out
    assert "absent" not in out
    assert run(["absent"]) == 2
    assert "No such command 'absent'" in capsys.readouterr().err


def test_no_arguments_show_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 2
    captured = capsys.readouterr()
    assert "Usage: magistrate" in captured.out + captured.err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    how = "interpreted" if engine.__file__.endswith(".py") else "compiled"
    assert capsys.readouterr().out == f"magistrate, version {__version__}, rules {how}\n"


def test_it_runs_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "magistrate", "--version"], capture_output=True, text=True, check=True)
    assert __version__ in done.stdout


def test_every_command_has_help_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    context = click.Context(cli.root)
    for name in cli.root.list_commands(context):
        assert run([name, "--help"]) == 0
        assert "Example: magistrate" in capsys.readouterr().out, name


@pytest.mark.parametrize(
    ("raises", "code", "err"),
    [
        (None, 0, ""),
        (InputError("a deck is expected"), 2, "magistrate: error: a deck is expected\n"),
        (MagistrateError("two\nlines"), 2, "magistrate: error: two lines\n"),
        (click.UsageError("wrong."), 2, "magistrate: error: wrong"),
        (click.ClickException("bad"), 2, "magistrate: error: bad\n"),
        (KeyboardInterrupt(), 130, ""),
        (click.Abort(), 130, ""),
    ],
)
def test_errors_are_one_line(
    command: dict[str, BaseException | None],
    capsys: pytest.CaptureFixture[str],
    raises: BaseException | None,
    code: int,
    err: str,
) -> None:
    command["raises"] = raises
    assert run(["probe"]) == code
    captured = capsys.readouterr()
    assert captured.err.strip() == err.strip() or captured.err.startswith(err)
    assert captured.err.count("\n") <= 1


def test_exit_codes_of_commands(command: dict[str, BaseException | None]) -> None:
    assert run(["probe", "--times", "1"]) == 1


def test_usage_errors_are_one_line(command: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["probe", "--times", "x"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("magistrate: error: Invalid value for '--times'")
    assert err.endswith("(see `magistrate probe --help`)\n")
    assert err.count("\n") == 1


def test_a_fault_of_the_program_is_not_hidden(command: dict[str, BaseException | None]) -> None:
    command["raises"] = ZeroDivisionError()
    with pytest.raises(ZeroDivisionError):
        run(["probe"])


def test_starting_imports_only_what_is_used() -> None:
    code = (
        "import sys; from magistrate.cli import run; run(['--help']); "
        "print(sorted(m for m in sys.modules if m.startswith('magistrate.') or m in ('httpx', 'rich', 'sqlite3')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "['magistrate.cli', 'magistrate.errors']"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break another way there")
@pytest.mark.parametrize(
    "arguments",
    [("search", "-t:land", "--limit", "0"), ("play", "--agents", "random", "--seed", "1", "--full-log")],
    ids=["search", "play"],
)
def test_a_reader_that_goes_away(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "magistrate.cli", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0
