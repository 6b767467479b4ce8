"""Rule sets played on the same games, batch by batch: a batch counts once every rule set has played it.

Rule sets that differ only in what a hand pays are played together: each hand once, counted under all of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from simcards.answers.batches import batch_sizes
from simcards.answers.pairing import numbers
from simcards.counts import Counts
from simcards.errors import WorkersLost
from simcards.game import Figure
from simcards.playing import Run, no_counts
from simcards.rules import GameRules
from simcards.runs.parts import NOT_KEPT, Parts
from simcards.simulation import Progress
from simcards.workers.kept import play_kept
from simcards.workers.ordered import Task, Workers

MOST_TOGETHER = 64
"""Rule sets that are counted on one hand; each takes memory of its own in every thread."""


@dataclass(frozen=True)
class Played:
    """What all rule sets have played: games 0 to `games - 1`."""

    games: int
    totals: tuple[Counts, ...]
    """Counts by run and, within it, by rule set."""
    batches: tuple[tuple[NDArray[np.float64], ...], ...]
    """By batch and rule set: a line (n, total, squares) a figure."""
    interrupted: bool = False
    lost: str = ""
    """How the workers were lost, if they were."""


def play_together(rule_sets: Sequence[GameRules], run_of: Callable[[GameRules], Run]) -> tuple[list[Run], list[int]]:
    """Return the runs that play all rule sets, and the place of each rule set among their counts.

    Parameters
    ----------
    rule_sets
        All different.
    run_of
        Returns the run that plays one rule set alone.
    """
    together: dict[str, list[list[int]]] = {}
    for place, rules in enumerate(rule_sets):
        rescored = run_of(rules).counting.rescored
        played = {option: value for option, value in rules.options().items() if option not in rescored}
        parts = together.setdefault(json.dumps(played, sort_keys=True), [[]])
        if len(parts[-1]) == MOST_TOGETHER:
            parts.append([])
        parts[-1].append(place)
    groups = [part for parts in together.values() for part in parts]
    order = [place for group in groups for place in group]
    runs = []
    for first, *others in groups:
        alone = run_of(rule_sets[first])
        rescored_sets = tuple(rule_sets[place] for place in others)
        runs.append(Run(alone.game, alone.rules, alone.policies, alone.seed, rescored_sets))
    return runs, [order.index(place) for place in range(len(rule_sets))]


def play_rounds(
    runs: Sequence[Run], games: int, workers: Workers, progress: Progress | None = None, parts: Parts = NOT_KEPT
) -> Played:
    """Play the same games under all runs, and keep each figure's sums batch by batch, and in `parts` the counts.

    After Ctrl-C, or if the workers are lost, the batches that all have played; before the first of them it is raised.
    """
    played = Played(0, tuple(none for run in runs for none in [no_counts(run)] * len(run.rule_sets)), ())
    sizes = batch_sizes(games)
    counted = play_kept(_tasks(runs, sizes), workers, parts)
    try:
        for number, size in enumerate(sizes):
            batch: list[Counts] = []
            for turn in range(1, len(runs) + 1):
                batch += next(counted)[1]
                if progress is not None:
                    progress((number * len(runs) + turn) * games // len(sizes), games * len(runs))
            played = _with_batch(played, runs, batch, size)
    except (KeyboardInterrupt, WorkersLost) as ended:
        if not played.games:
            raise
        return replace(played, interrupted=True, lost=str(ended) if isinstance(ended, WorkersLost) else "")
    finally:
        counted.close()
    return played


def _tasks(runs: Sequence[Run], sizes: Sequence[int]) -> Iterator[Task]:
    first = 0
    for size in sizes:
        for run in runs:
            yield run, first, size
        first += size


def _with_batch(played: Played, runs: Sequence[Run], batch: Sequence[Counts], size: int) -> Played:
    engine = runs[0].engine
    sums = tuple(np.array([numbers(moments) for moments in engine.figures(counts).values()]) for counts in batch)
    totals = tuple(total + counts for total, counts in zip(played.totals, batch, strict=True))
    return Played(played.games + size, totals, (*played.batches, sums))


def figures_of(played: Played, place: int, runs: Sequence[Run]) -> Mapping[Figure, NDArray[np.float64]]:
    """Return by figure the sums (n, total, squares) of each batch of the rule set at `place` among the counts."""
    names = runs[0].engine.figures(played.totals[place])
    lines = np.array([batch[place] for batch in played.batches])
    return {figure: lines[:, i] for i, figure in enumerate(names)}
