"""Three-hand gin's counts and rows, against hands looked at one by one, and against two-player gin."""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from simcards.answers.chart import chart
from simcards.answers.sweeping import sweep
from simcards.compile import parse_policies
from simcards.errors import InputError
from simcards.game import Figure
from simcards.games.gin.params import Outcome
from simcards.games.gin3 import GAME
from simcards.games.gin3.outcomes import figures, main_moments
from simcards.games.gin3.params import Role
from simcards.result import Result
from simcards.rules import load_rules
from simcards.simulation import simulate
from tests.gin_table import table

GAMES, SEED = 301, 3
CASES = {
    "captain": ([], ["greedy"]),
    "two policies": ([], ["greedy:knock=4", "simple"]),
    "big gin": (["big_gin_bonus=50", "knock_limit=0"], ["greedy"]),
    "equal counts": (["undercut_tie=false", "knock_limit=60"], ["simple:knock=60", "greedy"]),
    "doubled": (["oklahoma=true", "oklahoma_spades_double=true"], ["random", "greedy:gin_from=1"]),
}
KEYS = ["metric", "seat", "position", "role", "estimate", "se", "low", "high", "n"]
PLACES = [*((seat, None) for seat in range(3)), *((None, role) for role in ("box", "captain", "out"))]


@dataclass
class Played:
    """What is to be known of a finished hand, by seat."""

    roles: dict[str, int]
    outcome: Outcome
    winner: int
    payoff: list[int]
    net: list[int]
    turns: int


def play(overrides: list[str], policies: list[str]) -> list[Played]:
    """Play hands of gin, player 0 dealing, each between two of three seats."""
    one = table(overrides=overrides, policies=policies, seed=SEED, game="gin3")
    hands = []
    for game in range(GAMES):
        one.shuffle(game)
        one.deal(0)
        list(one.play())
        state = one.state
        seats = [game % 3, (game + 1) % 3, (game + 2) % 3]
        payoff, net = [0, 0, 0], [0, 0, 0]
        for player in (0, 1):
            payoff[seats[player]] = int(state.payoff[player])
            net[seats[player]] = int(state.payoff[player] - state.payoff[1 - player])
        winner = -1 if state.winner < 0 else seats[state.winner]
        roles = dict(zip(("box", "captain", "out"), seats, strict=True))
        hands.append(Played(roles, Outcome(state.outcome), winner, payoff, net, int(state.turns)))
    return hands


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest) -> tuple[Result, list[Played]]:
    overrides, policies = CASES[request.param]
    return simulate("gin3", None, overrides, policies=policies, games=GAMES, seed=SEED), play(overrides, policies)


def find(result: Result, metric: str, seat: int | None = None, role: str | None = None) -> dict[str, Any]:
    [row] = [row for row in result.rows if (row["metric"], row["seat"], row["role"]) == (metric, seat, role)]
    return row


@pytest.mark.parametrize(("seat", "role"), PLACES)
def test_scores_by_seat_and_by_role(case: tuple[Result, list[Played]], seat: int | None, role: str | None) -> None:
    result, hands = case
    seats = [hand.roles[role] if role else seat or 0 for hand in hands]
    for metric in ("payoff", "net"):
        values = [getattr(hand, metric)[own] for hand, own in zip(hands, seats, strict=True)]
        row = find(result, metric, seat, role)
        assert (row["n"], row["estimate"]) == (GAMES, pytest.approx(statistics.fmean(values)))
        assert row["se"] == pytest.approx(statistics.stdev(values) / math.sqrt(GAMES))
    scored = [hand.payoff[own] for hand, own in zip(hands, seats, strict=True)]
    assert find(result, "payoff_sd", seat, role)["estimate"] == pytest.approx(statistics.stdev(scored))
    won = [hand.winner == own for hand, own in zip(hands, seats, strict=True) if hand.winner >= 0]
    row = find(result, "win", seat, role)
    assert (row["n"], row["estimate"]) == (len(won), pytest.approx(statistics.fmean(won)))


def test_how_hands_end(case: tuple[Result, list[Played]]) -> None:
    result, hands = case
    for outcome in Outcome:
        row = find(result, f"outcome:{outcome.name.lower()}")
        assert (row["n"], row["estimate"]) == (GAMES, sum(hand.outcome == outcome for hand in hands) / GAMES)
    assert find(result, "turns")["estimate"] == pytest.approx(statistics.fmean(hand.turns for hand in hands))


def test_rows_are_flat_and_there_once(case: tuple[Result, list[Played]]) -> None:
    result, _ = case
    assert all(list(row) == KEYS for row in result.rows)
    places = [(row["metric"], row["seat"], row["role"]) for row in result.rows]
    assert len(places) == len(set(places))
    assert {(row["role"], row["position"]) for row in result.rows} == {
        (None, None),
        ("captain", 1),
        ("box", 2),
        ("out", None),
    }


def test_the_main_figure_is_the_captains(case: tuple[Result, list[Played]]) -> None:
    result, hands = case
    assert result.counts is not None
    net = [hand.net[hand.roles["captain"]] for hand in hands]
    for alike in (False, True):
        assert main_moments(result.counts, alike) == (GAMES, sum(net), sum(value * value for value in net))
    assert figures(result.counts)[Figure("moved")].total == sum(sum(hand.payoff) for hand in hands)


@pytest.mark.parametrize("policy", ["greedy", "greedy:knock_by_turn=10/10/7/4/0"])
def test_hands_are_those_of_two_player_gin(policy: str) -> None:
    """Where nothing is left to chance, all that is not about seats is the same, whoever sits where."""
    hand = {option: value for option, value in load_rules("gin3").options().items() if option in HAND_OPTIONS}
    two = simulate("gin", hand, policies=[policy], games=600, seed=5).counts
    three = simulate("gin3", policies=[policy], games=600, seed=5).counts
    assert two is not None
    assert three is not None
    for name in ("ended", "knock_deadwood"):
        assert np.array_equal(two[name], three[name])
    assert np.array_equal(two["outcome"].sum(axis=0), three["outcome"].sum(axis=0))
    dealer_won = two["won"][0, 0] + two["won"][1, 1]
    assert dealer_won == three["won"][:, Role.BOX].sum()
    # Two-player counts are seat 0's points less seat 1's, and seat 1 deals every other hand.
    assert np.array_equal(two["net"][0] + two["net"][1][::-1], three["net"].sum(axis=0))


HAND_OPTIONS = set(load_rules("gin").option_names()) & set(load_rules("gin3").option_names()) - {"players"}


def test_the_knock_chart_is_that_of_two_player_gin() -> None:
    hand = {option: value for option, value in load_rules("gin3").options().items() if option in HAND_OPTIONS}
    for role, position in GAME.roles.items():
        two = chart("gin", "knock", hand, position=position, games=900, seed=2, threads=1)
        three = chart("gin3", "knock", position=role, games=900, seed=2, threads=1)
        assert three.rows == two.rows
        assert (three.extra["position"], three.extra["role"]) == (position, role)
    assert chart("gin3", "knock", games=900, threads=1).extra["role"] is None


@pytest.mark.parametrize("position", [0, 3, "dealer", "out"])
def test_positions_that_no_chart_is_for(position: int | str) -> None:
    with pytest.raises(InputError, match=r"--position was given .*; allowed: a whole number from 1 to 2, box, captain"):
        chart("gin3", "knock", position=position, games=900, threads=1)


def test_policies_go_by_role() -> None:
    wary, bold = "greedy:knock=0", "greedy"
    result = simulate("gin3", policies=[wary, bold], games=900)
    assert result.policies == [wary, bold]
    assert result.counts is not None
    assert find(result, "win", role="box")["estimate"] < find(result, "win", role="captain")["estimate"]
    with pytest.raises(InputError, match="given 3 times; give it once for all seats, or 2 times, for box and captain"):
        parse_policies(GAME, [bold] * 3, 3)


def test_who_plays_a_role_may_stop_at_a_precision() -> None:
    """The captain's net is looked at, whoever plays: its row has the interval of the sequence."""
    result = simulate("gin3", policies=["greedy:knock=4", "greedy"], games=12_000, precision=1.0)
    row = find(result, "net", role="captain")
    assert (row["high"] - row["low"]) / 2 == pytest.approx(result.extra["half_width"])


@pytest.mark.parametrize("policies", [[], ["greedy:knock=4", "greedy"]])
def test_a_sweep_tells_roles(policies: list[str]) -> None:
    result = sweep("gin3", vary=["gin_bonus=20,25"], policies=policies, games=300, threads=1)
    assert result.extra["main"] == {"metric": "net", "seat": None, "position": 1, "role": "captain"}
    assert {row["role"] for row in result.rows} == {None, "box", "captain"}
    assert all((row["role"], row["position"]) in ((None, None), ("captain", 1), ("box", 2)) for row in result.rows)
