"""Tonk, the worked cases of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.records import Record, Replay, check
from tests.clauses.tonk_records import last_refused, quiet, record, then

OTHERS = ("2h 3s 8d Qc Ks", "5d 8c 9s As Jd")
"""Hands of 33 points that fit nothing."""


@pytest.mark.parametrize(
    ("requires", "outcome", "payoffs"),
    [("no_discard", "tonk", [4, -2, -2]), ("one_turn", "out", [2, -1, -1]), ("own_spreads", "tonk", [4, -2, -2])],
)
def test_worked_case_1_the_fours_then_a_run(replay: Replay, requires: str, outcome: str, payoffs: list[int]) -> None:
    game = record(("4c 4d 4h 5h 6h", *OTHERS), stock="Kd 2s Jc 7h", tonk_requires=requires)
    game = then(game, f"stock; spread 4c 4d 4h; discard Kd; {quiet('2s Jc')}; stock; spread 5h 6h 7h")
    check(replay(game), outcome=outcome, payoffs=payoffs, winner=[0], turns=3)


@pytest.mark.parametrize(
    ("requires", "outcome", "payoffs"), [("no_discard", "tonk", [4, -2, -2]), ("own_spreads", "out", [2, -1, -1])]
)
def test_worked_case_2_hits_only(replay: Replay, requires: str, outcome: str, payoffs: list[int]) -> None:
    game = then(hits_only(tonk_requires=requires), "hit 4c on 5c; hit 8c on 5c; hit 9s on 9c")
    check(replay(game), outcome=outcome, payoffs=payoffs, winner=[0])


def test_worked_case_2_with_hit_on_runs_the_nine_must_be_discarded(replay: Replay) -> None:
    game = then(hits_only(hit_on="runs"), "hit 4c on 5c; hit 8c on 5c")
    check(replay(game), legal=["discard 9s"])
    check(replay(then(game, "discard 9s")), outcome="out", payoffs=[2, -1, -1], turns=4)


def hits_only(**options: Any) -> Record:
    """Return a record in which seat 0 holds 8c 9s and has drawn 4c."""
    hands = ("5c 6c 7c 8c 9s", "9c 9d 9h Qd 2h", "Jd Ts 6h 5d As")
    actions = "stock; spread 5c 6c 7c; discard Kd; stock; spread 9c 9d 9h; discard Kh; stock; discard Jc; stock"
    return record(hands, actions, stock="Kd Kh Jc 4c", **options)


def test_worked_case_3_a_hit_and_the_ordinary_discard_an_out(replay: Replay) -> None:
    hands = ("2d 2h 2s Ks 3h", "5c 6c 7c Qd Jh", "Jd Ts 6h 5d As")
    actions = "stock; spread 2d 2h 2s; hit 2c on 2d; discard 3h; stock; spread 5c 6c 7c; discard Kh; stock; discard Jc"
    game = record(hands, f"{actions}; stock; hit 8c on 5c; discard Ks", stock="2c Kh Jc 8c")
    check(replay(game), outcome="out", payoffs=[2, -1, -1], winner=[0], turns=4)


def test_worked_case_4_a_run_of_three_and_the_sevens_leave_nothing(replay: Replay) -> None:
    game = record(("4c 5c 6c 7c 7d", *OTHERS), "stock", stock="7h")
    check(replay(then(game, "spread 4c 5c 6c; spread 7c 7d 7h")), outcome="tonk", winner=[0])
    check(replay(then(game, "spread 4c 5c 6c 7c")), legal=["discard 7d", "discard 7h"])


def test_worked_case_4_they_count_nothing(replay: Replay) -> None:
    game = record(("4c 5c 6c 7c 7d 7h", "2h 3s 8d Qc Ks Jd"), "drop", held_spreads_count=False)
    check(replay(game), counts=[0, 43])


def test_worked_case_5_the_ten_on_the_run_lets_the_nine_follow(replay: Replay) -> None:
    hands = ("2d 2h 2s 9s Ts 3d", "Tc Td Th 3c 5d 7c", "Js Qs Ks 4c 6d 8h")
    actions = "stock; spread 2d 2h 2s; discard Kd; stock; spread Tc Td Th; discard Kh; stock; spread Js Qs Ks"
    game = record(hands, f"{actions}; discard Jc; stock", stock="Kd Kh Jc 5h")
    discards = ["discard 3d", "discard 5h", "discard 9s"]
    check(replay(game), legal=[*discards, "discard Ts", "hit Ts on Js", "hit Ts on Tc"])
    check(replay(then(game, "hit Ts on Qs")), legal=[*discards, "hit 9s on Ts"], frozen=[0, 0, 1])
    check(replay(then(game, "hit Ts on Th")), legal=discards, frozen=[0, 1, 0])


def test_worked_case_6_two_hits_block_two_turns(replay: Replay) -> None:
    hands = ("4s 8s 9c Kc 2d", "5s 6s 7s Ah 3h", "9s Jd Qh 8c 5d")
    actions = f"{quiet('Kd')}; stock; spread 5s 6s 7s; discard Ks; {quiet('Qd')}; stock; hit 8s on 5s; hit 4s on 5s"
    game = record(hands, f"{actions}; discard 9c", up="6h", stock="Kd Ks Qd Js Jc Jh Th Tc Td 8h")
    for cards, frozen, may in (("Jc Jh Th", 2, False), ("Tc Td 8h", 1, False), ("", 0, True)):
        check(replay(game), frozen=[0, frozen, 0], to_act=1)
        assert ("drop" in replay(game)["legal"]) is may
        game = then(game, quiet(cards))


TIED = ("Ad Ah 3h 3s", "Ac 4c 2d As", "2c Qc 4h 4s", "6d 5h 9h Ks")
"""Hands of 8, 8, 20 and 30 points."""


@pytest.mark.parametrize(
    ("hands", "tie", "payoffs", "winner"),
    [
        (("3c 4d 3h 2s", "3d Ah As 3s", "9d 6h 7s 8s", "Ac Ad 2d 5h"), "draw", [-1, 3, -1, -1], [1]),
        (TIED, "draw", [0, 0, 0, 0], []),
        (TIED, "split", [1, 1, -1, -1], [0, 1]),
        (TIED, "each", [2, 2, -2, -2], [0, 1]),
    ],
)
def test_worked_case_7_the_stock_is_out(
    replay: Replay, hands: tuple[str, ...], tie: str, payoffs: list[int], winner: list[int]
) -> None:
    game = record(hands, stock_tie=tie)
    game = then(game, quiet(" ".join(game["deck"].split()[17:])))
    check(replay(game), payoffs=payoffs, winner=winner, turns=35, outcome="stock" if winner else "draw")


@pytest.mark.parametrize(("ace_runs", "count"), [("high_low", 5), ("low", 20)])
def test_worked_case_8_the_ace_serves_one_run_only(replay: Replay, ace_runs: str, count: int) -> None:
    game = record(("Ac 2c 2d 3d As", "Ah 2h 3h Qh Kh"), "drop", held_spreads_count=False, ace_runs=ace_runs)
    check(replay(game), counts=[9, count])


@pytest.mark.parametrize(("on", "payoffs", "outcome"), [(True, [-4, 4], "double_double"), (False, [2, -2], "tonk")])
def test_worked_case_9_heads_up(replay: Replay, on: bool, payoffs: list[int], outcome: str) -> None:
    hands = ("2c 2d 2s 5h 6h", "3c 3d 3s 8h 9h")
    actions = "stock; spread 2c 2d 2s; discard Kd; stock; spread 3c 3d 3s; discard Kc; stock; spread 5h 6h 7h"
    check(
        replay(record(hands, actions, stock="Kd Kc 7h", double_double=on)),
        payoffs=payoffs,
        outcome=outcome,
        hands=[[], ["8h", "9h"]],
        counts=[0, 17],
    )


@pytest.mark.parametrize(("held", "count"), [(True, 32), (False, 2)])
def test_worked_case_10_queens_held_when_another_drops(replay: Replay, held: bool, count: int) -> None:
    game = record(("6c 4d 9h Ah", "Qs Qh Qd 2c"), "drop", held_spreads_count=held)
    check(replay(game), counts=[20, count])


@pytest.mark.parametrize(
    ("second", "pays", "payoffs", "winner"),
    [("Kd 2h", 2, [-4, -4, 8], [2]), ("3h 4h", 2, [-4, 8, -4], [1]), ("3h 4h", 3, [-6, 12, -6], [1])],
)
def test_worked_case_11_the_first_who_can_answer(
    replay: Replay, second: str, pays: int, payoffs: list[int], winner: list[int]
) -> None:
    hands = ("2c 2d 2s 5h 6h", f"3c 3d 3s {second}", "4c 4d 4s 8h 9h")
    actions = "stock; spread 2c 2d 2s; discard Kc; stock; spread 3c 3d 3s; discard Kh; stock; spread 4c 4d 4s"
    game = record(hands, f"{actions}; discard Ks", up="Jd", stock="Kc Kh Ks 7h", double_double=True, tonk_pays=pays)
    check(replay(then(game, "stock; spread 5h 6h 7h")), payoffs=payoffs, winner=winner, outcome="double_double")


@pytest.mark.parametrize(
    ("blocks", "before", "spreads"),
    [
        ("drop", ["pile", "stock"], ["spread 7c 7d 7h"]),
        ("laying", ["drop", "pile", "stock"], []),
        ("both", ["pile", "stock"], []),
    ],
)
def test_worked_case_12_what_the_owner_of_a_hit_run_may_do(
    replay: Replay, blocks: str, before: list[str], spreads: list[str]
) -> None:
    hands = ("4s 9h 9c Kc 2d 3h", "5s 6s 7s 7c 7d 8s", "9s Jd Qh 8c 5d Ac")
    actions = f"{quiet('Kd')}; stock; spread 5s 6s 7s; discard Ks; {quiet('Qd')}; stock; hit 4s on 5s; discard Qs"
    game = record(hands, actions, up="6h", stock="Kd Ks Qd Qs 7h", freeze_blocks=blocks)
    check(replay(game), legal=before, to_act=1)
    discards = ["discard 7c", "discard 7d", "discard 7h", "discard 8s"]
    check(replay(then(game, "stock")), legal=[*discards, "hit 8s on 4s", *spreads])


def test_worked_case_13_the_king_taken_from_the_pile(replay: Replay) -> None:
    game = record(("7c 7d 7h", "5c Ad Qh", "Jc 3d 8h"), "pile", up="Ks", return_discard=False)
    check(replay(game), legal=["discard 7c", "discard 7d", "discard 7h", "spread 7c 7d 7h"])
    last_refused(replay, then(game, "discard Ks"))
    check(replay(then(game, "spread 7c 7d 7h; discard Ks")), outcome="out", payoffs=[2, -1, -1])
