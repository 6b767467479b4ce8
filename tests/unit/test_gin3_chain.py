"""The chain over roles and scores, against a plain recursion in fractions, numeric slopes and repeated matches."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from simcards.games.gin.params import MOST_POINTS
from simcards.games.gin3.params import PLAYERS, Role
from simcards.games.gin3.role_worth import Endings, chain, slopes_of, values_of
from simcards.stats import Z
from tests.naive.gin3_chain import Ending, NaiveChain

Floats = NDArray[np.float64]

BOX, CAPTAIN = 0, 1
CASES: dict[str, tuple[dict[Ending, int], int]] = {
    "the box wins more": ({(BOX, 2): 3, (BOX, 3): 4, (CAPTAIN, 1): 2, (CAPTAIN, 4): 1}, 12),
    "some have no winner": ({(BOX, 1): 3, (BOX, 6): 1, (CAPTAIN, 2): 5, (CAPTAIN, 3): 1, (None, 0): 4}, 9),
    "hands beyond the target": ({(BOX, 4): 1, (BOX, 30): 2, (CAPTAIN, 5): 2, (CAPTAIN, 11): 1, (None, 0): 1}, 11),
    "a point at a time": ({(BOX, 1): 2, (CAPTAIN, 1): 1}, 5),
    "only the box scores": ({(BOX, 2): 1, (None, 0): 3}, 7),
    "only the captain scores": ({(CAPTAIN, 3): 1}, 8),
    "the box wins nothing at times": ({(BOX, 0): 2, (BOX, 2): 3, (CAPTAIN, 1): 2, (CAPTAIN, 3): 2}, 6),
    "both win nothing at times": ({(BOX, 0): 1, (BOX, 3): 4, (CAPTAIN, 0): 3, (CAPTAIN, 2): 2, (None, 0): 1}, 7),
    "mostly nothing": ({(BOX, 0): 40, (CAPTAIN, 0): 30, (None, 0): 20, (CAPTAIN, 2): 3, (BOX, 1): 1}, 5),
}
"""Hands that end so, in so many of all cases each, and a target. Wins that pay nothing change the roles too."""


def hand_won(times: Mapping[Ending, int]) -> NDArray[np.int64]:
    """Return hands as the counts of matches have them."""
    array = np.zeros((PLAYERS, MOST_POINTS + 1), np.int64)
    for (winner, points), count in times.items():
        array[Role.OUT if winner is None else winner, points] += count
    return array


def endings_of(times: Mapping[Ending, int]) -> Endings:
    return Endings.of_counts(hand_won(times))


def agree(times: Mapping[Ending, int], target: int) -> None:
    """Hold what every state is worth to the recursion: chances to win and points, by role."""
    naive, values = NaiveChain(times, target), values_of(endings_of(times), target)
    assert values.shape == (target, target, 2 * PLAYERS, target)
    for box, captain, out in np.ndindex(target, target, target):
        exact = naive.worth(box, captain, out)
        assert sum(exact[:PLAYERS]) == 1
        assert values[captain, out, :, box] == pytest.approx([float(one) for one in exact], rel=1e-12, abs=1e-12)


@pytest.mark.kernels
@pytest.mark.parametrize("case", CASES)
def test_every_state_is_worth_what_the_recursion_says(case: str) -> None:
    agree(*CASES[case])


CHANCES = st.dictionaries(
    st.one_of(st.tuples(st.sampled_from([BOX, CAPTAIN]), st.integers(0, 12)), st.just((None, 0))),
    st.integers(1, 50),
    min_size=1,
    max_size=6,
).filter(lambda times: any(points for _, points in times))


@settings(max_examples=25)
@given(CHANCES, st.integers(1, 6))
def test_so_it_is_of_any_endings(times: dict[Ending, int], target: int) -> None:
    agree(times, target)


def all_chances(endings: Endings) -> Floats:
    """Return the chances by who wins (out: nobody) and points."""
    return np.vstack([endings.chances, endings.nobody * (np.arange(endings.chances.shape[1]) == 0)])


def first(chances: Floats, target: int) -> Floats:
    """Return what the first state is worth if hands end so, by role."""
    return values_of(Endings(1, chances[:2], float(chances[2, 0])), target)[0, 0, :, 0]


def off(times: Mapping[Ending, int], target: int) -> Floats:
    """Return how far slopes are off at each ending, by value: how it moves where that ending gets more of the chance.

    Numerically it is the difference of the values a little to both sides, all chances adding up to 1 all the while.
    """
    chances, step = all_chances(endings_of(times)), 1e-6
    slopes = slopes_of(endings_of(times), values_of(endings_of(times), target))
    means, found = (chances[:, np.newaxis] * slopes).sum(axis=(0, 2)), []
    for winner, points in np.argwhere(chances):
        toward = -chances.copy()
        toward[winner, points] += 1
        ahead, behind = (first(chances + by * toward, target) for by in (step, -step))
        found.append(slopes[winner, :, points] - means - (ahead - behind) / (2 * step))
    return np.array(found)


@pytest.mark.kernels
@pytest.mark.parametrize("case", CASES)
def test_slopes_are_how_values_move(case: str) -> None:
    assert np.abs(off(*CASES[case])).max() < 1e-6


# Standard errors

TARGET, MATCHES, REPEATS = 20, 300, 300
PLAYED: dict[str, dict[Ending, int]] = {
    "all wins pay": {(BOX, 1): 4, (BOX, 3): 5, (BOX, 9): 2, (CAPTAIN, 2): 6, (CAPTAIN, 5): 3, (None, 0): 1},
    "some pay nothing": {(BOX, 0): 4, (BOX, 2): 6, (BOX, 7): 2, (CAPTAIN, 0): 1, (CAPTAIN, 4): 5, (None, 0): 2},
}


@dataclass(frozen=True)
class Played:
    """Matches that were played by the rules of roles, in repeats of MATCHES matches."""

    ended: NDArray[np.int64]
    """By repeat and ending: hands."""
    worth: Floats
    """By match and value: whether who was in a role at first has won, then his points."""


def play(times: Mapping[Ending, int], seed: int) -> Played:
    """Play REPEATS times MATCHES matches, hand by hand all at once, with hands that are drawn and not played.

    Players are called by their roles in the first hand; who wins is in the box then, who was out is captain.
    """
    random, matches = np.random.default_rng(seed), np.arange(REPEATS * MATCHES)
    winners = np.array([Role.OUT if winner is None else winner for winner, _ in times])
    points, shares = np.array([paid for _, paid in times]), np.array([*times.values()]) / sum(times.values())
    roles, totals = np.tile(np.arange(PLAYERS), (len(matches), 1)), np.zeros((len(matches), PLAYERS), np.int64)
    ended, going = np.zeros((REPEATS, len(times)), np.int64), matches
    while len(going):
        drawn = random.choice(len(times), len(going), p=shares)
        np.add.at(ended, (going // MATCHES, drawn), 1)
        winner, before = winners[drawn], roles[going]
        who = np.take_along_axis(before, winner[:, np.newaxis], 1)[:, 0]
        totals[going, who] += points[drawn]
        beaten = np.take_along_axis(before, 1 - np.minimum(winner, CAPTAIN)[:, np.newaxis], 1)[:, 0]
        moved = np.stack([who, before[:, Role.OUT], beaten], axis=1)
        roles[going] = np.where((winner == Role.OUT)[:, np.newaxis], before, moved)
        going = going[totals[going, who] < TARGET]
    return Played(ended, np.hstack([totals >= TARGET, totals]).astype(np.float64))


@pytest.mark.parametrize("case", PLAYED)
def test_standard_errors_are_the_spread_of_repeated_estimates(case: str) -> None:
    """The spread of so many repeats is known to 4.1 %, and their mean to a seventeenth of a standard error.

    Four standard errors are allowed of both, and the bias of a ratio beside (under a twentieth of a standard error): a
    false alarm in one of 1,300 such tests, of twelve figures each; the seeds were fixed beforehand.
    """
    times = PLAYED[case]
    played, true = play(times, 2026), chain(endings_of(times), TARGET)
    found = [chain(endings_of(dict(zip(times, ended.tolist(), strict=True))), TARGET) for ended in played.ended]
    values, errors = (np.array([[getattr(one, key) for one in each] for each in found]) for key in ("estimate", "se"))
    told = errors.mean(axis=0)
    assert values.std(axis=0, ddof=1) == pytest.approx(told, rel=4 / math.sqrt(2 * REPEATS))
    off = (values.mean(axis=0) - [one.estimate for one in true]) / told
    assert np.abs(off).max() < 4 / math.sqrt(REPEATS) + 0.05


@pytest.mark.parametrize("case", PLAYED)
def test_matches_that_are_played_come_to_what_the_chain_says(case: str) -> None:
    """Four standard errors for each of six figures: a false alarm in one of 2,600 such tests."""
    worth, true = play(PLAYED[case], 2027).worth, chain(endings_of(PLAYED[case]), TARGET)
    off = worth.mean(axis=0) - [one.estimate for one in true]
    assert np.abs(off / (worth.std(axis=0) / math.sqrt(len(worth)))).max() < 4


def test_estimates_have_the_interval_of_their_standard_error_and_say_of_how_many_hands() -> None:
    times = PLAYED["all wins pay"]
    few, many = (chain(endings_of({end: count * by for end, count in times.items()}), 9) for by in (1, 100))
    for one, other in zip(few, many, strict=True):
        assert (one.n, other.n) == (21, 2100)
        assert one.estimate == pytest.approx(other.estimate)
        assert one.se == pytest.approx(10 * (other.se or 0))
        assert one.estimate is not None
        assert one.se is not None
        assert (one.low, one.high) == pytest.approx((one.estimate - Z * one.se, one.estimate + Z * one.se))


@pytest.mark.parametrize("case", CASES)
def test_one_of_the_three_wins(case: str) -> None:
    found = chain(endings_of(CASES[case][0]), CASES[case][1])
    assert sum(one.estimate or 0 for one in found[:PLAYERS]) == pytest.approx(1, abs=1e-12)


def test_hands_that_all_end_alike_leave_nothing_open() -> None:
    """A box that always wins two points of five needs three hands, whoever sits opposite."""
    found = chain(endings_of({(BOX, 2): 7}), 5)
    assert [one.estimate for one in found] == [1, 0, 0, 6, 0, 0]
    assert [one.se for one in found] == [0] * 6
