"""Work on a Ray cluster: results in the order of the tasks, each once, whatever happens to a process or a machine.

Ray is an optional extra: `pip install 'magistrate[cluster]'`. Every machine of the cluster needs the same version of the program and the
same cards; a worker that has others refuses to work.
"""

from __future__ import annotations

import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from magistrate.errors import InputError, MagistrateError
from magistrate.lab.workers import freeze

T = TypeVar("T")
R = TypeVar("R")
_Task = TypeVar("_Task", contravariant=True)
_Result = TypeVar("_Result", covariant=True)

#: The address of a cluster that is begun on this machine for one run.
LOCAL = "local"

#: A task is sent again so often when the process or the machine that had it is gone.
_RETRIES = 2
#: Tasks that are sent together at the most, and how many such batches wait for each processor.
_BATCH = 16
_WAITING = 3


class Work(Protocol[_Task, _Result]):
    """What workers do; picklable."""

    def __call__(self, task: _Task, /) -> _Result:
        """Do a task."""
        ...

    def identity(self) -> str:
        """What it is done with, as a fingerprint: the same on every machine, or the results are not."""
        ...


def in_order(tasks: Sequence[T], work: Work[T, R], address: str, jobs: int, lost: Callable[[T, str], R]) -> Iterator[R]:
    """What `work` makes of each task, in order. `address` is that of a running cluster, or LOCAL for one of `jobs` processes here.

    A task whose process dies is done again elsewhere; one that has ended several processes is `lost`. Raises InputError when there is
    no Ray, no such cluster, or other cards there.
    """
    ray = _connect(address, jobs)
    try:
        yield from _go(ray, tasks, work, lost)
    finally:
        ray.shutdown()


def check() -> None:
    """See that there is Ray. Raises InputError."""
    _ray()


def _ray() -> Any:
    # It would tell its makers of each run.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise InputError("--cluster needs Ray: pip install 'magistrate[cluster]'") from None
    return ray


def _connect(address: str, jobs: int) -> Any:
    ray = _ray()
    more: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    if address == LOCAL:  # nobody else is to reach it
        more.update(num_cpus=jobs, include_dashboard=False, object_store_memory=1 << 27, _node_ip_address="127.0.0.1")
    else:
        _knock(address)
    try:
        ray.init(address=address, **more)
    except (OSError, ValueError, RuntimeError) as problem:  # ConnectionError is an OSError
        raise InputError(f"cannot reach the cluster {address}: {str(problem).splitlines()[0]:.200}") from None
    return ray


def _knock(address: str) -> None:
    """See that somebody listens at an address, for which Ray would wait many minutes. Raises InputError."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if address == "auto":
        return
    if not host or not port.isdecimal():
        raise InputError(
            f"expected the cluster's address as HOST:PORT, ray://HOST:PORT, auto or local, not {address!r:.60}"
        )
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except (OSError, OverflowError) as problem:
        raise InputError(f"cannot reach the cluster {address}: {problem}") from None


class _Batches:
    """Tasks by number, as they are to be sent."""

    def __init__(self, count: int, processors: int) -> None:
        size = max(1, min(_BATCH, count // (processors * _WAITING)))
        self.waiting = deque(range(at, min(at + size, count)) for at in range(0, count, size))

    def one_by_one(self, batch: range) -> None:
        """Send the tasks of a batch again, each alone."""
        self.waiting.extendleft(range(number, number + 1) for number in reversed(batch))


def _go(ray: Any, tasks: Sequence[T], work: Work[T, R], lost: Callable[[T, str], R]) -> Iterator[R]:
    processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
    remote = ray.remote(num_cpus=1, max_retries=_RETRIES)(_do)
    shared, identity = ray.put(work), work.identity()
    batches = _Batches(len(tasks), processors)
    sent: dict[Any, range] = {}
    done: dict[int, R] = {}
    due = 0
    while due < len(tasks):
        while batches.waiting and len(sent) < processors * _WAITING:
            batch = batches.waiting.popleft()
            sent[remote.remote(shared, identity, [tasks[number] for number in batch])] = batch
        for reference in ray.wait(list(sent), num_returns=1)[0]:
            batch = sent.pop(reference)
            try:
                found: Sequence[R] | str = ray.get(reference)
            except ray.exceptions.RayTaskError as problem:
                raise MagistrateError(f"a worker of the cluster failed: {problem.cause!r:.300}") from None
            except ray.exceptions.RayError as problem:
                # The processes that had it are gone, and those that it was sent to again.
                if len(batch) > 1:
                    batches.one_by_one(batch)
                    continue
                why = f"the processes that played it ended ({type(problem).__name__})"
                found = [lost(tasks[batch[0]], why)]
            if isinstance(found, str):
                raise InputError(found)
            done.update(zip(batch, found, strict=True))
        while due in done:
            yield done.pop(due)
            due += 1


#: What this process has been found fit to work with.
_ready: set[str] = set()


def _do(work: Work[T, R], identity: str, tasks: Sequence[T]) -> list[R] | str:
    """What a worker does: all tasks of a batch, or it says in words why it cannot."""
    if identity not in _ready:
        if work.identity() != identity:
            return "a machine of the cluster has another version of the program or other cards"
        freeze()
        _ready.add(identity)
    return [work(task) for task in tasks]
