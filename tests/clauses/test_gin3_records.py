"""Three-hand gin, the record of a hand: its fields and the keys of its result."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.gin3_records import dealt, record
from tests.clauses.records import Record, Replay, check, refused
from tests.naive.cards import DECK

COMMON = {"ok", "over", "hands", "turns", "stock"}
PLAYING = COMMON | {"to_act", "legal"}
OVER = COMMON | {"payoffs", "outcome", "winner", "deadwood", "knocker", "melds", "layoffs", "next_roles"}


def plain() -> Record:
    """Return a legal record that stops after the deal."""
    return {"game": "gin3", "roles": [0, 1, 2], "deck": " ".join(DECK), "actions": []}


def won() -> Record:
    """Return a hand that the captain wins by gin."""
    return record("2c 5d 8h Kd", "9s Ts Js Qs", ["stock", "knock 7c"], stock="7c")


# Fields


@pytest.mark.parametrize("key", ["game", "roles", "deck", "actions"])
def test_game_roles_deck_and_actions_are_required(replay: Replay, key: str) -> None:
    game = plain()
    del game[key]
    refused(replay(game), None)


@pytest.mark.parametrize("dealer", [0, 1, 2, None])
def test_there_is_no_dealer_key(replay: Replay, dealer: int | None) -> None:
    refused(replay(plain() | {"dealer": dealer}), None)


@pytest.mark.parametrize(
    "roles",
    [
        *([], [0, 1], [0, 0, 1], [0, 1, 3], [1, 2, 3], [0, 1, 2, 2], [-1, 0, 1], [0, 1, None], None, "draw", 0),
        *(["0", "1", "2"], [0.0, 1.0, 2.0], [False, True, 2], {"box": 0, "captain": 1, "out": 2}),
    ],
    ids=str,
)
def test_roles_are_the_three_seats_in_an_order(replay: Replay, roles: object) -> None:
    refused(replay(plain() | {"roles": roles}), None)


def test_players_are_three(replay: Replay) -> None:
    assert replay(plain() | {"players": 3}) == replay(plain())
    for wrong in (2, 4, 3.0, True, "3", None):
        refused(replay(plain() | {"players": wrong}), None)
        refused(replay(plain() | {"rules": {"players": wrong}}), None)


def test_note_and_expect_change_nothing(replay: Replay) -> None:
    keys = [*PLAYING, *OVER, "error", "at", "scores", "role_history"]
    assert replay(plain() | {"note": "read this", "expect": dict.fromkeys(keys, 0)}) == replay(plain())


@pytest.mark.parametrize("key", ["Roles", "comment", "seed", "scores", "first_roles", ""])
def test_unknown_keys_of_a_record_are_refused(replay: Replay, key: str) -> None:
    refused(replay(plain() | {key: 0}), None)


@pytest.mark.parametrize("key", ["roles", "captain", "comment", "dealer", "bid", ""])
def test_unknown_keys_of_its_rules_are_refused(replay: Replay, key: str) -> None:
    refused(replay(plain() | {"rules": {key: 1}}), None)


@pytest.mark.parametrize("key", ["dealers", "pitchers", "roles", "payoff", "counts", "agrees", ""])
def test_unknown_keys_of_expect_are_refused(replay: Replay, key: str) -> None:
    refused(replay(plain() | {"expect": {key: 0}}), None)


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "gin"},
        {"game": "Gin3"},
        {"deck": None},
        {"deck": " ".join(DECK[:51])},
        {"deck": " ".join([*DECK[:51], "Ac"])},
        {"actions": "pass"},
        {"actions": None},
        {"expect": []},
        {"rules": []},
        {"rules": {"game": "gin"}},
        {"rules": {"name": 7}},
    ],
    ids=str,
)
def test_fields_of_wrong_type_or_out_of_range_are_refused(replay: Replay, fields: dict[str, Any]) -> None:
    refused(replay(plain() | fields), None)


def test_the_fields_faults_come_before_those_of_actions(replay: Replay) -> None:
    for wrong in ({"comment": ""}, {"deck": "As"}, {"rules": "classic"}, {"roles": [0, 1]}):
        refused(replay(plain() | {"actions": ["fold"]} | wrong), None)


# Actions


def test_at_is_the_index_of_the_first_faulty_action(replay: Replay) -> None:
    refused(replay(plain() | {"actions": ["pass", "pass", "pile", "fold"]}), 2)


@pytest.mark.parametrize("more", ["stock", "pass", "discard As"])
def test_an_action_after_the_end_of_the_hand_is_illegal(replay: Replay, more: str) -> None:
    refused(replay(won() | {"actions": [*won()["actions"], more]}), 2)


def test_a_knock_may_name_its_melds(replay: Replay) -> None:
    game = record("9s Th 5d Kh", "8s 8d 8h 2c", ["stock", "knock 7c: 8s8d8h"], stock="7c")
    check(replay(game), outcome="knock", melds=[[], [["8d", "8h", "8s"]], []], deadwood=[34, 2, 0])
    refused(replay(game | {"actions": ["stock", "knock 7c: 8s8d2c"]}), 1)


# The result


def test_keys_of_a_hand_that_goes_on(replay: Replay) -> None:
    for end in range(2):
        result = replay(won() | {"actions": won()["actions"][:end]})
        check(result, ok=True, over=False)
        assert result.keys() == PLAYING


def test_keys_of_a_hand_that_is_over(replay: Replay) -> None:
    result = replay(won())
    check(result, ok=True, over=True)
    assert result.keys() == OVER


def test_the_whole_result(replay: Replay) -> None:
    assert replay(won() | {"roles": [1, 2, 0]}) == {
        "ok": True,
        "over": True,
        "hands": [[], ["2c", "5d", "Kd", "8h"], ["9s", "Ts", "Js", "Qs"]],
        "turns": 1,
        "stock": 42,
        "payoffs": [0, 0, 50],
        "outcome": "gin",
        "winner": [2],
        "deadwood": [0, 25, 0],
        "knocker": 2,
        "melds": [[], [], [["9s", "Ts", "Js", "Qs"]]],
        "layoffs": [],
        "next_roles": [2, 0, 1],
    }


def test_rules_may_name_the_game(replay: Replay) -> None:
    assert replay(dealt(game="gin3", preset="captain", name="Ours")) == replay(plain())
