"""The referee agrees with the naive twin on random hands and matches under random rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

from simcards.referee import replay_record
from tests.naive.gin_records import results
from tests.naive.random_rules import random_record

BATCHES = 15
RECORDS_A_BATCH = 100
PREFIXED_A_BATCH = 4


def disagreement(record: dict[str, Any]) -> str | None:
    """Return what differs, or None.

    Where equally good splits or lay-offs leave a choice, the referee's whole result must be one of the right ones.
    Of an illegal record `ok` and `at` are compared; the referee must say something of its own.
    """
    got = replay_record(record)
    right = [result if result["ok"] else {"ok": False, "at": result["at"]} for result in results(record)]
    if not got["ok"]:
        words = got.pop("error")
        assert isinstance(words, str)
        assert words
    if got in right:
        return None
    near = min(right, key=lambda result: len(differing(got, result)))
    keys = differing(got, near)
    return f"{ {key: (got.get(key), near.get(key)) for key in keys} } (referee, twin) in {record}"


def differing(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """Return the keys in which two results differ."""
    return sorted(key for key in one.keys() | other.keys() if one.get(key, ...) != other.get(key, ...))


def prefixes(record: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the record of a hand stopped before each of its actions."""
    return [record | {"actions": record["actions"][:end]} for end in range(len(record.get("actions", ())))]


def compare(seed: int, records: int, prefixed: int = 0) -> list[str]:
    """Compare that many random records; of the first few hands each prefix too, with what is legal after it."""
    rng = random.Random(seed)
    found = []
    for number in range(records):
        record = random_record(rng)
        shorter = prefixes(record) if number < prefixed else []
        found += [text for one in [record, *shorter] if (text := disagreement(one))]
    return found


@pytest.mark.parametrize("batch", range(BATCHES))
def test_referee_agrees_with_the_twin(batch: int) -> None:
    found = compare(batch, RECORDS_A_BATCH, PREFIXED_A_BATCH)
    assert not found, f"{len(found)} disagree, the first: {found[0]}"
