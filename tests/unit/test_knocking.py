from __future__ import annotations

import math
import random

import pytest

from simcards import registry, tables
from simcards.answers.batches import BATCHES, batch_mean, batch_share, batch_sizes, student
from simcards.answers.knocking import knock_limits, limits_to_try, usual_limit
from simcards.compile import parse_policy
from simcards.errors import InputError
from simcards.rules import load_rules
from simcards.simulation import simulate


class TestBatches:
    def test_sizes_add_up_and_are_even(self):
        for deals in (1, 7, BATCHES, 1234):
            sizes = batch_sizes(deals)
            assert sum(sizes) == deals
            assert len(sizes) == min(deals, BATCHES)
            assert max(sizes) - min(sizes) <= 1

    def test_one_observation_a_batch_is_the_usual_standard_error(self):
        values = [3, -1, 4, 1, 5, -9, 2, 6]
        estimate = batch_mean(values, [1] * len(values))
        mean = sum(values) / len(values)
        spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
        assert estimate.estimate == pytest.approx(mean)
        assert estimate.se == pytest.approx(spread / math.sqrt(len(values)))
        assert estimate.high - estimate.estimate == pytest.approx(2.364624 * estimate.se)  # t, 7 degrees of freedom

    def test_a_single_batch_has_no_interval(self):
        estimate = batch_mean([5], [10])
        assert (estimate.estimate, estimate.se, estimate.low, estimate.n) == (0.5, None, None, 10)

    def test_no_hand_at_all_is_no_certainty(self):
        share = batch_share([0] * 10, [20] * 10, 100)
        assert share.estimate == 0
        assert share.n == 200
        assert 0.03 < share.high < 0.04  # Wilson's for 0 of 100

    def test_intervals_that_hold_together_are_wider(self):
        assert student(0.95, 99) == pytest.approx(1.984217)
        one, many = (batch_mean([1, 2, 4, 8], [9] * 4, comparisons=k) for k in (1, 10))
        assert many.high - many.low > 1.5 * (one.high - one.low)

    def test_intervals_of_pairs_cover_the_truth(self):
        # The second of each pair is drawn against the first; as if independent, intervals would be far too wide.
        draw = random.Random(1)
        covered = 0
        for _ in range(400):
            sums = []
            for _ in range(20):
                luck = [draw.gauss(0, 3) for _ in range(10)]
                sums.append(sum(2 + x + draw.gauss(0, 1) + 2 - x + draw.gauss(0, 1) for x in luck))
            estimate = batch_mean(sums, [20] * 20)
            covered += estimate.low <= 2 <= estimate.high
        assert 0.92 < covered / 400 < 0.98


class TestLimits:
    @pytest.mark.parametrize(
        ("overrides", "policy", "values"),
        [
            ({"knock_limit": 3}, "greedy", [0, 1, 2, 3]),
            ({"knock_limit": 0}, "greedy", [0]),
            ({"oklahoma": True, "knock_limit": 3}, "greedy", list(range(11))),
            ({"knock_limit": 100}, "greedy", list(range(0, 101, 10))),
            ({"knock_limit": 100}, "greedy:knock=7", [0, 7, *range(10, 101, 10)]),
            ({"knock_limit": 25}, "simple", [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 25]),
        ],
    )
    def test_tried_limits_reach_from_gin_to_the_hands_limit(self, overrides, policy, values):
        rules = load_rules("gin", None, overrides)
        assert limits_to_try(parse_policy(registry.game("gin"), policy), rules) == values

    def test_the_usual_limit_lies_within_the_hands(self):
        rules = load_rules("gin", None, {"knock_limit": 5})
        game = registry.game("gin")
        assert [usual_limit(parse_policy(game, p), rules) for p in ("greedy", "greedy:knock=3", "simple")] == [5, 3, 5]


@pytest.fixture(scope="module")
def study():
    return knock_limits(games=4000)


class TestKnockLimits:
    def test_the_limit_of_now_earns_nothing_by_symmetry(self, study):
        now = tables.row_of(study, "net", changes="one", knock=10)
        assert (now["estimate"], now["se"], now["n"]) == (0, 0, 4000)

    def test_waiting_for_gin_beats_one_who_knocks_at_once(self, study):
        # 3.64 ± 0.03 from a million hands.
        assert study.extra["best"] == 0
        assert tables.row_of(study, "net", changes="one", knock=0)["low"] < 3.64
        assert tables.row_of(study, "net", changes="one", knock=0)["high"] > 3.64
        assert tables.row_of(study, "net_fresh")["knock"] == 0

    def test_net_is_the_difference_of_the_scores(self, study):
        for knock in range(11):
            net, own, other = (
                tables.row_of(study, metric, changes="one", knock=knock, who=who)["estimate"]
                for metric, who in (("net", "changer"), ("payoff", "changer"), ("payoff", "other"))
            )
            assert net == pytest.approx(own - other)

    def test_it_is_the_mean_of_both_seatings(self, study):
        here = simulate("gin", games=2000, policies=["greedy:knock=3", "greedy"])
        there = simulate("gin", games=2000, policies=["greedy", "greedy:knock=3"])
        both = (
            tables.row_of(here, "net", seat=0, position=None)["estimate"]
            + tables.row_of(there, "net", seat=1, position=None)["estimate"]
        ) / 2
        assert tables.row_of(study, "net", changes="one", knock=3)["estimate"] == pytest.approx(both)

    def test_where_both_change_it_is_what_simulate_says(self, study):
        both = simulate("gin", games=4000, policies=["greedy:knock=3"])
        for metric, where, who in (("net", 1, "first"), ("payoff", 1, "first"), ("payoff", 2, "dealer")):
            row = tables.row_of(study, metric, changes="both", knock=3, who=who)
            simulated = tables.row_of(both, metric, seat=None, position=where)
            assert {key: row[key] for key in tables.ESTIMATE} == {key: simulated[key] for key in tables.ESTIMATE}

    def test_swapped_seats_pay(self, study):
        alone = simulate("gin", games=4000, policies=["greedy:knock=3", "greedy"])
        assert (
            tables.row_of(study, "net", changes="one", knock=3)["se"]
            < 0.6 * tables.row_of(alone, "net", seat=0, position=None)["se"]
        )

    def test_threads_change_nothing(self):
        one, two = (knock_limits(overrides={"knock_limit": 1}, games=300, threads=threads) for threads in (1, 2))
        assert (one.tally, one.rows) == (two.tally, two.rows)

    def test_progress_reaches_the_end(self):
        seen = []
        knock_limits(overrides={"knock_limit": 1}, games=100, progress=lambda done, total: seen.append((done, total)))
        assert seen[-1] == (500, 500)  # two limits alone, two for both, the best once more

    def test_two_policies_the_first_changes(self):
        study = knock_limits(policies=["simple", "greedy:knock_by_turn=10/5"], overrides={"knock_limit": 1}, games=100)
        assert {row["changes"] for row in study.rows} == {"one"}
        assert study.policies == ["simple", "greedy:knock_by_turn=10/5"]

    @pytest.mark.parametrize(
        ("policy", "words"), [("random", "no parameter knock"), ("greedy:knock_by_turn=10/4", "a limit for each turn")]
    )
    def test_policies_without_a_limit_are_refused(self, policy, words):
        with pytest.raises(InputError, match=words):
            knock_limits(policies=[policy], games=100)

    @pytest.mark.parametrize("given", [{"games": 1}, {"seed": -1}, {"threads": 0}])
    def test_numbers_out_of_range_are_refused(self, given):
        with pytest.raises(InputError, match=f"{next(iter(given))} was given"):
            knock_limits(**given)

    def test_two_hands_give_numbers_without_intervals(self):
        study = knock_limits(games=2)
        assert tables.row_of(study, "net", changes="one", knock=0)["se"] is None
