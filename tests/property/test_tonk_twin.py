"""Tonk's referee agrees with the naive twin on random hands under random rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

from simcards.cards import parse_cards
from simcards.games.tonk.record import HandReplay
from simcards.referee import differences, replay_record
from simcards.rules import load_rules
from tests.naive.tonk_random import Played, random_hand, random_record, random_rules
from tests.naive.tonk_records import replay

BATCHES = 20
RECORDS_A_BATCH = 100
HANDS_A_BATCH = 20


def disagreement(record: dict[str, Any]) -> str | None:
    """Return what differs, numbers by more than 1e-9, or None.

    Of an illegal record `ok` and `at` are compared; the referee must say something of its own.
    """
    got, right = replay_record(record), replay(record)
    if not right["ok"]:
        del right["error"]
        if not got["ok"]:
            words = got.pop("error")
            assert isinstance(words, str)
            assert words
    keys = sorted({*differences(got, right), *(got.keys() ^ right.keys())})
    return f"{ {key: (got.get(key), right.get(key)) for key in keys} } (referee, twin) in {record}" if keys else None


def legal_disagreement(played: Played) -> str | None:
    """Return the first place of a hand where other actions are legal for the referee than for the twin, or None."""
    record = played.record
    hand = HandReplay(load_rules("tonk", record["rules"]), record["dealer"], parse_cards(record["deck"]))
    for at, (action, right) in enumerate(zip(record["actions"], played.legal, strict=True)):
        if (got := list(hand.legal())) != right:
            return f"{got} (referee), {right} (twin) at {at} in {record}"
        hand.apply(action)
    return None if hand.over else f"the hand goes on in {record}"


def compare(seed: int, records: int, hands: int = 0) -> list[str]:
    """Compare the results of so many random records, and what is legal before each action of so many random hands."""
    rng = random.Random(seed)
    found = [disagreement(random_record(rng)) for _ in range(records)]
    found += [legal_disagreement(random_hand(rng, random_rules(rng))) for _ in range(hands)]
    return [text for text in found if text]


@pytest.mark.parametrize("batch", range(BATCHES))
def test_referee_agrees_with_the_twin(batch: int) -> None:
    found = compare(batch, RECORDS_A_BATCH, HANDS_A_BATCH)
    assert not found, f"{len(found)} disagree, the first: {found[0]}"


def test_a_hand_that_stops_has_the_twins_result() -> None:
    """Every prefix of some records, with what is legal after it."""
    rng = random.Random(100)
    for _ in range(20):
        record = random_record(rng)
        for end in range(len(record["actions"])):
            assert disagreement(record | {"actions": record["actions"][:end]}) is None
