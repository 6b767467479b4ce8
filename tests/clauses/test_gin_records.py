"""Gin, the record of a hand: actions, named and unnamed melds, the keys of the result."""

from __future__ import annotations

import pytest

from tests.clauses.records import Replay, check, record, refused

HANDS = ("6h 7h 8h 7c 7d", "7s 5h 9h Kd Qs")
"""The first hand's set and run leave 14 each: 7s extends the set, 5h and 9h the run."""


# Actions


def test_discard_and_knock_of_a_card_are_separate_actions(replay: Replay) -> None:
    hands = ("As 2s 3s", "Kd Jh 9c")
    legal = replay(record(hands, ["stock"], stock="Kh"))["legal"]
    assert legal == ["discard 2s", "discard 3s", "discard As", "discard Kh", "knock Kh"]
    check(replay(record(hands, ["stock", "discard Kh"], stock="Kh")), over=False)
    check(replay(record(hands, ["stock", "knock Kh"], stock="Kh")), over=True, outcome="gin")


def test_legal_is_sorted_by_character_code_and_names_no_melds(replay: Replay) -> None:
    game = record(("As 2s 3s", "Kd Jh 9c"), ["stock"], stock="4s")
    assert replay(game)["legal"] == [
        "big gin",
        "discard 2s",
        "discard 3s",
        "discard 4s",
        "discard As",
        "knock 2s",
        "knock 3s",
        "knock 4s",
        "knock As",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Stock",
        "draw",
        "stock Kh",
        "fold",
        "take",
        "pass",
        "big gin",
        "discard Kh",
        "knock Kh",
        "stock:",
        7,
        None,
        ["stock"],
    ],
)
def test_what_is_no_action_now_is_illegal(replay: Replay, text: object) -> None:
    game = record(("As 2s 3s", "Kd Jh 9c"), [], stock="Kh")
    refused(replay(game | {"actions": [text]}), 0)


@pytest.mark.parametrize(
    "text", ["discard", "knock", "discard As 2s", "discard 1s", "discard Ks", "big", "discard As:"]
)
def test_what_is_no_action_after_the_draw_is_illegal(replay: Replay, text: str) -> None:
    refused(replay(record(("As 2s 3s", "Kd Jh 9c"), ["stock", text], stock="Kh")), 1)


@pytest.mark.parametrize("text", ["knock Th", "knock 10h", "knock T♥", "knock th", "knock 10♥"])
def test_cards_of_actions_are_read_in_all_spellings(replay: Replay, text: str) -> None:
    check(replay(record(("As 2s 3s", "Kd Jh 9c"), ["stock", text], stock="Th")), outcome="gin")


def test_big_gin_is_one_action_without_a_card(replay: Replay) -> None:
    check(replay(record(("As 2s 3s", "Kd Jh 9c"), ["stock", "big gin"], stock="4s")), outcome="big_gin")
    refused(replay(record(("As 2s 3s", "Kd Jh 9c"), ["stock", "big gin 4s"], stock="4s")), 1)


# Named melds


def test_named_melds_are_laid_down(replay: Replay) -> None:
    game = record(HANDS, ["stock", "knock Ks: 6h7h8h"], stock="Ks", knock_limit=14)
    check(replay(game), melds=[[["6h", "7h", "8h"]], []], deadwood=[14, 27], layoffs=["5h", "9h"], outcome="knock")
    game = record(HANDS, ["stock", "knock Ks: 7c7d7h"], stock="Ks", knock_limit=14)
    check(replay(game), melds=[[["7c", "7d", "7h"]], []], deadwood=[14, 34], layoffs=["7s"])


@pytest.mark.parametrize(
    "melds", ["AsAdAh 3c4c5c", "3c5c4c AhAdAs", "  3c4c5c   asa♦ah ", "A♠A♦A♥ 3♣4♣5♣"], ids=lambda text: text.strip()
)
def test_named_melds_are_separated_by_blanks_in_any_order(replay: Replay, melds: str) -> None:
    game = record(("As Ad Ah 3c 4c 5c 2d", "Kd Jh 9c 7h 6s 4d 2s"), ["stock", f"knock Kh: {melds}"], stock="Kh")
    check(replay(game), melds=[[["3c", "4c", "5c"], ["Ad", "Ah", "As"]], []], deadwood=[2, 48])


def test_named_melds_may_leave_more_than_the_least(replay: Replay) -> None:
    game = record(("As 2s 3s 4c 4d 4h", "4s 5s Kd Jh 9c 8d"), ["stock", "knock Kh: 4c4d4h"], stock="Kh")
    check(replay(game), outcome="knock", melds=[[["4c", "4d", "4h"]], []], deadwood=[6, 42], layoffs=["4s"])


def test_gin_only_if_the_named_melds_leave_nothing(replay: Replay) -> None:
    hands = ("As 2s 3s 4s", "5s Kd Jh 9c")
    check(replay(record(hands, ["stock", "knock Kh: As2s3s4s"], stock="Kh")), outcome="gin", payoffs=[59, 0])
    game = record(hands, ["stock", "knock Kh: As2s3s"], stock="Kh")
    check(replay(game), outcome="knock", deadwood=[4, 34], layoffs=[], payoffs=[30, 0])
    game = record(hands, ["stock", "knock Kh: 2s3s4s"], stock="Kh")
    check(replay(game), outcome="knock", deadwood=[1, 29], layoffs=["5s"], payoffs=[28, 0])


def test_named_pieces_of_a_run_are_melds(replay: Replay) -> None:
    game = record(("As 2s 3s 4s 5s 6s", "7s Kd Jh 9c 8d 2h"), ["stock", "knock Kh: As2s3s 4s5s6s"], stock="Kh")
    check(replay(game), outcome="gin", melds=[[["As", "2s", "3s"], ["4s", "5s", "6s"]], []])


@pytest.mark.parametrize("colon", [":", " :", ": "])
def test_nothing_after_the_colon_lays_down_nothing(replay: Replay, colon: str) -> None:
    game = record(("As 2s 3s", "4s Kd 9c"), ["stock", f"knock Kh{colon}"], stock="Kh")
    check(replay(game), outcome="knock", melds=[[], []], layoffs=[], deadwood=[6, 23], payoffs=[17, 0])
    game["rules"]["knock_limit"] = 5
    refused(replay(game), 1)


@pytest.mark.parametrize(
    "melds",
    [
        "3s4s5s",
        "As2s",
        "As2s4s",
        "As2s3s AcAsAd",
        "As2s3s As2s3s",
        "AsAs2s3s",
        "As2s3sKh",
        "As 2s 3s",
        "QsKsAs",
        "AcAdAh",
        "As2s3s x",
        "As2s3s:",
    ],
)
def test_named_melds_must_be_disjoint_melds_from_the_hand_without_the_card(replay: Replay, melds: str) -> None:
    game = record(("As 2s 3s Ac Ad", "Kd Jh 9c 7h 5s"), ["stock", f"knock Kh: {melds}"], stock="Kh", knock_limit=100)
    refused(replay(game), 1)


def test_the_card_knocked_with_is_in_no_named_meld(replay: Replay) -> None:
    game = record(("As 2s 3s", "Kd Jh 9c"), ["stock", "knock 4s: As2s3s4s"], stock="4s")
    refused(replay(game), 1)
    game["actions"][1] = "knock 4s: As2s3s"
    check(replay(game), outcome="gin")


@pytest.mark.parametrize(("limit", "legal"), [(14, True), (13, False)])
def test_named_melds_must_leave_at_most_the_limit(replay: Replay, limit: int, legal: bool) -> None:
    hands = ("As 2s 3s 4c 4d 4h 8h", "Kd Jh 9c 7h 6s 3d 2d")
    game = record(hands, ["stock", "knock Ks: 4c4d4h"], stock="Ks", knock_limit=limit)
    if legal:
        check(replay(game), deadwood=[14, 47], melds=[[["4c", "4d", "4h"]], []])
    else:
        refused(replay(game), 1)


# Melds that are not named


def test_unnamed_the_split_lies_that_the_fewest_cards_extend(replay: Replay) -> None:
    game = record(HANDS, ["stock", "knock Ks"], stock="Ks", knock_limit=14)
    check(replay(game), melds=[[["7c", "7d", "7h"]], []], layoffs=["7s"], deadwood=[14, 34])


def test_unnamed_cards_in_the_discard_pile_extend_nothing(replay: Replay) -> None:
    hands = ("6h 7h 8h 7c 7d", "7s Kd Qs Jc 2c")
    actions = ["stock", "discard 5h", "stock", "discard Td", "stock", "knock Ks"]
    game = record(hands, actions, upcard="9h", stock="5h Td Ks", knock_limit=14)
    check(replay(game), melds=[[["6h", "7h", "8h"]], []], layoffs=[], deadwood=[14, 39])


def test_unnamed_a_card_under_the_top_of_the_pile_and_the_one_knocked_with_count_as_discarded(replay: Replay) -> None:
    hands = ("6h 7h 8h 7c 7d", "7s Kd Qs Jc 2c")
    actions = ["stock", "discard Td", "stock", "discard 3d", "stock", "knock 5h"]
    game = record(hands, actions, upcard="9h", stock="Td 3d 5h", knock_limit=14)
    check(replay(game), deadwood=[14, 39], melds=[[["6h", "7h", "8h"]], []])


def test_unnamed_a_card_taken_from_the_pile_is_no_longer_discarded(replay: Replay) -> None:
    hands = ("6h 7h 8h 7c 7d", "7s Kd Qs Jc 2c")
    actions = ["stock", "discard 5h", "pile", "discard 7s", "stock", "knock Ks"]
    game = record(hands, actions, upcard="Td", stock="5h Ks", knock_limit=14)
    check(replay(game), melds=[[["7c", "7d", "7h"]], []], layoffs=[], deadwood=[14, 37])


def test_unnamed_a_card_that_extends_two_melds_counts_once(replay: Replay) -> None:
    game = record(("2c 2d Ah 2h 3h 3s 4s 5s", "Kd Jh 9c 7h 6d Td 8c Qd"), ["stock", "knock Ks"], stock="Ks")
    check(replay(game), melds=[[["2c", "2d", "2h"], ["3s", "4s", "5s"]], []], deadwood=[4, 70])


def test_unnamed_least_deadwood_comes_before_few_extending_cards(replay: Replay) -> None:
    game = record(("7c 7d 7h 8h 9h", "6h Th Kd Qs 2c"), ["stock", "knock Ks"], stock="Ks", knock_limit=17)
    check(replay(game), melds=[[["7h", "8h", "9h"]], []], deadwood=[14, 22], layoffs=["6h", "Th"])


# The result


def test_keys_while_the_hand_goes_on(replay: Replay) -> None:
    result = replay(record(("As 2s 3s", "Kd Jh 9c"), ["stock"]))
    assert result.keys() == {"ok", "over", "to_act", "legal", "hands", "turns", "stock"}
    check(result, ok=True, over=False, to_act=0)


@pytest.mark.parametrize("last", ["knock Kh", "knock Kh: As2s3s", "knock Kh:"])
def test_keys_when_the_hand_is_over(replay: Replay, last: str) -> None:
    result = replay(record(("As 2s 3s", "Kd Jh 9c"), ["stock", last], stock="Kh"))
    keys = {"ok", "over", "payoffs", "outcome", "winner", "hands", "deadwood", "knocker", "melds", "layoffs"}
    assert result.keys() == keys | {"turns", "stock"}


def test_hands_keep_melded_and_laid_off_cards_with_their_owner(replay: Replay) -> None:
    game = record(("7c 7d 7h 2s", "7s Kd Jh 9c"), ["stock", "knock Kh"], stock="Kh")
    check(replay(game), hands=[["7c", "7d", "7h", "2s"], ["9c", "Kd", "Jh", "7s"]], layoffs=["7s"])


def test_cards_are_sorted_by_suit_then_rank_and_melds_by_their_first_card(replay: Replay) -> None:
    hands = ("Ks Qs Js 4h 3h 2h Tc Td Th As", "9s 9d 9c Kd Qd Jd 5h Ah 8c 7c")
    game = record(hands, ["stock", "knock 8s"], stock="8s")
    check(
        replay(game),
        hands=[
            ["Tc", "Td", "2h", "3h", "4h", "Th", "As", "Js", "Qs", "Ks"],
            ["7c", "8c", "9c", "9d", "Jd", "Qd", "Kd", "Ah", "5h", "9s"],
        ],
        layoffs=["Ah", "5h"],
    )
    melds = [["Tc", "Td", "Th"], ["2h", "3h", "4h"], ["Js", "Qs", "Ks"]]
    assert replay(game)["melds"][0] == melds


def test_deadwood_in_a_draw_is_that_of_both_hands(replay: Replay) -> None:
    game = record(("As 2s 3s 9d", "Kd Kh Kc 4c"), ["pile", "discard 5h"] * 100, upcard="5h", return_discard=True)
    check(replay(game), outcome="draw", deadwood=[9, 4], melds=[[], []], layoffs=[], knocker=None)
