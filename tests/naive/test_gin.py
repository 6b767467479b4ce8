"""The twin itself against recorded facts."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from tests.naive.cards import parse_cards
from tests.naive.gin_records import replay
from tests.naive.melds import deadwood, deadwood_after_discard

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS: list[dict[str, Any]] = [json.loads(line) for line in (GOLDEN / "gin.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("record", RECORDS, ids=[record["note"] for record in RECORDS])
def test_golden_records(record: dict[str, Any]) -> None:
    result = replay(record)
    assert {key: result.get(key) for key in record["expect"]} == record["expect"]


def test_golden_deadwood() -> None:
    with (GOLDEN / "gin_deadwood.csv").open(newline="", encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            cards = frozenset(parse_cards(row["hand"]))
            assert len(cards) == int(row["cards"])
            assert deadwood(cards) == int(row["deadwood"]), row
            if row["deadwood_after_best_discard"]:
                assert deadwood_after_discard(cards) == int(row["deadwood_after_best_discard"]), row
