"""Three-hand gin, the match: roles that move, the target, the bonuses, and its record."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.gin3_records import BOX, CAPTAIN, ROLES, match, record
from tests.clauses.records import Hand, Replay, check, refused
from tests.naive.cards import DECK

KEYS = {"ok", "over", "scores", "role_history", "hands"}
DRAWN: Hand = (None, 1)
EQUAL: Hand = (None, 0)


# Roles


@pytest.mark.parametrize(
    ("hands", "history", "scores"),
    [
        ([(BOX, 20)], [[0, 1, 2]], [20, 0, 0]),
        ([(CAPTAIN, 20)], [[0, 1, 2]], [0, 20, 0]),
        ([(BOX, 20), (BOX, 30)], [[0, 1, 2], [0, 2, 1]], [50, 0, 0]),
        ([(BOX, 20), (CAPTAIN, 30)], [[0, 1, 2], [0, 2, 1]], [20, 0, 30]),
        ([(CAPTAIN, 20), (BOX, 30)], [[0, 1, 2], [1, 2, 0]], [0, 50, 0]),
        ([(CAPTAIN, 20), (CAPTAIN, 30)], [[0, 1, 2], [1, 2, 0]], [0, 20, 30]),
        ([DRAWN, (BOX, 30)], [[0, 1, 2], [0, 1, 2]], [30, 0, 0]),
        ([EQUAL, (CAPTAIN, 30)], [[0, 1, 2], [0, 1, 2]], [0, 30, 0]),
        ([(CAPTAIN, 20), DRAWN, EQUAL, (BOX, 20)], [[0, 1, 2], [1, 2, 0], [1, 2, 0], [1, 2, 0]], [0, 40, 0]),
        ([(CAPTAIN, 20)] * 4, [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]], [20, 40, 20]),
        ([(BOX, 20)] * 3, [[0, 1, 2], [0, 2, 1], [0, 1, 2]], [60, 0, 0]),
    ],
    ids=str,
)
def test_roles_move_by_the_rules_and_scores_add_up(
    replay: Replay, hands: list[Hand], history: list[list[int]], scores: list[int]
) -> None:
    check(replay(match(hands, target=1000)), ok=True, over=False, role_history=history, scores=scores)


@pytest.mark.parametrize("roles", ROLES, ids=str)
def test_roles_are_those_of_the_first_hand(replay: Replay, roles: list[int]) -> None:
    box, captain, out = roles
    result = replay(match([(CAPTAIN, 20), (BOX, 30)], roles, target=1000))
    check(result, role_history=[roles, [captain, out, box]])
    assert [result["scores"][seat] for seat in roles] == [0, 50, 0]


def test_first_roles_do_not_matter(replay: Replay) -> None:
    game = match([(BOX, 20)], [2, 1, 0], first_roles=[0, 1, 2])
    check(replay(game), role_history=[[2, 1, 0]], scores=[0, 0, 20])


# The end


@pytest.mark.parametrize(("target", "over"), [(1, True), (49, True), (50, True), (51, False), (10000, False)])
def test_target(replay: Replay, target: int, over: bool) -> None:
    check(replay(match([(CAPTAIN, 50)], target=target, gin_bonus=20)), over=over, scores=[0, 50, 0])


def test_the_match_ends_at_100_the_winner_is_that_player_alone_without_bonuses(replay: Replay) -> None:
    game = match([(CAPTAIN, 40), (BOX, 40), (CAPTAIN, 20), (CAPTAIN, 40)])
    check(replay(game), over=False, scores=[20, 80, 40])
    result = replay(match([(CAPTAIN, 40), (BOX, 40), (BOX, 20)]))
    check(result, over=True, scores=[0, 100, 0], payoffs=[0, 100, 0], winner=[1])
    assert result.keys() == KEYS | {"payoffs", "winner"}


MIXED: list[Hand] = [(BOX, 20), (CAPTAIN, 30), (BOX, 30)]
"""Seat 0 wins 20, seat 2 30 and 30."""


@pytest.mark.parametrize(
    ("game_bonus", "box_bonus", "doubles", "payoffs"),
    [
        (0, 0, False, [20, 0, 60]),
        (100, 0, False, [20, 0, 160]),
        (0, 20, False, [40, 0, 100]),
        (1000, 1000, False, [1020, 0, 3060]),
        (100, 25, True, [45, 0, 210]),
    ],
)
def test_game_bonus_to_the_winner_box_bonus_for_each_hand_won(
    replay: Replay, game_bonus: int, box_bonus: int, doubles: bool, payoffs: list[int]
) -> None:
    bonuses: dict[str, Any] = {"game_bonus": game_bonus, "box_bonus": box_bonus, "shutout_double": doubles}
    result = replay(match(MIXED, target=60, **bonuses))
    check(result, role_history=[[0, 1, 2], [0, 2, 1], [2, 1, 0]], scores=[20, 0, 60], payoffs=payoffs, winner=[2])


def test_boxes_of_a_player_who_is_not_the_winner_count(replay: Replay) -> None:
    result = replay(match(MIXED, target=60, box_bonus=100))
    check(result, payoffs=[120, 0, 260], winner=[2])


@pytest.mark.parametrize(("doubles", "payoffs"), [(False, [0, 240, 0]), (True, [0, 480, 0])])
def test_shutout_double_if_neither_other_player_won_a_hand(replay: Replay, doubles: bool, payoffs: list[int]) -> None:
    hands: list[Hand] = [(CAPTAIN, 40), DRAWN, (BOX, 50)]
    game = match(hands, target=90, game_bonus=100, box_bonus=25, shutout_double=doubles)
    check(replay(game), scores=[0, 90, 0], payoffs=payoffs, winner=[1])


@pytest.mark.parametrize(
    ("hands", "payoffs"),
    [([(BOX, 20), (CAPTAIN, 50)], [20, 0, 50]), ([(CAPTAIN, 20), (CAPTAIN, 50)], [0, 20, 50])],
    ids=str,
)
def test_no_shutout_if_one_of_the_others_won_a_hand(replay: Replay, hands: list[Hand], payoffs: list[int]) -> None:
    check(replay(match(hands, target=50, shutout_double=True)), payoffs=payoffs, winner=[2])


def test_no_shutout_against_a_hand_won_without_points(replay: Replay) -> None:
    first = record("9c Tc Jc Qc", "9s Ts Js Qs", ["stock", "knock 7c"], stock="7c")
    second = record("2c 5d 8h Kd", "9s Ts Js Qs", ["stock", "knock 7c"], stock="7c")
    rules = first["rules"] | {"gin_bonus": 0, "target": 20, "box_bonus": 5, "shutout_double": True}
    hands = [{"deck": game["deck"], "actions": game["actions"]} for game in (first, second)]
    game = {"game": "gin3", "rules": rules, "roles": [0, 1, 2], "hands": hands}
    check(replay(game), role_history=[[0, 1, 2], [1, 2, 0]], scores=[0, 0, 25], payoffs=[0, 5, 30], winner=[2])


# The record


def test_without_bonuses_scores_are_the_totals_of_finished_hands(replay: Replay) -> None:
    game = match([(BOX, 40), (CAPTAIN, 30)], box_bonus=100, game_bonus=100)
    last = game["hands"][1]["actions"].pop()
    result = replay(game)
    check(result, ok=True, over=False, scores=[40, 0, 0], role_history=[[0, 1, 2], [0, 2, 1]], to_act=2)
    assert last in result["legal"]
    assert result.keys() == KEYS | {"to_act", "legal"}


def test_hands_are_those_of_the_last_hand(replay: Replay) -> None:
    result = replay(match([(BOX, 40), (CAPTAIN, 30)]))
    assert result["hands"][1] == []
    assert result["hands"][2] == ["9s", "Ts", "Js", "Qs"]
    assert result.keys() == KEYS


def test_a_hand_after_the_end_of_the_match_is_refused(replay: Replay) -> None:
    refused(replay(match([(BOX, 40), (BOX, 40), (BOX, 40)], target=80)), [2, None])


def test_a_hand_after_an_unfinished_one_is_refused(replay: Replay) -> None:
    game = match([(BOX, 40), (BOX, 40)])
    game["hands"][0]["actions"].pop()
    refused(replay(game), [1, None])


def test_a_faulty_action_is_told_by_hand_and_action(replay: Replay) -> None:
    game = match([(BOX, 40), (CAPTAIN, 40)])
    game["hands"][1]["actions"] = ["stock", "fold"]
    refused(replay(game), [1, 1])
    game["hands"][0]["actions"].append("stock")
    refused(replay(game), [0, 4])


@pytest.mark.parametrize(
    "wrong",
    [
        {"deck": "As Ks", "actions": []},
        {"deck": " ".join([*DECK[:51], "Ac"]), "actions": []},
        {"deck": " ".join(DECK)},
        {"actions": []},
        {"deck": " ".join(DECK), "actions": [], "roles": [0, 1, 2]},
        {"deck": " ".join(DECK), "actions": "stock"},
        {"deck": 7, "actions": []},
        [],
        None,
    ],
    ids=str,
)
def test_wrong_keys_or_a_wrong_deck_of_a_hand_are_told_by_hand(replay: Replay, wrong: object) -> None:
    game = match([(BOX, 40), (BOX, 40)])
    refused(replay(game | {"hands": [game["hands"][0], wrong]}), [1, None])
    refused(replay(game | {"hands": [wrong, *game["hands"]]}), [0, None])


@pytest.mark.parametrize(
    "wrong",
    [
        {"deck": " ".join(DECK)},
        {"actions": []},
        {"hands": []},
        {"hands": {}},
        {"hands": None},
        {"dealer": 0},
        {"roles": [0, 1]},
        {"scores": [0, 0, 0]},
        {"rules": {"hollywood": True}},
        {"comment": ""},
    ],
    ids=str,
)
def test_wrong_fields_of_a_match(replay: Replay, wrong: dict[str, object]) -> None:
    refused(replay(match([(BOX, 40)]) | wrong), None)


def test_of_several_faults_the_records_own_come_first_then_the_first_in_playing_order(replay: Replay) -> None:
    game = match([(BOX, 40), (BOX, 40)])
    game["hands"][0]["actions"][0] = "pass"
    game["hands"][1]["deck"] = "As"
    refused(replay(game), [0, 0])
    refused(replay(game | {"roles": [0, 0, 0]}), None)
