"""The stopping engine on toy A, a game of 13,305,600 deals whose truth is known, with and without planted faults."""

from __future__ import annotations

import functools

import numpy as np
import pytest
from numpy.typing import NDArray

from simcards.answers import study as study_module
from simcards.answers.paths import Paths
from simcards.answers.stopping import values
from simcards.kernels.stopping import CELL_SUMS
from simcards.stats import Estimate, mean, simultaneous_z
from tests.naive import stopping as naive
from tests.naive import toy_a as naive_toy
from tests.toys import coverage, faults, toy_a_truth
from tests.toys.studies import AT_ONCE, BOTH, FIRST, AllDeals, ToyStudy, draw_study
from tests.toys.toy_a import DEALS, HAND, RANKS, SHAPE, STOCK, Population, played, points_of, population, shuffled

SEED = 20
"""Fixed before the first look."""

REPEATS = 2000
SIZES = [1_000, 10_000, 100_000]
FOUND = 4 * len(SIZES)
"""Checks of `TestFound`; their intervals are widened to hold together at 95 %: that class fails with 5 % of seeds."""
GIN_ONLY = toy_a_truth.chart_of(0)


def estimated(paths: Paths, own: NDArray[np.float64], others: NDArray[np.float64] = AT_ONCE) -> Estimate:
    """Return what a chart of the first player is worth on these hands."""
    worth = values(paths, own, others, FIRST)
    return mean(paths.hands, float(worth.sum()), float((worth * worth).sum()))


class TestTruth:
    """The published values of the toy, to their last digit."""

    def test_knock_at_once(self) -> None:
        assert round(toy_a_truth.knock_at_once() / DEALS, 6) == 2.355582

    def test_gin_only(self) -> None:
        assert round(toy_a_truth.gin_only() / DEALS, 6) == 2.869681

    def test_best_chart_of_all(self) -> None:
        assert round(toy_a_truth.best_chart() / DEALS, 6) == 3.100816

    def test_best_by_full_history(self) -> None:
        assert round(toy_a_truth.best_by_full_history() / DEALS, 6) == 3.159927

    def test_knowing_all_cards(self) -> None:
        assert round(toy_a_truth.knowing_all_cards() / DEALS, 6) == 4.358895

    def test_all_deals_are_there(self) -> None:
        assert population().counts.sum() == DEALS


class TestAllDeals:
    """The engine on all deals: there is nothing left to chance."""

    def test_values(self) -> None:
        whole = AllDeals(population())
        for chart, total in [(AT_ONCE, toy_a_truth.knock_at_once()), (GIN_ONLY, toy_a_truth.gin_only())]:
            assert whole.value(chart, AT_ONCE, FIRST) * DEALS == pytest.approx(total, abs=0.01)

    def test_value_of_any_chart(self) -> None:
        whole, totals = AllDeals(population()), toy_a_truth.against_knock_at_once()
        for number in range(0, toy_a_truth.CHARTS, 997):
            value = whole.value(toy_a_truth.chart_of(number), AT_ONCE, FIRST)
            assert value * DEALS == pytest.approx(totals[number], abs=0.01)

    def test_best_reply_is_the_best_of_all_charts(self) -> None:
        whole = AllDeals(population())
        reply = whole.best_reply(AT_ONCE, FIRST)
        assert whole.value(reply, AT_ONCE, FIRST) * DEALS == pytest.approx(toy_a_truth.best_chart(), abs=0.01)

    @pytest.mark.parametrize("seats", [FIRST, (1,), BOTH])
    def test_cells(self, seats: tuple[int, ...]) -> None:
        toy = population()
        rng = np.random.default_rng(SEED)
        own, others = rng.random(SHAPE), rng.random(SHAPE)
        right = np.zeros((*SHAPE[1:], CELL_SUMS))
        for number, times in enumerate(toy.counts):
            right += times * naive.cell_sums(toy.paths(np.array([number])), own, others, seats)
        assert np.allclose(AllDeals(toy).cells(own, others, seats).sums, right, rtol=1e-9)

    def test_one_chart_for_both_positions_can_hardly_be_exploited(self) -> None:
        toy = population()
        settled = AllDeals(toy).equilibrium(BOTH, lambda _done, _all: None)
        replies = [toy_a_truth.chart_totals(toy, settled, seat) for seat in BOTH]
        assert 0 <= float((replies[0] + replies[1]).max()) / 2 / DEALS < 0.02

    def test_a_chart_for_each_position_can_hardly_be_exploited(self) -> None:
        toy = population()
        settled = AllDeals(toy).equilibrium(FIRST, lambda _done, _all: None)
        best = [float(toy_a_truth.chart_totals(toy, settled, seat).max()) for seat in BOTH]
        assert 0 <= sum(best) / 2 / DEALS < 0.1


@pytest.mark.parametrize("hands", SIZES)
class TestFound:
    def test_knock_at_once(self, hands: int) -> None:
        assert found(estimated(drawn(hands), AT_ONCE), toy_a_truth.knock_at_once())

    def test_gin_only(self, hands: int) -> None:
        assert found(estimated(drawn(hands), GIN_ONLY), toy_a_truth.gin_only())

    def test_best_chart(self, hands: int) -> None:
        answer = draw_study(population(), np.random.default_rng(SEED), hands).best_reply()
        assert found(answer.value, toy_a_truth.best_chart())
        assert found(answer.gain, toy_a_truth.best_chart() - toy_a_truth.knock_at_once())


def found(estimate: Estimate, total: float) -> bool:
    assert estimate.estimate is not None
    assert estimate.se is not None
    return abs(estimate.estimate - total / DEALS) <= simultaneous_z(FOUND) * estimate.se


def holds(interval: Estimate, total: float) -> bool:
    return coverage.holds(interval, total / DEALS)


def drawn(hands: int, toy: Population | None = None) -> Paths:
    return (toy or population()).sample(np.random.default_rng(SEED), hands)


@functools.cache
def given_charts() -> coverage.Tally:
    return coverage.of_fixed_charts(REPEATS, 1000, SEED)


class TestCoverage:
    """Of 2,000 intervals 93 to 97 % hold the truth: 4.1 standard deviations, a false alarm in 20,000 runs."""

    def test_of_given_charts(self) -> None:
        tally = given_charts()
        together = {name: counted for name, counted in tally.items() if "together" in name}
        assert len(tally) == 7
        assert [name for name in tally.keys() - together if not covered(tally[name])] == []
        assert [name for name, (held, intervals) in together.items() if held < 0.93 * intervals] == []

    def test_of_fitted_charts(self) -> None:
        """At most 199 and at least 177 of 200, a false alarm in 7,000 runs; scripts/interval_coverage.py does 2,000."""
        tally = coverage.of_fitted_charts(200, 1000, SEED)
        assert {name: 177 <= held <= 199 for name, (held, _) in tally.items()} == dict.fromkeys(coverage.FIGURES, True)


def covered(counted: tuple[int, int]) -> bool:
    held, intervals = counted
    return 0.93 * intervals <= held <= 0.97 * intervals


class TestFaults:
    """Each check passes as things are and fails with its fault planted."""

    def below_the_bound(self, answer: study_module.Answer) -> bool:
        """No chart by what a player can see is worth more than the best by full history."""
        assert answer.value.low is not None
        return answer.value.low * DEALS <= toy_a_truth.best_by_full_history()

    def test_payoff_as_a_regressor(self) -> None:
        rng = np.random.default_rng(SEED)
        paths = [population().sample(rng, 10_000) for _ in range(3)]
        leaky = [faults.payoff_as_regressor(block) for block in paths]
        assert self.below_the_bound(ToyStudy(paths).best_reply())
        assert not self.below_the_bound(ToyStudy(leaky, faults.LEAKY_SHAPE).best_reply())

    @pytest.mark.parametrize("reused", ["fitting", "judging"])
    def test_value_from_the_fitting_hands(self, reused: str) -> None:
        """A chart by history is worth 2.5 with 1,000 hands to learn from, and looks like 3.4 to 4.2 on them."""
        rng = np.random.default_rng(SEED)
        fitting, judging, valuing, many = (faults.by_history(rng, hands) for hands in (1000, 1000, 1000, 100_000))
        truth = ToyStudy([fitting, judging, many], faults.HISTORY_SHAPE).best_reply().value.estimate
        assert truth is not None
        study = ToyStudy([fitting, judging, valuing], faults.HISTORY_SHAPE)
        assert coverage.holds(study.best_reply().value, truth)
        study.valuing = getattr(study, reused)
        assert not coverage.holds(study.best_reply().value, truth)

    def test_unpaired_standard_errors(self, monkeypatch: pytest.MonkeyPatch) -> None:
        figures = ("gain", "exploitability")
        assert all(covered(given_charts()[figure]) for figure in figures)
        monkeypatch.setattr(study_module, "values", faults.unpaired(np.random.default_rng(SEED)))
        planted = coverage.of_fixed_charts(REPEATS, 1000, SEED)
        assert not any(covered(planted[figure]) for figure in figures)

    def test_unpaired_standard_errors_of_d(self) -> None:
        assert covered(given_charts()["d"])
        assert not covered(faults.d_taken_apart(REPEATS, 1000, SEED))

    def test_undercut_on_ties_reversed(self) -> None:
        for ties_undercut in (True, False):
            estimate = estimated(drawn(1000, population(ties_undercut=ties_undercut)), AT_ONCE)
            assert holds(estimate, toy_a_truth.knock_at_once()) == ties_undercut

    def test_undercut_on_ties_reversed_is_seen_hand_by_hand(self) -> None:
        cards = shuffled(np.random.default_rng(SEED), 300)
        assert self.as_the_twin_plays(cards, points_of(played(cards)[0]))
        assert not self.as_the_twin_plays(cards, points_of(played(cards)[0], ties_undercut=False))

    def test_last_stock_card_off_by_one(self) -> None:
        cards = shuffled(np.random.default_rng(SEED), 300)
        assert self.as_the_twin_plays(cards, points_of(played(cards, STOCK)[0]))
        assert not self.as_the_twin_plays(cards, points_of(played(cards, STOCK - 1)[0]))

    def test_last_stock_card_off_by_one_is_seen_where_both_wait(self) -> None:
        truth = toy_a_truth.chart_totals(population(), GIN_ONLY)[0] / DEALS
        value = functools.partial(AllDeals.value, own=GIN_ONLY, others=GIN_ONLY, seats=FIRST)
        assert value(AllDeals(population())) == pytest.approx(truth)
        assert value(AllDeals(population(STOCK - 1))) != pytest.approx(truth, abs=0.01)

    def as_the_twin_plays(self, cards: NDArray[np.int64], paths: Paths) -> bool:
        hands = []
        for deal in cards:
            dealt = [(int(card) % RANKS + 1, int(card) // RANKS) for card in deal]
            up = 2 * HAND
            hands.append(naive_toy.chances(dealt[:HAND], dealt[HAND:up], dealt[up], dealt[up + 1 :]))
        right = [
            [
                naive.Point(
                    chance.player,
                    chance.own,
                    chance.turn,
                    chance.own == 0,
                    (naive_toy.net(chance) * (1 - 2 * chance.player), -naive_toy.net(chance) * (1 - 2 * chance.player)),
                )
                for chance in hand
            ]
            for hand in hands
        ]
        return list(naive.hands(paths)) == right
