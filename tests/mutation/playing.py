"""Which scenarios reach a line, and what they make of a fault in it: each mutant in a process of its own, put in place of the function."""

from __future__ import annotations

import gc
import importlib
import multiprocessing
import pkgutil
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import magistrate.rules
from magistrate.judge.runner import HELD, judge, placed_in
from magistrate.judge.scenario import Scenario
from magistrate.reading import default_reading
from magistrate.rules.engine import Engine
from tests.mutation.drawing import Mutant, mutated

RULES = Path(magistrate.rules.__file__).parent

CAUGHT = "caught"
SURVIVED = "survived"
NO_MUTANT = "no mutant"  # it does not compile, no function has that code, or the change is elsewhere

_FORK: Any = multiprocessing.get_context("fork")


@dataclass(frozen=True)
class Result:
    """What became of a mutant: who noticed it, of how many that reach it; the line before and after."""

    mutant: Mutant
    status: str
    by: str = ""
    reached_by: int = 0
    before: str = ""
    after: str = ""


def ready(scenarios: Sequence[Scenario]) -> None:
    """Load the rules and the cards, and play nothing: what playing remembers would hide a fault from who comes after."""
    for module in pkgutil.walk_packages([str(RULES)], "magistrate.rules."):
        importlib.import_module(module.name)
    reading = default_reading()
    for scenario in scenarios:
        for placed in placed_in(scenario.setup):
            reading.definition(placed)
    gc.collect()
    gc.freeze()


# Reaching --------------------------------------------------------------------------------------------------------------
def reached(scenarios: Sequence[Scenario], mutants: Sequence[Mutant], jobs: int) -> dict[str, list[int]]:
    """The numbers of the scenarios that run the line of each mutant."""
    pipes = []
    for part in range(jobs):
        ours, theirs = _FORK.Pipe()
        process = _FORK.Process(target=_trace, args=(theirs, scenarios, mutants, part, jobs), daemon=True)
        process.start()
        theirs.close()
        pipes.append((ours, process))
    found: dict[str, list[int]] = {mutant.key: [] for mutant in mutants}
    for pipe, process in pipes:
        for key, numbers in pipe.recv().items():
            found[key].extend(numbers)
        process.join()
    return {key: sorted(numbers) for key, numbers in found.items()}


def _trace(pipe: Connection, scenarios: Sequence[Scenario], mutants: Sequence[Mutant], part: int, jobs: int) -> None:
    wanted: dict[tuple[str, int], list[Mutant]] = {}
    for mutant in mutants:
        wanted.setdefault((str(RULES / mutant.file), mutant.line), []).append(mutant)
    spans: dict[str, set[int]] = {}
    for file, line in wanted:
        spans.setdefault(file, set()).add(line)
    interesting: dict[CodeType, bool] = {}
    seen: set[tuple[str, int]] = set()

    def of_line(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            seen.add((frame.f_code.co_filename, frame.f_lineno))
        return of_line

    def of_call(frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        known = interesting.get(code)
        if known is None:
            lines = {line for _, _, line in code.co_lines() if line is not None}
            known = interesting[code] = bool(lines & spans.get(code.co_filename, set()))
        return of_line if known else None

    plain = Engine._main

    def main(self: Engine, given: Any) -> None:
        sys.settrace(of_call)  # each game runs in a greenlet of its own
        plain(self, given)

    Engine._main = main  # type: ignore[method-assign]
    found: dict[str, list[int]] = {}
    for number in range(part, len(scenarios), jobs):
        seen.clear()
        sys.settrace(of_call)
        status = judge(scenarios[number]).status
        sys.settrace(None)
        if status == HELD:
            for place in seen & wanted.keys():
                for mutant in wanted[place]:
                    found.setdefault(mutant.key, []).append(number)
    pipe.send(found)


# Playing ---------------------------------------------------------------------------------------------------------------
def functions() -> dict[tuple[str, str, int], list[FunctionType]]:
    """The functions of the rules by file, qualified name and first line."""
    found: dict[tuple[str, str, int], list[FunctionType]] = {}
    gc.unfreeze()
    for one in gc.get_objects():
        if type(one) is FunctionType and one.__code__.co_filename.startswith(str(RULES)):
            code = one.__code__
            found.setdefault((code.co_filename, code.co_qualname, code.co_firstlineno), []).append(one)
    gc.freeze()
    return found


def play_all(
    mutants: Sequence[Mutant],
    reaching: dict[str, list[int]],
    scenarios: Sequence[Scenario],
    *,
    jobs: int,
    limit: float,
) -> Iterator[Result]:
    """What became of each mutant, as it comes."""
    known = functions()
    running: list[tuple[Connection, Any, Mutant, float]] = []
    waiting = list(reversed(mutants))
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            ours, theirs = _FORK.Pipe()
            given = (theirs, mutant, known, [scenarios[number] for number in reaching[mutant.key]], limit)
            process = _FORK.Process(target=_play, args=given, daemon=True)
            process.start()
            theirs.close()
            running.append((ours, process, mutant, time.monotonic()))
        for entry in list(running):
            pipe, process, mutant, began = entry
            number = len(reaching[mutant.key])
            late = time.monotonic() - began > limit * 4 + number  # it does not even hear the alarm
            if not pipe.poll(0.02) and not late:
                continue
            try:
                result: Result = Result(mutant, CAUGHT, "it never ended", number) if late else pipe.recv()
            except (EOFError, OSError):
                result = Result(mutant, CAUGHT, "the process ended", number)
            process.kill()
            process.join()
            running.remove(entry)
            yield result


class _TooLong(BaseException):
    """A scenario took more than its time."""


def _play(
    pipe: Connection,
    mutant: Mutant,
    known: dict[tuple[str, str, int], list[FunctionType]],
    scenarios: Sequence[Scenario],
    limit: float,
) -> None:
    """Put the mutant in place and play what reaches it until something notices."""
    file = RULES / mutant.file
    source = file.read_text(encoding="utf-8")
    changed = mutated(source, mutant)
    old = known.get((str(file), mutant.function, mutant.first_line), [])
    code = None if changed is None else _code_of(changed, str(file), mutant)
    line, before, after = (0, "", "") if changed is None else _lines(source, changed)
    if code is None or not old or line != mutant.line:
        pipe.send(Result(mutant, NO_MUTANT, reached_by=len(scenarios)))
        return
    for function in old:
        function.__code__ = code
    if mutant.file == "definitions.py":  # cards were read with what it was
        default_reading()._known.clear()

    def over(number: int, frame: FrameType | None) -> None:
        raise _TooLong

    signal.signal(signal.SIGALRM, over)
    by = ""
    for scenario in scenarios:
        signal.setitimer(signal.ITIMER_REAL, limit)
        try:
            if judge(scenario).status != HELD:
                by = scenario.name
        except _TooLong:
            by = f"{scenario.name} (it did not end within {limit:g} seconds)"
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        if by:
            break
    pipe.send(Result(mutant, CAUGHT if by else SURVIVED, by, len(scenarios), before, after))


def _code_of(source: str, file: str, mutant: Mutant) -> CodeType | None:
    try:
        module = compile(source, file, "exec", dont_inherit=True)
    except SyntaxError:
        return None
    waiting = [module]
    while waiting:
        code = waiting.pop()
        if (code.co_qualname, code.co_firstlineno) == (mutant.function, mutant.first_line):
            return code
        waiting.extend(const for const in code.co_consts if isinstance(const, CodeType))
    return None


def _lines(before: str, after: str) -> tuple[int, str, str]:
    """The first line that differs: its number, before and after."""
    for number, (old, new) in enumerate(zip(before.splitlines(), after.splitlines(), strict=False), 1):
        if old != new:
            return number, old.strip(), new.strip()
    return 0, "", ""
