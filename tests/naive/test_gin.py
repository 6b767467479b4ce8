"""The twin itself against recorded facts."""

from __future__ import annotations

import csv
import json
import random
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.naive.cards import DECK, parse_cards
from tests.naive.gin import apply, legal, new_hand
from tests.naive.gin_policies import greedy_action, simple_actions
from tests.naive.gin_records import replay
from tests.naive.gin_rules import read_rules
from tests.naive.melds import deadwood, deadwood_after_discard
from tests.naive.random_rules import random_rules

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


@pytest.mark.parametrize("seed", range(20))
def test_policies_choose_legal_actions(seed: int) -> None:
    rng = random.Random(seed)
    hand = new_hand(read_rules(random_rules(rng)), rng.sample(DECK, len(DECK)), rng.randrange(2))
    while not hand.over:
        assert greedy_action(hand) in legal(hand)
        actions = simple_actions(hand)
        assert sum(actions.values()) == pytest.approx(1)
        for action in actions:
            apply(deepcopy(hand), action)
        apply(hand, rng.choice(list(actions)))
