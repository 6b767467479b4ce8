"""The stopping engine: best replies, equilibria, and what stopping is worth in each cell, from stored paths.

A chart is fitted on one set of paths and everything that is told about it comes from others: fitted to a thousand hands
a chart looks far better on them than it is. D, what stopping is worth less what going on is worth, is taken within the
same hand, and no outcome that was hidden at the decision is ever used to predict.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from simcards.answers.paths import Paths
from simcards.kernels import stopping as kernels
from simcards.stats import Estimate, nothing, simultaneous_z

Chart = NDArray[np.float64]
"""Chance to stop, (players, rows, turns)."""

Seats = tuple[int, ...]
"""Positions in which the one who asks sits, counted from 0; each is a seating of its own of every hand."""

LONGEST_PATH = 256
FIT_ROUNDS = 30
"""Rounds of improvement after which a fit ends at the latest; it mostly settles within ten."""

EQUILIBRIUM_ROUNDS = 30
POSITION_ROUNDS = 60
"""Rounds towards an equilibrium: of one chart for all positions, and of one each, which takes longer to settle."""

EQUILIBRIUM_HANDS = 250_000
"""Hands, at least, that an equilibrium is sought on: it takes many rounds and little precision."""

EITHER = 0.1
"""Points: where the whole interval of D lies within this of 0, it does not matter what one does."""

FEWEST_VISITS = 100
"""With fewer visits a normal interval is no guide, and the cell is undecided; with 30 the intervals of all cells held
together in 92 % of samples of a game whose truth is known, with 100 in 95 % and more."""


@dataclass(frozen=True)
class Cells:
    """Sums over visits, cell by cell (see `simcards.kernels.stopping`)."""

    sums: NDArray[np.float64]
    hands: int

    @property
    def visits(self) -> NDArray[np.int64]:
        """Visits, (rows, turns)."""
        return self.sums[..., kernels.VISITS].astype(np.int64)

    @property
    def mean(self) -> NDArray[np.float64]:
        """Mean of D by cell; 0 where nobody got."""
        weight = self.sums[..., kernels.WEIGHT]
        return np.divide(self.sums[..., kernels.SUM], weight, out=np.zeros_like(weight), where=weight > 0)

    @property
    def se(self) -> NDArray[np.float64]:
        """Standard error of `mean`: a ratio of sums over deals, linearised (Cochran, Sampling Techniques, 6.4)."""
        weight, mean = self.sums[..., kernels.WEIGHT], self.mean
        spread = (
            self.sums[..., kernels.SQUARES]
            - 2 * mean * self.sums[..., kernels.CROSS]
            + mean * mean * self.sums[..., kernels.WEIGHT_SQUARES]
        )
        return np.sqrt(np.divide(np.maximum(spread, 0), weight**2, out=np.zeros_like(weight), where=weight > 0))

    def frequency(self, seatings: int) -> NDArray[np.float64]:
        """Return how often one gets to a cell, in visits a hand and seating."""
        return np.asarray(self.sums[..., kernels.WEIGHT] / (self.hands * seatings))


def combine(own: Chart, others: Chart, seat: int) -> Chart:
    """Return the chart by which a hand is played when the one who asks sits at `seat`."""
    chart = others.copy()
    chart[seat] = own[seat]
    return chart


def visit(paths: Paths, own: Chart, others: Chart, seats: Seats) -> NDArray[np.float64]:
    """Return the sums of `Cells` over a block of paths."""
    players, rows, turns = own.shape
    asking = np.zeros(players, np.int8)
    asking[list(seats)] = 1
    cells = np.zeros((rows, turns, 6))
    going_on, seen = np.zeros(LONGEST_PATH), np.zeros((players, turns, 3))
    kernels.visit_cells(*paths, own, others, asking, going_on, seen, cells)
    return cells


def values(paths: Paths, own: Chart, others: Chart, seats: Seats) -> NDArray[np.float64]:
    """Return what each hand of a block is worth to the one who asks, the mean over seatings."""
    out = np.zeros((paths.hands, own.shape[0]))
    total = np.zeros(paths.hands)
    for seat in seats:
        kernels.hand_values(*paths, combine(own, others, seat), out)
        total += out[:, seat]
    return total / len(seats)


def compile_first(chart: Chart, seats: Seats) -> None:
    """Compile in this thread, if nothing has yet, what others are to run: Ctrl-C cannot end one that compiles."""
    byte = np.zeros(0, np.int8)
    none = Paths(np.zeros(0, np.uint8), byte, byte, byte, byte, np.zeros((0, chart.shape[0]), np.int32))
    visit(none, chart, chart, seats)
    values(none, chart, chart, seats)


class Fit:
    """A set of scored paths to fit charts on, block by block on threads; sums are taken in order.

    As a context manager it ends its threads, dropping what waits for them if Ctrl-C comes.
    """

    def __init__(self, blocks: Sequence[Paths], shape: tuple[int, int, int], threads: int) -> None:
        self.blocks = blocks
        self.shape = shape
        self.hands = sum(paths.hands for paths in blocks)
        self._pool = ThreadPoolExecutor(threads)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def part(self, hands: int) -> Fit:
        """Return the first blocks, as many as have `hands` hands, on the same threads."""
        ends = np.cumsum([paths.hands for paths in self.blocks])
        few = copy(self)
        few.blocks = self.blocks[: int(np.searchsorted(ends, hands)) + 1]
        few.hands = sum(paths.hands for paths in few.blocks)
        return few

    def cells(self, own: Chart, others: Chart, seats: Seats) -> Cells:
        """Return the cells' sums when the one who asks plays `own` at `seats` and the others play `others`."""
        sums = self._pool.map(lambda paths: visit(paths, own, others, seats), self.blocks)
        return Cells(np.add.reduce(list(sums)), self.hands)

    def value(self, own: Chart, others: Chart, seats: Seats) -> float:
        """Return the mean of what a hand is worth on these very hands: a chart fitted on them looks too good."""
        sums = self._pool.map(lambda paths: float(values(paths, own, others, seats).sum()), self.blocks)
        return sum(sums) / self.hands

    def best_reply(self, others: Chart, seats: Seats) -> Chart:
        """Return the best chart found, the same for all `seats`, against `others`.

        From stopping everywhere on, each round takes in every cell what is better there given the rest of the chart,
        until nothing changes or a chart comes back; the chart that did best on these hands is returned.
        """
        own, best, best_value = np.ones(self.shape), np.ones(self.shape), -np.inf
        seen: set[bytes] = set()
        for _ in range(FIT_ROUNDS):
            value = self.value(own, others, seats)
            if value > best_value:
                best, best_value = own, value
            seen.add(own.tobytes())
            own = improved(own, self.cells(own, others, seats), step=1.0)
            if own.tobytes() in seen:
                break
        return best

    def equilibrium(self, seats: Seats, report: Callable[[int, int], None]) -> Chart:
        """Return a chart (mixed in some cells) against which, when all play it, no chart does much better.

        Fictitious play, cell by cell: each round every chart moves a step of 1.5 / round^0.75 towards what would have
        been better in each cell. With all of `seats` together everybody has one chart; asked for one position, each
        position has its own. How far from an equilibrium it is has to be measured on fresh hands.
        """
        chart = np.full(self.shape, 0.5)
        few = self.part(EQUILIBRIUM_HANDS)
        groups = [seats] if len(seats) == self.shape[0] else [(seat,) for seat in range(self.shape[0])]
        rounds = EQUILIBRIUM_ROUNDS if len(groups) == 1 else POSITION_ROUNDS
        for done in range(rounds):
            step = min(1.0, 1.5 / (done + 1) ** 0.75)
            moved = chart.copy()
            for group in groups:
                better = improved(chart, few.cells(chart, chart, group), step)
                moved[list(group)] = better[list(group)]
            chart = moved
            report(done + 1, rounds)
        return chart


def improved(chart: Chart, cells: Cells, step: float) -> Chart:
    """Return the chart moved, where it was visited, towards stopping if D is above 0, else towards going on."""
    wanted = (cells.mean > 0).astype(np.float64)
    reached = cells.sums[..., kernels.WEIGHT] > 0
    return np.where(reached, chart + step * (wanted - chart), chart)


@dataclass(frozen=True)
class Verdict:
    """What a cell says."""

    row: int
    turn: int
    cell: str
    p_stop: float
    d: Estimate
    frequency: float

    @property
    def cost(self) -> float:
        """What a mistake in this cell costs, in points a hand: |D| times how often one is there."""
        return abs(self.d.estimate or 0.0) * self.frequency


def verdicts(cells: Cells, chart: Chart, seats: Seats, verb: str) -> list[Verdict]:
    """Return the verdict on every cell that was visited: `verb`, wait, either or undecided.

    The intervals hold at 95 % for all cells together (Bonferroni). In row 0 the hand ends whatever one wants: there is
    nothing to compare.
    """
    visits, mean, se, frequency = cells.visits, cells.mean, cells.se, cells.frequency(len(seats))
    places = [(int(row), int(turn)) for row, turn in np.argwhere(visits > 0)]
    z = simultaneous_z(sum(row > 0 for row, _ in places))
    found = []
    for row, turn in places:
        if row == 0:
            often = float(frequency[row, turn])
            found.append(Verdict(row, turn, verb, 1.0, nothing(int(visits[row, turn])), often))
            continue
        d, error, n = float(mean[row, turn]), float(se[row, turn]), int(visits[row, turn])
        low, high = d - z * error, d + z * error
        found.append(
            Verdict(
                row,
                turn,
                _verdict(low, high, n, verb),
                float(chart[seats[0], row, turn]),
                Estimate(d, error, low, high, n),
                float(frequency[row, turn]),
            )
        )
    return found


def _verdict(low: float, high: float, visits: int, verb: str) -> str:
    if visits < FEWEST_VISITS:
        return "undecided"
    if low >= -EITHER and high <= EITHER:
        return "either"
    return verb if low > 0 else "wait" if high < 0 else "undecided"


def decide(chart: Chart, found: Sequence[Verdict], seats: Seats) -> Chart:
    """Return the chart with what fresh hands say of its cells; an undecided cell plays the sign of its estimate."""
    decided = chart.copy()
    for verdict in found:
        if verdict.row == 0:
            continue
        decided[list(seats), verdict.row, verdict.turn] = float((verdict.d.estimate or 0.0) > 0)
    return decided
