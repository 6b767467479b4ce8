"""Whole matches of the public baseline, and what seats and places are worth in matches of players that are all alike.

Every test allows three standard errors (a false alarm has a probability of 0.3 %, or of 0.3 % for each of the figures
that it goes through), or says what it allows; the seeds were fixed beforehand.
"""

from __future__ import annotations

import math
from typing import Any

import pytest

from simcards.result import Result
from simcards.simulation import simulate

MATCHES = 20_000
AFTER_MELDS = ["layoff_after_melds=true"]


def find(result: Result, metric: str, **place: Any) -> dict[str, Any]:
    wanted = {"metric": metric, "seat": None, "position": None, **place}
    [row] = [row for row in result.rows if all(row[key] == value for key, value in wanted.items())]
    return row


def test_a_match_of_the_baseline_has_ten_and_a_quarter_hands() -> None:
    result = simulate("gin", "eaai", AFTER_MELDS, policies=["simple"], games=MATCHES, seed=2021, match=True)
    row = find(result, "hands")
    assert row["se"] < 0.03
    assert abs(row["estimate"] - 10.25) < 3 * row["se"] + 0.005


def test_waiting_for_gin_wins_two_matches_of_three_against_the_baseline() -> None:
    """67.7 %, published with an interval of ± 1.5 % (95 %): three joint standard errors."""
    result = simulate(
        "gin", "eaai", AFTER_MELDS, policies=["simple:knock=0", "simple"], games=MATCHES, seed=2021, match=True
    )
    row = find(result, "win", seat=0)
    assert abs(row["estimate"] - 0.677) < 3 * math.hypot(row["se"], 0.015 / 1.96)


@pytest.mark.parametrize(("game", "rules"), [("gin", "classic"), ("gin3", "captain"), ("pitch", "solo")])
def test_alike_players_win_alike(game: str, rules: str) -> None:
    """Four standard errors for each of up to four seats: a false alarm in one of 4,000 such tests."""
    result = simulate(game, rules, games=MATCHES, seed=2021, match=True)
    seats = [row for row in result.rows if row["metric"] == "win" and row["seat"] is not None]
    for row in seats:
        assert abs(row["estimate"] - 1 / len(seats)) < 4 * row["se"]
