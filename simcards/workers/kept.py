"""Tasks of which nothing that is kept is played again."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from simcards.counts import Counts
from simcards.packing import pack, unpack
from simcards.playing import Run, all_shapes, compile_first, counts_of, no_counts
from simcards.runs.kinds import Arrays, Kind
from simcards.runs.parts import Kinds, Parts, label_of
from simcards.runs.store import MOST
from simcards.workers.ordered import Task, Workers, play

All = tuple[Counts, ...]
"""Counts by rule set."""


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
        found = parts.get(self.label, kinds(games), partial(check_kept, run))
        self.done = 0 if found is None else int(found["done"])
        self.counts = None if found is None else counts_in(run, found)[0]
        if self.done < games:
            parts.work()

    def keep(
        self,
        _first: int,
        counts: Counts,
        done: int,
        *,
        now: bool = False,  # noqa: ARG002 (parts know)
        ended: bool = False,  # noqa: ARG002
    ) -> None:
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
        found = parts.get(label, kinds(games))
        return cls(task, label, 0 if found is None else int(found["done"]))

    def left(self, most: int) -> Iterator[Task]:
        """Yield the blocks that are still to be played."""
        run, first, games = self.task
        for at in range(first + self.done, first + games, most):
            yield run, at, min(most, first + games - at)

    def counts(self, parts: Parts) -> All:
        """Return what is kept."""
        run, _, games = self.task
        found = parts.get(self.label, kinds(games), partial(check_kept, run))
        return tuple(no_counts(run) for _ in run.rule_sets) if found is None else counts_in(run, found)


def run_label(run: Run) -> str:
    """Return the label of all that the counts of a run's games depend on."""
    return label_of(run.about(), [rules.options() for rules in run.rescored])


def kinds(games: int) -> Kinds:
    """Return the kinds of what `arrays_of` keeps of so many games."""
    return {"done": Kind(np.int64, (), 1, games), "counts": Kind(np.uint8, (None,), 0, 255)}


def check_kept(run: Run, found: Arrays) -> None:
    """Refuse packed counts that cannot be those of so many games as `found` tells.

    Raises
    ------
    InputError
        With what is wrong.
    """
    for counts in counts_in(run, found):
        for name, array in counts.arrays.items():
            Kind(np.int64, (None,) * array.ndim, 0, MOST).check(name, array)
        run.counting.check(counts, int(found["done"]))


def counts_in(run: Run, found: Arrays) -> All:
    """Return the counts that `arrays_of` keeps."""
    return counts_of(run, unpack(found["counts"].tobytes(), all_shapes(run)))


def arrays_of(run: Run, done: int, counts: All) -> Callable[[], Arrays]:
    """Return what makes the arrays that are kept of counts."""

    def make() -> Arrays:
        arrays = [np.array([each[name] for each in counts]) for name in run.counting.count_axes]
        return {"done": np.array(done), "counts": np.frombuffer(pack(arrays), np.uint8)}

    return make
