"""The twin of TONK against recorded facts, and against itself."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.naive.cards import DECK
from tests.naive.tonk import apply, new_hand
from tests.naive.tonk_legal import legal
from tests.naive.tonk_random import random_hand, random_rules
from tests.naive.tonk_records import play, replay
from tests.naive.tonk_rules import PRESETS, read_rules
from tests.naive.tonk_spreads import is_spread, spreads_in

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS: list[dict[str, Any]] = [json.loads(line) for line in (GOLDEN / "tonk.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("record", RECORDS, ids=[record["note"] for record in RECORDS])
def test_golden_records(record: dict[str, Any]) -> None:
    result = replay(record)
    for key, expected in record["expect"].items():
        numbers = key in ("payoffs", "spades")
        assert result.get(key) == (pytest.approx(expected, abs=1e-9) if numbers else expected), key


@pytest.mark.parametrize("ace_runs", ["low", "high_low"])
@pytest.mark.parametrize("suits", ["s", "hs", "cdhs"])
def test_spreads_are_all_subsets_that_are_spreads(ace_runs: str, suits: str) -> None:
    rng = random.Random(len(suits))
    among = [card for card in DECK if card[1] in suits]
    for _ in range(5):
        cards = rng.sample(among, 10)
        subsets = [frozenset(some) for size in range(11) for some in combinations(cards, size)]
        spreads = [some for some in subsets if is_spread(some, ace_runs)]
        assert sorted(map(sorted, spreads)) == sorted(map(sorted, spreads_in(frozenset(cards), ace_runs)))


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_playable(preset: str) -> None:
    hand = new_hand(read_rules(preset), DECK, 0)
    assert hand.over or legal(hand)


@pytest.mark.parametrize("seed", range(20))
def test_random_hands_replay_and_pay_nothing_in_all(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(10):
        played = random_hand(rng, random_rules(rng))
        assert replay(played.record) == played.result
        assert sum(played.result["payoffs"]) == pytest.approx(0, abs=1e-9)
        assert sum(played.result["spades"]) == 0


@pytest.mark.parametrize("seed", range(10))
def test_every_legal_action_can_be_carried_out(seed: int) -> None:
    rng = random.Random(seed)
    record = random_hand(rng, random_rules(rng)).record
    hand = play(record | {"actions": []})
    for action in record["actions"]:
        for other in legal(hand):
            apply(deepcopy(hand), other)
        apply(hand, action)
    assert hand.over
