"""Gin's knock chart: what it must show against greedy and in equilibrium, on few hands and (slow) by default."""

from __future__ import annotations

import functools

import pytest

from simcards.answers.chart import GAMES, open_study
from simcards.answers.study import EQUILIBRIUM, Answer, Study
from simcards.rules import load_rules

FEW = 150_000
SEED = 7
TURNS = range(1, 13)


@functools.cache
def study(games: int) -> Study:
    return open_study("gin", "knock", load_rules("gin"), games=games, seed=SEED, threads=2)


@functools.cache
def answer(games: int, against: str = "greedy", undercut: int = 25) -> Answer:
    return study(games).answer(load_rules("gin", None, {"undercut_bonus": undercut}), against)


def last_turn(found: Answer, deadwood: int) -> int:
    """Return the last of TURNS in which the chart as a policy knocks with so much; 0 if it never does."""
    knocks = [cell.turn for cell in found.verdicts if cell.row == deadwood and cell.p_stop > 0.5]
    return max((turn for turn in knocks if turn in TURNS), default=0)


class TestFewHands:
    """The gain is 3.7 with a standard error of 0.04, the exploitability 0.000 with one below 0.001: no false alarms."""

    def test_waiting_gains_two_points_against_greedy(self) -> None:
        gain = answer(FEW).gain
        assert gain.low is not None
        assert gain.low >= 2
        assert gain.n == FEW // 3

    def test_a_small_undercut_bonus_makes_one_knock_longer(self) -> None:
        """Turn 5 against never: D of turns 2 to 5 would have to be 2 or more standard errors off in all of them."""
        assert last_turn(answer(FEW, undercut=10), 5) >= last_turn(answer(FEW, undercut=25), 5) + 2

    def test_waiting_gains_less_with_a_small_undercut_bonus(self) -> None:
        small, large = answer(FEW, undercut=10).gain, answer(FEW, undercut=25).gain
        assert small.high is not None
        assert large.low is not None
        assert small.high < large.low

    def test_equilibrium_can_hardly_be_exploited(self) -> None:
        exploitability = answer(FEW, EQUILIBRIUM).exploitability
        assert exploitability is not None
        assert exploitability.high is not None
        assert exploitability.high < 0.1

    def test_best_reply_to_greedy_can_be_exploited(self) -> None:
        exploitability = answer(FEW).exploitability
        assert exploitability is not None
        assert exploitability.low is not None
        assert exploitability.low > 0.5


@pytest.mark.slow
def test_by_default_few_visits_are_to_undecided_cells() -> None:
    found = study(GAMES).answer(load_rules("gin"), "greedy", exploit=False)
    assert found.undecided <= 0.05
    assert found.gain.low is not None
    assert found.gain.low >= 2
