"""Break-evens and best thresholds from a column's cells, and best limits from stored hands."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simcards.answers.best_limits import best_limits
from simcards.answers.sweeping import sweep
from simcards.answers.thresholds import best_threshold, break_even, limit_rows
from simcards.compile import parse_policies
from simcards.playing import Run
from simcards.registry import game
from simcards.rules import load_rules
from simcards.simulation import simulate
from tests.naive.tonk_random import OPTIONS


def cell(count: int, d: float, now: float, *, se: float = 0.01, n: int = 1000, turn: int = 1) -> dict[str, Any]:
    return {
        "count": count,
        "turn": turn,
        "estimate": d,
        "se": se,
        "now": now,
        "now_low": now - 0.1,
        "now_high": now + 0.1,
        "frequency": 0.1,
        "n": n,
    }


class TestBreakEven:
    def test_is_the_highest_count_that_is_worth_more_than_nothing(self) -> None:
        cells = [cell(8, -1, 1.0), cell(9, -1, 0.5), cell(10, -1, 0.05), cell(11, -1, -0.05), cell(12, -1, -0.5)]
        assert break_even(cells, "count") == {"estimate": 10, "low": 9, "high": 11}

    def test_has_nothing_to_do_with_going_on(self) -> None:
        assert break_even([cell(8, -5, 1.0)], "count")["estimate"] == 8
        assert best_threshold([cell(8, -5, 1.0)], "count")["estimate"] is None

    def test_is_none_where_nothing_is_worth_anything(self) -> None:
        assert break_even([cell(40, 1, -1.0)], "count") == {"estimate": None, "low": None, "high": None}


class TestBestThreshold:
    def test_is_where_the_gains_add_up_to_most(self) -> None:
        cells = [cell(5, 0.3, 2), cell(6, -0.2, 2), cell(7, 0.5, 2), cell(8, -0.4, 2)]
        assert best_threshold(cells, "count") == {"estimate": 7, "low": 7, "high": 7}

    def test_a_loss_before_a_larger_gain_is_taken(self) -> None:
        assert best_threshold([cell(5, -0.3, 2), cell(6, 0.5, 2)], "count")["estimate"] == 6
        assert best_threshold([cell(5, -0.5, 2), cell(6, 0.3, 2)], "count")["estimate"] is None

    def test_limits_that_cannot_be_told_apart_are_joined(self) -> None:
        cells = [cell(5, 0.3, 2), cell(6, 0.001, 2, se=0.1), cell(7, -0.001, 2, se=0.1), cell(8, -1, 2)]
        assert best_threshold(cells, "count") == {"estimate": 6, "low": 5, "high": 7}


class TestRows:
    def test_every_column_has_both_in_the_order_of_time(self) -> None:
        cells = [cell(9, 0.5, 1, turn=1), cell(9, -0.5, 1, turn=2), cell(10, -0.5, -1, turn=2)]
        found = [(row["metric"], row["turn"], row["estimate"], row["n"]) for row in limit_rows(cells, "count")]
        assert found == [
            ("break_even", 1, 9, 1000),
            ("best_threshold", 1, 9, 1000),
            ("break_even", 2, 9, 2000),
            ("best_threshold", 2, None, 2000),
        ]

    def test_cells_of_few_visits_say_nothing(self) -> None:
        assert list(limit_rows([cell(9, 0.5, 1, n=50)], "count")) == []


class TestBestLimits:
    def test_rule_sets_that_only_pay_otherwise_share_their_hands(self) -> None:
        tonk, base = game("tonk"), load_rules("tonk")
        policies = tuple(parse_policies(tonk, [], 3))
        others = [load_rules("tonk", {"caught_pays": schedule}) for schedule in OPTIONS["caught_pays"][1:]]
        together = best_limits([Run(tonk, base, policies, 1, tuple(others))], 1)
        for rules in (base, *others):
            assert together[rules.hash] == best_limits([Run(tonk, rules, policies, 1)], 1)[rules.hash]

    def test_the_limit_earns_most_in_play_too(self) -> None:
        """Of limits 0, the best and 30 for seat 0 alone: 3 joint standard errors, false alarm 0.1 % each."""
        rules = load_rules("tonk", {"caught_pays": "each_double"})
        tonk = game("tonk")
        [best] = best_limits([Run(tonk, rules, tuple(parse_policies(tonk, [], 3)), 1)], 2)[rules.hash].values()
        assert best.limit is not None
        earned = {}
        for limit in (0, best.limit, 30):
            result = simulate(
                "tonk", rules, policies=[f"simple:drop={limit}", "simple", "simple"], games=60_000, seed=9
            )
            row = next(row for row in result.rows if row["metric"] == "net" and row["seat"] == 0)
            earned[limit] = row["estimate"], row["se"]
        for limit in (0, 30):
            joint = np.hypot(earned[limit][1], earned[best.limit][1])
            assert earned[best.limit][0] > earned[limit][0] - 3 * joint

    @pytest.mark.parametrize("policies", [["random"], ["simple", "cautious", "simple"]])
    def test_where_stored_hands_cannot_answer_there_is_none(self, policies: list[str]) -> None:
        rows = sweep("tonk", vary=["tonk_pays=1,2"], policies=policies, games=300).rows
        assert not [row for row in rows if row["metric"].startswith("best_limit")]

    def test_a_corner_without_drops_has_none(self) -> None:
        rows = sweep("tonk", vary=["drop_timing=never,before_draw"], games=300).rows
        told = {row["drop_timing"] for row in rows if row["metric"] == "best_limit:drop"}
        assert told == {"before_draw"}
