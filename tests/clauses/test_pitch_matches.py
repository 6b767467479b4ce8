"""Pitch, who wins the match, and the record of a match."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.pitch_records import LOOSE, hands_of, loss, played, record, sweep
from tests.clauses.records import Record, Replay, check, refused
from tests.naive.cards import DECK

KEYS = {"ok", "over", "scores", "dealers", "pitchers", "hands"}


# Own bid


@pytest.mark.parametrize(("before", "winner"), [(2, None), (3, 0), (4, 0), (7, 0), (20, 0)])
def test_who_stands_at_the_target_after_a_bid_of_his_that_was_made_wins(
    replay: Replay, before: int, winner: int | None
) -> None:
    check(replay(sweep(0, 2, scores=[before, 0])), payoffs=[4, 0], match_winner=winner)


@pytest.mark.parametrize("other", [6, 7, 9, 50])
def test_the_winner_can_have_fewer_points_than_another(replay: Replay, other: int) -> None:
    check(replay(sweep(0, 2, scores=[3, other])), match_winner=0)


@pytest.mark.parametrize("scores", [[2, 9], [20, 6], [20, 3], [0, 100]])
def test_nobody_wins_by_a_bid_of_anothers_or_a_bid_set(replay: Replay, scores: list[int]) -> None:
    check(replay(loss(0, 2, taker=1, scores=scores)), outcome="set", payoffs=[-2, 4], match_winner=None)


def test_points_of_another_do_not_win_though_the_bid_was_made(replay: Replay) -> None:
    hands = ("Ks 3s Th 2c 4c 5c", "As 2s 2h 3d 4d 5d")
    game = record(hands, "2 -", "Ks As / 3d 2c / 4d 4c / 5d 5c / 2h Th / 3s 2s", scores=[0, 6])
    check(replay(game), outcome="made", payoffs=[2, 1], match_winner=None)


@pytest.mark.parametrize(
    ("scores", "winner"), [([6, 5, 9], 1), ([6, 2, 9], None), ([7, 3, 0], 1), ([0, 105, 0], 1), ([-9, -9, -9], None)]
)
def test_worked_case_the_pitcher_alone_can_win(replay: Replay, scores: list[int], winner: int | None) -> None:
    check(replay(sweep(1, 2, players=3, dealer=1, scores=scores)), match_winner=winner)


# The target


@pytest.mark.parametrize("target", [1, 2, 7, 11, 15, 21, 99, 100])
def test_target(replay: Replay, target: int) -> None:
    for short, winner in ((5, None), (4, 0), (3, 0)):
        check(replay(sweep(0, 2, scores=[target - short, 0], target=target)), match_winner=winner)


# Pitcher first


def first(**more: Any) -> Record:
    """Return a hand of three that seat 0 deals, seat 1 pitches and makes: 0 4 0."""
    return sweep(1, 2, players=3, dealer=0, win_on="pitcher_first", **more)


@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        ([0, 2, 0], None),
        ([0, 3, 0], 1),
        ([0, 3, 99], 1),
        ([8, 2, 9], 2),
        ([9, 2, 8], 0),
        ([7, 2, 0], 0),
        ([6, 2, 6], None),
    ],
)
def test_pitcher_first_anyone_at_the_target_wins_the_pitcher_before_others_then_the_highest(
    replay: Replay, scores: list[int], winner: int | None
) -> None:
    check(replay(first(scores=scores)), match_winner=winner)


@pytest.mark.parametrize(("dealer", "winner"), [(0, 2), (1, 2), (2, 0)])
def test_pitcher_first_then_order_after_the_dealer(replay: Replay, dealer: int, winner: int) -> None:
    game = sweep(1, 2, players=3, dealer=dealer, win_on="pitcher_first", scores=[8, 2, 8])
    check(replay(game), match_winner=winner)


def test_pitcher_first_the_dealer_is_last_in_that_order(replay: Replay) -> None:
    for dealer, winner in ((0, 1), (1, 0), (3, 0)):
        game = sweep(2, 2, players=4, dealer=dealer, win_on="pitcher_first", scores=[9, 9, 0, 3])
        check(replay(game), match_winner=winner)


@pytest.mark.parametrize(("scores", "winner"), [([20, 20], 0), ([9, 3], 0), ([8, 3], 1), ([8, 2], None)])
def test_pitcher_first_a_pitcher_who_is_set_counts_as_he_stands(
    replay: Replay, scores: list[int], winner: int | None
) -> None:
    game = loss(0, 2, taker=1, win_on="pitcher_first", scores=scores)
    check(replay(game), payoffs=[-2, 4], match_winner=winner)


# Most points


@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        ([0, 2, 0], None),
        ([0, 3, 0], 1),
        ([8, 3, 0], 0),
        ([7, 3, 0], None),
        ([7, 3, 8], 2),
        ([8, 4, 8], None),
        ([9, 9, 9], 1),
        ([8, 0, 0], 0),
        ([6, 2, 6], None),
    ],
)
def test_most_points_the_highest_at_or_over_the_target_a_tie_plays_on(
    replay: Replay, scores: list[int], winner: int | None
) -> None:
    game = sweep(1, 2, players=3, dealer=0, win_on="most_points", scores=scores)
    check(replay(game), match_winner=winner)


def test_most_points_no_bid_need_be_made(replay: Replay) -> None:
    check(replay(loss(0, 2, taker=1, win_on="most_points", scores=[10, 3])), match_winner=0)
    check(replay(loss(0, 2, taker=1, win_on="most_points", scores=[9, 3])), match_winner=None)
    check(replay(loss(0, 2, taker=1, win_on="most_points", scores=[8, 3])), match_winner=1)


# Smudge


@pytest.mark.parametrize("win_on", ["own_bid", "pitcher_first", "most_points"])
@pytest.mark.parametrize("scores", [[-50, 0], [0, 100], [3, 0], [50, 50]])
def test_smudge_a_4_that_is_made_wins_whatever_the_scores_and_win_on(
    replay: Replay, win_on: str, scores: list[int]
) -> None:
    check(replay(sweep(0, 4, win_on=win_on, smudge=True, scores=scores)), match_winner=0)


def test_smudge_neither_less_than_4_bid_nor_a_4_set(replay: Replay) -> None:
    check(replay(sweep(0, 3, smudge=True)), payoffs=[4, 0], match_winner=None)
    check(replay(loss(0, 4, taker=1, smudge=True)), payoffs=[-4, 4], match_winner=None)
    check(replay(loss(0, 4, taker=1, smudge=True, win_on="most_points", scores=[0, 3])), match_winner=1)


def test_without_smudge_a_4_that_is_made_is_four_points(replay: Replay) -> None:
    check(replay(sweep(0, 4)), match_winner=None)


# Partners


def sides(bid: int, **more: Any) -> Record:
    """Return a hand of partners in which seat 3 pitches and seat 1 takes all: 4 to their side."""
    hands = (LOOSE[1], "As Js Ks Qs Ts 9s", LOOSE[2], "2s 2c 3c 4c 5c 6c")
    return played(hands, f"- - - {bid}", "311111", partners=True, **more)


@pytest.mark.parametrize(
    ("win_on", "scores", "winner"),
    [
        ("own_bid", [0, 2], None),
        ("own_bid", [9, 3], 1),
        ("pitcher_first", [9, 3], 1),
        ("pitcher_first", [9, 2], 0),
        ("most_points", [9, 3], 0),
        ("most_points", [7, 3], None),
        ("most_points", [6, 3], 1),
    ],
)
def test_partners_the_target_belongs_to_the_side(
    replay: Replay, win_on: str, scores: list[int], winner: int | None
) -> None:
    check(replay(sides(2, win_on=win_on, scores=scores)), payoffs=[0, 4, 0, 4], match_winner=winner)


def test_partners_smudge(replay: Replay) -> None:
    check(replay(sides(4, smudge=True)), match_winner=1)


# The record of a match


def match_of_three(**more: Any) -> Record:
    """Return a match of two players and three hands, each bid 2: 4 to 0 by seat 0, 4 to -2 and 0 to 4 by seat 1."""
    return hands_of(sweep(0, 2, dealer=0, **more), loss(1, 2, taker=0, dealer=1), sweep(1, 2, dealer=0))


def test_the_deal_moves_one_seat_and_scores_add_up(replay: Replay) -> None:
    result = replay(match_of_three(target=50))
    check(result, ok=True, over=False, scores=[8, 2], dealers=[0, 1, 0], pitchers=[0, 1, 1], hands=[[], []])
    assert result.keys() == KEYS


@pytest.mark.parametrize(("scores", "expected"), [(None, [8, 2]), ([0, 0], [8, 2]), ([-10, 7], [-2, 9])])
def test_scores_are_those_before_the_first_hand(replay: Replay, scores: list[int] | None, expected: list[int]) -> None:
    check(replay(match_of_three(target=50, scores=scores)), scores=expected)


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_dealer_is_that_of_the_first_hand(replay: Replay, dealer: int) -> None:
    dealers = [(dealer + number) % 3 for number in range(4)]
    game = hands_of(*(sweep(2, 2, players=3, dealer=deals, target=50) for deals in dealers))
    check(replay(game), dealers=dealers, scores=[0, 0, 16])
    if dealer == 0:
        del game["dealer"]
        check(replay(game), dealers=dealers, scores=[0, 0, 16])


def test_thrown_in_the_deal_moves_all_the_same(replay: Replay) -> None:
    thrown = record(LOOSE[:2], "- -", dealer=0, forced_bid="redeal", scores=[50, 50])
    game = hands_of(thrown, record(LOOSE[:2], "- -", dealer=1), sweep(1, 2, dealer=0))
    result = replay(game)
    check(result, over=True, scores=[50, 54], dealers=[0, 1, 0], pitchers=[None, None, 1], winner=[1])
    check(replay(game | {"hands": game["hands"][:2]}), over=False, scores=[50, 50])


def test_a_finished_match_has_a_winner(replay: Replay) -> None:
    game = match_of_three(target=7, win_on="pitcher_first")
    result = replay(game | {"hands": game["hands"][:2]})
    check(result, over=True, scores=[8, -2], winner=[0])
    assert result.keys() == KEYS | {"winner"}


def test_the_winner_is_a_list_of_the_seats_of_the_side(replay: Replay) -> None:
    game = hands_of(sides(2, scores=[20, 3]))
    check(replay(game), over=True, scores=[20, 7], winner=[1, 3])


@pytest.mark.parametrize("win_on", ["own_bid", "pitcher_first", "most_points"])
def test_a_match_is_won_by_win_on_and_the_totals(replay: Replay, win_on: str) -> None:
    overs = {"own_bid": [False, False, True], "pitcher_first": [False, True], "most_points": [False, True]}[win_on]
    game = hands_of(sweep(0, 2, dealer=0, win_on=win_on), loss(1, 2, taker=0, dealer=1), sweep(0, 2, dealer=0))
    for number, over in enumerate(overs, start=1):
        check(replay(game | {"hands": game["hands"][:number]}), over=over)
    if len(overs) == 2:
        refused(replay(game), [2, None])


def test_a_match_is_won_by_smudge(replay: Replay) -> None:
    game = hands_of(sweep(0, 4, dealer=1, smudge=True, scores=[-20, 90]))
    check(replay(game), over=True, scores=[-16, 90], winner=[0])


def test_totals_past_the_target_before_the_first_hand_have_not_won(replay: Replay) -> None:
    for win_on in ("own_bid", "pitcher_first", "most_points"):
        game = hands_of(record(LOOSE[:2], "1", win_on=win_on, scores=[50, 60]))
        check(replay(game), ok=True, over=False, scores=[50, 60])


def test_the_last_hand_may_be_unfinished(replay: Replay) -> None:
    auction = replay(hands_of(sweep(0, 2, dealer=0), record(LOOSE[:2], "3", dealer=1)))
    check(auction, over=False, scores=[4, 0], dealers=[0, 1], pitchers=[0, None], to_act=1)
    check(auction, legal=["bid 3", "bid 4", "pass"], hands=[hand.split() for hand in LOOSE[:2]])
    assert auction.keys() == KEYS | {"to_act", "legal"}
    play = replay(hands_of(sweep(0, 2, dealer=0), record(LOOSE[:2], "3 -", "2c", dealer=1)))
    check(play, over=False, scores=[4, 0], pitchers=[0, 0], to_act=1)
    check(play, hands=[LOOSE[0].split()[1:], LOOSE[1].split()])


# What is refused


def test_a_hand_after_the_end_of_the_match_is_refused(replay: Replay) -> None:
    refused(replay(hands_of(sweep(0, 2, dealer=0, scores=[3, 0]), sweep(1, 2, dealer=1))), [1, None])


def test_a_hand_after_an_unfinished_one_is_refused(replay: Replay) -> None:
    for first_hand in (record(LOOSE[:2], dealer=0), record(LOOSE[:2], "- 2", "2c", dealer=0)):
        refused(replay(hands_of(first_hand, sweep(1, 2, dealer=1))), [1, None])


def test_a_faulty_action_is_told_by_hand_and_action(replay: Replay) -> None:
    game = match_of_three(target=50)
    game["hands"][1]["actions"][3] = "fold"
    refused(replay(game), [1, 3])
    game["hands"][0]["actions"][0] = "play 2c"
    refused(replay(game), [0, 0])


def test_an_action_after_the_end_of_a_hand_is_refused(replay: Replay) -> None:
    game = match_of_three(target=50)
    game["hands"][1]["actions"].append("pass")
    refused(replay(game), [1, 14])


@pytest.mark.parametrize(
    "wrong",
    [
        {"deck": "As Ks", "actions": []},
        {"deck": " ".join([*DECK[:51], "Ac"]), "actions": []},
        {"deck": " ".join(DECK)},
        {"actions": []},
        {"deck": " ".join(DECK), "actions": [], "dealer": 0},
        {"deck": " ".join(DECK), "actions": [], "scores": [0, 0]},
        {"deck": " ".join(DECK), "actions": "pass"},
        {"deck": 7, "actions": []},
        [],
        None,
    ],
    ids=str,
)
def test_wrong_keys_or_a_wrong_deck_of_a_hand_are_told_by_hand(replay: Replay, wrong: object) -> None:
    game = match_of_three(target=50)
    refused(replay(game | {"hands": [game["hands"][0], wrong]}), [1, None])
    refused(replay(game | {"hands": [wrong, *game["hands"]]}), [0, None])


@pytest.mark.parametrize(
    "wrong",
    [
        {"deck": " ".join(DECK)},
        {"actions": []},
        {"hands": []},
        {"hands": {}},
        {"hands": "none"},
        {"hands": None},
        {"comment": ""},
        {"scores": [0]},
        {"scores": [0, 0, 0]},
        {"dealer": 2},
        {"rules": {"target": 0}},
    ],
    ids=str,
)
def test_wrong_fields_of_a_match(replay: Replay, wrong: dict[str, object]) -> None:
    refused(replay(match_of_three(target=50) | wrong), None)


def test_of_several_faults_the_records_own_come_first_then_the_first_in_playing_order(replay: Replay) -> None:
    game = match_of_three(target=50)
    game["hands"][0]["actions"][2] = "pass"
    game["hands"][1]["deck"] = "As"
    refused(replay(game), [0, 2])
    refused(replay(game | {"comment": ""}), None)
