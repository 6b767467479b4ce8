"""Three-hand gin, the clauses of the hand and of the roles."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.gin3_records import ROLES, dealt, record
from tests.clauses.records import Record, Replay, check, refused
from tests.naive.cards import DECK, in_order

GIN = "9s Ts Js Qs"
LOOSE = "2c 5d 8h Kd"
"""25 points."""

NEAR = "9s Ts Js 3d"
"""Three points are left."""

ANY_ROLES = pytest.mark.parametrize("roles", ROLES, ids=str)


def box_gin(**more: Any) -> Record:
    """Return a hand that the box wins by gin, 25 points and 25."""
    return record(GIN, LOOSE, ["stock", "discard 7c", "stock", "knock 7d"], stock="7c 7d", **more)


def captain_gin(**more: Any) -> Record:
    """Return a hand that the captain wins by gin, 25 points and 25."""
    return record(LOOSE, GIN, ["stock", "knock 7c"], stock="7c", **more)


def box_knock(captain: str, **more: Any) -> Record:
    """Return a hand in which the box knocks with three points."""
    return record(NEAR, captain, ["stock", "discard 7c", "stock", "knock 7d"], stock="7c 7d", **more)


def captain_knock(box: str, **more: Any) -> Record:
    """Return a hand in which the captain knocks with three points."""
    return record(box, NEAR, ["stock", "knock 7c"], stock="7c", **more)


# The deal


@ANY_ROLES
def test_ten_cards_each_to_captain_and_box_the_captain_first_none_to_who_sits_out(
    replay: Replay, roles: list[int]
) -> None:
    result = replay(dealt() | {"roles": roles})
    box, captain, out = roles
    assert result["hands"][captain] == in_order(DECK[0:20:2])
    assert result["hands"][box] == in_order(DECK[1:20:2])
    assert result["hands"][out] == []
    check(result, ok=True, over=False, to_act=captain, turns=0, stock=31, legal=["pass", "take"])


@ANY_ROLES
def test_the_captain_is_offered_the_upcard_then_the_box(replay: Replay, roles: list[int]) -> None:
    box, captain, _ = roles
    game = dealt() | {"roles": roles}
    check(replay(game | {"actions": ["pass"]}), to_act=box, legal=["pass", "take"])
    check(replay(game | {"actions": ["pass", "pass"]}), to_act=captain, legal=["stock"])
    check(replay(game | {"actions": ["pass", "take", f"discard {DECK[1]}"]}), to_act=captain, legal=["pile", "stock"])
    check(replay(game | {"actions": ["take", f"discard {DECK[0]}"]}), to_act=box, legal=["pile", "stock"])


@ANY_ROLES
def test_box_and_captain_take_turns_who_sits_out_never_acts(replay: Replay, roles: list[int]) -> None:
    game = record(LOOSE, GIN, roles=roles, stock="7c 7d 7h 6s")
    actions: list[str] = []
    for turn, card in enumerate(["7c", "7d", "7h", "6s"]):
        check(replay(game | {"actions": actions}), to_act=roles[1 - turn % 2], turns=turn)
        actions += ["stock", f"discard {card}"]


# The score


@ANY_ROLES
def test_the_captains_points_are_his_own_who_sits_out_never_scores(replay: Replay, roles: list[int]) -> None:
    box, captain, out = roles
    for game, winner in ((box_gin(roles=roles), box), (captain_gin(roles=roles), captain)):
        result = replay(game)
        check(result, outcome="gin", winner=[winner], knocker=winner)
        assert [result["payoffs"][seat] for seat in range(3)] == [50 if seat == winner else 0 for seat in range(3)]
        assert (result["deadwood"][out], result["melds"][out], result["hands"][out]) == (0, [], [])


def test_every_entry_is_by_seat(replay: Replay) -> None:
    result = replay(captain_knock(LOOSE, roles=[2, 0, 1]))
    check(result, payoffs=[22, 0, 0], deadwood=[3, 0, 25], melds=[[["9s", "Ts", "Js"]], [], []], winner=[0])
    check(result, hands=[["3d", "9s", "Ts", "Js"], [], in_order(LOOSE.split())], knocker=0, layoffs=[])


def test_a_knock_scores_the_difference_after_layoffs(replay: Replay) -> None:
    result = replay(captain_knock("8s Qs 5d Kh"))
    check(result, outcome="knock", layoffs=["8s", "Qs"], deadwood=[15, 3, 0], payoffs=[0, 12, 0])


@pytest.mark.parametrize(("defender", "points"), [("9c Tc Jc Ad", 10 + 2), ("9c Tc Jc 3h", 10)])
def test_undercut_10_and_the_difference_equal_counts_too(replay: Replay, defender: str, points: int) -> None:
    check(replay(captain_knock(defender)), outcome="undercut", winner=[0], payoffs=[points, 0, 0], knocker=1)
    check(replay(box_knock(defender)), outcome="undercut", winner=[1], payoffs=[0, points, 0], knocker=0)


def test_gin_25_and_the_opponents_count_without_layoffs(replay: Replay) -> None:
    check(replay(record("8s 5d Kh Qd", GIN, ["stock", "knock 7c"], stock="7c")), payoffs=[0, 25 + 33, 0], layoffs=[])


def test_gin_against_no_unmatched_cards_the_opponent_scores_nothing(replay: Replay) -> None:
    game = record("9c Tc Jc Qc", GIN, ["stock", "knock 7c"], stock="7c")
    check(replay(game), outcome="gin", payoffs=[0, 25, 0], winner=[1], deadwood=[0, 0, 0])


def test_no_big_gin(replay: Replay) -> None:
    game = record(LOOSE, GIN, ["stock"], stock="Ks")
    assert "big gin" not in replay(game)["legal"]
    refused(replay(game | {"actions": ["stock", "big gin"]}), 1)


@pytest.mark.parametrize(("card", "may"), [("2h", True), ("3h", True), ("4h", False)])
def test_knock_with_10_or_less(replay: Replay, card: str, may: bool) -> None:
    game = record("2c 5d 8h Kd Qc", f"9s Ts Js 7d {card}", ["stock"], stock="Kh")
    assert ("knock Kh" in replay(game)["legal"]) is may


def test_drawn_with_two_cards_left_in_the_stock(replay: Replay) -> None:
    game = record(LOOSE, "3s 6c 9d Qh")
    cards = game["deck"].split()[9:]
    actions = [action for card in cards[: 43 - 2] for action in ("stock", f"discard {card}")]
    check(replay(game | {"actions": actions[:-1]}), over=False, stock=2)
    result = replay(game | {"actions": actions})
    check(result, outcome="draw", winner=[], payoffs=[0, 0, 0], knocker=None, melds=[[], [], []], stock=2, turns=41)
    check(result, deadwood=[25, 28, 0], next_roles=[0, 1, 2])


# The roles


@ANY_ROLES
def test_the_box_wins_and_stays_the_other_two_change_places(replay: Replay, roles: list[int]) -> None:
    box, captain, out = roles
    for game in (box_gin(roles=roles), box_knock(LOOSE, roles=roles), captain_knock("9c Tc Jc Ad", roles=roles)):
        check(replay(game), winner=[box], next_roles=[box, out, captain])


@ANY_ROLES
def test_the_box_loses_and_sits_out_the_captain_goes_in_who_sat_out_becomes_captain(
    replay: Replay, roles: list[int]
) -> None:
    box, captain, out = roles
    for game in (captain_gin(roles=roles), captain_knock(LOOSE, roles=roles), box_knock("9c Tc Jc Ad", roles=roles)):
        check(replay(game), winner=[captain], next_roles=[captain, out, box])


@ANY_ROLES
def test_without_a_winner_all_roles_stay(replay: Replay, roles: list[int]) -> None:
    equal = captain_knock("9c Tc Jc 3h", roles=roles, undercut_tie=False)
    check(replay(equal), outcome="knock", winner=[], payoffs=[0, 0, 0], next_roles=roles)
    drawn = record(LOOSE, "3s 6c 9d Qh", roles=roles, stock_floor=10)
    cards = drawn["deck"].split()[9:]
    drawn["actions"] = [action for card in cards[: 43 - 10] for action in ("stock", f"discard {card}")]
    check(replay(drawn), outcome="draw", winner=[], next_roles=roles)


def test_a_winner_without_points_moves_the_roles(replay: Replay) -> None:
    game = record("9c Tc Jc Qc", GIN, ["stock", "knock 7c"], stock="7c", gin_bonus=0)
    check(replay(game), payoffs=[0, 0, 0], winner=[1], next_roles=[1, 2, 0])
    game = captain_knock("9c Tc Jc 3h", undercut_bonus=0)
    check(replay(game), payoffs=[0, 0, 0], winner=[0], next_roles=[0, 2, 1])
