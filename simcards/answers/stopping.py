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
from simcards.errors import InputError, shorten
from simcards.game import StoppingQuestion
from simcards.kernels import stopping as kernels
from simcards.runs.kinds import Kind
from simcards.stats import Estimate, nothing, simultaneous_z

Chart = NDArray[np.float64]
"""Chance to stop, (players, rows, turns)."""

Seats = tuple[int, ...]
"""Positions in which the one who asks sits, counted from 0; each is a seating of its own of every hand."""

LONGEST_PATH = 1024
FIT_ROUNDS = 30
"""Rounds of improvement after which a fit ends at the latest; it mostly settles within ten."""

EQUILIBRIUM_ROUNDS = 30
POSITION_ROUNDS = 60
"""Rounds towards an equilibrium: of one chart for all positions, and of one each, which takes longer to settle."""

EQUILIBRIUM_HANDS = 250_000
"""Hands, at least, that an equilibrium is sought on: it takes many rounds and little precision."""

MOST_VALUE = 2.0**32
"""More than stopping a hand is worth above going on: values have 32 bits."""

CELL_POWERS = 1, 2, 1, 1, 1, 2, 1
"""Powers of a value, at most, in the sums of a cell from SUM on."""

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
        return self._mean(kernels.SUM)

    @property
    def se(self) -> NDArray[np.float64]:
        """Standard error of `mean`: a ratio of sums over deals, linearised (Cochran, Sampling Techniques, 6.4)."""
        return self._se(self.mean, kernels.SQUARES, kernels.CROSS)

    @property
    def now(self) -> NDArray[np.float64]:
        """Mean by cell of what stopping there is worth; 0 where nobody got."""
        return self._mean(kernels.NOW)

    @property
    def now_se(self) -> NDArray[np.float64]:
        """Standard error of `now`."""
        return self._se(self.now, kernels.NOW_SQUARES, kernels.NOW_CROSS)

    def _mean(self, total: int) -> NDArray[np.float64]:
        weight = self.sums[..., kernels.WEIGHT]
        return np.divide(self.sums[..., total], weight, out=np.zeros_like(weight), where=weight > 0)

    def _se(self, mean: NDArray[np.float64], squares: int, cross: int) -> NDArray[np.float64]:
        weight = self.sums[..., kernels.WEIGHT]
        spread = (
            self.sums[..., squares]
            - 2 * mean * self.sums[..., cross]
            + mean * mean * self.sums[..., kernels.WEIGHT_SQUARES]
        )
        # The square of a weight that is next to nothing is nothing.
        return np.sqrt(np.divide(np.maximum(spread, 0), weight**2, out=np.zeros_like(weight), where=weight**2 > 0))

    def frequency(self, seatings: int) -> NDArray[np.float64]:
        """Return how often one gets to a cell, in visits a hand and seating."""
        return np.asarray(self.sums[..., kernels.WEIGHT] / (self.hands * seatings))


def sums_kind(shape: tuple[int, ...], hands: int, players: int) -> Kind:
    """Return what sums over hands of values, or of their squares, have to be."""
    most = hands * (players * MOST_VALUE) ** 2
    return Kind(np.float64, shape, -most, most)


def check_cells(sums: NDArray[np.float64], hands: int, players: int) -> None:
    """Refuse sums that cannot be those of `Cells`: one is worth no more than its weight allows.

    Raises
    ------
    InputError
        With the first cell that is wrong.
    """
    visits, weight = sums[..., kernels.VISITS], sums[..., kernels.WEIGHT]
    # Twice as much as there can be, for what rounding adds up to over many hands.
    most = 2 * weight[..., None] * np.array([(players * MOST_VALUE) ** power for power in CELL_POWERS])
    wrong = (visits != np.floor(visits)) | (visits < 0) | (visits > hands * players)
    wrong |= (weight < 0) | (weight > 2 * visits) | (np.abs(sums[..., kernels.SUM :]) > most).any(axis=-1)
    if wrong.any():
        row, turn = np.argwhere(wrong)[0].tolist()
        raise InputError(
            f"the cell of row {row} and turn {turn} has the sums {shorten(sums[row, turn].tolist())}; allowed: sums "
            f"over visits of {hands:,} hands."
        )


def combine(own: Chart, others: Chart, seat: int) -> Chart:
    """Return the chart by which a hand is played when the one who asks sits at `seat`."""
    chart = others.copy()
    chart[seat] = own[seat]
    return chart


def visit(paths: Paths, own: Chart, others: Chart, seats: Seats) -> NDArray[np.float64]:
    """Return the sums of `Cells` over a block of paths."""
    players, rows, turns = own.shape
    asking = np.zeros(players, np.int16)
    asking[list(seats)] = 1
    cells = np.zeros((rows, turns, kernels.CELL_SUMS))
    going_on, seen = np.zeros(LONGEST_PATH), np.zeros((players, turns, kernels.SEEN))
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


def limit_sums(paths: Paths, own: Chart, others: Chart, seats: Seats) -> NDArray[np.float64]:
    """Return sums over a block by plain limit: what it is worth, the square, how much less than `own`, the square."""
    players, rows, _turns = own.shape
    asking = np.zeros(players, np.int16)
    asking[list(seats)] = 1
    sums = np.zeros((rows, 4))
    kernels.limit_sums(*paths, own, others, asking, np.zeros(rows), sums)
    return sums


def compile_first(chart: Chart, seats: Seats) -> None:
    """Compile in this thread, if nothing has yet, what others are to run: Ctrl-C cannot end one that compiles."""
    empty = np.zeros(0, np.int16)
    none = Paths(np.zeros(0, np.uint16), empty, empty, empty, empty, np.zeros((0, chart.shape[0]), np.int32))
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

    def limits(self, others: Chart, seats: Seats) -> NDArray[np.float64]:
        """Return the sums of plain limits (see `limit_sums`) on these very hands, compared with never stopping."""
        never = np.zeros(self.shape)
        sums = self._pool.map(lambda paths: limit_sums(paths, never, others, seats), self.blocks)
        return np.asarray(np.add.reduce(list(sums)))

    def best_reply(self, others: Chart, seats: Seats, starts: Sequence[Chart] = ()) -> Chart:
        """Return the best chart found, the same for all `seats`, against `others`.

        From stopping everywhere on, and from each of `starts`, every round takes in every cell what is better there
        given the rest of the chart, until nothing changes or a chart comes back; the chart that did best on these hands
        is returned. More than one start is wanted where there are many chances in a turn: who means to stop badly at
        the next of them had better stop at once, and no single cell leads out of that.
        """
        best, best_value = np.ones(self.shape), -np.inf
        seen: set[bytes] = set()
        for start in (np.ones(self.shape), *starts):
            own = start
            for _ in range(FIT_ROUNDS):
                if own.tobytes() in seen:
                    break
                seen.add(own.tobytes())
                value = self.value(own, others, seats)
                if value > best_value:
                    best, best_value = own, value
                own = improved(own, self.cells(own, others, seats), step=1.0)
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
    now: Estimate
    """What stopping there is worth."""
    frequency: float

    @property
    def cost(self) -> float:
        """What a mistake in this cell costs, in points a hand: |D| times how often one is there."""
        return abs(self.d.estimate or 0.0) * self.frequency


def verdicts(cells: Cells, chart: Chart, seats: Seats, question: StoppingQuestion) -> list[Verdict]:
    """Return the verdict on every cell that was visited: the question's verb, wait, either or undecided.

    The intervals of D hold at 95 % for all cells together (Bonferroni), and so do those of what stopping is worth. In
    row 0 the hand ends whatever one wants: there is nothing to compare.
    """
    visits, frequency, unit = cells.visits, cells.frequency(len(seats)), question.unit
    mean, se, now, now_se = (sums / unit for sums in (cells.mean, cells.se, cells.now, cells.now_se))
    places = [(int(row), int(turn)) for row, turn in np.argwhere(visits > 0)]
    z = simultaneous_z(sum(row > 0 for row, _ in places))

    def interval(value: float, error: float, n: int) -> Estimate:
        return Estimate(value, error, value - z * error, value + z * error, n)

    found = []
    for row, turn in places:
        n, often = int(visits[row, turn]), float(frequency[row, turn])
        worth = interval(float(now[row, turn]), float(now_se[row, turn]), n)
        if row == 0:
            found.append(Verdict(row, turn, question.verb, 1.0, nothing(n), worth, often))
            continue
        d = interval(float(mean[row, turn]), float(se[row, turn]), n)
        p_stop = float(chart[seats[0], row, turn])
        found.append(Verdict(row, turn, _verdict(d, question), p_stop, d, worth, often))
    return found


def _verdict(d: Estimate, question: StoppingQuestion) -> str:
    if d.n < FEWEST_VISITS or d.low is None or d.high is None:
        return "undecided"
    if d.low >= -question.either and d.high <= question.either:
        return "either"
    return question.verb if d.low > 0 else "wait" if d.high < 0 else "undecided"


def decide(chart: Chart, found: Sequence[Verdict], seats: Seats) -> Chart:
    """Return the chart with what fresh hands say of its cells; an undecided cell plays the sign of its estimate."""
    decided = chart.copy()
    for verdict in found:
        if verdict.row == 0:
            continue
        decided[list(seats), verdict.row, verdict.turn] = float((verdict.d.estimate or 0.0) > 0)
    return decided
