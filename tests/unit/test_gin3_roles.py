"""Roles from hand to hand, and what a match of three-hand gin comes to."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from simcards.compile import new_record
from simcards.games.gin.match import add_final_scores, at_target
from simcards.games.gin.params import PARAMS
from simcards.games.gin3.kernel import add_hand, next_roles
from simcards.games.gin3.params import Role

ORDERS = list(permutations(range(3)))
NOBODY = -1

pytestmark = pytest.mark.kernels


def after(roles: tuple[int, ...], winner: int) -> tuple[int, ...]:
    moved = np.array(roles, np.int64)
    next_roles(winner, moved)
    return tuple(moved.tolist())


def finals(totals: list[int], won: list[int], target: int = 100, **terms: int) -> list[int]:
    params = new_record(PARAMS)
    params.target = target
    for name, value in terms.items():
        params[name] = value
    scores = np.zeros(3, np.int64)
    add_final_scores(params, np.array(totals, np.int64), np.array(won, np.int64), scores)
    return [int(score) for score in scores]


@pytest.mark.parametrize("roles", ORDERS)
def test_a_box_that_wins_stays_and_the_others_change_places(roles: tuple[int, ...]) -> None:
    box, captain, out = roles
    assert after(roles, Role.BOX) == (box, out, captain)


@pytest.mark.parametrize("roles", ORDERS)
def test_a_box_that_loses_sits_out_and_the_captain_goes_in(roles: tuple[int, ...]) -> None:
    box, captain, out = roles
    assert after(roles, Role.CAPTAIN) == (captain, out, box)


@pytest.mark.parametrize("roles", ORDERS)
def test_without_a_winner_the_roles_stay(roles: tuple[int, ...]) -> None:
    assert after(roles, NOBODY) == roles


def test_points_are_the_winners_own() -> None:
    roles, totals, won = (np.array(numbers, np.int64) for numbers in ([2, 0, 1], [0, 0, 0], [0, 0, 0]))
    for winner, points in ((Role.CAPTAIN, 30), (Role.BOX, 5), (NOBODY, 0), (Role.CAPTAIN, 12), (Role.CAPTAIN, 0)):
        add_hand(winner, points, roles, totals, won)
    # Seat 0 wins as captain, then in the box; its captains are 1, then 2, who takes the box; then seat 1 wins nothing.
    assert totals.tolist() == [35, 0, 12]
    assert won.tolist() == [2, 1, 1]
    assert roles.tolist() == [1, 0, 2]


def test_the_match_is_won_at_the_target() -> None:
    params = new_record(PARAMS)
    params.target = 100
    assert at_target(params, np.array([99, 0, 99], np.int64)) == NOBODY
    assert [at_target(params, np.array(totals, np.int64)) for totals in ([100, 0, 99], [0, 101, 0], [5, 5, 120])] == [
        0,
        1,
        2,
    ]


def test_bonuses_of_the_match() -> None:
    totals, won = [30, 105, 0], [2, 3, 0]
    assert finals(totals, won) == totals
    assert finals(totals, won, box_bonus=25) == [80, 180, 0]
    assert finals(totals, won, game_bonus=100) == [30, 205, 0]
    assert finals(totals, won, shutout_double=1) == totals
    assert finals([0, 105, 0], [0, 3, 0], box_bonus=25, game_bonus=100, shutout_double=1) == [0, 560, 0]


@pytest.mark.parametrize("won", [[1, 3, 0], [0, 3, 1], [1, 3, 1]])
def test_a_hand_won_with_no_points_saves_from_a_shutout(won: list[int]) -> None:
    assert finals([0, 105, 0], won, shutout_double=1) == [0, 105, 0]
