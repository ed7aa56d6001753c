"""Work in several processes: results in the order of the tasks, and a process that dies takes only its own task with it."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from magistrate.lab.cluster import Work

T = TypeVar("T")
R = TypeVar("R")


def in_order(tasks: Sequence[T], work: Callable[[T], R], jobs: int, lost: Callable[[T, str], R]) -> Iterator[R]:
    """What `work` makes of each task, in order. With several jobs, `lost` says what became of a task whose process died.

    `work` and what it makes must be picklable where processes cannot be forked.
    """
    if jobs <= 1 or len(tasks) <= 1:
        freeze()
        for task in tasks:
            yield work(task)
        return
    context = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn")
    waiting = deque(range(len(tasks)))
    done: dict[int, R] = {}
    due = 0
    workers: list[_Worker[T, R]] = []
    try:
        while due < len(tasks):
            while waiting and len(workers) < jobs:
                workers.append(_Worker(context, work))
                workers[-1].send(waiting.popleft(), tasks)
            by_pipe = {worker.pipe: worker for worker in workers}
            for pipe in wait(list(by_pipe)):
                if not isinstance(pipe, Connection):
                    continue
                worker = by_pipe[pipe]
                try:
                    done[worker.number] = worker.pipe.recv()
                except (EOFError, OSError):
                    worker.process.join(5)
                    why = f"the process that played it ended (exit code {worker.process.exitcode})"
                    done[worker.number] = lost(tasks[worker.number], why)
                    workers.remove(worker)
                    continue
                if waiting:
                    worker.send(waiting.popleft(), tasks)
                else:
                    workers.remove(worker)
                    worker.stop()
            while due in done:
                yield done.pop(due)
                due += 1
    finally:
        for worker in workers:
            worker.stop()


def spread(tasks: Sequence[T], work: Work[T, R], jobs: int, cluster: str, lost: Callable[[T, str], R]) -> Iterator[R]:
    """What `work` makes of each task, in order: in processes of this machine, or on a cluster where its address is given."""
    if not cluster:
        yield from in_order(tasks, work, jobs, lost)
        return
    from magistrate.lab import cluster as ray

    if tasks:
        yield from ray.in_order(tasks, work, cluster, jobs, lost)


#: A game makes some tens of thousands of objects that live as long as it does: looking at them again and again finds nothing.
_OBJECTS_OF_A_GAME = 50_000


def freeze() -> None:
    """Take what is there now (modules, cards) out of the garbage collector's sight, and have it look once a game or so."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_OBJECTS_OF_A_GAME, 10, 10)


class _Worker(Generic[T, R]):
    """A process that is sent one task after the other."""

    def __init__(self, context: Any, work: Callable[[T], R]) -> None:
        ours, theirs = context.Pipe()
        self.pipe: Connection = ours
        self.process = context.Process(target=_serve, args=(theirs, ours, work), daemon=True)
        self.process.start()
        theirs.close()
        self.number = -1

    def send(self, number: int, tasks: Sequence[T]) -> None:
        self.number = number
        self.pipe.send(tasks[number])

    def stop(self) -> None:
        self.pipe.close()
        self.process.join(0.2)
        if self.process.is_alive():
            self.process.terminate()
            self.process.join(5)


def _serve(pipe: Connection, other: Connection, work: Callable[[Any], Any]) -> None:
    """What a worker does until its pipe closes. An interruption from the keyboard is for the process that began it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    other.close()
    freeze()
    while True:
        try:
            pipe.send(work(pipe.recv()))
        except (EOFError, OSError, KeyboardInterrupt):
            return
