"""A watch over decisions that take too long: it ends them from outside, wherever they are."""

from __future__ import annotations

import re
import signal
import threading
import time
from collections.abc import Iterable
from types import FrameType, TracebackType
from typing import Any

#: How long the game may take from an answer to the next decision, in seconds of this process's own time.
LIMIT = 10.0


def limit_for(agents: Iterable[str]) -> float:
    """The limit for games that these agents play: longer by what the budgets in their names let them think (a node is a tenth of a
    second at the most)."""
    most = 0.0
    for name in agents:
        for word, number in re.findall(r":(ms|nodes)=(\d+)", name):
            most = max(most, int(number) / 1000 if word == "ms" else int(number) / 10)
    return LIMIT + most


class TooLong(BaseException):
    """A decision took longer than the limit. Not an Exception: no handler on the way may take it for something else."""


class Watch:
    """Raises TooLong in the midst of what runs when `tick` has not been called for `limit` seconds.

    Time is the processor's, not the wall's: a machine that is busy with other things is no hang. Where the
    system has no such timer, or outside the main thread, the time is only looked at afterwards, in `tick`.

    >>> with Watch(10) as watch:
    ...     watch.tick()
    """

    def __init__(self, limit: float = LIMIT) -> None:
        self.limit = limit
        self._ticks = 0
        self._seen = -1
        self._quiet = 0.0
        self._began = 0.0
        self._every = min(1.0, limit / 4)
        self._timer = hasattr(signal, "SIGPROF") and threading.current_thread() is threading.main_thread()
        self._before: Any = None

    def __enter__(self) -> Watch:
        if self._timer:
            self._before = signal.signal(signal.SIGPROF, self._look)
            signal.setitimer(signal.ITIMER_PROF, self._every, self._every)
        self._began = time.process_time()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer:
            signal.setitimer(signal.ITIMER_PROF, 0.0)
            signal.signal(signal.SIGPROF, self._before)

    def tick(self) -> None:
        """A decision has been reached."""
        self._ticks += 1
        if not self._timer:
            now = time.process_time()
            if now - self._began > self.limit:
                raise TooLong
            self._began = now

    def _look(self, number: int, frame: FrameType | None) -> None:
        if self._ticks != self._seen:
            self._seen = self._ticks
            self._quiet = 0.0
            return
        self._quiet += self._every
        if self._quiet >= self.limit:
            self._quiet = 0.0
            raise TooLong
