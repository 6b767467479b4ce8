"""Processes of this machine: as threads, but each with an interpreter of its own, and none the fall of the others."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from typing import Any, ClassVar

from simcards.counts import Counts
from simcards.errors import WorkersLost
from simcards.limits import MOST_THREADS, check_range
from simcards.playing import Run
from simcards.workers.ordered import WAIT_SECONDS, Task
from simcards.workers.orders import counts_in, order_of, play_order

MOST_RESTARTS = 3
"""New sets of processes without a block played between them; more of them would not help."""

SILENT = "ignore:resource_tracker:UserWarning"

Played = Future[bytes | None]


@dataclass(frozen=True)
class Processes:
    """So many processes of this machine."""

    count: int
    block: ClassVar[int] = 20_000

    def __post_init__(self) -> None:
        """Refuse a number out of its range."""
        check_range("--processes", self.count, 1, MOST_THREADS)

    @contextmanager
    def pool(self) -> Iterator[ProcessPool]:
        """Start the processes; at the end, running slices end and the rest is left."""
        pool = ProcessPool(self.count)
        try:
            yield pool
        finally:
            pool.close()


class Flag:
    """A byte that all processes see: one that dies while it reads holds up nobody, as it would with a lock."""

    def __init__(self) -> None:
        self.byte: Any = None

    def is_set(self) -> bool:
        """Return whether to end."""
        return bool(self.byte.value)


STOP = Flag()
"""In a worker, what tells it to end."""


def begin(byte: Any) -> None:
    """Make a new process a worker: Ctrl-C is for its parent, and when that ends, or wants no more, it ends at once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    STOP.byte = byte
    parent = multiprocessing.parent_process()

    def follow() -> None:
        while parent is not None and parent.is_alive() and not STOP.is_set():
            parent.join(WAIT_SECONDS)
        # Whatever it is at: compiling takes seconds.
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def play_here(order: str, first: int, games: int) -> bytes | None:
    """Play a task in a worker, until it is told to end."""
    return play_order(order, first, games, STOP)


def _track() -> None:
    """Start what clears up after killed processes, before `_held`, which that would end; it need not tell of it."""
    sys.warnoptions.append(SILENT)
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions.remove(SILENT)


@contextmanager
def _held() -> Iterator[None]:
    """Hold Ctrl-C up: processes that are started meanwhile never see it, not even before they have begun."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@dataclass
class ProcessPool:
    """Processes that are ready to play; when one is killed, all are started anew."""

    at_once: int
    _orders: dict[int, tuple[Run, str]] = field(default_factory=dict)
    """The text of each run by the run's identity; the run beside it, so that it keeps that."""
    _waiting: set[Played] = field(default_factory=set)
    """What the processes of now are to play."""
    _restarts: int = 0

    def __post_init__(self) -> None:
        """Start the processes."""
        self._context = multiprocessing.get_context("spawn")
        if hasattr(signal, "pthread_sigmask"):
            _track()
        self._byte = self._context.RawValue("b", 0)
        self._executor = self._new()

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.at_once, self._context, initializer=begin, initargs=(self._byte,))

    def submit(self, task: Task) -> Played:
        """Have a task played."""
        run, first, games = task
        if id(run) not in self._orders:
            self._orders[id(run)] = run, order_of(run)
        order = self._orders[id(run)][1]
        try:
            with _held():
                future = self._executor.submit(play_here, order, first, games)
        except BrokenExecutor:
            self._restart()
            return self.submit(task)
        self._waiting.add(future)
        return future

    def counts(self, task: Task, future: Played) -> tuple[Counts, ...] | None:
        """Return what a task has counted by rule set; None if its process was killed.

        Raises
        ------
        WorkersLost
            If processes are killed again and again.
        """
        try:
            packed = future.result()
        except BrokenExecutor:
            if future in self._waiting:
                self._restart()
            return None
        self._waiting.discard(future)
        self._restarts = 0
        return None if packed is None else counts_in(task[0], packed)

    def _restart(self) -> None:
        if self._restarts == MOST_RESTARTS:
            raise WorkersLost(
                "The processes end as soon as they are started; too little memory may be the cause, or a script of "
                "one's own without 'if __name__ == \"__main__\":'."
            )
        self._restarts += 1
        self._waiting.clear()
        self._executor.shutdown(wait=False)
        self._executor = self._new()

    def close(self) -> None:
        """Have the processes end at once; whoever is still starting ends as soon as it has started."""
        self._byte.value = 1
        self._executor.shutdown(wait=False, cancel_futures=True)
