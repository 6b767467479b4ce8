"""Threads of this process: what plays where nothing else is said. Kernels run without the interpreter's lock."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

from simcards.counts import Counts
from simcards.errors import InputError, shorten
from simcards.limits import MOST_THREADS, check_range, processors
from simcards.playing import play_block
from simcards.workers.ordered import Task, Workers

Played = Future[tuple[Counts, ...] | None]


@dataclass(frozen=True)
class Threads:
    """So many threads of this process."""

    count: int
    block: ClassVar[int] = 20_000

    def __post_init__(self) -> None:
        """Refuse a number out of its range."""
        check_range("--threads", self.count, 1, MOST_THREADS)

    @contextmanager
    def pool(self) -> Iterator[ThreadPool]:
        """Start the threads; at the end, running slices end and the rest is left."""
        stop = threading.Event()
        with ThreadPoolExecutor(self.count) as executor:
            try:
                yield ThreadPool(self.count, executor, stop)
            finally:
                stop.set()


@dataclass(frozen=True)
class ThreadPool:
    """Threads that are ready to play."""

    at_once: int
    executor: ThreadPoolExecutor
    stop: threading.Event

    def submit(self, task: Task) -> Played:
        """Have a task played."""
        return self.executor.submit(play_block, *task, self.stop)

    def counts(self, task: Task, future: Played) -> tuple[Counts, ...] | None:  # noqa: ARG002 (the future has it all)
        """Return what a task has counted by rule set."""
        return future.result()


def chosen_workers(threads: int | None, workers: Workers | None) -> Workers:
    """Return who plays: `workers`, or so many threads; where neither is said, a thread a processor.

    Raises
    ------
    InputError
        If both are said, or `workers` are none.
    """
    if workers is None:
        return Threads(processors() if threads is None else threads)
    if threads is not None:
        raise InputError("threads and workers were both given; allowed: one of the two.")
    if not hasattr(workers, "pool"):
        raise InputError(f"workers was given {shorten(workers)}; allowed: Threads, Processes or Cluster of simcards.")
    return workers
