"""Tonk, drops: when one may, what is paid, ties, and spreads held in the count."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.clauses.records import Record, Replay, check
from tests.clauses.tonk_records import hands_of, last_refused, quiet, record, then

SCHEDULES = ("wiki", "pagat", "lowest_double", "dropper_only", "each_double", "pot_split")
ROWS: dict[str, tuple[str, ...]] = {
    "12 20 25": ("2 -1 -1",) * 6,
    "20 15": ("-2 2",) * 6,
    "15 15": ("-2 2",) * 6,
    "20 15 18 30": ("-3 4 0 -1", "-4 4 1 -1", "-2 4 -1 -1", "-2 2 0 0", "-4 2 2 0", "-2 4 -1 -1"),
    "20 15 20 30": ("-2 4 -1 -1", "-4 4 1 -1", "-2 4 -1 -1", "-2 2 0 0", "-4 2 2 0", "-2 4 -1 -1"),
    "20 15 15": ("-4 2 2", "-4 2 2", "-4 2 2", "-4 2 2", "-4 2 2", "-2 1 1"),
    "15 15 30": ("-2 3 -1", "-2 3 -1", "-2 3 -1", "-2 2 0", "-2 2 0", "-2 3 -1"),
    "15 15 15": ("-4 2 2", "-4 2 2", "-4 2 2", "-4 2 2", "-4 2 2", "-2 1 1"),
    "40 10 20 30": ("-4 4 0 0", "-6 4 1 1", "-2 4 -1 -1", "-2 2 0 0", "-6 2 2 2", "-2 4 -1 -1"),
}
"""Payoffs by counts (the dropper's first) and schedule."""

MORE_ROWS: dict[str, tuple[str, ...]] = {
    "20 15 15 18 30": ("-5 4 4 -1 -2", "-6 4 4 0 -2", "-4 4 4 -2 -2", "-4 2 2 0 0", "-6 2 2 2 0", "-2 2 2 -1 -1"),
    "20 20 20 30": ("-4 3 3 -2", "-4 3 3 -2", "-4 3 3 -2", "-4 2 2 0", "-4 2 2 0", "-2 3/2 3/2 -1"),
    "21 20 20 20 30 30": (
        "-6 4 4 4 -3 -3",
        "-6 4 4 4 -3 -3",
        "-6 4 4 4 -3 -3",
        "-6 2 2 2 0 0",
        "-6 2 2 2 0 0",
        "-2 4/3 4/3 4/3 -1 -1",
    ),
}
"""The same for ties among more players."""

DROPPER_WINS: dict[str, tuple[str, ...]] = {
    "15 15": ("1 -1",) * 6,
    "15 15 15": ("2 -1 -1",) * 6,
    "15 15 30": ("2 -1 -1",) * 6,
    "20 15": ("-2 2",) * 6,
    "20 15 20 30": ("-2 4 -1 -1", "-2 4 -1 -1", "-2 4 -1 -1", "-2 2 0 0", "-2 2 0 0", "-2 4 -1 -1"),
}
"""The same where a count equal to the dropper's is treated as above it."""


def numbers(text: str) -> list[float]:
    return [float(Fraction(word)) for word in text.split()]


def dropped(counts: str, **options: Any) -> Record:
    """Return a record in which seat 0 drops at once with these counts."""
    return record(hands_of([int(count) for count in counts.split()]), "drop", **options)


def cases(rows: dict[str, tuple[str, ...]]) -> list[tuple[str, str, str]]:
    return [(counts, *case) for counts, row in rows.items() for case in zip(SCHEDULES, row, strict=True)]


# What is paid


@pytest.mark.parametrize(("counts", "schedule", "payoffs"), cases(ROWS | MORE_ROWS))
def test_caught_pays(replay: Replay, counts: str, schedule: str, payoffs: str) -> None:
    result = replay(dropped(counts, caught_pays=schedule))
    check(result, payoffs=pytest.approx(numbers(payoffs), abs=1e-9), counts=numbers(counts), turns=0)


@pytest.mark.parametrize(("counts", "schedule", "payoffs"), cases(DROPPER_WINS))
def test_tie_with_dropper_dropper_wins(replay: Replay, counts: str, schedule: str, payoffs: str) -> None:
    result = replay(dropped(counts, caught_pays=schedule, tie_with_dropper="dropper_wins"))
    check(result, payoffs=pytest.approx(numbers(payoffs), abs=1e-9))


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize(
    ("counts", "outcome", "winner"),
    [
        ("12 20 25", "drop", [0]),
        ("20 15 18 30", "caught", [1]),
        ("20 30 15 18", "caught", [2]),
        ("20 15 15", "caught", [1, 2]),
        ("15 15", "caught", [1]),
        ("15 15 30", "caught", [1]),
        ("15 15 15", "caught", [1, 2]),
    ],
)
def test_winner_after_a_caught_drop_is_the_lowest_rivals_only(
    replay: Replay, schedule: str, counts: str, outcome: str, winner: list[int]
) -> None:
    check(replay(dropped(counts, caught_pays=schedule)), outcome=outcome, winner=winner)


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_tie_with_dropper(replay: Replay, schedule: str) -> None:
    caught = dropped("15 15 30", caught_pays=schedule, tie_with_dropper="caught")
    check(replay(caught), outcome="caught", winner=[1])
    wins = dropped("15 15 30", caught_pays=schedule, tie_with_dropper="dropper_wins")
    check(replay(wins), outcome="drop", winner=[0])
    lower = dropped("15 14 15", caught_pays=schedule, tie_with_dropper="dropper_wins")
    check(replay(lower), outcome="caught", winner=[1])


def test_the_dropper_may_be_any_seat(replay: Replay) -> None:
    game = record(hands_of([30, 15, 18, 20]), "drop", dealer=2)
    check(replay(game), payoffs=[-1, 4, 0, -3], winner=[1])


# When


HANDS = ("2c 5d 9h", "3d 6h 8s", "4h 7s Jd")
STOCK = "Kd Kh Kc Qc Qd Qh"


@pytest.mark.parametrize(("timing", "may"), [("before_draw", True), ("own_turn", True), ("never", False)])
def test_drop_timing_at_the_start_of_ones_turn(replay: Replay, timing: str, may: bool) -> None:
    game = record(HANDS, stock=STOCK, drop_timing=timing)
    for actions in ("", quiet("Kd")):
        check(replay(then(game, actions)), legal=["drop", "pile", "stock"] if may else ["pile", "stock"])


@pytest.mark.parametrize("timing", ["before_draw", "never"])
def test_drop_timing_not_after_the_draw(replay: Replay, timing: str) -> None:
    last_refused(replay, record(HANDS, "stock; drop", stock=STOCK, drop_timing=timing))


def test_drop_timing_own_turn_after_the_draw_with_the_drawn_card_in_hand(replay: Replay) -> None:
    game = record(HANDS, "stock; drop", stock=STOCK, drop_timing="own_turn")
    check(replay(game), counts=[26, 17, 21], outcome="caught", winner=[1], turns=0)


def test_drop_timing_own_turn_after_spreads_and_hits(replay: Replay) -> None:
    hands = ("4c 5c 6c 2d", "3d 8s 9d Qd")
    game = record(hands, "stock; spread 4c 5c 6c", stock="7c", drop_timing="own_turn")
    check(replay(then(game, "drop")), counts=[9, 30], outcome="drop", turns=0)
    check(replay(then(game, "hit 7c on 4c; drop")), counts=[2, 30], outcome="drop")


def test_drop_timing_own_turn_after_the_discard_it_is_the_next_players_to_drop(replay: Replay) -> None:
    game = then(record(HANDS, stock=STOCK, drop_timing="own_turn"), quiet("Kd"))
    check(replay(game), to_act=1, legal=["drop", "pile", "stock"])
    check(replay(then(game, "drop")), outcome="caught", winner=[0], payoffs=[3, -2, -1])


def asked(replay: Replay, game: Record, seats: list[int]) -> Record:
    """Check that these seats are asked, one after the other, and return the record in which all of them wait."""
    for seat in seats:
        check(replay(game), to_act=seat, legal=["drop", "wait"])
        game = then(game, "wait")
    return game


def test_drop_timing_any_time_everyone_is_asked_right_after_the_deal(replay: Replay) -> None:
    for dealer, seats in enumerate(([1, 2, 0], [2, 0, 1], [0, 1, 2])):
        game = record(HANDS, stock=STOCK, drop_timing="any_time", dealer=dealer)
        check(replay(asked(replay, game, seats)), to_act=seats[0], legal=["drop", "pile", "stock"], turns=0)


def test_drop_timing_any_time_everyone_is_asked_after_every_completed_turn(replay: Replay) -> None:
    game = record(HANDS, stock=STOCK, drop_timing="any_time")
    game = then(asked(replay, game, [0, 1, 2]), quiet("Kd"))
    game = then(asked(replay, game, [1, 2, 0]), quiet("Kh"))
    game = then(asked(replay, game, [2, 0, 1]), quiet("Kc"))
    check(replay(asked(replay, game, [0, 1, 2])), to_act=0, legal=["drop", "pile", "stock"], turns=3)


@pytest.mark.parametrize(("waits", "dropper"), [(0, 1), (1, 2), (2, 0)])
def test_drop_timing_any_time_who_is_asked_drops(replay: Replay, waits: int, dropper: int) -> None:
    game = record(hands_of([20, 12, 25]), "wait; wait; wait", stock="Kh", up="Ks", drop_timing="any_time")
    game = then(game, f"{quiet('Kh')}; {'wait;' * waits} drop")
    payoffs = {1: [-1, 2, -1], 2: [0, 3, -3], 0: [-2, 3, -1]}[dropper]
    check(replay(game), over=True, outcome="drop" if dropper == 1 else "caught", payoffs=payoffs, turns=1)


@pytest.mark.parametrize("action", ["stock", "pile", "claim", "discard 2c", "spades in"])
def test_drop_timing_any_time_who_is_asked_drops_or_waits(replay: Replay, action: str) -> None:
    last_refused(replay, record(HANDS, action, drop_timing="any_time"))


def test_drop_timing_any_time_nobody_drops_between_a_draw_and_the_discard_but_who_has_drawn(replay: Replay) -> None:
    game = record(HANDS, "wait; wait; wait; stock", stock=STOCK, drop_timing="any_time")
    check(replay(game), to_act=0, legal=["discard 2c", "discard 5d", "discard 9h", "discard Kd", "drop"])
    last_refused(replay, then(game, "wait"))
    check(replay(then(game, "drop")), counts=[26, 17, 21])


@pytest.mark.parametrize("timing", ["before_draw", "own_turn", "never"])
def test_drop_timing_nobody_is_asked_but_with_any_time(replay: Replay, timing: str) -> None:
    last_refused(replay, record(HANDS, "wait", drop_timing=timing))


def test_drop_timing_any_time_nobody_is_asked_after_the_stock_has_ended_the_hand(replay: Replay) -> None:
    game = record(HANDS, "wait; wait; wait", drop_timing="any_time")
    stock = game["deck"].split()[10:]
    game = then(game, quiet(stock[0]))
    for card in stock[1:]:
        game = then(game, quiet(card, wait=3))
    check(replay(game), over=True, outcome="stock", turns=42)


# Counts


def test_held_spreads_count(replay: Replay) -> None:
    hands = ("6c 4d 9h Ah", "Qs Qh Qd 2c")
    check(replay(record(hands, "drop", held_spreads_count=True)), counts=[20, 32], outcome="drop")
    check(replay(record(hands, "drop", held_spreads_count=False)), counts=[20, 2], outcome="caught")


@pytest.mark.parametrize(
    ("hand", "count"),
    [
        ("7c 7d 7h 7s 5s 6s", 0),
        ("4c 5c 6c 7c 7d 7h", 0),
        ("6c 6d 6h 7h 8h 9h", 0),
        ("6c 6d 6h 7h 8h 2d", 14),
        ("6h 7h 8h 9h Th 6c", 6),
        ("3c 4c 5c 5d 5h 6d", 13),
        ("3c 4c 5c 6c 3d 3h", 0),
        ("Ah 2h 3h Qh Kh 9c", 14),
        ("2c 4d 6h 8s Tc Qd", 40),
    ],
)
def test_held_spreads_count_false_leaves_out_the_best_spreads_no_card_in_two(
    replay: Replay, hand: str, count: int
) -> None:
    game = record(("Jd Jh Js Kc Kd Ks", hand), "drop", held_spreads_count=False)
    check(replay(game), counts=[0, count])


def test_held_spreads_count_false_with_spreads_on_the_table_no_hits_are_counted(replay: Replay) -> None:
    hands = ("7c 7d 7h 2c Jd", "7s 3d 9h 9c 9s")
    game = record(hands, "stock; spread 7c 7d 7h; discard Kd; drop", stock="Kd", held_spreads_count=False)
    check(replay(game), counts=[12, 10], outcome="drop", winner=[1])


def test_held_spreads_count_false_when_the_stock_ends(replay: Replay) -> None:
    game = record(("9c 9d 9h", "2c 3d 5h"), held_spreads_count=False, up="Ks")
    game = then(game, quiet(" ".join(game["deck"].split()[7:])))
    check(replay(game), outcome="stock", counts=[0, 10], winner=[0])


def test_ace_runs_decide_which_spreads_are_left_out(replay: Replay) -> None:
    hands = ("9c 4d Ac", "Ah Qh Kh")
    for ace_runs, counts in (("low", [14, 21]), ("high_low", [14, 0])):
        check(replay(record(hands, "drop", held_spreads_count=False, ace_runs=ace_runs)), counts=counts)
