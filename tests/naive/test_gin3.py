"""The twin of three-hand gin against recorded facts, and against itself."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.naive.cards import DECK
from tests.naive.gin3 import next_roles
from tests.naive.gin3_random import random_record
from tests.naive.gin3_records import replay, results
from tests.naive.gin3_rules import PRESETS
from tests.naive.gin_records import replay as replay_gin

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS: list[dict[str, Any]] = [json.loads(line) for line in (GOLDEN / "gin3.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("record", RECORDS, ids=[record["note"] for record in RECORDS])
def test_golden_records(record: dict[str, Any]) -> None:
    result, missing = replay(record), object()
    assert {key: result.get(key, missing) for key in record["expect"]} == record["expect"]


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_playable(preset: str) -> None:
    record = {"game": "gin3", "rules": preset, "roles": [2, 0, 1], "deck": " ".join(DECK), "actions": []}
    assert replay(record)["legal"]


@pytest.mark.parametrize("winner", [[], [0], [1], [2]])
def test_roles_stay_an_order_of_the_seats(winner: list[int]) -> None:
    for roles in ([0, 1, 2], [2, 0, 1], [1, 0, 2]):
        assert sorted(next_roles(roles, winner)) == [0, 1, 2]


@pytest.mark.parametrize("seed", range(5))
def test_a_hand_is_one_of_gin_that_the_box_deals(seed: int) -> None:
    """Seats 0 and 1 of a hand of gin, dealt by seat 0, are the box and the captain."""
    rng = random.Random(seed)
    records = [record for record in (random_record(rng) for _ in range(15)) if "hands" not in record]
    for record in records:
        options = {"big_gin_bonus": "none", "undercut_bonus": 10} | (
            {"gin_bonus": 20} if record["rules"].get("preset") == "gin20" else {}
        )
        rules = options | {key: value for key, value in record["rules"].items() if key not in ("preset", "first_roles")}
        gin = replay_gin({"game": "gin", "rules": rules, "deck": record["deck"], "actions": record["actions"]})
        for result in results(record)[:1]:
            assert result["ok"] == gin["ok"]
            assert result.get("at") == gin.get("at")
            for key in ("turns", "stock", "outcome", "legal", "layoffs"):
                assert result.get(key) == gin.get(key)
            if "payoffs" in gin:
                box, captain, out = record["roles"]
                assert [result["payoffs"][seat] for seat in (box, captain, out)] == [*gin["payoffs"], 0]
