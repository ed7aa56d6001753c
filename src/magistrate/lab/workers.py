"""Work in several processes: results in the order of the tasks. A task whose process dies is done again in another one; a task that
has ended several processes is lost, and no other with it."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from magistrate.lab.cluster import Work

T = TypeVar("T")
R = TypeVar("R")

#: A task is done again so often when the process that had it is gone.
_RETRIES = 2


def in_order(tasks: Sequence[T], work: Callable[[T], R], jobs: int, lost: Callable[[T, str], R]) -> Iterator[R]:
    """What `work` makes of each task, in order. With several jobs, `lost` says what became of a task whose processes died.

    `work` and what it makes must be picklable where processes cannot be forked.
    """
    if jobs <= 1 or len(tasks) <= 1:
        with _frozen():
            for task in tasks:
                yield work(task)
        return
    context = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn")
    waiting = deque(range(len(tasks)))
    done: dict[int, R] = {}
    due = 0
    workers: list[_Worker[T, R]] = []
    ended: Counter[int] = Counter()

    def gone(worker: _Worker[T, R]) -> None:
        """A process has died over its task."""
        number = worker.number
        worker.process.join(5)
        workers.remove(worker)
        ended[number] += 1
        if ended[number] <= _RETRIES:
            waiting.appendleft(number)
            return
        why = f"the processes that played it ended (the last with exit code {worker.process.exitcode})"
        done[number] = lost(tasks[number], why)

    def send(worker: _Worker[T, R], *, fresh: bool) -> None:
        """Give a worker what is next. One that died while it had nothing to do goes, and the task stays."""
        number = waiting.popleft()
        try:
            worker.send(number, tasks)
        except OSError:
            if fresh:  # it might go so forever
                gone(worker)
            else:
                workers.remove(worker)
                waiting.appendleft(number)

    try:
        while due < len(tasks):
            while waiting and len(workers) < jobs:
                workers.append(_Worker(context, work))
                send(workers[-1], fresh=True)
            by_pipe = {worker.pipe: worker for worker in workers}
            for pipe in wait(list(by_pipe)):
                if not isinstance(pipe, Connection):
                    continue
                worker = by_pipe[pipe]
                try:
                    done[worker.number] = worker.pipe.recv()
                except (EOFError, OSError):
                    gone(worker)
                    continue
                if waiting:
                    send(worker, fresh=False)
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


@contextmanager
def _frozen() -> Iterator[None]:
    """`freeze`, and afterwards all as it was before."""
    threshold, others = gc.get_threshold(), gc.get_freeze_count()
    freeze()
    try:
        yield
    finally:
        gc.set_threshold(*threshold)
        if not others:
            gc.unfreeze()


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
