"""Sums over visits and the values of hands: by hand on tiny paths, and as the twin has them on random ones."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from simcards.answers.paths import Paths
from simcards.answers.stopping import combine, limit_sums, values, visit
from simcards.kernels.stopping import NOW, hand_values
from tests.naive import stopping as naive
from tests.paths import paths_of, random_paths

pytestmark = pytest.mark.kernels

SHAPE = (2, 4, 5)
STOP, WAIT = np.ones(SHAPE), np.zeros(SHAPE)
BOTH = (0, 1)


def worth(paths: Paths, chart: NDArray[np.float64]) -> list[list[float]]:
    out = np.zeros((paths.hands, chart.shape[0]))
    hand_values(*paths, chart, out)
    return out.tolist()


def sums(paths: Paths, own: NDArray[np.float64], others: NDArray[np.float64], seats: tuple[int, ...]) -> dict:
    """Return the sums that D is told from."""
    cells = visit(paths, own, others, seats)[..., :NOW]
    return {(int(row), int(turn)): cells[row, turn].tolist() for row, turn in np.argwhere(cells.any(axis=2))}


def some_chart(seed: int, shape: tuple[int, int, int], mixed: bool) -> NDArray[np.float64]:
    rng = np.random.default_rng(seed)
    chart = rng.random(shape)
    return np.where(rng.random(shape) < 0.3, chart, chart.round()) if mixed else chart.round()


FIRST_THEN_SECOND = [(0, 2, 1, 0, (10, -10)), (1, 3, 1, 0, (-7, 7))]


class TestHandValues:
    def test_first_to_stop_ends_the_hand(self) -> None:
        assert worth(paths_of([FIRST_THEN_SECOND]), STOP) == [[10, -10]]

    def test_nobody_stops(self) -> None:
        assert worth(paths_of([FIRST_THEN_SECOND]), WAIT) == [[0, 0]]

    def test_hand_without_points_is_worth_nothing(self) -> None:
        assert worth(paths_of([[], FIRST_THEN_SECOND, []]), STOP) == [[0, 0], [10, -10], [0, 0]]

    def test_forced_end_needs_no_wish(self) -> None:
        hand = [(0, 2, 1, 0, (10, -10)), (1, 0, 1, 1, (-30, 30)), (0, 1, 2, 0, (99, -99))]
        assert worth(paths_of([hand]), WAIT) == [[-30, 30]]

    def test_mixed_chart_weighs(self) -> None:
        chart = np.zeros(SHAPE)
        chart[0, 2, 1], chart[1, 3, 1] = 0.25, 0.5
        assert worth(paths_of([FIRST_THEN_SECOND]), chart) == [[0.25 * 10 - 0.75 * 0.5 * 7, -2.5 + 0.75 * 0.5 * 7]]

    def test_each_player_by_his_own_chart(self) -> None:
        assert worth(paths_of([FIRST_THEN_SECOND]), combine(STOP, WAIT, 1)) == [[-7, 7]]

    def test_one_who_asks_in_both_positions_gets_the_mean(self) -> None:
        hands = paths_of([FIRST_THEN_SECOND])
        assert values(hands, STOP, WAIT, BOTH).tolist() == [(10 + 7) / 2]


class TestVisitCells:
    def test_d_is_what_stopping_is_worth_less_going_on(self) -> None:
        found = sums(paths_of([FIRST_THEN_SECOND]), STOP, STOP, (0,))
        assert found == {(2, 1): [1, 1, 17, 17 * 17, 17, 1]}

    def test_v_is_what_stopping_is_worth(self) -> None:
        cells = visit(paths_of([FIRST_THEN_SECOND]), np.full(SHAPE, 0.5), np.full(SHAPE, 0.5), BOTH)
        assert cells[2, 1, NOW:].tolist() == [10, 100, 10]
        assert cells[3, 1, NOW:].tolist() == [0.5 * 7, 0.25 * 49, 0.25 * 7]

    def test_cell_behind_a_stop_is_not_visited(self) -> None:
        assert (3, 1) not in sums(paths_of([FIRST_THEN_SECOND]), STOP, STOP, (1,))

    def test_own_later_points_are_played_by_the_own_chart(self) -> None:
        hand = [(0, 2, 1, 0, (10, -10)), (0, 1, 2, 0, (25, -25))]
        assert sums(paths_of([hand]), WAIT, STOP, (0,)) == {
            (2, 1): [1, 1, 10, 100, 10, 1],
            (1, 2): [1, 1, 25, 625, 25, 1],
        }

    def test_weight_is_the_chance_to_get_there(self) -> None:
        others = np.full(SHAPE, 0.25)
        hand = [(1, 3, 1, 0, (-7, 7)), (0, 2, 1, 0, (10, -10)), (0, 1, 2, 0, (25, -25))]
        own = np.full(SHAPE, 0.5)
        later = 0.5 * 25
        found = sums(paths_of([hand]), own, others, (0,))
        w, wd = 0.75, 0.75 * (10 - later)
        assert found[2, 1] == [1, w, wd, wd * wd, wd * w, w * w]
        assert found[1, 2] == [1, 0.375, 0.375 * 25, (0.375 * 25) ** 2, 0.375**2 * 25, 0.375**2]

    def test_forced_end_is_a_visit_without_d(self) -> None:
        hand = [(1, 3, 1, 0, (-7, 7)), (0, 0, 1, 1, (40, -40)), (0, 1, 2, 0, (25, -25))]
        assert sums(paths_of([hand]), WAIT, WAIT, (0,)) == {(0, 1): [1, 1, 0, 0, 0, 1]}

    def test_two_positions_of_a_hand_in_one_cell_are_one_observation(self) -> None:
        hand = [(0, 2, 1, 0, (10, -10)), (1, 2, 1, 0, (-4, 4))]
        d_first, d_second = 10.0, 4.0
        both = d_first + d_second
        assert sums(paths_of([hand]), WAIT, WAIT, BOTH) == {(2, 1): [2, 2, both, both * both, 2 * both, 4]}

    def test_two_positions_in_two_cells_are_two(self) -> None:
        found = sums(paths_of([FIRST_THEN_SECOND]), WAIT, WAIT, BOTH)
        assert found == {(2, 1): [1, 1, 10, 100, 10, 1], (3, 1): [1, 1, 7, 49, 7, 1]}

    def test_dealer_whose_turn_is_ahead(self) -> None:
        hand = [(1, 2, 1, 0, (-4, 4)), (0, 1, 1, 0, (6, -6)), (1, 1, 2, 0, (-3, 3)), (0, 1, 2, 0, (8, -8))]
        d_first, d_dealer = [8.0], [3.0]
        assert sums(paths_of([hand]), WAIT, WAIT, BOTH) == {
            (2, 1): [1, 1, 4, 16, 4, 1],
            (1, 1): [1, 1, 6, 36, 6, 1],
            (1, 2): [2, 2, d_first[0] + d_dealer[0], 121, 22, 4],
        }

    def test_hands_do_not_run_into_each_other(self) -> None:
        alone = visit(paths_of([FIRST_THEN_SECOND]), WAIT, STOP, BOTH)
        thrice = visit(paths_of([FIRST_THEN_SECOND, [], FIRST_THEN_SECOND, FIRST_THEN_SECOND]), WAIT, STOP, BOTH)
        assert np.array_equal(thrice, 3 * alone)


@pytest.mark.parametrize("mixed", [False, True], ids=["pure", "mixed"])
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(3))
class TestTwin:
    def test_visit_cells(self, seed: int, players: int, mixed: bool) -> None:
        shape = (players, 4, 5)
        paths = random_paths(seed, 150, shape)
        own, others = (some_chart(100 + 2 * seed + i, shape, mixed) for i in range(2))
        for seats in [tuple(range(players)), *((seat,) for seat in range(players))]:
            right = naive.cell_sums(paths, own, others, seats)
            assert np.allclose(visit(paths, own, others, seats), right, rtol=1e-12, atol=1e-9)

    def test_hand_values(self, seed: int, players: int, mixed: bool) -> None:
        shape = (players, 4, 5)
        paths = random_paths(seed, 150, shape)
        own, others = (some_chart(200 + 2 * seed + i, shape, mixed) for i in range(2))
        for seats in [tuple(range(players)), *((seat,) for seat in range(players))]:
            right = naive.hand_values(paths, own, others, seats)
            assert np.allclose(values(paths, own, others, seats), right, rtol=1e-12, atol=1e-9)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("mixed", [False, True], ids=["pure", "mixed"])
def test_limits_are_worth_what_their_charts_are(players: int, mixed: bool) -> None:
    shape = (players, 4, 5)
    paths = random_paths(11, 150, shape)
    own, others = (some_chart(300 + i, shape, mixed) for i in range(2))
    for seats in [tuple(range(players)), *((seat,) for seat in range(players))]:
        charted = values(paths, own, others, seats)
        found = limit_sums(paths, own, others, seats)
        for limit in range(4):
            chart = np.zeros(shape)
            chart[:, : limit + 1] = 1
            worth = values(paths, chart, others, seats)
            less = charted - worth
            right = [worth.sum(), (worth * worth).sum(), less.sum(), (less * less).sum()]
            assert np.allclose(found[limit], right, rtol=1e-12, atol=1e-9)


def test_random_paths_have_what_they_should() -> None:
    paths = random_paths(0, 150, (2, 4, 5))
    hands = list(naive.hands(paths))
    assert any(not hand for hand in hands)
    assert any(point.forced for hand in hands for point in hand[:-1])
    assert any(hand and hand[0].player == 1 and hand[0].turn == 1 for hand in hands)
    cells = [[(point.row, point.turn) for point in hand] for hand in hands]
    assert any(len(set(hand)) < len(hand) for hand in cells)
