"""Tonk, the clauses of play: the deal, cards and spreads, the turn, hits, how a hand ends, counts."""

from __future__ import annotations

import pytest

from tests.clauses.records import Replay, check, refused
from tests.clauses.tonk_records import last_refused, quiet, record, then
from tests.naive.cards import RANKS

HANDS = ("2c 5d 9h Jc", "3d 6h 8s Tc", "4h 7s Jd Qc")
"""Three hands of loose cards, of 26, 27 and 31 points."""

FULL_TABLE = record(
    ("3c 8c 9s 9d Qh 2h", "5c 6c 7c 2d 6s Jh", "9c 9h Td 2s Kh 4d"),
    "stock; discard Kd; stock; spread 5c 6c 7c; discard Ad; stock; discard Ah",
    stock="Kd Ad Ah 4c",
)
"""Seat 1 has laid a run, and it is seat 0's turn, who draws 4c."""


# The deal


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_one_card_at_a_time_first_to_the_player_after_the_dealer_then_the_upcard(replay: Replay, dealer: int) -> None:
    game = record(HANDS, up="7d", stock="4c", dealer=dealer)
    first = (dealer + 1) % 3
    assert game["deck"].split()[0] == HANDS[first][:2]
    check(replay(game), hands=[["2c", "Jc", "5d", "9h"], ["Tc", "3d", "6h", "8s"], ["Qc", "Jd", "4h", "7s"]])
    check(replay(game), to_act=first, turns=0, stock=39, spreads=[], retired=[], frozen=[0, 0, 0], spades=[0, 0, 0])
    assert "7d" in replay(then(game, "pile"))["hands"][first]
    assert "4c" in replay(then(game, "stock"))["hands"][first]


def test_the_turn_goes_round_clockwise(replay: Replay) -> None:
    game = record(HANDS, dealer=0, stock="Ad As Kd Kh")
    assert [replay(then(game, quiet("Ad As Kd Kh"[: 3 * turns])))["to_act"] for turns in range(5)] == [1, 2, 0, 1, 2]


# Points and spreads


@pytest.mark.parametrize("rank", RANKS)
def test_ace_counts_1_numbers_their_own_court_cards_10(replay: Replay, rank: str) -> None:
    count = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank)
    hand = f"{rank}s {'7h' if rank != '7' else '6h'} Jd"
    result = replay(record((hand, "3d 6d 8c"), "drop", up="Kd"))
    assert result["counts"] == [count + (17 if rank != "7" else 16), 17]


@pytest.mark.parametrize(
    ("hand", "spreads"),
    [
        ("7c 7d 7h", ["7c 7d 7h"]),
        ("7c 7d 7h 7s", ["7c 7d 7h", "7c 7d 7h 7s", "7c 7d 7s", "7c 7h 7s", "7d 7h 7s"]),
        ("7c 7d 6h", []),
        ("3s 4s 5s", ["3s 4s 5s"]),
        ("3s 4s 5s 6s", ["3s 4s 5s", "3s 4s 5s 6s", "4s 5s 6s"]),
        ("3s 4s 5h", []),
        ("3s 4s 6s", []),
        ("Js Qs Ks", ["Js Qs Ks"]),
        ("Ts Jh Qs Kh", []),
        ("4c 5c 6c 6d 6h", ["4c 5c 6c", "6c 6d 6h"]),
    ],
)
def test_books_and_runs_every_subset_that_is_a_spread_is_listed(replay: Replay, hand: str, spreads: list[str]) -> None:
    other = " ".join("2c 2d 3h 8c 8d".split()[: len(hand.split())])
    legal = replay(record((hand, other), "stock", up="Kd", stock="9d"))["legal"]
    assert [action.removeprefix("spread ") for action in legal if action.startswith("spread")] == spreads


# The turn


def test_drop_claim_and_draw_are_the_choices_at_the_start_of_a_turn(replay: Replay) -> None:
    check(replay(record(HANDS)), legal=["drop", "pile", "stock"])
    game = record(HANDS, deal_wins=[{"min": 26, "max": 26, "pays": 1, "when": "own_turn"}])
    check(replay(game), legal=["claim", "drop", "pile", "stock"])


def test_after_the_draw_spreads_and_hits_until_the_discard(replay: Replay) -> None:
    game = record(("4c 4d 4h 9s", "2c 7d 9h Jc"), "stock", stock="Th")
    discards = ["discard 4c", "discard 4d", "discard 4h", "discard 9s", "discard Th"]
    check(replay(game), legal=[*discards, "spread 4c 4d 4h"])
    check(replay(then(game, "spread 4c 4d 4h")), legal=["discard 9s", "discard Th"], to_act=0)
    check(replay(then(game, "spread 4c 4d 4h; discard Th")), legal=["drop", "pile", "stock"], to_act=1, turns=1)


def test_nobody_is_forced_to_spread_or_hit(replay: Replay) -> None:
    check(replay(record(("4c 4d 4h 9s", "2c 7d 9h Jc"), "stock; discard Th", stock="Th")), ok=True, spreads=[])


@pytest.mark.parametrize("actions", ["discard 2c", "spread 2c 5d 9h", "wait", "claim"])
def test_nothing_but_drop_or_draw_begins_a_turn(replay: Replay, actions: str) -> None:
    refused(replay(record(HANDS, actions)), 0)


@pytest.mark.parametrize("action", ["stock", "pile", "drop", "claim", "wait", "discard 3d", "hit 2c on 5d"])
def test_nobody_draws_twice_drops_after_the_draw_or_throws_what_is_not_his(replay: Replay, action: str) -> None:
    refused(replay(record(HANDS, f"stock; {action}")), 1)


def test_the_pile_gives_the_card_last_discarded(replay: Replay) -> None:
    game = record(HANDS, "stock; discard 9h; pile; discard Tc; pile", up="7d", stock="Kh")
    assert replay(game)["hands"][2] == ["Tc", "Qc", "Jd", "4h", "7s"]
    assert "7d" not in str(replay(then(game, "discard Tc; pile"))["hands"])


def test_an_empty_discard_pile_is_filled_by_the_discard(replay: Replay) -> None:
    game = record(HANDS, "pile", up="7d")
    for actions in ("discard 7d", "discard 7d; pile; discard Tc", "discard 7d; pile; discard 7d; pile; discard Qc"):
        check(replay(then(game, actions)), ok=True, stock=39, legal=["drop", "pile", "stock"])


def test_any_number_of_spreads_in_a_turn(replay: Replay) -> None:
    game = record(
        ("4c 4d 4h 9s Ts Js 8d 8h", "2c 7d 9h Jc Ah Kd 6s 5c"), "stock; spread 9s Ts Js; spread 8c 8d 8h", stock="8c"
    )
    game = then(game, "spread 4c 4d 4h")
    spreads = [["9s", "Ts", "Js"], ["8c", "8d", "8h"], ["4c", "4d", "4h"]]
    check(replay(game), spreads=[{"owner": 0, "cards": cards} for cards in spreads], outcome="tonk")


def test_a_spread_is_of_ones_own_cards(replay: Replay) -> None:
    refused(replay(record(("4c 4d 9s", "4h 7d Jc"), "stock; spread 4c 4d 4h")), 1)


# Hits


def test_a_hit_extends_a_book_to_four_or_a_run_at_either_end(replay: Replay) -> None:
    hands = ("9c 9d 9h 2s 4h", "5c 6c 7c Kd Qd", "9s 4c 8c 3c Tc")
    game = record(hands, "stock; spread 9c 9d 9h; discard Ad; stock; spread 5c 6c 7c; discard Ah", stock="Ad Ah As")
    hits = [action for action in replay(then(game, "stock"))["legal"] if action.startswith("hit")]
    assert hits == ["hit 4c on 5c", "hit 8c on 5c", "hit 9s on 9c"]
    game = then(game, "stock; hit 4c on 5c; hit 9s on 9c; hit 8c on 4c")
    spreads = [
        {"owner": 0, "cards": ["9c", "9d", "9h", "9s"]},
        {"owner": 1, "cards": ["4c", "5c", "6c", "7c", "8c"]},
    ]
    check(replay(game), spreads=spreads, legal=["discard 3c", "discard As", "discard Tc", "hit 3c on 4c"])


def test_a_card_just_hit_can_be_built_on(replay: Replay) -> None:
    game = then(FULL_TABLE, "stock; hit 4c on 5c")
    assert "hit 3c on 4c" in replay(game)["legal"]
    assert "hit 3c on 5c" not in replay(game)["legal"]
    last_refused(replay, then(game, "hit 3c on 4c; hit 2h on 3c"))


def test_a_hit_needs_the_card_in_between(replay: Replay) -> None:
    last_refused(replay, then(FULL_TABLE, "stock; hit 3c on 5c"))


def test_spreads_and_hits_in_any_order(replay: Replay) -> None:
    hands = ("8c 9d 9h 9s Kh", "5c 6c 7c 2d Jh")
    game = record(hands, "stock; discard Qd; stock; spread 5c 6c 7c; discard Ad", stock="Qd Ad 2h")
    for actions in ("hit 8c on 7c; spread 9d 9h 9s", "spread 9d 9h 9s; hit 8c on 7c"):
        check(replay(then(game, f"stock; {actions}")), ok=True, legal=["discard 2h", "discard Kh"])
    hit = {"owner": 1, "cards": ["5c", "6c", "7c", "8c"]}
    laid = {"owner": 0, "cards": ["9d", "9h", "9s"]}
    check(replay(then(game, "stock; spread 9d 9h 9s; hit 8c on 7c")), spreads=[hit, laid])


def test_a_player_who_has_hit_makes_the_ordinary_discard_and_no_other(replay: Replay) -> None:
    game = then(FULL_TABLE, "stock; hit 4c on 5c")
    last_refused(replay, then(game, "pile"))
    check(replay(then(game, "discard Qh")), to_act=1, turns=4)
    last_refused(replay, then(game, "discard Qh; discard 9d"))


def test_cards_in_hand_are_not_hit_on_unlaid_spreads_of_others(replay: Replay) -> None:
    legal = replay(record(("4c 9s 9d Jh", "5c 6c 7c 2d"), "stock", stock="Ad"))["legal"]
    assert not any(action.startswith("hit") for action in legal)


# The end


def test_a_drop_ends_the_hand_at_once_and_the_lowest_count_wins(replay: Replay) -> None:
    check(
        replay(record(HANDS, "drop")),
        over=True,
        outcome="drop",
        winner=[0],
        payoffs=[2, -1, -1],
        counts=[26, 27, 31],
        turns=0,
    )


def test_after_a_drop_nobody_spreads_or_hits_any_more(replay: Replay) -> None:
    game = then(FULL_TABLE, "drop")
    hands = [["3c", "8c", "9d", "2h", "Qh", "9s"], ["2d", "Jh", "6s"], ["9c", "4d", "Td", "9h", "Kh", "2s"]]
    check(replay(game), hands=hands, counts=[41, 18, 44], outcome="caught", winner=[1])


def test_no_card_left_without_a_discard_is_a_tonk_and_everyone_pays_2(replay: Replay) -> None:
    game = record(("4c 5c 6c", "2d 9h Jc", "3d 8h Qs"), "stock; spread 4c 5c 6c 7c", stock="7c")
    check(
        replay(game),
        over=True,
        outcome="tonk",
        winner=[0],
        payoffs=[4, -2, -2],
        counts=[0, 21, 21],
        hands=[[], ["Jc", "2d", "9h"], ["3d", "8h", "Qs"]],
        turns=0,
    )


def test_no_card_left_after_the_discard_is_an_out_and_everyone_pays_1(replay: Replay) -> None:
    game = record(("4c 5c 6c", "2d 9h Jc", "3d 8h Qs"), "stock; spread 4c 5c 6c; discard 7c", stock="7c")
    check(replay(game), over=True, outcome="out", winner=[0], payoffs=[2, -1, -1], counts=[0, 21, 21], turns=1)


def test_the_stock_exhausted_ends_the_hand_and_the_lowest_wins_a_stake_from_everyone(replay: Replay) -> None:
    game = record(("2c 4d 6h", "3d 8h Jc", "4h 9s Qc"), up="Ks")
    stock = " ".join(game["deck"].split()[10:])
    game = then(game, quiet(stock))
    check(replay(game), over=True, outcome="stock", winner=[0], payoffs=[2, -1, -1], turns=42, stock=0)
