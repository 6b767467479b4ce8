from __future__ import annotations

import pytest

from simcards.answers.effects import in_words
from simcards.answers.sweeping import sweep
from simcards.result import Result
from simcards.rules import load_rules


def moved(difference, low, high):
    return {"metric": "moved", "difference": difference, "difference_low": low, "difference_high": high}


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (moved(0.79, 0.57, 1.01), "0.8 ± 0.2 points more change hands in a hand"),
        (moved(-0.79, -1.01, -0.57), "0.8 ± 0.2 points fewer change hands in a hand"),
        (moved(-0.79, -0.99, -0.49), "0.8 ± 0.3 points fewer change hands in a hand"),
    ],
)
def test_what_moves_less_has_its_interval_too(row, words):
    assert in_words(Result("sweep", load_rules("pitch"), []), row) == words


def test_who_sits_down_is_no_house_rule():
    swept = sweep("pitch", vary="all", games=3000)
    assert {"players", "partners"} <= set(swept.extra["varied"])
    first = swept.rows[0]
    assert (first["option"], first["value"]) == ("partners", True)
    assert swept.extra["matters_most"]["option"] == "low_to"
