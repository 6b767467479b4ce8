"""Each clause is played by the naive twin and by the project's referee."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.records import Replay
from tests.naive import gin3_records, gin_records, pitch_records, tonk_records


@pytest.fixture(params=["twin", "referee"])
def replay(request: pytest.FixtureRequest) -> Replay:
    """What replays a record."""
    if request.param == "twin":
        return twin
    from simcards.referee import replay_record

    return replay_record


def twin(record: dict[str, Any]) -> dict[str, Any]:
    """Return the result that the twin of the record's game finds; gin's tells what is no game."""
    plain = {"tonk": tonk_records.replay, "pitch": pitch_records.replay}
    return plain.get(str(record.get("game")), determined)(record)


def determined(record: dict[str, Any]) -> dict[str, Any]:
    """Return what the twin says of a record of gin or gin3, less the keys that the rules leave open."""
    results = gin3_records.results if record.get("game") == "gin3" else gin_records.results
    first, *others = results(record)
    return {key: value for key, value in first.items() if all(other.get(key) == value for other in others)}
