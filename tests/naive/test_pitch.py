"""The twin of pitch against recorded facts, against the worked cases of the rules, and against itself."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.naive.cards import DECK
from tests.naive.pitch import apply, legal, new_hand
from tests.naive.pitch_hand import Trick
from tests.naive.pitch_random import random_hand, random_rules
from tests.naive.pitch_records import replay
from tests.naive.pitch_rules import PRESETS, read_rules
from tests.naive.pitch_score import TRICK_POINTS

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS: list[dict[str, Any]] = [json.loads(line) for line in (GOLDEN / "pitch.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("record", RECORDS, ids=[record["note"] for record in RECORDS])
def test_golden_records(record: dict[str, Any]) -> None:
    result = replay(record)
    missing = object()
    assert {key: result.get(key, missing) for key in record["expect"]} == record["expect"]


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_playable(preset: str) -> None:
    assert legal(new_hand(read_rules(preset), DECK, 0))


@pytest.mark.parametrize(
    ("played", "taker"),
    [
        ("7h Kh Ah 2h", 2),
        ("7h Kh 2s Ah", 2),
        ("7h 3s 2s Ah", 1),
        ("7h Ad Ac Kd", 0),
        ("2s As Ks 3s", 1),
    ],
)
def test_the_highest_trump_takes_a_trick_else_the_highest_of_the_suit_led(played: str, taker: int) -> None:
    assert Trick(list(enumerate(played.split()))).taker("s") == taker


@pytest.mark.parametrize("seed", range(20))
def test_random_hands_replay_and_give_what_the_rules_promise(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(10):
        played = random_hand(rng, random_rules(rng))
        result = replay(played.record)
        assert result == played.result
        if result["outcome"] == "thrown_in":
            continue
        cards = [action.split()[1] for action in played.record["actions"] if action.startswith("play")]
        assert sum(result["trick_points"]) == sum(TRICK_POINTS.get(card[0], 0) for card in cards)
        given = sum(result[key] is not None for key in ("high", "low", "jack", "game"))
        assert given == 3 + (f"J{result['trump']}" in cards) - (result["game"] is None)
        assert 2 <= given <= 4
        assert [held for held in result["hands"] if held] == []


@pytest.mark.parametrize("seed", range(10))
def test_every_legal_action_can_be_carried_out(seed: int) -> None:
    rng = random.Random(seed)
    record = random_hand(rng, random_rules(rng)).record
    rules = read_rules(record["rules"])
    hand = new_hand(rules, record["deck"].split(), record["dealer"])
    for action in record["actions"]:
        for other in legal(hand):
            apply(deepcopy(hand), other)
        apply(hand, action)
    assert hand.over
