"""Many scenarios, each on its own: worker processes play them, so that one that crashes or loops takes no other with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any

from magistrate.errors import InputError
from magistrate.judge.record import Notes, confirmed
from magistrate.judge.runner import ERROR, HELD, Outcome, judge
from magistrate.judge.scenario import Scenario

#: How long one scenario may take, in seconds.
TIME_LIMIT = 60.0
#: A worker is replaced after so many scenarios, so that what the process remembers does not grow without end.
_FRESH_AFTER = 5_000


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """What takes longer is interrupted, where that can be done: on systems with timers, in a program's first thread. Raises TooLong."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: object) -> None:
        raise TooLong(f"it could not be read within {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class TooLong(InputError):
    """A file that takes too long to be read."""


class Worker:
    """A process that plays scenarios sent to it."""

    def __init__(self, context: Any, *, record: bool, explain: bool) -> None:
        ours, theirs = context.Pipe()
        self.pipe: Connection = ours
        self.process = context.Process(target=_work, args=(theirs, record, explain), daemon=True)
        self.process.start()
        theirs.close()
        self.index = -1
        self.began = 0.0
        self.played = 0

    def send(self, index: int, scenario: Scenario) -> None:
        """Have a scenario played."""
        self.index = index
        self.began = time.monotonic()
        self.played += 1
        self.pipe.send(scenario)

    def stop(self) -> None:
        """End the process."""
        self.pipe.close()
        self.process.terminate()
        self.process.join(5)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def _work(pipe: Connection, record: bool, explain: bool) -> None:
    """What a worker does until its pipe closes. An interruption from the keyboard is for the process that began it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from magistrate.rules import registry

    while True:
        try:
            scenario = pipe.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        notes = Notes()
        if record:
            registry.EXERCISED = set()
        outcome = judge(scenario, explain=explain)
        if record:
            notes.nodes.update(registry.EXERCISED or ())
            registry.EXERCISED = None
            if outcome.status == HELD:
                notes.confirmed.update(confirmed(scenario))
        try:
            pipe.send((outcome, notes))
        except (BrokenPipeError, KeyboardInterrupt):
            return


def play_all(
    scenarios: Sequence[Scenario],
    *,
    jobs: int = 1,
    limit: float = TIME_LIMIT,
    notes: Notes | None = None,
    explain: bool = False,
) -> Iterator[Outcome]:
    """The outcomes in the order of the scenarios, as they come. What is seen on the way is added to `notes`, if there are any."""
    if not scenarios:
        return
    context = multiprocessing.get_context("fork" if os.name == "posix" and hasattr(os, "fork") else "spawn")
    waiting = deque(range(len(scenarios)))
    results: dict[int, Outcome] = {}
    due = 0
    workers: list[Worker] = []
    try:
        while due < len(scenarios):
            while waiting and len(workers) < max(1, jobs):
                worker = Worker(context, record=notes is not None, explain=explain)
                workers.append(worker)
                index = waiting.popleft()
                worker.send(index, scenarios[index])
            for worker in _ready(workers, limit):
                index = worker.index
                found = _outcome(worker, scenarios[index], limit)
                if found is None:
                    continue
                outcome, seen = found
                results[index] = outcome
                if notes is not None:
                    notes.add(seen)
                if worker.process.is_alive() and worker.played < _FRESH_AFTER and waiting:
                    following = waiting.popleft()
                    worker.send(following, scenarios[following])
                else:
                    workers.remove(worker)
                    worker.stop()
            while due in results:
                yield results.pop(due)
                due += 1
    finally:
        for worker in workers:
            worker.stop()


def _ready(workers: list[Worker], limit: float) -> list[Worker]:
    """The workers that have something to say, or have had their time."""
    soonest = min(worker.began + limit for worker in workers) - time.monotonic()
    by_pipe = {worker.pipe: worker for worker in workers}
    there = wait(list(by_pipe), timeout=max(0.0, soonest))
    found = [by_pipe[pipe] for pipe in there if isinstance(pipe, Connection)]
    now = time.monotonic()
    found.extend(worker for worker in workers if worker not in found and now - worker.began >= limit)
    return found


def _outcome(worker: Worker, scenario: Scenario, limit: float) -> tuple[Outcome, Notes] | None:
    """What came of a worker's scenario: its own word, or that it crashed or ran out of time."""
    try:
        if worker.pipe.poll():
            outcome, seen = worker.pipe.recv()
            return outcome, seen
    except (EOFError, OSError):
        worker.process.join(5)
        code = worker.process.exitcode
        return _failed(worker, scenario, f"the process that played it ended (exit code {code})"), Notes()
    if time.monotonic() - worker.began >= limit:
        worker.process.terminate()
        worker.process.join(5)
        return _failed(worker, scenario, f"it did not end within {limit:g} seconds"), Notes()
    return None


def _failed(worker: Worker, scenario: Scenario, why: str) -> Outcome:
    where = ":".join(part for part in (scenario.file, str(scenario.line) if scenario.line else "") if part)
    spent = (time.monotonic() - worker.began) * 1000
    return Outcome(scenario.name, scenario.file, ERROR, error=f"{where}: {why}" if where else why, ms=spent)
