"""Tasks of which nothing that is kept is played again."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from simcards.counts import Counts
from simcards.errors import InputError
from simcards.packing import pack, unpack
from simcards.playing import Run, all_shapes, compile_first, counts_of, no_counts
from simcards.runs.folder import Arrays
from simcards.runs.parts import NOT_OURS, Parts, label_of
from simcards.workers.ordered import Task, Workers, play

All = tuple[Counts, ...]
"""Counts by rule set."""

KINDS = {"done": (np.dtype(np.int64), 0), "counts": (np.dtype(np.uint8), 1)}
"""What is kept of counts: types and dimensions."""


def play_kept(tasks: Iterable[Task], workers: Workers, parts: Parts) -> Generator[tuple[Task, All]]:
    """Yield each task with its counts by rule set, as `play` does, of tasks of any size.

    A task is played in blocks of the workers' own size, and what it has counted so far is kept in `parts`.

    Raises
    ------
    InputError
        If what is kept is not what a task has counted, or something cannot be kept.
    Unfinished
        If something would have to be played, but nothing is to be.
    """
    labels: dict[int, str] = {}
    wanted = [_Kept.of(task, parts, labels) for task in tasks]
    blocks = play((block for kept in wanted for block in kept.left(workers.block)), workers)
    begun = False
    try:
        for kept in wanted:
            run, _, games = kept.task
            done, counts = kept.done, kept.counts(parts)
            while done < games:
                if not begun:
                    parts.work()
                    compile_first(run)
                    begun = True
                (_, _, size), new = next(blocks)
                counts = tuple(total + more for total, more in zip(counts, new, strict=True))
                done += size
                parts.put(kept.label, arrays_of(run, done, counts))
            yield kept.task, counts
    finally:
        blocks.close()


class KeptCounts:
    """The counts of one run's games from the first on, as `simcards.runs.store.Store` keeps them, but among parts.

    Parameters
    ----------
    run, games
        What is counted, and how many games of it are wanted.
    parts
        Where it is kept.

    Raises
    ------
    InputError
        If what is kept is not what the run has counted.
    Unfinished
        If something would have to be played, but nothing is to be.
    """

    def __init__(self, run: Run, games: int, parts: Parts) -> None:
        self.run, self.parts = run, parts
        self.label = label_of(run_label(run), "games", games)
        found = parts.get(self.label)
        self.done = done_of(found, games)
        self.counts = None if found is None else counts_in(run, found)[0]
        if self.done < games:
            parts.work()

    def keep(self, _first: int, counts: Counts, done: int, *, now: bool = False) -> None:  # noqa: ARG002 (parts know)
        """Note that the first games are counted."""
        if done:
            self.done, self.counts = done, counts
            self.parts.put(self.label, arrays_of(self.run, done, (counts,)))


@dataclass(frozen=True)
class _Kept:
    """A task, and how many of its games are counted in what was kept when it was asked for."""

    task: Task
    label: str
    done: int

    @classmethod
    def of(cls, task: Task, parts: Parts, labels: dict[int, str]) -> _Kept:
        """Return a task with what is kept of it; `labels` are those of runs, by the runs' identities."""
        run, first, games = task
        if id(run) not in labels:
            labels[id(run)] = run_label(run)
        label = label_of(labels[id(run)], first, games)
        return cls(task, label, done_of(parts.get(label), games))

    def left(self, most: int) -> Iterator[Task]:
        """Yield the blocks that are still to be played."""
        run, first, games = self.task
        for at in range(first + self.done, first + games, most):
            yield run, at, min(most, first + games - at)

    def counts(self, parts: Parts) -> All:
        """Return what is kept."""
        run, found = self.task[0], parts.get(self.label)
        return tuple(no_counts(run) for _ in run.rule_sets) if found is None else counts_in(run, found)


def run_label(run: Run) -> str:
    """Return the label of all that the counts of a run's games depend on."""
    return label_of(run.about(), [rules.options() for rules in run.rescored])


def done_of(found: Arrays | None, games: int) -> int:
    """Return how many games are counted in what is kept of so many.

    Raises
    ------
    InputError
        If that is not what `arrays_of` makes.
    """
    if found is None:
        return 0
    kinds = {name: (array.dtype, array.ndim) for name, array in found.items()}
    if kinds != KINDS or not 0 < found["done"] <= games:
        raise InputError(NOT_OURS)
    return int(found["done"])


def counts_in(run: Run, found: Arrays) -> All:
    """Return the counts that `arrays_of` keeps."""
    return counts_of(run, unpack(found["counts"].tobytes(), all_shapes(run)))


def arrays_of(run: Run, done: int, counts: All) -> Callable[[], Arrays]:
    """Return what makes the arrays that are kept of counts."""

    def make() -> Arrays:
        arrays = [np.array([each[name] for each in counts]) for name in run.counting.count_axes]
        return {"done": np.array(done), "counts": np.frombuffer(pack(arrays), np.uint8)}

    return make
