"""Tonk, the options of spreads and hits: whose, on what, how many, before the draw, the last card, books put away."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.records import Record, Replay, check
from tests.clauses.tonk_records import last_refused, record, then


def table(**options: Any) -> Record:
    """Return a record in which seat 0 has laid the sevens, seat 1 a run of spades, and seat 0 draws 6h."""
    hands = ("7c 7d 7h 7s 2c 8s 4d", "4s 5s 6s 3s Jd Qd 9c")
    actions = "stock; spread 7c 7d 7h; discard Kd; stock; spread 4s 5s 6s; discard Kh; stock"
    return record(hands, actions, stock="Kd Kh 6h 9h", up="Ks", **options)


def hits(replay: Replay, game: Record) -> list[str]:
    """Return the hits that are legal."""
    return [action for action in replay(game)["legal"] if action.startswith("hit")]


ON_OWN = ["hit 7s on 7c"]
ON_OTHERS = ["hit 7s on 4s"]


# Whose spreads, and which


def test_hit_own_and_hit_others(replay: Replay) -> None:
    assert hits(replay, table()) == [*ON_OTHERS, *ON_OWN]
    assert hits(replay, table(hit_own=False)) == ON_OTHERS
    assert hits(replay, table(hit_others=False)) == ON_OWN
    assert hits(replay, table(hit_own=False, hit_others=False)) == []


def test_hit_own_false_for_a_spread_laid_in_the_same_turn_too(replay: Replay) -> None:
    game = record(("4c 5c 6c 8d", "2d 9h Jc Qd"), "stock; spread 4c 5c 6c", stock="7c", hit_own=False)
    assert hits(replay, game) == []
    last_refused(replay, then(game, "hit 7c on 4c"))


def test_hit_on_any(replay: Replay) -> None:
    assert hits(replay, table(hit_on="any")) == [*ON_OTHERS, *ON_OWN]


def test_hit_on_runs_books_can_be_laid_but_not_hit(replay: Replay) -> None:
    assert hits(replay, table(hit_on="runs")) == ON_OTHERS
    last_refused(replay, then(table(hit_on="runs"), "hit 7s on 7c"))


# How many


@pytest.mark.parametrize(("limit", "third"), [(0, True), (1, False), (2, False), (3, True), (10, True)])
def test_max_hits(replay: Replay, limit: int, third: bool) -> None:
    hands = ("4s 5s 6s Jd Qd", "7s 8s 9s 2c 3d")
    game = record(hands, "stock; spread 4s 5s 6s; discard Kd; stock", stock="Kd Kh", up="Ks", max_hits=limit)
    game = then(game, "hit 7s on 4s")
    if limit == 1:
        check(replay(game), legal=["discard 2c", "discard 3d", "discard 8s", "discard 9s", "discard Kh"])
        return
    game = then(game, "hit 8s on 4s")
    assert hits(replay, game) == (["hit 9s on 4s"] if third else [])


def test_max_hits_counts_the_hits_before_the_draw_too(replay: Replay) -> None:
    hands = ("4s 5s 6s Jd Qd", "7s 8s 9s 2c 3d")
    game = record(hands, "stock; spread 4s 5s 6s; discard Kd", stock="Kd Kh", max_hits=2, spread_before_draw=True)
    game = then(game, "hit 7s on 4s; stock; hit 8s on 4s")
    assert hits(replay, game) == []


def test_max_hits_begins_anew_every_turn_and_limits_no_spreads(replay: Replay) -> None:
    hands = ("4s 5s 6s Jd Qd Th", "7s 8s 9c 9d 9h 2c")
    game = record(hands, "stock; spread 4s 5s 6s; discard Kd", stock="Kd Kh Qh Ac", max_hits=1)
    game = then(game, "stock; hit 7s on 4s; spread 9c 9d 9h; discard Kh; stock; discard Qh; stock; hit 8s on 4s")
    check(replay(game), ok=True)


# Before the draw


def test_spread_before_draw(replay: Replay) -> None:
    hands = ("4s 5s 6s Jd", "7s 8s 9c Td")
    game = record(hands, stock="Kd Kh", spread_before_draw=True)
    check(replay(game), legal=["drop", "pile", "spread 4s 5s 6s", "stock"])
    check(replay(then(game, "spread 4s 5s 6s")), legal=["pile", "stock"], hands=[["Jd"], ["9c", "Td", "7s", "8s"]])
    game = then(game, "spread 4s 5s 6s; stock; discard Kd; hit 7s on 4s; hit 8s on 4s")
    check(replay(game), legal=["pile", "stock"], to_act=1, frozen=[2, 0])
    check(replay(then(game, "stock")), legal=["discard 9c", "discard Kh", "discard Td"])


def test_spread_before_draw_false(replay: Replay) -> None:
    hands = ("4s 5s 6s Jd", "7s 8s 9c Td")
    game = record(hands, stock="Kd Kh", spread_before_draw=False)
    check(replay(game), legal=["drop", "pile", "stock"])
    last_refused(replay, then(game, "spread 4s 5s 6s"))
    last_refused(replay, then(game, "stock; spread 4s 5s 6s; discard Kd; hit 7s on 4s"))


def test_spread_before_draw_and_after_it_in_one_turn(replay: Replay) -> None:
    game = record(("4s 5s 6s Jd Jh", "2c 8s 9c Td Kd"), stock="Js", spread_before_draw=True)
    check(replay(then(game, "spread 4s 5s 6s; stock; spread Jd Jh Js")), outcome="tonk", payoffs=[2, -2])


def test_spread_before_draw_after_it_the_start_of_the_turn_is_over(replay: Replay) -> None:
    win = [{"min": 35, "max": 35, "pays": 1, "when": "own_turn"}]
    game = record(("4s 5s 6s Jd Qh", "2c 8s 9c Td Kd"), spread_before_draw=True, deal_wins=win)
    check(replay(game), legal=["claim", "drop", "pile", "spread 4s 5s 6s", "stock"])
    for action in ("claim", "drop"):
        last_refused(replay, then(game, f"spread 4s 5s 6s; {action}"))


@pytest.mark.parametrize("timing", ["own_turn", "any_time"])
def test_spread_before_draw_no_drop_until_the_draw_then_again(replay: Replay, timing: str) -> None:
    asked = "wait; wait; " if timing == "any_time" else ""
    game = record(("4s 5s 6s Jd Qh", "2c 8s 9c Td Kd"), asked, spread_before_draw=True, drop_timing=timing)
    game = then(game, "spread 4s 5s 6s")
    check(replay(game), legal=["pile", "stock"])
    assert "drop" in replay(then(game, "stock"))["legal"]


def test_spread_before_draw_the_last_card_laid_before_the_draw_goes_out(replay: Replay) -> None:
    game = record(("4s 5s 6s", "2c 8s Td"), "spread 4s 5s 6s", spread_before_draw=True)
    check(replay(game), outcome="tonk", payoffs=[2, -2], turns=0, stock=45)
    game = record(("4s 5s 6s", "2c 8s Td"), "spread 4s 5s 6s", spread_before_draw=True, tonk_requires="one_turn")
    check(replay(game), outcome="out", payoffs=[1, -1], turns=0)


def test_spread_before_draw_a_hit_before_the_draw_can_be_the_last_card(replay: Replay) -> None:
    hands = ("4s 5s 6s Jd", "7s 8c 8d 8h")
    game = record(hands, "spread 4s 5s 6s; stock; discard Kd", stock="Kd", spread_before_draw=True)
    check(replay(then(game, "spread 8c 8d 8h; hit 7s on 4s")), outcome="tonk", winner=[1], turns=1)


# The last card


def test_must_discard_no_spread_takes_the_last_card(replay: Replay) -> None:
    game = record(("4s 5s 6s", "2c 8d Td"), "stock", stock="7s", must_discard=True)
    spreads = ["spread 4s 5s 6s", "spread 5s 6s 7s"]
    check(replay(game), legal=[*(f"discard {card}" for card in ("4s", "5s", "6s", "7s")), *spreads])
    last_refused(replay, then(game, "spread 4s 5s 6s 7s"))


def test_must_discard_no_hit_takes_the_last_card(replay: Replay) -> None:
    game = record(("4s 5s 6s", "2c 8d Td"), "stock; spread 4s 5s 6s", stock="7s", must_discard=True)
    check(replay(game), legal=["discard 7s"])
    check(replay(then(game, "discard 7s")), outcome="out", payoffs=[1, -1], turns=1)
    last_refused(replay, then(game, "hit 7s on 4s"))


def test_must_discard_holds_before_the_draw_too(replay: Replay) -> None:
    game = record(("4s 5s 6s", "2c 8d Td"), must_discard=True, spread_before_draw=True)
    check(replay(game), legal=["drop", "pile", "stock"])
    game = record(("4s 5s 6s 7s", "2c 8d Td Kh"), must_discard=True, spread_before_draw=True)
    check(replay(game), legal=["drop", "pile", "spread 4s 5s 6s", "spread 5s 6s 7s", "stock"])
    check(replay(then(game, "spread 4s 5s 6s")), legal=["pile", "stock"])


def test_must_discard_false(replay: Replay) -> None:
    game = record(("4s 5s 6s", "2c 8d Td"), "stock; spread 4s 5s 6s 7s", stock="7s", must_discard=False)
    check(replay(game), outcome="tonk")


# Books put away


def test_retire_books_laid_as_four(replay: Replay) -> None:
    hands = ("7c 7d 7h 7s 2c", "4s 5s 6s 3d Jd")
    game = record(hands, "stock; spread 7c 7d 7h 7s", stock="Kd", retire_books=True)
    four = [{"owner": 0, "cards": ["7c", "7d", "7h", "7s"]}]
    check(replay(game), spreads=[], retired=four, frozen=[0, 0])
    check(replay(game | {"rules": game["rules"] | {"retire_books": False}}), spreads=four, retired=[])


def test_retire_books_hit_to_four_by_the_owner(replay: Replay) -> None:
    game = then(table(retire_books=True), "hit 7s on 7d")
    four = [{"owner": 0, "cards": ["7c", "7d", "7h", "7s"]}]
    check(replay(game), spreads=[{"owner": 1, "cards": ["4s", "5s", "6s"]}], retired=four, frozen=[0, 0])


def test_retire_books_the_hit_still_freezes(replay: Replay) -> None:
    hands = ("7c 7d 7h 2c", "7s 5s 3d Jd")
    game = record(hands, "stock; spread 7c 7d 7h; discard Kd; stock; hit 7s on 7h", stock="Kd", retire_books=True)
    check(replay(game), spreads=[], retired=[{"owner": 0, "cards": ["7c", "7d", "7h", "7s"]}], frozen=[1, 0])


def test_retire_books_retired_cards_are_never_drawn(replay: Replay) -> None:
    hands = ("7c 7d 7h 7s 2c", "4s 5s 6s 3d Jd")
    game = record(hands, "pile; spread 7c 7d 7h 7s; discard Qh; pile", up="Qh", retire_books=True)
    check(replay(game), hands=[["2c"], ["3d", "Jd", "Qh", "4s", "5s", "6s"]], stock=41)
    check(replay(then(game, "discard Qh; pile; discard 2c; pile")), ok=True, stock=41)


def test_retire_books_cards_put_away_name_no_spread(replay: Replay) -> None:
    hands = ("7c 7d 7h 7s 2c", "8s 9s 6s 3d Jd")
    game = record(hands, "stock; spread 7c 7d 7h 7s; discard Kd; stock; hit 6s on 7s", stock="Kd", retire_books=True)
    last_refused(replay, game)


def test_retire_books_runs_of_four_stay(replay: Replay) -> None:
    game = record(("4s 5s 6s 7s 2c", "8s 9s 3d Jd Qh"), "stock; spread 4s 5s 6s 7s", stock="Kd", retire_books=True)
    check(replay(game), retired=[], spreads=[{"owner": 0, "cards": ["4s", "5s", "6s", "7s"]}])


def test_retire_books_a_book_of_the_last_cards_is_put_away_in_a_tonk(replay: Replay) -> None:
    game = record(("7c 7d 7h", "8s 9s 3d"), "stock; spread 7c 7d 7h 7s", stock="7s", retire_books=True)
    check(replay(game), outcome="tonk", spreads=[], retired=[{"owner": 0, "cards": ["7c", "7d", "7h", "7s"]}])
