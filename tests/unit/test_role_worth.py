"""What roles are worth, told by matches and by the chain: they agree, and disagree wherever one of them is wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from simcards import registry
from simcards.answers.roles import PAIRS, distance
from simcards.compile import parse_policies
from simcards.counts import Counts
from simcards.games.gin3 import play, role_worth
from simcards.games.gin3.params import Role
from simcards.games.gin3.role_worth import MOST_TARGET, Endings
from simcards.playing import Run
from simcards.result import Result
from simcards.rules import load_rules
from simcards.simulation import Plan, simulate, told
from simcards.stats import Estimate, mean
from tests.gin_table import interpreted
from tests.matches import counts_of

MATCHES = 3000
APART = 4.0
"""Standard errors that are allowed: where nothing is wrong, one of six figures is off by more in one of 2,600 cases."""


@pytest.fixture(scope="module")
def made() -> Result:
    return simulate("gin3", None, {"target": 30}, games=MATCHES, seed=31, match=True)


@pytest.mark.parametrize(
    ("rules", "policies"),
    [
        ({"target": 30}, ["greedy"]),
        ({"target": 12}, ["greedy:knock=0", "simple"]),
        ({"target": 55, "undercut_bonus": 0, "gin_bonus": 0}, ["simple", "greedy"]),
        ({"target": 40, "first_roles": [2, 0, 1], "box_bonus": 25, "game_bonus": 100}, ["simple"]),
        ({"target": 20, "undercut_bonus": 0, "stock_floor": 10}, ["simple"]),
    ],
)
def test_matches_and_the_chain_tell_the_same(rules: dict[str, Any], policies: Sequence[str]) -> None:
    result = simulate("gin3", None, rules, policies=policies, games=MATCHES, seed=31, match=True)
    assert chained(result) == 6
    assert (distance(result) or 9) < APART


def chained(result: Result) -> int:
    return sum(row["metric"].startswith("chain_") for row in result.rows)


def find(result: Result, metric: str, role: str) -> dict[str, Any]:
    [row] = [row for row in result.rows if (row["metric"], row["role"]) == (metric, role)]
    return row


# Where something is wrong

WORTH = ("payoff", "points")
"""What matches tell of the roles in the rows that the chain's stand among."""
SWAPS = [("captain", "box"), ("box", "out"), ("captain", "out")]


@pytest.mark.parametrize("swapped", SWAPS)
@pytest.mark.parametrize("metric", ["win", "chain_win", "points", "chain_points"])
def test_roles_that_are_mixed_up_are_seen(metric: str, swapped: tuple[str, str]) -> None:
    """As if the roles of the first hand had been noted wrongly, or the chain had taken one role for another."""
    result = simulate("gin3", None, {"target": 30}, policies=["random", "greedy"], games=MATCHES, match=True)
    assert (distance(result) or 9) < APART
    other = dict([swapped, swapped[::-1]])
    rows = [
        {**row, "role": other.get(row["role"], row["role"])} if row["metric"] == metric else row for row in result.rows
    ]
    assert (distance(replace(result, rows=rows)) or 0) > 2 * APART


# Roles of the next hand, as places in the roles now, by the role that has won
BOX_WINS, CAPTAIN_WINS = [Role.BOX, Role.OUT, Role.CAPTAIN], [Role.CAPTAIN, Role.OUT, Role.BOX]
MOVES = {
    "the box loses its place": {Role.BOX: CAPTAIN_WINS, Role.CAPTAIN: CAPTAIN_WINS},
    "who loses the box is captain": {Role.BOX: BOX_WINS, Role.CAPTAIN: [Role.CAPTAIN, Role.BOX, Role.OUT]},
    "the captain of a box that wins stays": {Role.BOX: [*Role], Role.CAPTAIN: CAPTAIN_WINS},
    "who loses is paid": {Role.BOX: BOX_WINS, Role.CAPTAIN: CAPTAIN_WINS},
}
TABLES = (["greedy"], ["greedy", "random"])


def played(monkeypatch: pytest.MonkeyPatch, fault: str, policies: Sequence[str]) -> Result:
    """Return matches that are played with a fault in how roles move, or in who is paid; "": with none."""
    moves = MOVES[fault or "who loses is paid"]

    def add_hand(winner: int, points: int, roles: Any, totals: Any, won: Any) -> None:
        if winner >= 0:
            totals[roles[1 - winner if fault == "who loses is paid" else winner]] += points
            roles[:] = roles[moves[Role(winner)]]

    monkeypatch.setattr(play, "add_hand", add_hand)
    monkeypatch.setattr(play, "play_match", interpreted(play.play_match))
    game = registry.game("gin3")
    engine = game.load_engine()
    assert engine.match is not None
    faulty = replace(engine, match=replace(engine.match, run_slice=interpreted(play.run_matches)))
    rules = load_rules("gin3", None, {"target": 30})
    run = Run(
        replace(game, load_engine=lambda: faulty), rules, tuple(parse_policies(game, policies, 3)), 31, match=True
    )
    return told(Plan(run, 0, MATCHES // 2, None), counts_of(run, 0, MATCHES // 2), MATCHES // 2, interrupted=False)


@pytest.mark.parametrize("fault", MOVES)
def test_matches_that_are_played_wrongly_are_seen(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    assert max(distance(played(monkeypatch, fault, policies)) or 0 for policies in TABLES) > 1.5 * APART


@pytest.mark.parametrize("policies", TABLES)
def test_so_played_by_the_rules_they_are_as_ever(monkeypatch: pytest.MonkeyPatch, policies: Sequence[str]) -> None:
    result = played(monkeypatch, "", policies)
    again = simulate("gin3", None, {"target": 30}, policies=policies, games=MATCHES // 2, seed=31, match=True)
    assert result.rows == again.rows
    assert (distance(result) or 9) < APART


def of_chain(counts: Counts, change: Callable[[Any], Any]) -> float:
    """Return the distance where the chain is told something else of how hands ended."""
    run = Run(registry.game("gin3"), load_rules("gin3", None, {"target": 30}), (), 31, match=True)
    arrays = {**counts.arrays, "hand_won": change(counts["hand_won"])}
    changed = told(Plan(run, 0, MATCHES, None), Counts(arrays, counts.axes), MATCHES, interrupted=False)
    return distance(changed) or 0.0


def test_a_chain_of_other_hands_is_seen(made: Result) -> None:
    assert made.counts is not None
    assert of_chain(made.counts, lambda hands: hands) == distance(made)
    for role in (Role.BOX, Role.CAPTAIN):
        for change in (paid_more, twice):
            assert of_chain(made.counts, partial(change, role)) > APART


def paid_more(role: Role, hands: Any) -> Any:
    """Return the hands where each that a role wins pays ten points more."""
    more = hands.copy()
    more[role] = np.roll(hands[role], 10)
    return more


def twice(role: Role, hands: Any) -> Any:
    """Return the hands and once more those that a role wins."""
    return hands * np.where(np.arange(len(hands)) == role, 2, 1)[:, np.newaxis]


# Where there is no chain


def test_only_small_targets_have_a_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    solved: list[int] = []

    def chain(_endings: Endings, target: int) -> list[Estimate]:
        solved.append(target)
        return [mean(100, 50, 50)] * 6

    monkeypatch.setattr(role_worth, "chain", chain)
    for target in (30, MOST_TARGET, MOST_TARGET + 1, 1000):
        result = simulate("gin3", None, {"target": target}, games=20, match=True)
        assert chained(result) == (6 if target <= MOST_TARGET else 0)
        assert (distance(result) is None) == (target > MOST_TARGET)
        for metric, roles in (("payoff", ["captain", "box"]), ("points", ["captain", "box", "out"])):
            assert [row["role"] for row in result.rows if row["metric"] == metric] == roles
    assert solved == [30, MOST_TARGET]


def test_where_nobody_scores_there_is_no_chain() -> None:
    rules = {"target": 30, "knock_limit": 0, "stock_floor": 10}
    result = simulate("gin3", None, rules, policies=["random"], games=1, match=True)
    assert (chained(result), distance(result)) == (0, None)
    assert [find(result, "payoff", role)["estimate"] for role in ("captain", "box")] == [0, 0]
    assert find(result, "points", "out")["n"] == 0


def test_games_without_roles_have_no_distance() -> None:
    assert distance(simulate("gin", None, {"target": 30}, games=20, match=True)) is None


def test_one_match_has_no_distance() -> None:
    assert distance(simulate("gin3", None, {"target": 30}, games=1, match=True)) is None


def test_what_is_compared_has_rows(made: Result) -> None:
    metrics = {row["metric"] for row in made.rows}
    assert metrics.issuperset([*PAIRS, *PAIRS.values()])
    for role in ("captain", "box", "out"):
        for played_row, chain_row in PAIRS.items():
            assert find(made, chain_row, role)["se"] < find(made, played_row, role)["se"]


def test_ctrl_c_in_the_chain_keeps_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate("gin3", None, {"target": 30}, games=50, match=True)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(role_worth, "values_of", interrupt)
    cut = simulate("gin3", None, {"target": 30}, games=50, match=True)
    assert (cut.tally, cut.games) == (whole.tally, 50)
    assert (cut.extra["interrupted"], whole.extra["interrupted"]) == (True, False)
    assert cut.rows == [
        row for row in whole.rows if row["metric"] not in WORTH and not row["metric"].startswith("chain")
    ]
    assert distance(cut) is None
