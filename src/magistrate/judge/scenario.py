"""Scenarios: reading them from files, text or data, with every key of every form checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from magistrate.errors import InputError
from magistrate.judge import board, documents
from magistrate.judge.documents import Document
from magistrate.judge.entries import Entry, Given, answers_of, defaults_of, script_of
from magistrate.judge.forms import Expectation, expectation_of, rule_number
from magistrate.judge.schema import At, Malformed
from magistrate.judge.vocabulary import STEP_NUMBERS, step_of
from magistrate.setup import Setup

_TOP = (
    "name", "rules", "variant", "seed", "designations", "players", "script", "answers", "defaults", "random", "strict", "stop",
    "expect", "mulligans",
)  # fmt: skip
_NO_SETUP = Setup("position", ())


@dataclass(frozen=True)
class Scenario:
    """One rules question: a position, what the players do, and what must hold. `problem` says why it could not be read."""

    name: str
    file: str = ""
    line: int = 0
    rules: tuple[str, ...] = ()
    setup: Setup = _NO_SETUP
    script: tuple[Entry, ...] = ()
    answers: Mapping[int, tuple[Given, ...]] = field(default_factory=dict)
    defaults: Mapping[str, Given] = field(default_factory=dict)
    strict: bool = False
    stop: tuple[int, int] = (1, STEP_NUMBERS["main 1"])
    expect: tuple[Expectation, ...] = ()
    missing_rule: str = ""  # a part of the format whose rules there are not yet
    problem: str = ""

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, in turn order."""
        return tuple(seat.name for seat in self.setup.seats)


def read(source: str | Path | Mapping[str, Any]) -> list[Scenario]:
    """All scenarios of a file, of `-` (standard input), of a text, or of data; what is malformed has a `problem`.

    Raises InputError when the file cannot be opened.
    """
    return [scenario_of(document) for document in documents.load(source)]


def read_one(source: str | Path | Mapping[str, Any]) -> Scenario:
    """The one scenario of a file, text or data. Raises InputError when it is malformed, or there are several."""
    found = read(source)
    if len(found) != 1:
        raise InputError(f"expected one scenario, there are {len(found)}")
    if found[0].problem:
        raise InputError(found[0].problem)
    return found[0]


def scenario_of(document: Document) -> Scenario:
    """The scenario of a document; malformed ones have a `problem` with file and line."""
    if document.problem:
        return Scenario(
            _fallback_name(document),
            document.file,
            document.problem_line,
            problem=_where(document, document.problem_line, document.problem),
        )
    try:
        return _scenario(document)
    except Malformed as problem:
        line = document.line(problem.place)
        return Scenario(_fallback_name(document), document.file, line, problem=_where(document, line, problem.message))


def _fallback_name(document: Document) -> str:
    data = document.data
    name = data.get("name") if isinstance(data, Mapping) else None
    return name if isinstance(name, str) and name else "(no name)"


def _where(document: Document, line: int, message: str) -> str:
    place = ":".join(part for part in (document.file, str(line) if line else "") if part)
    return f"{place}: {message}" if place else message


def _scenario(document: Document) -> Scenario:
    at = At(document.data)
    at.mapping(_TOP, "a scenario: a mapping with `name`, `players`, `script` and `expect`")

    def line(part: At) -> int:
        return document.line(part.place)

    for key in ("name", "players"):
        if not at.has(key):
            raise at.fail(f"expected `{key}`")
    name = at["name"].text("a sentence")
    mulligans = at["mulligans"].flag() if at.has("mulligans") else False
    count = len(at["players"].mapping(None, "players by name"))
    variant, missing = board.variant_of(at.get("variant"), count)
    seats = board.seats_of(at["players"], variant, mulligans=mulligans)
    players = tuple(seat.name for seat in seats)
    coins, dice = _random(at["random"]) if at.has("random") else ((), ())
    setup = Setup(
        "position",
        seats,
        at["seed"].number() if at.has("seed") else 0,
        variant,
        0,
        mulligans,
        _of_game(at),
        coins,
        dice,
    )
    script = script_of(at["script"], players, line) if at.has("script") else ()
    expect = tuple(expectation_of(one, players, line) for one in at["expect"].each()) if at.has("expect") else ()
    if not expect and not any(entry.action == "check" for entry in script):
        raise at.fail("expected `expect` (or a `check` in the script): what must hold")
    made = Scenario(
        name,
        document.file,
        document.line(),
        tuple(rule_number(one) for one in at["rules"].some()) if at.has("rules") else (),
        setup,
        script,
        answers_of(at["answers"], players, line) if at.has("answers") else {},
        defaults_of(at["defaults"], line) if at.has("defaults") else {},
        at["strict"].flag() if at.has("strict") else False,
        expect=expect,
        missing_rule=missing,
    )
    return replace(made, stop=_stop(at, script))


def _of_game(at: At) -> tuple[str, ...]:
    if not at.has("designations"):
        return ()
    words = tuple(one.one_of(("day", "night"), "designation of the game") for one in at["designations"].some())
    if len(words) > 1:
        raise at.fail("it is day or night, not both", "designations")
    return words


def _random(at: At) -> tuple[tuple[bool, ...], tuple[int, ...]]:
    at.mapping(("coins", "dice"))
    coins = (
        [one.one_of(("heads", "tails"), "side of a coin") == "heads" for one in at["coins"].some()]
        if at.has("coins")
        else []
    )
    dice = [one.number(1) for one in at["dice"].some()] if at.has("dice") else []
    return tuple(coins), tuple(dice)


def _stop(at: At, script: tuple[Entry, ...]) -> tuple[int, int]:
    """Where the game stops: as said, or at the end of the last step that the script names."""
    last = max(((entry.turn, entry.step) for entry in script), default=(1, STEP_NUMBERS["main 1"]))
    if not at.has("stop"):
        return last
    one = at["stop"]
    one.mapping(("turn", "step"))
    for key in ("turn", "step"):
        if not one.has(key):
            raise one.fail(f"expected `{key}`: where the game stops")
    stop = (one["turn"].number(1), step_of(one["step"]))
    if stop < last:
        for number, entry in enumerate(script):
            if (entry.turn, entry.step) > stop:
                raise at.fail(f"entry {entry.number} of the script comes after `stop`", "script", number)
    return stop
