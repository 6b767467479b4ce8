"""Records of three-hand gin: recorded facts, and what is refused."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from simcards.referee import differences, replay_record
from tests.gin_table import stacked, written

GOLDEN = Path(__file__).parents[1] / "golden" / "gin3.jsonl"
RECORDS: list[dict[str, Any]] = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]

GIN = "2c 3c 4c 8d 8h 8s Jd Qd Kd 5c"
"""Ten cards that all meld."""
LOOSE = "Tc Jc Qc 4d 9d Ah 2h Kh 5s 6s"
DECK = written(stacked(GIN, LOOSE, "7s", "Td"))
DRAWN = ["pass", "pass", "stock"]


def record(**keys: object) -> dict[str, Any]:
    return {"game": "gin3", "roles": [0, 1, 2], "deck": DECK, "actions": [*DRAWN, "knock Td"]} | keys


@pytest.mark.kernels
@pytest.mark.parametrize("record", RECORDS, ids=[record["note"] for record in RECORDS])
def test_golden_records(record: dict[str, Any]) -> None:
    result = replay_record(record)
    assert differences(result, record["expect"]) == []


@pytest.mark.parametrize("roles", [*permutations(range(3))])
def test_seats_only_name_the_players(roles: tuple[int, ...]) -> None:
    """Whoever has the roles, the same is played, and stands at their seats."""
    box, captain, out = roles
    result = replay_record(record(roles=list(roles)))
    base = replay_record(record())
    assert result["winner"] == [captain] == [result["knocker"]]
    for key in ("payoffs", "deadwood", "melds", "hands"):
        assert [result[key][seat] for seat in roles] == base[key]
        assert result[key][out] == ([] if key in ("melds", "hands") else 0)
    assert result["next_roles"] == [captain, out, box]
    assert replay_record(record(roles=list(roles), actions=["pass"]))["to_act"] == box
    assert replay_record(record(roles=list(roles), actions=[]))["to_act"] == captain


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"roles": [0, 1]}, '"roles" must be an order of the seats 0, 1 and 2'),
        ({"roles": [0, 1, 1]}, "given: [0, 1, 1]"),
        ({"roles": [0, 1, True]}, '"roles" must be'),
        ({"roles": "draw"}, '"roles" must be'),
        ({"roles": None}, '"roles" must be'),
        ({"dealer": 0}, "Unknown key 'dealer' in the record"),
        ({"players": 2}, '"players" must be 3; given: 2.'),
        ({"rules": {"first_roles": [0, 1]}}, "first_roles: was given [0, 1]"),
        ({"rules": {"hollywood": False}}, "hollywood: was given"),
        ({"rules": "classic"}, "Unknown preset 'classic'; gin3 has: captain, gin20"),
        ({"expect": {"dealers": []}}, "Unknown key 'dealers'"),
    ],
)
def test_what_is_refused(keys: dict[str, object], words: str) -> None:
    result = replay_record(record(**keys))
    assert (result["ok"], result["at"]) == (False, None)
    assert words in result["error"]


def test_roles_are_required_whatever_the_rules_say() -> None:
    bare = record(rules={"first_roles": [2, 1, 0]})
    assert replay_record(bare)["winner"] == [1]
    del bare["roles"]
    assert 'The record has no "roles"' in replay_record(bare)["error"]
    match = {"game": "gin3", "hands": [{"deck": DECK, "actions": []}]}
    assert 'The record has no "roles"' in replay_record(match)["error"]


def test_roles_belong_to_three_hand_gin_alone() -> None:
    gin = {"game": "gin", "roles": [0, 1, 2], "deck": DECK, "actions": []}
    assert "Unknown key 'roles'" in replay_record(gin)["error"]


def test_a_faulty_action_names_the_seat() -> None:
    result = replay_record(record(roles=[1, 2, 0], actions=["stock"]))
    assert result["at"] == 0
    assert "illegal for seat 2" in result["error"]


def test_a_match_goes_on_with_the_roles_of_each_hand() -> None:
    hand = {"deck": DECK, "actions": [*DRAWN, "knock Td"]}
    points = replay_record(record())["payoffs"][1]
    match = {"game": "gin3", "rules": {"target": 3 * points}, "roles": [0, 1, 2], "hands": [hand] * 4}
    result = replay_record(match)
    # Each captain wins, so that all go round: nobody has won twice before the fourth hand.
    assert result["role_history"] == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]
    assert result["scores"] == [points, 2 * points, points]
    assert result["over"] is False
    result = replay_record(match | {"hands": [hand] * 7})
    assert (result["over"], result["winner"], result["payoffs"]) == (True, [1], [2 * points, 3 * points, 2 * points])
    assert replay_record(match | {"hands": [hand] * 8})["at"] == [7, None]
