"""The public baseline against itself: what the EAAI challenge's framework published of it, and what lay-offs change.

The framework played 102,460 hands. Every figure is within three joint standard errors of what is found here; that the
reference's are right and a figure is off by chance has a probability of 0.3 % each. The seeds were fixed beforehand.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from simcards import registry
from simcards.cards import cards_text
from simcards.compile import compile_rule_sets
from simcards.games.gin.params import COUNT_SHAPES, Outcome
from simcards.games.gin.play import run_slice
from simcards.result import Result
from simcards.rules import load_rules
from simcards.simulation import simulate
from simcards.splits import melds_text
from tests.gin_table import Table, table
from tests.naive.cards import total
from tests.naive.melds import best_splits, in_family, layoff_sets

HANDS = 102_460
GAMES = 400_000
AFTER_MELDS = ["layoff_after_melds=true"]

SHARES = {"outcome:knock": 0.93448, "outcome:gin": 0.02150, "outcome:undercut": 0.04244, "outcome:draw": 0.00158}
MEANS = {"discards": 12.515, "knock_deadwood": 7.126}


@pytest.fixture(scope="module")
def played() -> Result:
    return simulate("gin", "eaai", AFTER_MELDS, policies=["simple"], games=GAMES, seed=2021)


def find(result: Result, metric: str, **place: int) -> dict[str, Any]:
    wanted = {"metric": metric, "seat": None, "position": None, **place}
    [row] = [row for row in result.rows if all(row[key] == value for key, value in wanted.items())]
    return row


@pytest.mark.parametrize("metric", SHARES)
def test_how_hands_end(played: Result, metric: str) -> None:
    row, published = find(played, metric), SHARES[metric]
    error = math.hypot(row["se"], math.sqrt(published * (1 - published) / HANDS))
    assert abs(row["estimate"] - published) < 3 * error


@pytest.mark.parametrize("metric", MEANS)
def test_discards_and_deadwood_of_knocks(played: Result, metric: str) -> None:
    """The reference's standard error follows from the deviation found here and its share of such hands."""
    row = find(played, metric)
    deviation, hands = row["se"] * math.sqrt(row["n"]), HANDS * row["n"] / GAMES
    error = math.hypot(row["se"], deviation / math.sqrt(hands))
    assert abs(row["estimate"] - MEANS[metric]) < 3 * error


def test_the_first_to_act_wins_a_little_more(played: Result) -> None:
    row = find(played, "win", position=1)
    error = math.hypot(row["se"], math.sqrt(0.25 / (HANDS * row["n"] / GAMES)))
    assert abs(row["estimate"] - 0.502) < 3 * error


@pytest.mark.parametrize(("bonus", "earned"), [(25, 3.56), (10, -0.97)])
def test_waiting_for_gin_against_the_baseline(bonus: int, earned: float) -> None:
    rules = [*AFTER_MELDS, f"undercut_bonus={bonus}"]
    result = simulate("gin", "eaai", rules, policies=["simple:knock=0", "simple"], games=200_000, seed=2021)
    row = find(result, "net", seat=0)
    assert 3 * row["se"] < 0.2
    assert abs(row["estimate"] - earned) < 0.2


def test_joint_layoffs_turn_knocks_into_undercuts(played: Result) -> None:
    """On the same deals nothing else changes: 0.11 % against a defender who of equal splits keeps the best."""
    joint = simulate("gin", "eaai", policies=["simple"], games=GAMES, seed=2021)
    assert played.counts is not None
    assert joint.counts is not None
    change = (joint.counts["outcome"] - played.counts["outcome"]).sum(axis=0)
    assert change[Outcome.UNDERCUT] == -change[Outcome.KNOCK]
    assert [change[end] for end in (Outcome.GIN, Outcome.BIG_GIN, Outcome.DRAW)] == [0, 0, 0]
    assert abs(change[Outcome.UNDERCUT] / GAMES - 0.00108) < 3 * math.sqrt(0.00108 / GAMES)


def undercut_share(one: Table) -> float:
    """Return the share of the defender's best splits with which lay-offs after the melds undercut the knock."""
    state = one.state
    knocker = int(state.knocker)
    melds = [frozenset(meld) for meld in melds_text(int(state.sets[knocker]), int(state.runs[knocker]))]
    hand = frozenset(cards_text(int(state.hand[1 - knocker])))
    splits = best_splits(hand)
    undercut = 0
    for family in splits:
        loose = hand - in_family(family)
        undercut += min(total(loose - laid) for laid in layoff_sets(loose, melds)) <= state.deadwood[knocker]
    return undercut / len(splits)


def test_joint_layoffs_against_a_random_split_as_in_the_framework() -> None:
    """The framework's player keeps a random one of equal splits; joint lay-offs then change 0.17 % of all hands."""
    games = 60_000
    one = table("eaai", policies=["simple"], seed=2021)
    counts = tuple(np.zeros((1, *shape), np.int64) for shape in COUNT_SHAPES.values())
    rules = compile_rule_sets(registry.game("gin"), [load_rules("gin", "eaai")])
    changed = 0.0
    for game in range(games):
        run_slice(rules, one.policies, game, 1, one.state, one.scratch, counts)
        if one.state.outcome == Outcome.UNDERCUT:
            changed += 1 - undercut_share(one)
    assert abs(changed / games - 0.0017) < 3 * math.sqrt(0.0017 / games)
    assert changed / games > 0.00135
