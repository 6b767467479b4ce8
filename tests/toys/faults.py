"""Mistakes that an estimator of stopping values can make, to be planted in tests that must then fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards.answers.paths import Paths
from simcards.answers.stopping import values
from simcards.stats import Z
from tests.naive import stopping as naive
from tests.toys.toy_a import DEALS, LIMIT, SHAPE, TURNS, played, points_of, population, shuffled

MOST = 11
"""No knock but gin scores more net points either way."""

LEAKY_SHAPE = (2, 1 + LIMIT * (2 * MOST + 1), SHAPE[2])

KINDS, COLUMNS = 126, 25
HISTORY_SHAPE = (2, 1 + KINDS, 1 + COLUMNS * TURNS)


def payoff_as_regressor(paths: Paths) -> Paths:
    """Return paths whose rows tell, beside the deadwood, what a knock would score: the hidden outcome."""
    told = 1 + (paths.row.astype(np.int64) - 1) * (2 * MOST + 1) + MOST + paths.value[:, 0]
    return paths._replace(row=np.where(paths.row > 0, told, 0).astype(np.int16))


def by_history(rng: np.random.Generator, hands: int) -> Paths:
    """Return random deals whose charts are by all that the first player has seen: far more cells than deals.

    Histories are spread over 126 × 25 cells a turn by remainders. That is no mistake yet: the value on fresh deals is
    what such a chart is worth.
    """
    packed, histories = played(shuffled(rng, hands))
    paths = points_of(packed)
    hand = np.repeat(np.arange(hands), paths.lengths)
    seen = histories[hand, paths.turn - 1] % (KINDS * COLUMNS - 1)
    asks = (paths.player == 0) & (paths.row > 0)
    row = np.where(asks, 1 + seen // COLUMNS, paths.row)
    turn = np.where(asks, 1 + COLUMNS * (paths.turn - 1) + seen % COLUMNS, paths.turn)
    return paths._replace(row=row.astype(np.int16), turn=turn.astype(np.int16))


def unpaired(rng: np.random.Generator) -> Callable[..., NDArray[np.float64]]:
    """Return `values` with the hands in an order of its own each time, so that differences are between strangers."""

    def shuffled(*args: Any) -> NDArray[np.float64]:
        return rng.permutation(values(*args))

    return shuffled


def d_taken_apart(repeats: int, hands: int, seed: int) -> tuple[int, int]:
    """Return how many intervals of D hold the truth, and of how many, if both its parts count as independent.

    Of the cells that are reached by one hand in a hundred or more when both knock at once.
    """
    toy, rng = population(), np.random.default_rng(seed)
    always = np.ones(SHAPE)
    table: dict[tuple[int, int], NDArray[np.float64]] = {}
    for number, points in enumerate(naive.hands(toy.points)):
        for cell, there in naive.visits(points, always, always, (0,)).items():
            table.setdefault(cell, np.full((len(toy.counts), 2), np.nan))[number] = there[0].now, there[0].later
    held = intervals = 0
    for (row, _), parts in table.items():
        reached = ~np.isnan(parts[:, 0])
        if row == 0 or toy.counts[reached].sum() < DEALS / 100:
            continue
        now, later = (np.average(parts[reached, part], weights=toy.counts[reached]) for part in range(2))
        for _ in range(repeats):
            drawn = parts[toy.draw(rng, hands)]
            drawn = drawn[~np.isnan(drawn[:, 0])]
            error = np.sqrt((drawn.var(axis=0, ddof=1) / len(drawn)).sum())
            held += bool(abs(drawn[:, 0].mean() - drawn[:, 1].mean() - (now - later)) <= Z * error)
            intervals += 1
    return held, intervals
