"""Gin, the options of a match and its record."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.records import WINNING, Replay, check, deal, match, refused
from tests.naive.cards import DECK

NO_BONUSES: dict[str, Any] = {"game_bonus": 0, "box_bonus": 0, "shutout_double": False}


@pytest.mark.parametrize(
    ("how", "dealers"),
    [
        ("winner", [0, 1, 1, 1, 1, 0, 0]),
        ("loser", [0, 0, 0, 0, 0, 1, 1]),
        ("alternate", [0, 1, 0, 1, 0, 1, 0]),
        ("alternate_scored", [0, 1, 0, 0, 0, 1, 0]),
    ],
)
def test_next_dealer(replay: Replay, how: str, dealers: list[int]) -> None:
    hands = [(1, 20), (1, 20), (None, 0), (None, 1), (0, 20), (0, 20), (1, 20)]
    game = match(hands, dealers, next_dealer=how, target=1000)
    check(replay(game), ok=True, over=False, dealers=dealers, scores=[40, 60])


def test_next_dealer_is_the_winner_even_of_a_hand_without_points(replay: Replay) -> None:
    deck = deal((WINNING, "Kd Kh Kc Ks"), dealer=0)
    won = {"deck": " ".join(deck), "actions": ["stock", f"discard {deck[9]}", "stock", f"knock {deck[10]}"]}
    rules = {"first_turn": "free", "hand_size": 4, "gin_bonus": 0}
    game = {"game": "gin", "rules": rules, "hands": [won, {"deck": " ".join(DECK), "actions": []}]}
    check(replay(game), scores=[0, 0], dealers=[0, 1])


@pytest.mark.parametrize(("target", "over"), [(1, True), (49, True), (50, True), (51, False), (10000, False)])
def test_target(replay: Replay, target: int, over: bool) -> None:
    check(replay(match([(0, 50)], [0], target=target, gin_bonus=20)), over=over, scores=[50, 0])


@pytest.mark.parametrize(
    ("game_bonus", "box_bonus", "doubles", "payoffs"),
    [
        (0, 0, False, [60, 30]),
        (100, 0, False, [160, 30]),
        (0, 20, False, [100, 50]),
        (1000, 1000, False, [3060, 1030]),
        (100, 25, True, [210, 55]),
    ],
)
def test_game_bonus_to_the_winner_box_bonus_for_each_hand_won(
    replay: Replay, game_bonus: int, box_bonus: int, doubles: bool, payoffs: list[int]
) -> None:
    bonuses: dict[str, Any] = {"game_bonus": game_bonus, "box_bonus": box_bonus, "shutout_double": doubles}
    game = match([(0, 30), (1, 30), (0, 30)], [0, 1, 0], target=60, **bonuses)
    check(replay(game), scores=[60, 30], payoffs=payoffs, winner=[0])


def test_the_winner_reached_the_target_even_if_boxes_give_the_other_more(replay: Replay) -> None:
    game = match([(1, 20), (1, 20), (0, 50)], [0, 0, 0], target=50, game_bonus=0, box_bonus=100)
    check(replay(game), scores=[50, 40], payoffs=[150, 240], winner=[0])


@pytest.mark.parametrize(("doubles", "payoffs"), [(False, [0, 190]), (True, [0, 380])])
def test_shutout_double(replay: Replay, doubles: bool, payoffs: list[int]) -> None:
    game = match([(1, 20), (1, 20)], [0, 0], target=40, shutout_double=doubles)
    check(replay(game), payoffs=payoffs, winner=[1])


def test_no_shutout_against_a_hand_won_without_points(replay: Replay) -> None:
    decks = [deal((WINNING, "Kd Kh Kc Ks")), deal(("9c Td Jc Qd", WINNING))]
    hands = [
        {"deck": " ".join(decks[0]), "actions": ["stock", f"knock {decks[0][9]}"]},
        {"deck": " ".join(decks[1]), "actions": ["stock", f"discard {decks[1][9]}", "stock", f"knock {decks[1][10]}"]},
    ]
    rules = {"first_turn": "free", "hand_size": 4, "gin_bonus": 0, "target": 10}
    game = {"game": "gin", "rules": rules, "dealer": 1, "hands": hands}
    check(replay(game), dealers=[1, 1], scores=[0, 39], payoffs=[25, 39 + 25 + 100], winner=[1])


def test_hollywood_false_scores_one_game(replay: Replay) -> None:
    check(replay(match([(0, 50)], [0], target=50, gin_bonus=20)), over=True, scores=[50, 0], payoffs=[350, 0])


def test_hollywood_true_scores_three(replay: Replay) -> None:
    game = match([(0, 50)], [0], target=50, gin_bonus=20, hollywood=True)
    check(replay(game), over=False, scores=[[50, 0], [0, 0], [0, 0]])


# The record of a match


def test_without_bonuses_scores_are_the_totals_of_finished_hands(replay: Replay) -> None:
    game = match([(0, 40), (1, 30)], [0, 1])
    last = game["hands"][1]["actions"].pop()
    result = replay(game)
    check(result, ok=True, over=False, scores=[40, 0], dealers=[0, 1], to_act=1)
    assert last in result["legal"]
    assert result.keys() == {"ok", "over", "scores", "dealers", "hands", "to_act", "legal"}


def test_hands_are_those_of_the_last_hand(replay: Replay) -> None:
    game = match([(0, 40), (1, 30)], [0, 1])
    result = replay(game)
    assert result["hands"][1] == WINNING.split()
    assert result.keys() == {"ok", "over", "scores", "dealers", "hands"}


def test_a_finished_match_has_payoffs_and_a_winner(replay: Replay) -> None:
    result = replay(match([(0, 40), (1, 30), (0, 50)], [0, 1, 0], target=80))
    check(result, over=True, scores=[90, 30], payoffs=[90 + 50 + 100, 30 + 25], winner=[0])
    assert result.keys() == {"ok", "over", "scores", "dealers", "hands", "payoffs", "winner"}


@pytest.mark.parametrize("dealer", [0, 1])
def test_dealer_is_that_of_the_first_hand(replay: Replay, dealer: int) -> None:
    game = match([(0, 20), (0, 20)], [dealer, 1])
    check(replay(game), dealers=[dealer, 1])


def test_a_hand_after_the_end_of_the_match_is_refused(replay: Replay) -> None:
    game = match([(0, 40), (0, 40), (0, 40)], [0, 1, 1], target=80)
    refused(replay(game), [2, None])


def test_a_hand_after_an_unfinished_one_is_refused(replay: Replay) -> None:
    game = match([(0, 40), (0, 40)], [0, 1])
    game["hands"][0]["actions"].pop()
    refused(replay(game), [1, None])


def test_a_faulty_action_is_told_by_hand_and_action(replay: Replay) -> None:
    game = match([(0, 40), (0, 40)], [0, 1])
    game["hands"][1]["actions"][1] = "discard Kd"
    refused(replay(game), [1, 1])
    game["hands"][1]["actions"] = ["stock", "fold"]
    refused(replay(game), [1, 1])


def test_an_action_after_the_end_of_a_hand_is_refused(replay: Replay) -> None:
    game = match([(0, 40), (0, 40)], [0, 1])
    length = len(game["hands"][0]["actions"])
    game["hands"][0]["actions"].append("stock")
    refused(replay(game), [0, length])


@pytest.mark.parametrize(
    "wrong",
    [
        {"deck": "As Ks", "actions": []},
        {"deck": " ".join([*DECK[:51], "Ac"]), "actions": []},
        {"deck": " ".join(DECK)},
        {"actions": []},
        {"deck": " ".join(DECK), "actions": [], "dealer": 0},
        {"deck": " ".join(DECK), "actions": [], "note": "no"},
        {"deck": " ".join(DECK), "actions": "stock"},
        {"deck": 7, "actions": []},
        [],
        None,
    ],
)
def test_wrong_keys_or_a_wrong_deck_of_a_hand_are_told_by_hand(replay: Replay, wrong: object) -> None:
    game = match([(0, 40), (0, 40)], [0, 1])
    refused(replay(game | {"hands": [game["hands"][0], wrong]}), [1, None])
    refused(replay(game | {"hands": [wrong, *game["hands"]]}), [0, None])


def test_of_several_faults_the_records_own_come_first_then_the_first_in_playing_order(replay: Replay) -> None:
    game = match([(0, 40), (0, 40)], [0, 1])
    game["hands"][0]["actions"][0] = "pass"
    game["hands"][1]["deck"] = "As"
    refused(replay(game), [0, 0])
    refused(replay(game | {"comment": ""}), None)
    refused(replay(game | {"rules": {"target": 0}}), None)
    refused(replay(game | {"dealer": 2}), None)


@pytest.mark.parametrize("wrong", [{"deck": " ".join(DECK)}, {"actions": []}, {"hands": {}}, {"hands": "none"}])
def test_wrong_fields_of_a_match(replay: Replay, wrong: dict[str, object]) -> None:
    refused(replay(match([(0, 40)], [0]) | wrong), None)


# Hollywood


def test_hollywood_counts_each_players_wins_over_the_whole_match(replay: Replay) -> None:
    game = match([(0, 20), (1, 30), (0, 30), (0, 40), (1, 50)], [0, 1, 0, 1, 1], hollywood=True, target=500)
    check(replay(game), over=False, scores=[[90, 80], [70, 50], [40, 0]])


def test_hollywood_hands_without_a_winner_count_for_nobody(replay: Replay) -> None:
    game = match([(0, 20), (None, 0), (None, 1), (0, 30)], [0, 1, 1, 1], hollywood=True)
    check(replay(game), scores=[[50, 0], [30, 0], [0, 0]])


def test_hollywood_a_finished_game_takes_no_more_hands(replay: Replay) -> None:
    game = match([(0, 50), (0, 50), (1, 30)], [0, 1, 1], hollywood=True, target=50)
    check(replay(game), over=False, scores=[[50, 0], [50, 0], [0, 0]])
    game = match([(0, 50), (0, 50), (1, 30), (0, 50)], [0, 1, 1, 0], hollywood=True, target=50)
    check(replay(game), over=True, scores=[[50, 0], [50, 0], [50, 0]], payoffs=[3 * 350, 0], winner=[0])


def test_hollywood_boxes_and_shutouts_are_those_of_each_game(replay: Replay) -> None:
    hands = [(1, 30), (0, 50), (0, 40), (0, 50), (0, 40)]
    game = match(hands, [0, 0, 1, 1, 1], hollywood=True, target=80)
    first, second, third = 90 + 2 * 25 + 100, (90 + 2 * 25 + 100) * 2, (90 + 2 * 25 + 100) * 2
    check(
        replay(game),
        over=True,
        scores=[[90, 30], [90, 0], [90, 0]],
        payoffs=[first + second + third, 30 + 25],
    )


def test_hollywood_winner_is_the_player_with_the_higher_sum(replay: Replay) -> None:
    hands = [(0, 50), (1, 50), (1, 50), (1, 50)]
    game = match(hands, [0, 1, 0, 0], hollywood=True, target=50, **NO_BONUSES)
    check(replay(game), over=True, scores=[[50, 0], [0, 50], [0, 50]], payoffs=[50, 100], winner=[1])


def test_hollywood_equal_sums_have_no_winner(replay: Replay) -> None:
    hands = [(0, 40), (1, 20), (1, 20), (1, 20)]
    game = match(hands, [0, 1, 0, 0], hollywood=True, target=20, **NO_BONUSES)
    check(replay(game), over=True, scores=[[40, 0], [0, 20], [0, 20]], payoffs=[40, 40], winner=[])
