"""The section of a report about whole matches, where matches do not end, or have no chain to go by."""

from __future__ import annotations

from typing import Any

import pytest

from simcards.plots.look import WIDE
from simcards.plots.matches import lengths
from simcards.reports.blocks import Text
from simcards.reports.matches import main_figures, section
from simcards.result import Result
from simcards.sheets import Sheet
from simcards.simulation import simulate

LONG = {"target": 10_000, "undercut_bonus": 0, "undercut_tie": False}
ENDLESS = {"target": 100, "win_on": "most_points"}


def texts(blocks: Any) -> str:
    return " ".join(block.text for block in blocks if isinstance(block, Text))


@pytest.fixture(scope="module")
def endless() -> Result:
    """Matches of players who lose more than they win: none ends."""
    return simulate("pitch", ENDLESS, policies=["random"], games=3, match=True)


def test_matches_without_an_end_have_no_figures(endless: Result) -> None:
    blocks = section(endless).blocks
    assert len(blocks) == 2
    assert "No match came to an end within 1,000 hands." in repr(blocks)
    assert "by hand 0" not in repr(blocks)


def test_their_picture_marks_no_hand(endless: Result) -> None:
    assert not [text for text in lengths(endless, WIDE).axes[0].texts if "half are over" in text.get_text()]
    some = simulate("pitch", games=30, match=True)
    assert [text for text in lengths(some, WIDE).axes[0].texts if "half are over" in text.get_text()]


@pytest.mark.parametrize(("rules", "chain"), [({"target": 20}, True), (LONG, False)])
def test_the_chain_is_told_of_where_there_is_one(rules: dict[str, Any], chain: bool) -> None:
    matched = simulate("gin3", {"gin_bonus": 1000} | rules, policies=["greedy:knock=0"], games=20, match=True)
    assert matched.rows[0]["n"]
    blocks = section(matched).blocks
    assert ("sharper for it" in texts(blocks)) is chain
    assert ("is solved for small targets only" in texts(blocks)) is not chain


@pytest.mark.parametrize(("games", "words"), [(1, "1 match"), (30, "30 matches")])
def test_matches_are_counted_in_words(games: int, words: str) -> None:
    matched = simulate("pitch", games=games, match=True)
    assert {n for *_, n in main_figures(matched)} == {words}
    notes = [block.note for block in section(matched).blocks if isinstance(block, Sheet)]
    assert len(notes) == 2
    assert all(words in note for note in notes)
    assert texts(section(matched).blocks).startswith(f"{words} played to the end")
