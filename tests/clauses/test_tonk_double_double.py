"""Tonk, the answer to a tonk (`double_double`)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.records import Record, Replay, check
from tests.clauses.tonk_records import quiet, record, then


def tonk(hands: tuple[str, ...], last: str = "spread 4h 5h 6h 7h", drawn: str = "7h", **options: Any) -> Record:
    """Return a record in which seat 0 draws this card and goes out at once."""
    return record(hands, f"stock; {last}", stock=drawn, **{"double_double": True, **options})


@pytest.mark.parametrize(
    ("hand", "outcome"),
    [
        ("8h 9h Th", "double_double"),
        ("2h 3h 8h", "double_double"),
        ("3h 9h Th", "tonk"),
        ("8h 9h Jh", "tonk"),
        ("8h 9h Kd", "tonk"),
        ("Kc Kd Ks", "tonk"),
        ("4c 4d 4s", "tonk"),
    ],
)
def test_double_double_all_cards_must_be_placed_one_of_them_on_the_run(replay: Replay, hand: str, outcome: str) -> None:
    game = tonk(("4h 5h 6h", hand))
    payoffs = [-4, 4] if outcome == "double_double" else [2, -2]
    check(replay(game), outcome=outcome, payoffs=payoffs, winner=[int(outcome == "double_double")], turns=0)


def test_double_double_off(replay: Replay) -> None:
    check(replay(tonk(("4h 5h 6h", "8h 9h Th"), double_double=False)), outcome="tonk", payoffs=[2, -2])


def test_double_double_in_the_record_his_cards_stay_in_hand(replay: Replay) -> None:
    game = tonk(("4h 5h 6h", "8h 9h Th"))
    run = [{"owner": 0, "cards": ["4h", "5h", "6h", "7h"]}]
    check(replay(game), hands=[[], ["8h", "9h", "Th"]], spreads=run, counts=[0, 27], frozen=[0, 0])


@pytest.mark.parametrize(("answer", "outcome"), [("7h 8h Qc Qd Qs", "double_double"), ("8h 9h Qc Qd Qs", "tonk")])
def test_double_double_with_spreads_of_his_own(replay: Replay, answer: str, outcome: str) -> None:
    game = tonk(("4h 5h 6h 9c 9d", answer), "spread 4h 5h 6h; spread 9c 9d 9s", "9s")
    check(replay(game), outcome=outcome)


def test_double_double_a_card_of_a_spread_he_could_lay_goes_on_the_run(replay: Replay) -> None:
    hands = ("4h 5h 6h 9c 9d", "7h 7c 7d 7s 3h")
    check(replay(tonk(hands, "spread 4h 5h 6h; spread 9c 9d 9s", "9s")), outcome="double_double")


def test_double_double_a_run_laid_before_the_draw_of_the_last_turn_counts(replay: Replay) -> None:
    hands = ("4h 5h 6h 9c 9d", "7h 8h Qc Qd Qs")
    game = record(
        hands,
        "spread 4h 5h 6h; stock; spread 9c 9d 9s",
        stock="9s",
        double_double=True,
        spread_before_draw=True,
    )
    check(replay(game), outcome="double_double")


def test_double_double_the_run_may_have_been_hit_since(replay: Replay) -> None:
    game = tonk(("4h 5h 6h", "8h 9h Th"), "spread 4h 5h 6h; hit 7h on 4h")
    check(replay(game), outcome="double_double")
    game = tonk(("4h 5h 6h", "7d 8h 9h"), "spread 4h 5h 6h; hit 7h on 4h")
    check(replay(game), outcome="tonk")


def test_double_double_needs_a_tonk(replay: Replay) -> None:
    game = tonk(("4h 5h 6h", "8h 9h Th"), "spread 4h 5h 6h; hit 7h on 4h", tonk_requires="own_spreads")
    check(replay(game), outcome="out", payoffs=[1, -1], winner=[0])
    check(replay(tonk(("4h 5h 6h", "7h 8h 9h"), "spread 4h 5h 6h; discard Jc", "Jc")), outcome="out")


@pytest.mark.parametrize(
    ("options", "outcome"),
    [
        ({"max_hits": 2}, "tonk"),
        ({"max_hits": 3}, "double_double"),
        ({"hit_others": False}, "tonk"),
        ({"hit_own": False}, "double_double"),
        ({"hit_on": "runs"}, "double_double"),
    ],
    ids=str,
)
def test_double_double_under_the_same_options_for_hits(replay: Replay, options: dict[str, Any], outcome: str) -> None:
    check(replay(tonk(("4h 5h 6h", "8h 9h Th"), **options)), outcome=outcome)


@pytest.mark.parametrize(("hit_on", "outcome"), [("any", "double_double"), ("runs", "tonk")])
def test_double_double_hits_on_books_too_unless_hit_on_runs(replay: Replay, hit_on: str, outcome: str) -> None:
    game = tonk(("4h 5h 6h 9c 9d", "7h 9h Qc Qd Qs"), "spread 4h 5h 6h; spread 9c 9d 9s", "9s", hit_on=hit_on)
    check(replay(game), outcome=outcome)


def test_double_double_the_order_of_the_hits_matters(replay: Replay) -> None:
    """The seven must go on the run, not on the book of sevens, for the eight to follow."""
    hands = ("7c 7d 7s 4h 5h", "7h 8h Kc Kd Ks")
    check(replay(tonk(hands, "spread 7c 7d 7s; spread 4h 5h 6h", "6h")), outcome="double_double")


def test_double_double_one_card_on_either_end_and_an_ace_high(replay: Replay) -> None:
    hands = ("Jh Qh Th", "9h Ah 8h")
    check(replay(tonk(hands, "spread Th Jh Qh Kh", "Kh")), outcome="double_double")
    check(replay(tonk(hands, "spread Th Jh Qh Kh", "Kh", ace_runs="low")), outcome="tonk")


def test_double_double_the_first_in_turn_order_after_the_tonker_wins_from_all(replay: Replay) -> None:
    hands = ("8h 9h Th", "Qc 2d 7s", "4h 5h 6h", "Kd Js 6c")
    game = record(hands, "stock; discard Ad; stock; discard As; stock; spread 4h 5h 6h 7h", stock="Ad As 7h")
    game["rules"] |= {"double_double": True}
    check(replay(game), outcome="double_double", winner=[0], payoffs=[12, -4, -4, -4])
    hands = ("8h 9h Th", "Qc 2d 7s", "4h 5h 6h", "Ah 2h 3h")
    game = record(hands, "stock; discard Ad; stock; discard As; stock; spread 4h 5h 6h 7h", stock="Ad As 7h")
    game["rules"] |= {"double_double": True, "tonk_pays": 3}
    check(replay(game), outcome="double_double", winner=[3], payoffs=[-6, -6, -6, 18])


def test_double_double_spreads_alone_do_not_answer(replay: Replay) -> None:
    hands = ("4h 5h 6h 7h 8h 9h", "Qc Qd Qs Kc Kd Ks")
    check(replay(tonk(hands, "spread 4h 5h 6h 7h 8h 9h Th", "Th")), outcome="tonk")


def test_double_double_needs_the_run_to_be_laid_in_the_last_turn(replay: Replay) -> None:
    """Seat 1 could place his cards on the run of hearts in both hands."""
    answer = "7h 8h Jc Jd Js"
    actions = "stock; spread 4h 5h 6h; discard Kd; stock; discard Kh; stock; spread 9c 9d 9s"
    game = record(("4h 5h 6h 9c 9d", answer), actions, stock="Kd Kh 9s", double_double=True)
    check(replay(game), outcome="tonk", winner=[0])
    actions = "stock; spread 9c 9d 9s; discard Kd; stock; discard Kh; stock; spread 4h 5h 6h"
    game = record(("4h 5h 9c 9d 9s", answer), actions, stock="Kd Kh 6h", double_double=True)
    check(replay(game), outcome="double_double", winner=[1])


@pytest.mark.parametrize(("answer", "outcome"), [("7h Tc Qd Qh Qs", "double_double"), ("9c Tc Qd Qh Qs", "tonk")])
def test_double_double_one_card_on_the_new_run_the_others_anywhere(replay: Replay, answer: str, outcome: str) -> None:
    actions = "stock; spread Jc Qc Kc; discard 3d; stock; discard 3s; stock; spread 4h 5h 6h"
    check(replay(record(("Jc Qc Kc 5h 6h", answer), actions, stock="3d 3s 4h", double_double=True)), outcome=outcome)


@pytest.mark.parametrize(
    ("hand", "limit", "outcome"),
    [
        ("7h 8h Qc Qd Qs", 1, "tonk"),
        ("7h 8h Qc Qd Qs", 2, "double_double"),
        ("2h 3h 7h 8h 9h", 1, "tonk"),
        ("2h 3h 7h 8h 9h", 2, "double_double"),
        ("7h 8h 9h Th Jh", 1, "double_double"),
        ("7h 8h 9h Th 3h", 1, "double_double"),
    ],
)
def test_double_double_max_hits_limits_no_spreads(replay: Replay, hand: str, limit: int, outcome: str) -> None:
    """What could be hit may be laid as a run too, as long as a card goes on the tonker's."""
    game = tonk(("4h 5h 6h 9c 9d", hand), "spread 4h 5h 6h; spread 9c 9d 9s", "9s", max_hits=limit)
    check(replay(game), outcome=outcome)


@pytest.mark.parametrize(("blocks", "outcome"), [("drop", "double_double"), ("laying", "tonk"), ("both", "tonk")])
def test_double_double_frozen_without_spreads_of_his_own(replay: Replay, blocks: str, outcome: str) -> None:
    hands = ("4h 5h 6h 9s 2c 2d 2s", "9c 9d 9h 7h Qd Qh Qs")
    actions = f"{quiet('Kd')}; stock; spread 9c 9d 9h; discard Kh; stock; hit 9s on 9c; spread 2c 2d 2h 2s"
    game = record(hands, actions, stock="Kd Kh 2h", double_double=True, freeze_blocks=blocks)
    check(replay(then(game, "spread 4h 5h 6h")), outcome=outcome, frozen=[0, 1], turns=2)


@pytest.mark.parametrize("blocks", ["drop", "laying", "both"])
def test_double_double_frozen_hits_alone_answer(replay: Replay, blocks: str) -> None:
    hands = ("4h 5h 6h 9s Jc Jd Js", "9c 9d 9h 2h 3h 7h 8h")
    actions = f"{quiet('Kd')}; stock; spread 9c 9d 9h; discard Kh; stock; hit 9s on 9c; spread Jc Jd Jh Js"
    game = record(hands, actions, stock="Kd Kh Jh", double_double=True, freeze_blocks=blocks)
    check(replay(then(game, "spread 4h 5h 6h")), outcome="double_double", frozen=[0, 1])


def test_double_double_an_answer_with_books_put_away(replay: Replay) -> None:
    hands = ("4h 5h 6h 9c 9d", "7h Qc Qd Qh Qs")
    game = tonk(hands, "spread 4h 5h 6h; spread 9c 9d 9s", "9s", retire_books=True)
    check(replay(game), outcome="double_double", retired=[])


def test_double_double_a_card_on_a_book_of_the_last_turn_is_none_on_the_run(replay: Replay) -> None:
    lays = "spread 4h 5h 6h; spread 9c 9d 9s"
    check(replay(tonk(("4h 5h 6h 9c 9d", "9h Kc Kd Kh Ks"), lays, "9s")), outcome="tonk")
    check(replay(tonk(("4h 5h 6h 9c 9d", "9h 7h Kd Kh Ks"), lays, "9s")), outcome="double_double")
