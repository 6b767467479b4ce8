from __future__ import annotations

import pytest

from simcards.formats import one_in, percent, percent_plus_minus, plus_minus


def row(estimate, low=None, high=None):
    return {"estimate": estimate, "low": low, "high": high}


class TestPlusMinus:
    @pytest.mark.parametrize(
        ("half", "text"),
        [(0.0344, "8.30 ± 0.03"), (0.0144, "8.301 ± 0.014"), (1.2, "8.3 ± 1.2"), (4.0, "8 ± 4"), (25, "8 ± 25")],
    )
    def test_keeps_the_digits_that_the_interval_gives_a_meaning_to(self, half, text):
        assert plus_minus(row(8.301, 8.301 - half, 8.301 + half)) == text

    def test_is_the_number_alone_without_an_interval(self):
        assert plus_minus(row(8.301)) == "8.30"

    def test_is_a_dash_where_nothing_was_observed(self):
        assert plus_minus(row(None)) == "–"

    def test_takes_the_longer_side_of_an_interval(self):
        assert percent_plus_minus(row(0.0, 0.0, 0.008)) == "0.0 ± 0.8 %"

    def test_writes_a_true_minus_and_asked_for_a_plus(self):
        assert plus_minus(row(-0.5, -0.9, -0.1), plus=True) == "−0.5 ± 0.4"
        assert plus_minus(row(0.5, 0.1, 0.9), plus=True) == "+0.5 ± 0.4"
        assert plus_minus(row(-0.01, -0.41, 0.39), plus=True) == "0.0 ± 0.4"

    def test_a_number_without_error_has_no_half_width(self):
        assert plus_minus(row(0.0, 0.0, 0.0)) == "0"
        assert plus_minus(row(1.0, 1.0, 1.0)) == "1.00"


@pytest.mark.parametrize(("share", "text"), [(0, "0 %"), (1, "100 %"), (0.99965, "99.97 %"), (1 - 2e-7, "99.99998 %")])
def test_percent_rounds_to_nothing_and_everything_only_what_is_so(share, text):
    assert percent(share) == text


def test_one_in():
    assert [one_in(p) for p in (1 / 649.7, 0.1, 0.25, 1.0, 0.0)] == ["1 in 650", "1 in 10", "25.0 %", "100 %", "none"]
