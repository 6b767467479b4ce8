"""Gin, the worked cases of the rules page, and the mistakes that are often made."""

from __future__ import annotations

import pytest

from tests.clauses.records import Replay, check, match, record, refused

# Worked cases


@pytest.mark.parametrize("limit", [15, 16])
def test_worked_case_1_the_least_split_leaves_16(replay: Replay, limit: int) -> None:
    hands = ("5c 6c 7c 7d 7h 8s 9s Ts 2d 3h", "Ac 4c 9c Kc Jd 4d Qh 9h 2s Qs")
    game = record(hands, ["stock", "knock Kd"], stock="Kd", knock_limit=limit)
    if limit < 16:
        refused(replay(game), 1)
    else:
        check(replay(game), melds=[[["7c", "7d", "7h"], ["8s", "9s", "Ts"]], []], deadwood=[16, 69])


def test_worked_case_2_keeping_the_set_leaves_4(replay: Replay) -> None:
    game = record(("7h 8h 9h Ac 2c", "4h 5d 5s 5h 6h"), ["stock", "knock Kd"], stock="Kd")
    check(replay(game), melds=[[["7h", "8h", "9h"]], [["5d", "5h", "5s"]]], layoffs=["6h"], deadwood=[3, 4])


@pytest.mark.parametrize(
    ("preset", "payoffs", "outcome", "winner"),
    [("classic", [0, 25], "undercut", [1]), ("web", [0, 0], "knock", [])],
)
def test_worked_case_3_seven_against_seven(
    replay: Replay, preset: str, payoffs: list[int], outcome: str, winner: list[int]
) -> None:
    game = record(("As 2s 4h", "Ad 2d 4c"), ["stock", "knock Kd"], stock="Kd", preset=preset)
    check(replay(game), deadwood=[7, 7], payoffs=payoffs, outcome=outcome, winner=winner, knocker=0)


def test_worked_case_4_eleven_cards_in_melds_against_23(replay: Replay) -> None:
    hands = ("2c 3c 4c 5c 6c 8d 8h Jd Qd Kd", "Tc Jc Qc Kc 2d 5d 9d Ah 2h 4s")
    game = record(hands, ["stock", "big gin"], stock="8s")
    check(replay(game), outcome="big_gin", deadwood=[0, 23], payoffs=[54, 0])


@pytest.mark.parametrize(
    ("after_melds", "left", "laid"), [(False, 9, ["7c", "8c", "6h", "7h"]), (True, 16, [])], ids=["together", "after"]
)
def test_worked_case_5_the_sevens(replay: Replay, after_melds: bool, left: int, laid: list[str]) -> None:
    hands = ("8h 9h Th 4c 5c 6c Ks Kd Kh 3d", "7h 7c 7d 6h 8c Js Jd Jc Ad As")
    game = record(hands, ["stock", "knock Qs"], stock="Qs", layoff_after_melds=after_melds)
    check(replay(game), deadwood=[3, left], layoffs=laid)


def test_worked_case_5_of_equal_splits_the_one_that_lays_off_best(replay: Replay) -> None:
    hands = ("9h Th Jh Ac 2c", "7c 7d 7h 6h 8h")
    game = record(hands, ["stock", "knock Kd"], stock="Kd", layoff_after_melds=True)
    check(replay(game), melds=[[["9h", "Th", "Jh"]], [["7c", "7d", "7h"]]], layoffs=["8h"], deadwood=[3, 6])


def test_worked_case_6_a_match(replay: Replay) -> None:
    game = match([(0, 40), (0, 30), (1, 20), (0, 35)], [0, 1, 1, 0], gin_bonus=10)
    check(replay(game), over=True, scores=[105, 20], payoffs=[280, 45], winner=[0])


def test_worked_case_6_without_the_others_hand_280_doubles(replay: Replay) -> None:
    game = match([(0, 40), (0, 30), (0, 35)], [0, 1, 1], gin_bonus=10)
    check(replay(game), over=True, scores=[105, 0], payoffs=[560, 0], winner=[0])


def test_worked_case_7_hollywood(replay: Replay) -> None:
    hands = [(0, 60), (1, 30), (0, 50), (0, 55), (1, 35), (0, 45)]
    game = match(hands, [0, 1, 0, 1, 1, 0], gin_bonus=20, hollywood=True)
    check(
        replay(game),
        over=True,
        scores=[[110, 30], [105, 0], [100, 0]],
        payoffs=[260 + 2 * 255 + 2 * 250, 30 + 25],
        winner=[0],
    )


# Mistakes that are often made


@pytest.mark.parametrize(
    ("tie", "payoffs", "outcome", "winner"), [(True, [0, 25], "undercut", [1]), (False, [0, 0], "knock", [])]
)
def test_equal_counts(replay: Replay, tie: bool, payoffs: list[int], outcome: str, winner: list[int]) -> None:
    game = record(("7c 7d 7h 5s", "7s Ad 2d 2c"), ["stock", "knock Kd"], stock="Kd", undercut_tie=tie)
    check(replay(game), deadwood=[5, 5], layoffs=["7s"], payoffs=payoffs, outcome=outcome, winner=winner)


def test_a_chain_of_layoffs_longer_than_two(replay: Replay) -> None:
    game = record(("4d 5d 6d Ac Ah 2c", "7d 8d 9d Td 2d 3d"), ["stock", "knock Ks"], stock="Ks")
    check(replay(game), deadwood=[4, 0], outcome="undercut", payoffs=[0, 29])
    game = record(("4d 5d 6d Ac Ah 2c", "7d 8d 9c Ts 2d 3d"), ["stock", "knock Ks"], stock="Ks")
    check(replay(game), layoffs=["2d", "3d", "7d", "8d"], deadwood=[4, 19])


def test_a_card_that_serves_a_set_or_a_run_of_the_knocker_goes_where_another_can_follow(replay: Replay) -> None:
    hands = ("6d 6h 6s 7c 8c 9c 2s", "6c 5c 3c Kd Jh Qs 9d")
    check(replay(record(hands, ["stock", "knock Kc"], stock="Kc")), layoffs=["5c", "6c"], deadwood=[2, 42])
    hands = ("3s 4s 5s 6c 6d 6h 2c", "7s 6s Ad Kd Jh Qc 9d")
    check(replay(record(hands, ["stock", "knock Kc"], stock="Kc")), layoffs=["6s", "7s"], deadwood=[2, 40])


def test_the_own_set_is_broken_to_lay_off(replay: Replay) -> None:
    hands = ("8h 9h Th 4c 5c 6c 3d", "7h 7c 7d 6h 8c Kd Js")
    game = record(hands, ["stock", "knock Qs"], stock="Qs")
    check(replay(game), melds=[[["4c", "5c", "6c"], ["8h", "9h", "Th"]], []], layoffs=["7c", "8c", "6h", "7h"])


def test_a_card_leaves_the_own_set_of_four(replay: Replay) -> None:
    hands = ("8h 9h Th Ac 2c", "7c 7d 7h 7s 6h")
    game = record(hands, ["stock", "knock Qs"], stock="Qs")
    check(replay(game), layoffs=["6h", "7h"], deadwood=[3, 0], outcome="undercut", payoffs=[0, 28])


def test_the_own_run_is_broken_to_lay_off(replay: Replay) -> None:
    hands = ("8c 8d 8s Ac 2c", "7h 8h 9h 7c 7d")
    game = record(hands, ["stock", "knock Qs"], stock="Qs")
    check(replay(game), melds=[[["8c", "8d", "8s"]], [["7c", "7d", "7h"]]], layoffs=["8h"], deadwood=[3, 9])


@pytest.mark.parametrize(
    ("hand", "drawn", "left", "discard"),
    [
        ("2s 4s 5s 6s 3c 4c 5c 6c 2d 5h", "6d", 9, "6d"),
        ("As 2s 4s Ac 2c 2d 4d Ah 2h 4h", "3h", 0, "3h"),
    ],
)
def test_eleven_cards_are_judged_by_the_best_discard(
    replay: Replay, hand: str, drawn: str, left: int, discard: str
) -> None:
    game = record((hand, "Kc Qd Js 9c 8d 7s Kh Qc Jd 9s"), ["stock"], stock=drawn, knock_limit=left)
    assert f"knock {discard}" in replay(game)["legal"]
    check(replay(game | {"actions": ["stock", f"knock {discard}"]}), knocker=0, over=True)
    if left:
        lower = record((hand, "Kc Qd Js 9c 8d 7s Kh Qc Jd 9s"), ["stock"], stock=drawn, knock_limit=left - 1)
        assert not [action for action in replay(lower)["legal"] if action.startswith("knock")]


def test_a_discard_from_a_meld_of_four(replay: Replay) -> None:
    game = record(("7c 7d 7h 7s", "Kc Qd Js 9c"), ["stock"], stock="9d", knock_limit=9)
    assert [action for action in replay(game)["legal"] if action.startswith("knock")] == [
        "knock 7c",
        "knock 7d",
        "knock 7h",
        "knock 7s",
        "knock 9d",
    ]
    game["actions"].append("knock 7h")
    check(replay(game), melds=[[["7c", "7d", "7s"]], []], deadwood=[9, 39])
    game = record(("4c 5c 6c 7c", "Kc Qd Js 9d"), ["stock"], stock="2d", knock_limit=2)
    assert [action for action in replay(game)["legal"] if action.startswith("knock")] == [
        "knock 2d",
        "knock 4c",
        "knock 7c",
    ]


def test_knock_limit_over_10(replay: Replay) -> None:
    hands = ("Ks Qd Jh 9c", "Kd Qh Js 8c")
    game = record(hands, ["stock", "knock Th"], stock="Th", knock_limit=39)
    check(replay(game), outcome="undercut", deadwood=[39, 38], payoffs=[0, 26])
    refused(replay(record(hands, ["stock", "knock Th"], stock="Th", knock_limit=38)), 1)


def test_knock_limit_0_is_gin_only(replay: Replay) -> None:
    refused(replay(record(("2s 3s 4s As", "Kd Qh Js 8c"), ["stock", "knock As"], stock="Ah", knock_limit=0)), 1)
    game = record(("2s 3s 4s 5s", "Kd Qh Js 8c"), ["stock", "knock Ah"], stock="Ah", knock_limit=0)
    check(replay(game), outcome="gin", payoffs=[25 + 38, 0])


def test_gin_against_a_defender_whose_cards_all_meld(replay: Replay) -> None:
    game = record(("As 2s 3s", "Kd Kh Kc"), ["stock", "knock 9d"], stock="9d")
    check(
        replay(game),
        outcome="gin",
        payoffs=[25, 0],
        winner=[0],
        deadwood=[0, 0],
        melds=[[["As", "2s", "3s"]], [["Kc", "Kd", "Kh"]]],
    )


def test_equal_splits_of_the_knocker_differ_in_layoffs(replay: Replay) -> None:
    game = record(("6h 7h 8h 7c 7d", "7s 5h 9h Kd Qs"), ["stock", "knock Ks"], stock="Ks", knock_limit=14)
    check(replay(game), melds=[[["7c", "7d", "7h"]], []], layoffs=["7s"], deadwood=[14, 34])
    game["actions"][1] = "knock Ks: 6h7h8h"
    check(replay(game), melds=[[["6h", "7h", "8h"]], []], layoffs=["5h", "9h"], deadwood=[14, 27])


def test_stock_down_to_the_floor_by_a_knock_still_scores(replay: Replay) -> None:
    game = record(("As 2s 3s", "Kd Jh 9c"), [], upcard="Qd", stock_floor=10)
    stock = game["deck"].split()[7:]
    turns = [action for card in stock[:34] for action in ("stock", f"discard {card}")]
    game["actions"] = [*turns, "stock", f"knock {stock[34]}"]
    check(replay(game), outcome="gin", payoffs=[54, 0], stock=10, turns=35)


def test_pile_only_play_ends(replay: Replay) -> None:
    game = record(("As 2s 3s", "Kd Jh 9c"), ["pile", "discard Qd"] * 100, upcard="Qd", return_discard=True)
    check(replay(game), outcome="draw", over=True, turns=100, stock=45)
    game["actions"].append("pile")
    refused(replay(game), 200)
