"""The stopping kernels once more, hand by hand and point by point."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcards.answers.paths import Paths

Chart = NDArray[np.float64]


class Point(NamedTuple):
    """A chance to stop."""

    player: int
    row: int
    turn: int
    forced: bool
    value: tuple[int, ...]


class Visit(NamedTuple):
    """One seating's visit of a cell: how likely it is, what stopping is worth there, and what going on is worth."""

    weight: float
    now: float
    later: float


def hands(paths: Paths) -> Iterator[list[Point]]:
    """Yield the points of each hand."""
    columns = zip(paths.player, paths.row, paths.turn, paths.forced, paths.value.tolist(), strict=True)
    points = [Point(int(p), int(r), int(t), bool(f), tuple(v)) for p, r, t, f, v in columns]
    at = 0
    for length in paths.lengths.tolist():
        yield points[at : at + length]
        at += length
    assert at == len(points)


def stop_chance(point: Point, chart: Chart) -> float:
    """Return how likely it is that the hand ends at a point that it reaches."""
    return 1.0 if point.forced else float(chart[point.player, point.row, point.turn])


def worth(points: Sequence[Point], chart: Chart, seat: int) -> float:
    """Return what the rest of a hand is worth to a seat."""
    if not points:
        return 0.0
    stop = stop_chance(points[0], chart)
    return stop * points[0].value[seat] + (1 - stop) * worth(points[1:], chart, seat)


def seated(own: Chart, others: Chart, seat: int) -> Chart:
    """Return how all play when the one who asks sits at `seat`."""
    return np.stack([(own if player == seat else others)[player] for player in range(len(own))])


def visits(
    points: Sequence[Point], own: Chart, others: Chart, seats: Sequence[int]
) -> dict[tuple[int, int], list[Visit]]:
    """Return the visits of a hand, of all seatings, by (row, turn)."""
    found = defaultdict(list)
    for seat in seats:
        chart = seated(own, others, seat)
        weight = 1.0
        for i, point in enumerate(points):
            if point.player == seat and weight > 0:
                now = float(point.value[seat])
                later = now if point.forced else worth(points[i + 1 :], chart, seat)
                found[point.row, point.turn].append(Visit(weight, now, later))
            weight *= 1 - stop_chance(point, chart)
    return found


def cell_sums(paths: Paths, own: Chart, others: Chart, seats: Sequence[int]) -> NDArray[np.float64]:
    """Return the sums over hands of a hand's totals of a cell.

    They are visits, w, w D, (w D)², w D × w and w², and with V, what stopping is worth, w V, (w V)² and w V × w.
    """
    cells = np.zeros((*own.shape[1:], 9))
    for points in hands(paths):
        for cell, there in visits(points, own, others, seats).items():
            w = sum(visit.weight for visit in there)
            wd = sum(visit.weight * (visit.now - visit.later) for visit in there)
            wv = sum(visit.weight * visit.now for visit in there)
            cells[cell] += [len(there), w, wd, wd * wd, wd * w, w * w, wv, wv * wv, wv * w]
    return cells


def hand_values(paths: Paths, own: Chart, others: Chart, seats: Sequence[int]) -> list[float]:
    """Return what each hand is worth to the one who asks, the mean over seatings."""
    return [
        sum(worth(points, seated(own, others, seat), seat) for seat in seats) / len(seats) for points in hands(paths)
    ]
