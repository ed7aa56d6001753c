"""A person at the terminal: sees the board, reads the question, types an answer or a command."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape

from magistrate import saves
from magistrate.errors import MagistrateError
from magistrate.game import IllegalAnswer
from magistrate.players import boards, phrasing
from magistrate.players.phrasing import NotUnderstood

if TYPE_CHECKING:
    from magistrate.game import Answer, Decision, Game

#: Reads a line after a prompt, with words that can be completed. Raises EOFError at the end of the input.
Reader = Callable[[str, Sequence[str]], str]

HELP = """\
An answer is what the question says: the number of an option, or the start of its name.
  ?            explain the options and the rules behind them; ? 2 explains option 2
  board        show the board again            log [N]      the last N lines of what happened
  card NAME    a card in full                  graveyard    all graveyards, and exile
  done         pass until the turn ends, or until somebody else does something
  undo         take back your last answer      concede      give up
  save FILE    keep the game                   report FILE  write the position as a scenario
  quit         leave"""

_COMMANDS = ("?", "help", "board", "log", "card", "graveyard", "done", "undo", "concede", "save", "report", "quit")


class Output(Console):
    """The terminal to write to. That its reader has gone away is the command line's to handle, which leaves quietly."""

    def on_broken_pipe(self) -> None:
        """Not `SystemExit(1)`, as rich has it."""
        self.quiet = True
        raise BrokenPipeError


class Quit(Exception):
    """The person leaves. `unasked`: the input has ended without a word from them."""

    def __init__(self, *, unasked: bool = False) -> None:
        super().__init__()
        self.unasked = unasked


class Undone(Exception):
    """Answers were taken back: the game stands at another decision."""


def plain_reader(prompt: str, words: Sequence[str]) -> str:
    """Reads a line of the standard input (no terminal: a pipe, a test)."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


def make_reader() -> Reader:
    """Reads with completion and a history where there is a terminal, plainly elsewhere."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return plain_reader
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter

    session: PromptSession[str] = PromptSession()

    def read(prompt: str, words: Sequence[str]) -> str:
        return session.prompt(prompt, completer=WordCompleter(list(words), ignore_case=True, sentence=True))

    return read


class Terminal:
    """The seats of the people at this terminal."""

    def __init__(
        self, game: Game, humans: Sequence[int], console: Console, reader: Reader, *, full: bool = False
    ) -> None:
        self.game = game
        self.humans = tuple(humans)
        self.console = console
        self._read = reader
        self.log = boards.Log(game, full=full)
        self._done: tuple[int, int] | None = None  # (player, turn): passing until that turn ends
        self._shown = -1

    def answer(self, decision: Decision) -> Answer:
        """What the person answers. Raises Undone or Quit when they do something else instead."""
        told = self.tell()
        if self._still_done(decision, told):
            return (0,)
        self._done = None
        self._show(decision)
        for line in phrasing.lines(self.game.view(decision.decider), decision, self.game.players):
            self.console.print(escape(line))
        while True:
            try:
                text = self._read("> ", self._words(decision)).strip()
            except EOFError:
                raise Quit(unasked=True) from None
            except KeyboardInterrupt:
                raise Quit from None
            try:
                if self._command(decision, text):
                    continue
                if self._passes(decision):
                    return (0,)
                return phrasing.parse(decision, text)
            except NotUnderstood as problem:
                self.console.print(f"[red]{escape(str(problem))}[/]")
            except MagistrateError as problem:
                self.console.print(f"[red]{escape(problem.message)}[/]")

    def tell(self) -> bool:
        """Print what has happened since the last time; whether anything did."""
        news = self.log.news()
        for line in news:
            self.console.print(escape(line), style="dim" if line.startswith("  ") else "bold")
        return bool(news)

    # Passing on ------------------------------------------------------------------------------------------------------
    def _still_done(self, decision: Decision, told: bool) -> bool:
        """Whether `done` still answers: the turn goes on and nothing has been put on the stack by another."""
        if self._done is None or decision.kind != "priority":
            return False
        player, turn = self._done
        view = self.game.view(decision.decider)
        stack = view.stack
        return player == decision.decider and turn == view.turn and not (stack and stack[0].get("controller") != player)

    def _passes(self, decision: Decision) -> bool:
        """Whether `done` was said at this decision."""
        return self._done == (decision.decider, self.game.turn) and decision.kind == "priority"

    def _words(self, decision: Decision) -> list[str]:
        labels = [one.label for one in decision.options]
        return list(dict.fromkeys([*labels, *_COMMANDS]))

    def _show(self, decision: Decision) -> None:
        """The board, at priority and combat decisions only when something has changed since it was shown."""
        view = self.game.view(decision.decider)
        now = hash(self.game.digest())
        if now != self._shown:
            self.console.print(boards.board(view, self.game.players, decision.decider))
        self._shown = now

    # Commands --------------------------------------------------------------------------------------------------------
    def _command(self, decision: Decision, text: str) -> bool:
        """Carry out a command; False when the text is none. Raises Quit, Undone and MagistrateError."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        if word == "?":
            self._explain(decision, rest)
        elif word in ("help", "h"):
            self.console.print(escape(HELP))
        elif word == "board":
            self.console.print(boards.board(self.game.view(decision.decider), self.game.players, decision.decider))
        elif word == "log":
            lines = boards.Log(self.game, full=True).all()
            for line in lines[-(int(rest) if rest.isdigit() else 30) :]:
                self.console.print(escape(line))
        elif word == "card" and rest:
            self._card(rest)
        elif word == "graveyard":
            self._graveyards(decision)
        elif word == "undo":
            self.undo()
        elif word == "save":
            self._write(rest, self.game.save, "the game")
        elif word == "report":
            self._write(rest, self._scenario, "the position")
        elif word in ("quit", "exit"):
            raise Quit
        elif word == "done" and decision.kind == "priority":
            self._done = (decision.decider, self.game.turn)
            return False
        else:
            return False
        return True

    def undo(self) -> None:
        """Take back the last answer of a person here. Raises Undone, or IllegalAnswer when there is none."""
        taken = 0
        try:
            while True:
                self.game.undo()
                taken += 1
                decision = self.game.decision
                if decision is not None and decision.decider in self.humans:
                    break
        except IllegalAnswer:
            if not taken:
                raise
        self._done = None
        raise Undone

    def _scenario(self) -> str:
        from io import StringIO

        from ruamel.yaml import YAML

        out = StringIO()
        YAML().dump(self.game.to_scenario(), out)
        return out.getvalue()

    def _write(self, name: str, make: Callable[[], str], what: str) -> None:
        if not name:
            raise NotUnderstood("expected the name of a file")
        try:
            text = make()
        except NotImplementedError:
            raise NotUnderstood(f"{what} cannot be written yet") from None
        saves.write_atomically(Path(name), text)
        self.console.print(f"{what} is in {escape(name)}")

    def _card(self, name: str) -> None:
        from magistrate.cards.render import render_card
        from magistrate.reading import default_reading

        self.console.print(render_card(default_reading().store.find(name)))

    def _graveyards(self, decision: Decision) -> None:
        view = self.game.view(decision.decider)
        for player, name in enumerate(self.game.players):
            cards = ", ".join(boards.describe(thing, self.game.players) for thing in view.graveyard(player))
            self.console.print(escape(f"{name}'s graveyard: {cards or 'empty'}"))
        exiled = [boards.describe(thing, self.game.players) for thing in view.snapshot()["exile"]]
        self.console.print(escape(f"exile: {', '.join(exiled) or 'empty'}"))

    # Explaining ------------------------------------------------------------------------------------------------------
    def _explain(self, decision: Decision, rest: str) -> None:
        """The options with the texts of their cards, and the rules behind the question."""
        view = self.game.view(decision.decider)
        chosen = decision.options
        if rest.isdigit():
            if not 1 <= int(rest) <= len(decision.options):
                raise NotUnderstood(f"there is no option {rest}")
            chosen = [decision.options[int(rest) - 1]]
        else:
            for line in phrasing.lines(view, decision, self.game.players):
                self.console.print(escape(line))
        things = [one.thing for one in chosen]
        if not rest:
            things += [*decision.attack_options, *decision.block_options, *phrasing.attackers_of(decision)]
            things.append(decision.source)
        said: list[str] = []
        for thing in things:
            if thing < 16:
                continue
            name = boards.name_of(view, thing, self.game.players)
            text = view.text(thing)
            if text and name not in said:
                said.append(name)
                self.console.print(f"[bold]{escape(name)}[/] {escape(text)}")
        self._rules(decision.rules)
        if not rest:
            self.console.print("[dim]help lists the commands[/]")

    def _rules(self, numbers: Sequence[str]) -> None:
        if not numbers:
            return
        from magistrate.rulebook.book import book
        from magistrate.rulebook.index import summary

        texts = book().texts
        for number in numbers:
            text = texts.get(number) or summary(number)
            self.console.print(f"[cyan]{escape(f'CR {number}')}[/] {escape(text)}".rstrip())
