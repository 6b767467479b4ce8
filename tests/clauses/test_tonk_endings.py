"""Tonk, how a hand ends: tonk and out, the answer to a tonk, the stock and the hundredth turn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.records import Record, Replay, check
from tests.clauses.tonk_records import last_refused, quiet, record, then

LOOSE = "2c 8d Jh"


# Tonk and out


@pytest.mark.parametrize("pays", [0, 1, 2, 3, 100])
def test_tonk_pays(replay: Replay, pays: int) -> None:
    game = record(("4s 5s 6s", LOOSE, "3d 9h Qc"), "stock; spread 4s 5s 6s 7s", stock="7s", tonk_pays=pays)
    check(replay(game), outcome="tonk", payoffs=[2 * pays, -pays, -pays])


@pytest.mark.parametrize("pays", [0, 1, 2, 3, 100])
def test_out_pays(replay: Replay, pays: int) -> None:
    game = record(("4s 5s 6s", LOOSE, "3d 9h Qc"), "stock; spread 4s 5s 6s; discard 7s", stock="7s", out_pays=pays)
    check(replay(game), outcome="out", payoffs=[2 * pays, -pays, -pays])


@pytest.mark.parametrize(
    ("requires", "outcome"), [("no_discard", "tonk"), ("one_turn", "tonk"), ("own_spreads", "out")]
)
def test_tonk_requires_with_spreads_and_an_own_hit_in_one_turn(replay: Replay, requires: str, outcome: str) -> None:
    game = record(("4s 5s 6s", LOOSE), "stock; spread 4s 5s 6s; hit 7s on 4s", stock="7s", tonk_requires=requires)
    check(replay(game), outcome=outcome, payoffs=[2, -2] if outcome == "tonk" else [1, -1], turns=0)


@pytest.mark.parametrize(
    ("requires", "outcome"), [("no_discard", "tonk"), ("one_turn", "out"), ("own_spreads", "tonk")]
)
def test_tonk_requires_with_spreads_of_two_turns(replay: Replay, requires: str, outcome: str) -> None:
    game = record(
        ("4s 5s 6s 9c 9d", "2c 8d Jh Qc 3d"),
        "stock; spread 4s 5s 6s; discard Kd; stock; discard Kh; stock; spread 9c 9d 9h",
        stock="Kd Kh 9h",
        tonk_requires=requires,
    )
    check(replay(game), outcome=outcome)


@pytest.mark.parametrize("requires", ["no_discard", "one_turn", "own_spreads"])
def test_tonk_requires_with_spreads_before_and_after_the_draw_of_one_turn(replay: Replay, requires: str) -> None:
    game = record(
        ("4s 5s 6s 9c 9d", "2c 8d Jh Qc 3d"),
        "spread 4s 5s 6s; stock; spread 9c 9d 9h",
        stock="9h",
        tonk_requires=requires,
        spread_before_draw=True,
    )
    check(replay(game), outcome="tonk")


@pytest.mark.parametrize(("requires", "outcome"), [("no_discard", "tonk"), ("one_turn", "out"), ("own_spreads", "out")])
def test_tonk_requires_with_a_hit_on_anothers_spread_in_an_earlier_turn(
    replay: Replay, requires: str, outcome: str
) -> None:
    hands = ("4s 9c 9d 9h 8d 8h", "5s 6s 7s Jd 2c Qh")
    actions = f"{quiet('Kd')}; stock; spread 5s 6s 7s; discard Kh; stock; hit 4s on 5s; discard Kc; {quiet('Qc')}"
    game = record(hands, actions, stock="Kd Kh Kc Qc 8s", tonk_requires=requires)
    check(replay(then(game, "stock; spread 9c 9d 9h; spread 8d 8h 8s")), outcome=outcome, turns=4)


@pytest.mark.parametrize(
    ("lays", "outcome"), [("spread 5s 6s 7s; hit 4s on 5s", "out"), ("spread 4s 5s 6s 7s", "tonk")]
)
def test_tonk_requires_own_spreads_a_hit_on_an_own_spread_in_an_earlier_turn_makes_it_an_out(
    replay: Replay, lays: str, outcome: str
) -> None:
    hands = ("4s 5s 6s 7s 8d 8h", "2c 3d Jd Qh 9c Td")
    game = record(hands, f"stock; {lays}; discard Kd; {quiet('Kh')}", stock="Kd Kh 8s", tonk_requires="own_spreads")
    check(replay(then(game, "stock; spread 8d 8h 8s")), outcome=outcome)


def test_tonk_requires_own_spreads_hits_of_others_on_ones_spreads_do_not_matter(replay: Replay) -> None:
    hands = ("5s 6s 7s 8d 8h", "4s 3d Jd Qh 9c")
    actions = "stock; spread 5s 6s 7s; discard Kd; stock; hit 4s on 5s; discard Kh; stock; spread 8d 8h 8s"
    check(replay(record(hands, actions, stock="Kd Kh 8s", tonk_requires="own_spreads")), outcome="tonk")


def test_tonk_requires_one_turn_counts_the_cards_dealt_by_auto(replay: Replay) -> None:
    hands = ("Ac 2c 3c 4c 5c 6c 7c 8c 9c", "Ad 3d 5d 7d 9d 2h 4h 6h 8h")
    game = record(hands, "stock; spread Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc", stock="Tc", tonk_requires="one_turn")
    check(replay(game | {"rules": game["rules"] | {"cards_dealt": "auto"}}), outcome="tonk")


# The stock


def to_the_end(hands: tuple[str, ...], **options: Any) -> Record:
    """Return a record in which every card of the stock is drawn and discarded at once."""
    game = record(hands, **options)
    dealt = len(hands) * len(hands[0].split()) + 1
    return then(game, quiet(" ".join(game["deck"].split()[dealt:])))


def test_stock_end_after_last_draw_ends_with_the_turn_of_the_last_card(replay: Replay) -> None:
    game = to_the_end(("2c 8d Jh", "3d 9h Qc"))
    check(replay(game), over=True, outcome="stock", stock=0, turns=45)
    check(replay(game | {"actions": game["actions"][:-1]}), over=False, stock=0, turns=44)
    last_refused(replay, then(game, "stock"))


def test_stock_end_on_need_stock_stays_legal_and_ends_the_hand(replay: Replay) -> None:
    game = to_the_end(("2c 8d Jh", "3d 9h Qc"), stock_end="on_need")
    check(replay(game), over=False, legal=["drop", "pile", "stock"], stock=0, turns=45)
    check(replay(then(game, "stock")), over=True, outcome="stock", winner=[0], payoffs=[1, -1], turns=45)


def test_stock_end_on_need_the_pile_is_drawn_on(replay: Replay) -> None:
    game = to_the_end(("2c 8d Jh", "3d 9h Qc"), stock_end="on_need")
    check(replay(then(game, "pile; discard 3d; pile; discard Jh")), over=False, turns=47)


@pytest.mark.parametrize("end", ["after_last_draw", "on_need"])
def test_stock_end_after_100_completed_turns_of_all_seats_together(replay: Replay, end: str) -> None:
    game = record(("2c 8d Jh", "3d 9h Qc", "4c 7s Kd"), up="5h", stock_end=end)
    game = then(game, "pile; discard 5h; " * 99)
    check(replay(game), over=False, turns=99)
    game = then(game, "pile; discard 5h")
    check(replay(game), over=True, outcome="stock", turns=100, stock=42, winner=[0], payoffs=[2, -1, -1])


def test_stock_end_an_out_in_the_hundredth_turn_comes_first(replay: Replay) -> None:
    game = record(("2c 8d Jh", "7c 7d 7h"), "pile; discard 5h; " * 99 + "pile; spread 7c 7d 7h; discard 5h", up="5h")
    check(replay(game), outcome="out", winner=[1], turns=100)


def test_stock_end_nobody_is_asked_after_the_hundredth_turn(replay: Replay) -> None:
    turn = "wait; wait; pile; discard 5h; "
    game = record(("2c 8d Jh", "7c 7d 9h"), turn * 100, up="5h", drop_timing="any_time")
    check(replay(game), over=True, outcome="stock", turns=100)


@pytest.mark.parametrize(
    ("last", "outcome"),
    [
        ("discard Kd", "stock"),
        ("drop", "drop"),
        ("spread Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc; discard Kd", "out"),
        ("spread Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc", None),
    ],
)
def test_stock_end_what_ends_the_hand_in_the_turn_of_the_last_card_comes_first(
    replay: Replay, last: str, outcome: str | None
) -> None:
    hands = (
        "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc",
        "Jc Kc 9s 9d 9h Ts Td Th 8s 8d",
        "Js Jd Jh Qs Qd Qh Ks Kh 7s 6d",
        "2s 4s 6s 2d 4d 8h 3h 5h 7h Qc",
        "As Ad Ah 3s 5s 3d 5d 7d 2h 4h",
    )
    game = record(hands, f"stock; {last}", up="6h", stock="Kd", drop_timing="own_turn", held_spreads_count=False)
    check(replay(game), stock=0, over=outcome is not None)
    assert replay(game).get("outcome") == outcome


def test_stock_end_a_tonk_in_the_turn_of_the_last_card_comes_first(replay: Replay) -> None:
    hands = (
        "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc",
        "Qc Kc 9s 9d 9h Ts Td Th 8s 8d",
        "Js Jd Jh Qs Qd Qh Ks Kh 7s 6d",
        "2s 4s 6s 2d 4d 8h 3h 5h 7h Kd",
        "As Ad Ah 3s 5s 3d 5d 7d 2h 4h",
    )
    game = record(hands, "stock; spread Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc", up="6h", stock="Jc")
    check(replay(game), stock=0, outcome="tonk", turns=0)


TWO = ("Ac 7c Ad", "As Ah 7d")
FOUR = (*TWO, "2d 9h Qc", "2s 9d Qd")
FIVE = ("Ac 7c 2d", "As 7h 2c", "Ah 7d 2s", "9d Qc Jc", "9h Qd Jh")


@pytest.mark.parametrize(
    ("hands", "tie", "outcome", "payoffs", "winner"),
    [
        (FOUR, "draw", "draw", [0, 0, 0, 0], []),
        (FOUR, "split", "stock", [1, 1, -1, -1], [0, 1]),
        (FOUR, "each", "stock", [2, 2, -2, -2], [0, 1]),
        (FOUR[:3], "split", "stock", [0.5, 0.5, -1], [0, 1]),
        (FIVE, "draw", "draw", [0] * 5, []),
        (FIVE, "split", "stock", [2 / 3] * 3 + [-1] * 2, [0, 1, 2]),
        (FIVE, "each", "stock", [2, 2, 2, -3, -3], [0, 1, 2]),
        (TWO, "draw", "draw", [0, 0], []),
        (TWO, "split", "stock", [0, 0], [0, 1]),
        (TWO, "each", "stock", [0, 0], [0, 1]),
    ],
)
def test_stock_tie(
    replay: Replay, hands: tuple[str, ...], tie: str, outcome: str, payoffs: list[float], winner: list[int]
) -> None:
    game = to_the_end(hands, stock_tie=tie)
    check(replay(game), outcome=outcome, payoffs=pytest.approx(payoffs, abs=1e-9), winner=winner)


@pytest.mark.parametrize("tie", ["draw", "split", "each"])
def test_stock_tie_matters_only_for_ties(replay: Replay, tie: str) -> None:
    game = to_the_end((*FOUR[1:], "2c 8d Jh"), stock_tie=tie)
    check(replay(game), outcome="stock", payoffs=[3, -1, -1, -1], winner=[0])
