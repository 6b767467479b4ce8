"""Blocks given out to workers, and their counts taken back in order, each once, however they come in.

A way to play is a `Workers`; opened, it is a `Pool`, which takes tasks and gives a future for each. All the rest is
here and the same for all: how many tasks are out at a time, in which order counts are handed over, what becomes of
tasks whose worker is gone, how soon Ctrl-C is seen.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

from simcards.counts import Counts
from simcards.playing import Run

Task: TypeAlias = tuple[Run, int, int]
"""What to play, the first game, games."""

WINDOW = 3
"""Tasks that are out, or wait for an earlier one, for each that can be played at a time."""

WAIT_SECONDS = 0.1
"""A wait ends so often, that Ctrl-C be seen at once on every system."""


class Future(Protocol):
    """A result to come, as `concurrent.futures` and Dask have it."""

    def add_done_callback(self, fn: Callable[[Any], object], /) -> object:
        """Have `fn` called, in any thread, when the result is there."""


class Pool(Protocol):
    """Workers that are ready to play."""

    @property
    def at_once(self) -> int:
        """How many tasks are played at a time."""

    def submit(self, task: Task) -> Future:
        """Have a task played."""

    def counts(self, task: Task, future: Any) -> tuple[Counts, ...] | None:
        """Return what a task has counted by rule set; None if its worker was lost and it is to be submitted again.

        Raises
        ------
        WorkersLost
            If that happened too often, or no worker is left.
        """


class Workers(Protocol):
    """A way to play."""

    @property
    def block(self) -> int:
        """Games that are best counted together: enough that giving them out costs little."""

    def pool(self) -> AbstractContextManager[Pool]:
        """Start the workers; at the end what they are playing is left, and they are gone."""


def play(tasks: Iterator[Task], workers: Workers) -> Generator[tuple[Task, tuple[Counts, ...]]]:
    """Yield each task with its counts by rule set, in the order of the tasks.

    Tasks are played in any order; one that is played twice is counted once. When the caller closes the iterator, or an
    error or Ctrl-C passes through it, what is being played is left.
    """
    arrived: queue.SimpleQueue[tuple[int, Future]] = queue.SimpleQueue()
    out: dict[int, Task] = {}
    ready: dict[int, tuple[Task, tuple[Counts, ...]]] = {}
    sent = turn = 0
    with workers.pool() as pool:

        def send(number: int) -> None:
            pool.submit(out[number]).add_done_callback(lambda future: arrived.put((number, future)))

        while True:
            while sent - turn < WINDOW * pool.at_once and (task := next(tasks, None)) is not None:
                out[sent] = task
                send(sent)
                sent += 1
            if turn == sent:
                return
            while turn not in ready:
                number, future = _next(arrived)
                if number not in out:  # played twice
                    continue
                counts = pool.counts(out[number], future)
                if counts is None:
                    send(number)
                else:
                    ready[number] = out.pop(number), counts
            yield ready.pop(turn)
            turn += 1


def _next(arrived: queue.SimpleQueue[tuple[int, Future]]) -> tuple[int, Future]:
    while True:
        try:
            return arrived.get(timeout=WAIT_SECONDS)
        except queue.Empty:
            continue
