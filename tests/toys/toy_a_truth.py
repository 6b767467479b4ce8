"""What toy A is worth to the first player, exactly: points summed over all deals."""

from __future__ import annotations

import functools
import itertools

import numpy as np
from numpy.typing import NDArray

from tests.toys.toy_a import LIMIT, SHAPE, TURNS, Population, deals, population, unpack

CELLS = list(itertools.product(range(1, LIMIT + 1), range(1, TURNS + 1)))
"""(deadwood, turn) of a chart that decides anything."""

CHARTS = 1 << len(CELLS)


def chart_of(number: int) -> NDArray[np.float64]:
    """Return the chart of a number from 0 to CHARTS - 1, whose bits are its cells, the same for both players."""
    chart = np.zeros(SHAPE)
    chart[:, 0] = 1
    for bit, (row, turn) in enumerate(CELLS):
        chart[:, row, turn] = number >> bit & 1
    return chart


def chart_totals(toy: Population, others: NDArray[np.float64], seat: int = 0) -> NDArray[np.float64]:
    """Return what each of the charts is worth to the player at `seat` if the other plays `others`."""
    stops = {cell: (np.arange(CHARTS) >> bit & 1) == 1 for bit, cell in enumerate(CELLS)}
    totals, end = np.zeros(CHARTS), 0
    for length, times in zip(toy.points.lengths, toy.counts, strict=True):
        worth, start, end = np.zeros(CHARTS), end, end + int(length)
        for i in reversed(range(start, end)):
            player, row, turn = int(toy.points.player[i]), int(toy.points.row[i]), int(toy.points.turn[i])
            value = float(toy.points.value[i, seat])
            if toy.points.forced[i]:
                worth = np.full(CHARTS, value)
            elif player == seat:
                worth = np.where(stops[row, turn], value, worth)
            else:
                chance = others[player, row, turn]
                worth = chance * value + (1 - chance) * worth
        totals += times * worth
    return totals


@functools.cache
def against_knock_at_once() -> NDArray[np.float64]:
    """Return the total of each of the charts against a player who knocks at once."""
    return chart_totals(population(), np.ones(SHAPE))


def knock_at_once() -> int:
    """Return the first player's total if he knocks at once."""
    return round(float(against_knock_at_once()[-1]))


def gin_only() -> int:
    """Return the first player's total if he waits for gin."""
    return round(float(against_knock_at_once()[0]))


def best_chart() -> int:
    """Return the total of the best of the charts."""
    return round(float(against_knock_at_once().max()))


def knowing_all_cards() -> int:
    """Return the total of one who knows all cards."""
    toy = population()
    own, value = unpack(toy.packed)
    worth = np.zeros(len(own), np.int64)
    for turn in reversed(range(2 * TURNS)):
        free = (turn % 2 == 0) & (own[:, turn] > 0)
        worth = np.where(own[:, turn] < 0, worth, np.where(free, np.maximum(value[:, turn], worth), value[:, turn]))
    return int(worth @ toy.counts)


@functools.cache
def best_by_full_history() -> int:
    """Return the total of the best reply that remembers all it has seen; backward over turns, seen by seen."""
    return sum(best_with_a_hand(paths, histories) for paths, histories in deals())


def best_with_a_hand(paths: NDArray[np.int64], histories: NDArray[np.int64]) -> int:
    """Return the part of `best_by_full_history` of the deals that give the first player one hand."""
    kinds, kind = np.unique(paths, return_inverse=True)
    own, value = unpack(kinds)
    ended = np.logical_or.accumulate((own >= 0) & (np.arange(2 * TURNS) % 2 == 1), axis=1)
    worth = np.zeros(len(paths), np.int64)
    for turn in reversed(range(2 * TURNS)):
        ends = (own[:, turn] == 0) if turn % 2 == 0 else (own[:, turn] >= 0)
        now = value[kind, turn]
        worth = np.where(ends[kind], now, worth)
        if turn % 2 == 0:
            free = np.flatnonzero(((own[:, turn] > 0) & ~ended[:, turn])[kind])
            _, seen = np.unique(histories[free, turn // 2], return_inverse=True)
            gain = np.bincount(seen, weights=now[free] - worth[free])
            worth[free] = np.where(gain[seen] > 0, now[free], worth[free])
    return int(worth.sum())
