"""The transcripts of hands, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.transcript import transcript
from simcards import registry

FOLDER = Path(__file__).parent / "transcripts"


@pytest.mark.kernels
@pytest.mark.parametrize("game", registry.games())
def test_transcript(game: str) -> None:
    """If a change of play is meant, scripts/transcript.py writes it anew: read the difference."""
    kept = (FOLDER / f"{game}.txt").read_text("utf-8").splitlines()
    for number, (line, expected) in enumerate(zip(transcript(game).splitlines(), kept, strict=False), start=1):
        assert line == expected, f"line {number}"
    assert len(transcript(game).splitlines()) == len(kept)


def test_every_game_has_a_transcript_and_none_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(registry.games())
