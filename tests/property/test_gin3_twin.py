"""The referee of three-hand gin agrees with the naive twin on random hands and matches under random rules."""

from __future__ import annotations

import random

import pytest

from tests.naive.gin3_random import random_record
from tests.naive.gin3_records import results
from tests.property.twins import disagreement, prefixes

BATCHES = 10
RECORDS_A_BATCH = 60
PREFIXED_A_BATCH = 2


def compare(seed: int, records: int, prefixed: int = 0) -> list[str]:
    """Compare that many random records; of the first few hands each prefix too, with what is legal after it."""
    rng = random.Random(seed)
    found = []
    for number in range(records):
        record = random_record(rng)
        shorter = prefixes(record) if number < prefixed else []
        found += [text for one in [record, *shorter] if (text := disagreement(one, results(one)))]
    return found


@pytest.mark.parametrize("batch", range(BATCHES))
def test_referee_agrees_with_the_twin(batch: int) -> None:
    found = compare(batch, RECORDS_A_BATCH, PREFIXED_A_BATCH)
    assert not found, f"{len(found)} disagree, the first: {found[0]}"
