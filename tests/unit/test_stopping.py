"""Fits, cells and verdicts on paths made by hand or at random."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from simcards.answers import stopping
from simcards.answers.paths import within
from simcards.answers.stopping import Cells, Fit, decide, improved, values, verdicts
from simcards.games.gin.questions import KNOCK
from simcards.kernels.stopping import CELL_SUMS, CROSS, SQUARES, SUM, VISITS, WEIGHT, WEIGHT_SQUARES
from simcards.stats import Z, simultaneous_z
from tests.naive import stopping as naive
from tests.paths import paths_of, random_paths, split

SHAPE = (2, 4, 5)
STOP, WAIT = np.ones(SHAPE), np.zeros(SHAPE)
BOTH, FIRST = (0, 1), (0,)


def half(_done: int, _all: int) -> None:
    """Take no notice of progress."""


def mixed_chart(seed: int) -> NDArray[np.float64]:
    return np.random.default_rng(seed).random(SHAPE)


class TestWhatASumDoesNotDependOn:
    paths = random_paths(7, 3000, SHAPE)

    def fits(self) -> list[Fit]:
        ways = [(3000, 1), (250, 1), (250, 2), (7, 2)]
        return [Fit(split(self.paths, hands), SHAPE, threads) for hands, threads in ways]

    def test_best_reply_and_pure_cells_are_the_same_bits_in_any_blocks(self) -> None:
        replies, cells = [], []
        for fit in self.fits():
            replies.append(fit.best_reply(STOP, BOTH))
            cells.append(fit.cells(replies[0], STOP, BOTH).sums)
        assert all(np.array_equal(reply, replies[0]) for reply in replies)
        assert all(np.array_equal(sums, cells[0]) for sums in cells)

    def test_mixed_charts_are_the_same_bits_for_any_threads(self) -> None:
        one, two = (Fit(split(self.paths, 250), SHAPE, threads) for threads in (1, 2))
        assert one.value(mixed_chart(1), mixed_chart(2), BOTH) == two.value(mixed_chart(1), mixed_chart(2), BOTH)
        assert np.array_equal(one.equilibrium(BOTH, half), two.equilibrium(BOTH, half))
        assert np.array_equal(one.equilibrium(FIRST, half), two.equilibrium(FIRST, half))

    def test_mixed_charts_agree_up_to_rounding_in_any_blocks(self) -> None:
        sums = [fit.cells(mixed_chart(1), mixed_chart(2), BOTH).sums for fit in self.fits()]
        assert all(np.allclose(one, sums[0], rtol=1e-12) for one in sums)

    def test_blocks_hold_all_hands(self) -> None:
        blocks = split(self.paths, 250)
        assert [len(points) for block in blocks for points in naive.hands(block)] == self.paths.lengths.tolist()
        assert Fit(blocks, SHAPE, 1).hands == 3000
        assert Fit(blocks, SHAPE, 1).part(600).hands == 750
        assert Fit(blocks, SHAPE, 1).part(10**9).hands == 3000


class TestBestReply:
    def test_waits_where_waiting_pays_more(self) -> None:
        hand = [(0, 2, 1, 0, (10, -10)), (0, 1, 2, 0, (25, -25))]
        reply = Fit([paths_of([hand])], SHAPE, 1).best_reply(STOP, FIRST)
        assert (reply[0, 2, 1], reply[0, 1, 2]) == (0, 1)

    def test_stops_where_the_other_would_stop_first(self) -> None:
        hand = [(0, 2, 1, 0, (10, -10)), (1, 3, 1, 0, (-7, 7)), (0, 1, 2, 0, (25, -25))]
        reply = Fit([paths_of([hand])], SHAPE, 1).best_reply(STOP, FIRST)
        assert reply[0, 2, 1] == 1

    def test_weighs_the_hands_of_a_cell(self) -> None:
        good = [(0, 2, 1, 0, (1, -1)), (0, 1, 2, 0, (25, -25))]
        bad = [(0, 2, 1, 0, (10, -10))]
        for times, waits in [(1, True), (2, True), (3, False)]:
            reply = Fit([paths_of([good] + times * [bad])], SHAPE, 1).best_reply(STOP, FIRST)
            assert (reply[0, 2, 1] == 0) == waits

    def test_never_worse_than_stopping_at_once(self) -> None:
        for seed in range(20):
            fit = Fit([random_paths(seed, 40, SHAPE)], SHAPE, 1)
            for seats in (FIRST, (1,), BOTH):
                reply = fit.best_reply(STOP, seats)
                assert fit.value(reply, STOP, seats) >= fit.value(STOP, STOP, seats)

    @pytest.mark.parametrize(("seed", "seats"), [(19, (1,)), (59, BOTH)])
    def test_keeps_the_best_where_rounds_go_in_circles(self, seed: int, seats: tuple[int, ...]) -> None:
        fit = Fit([random_paths(seed, 40, SHAPE)], SHAPE, 1)
        own, found = STOP, []
        for _ in range(stopping.FIT_ROUNDS):
            found.append(fit.value(own, STOP, seats))
            own = improved(own, fit.cells(own, STOP, seats), 1.0)
        assert found[-1] < max(found)
        assert fit.value(fit.best_reply(STOP, seats), STOP, seats) == max(found)

    def test_improved_leaves_what_was_not_reached(self) -> None:
        cells = Cells(np.zeros((4, 5, CELL_SUMS)), 10)
        cells.sums[2, 1, WEIGHT], cells.sums[2, 1, SUM] = 1, 3
        cells.sums[1, 1, WEIGHT], cells.sums[1, 1, SUM] = 1, -3
        moved = improved(np.full(SHAPE, 0.5), cells, 0.5)
        assert (moved[:, 2, 1] == 0.75).all()
        assert (moved[:, 1, 1] == 0.25).all()
        assert np.count_nonzero(moved != 0.5) == 4


class TestCells:
    def test_mean_and_error_are_those_of_a_ratio_over_hands(self) -> None:
        paths = random_paths(11, 400, SHAPE)
        own, others = mixed_chart(3), mixed_chart(4)
        cells = Fit([paths], SHAPE, 1).cells(own, others, BOTH)
        weights, gains = np.zeros((400, 4, 5)), np.zeros((400, 4, 5))
        for number, points in enumerate(naive.hands(paths)):
            for cell, there in naive.visits(points, own, others, BOTH).items():
                weights[number, *cell] = sum(visit.weight for visit in there)
                gains[number, *cell] = sum(visit.weight * (visit.now - visit.later) for visit in there)
        mean = gains.sum(axis=0) / weights.sum(axis=0).clip(min=1e-300)
        residuals = gains - mean * weights
        se = np.sqrt((residuals**2).sum(axis=0)) / weights.sum(axis=0).clip(min=1e-300)
        assert np.allclose(cells.mean, mean)
        assert np.allclose(cells.se, se)
        assert np.allclose(cells.frequency(2), weights.sum(axis=0) / 800)

    def test_nobody_there(self) -> None:
        cells = Cells(np.zeros((4, 5, CELL_SUMS)), 10)
        assert not cells.mean.any()
        assert not cells.se.any()
        assert not cells.visits.any()


def cells_with(entries: dict[tuple[int, int], tuple[float, float, int]], hands: int = 1000) -> Cells:
    """Return cells with these means, standard errors and visits, one visit a hand."""
    sums = np.zeros((4, 5, CELL_SUMS))
    for cell, (mean, se, visits) in entries.items():
        total = mean * visits
        sums[cell][[VISITS, WEIGHT, WEIGHT_SQUARES]] = visits
        sums[cell][[SUM, CROSS]] = total
        sums[cell][SQUARES] = (se * visits) ** 2 + mean * total
    return Cells(sums, hands)


class TestVerdicts:
    def test_says_what_the_interval_says(self) -> None:
        entries = {
            (1, 1): (5.0, 1.0, 400),
            (1, 2): (-5.0, 1.0, 400),
            (2, 1): (2.0, 1.0, 400),
            (2, 2): (0.01, 0.01, 400),
            (3, 1): (5.0, 1.0, stopping.FEWEST_VISITS - 1),
            (3, 2): (5.0, 1.0, stopping.FEWEST_VISITS),
        }
        found = {(v.row, v.turn): v for v in verdicts(cells_with(entries), STOP, FIRST, KNOCK)}
        assert {cell: verdict.cell for cell, verdict in found.items()} == {
            (1, 1): "knock",
            (1, 2): "wait",
            (2, 1): "undecided",
            (2, 2): "either",
            (3, 1): "undecided",
            (3, 2): "knock",
        }
        for cell, (mean, se, visits) in entries.items():
            d = found[cell].d
            assert d.n == visits
            assert d.estimate == pytest.approx(mean)
            assert d.low == pytest.approx(mean - simultaneous_z(6) * se)
            assert d.high == pytest.approx(mean + simultaneous_z(6) * se)
            assert found[cell].frequency == visits / 1000
            assert found[cell].cost == pytest.approx(abs(mean) * visits / 1000)

    def test_frequency_is_a_seating(self) -> None:
        found = verdicts(cells_with({(1, 1): (5.0, 1.0, 400)}), STOP, BOTH, KNOCK)
        assert found[0].frequency == 0.2

    def test_row_0_ends_the_hand_and_counts_as_no_interval(self) -> None:
        found = verdicts(cells_with({(0, 1): (0.0, 0.0, 50), (1, 1): (2.0, 1.0, 400)}), WAIT, FIRST, KNOCK)
        assert (found[0].cell, found[0].p_stop, found[0].d.estimate, found[0].d.n) == ("knock", 1.0, None, 50)
        assert (found[0].cost, found[0].frequency) == (0, 0.05)
        assert found[1].cell == "knock"
        assert found[1].d.low == pytest.approx(2 - Z)

    def test_more_cells_make_wider_intervals(self) -> None:
        assert simultaneous_z(1) == Z
        assert math.isclose(simultaneous_z(10), 2.80703377, abs_tol=1e-8)

    def test_cells_nobody_reaches_are_left_out(self) -> None:
        assert verdicts(cells_with({}), STOP, FIRST, KNOCK) == []

    def test_decide_plays_the_sign_of_the_estimate(self) -> None:
        entries = {
            (0, 1): (0.0, 0.0, 400),
            (1, 1): (5.0, 1.0, 400),
            (1, 2): (-5.0, 1.0, 400),
            (2, 1): (-0.5, 1.0, 400),
            (2, 2): (0.5, 1.0, 400),
        }
        chart = np.full(SHAPE, 0.5)
        decided = decide(chart, verdicts(cells_with(entries), chart, FIRST, KNOCK), FIRST)
        assert (decided[0, 1, 1], decided[0, 1, 2], decided[0, 2, 1], decided[0, 2, 2]) == (1, 0, 0, 1)
        assert np.count_nonzero(decided != 0.5) == 4


class TestEquilibrium:
    def test_one_who_can_only_gain_by_stopping_stops(self) -> None:
        hand = [(0, 2, 1, 0, (10, -10)), (1, 2, 1, 0, (-10, 10))]
        chart = Fit([paths_of([hand])], SHAPE, 1).equilibrium(BOTH, half)
        assert (chart[:, 2, 1] == 1).all()

    def test_positions_together_have_one_chart_and_apart_their_own(self) -> None:
        hand = [(0, 2, 1, 0, (10, -10)), (1, 2, 1, 0, (30, -30))]
        fit = Fit([paths_of([hand])], SHAPE, 1)
        together, apart = fit.equilibrium(BOTH, half), fit.equilibrium(FIRST, half)
        assert np.array_equal(together[0], together[1])
        assert apart[0, 2, 1] > 0.8
        assert apart[1, 2, 1] < 0.2

    def test_net_points_of_two_with_one_chart_are_nothing(self) -> None:
        paths = random_paths(3, 200, SHAPE)
        zero_sum = paths._replace(value=np.stack([paths.value[:, 0], -paths.value[:, 0]], axis=1))
        together = mixed_chart(5)
        together[1] = together[0]
        assert np.allclose(values(zero_sum, together, together, BOTH), 0)


def test_within_a_lower_limit_points_go_and_hands_stay() -> None:
    paths = random_paths(5, 200, SHAPE)
    lower = within(paths, 2)
    kept = [[point for point in points if point.row < 2] for points in naive.hands(paths)]
    assert list(naive.hands(lower)) == kept
    assert lower.hands == paths.hands
