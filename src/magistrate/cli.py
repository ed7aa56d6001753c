"""The command `magistrate`: a table of subcommands, each imported only when it is used."""

from __future__ import annotations

import contextlib
import errno
import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import PathFinder
from typing import Any

import click

from magistrate import __version__
from magistrate.errors import MagistrateError

#: Subcommand, where it is defined, and its line in `magistrate --help` (so that showing it imports nothing).
COMMANDS: dict[str, tuple[str, str]] = {
    "play": ("magistrate.players.commands:play", "Play a game: against the computer, each other, or agents alone."),
    "judge": ("magistrate.judge.commands:judge", "Run scenario files and explain what happened, rule by rule."),
    "card": ("magistrate.page.commands:card", "Show a card, how it was read and the rules it rests on."),
    "search": ("magistrate.cards.commands:search", "Find cards with a Scryfall-like query."),
    "rules": ("magistrate.rulebook.commands:rules", "Show a rule, what carries it out, and how much of the book is."),
    "coverage": ("magistrate.oracle.commands:coverage", "Say how much of the cards is read and executed."),
    "sim": ("magistrate.lab.commands:sim", "Play many games and count the results."),
    "goldfish": ("magistrate.lab.goldfish_command:goldfish", "Play a deck on its own: kills, castable cards, colours."),
    "replay": ("magistrate.lab.replay_command:replay", "Play a saved game again, exactly, and show what happened."),
    "ladder": ("magistrate.players.ladder_commands:ladder", "Let agents play each other and rate them."),
    "deck": ("magistrate.cards.commands:deck", "Check a deck file against a format."),
    "cards": ("magistrate.cards.commands:cards", "Fetch, import and describe the card data."),
}

EXIT_DONE = 0
EXIT_NO = 1
EXIT_WRONG = 2
EXIT_INTERRUPTED = 130

#: There is no room where output goes.
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class LazyGroup(click.Group):
    """A click group that imports a subcommand when it is used, and leaves out what is not there."""

    def __init__(self, *args: Any, table: Mapping[str, tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the subcommands whose modules exist, in the table's order."""
        return [name for name, (target, _) in self.table.items() if _module_exists(target.partition(":")[0])]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a subcommand; None when there is none by that name."""
        entry = self.table.get(cmd_name)
        if entry is None:
            return None
        module_name, _, attribute = entry[0].partition(":")
        if not _module_exists(module_name):
            return None
        command = getattr(importlib.import_module(module_name), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{entry[0]} is not a click command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of subcommands from the table alone."""
        rows = [(name, self.table[name][1]) for name in self.list_commands(ctx)]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)


def _module_exists(name: str) -> bool:
    """Whether a module can be imported, found without importing the packages that it is in."""
    places: Sequence[str] | None = None
    parts = name.split(".")
    for depth in range(1, len(parts) + 1):
        spec = PathFinder.find_spec(".".join(parts[:depth]), places)
        if spec is None:
            return False
        places = spec.submodule_search_locations
    return True


def _version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """Tell the version, and how the rules run."""
    if wanted and not context.resilient_parsing:
        from magistrate.rules import build

        click.echo(f"magistrate, version {__version__}, rules {build()}")
        context.exit()


@click.group(
    cls=LazyGroup,
    table=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Example: magistrate play --agents heuristic --seed 1",
)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_version, help="Show the version and exit."
)
def root() -> None:
    """Read Magic: The Gathering cards from their Oracle text and play them by the Comprehensive Rules."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    0 is done, 1 is "the answer is no", 2 is wrong use or unreadable input, 130 is interrupted from the keyboard.
    """
    try:
        # Not `root.main`, which has its own mind about broken pipes.
        given = sys.argv[1:] if arguments is None else list(arguments)
        with root.make_context("magistrate", given) as context:
            result = root.invoke(context)
        sys.stdout.flush()
    except MagistrateError as error:
        return _complain(str(error), error.exit_code)
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.Abort:
        return EXIT_INTERRUPTED
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else str(error))
        return EXIT_WRONG
    except click.UsageError as error:
        hint = f" (see `{error.ctx.command_path} --help`)" if error.ctx is not None else ""
        return _complain(error.format_message().rstrip(".") + hint, EXIT_WRONG)
    except click.ClickException as error:
        return _complain(error.format_message(), EXIT_WRONG)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader went away (`magistrate search … | head`): leave quietly, and keep the interpreter's flush quiet.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_DONE
    except OSError as error:
        if error.errno not in _FULL:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _complain(f"cannot write what is to be told: {error.strerror}", EXIT_WRONG)
    return result if isinstance(result, int) and not isinstance(result, bool) else EXIT_DONE


def _complain(message: str, code: int) -> int:
    line = " ".join(message.split())
    with contextlib.suppress(BrokenPipeError):
        click.echo(f"magistrate: error: {line}", err=True)
    return code


def main() -> None:
    """Enter from the console script: run the command line and leave with its exit code."""
    sys.exit(run())


if __name__ == "__main__":
    main()
