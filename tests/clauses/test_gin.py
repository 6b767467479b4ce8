"""Gin, the clauses of play: cards and melds, the turn, the knock, lay-offs, the score, the draw."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.records import Record, Replay, check, record, refused
from tests.naive.cards import RANKS

LOOSE = "Kd Jh 9c"
"""Three cards of 29 points that fit nothing below."""


def knocked(hand: str, **options: Any) -> Record:
    """Return the record in which seat 0 draws a king and knocks with this hand; only its own cards matter."""
    size = len(hand.split())
    other = "Qd Th 8c Kh Jd 9h 7c Qh Td 8h Jc".split()
    held = [card for card in other if card not in hand.split()][:size]
    return record((hand, " ".join(held)), ["stock", "knock Kc"], stock="Kc", knock_limit=100, **options)


# Cards and melds


@pytest.mark.parametrize("dealer", [0, 1])
def test_one_card_at_a_time_first_to_the_player_after_the_dealer_then_the_upcard(replay: Replay, dealer: int) -> None:
    game = record(("As 2s 3s", "Kd Jh 9c"), [], upcard="7d", stock="4c", dealer=dealer)
    assert game["deck"].split()[dealer != 0] == "Kd"
    check(replay(game), hands=[["As", "2s", "3s"], ["9c", "Kd", "Jh"]], to_act=1 - dealer, turns=0, stock=45)
    game["actions"] = ["pile"]
    assert "7d" in replay(game)["hands"][1 - dealer]


@pytest.mark.parametrize("rank", RANKS)
def test_ace_counts_1_numbers_their_own_court_cards_10(replay: Replay, rank: str) -> None:
    count = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank)
    others = "Kh 2d" if rank != "2" else "Kh 4d"
    assert replay(knocked(f"{rank}s {others}"))["deadwood"][0] == count + (12 if rank != "2" else 14)


@pytest.mark.parametrize(
    ("hand", "deadwood"),
    [
        ("7c 7d 7h", 0),
        ("7c 7d 7h 7s", 0),
        ("7c 7d 6h", 20),
        ("3s 4s 5s", 0),
        ("3s 4s 5s 6s 7s", 0),
        ("3s 4s 5h", 12),
        ("3s 4s 6s", 13),
        ("As 2s 3s", 0),
        ("Qs Ks As", 21),
        ("Ks As 2s", 13),
        ("Js Qs Ks", 0),
    ],
)
def test_a_meld_is_three_or_four_of_a_rank_or_three_or_more_in_sequence_ace_low(
    replay: Replay, hand: str, deadwood: int
) -> None:
    assert replay(knocked(hand))["deadwood"][0] == deadwood


def test_no_card_is_in_two_melds(replay: Replay) -> None:
    result = replay(knocked("7c 7d 7h 8h 9h"))
    assert (result["melds"][0], result["deadwood"][0]) == ([["7h", "8h", "9h"]], 14)


def test_the_hand_is_split_so_that_the_deadwood_is_least(replay: Replay) -> None:
    result = replay(knocked("5d 5h 5s 6h 7h"))
    assert (result["melds"][0], result["deadwood"][0]) == ([["5h", "6h", "7h"]], 10)


# The turn


def test_a_turn_begins_with_the_stock_or_the_pile(replay: Replay) -> None:
    check(replay(record(("As 2s 3s", LOOSE), [])), legal=["pile", "stock"], to_act=0)


def test_stock_gives_its_first_card(replay: Replay) -> None:
    result = replay(record(("As 2s 8s", LOOSE), ["stock"], stock="Qd"))
    check(result, hands=[["Qd", "As", "2s", "8s"], ["9c", "Kd", "Jh"]], stock=44, turns=0)


def test_pile_gives_the_card_last_discarded(replay: Replay) -> None:
    game = record(("As 2s 8s", LOOSE), ["stock", "discard 8s", "pile"], stock="Qd")
    check(replay(game), hands=[["Qd", "As", "2s"], ["9c", "Kd", "Jh", "8s"]], stock=44, turns=1)


def test_the_pile_is_taken_card_by_card(replay: Replay) -> None:
    actions = ["stock", "discard 8s", "pile", "discard Kd", "pile", "discard As", "pile"]
    check(replay(record(("As 2s 8s", LOOSE), actions, stock="Qd")), turns=3, to_act=1, stock=44)


def test_a_drawn_player_discards_or_knocks(replay: Replay) -> None:
    check(
        replay(record(("As 2s 8s", LOOSE), ["stock"], stock="8h", knock_limit=10)),
        legal=["discard 2s", "discard 8h", "discard 8s", "discard As"],
    )
    check(
        replay(record(("As 2s 8s", LOOSE), ["stock"], stock="8h", knock_limit=11)),
        legal=["discard 2s", "discard 8h", "discard 8s", "discard As", "knock 8h", "knock 8s"],
    )


def test_nobody_draws_twice_or_discards_undrawn(replay: Replay) -> None:
    refused(replay(record(("As 2s 8s", LOOSE), ["stock", "stock"])), 1)
    refused(replay(record(("As 2s 8s", LOOSE), ["discard As"])), 0)
    refused(replay(record(("As 2s 8s", LOOSE), ["knock As"], knock_limit=100)), 0)


def test_only_own_cards_are_discarded(replay: Replay) -> None:
    refused(replay(record(("As 2s 8s", LOOSE), ["stock", "discard Kd"])), 1)


# Knock, gin, big gin


@pytest.mark.parametrize(("hand", "may"), [("4s 5s As", True), ("5s 4d 2h", False)])
def test_a_player_may_knock_whose_discard_leaves_at_most_the_limit(replay: Replay, hand: str, may: bool) -> None:
    legal = replay(record((hand, LOOSE), ["stock"], stock="Qh"))["legal"]
    assert ("knock Qh" in legal) == may


def test_the_least_split_decides_whether_a_knock_is_allowed(replay: Replay) -> None:
    game = record(("5d 5h 5s 6h 7h", "Kd Jh 9c Qd Td"), ["stock"], stock="Kc")
    assert "knock Kc" in replay(game)["legal"]


def test_nobody_is_forced_to_knock(replay: Replay) -> None:
    game = record(("As 2s 3s", LOOSE), ["stock", "discard Kh"], stock="Kh")
    check(replay(game), over=False, to_act=1, turns=1)


def test_a_knock_that_leaves_nothing_is_gin_and_earns_the_bonus_and_the_others_deadwood(replay: Replay) -> None:
    game = record(("As 2s 3s", LOOSE), ["stock", "knock Kh"], stock="Kh")
    check(
        replay(game),
        over=True,
        outcome="gin",
        payoffs=[25 + 29, 0],
        winner=[0],
        knocker=0,
        deadwood=[0, 29],
        melds=[[["As", "2s", "3s"]], []],
        layoffs=[],
        turns=1,
        stock=44,
    )


def test_against_gin_nothing_is_laid_off(replay: Replay) -> None:
    game = record(("As 2s 3s", "4s 5s 9c"), ["stock", "knock Kh"], stock="Kh")
    check(replay(game), outcome="gin", payoffs=[25 + 18, 0], layoffs=[])


@pytest.mark.parametrize("draw", ["stock", "pile"])
def test_big_gin_when_all_cards_meld_after_a_draw(replay: Replay, draw: str) -> None:
    game = record(("As 2s 3s", LOOSE), [draw], upcard="4s", stock="5s Kh")
    assert ("big gin" in replay(game)["legal"]) == (draw == "pile")
    game["actions"] += ["big gin"]
    if draw == "stock":
        refused(replay(game), 1)
        return
    check(
        replay(game),
        outcome="big_gin",
        payoffs=[31 + 29, 0],
        winner=[0],
        knocker=0,
        deadwood=[0, 29],
        melds=[[["As", "2s", "3s", "4s"]], []],
        layoffs=[],
        turns=1,
        hands=[["As", "2s", "3s", "4s"], ["9c", "Kd", "Jh"]],
    )


def test_big_gin_may_be_left_for_gin(replay: Replay) -> None:
    game = record(("As 2s 3s", LOOSE), ["stock", "knock 4s"], stock="4s")
    check(replay(game), outcome="gin", payoffs=[25 + 29, 0])


# Lay-offs


@pytest.mark.parametrize(
    ("knocker", "stock", "defender", "laid", "left"),
    [
        ("7c 7d 7h 2s", "Kc", "7s Kd Jh 9c", ["7s"], 29),
        ("7c 8c 9c 2s", "Kc", "6c Kd Jh 2h", ["6c"], 22),
        ("7c 8c 9c 2s", "Kc", "Tc Kd Jh 2h", ["Tc"], 22),
        ("7c 8c 9c 2s", "Kc", "Tc Jc 6c 5c", ["5c", "6c", "Tc", "Jc"], 0),
        ("Tc Jc Qc 2s", "Kd", "Kc Ac Jh 2h", ["Kc"], 13),
        ("Ac 2c 3c 2s", "Kd", "Kc 4c Jh 2h", ["4c"], 22),
        ("7c 7d 7h 2s", "Kc", "8h Kd Jh 9c", [], 37),
        ("7c 8c 9c 2s", "Kd", "6d Td Jh 2h", [], 28),
    ],
    ids=["fourth", "low end", "high end", "one after another", "king", "no king before an ace", "full", "other suit"],
)
def test_cards_go_to_a_set_or_either_end_of_a_run(
    replay: Replay, knocker: str, stock: str, defender: str, laid: list[str], left: int
) -> None:
    result = replay(record((knocker, defender), ["stock", f"knock {stock}"], stock=stock))
    check(result, layoffs=laid, deadwood=[2, left])


def test_own_melds_and_layoffs_are_chosen_together(replay: Replay) -> None:
    game = record(("6h 7h 8h 2s", "9h 9c 9d Th"), ["stock", "knock Kc"], stock="Kc")
    check(replay(game), melds=[[["6h", "7h", "8h"]], [["9c", "9d", "9h"]]], layoffs=[], deadwood=[2, 10])
    game = record(("6h 7h 8h 2s", "9h 2c 2d Th"), ["stock", "knock Kc"], stock="Kc")
    check(replay(game), layoffs=["9h", "Th"], deadwood=[2, 4])


def test_nothing_is_laid_off_on_the_knockers_loose_cards(replay: Replay) -> None:
    game = record(("2s 3s Ah", "4s 5s 9c"), ["stock", "knock Kc"], stock="Kc")
    check(replay(game), melds=[[], []], layoffs=[], deadwood=[6, 18])


def test_the_knocker_lays_nothing_off(replay: Replay) -> None:
    game = record(("7c 7d 7h 8s", "9s Ts Js Kd"), ["stock", "knock Kc"], stock="Kc")
    check(replay(game), deadwood=[8, 10], layoffs=[], payoffs=[2, 0])


# The score


def test_less_than_the_defender_scores_the_difference(replay: Replay) -> None:
    game = record(("As 2s 5h", "Kd 3h 9c"), ["stock", "knock Kc"], stock="Kc")
    check(replay(game), outcome="knock", payoffs=[22 - 8, 0], winner=[0], knocker=0, deadwood=[8, 22])


def test_otherwise_undercut_the_defender_scores_the_difference_and_the_bonus(replay: Replay) -> None:
    game = record(("As 2s 5h", "2d 3h Ac"), ["stock", "knock Kc"], stock="Kc")
    check(replay(game), outcome="undercut", payoffs=[0, 2 + 25], winner=[1], knocker=0, deadwood=[8, 6])


def test_the_second_player_knocks_as_the_first(replay: Replay) -> None:
    game = record((LOOSE, "As 2s 5h"), ["stock", "discard Kh", "pile", "knock Kd"], stock="Kh")
    refused(replay(game), 3)
    game = record((LOOSE, "As 2s 5h"), ["stock", "discard Kh", "stock", "knock Qd"], stock="Kh Qd")
    check(replay(game), outcome="knock", payoffs=[0, 21], knocker=1, deadwood=[29, 8], turns=2)


# The draw


def to_the_floor(floor: int, last: list[str]) -> Record:
    """Return a record whose stock goes down to one over the floor, then these actions."""
    game = record(("As 2s 3s", LOOSE), [], upcard="Qd", stock_floor=floor)
    stock = game["deck"].split()[7:]
    turns = [action for card in stock[: 45 - floor - 1] for action in ("stock", f"discard {card}")]
    return game | {"actions": turns + [action.replace("?", stock[45 - floor - 1]) for action in last]}


def test_drawn_when_a_player_has_discarded_and_only_the_floor_is_left(replay: Replay) -> None:
    check(replay(to_the_floor(2, [])), over=False, stock=3, turns=42, to_act=0)
    check(replay(to_the_floor(2, ["stock"])), over=False, stock=2, turns=42)
    check(
        replay(to_the_floor(2, ["stock", "discard ?"])),
        over=True,
        outcome="draw",
        payoffs=[0, 0],
        winner=[],
        knocker=None,
        deadwood=[0, 29],
        melds=[[], []],
        layoffs=[],
        turns=43,
        stock=2,
    )


def test_a_knock_with_only_the_floor_left_scores(replay: Replay) -> None:
    check(replay(to_the_floor(2, ["stock", "knock ?"])), outcome="gin", payoffs=[54, 0], turns=43, stock=2)


def test_a_discard_after_the_pile_draws_no_hand_before_the_floor(replay: Replay) -> None:
    check(replay(to_the_floor(2, ["pile", "discard 3s"])), over=False, stock=3, turns=43)


def pile_only(turns: int) -> list[str]:
    """Return turns in which each takes the other's discard and gives away the card held longest."""
    held = [["As", "2s", "3s"], ["Kd", "Jh", "9c"]]
    top, actions = "Qd", []
    for turn in range(turns):
        hand = held[turn % 2]
        hand.append(top)
        top = hand.pop(0)
        actions += ["pile", f"discard {top}"]
    return actions


def test_drawn_after_100_completed_turns_with_the_pile_alone(replay: Replay) -> None:
    game = record(("As 2s 3s", LOOSE), pile_only(99), upcard="Qd")
    check(replay(game), over=False, turns=99, stock=45, to_act=1)
    game["actions"] = pile_only(100)
    check(replay(game), over=True, outcome="draw", payoffs=[0, 0], winner=[], knocker=None, turns=100, stock=45)


def test_a_knock_in_the_100th_turn_scores(replay: Replay) -> None:
    game = record(("As 2s 3s", LOOSE), pile_only(99), upcard="Qd", knock_limit=100)
    knock = next(
        action for action in replay(game | {"actions": [*pile_only(99), "pile"]})["legal"] if "knock" in action
    )
    result = replay(game | {"actions": [*pile_only(99), "pile", knock]})
    check(result, over=True, knocker=1, turns=100)
    assert result["outcome"] != "draw"


def test_passes_are_no_turns(replay: Replay) -> None:
    game = record(("As 2s 3s", LOOSE), ["pass", "pass", "stock", "discard Kh"], stock="Kh", first_turn="offer")
    check(replay(game), turns=1)
