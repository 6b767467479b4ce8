"""Tonk, the freeze: who is frozen, for how long, and what it forbids."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.records import Record, Replay, check
from tests.clauses.tonk_records import last_refused, quiet, record, then

HANDS = ("4s 8s 2c Jd 3d", "5s 6s 7s 9d 9s", "3s 2s Qd Ah 4h")


def laid(**options: Any) -> Record:
    """Return a record in which seat 1 has laid 5s 6s 7s, and it is seat 0's turn (`any_time`: all have waited)."""
    wait = 3 if options.get("drop_timing") == "any_time" else 0
    asked = "wait;" * wait
    actions = f"{quiet('Kd', wait)}; {asked} stock; spread 5s 6s 7s; discard Kh; {quiet('Kc', wait)}; {asked}"
    return record(HANDS, actions, up="Ks", stock="Kd Kh Kc Qh 9h Qs Jh Jc Js Td Tc", **options)


def frozen_by(hits: str, **options: Any) -> Record:
    """Return the record in which seat 0 draws Qh, hits these cards, discards Qh; seat 1 is next."""
    return then(laid(**options), f"stock; {hits}; discard Qh")


def nines(**options: Any) -> Record:
    """Return a record in which seat 1's run was hit, and he holds three nines at his turn."""
    hands = ("4s 8s 2c Jd 3d Jc", "5s 6s 7s 9d 9s 9h", "3s 2s Qd Ah 4h Jh")
    actions = f"{quiet('Kd')}; stock; spread 5s 6s 7s; discard Kh; {quiet('Kc')}; stock; hit 8s on 5s; discard Qh"
    return record(hands, actions, stock="Kd Kh Kc Qh Qc Qs Js", **options)


# How long


@pytest.mark.parametrize("each", [0, 1, 2, 3, 10])
def test_hit_freeze_turns_per_card_hit(replay: Replay, each: int) -> None:
    check(replay(frozen_by("hit 8s on 5s", hit_freeze=each)), frozen=[0, each, 0], to_act=1)
    check(replay(frozen_by("hit 8s on 5s; hit 4s on 5s", hit_freeze=each)), frozen=[0, 2 * each, 0])


def test_hit_freeze_holds_as_soon_as_the_hit_is_made(replay: Replay) -> None:
    check(replay(then(laid(), "stock; hit 8s on 5s")), frozen=[0, 1, 0], to_act=0)


def test_hit_freeze_one_is_used_up_at_the_end_of_each_own_turn(replay: Replay) -> None:
    game = frozen_by("hit 8s on 5s; hit 4s on 5s")
    check(replay(game), frozen=[0, 2, 0], legal=["pile", "stock"])
    game = then(game, "stock")
    check(replay(game), frozen=[0, 2, 0])
    game = then(game, "discard 9h")
    check(replay(game), frozen=[0, 1, 0])
    game = then(game, quiet("Qs Jh"))
    check(replay(game), frozen=[0, 1, 0], legal=["pile", "stock"], to_act=1)
    game = then(game, quiet("Jc"))
    check(replay(game), frozen=[0, 0, 0])
    game = then(game, quiet("Js Td"))
    check(replay(game), frozen=[0, 0, 0], legal=["drop", "pile", "stock"], to_act=1)
    check(replay(then(game, quiet("Tc"))), frozen=[0, 0, 0])


def test_hit_freeze_hits_of_several_players_add_up(replay: Replay) -> None:
    game = then(frozen_by("hit 4s on 5s", hit_freeze=2), f"{quiet('9h')}; stock; hit 3s on 4s")
    check(replay(game), frozen=[0, 1 + 2, 0])
    check(replay(then(game, "hit 2s on 3s")), frozen=[0, 1 + 4, 0])


def test_hit_freeze_the_owner_is_frozen_not_who_hit_before(replay: Replay) -> None:
    game = then(frozen_by("hit 4s on 5s"), f"{quiet('9h')}; stock; hit 3s on 4s")
    check(replay(game), frozen=[0, 1, 0])


def test_hit_freeze_hits_on_ones_own_spreads_freeze_nobody(replay: Replay) -> None:
    hands = ("4s 5s 6s 7s 9h", "2d 3c Jd 8h Tc")
    check(replay(record(hands, "stock; spread 5s 6s 7s; hit 4s on 5s", stock="Kd")), frozen=[0, 0])


def test_hit_freeze_an_own_hit_takes_no_freeze_away_either(replay: Replay) -> None:
    check(replay(then(frozen_by("hit 8s on 5s"), "stock; hit 9s on 5s")), frozen=[0, 1, 0])


def test_hit_freeze_two_owners_hit_in_one_turn(replay: Replay) -> None:
    hands = ("4s 8s 2c 9d 3d", "5s 6s 7s Jd Jc", "9c 9h 9s Ah 4h")
    actions = f"{quiet('Kd')}; stock; spread 5s 6s 7s; discard Kh; stock; spread 9c 9h 9s; discard Kc"
    game = record(hands, f"{actions}; stock; hit 9d on 9c; hit 8s on 5s; hit 4s on 5s", stock="Kd Kh Kc Qh")
    check(replay(game), frozen=[0, 2, 1])


def test_a_freeze_is_used_up_by_completed_turns_only(replay: Replay) -> None:
    hands = ("4s 2c Jd 9h", "5s 6s 7s 8s")
    actions = f"{quiet('Kd')}; stock; spread 5s 6s 7s; discard Kh; stock; hit 4s on 5s; discard Kc; stock; hit 8s on 4s"
    game = record(hands, actions, stock="Kd Kh Kc 9s")
    check(replay(then(game, "hit 9s on 8s")), outcome="tonk", winner=[1], frozen=[0, 1], turns=3)
    check(replay(then(game, "discard 9s")), outcome="out", winner=[1], frozen=[0, 0], turns=4)


def test_a_drop_uses_no_freeze_up(replay: Replay) -> None:
    check(replay(then(frozen_by("hit 8s on 5s", freeze_blocks="laying"), "drop")), over=True, frozen=[0, 1, 0])


# What it forbids


@pytest.mark.parametrize(("blocks", "drop"), [("drop", False), ("laying", True), ("both", False)])
def test_freeze_blocks_the_drop_before_the_draw(replay: Replay, blocks: str, drop: bool) -> None:
    game = frozen_by("hit 8s on 5s", freeze_blocks=blocks)
    check(replay(game), legal=["drop", "pile", "stock"] if drop else ["pile", "stock"])


@pytest.mark.parametrize(("blocks", "drop"), [("drop", False), ("laying", True), ("both", False)])
def test_freeze_blocks_the_drop_after_the_draw(replay: Replay, blocks: str, drop: bool) -> None:
    game = then(frozen_by("hit 8s on 5s", freeze_blocks=blocks, drop_timing="own_turn"), "stock")
    assert ("drop" in replay(game)["legal"]) is drop


@pytest.mark.parametrize(("blocks", "asked"), [("drop", [2, 0]), ("laying", [1, 2, 0]), ("both", [2, 0])])
def test_freeze_blocks_who_may_not_drop_is_not_asked(replay: Replay, blocks: str, asked: list[int]) -> None:
    game = frozen_by("hit 8s on 5s", freeze_blocks=blocks, drop_timing="any_time")
    for seat in asked:
        check(replay(game), to_act=seat, legal=["drop", "wait"])
        game = then(game, "wait")
    check(replay(game), to_act=1, legal=["drop", "pile", "stock"] if blocks == "laying" else ["pile", "stock"])


def test_freeze_blocks_who_is_frozen_no_more_is_asked_after_his_turn(replay: Replay) -> None:
    game = then(frozen_by("hit 8s on 5s", drop_timing="any_time"), "wait; wait; stock; discard 9h; wait; wait")
    check(replay(game), to_act=1, legal=["drop", "wait"], frozen=[0, 0, 0])


@pytest.mark.parametrize(("blocks", "spread"), [("drop", True), ("laying", False), ("both", False)])
def test_freeze_blocks_spreads_while_hits_stay_allowed(replay: Replay, blocks: str, spread: bool) -> None:
    game = then(frozen_by("hit 8s on 5s", freeze_blocks=blocks), "stock")
    spreads = ["spread 9d 9h 9s"] if spread else []
    check(replay(game), legal=["discard 9d", "discard 9h", "discard 9s", "hit 9s on 5s", *spreads])


@pytest.mark.parametrize(("blocks", "spread"), [("drop", True), ("laying", False), ("both", False)])
def test_freeze_blocks_spreads_before_the_draw(replay: Replay, blocks: str, spread: bool) -> None:
    drop = ["drop"] if blocks == "laying" else []
    spreads = ["spread 9d 9h 9s"] if spread else []
    game = nines(freeze_blocks=blocks, spread_before_draw=True)
    check(replay(game), legal=[*drop, "hit 9s on 5s", "pile", *spreads, "stock"])


def test_freeze_blocks_laying_until_the_freeze_is_used_up(replay: Replay) -> None:
    game = nines(freeze_blocks="laying")
    last_refused(replay, then(game, "stock; spread 9d 9h 9s"))
    check(replay(then(game, f"{quiet('Qc Qs Js')}; stock; spread 9d 9h 9s")), ok=True)


@pytest.mark.parametrize("blocks", ["drop", "laying", "both"])
def test_freeze_blocks_changes_no_count(replay: Replay, blocks: str) -> None:
    game = then(nines(freeze_blocks=blocks, hit_freeze=2, held_spreads_count=False), f"{quiet('Qc')}; drop")
    check(replay(game), frozen=[0, 1, 0], counts=[29, 0, 30], outcome="caught", winner=[1])
