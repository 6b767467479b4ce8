"""Counts of gin and their rows, against hands looked at one by one."""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from typing import Any

import pytest

from simcards.games.gin.outcomes import main_moments
from simcards.games.gin.params import Outcome
from simcards.result import Result
from simcards.simulation import simulate
from tests.gin_table import table

GAMES = 400
CASES = {
    "classic": ([], ["greedy", "simple"]),
    "big gin": (["big_gin_bonus=50", "knock_limit=0"], ["greedy", "greedy"]),
    "equal counts": (["undercut_tie=false", "knock_limit=60"], ["simple:knock=60", "greedy"]),
    "doubled": (["oklahoma=true", "oklahoma_spades_double=true", "gin_bonus=1000"], ["greedy:gin_from=1", "random"]),
    "drawn": (["knock_limit=2", "stock_floor=10"], ["simple", "random"]),
}


@dataclass
class Played:
    """What is to be known of a finished hand."""

    dealer: int
    outcome: Outcome
    winner: int
    payoff: list[int]
    turns: int
    discards: int
    knock: int | None


def play(overrides: list[str], policies: list[str], seed: int = 3) -> list[Played]:
    one = table(overrides=overrides, policies=policies, seed=seed)
    hands = []
    for game in range(GAMES):
        one.shuffle(game)
        one.deal(game % 2)
        actions = list(one.play())
        state = one.state
        outcome = Outcome(state.outcome)
        knocked = outcome in (Outcome.KNOCK, Outcome.UNDERCUT)
        discards = sum(action.startswith(("discard", "knock")) for action in actions)
        knock = int(state.deadwood[state.knocker]) if knocked else None
        hands.append(
            Played(game % 2, outcome, int(state.winner), state.payoff.tolist(), int(state.turns), discards, knock)
        )
    return hands


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest) -> tuple[Result, list[Played]]:
    overrides, policies = CASES[request.param]
    return simulate("gin", None, overrides, policies=policies, games=GAMES, seed=3), play(overrides, policies)


def find(result: Result, metric: str, seat: int | None = None, position: int | None = None) -> dict[str, Any]:
    [row] = [r for r in result.rows if (r["metric"], r["seat"], r["position"]) == (metric, seat, position)]
    return row


def check_mean(row: dict[str, Any], values: list[int]) -> None:
    assert row["n"] == len(values)
    if values:
        assert row["estimate"] == pytest.approx(statistics.fmean(values))
    if len(values) > 1:
        assert row["se"] == pytest.approx(statistics.stdev(values) / math.sqrt(len(values)))


def seat_of(hand: Played, seat: int | None, position: int | None) -> int:
    if seat is not None:
        return seat
    return hand.dealer if position == 2 else 1 - hand.dealer


@pytest.mark.parametrize(("seat", "position"), [(0, None), (1, None), (None, 1), (None, 2)])
def test_scores_by_seat_and_by_position(
    case: tuple[Result, list[Played]], seat: int | None, position: int | None
) -> None:
    result, hands = case
    own = [hand.payoff[seat_of(hand, seat, position)] for hand in hands]
    other = [hand.payoff[1 - seat_of(hand, seat, position)] for hand in hands]
    check_mean(find(result, "payoff", seat, position), own)
    check_mean(find(result, "net", seat, position), [a - b for a, b in zip(own, other, strict=True)])
    assert find(result, "payoff_sd", seat, position)["estimate"] == pytest.approx(statistics.stdev(own))
    won = [hand.winner == seat_of(hand, seat, position) for hand in hands if hand.winner >= 0]
    row = find(result, "win", seat, position)
    assert (row["n"], row["estimate"]) == (len(won), pytest.approx(sum(won) / len(won)))


def test_how_hands_end(case: tuple[Result, list[Played]]) -> None:
    result, hands = case
    for outcome in Outcome:
        row = find(result, f"outcome:{outcome.name.lower()}")
        assert (row["n"], row["estimate"]) == (GAMES, sum(hand.outcome == outcome for hand in hands) / GAMES)
    check_mean(find(result, "turns"), [hand.turns for hand in hands])
    check_mean(find(result, "discards"), [hand.discards for hand in hands if hand.outcome != Outcome.DRAW])
    knocks = [hand.knock for hand in hands if hand.knock is not None]
    check_mean(find(result, "knock_deadwood"), knocks)
    row = find(result, "undercut_rate")
    undercuts = sum(hand.outcome == Outcome.UNDERCUT for hand in hands)
    assert (row["n"], row["estimate"]) == (len(knocks), undercuts / len(knocks) if knocks else None)


def test_every_outcome_occurs_in_these_cases() -> None:
    ended = [simulate("gin", None, rules, policies=who, games=GAMES, seed=3).counts for rules, who in CASES.values()]
    assert all(sum(counts["outcome"].sum(axis=0) for counts in ended if counts is not None) > 0)


def test_the_main_figure(case: tuple[Result, list[Played]]) -> None:
    result, hands = case
    assert result.counts is not None
    of_seat = [hand.payoff[0] - hand.payoff[1] for hand in hands]
    of_first = [hand.payoff[1 - hand.dealer] - hand.payoff[hand.dealer] for hand in hands]
    for same, values in ((False, of_seat), (True, of_first)):
        expected = (GAMES, sum(values), sum(value * value for value in values))
        assert main_moments(result.counts, same) == expected


def test_rows_are_flat_and_there_once(case: tuple[Result, list[Played]]) -> None:
    result, _ = case
    keys = ["metric", "seat", "position", "estimate", "se", "low", "high", "n"]
    assert all(list(row) == keys for row in result.rows)
    places = [(row["metric"], row["seat"], row["position"]) for row in result.rows]
    assert len(places) == len(set(places))
    for row in result.rows:
        if row["low"] is not None:
            assert row["low"] <= row["estimate"] <= row["high"]
    shares = [row["estimate"] for row in result.rows if row["metric"].startswith("outcome:")]
    assert sum(shares) == pytest.approx(1)
    assert find(result, "win", 0)["estimate"] + find(result, "win", 1)["estimate"] == pytest.approx(1)
