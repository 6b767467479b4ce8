from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from simcards.answers.fairness import (
    Observation,
    binomial_test,
    clopper_pearson,
    fairness,
    parse_observation,
    percent,
    sentence,
)
from simcards.answers.odds import odds
from simcards.errors import InputError

ROWS = odds("gin", overrides={"hand_size": 3}).rows
"""Of 22,100 hands, 96 are gin, and 536 leave 30."""


def tails(seen, hands, probability):
    chance = [comb(hands, k) * probability**k * (1 - probability) ** (hands - k) for k in range(hands + 1)]
    return sum(chance[: seen + 1]), sum(chance[seen:])


class TestBinomialTest:
    @pytest.mark.parametrize("probability", [Fraction(1, 3), Fraction(1, 50), Fraction(9, 10)])
    def test_is_twice_the_smaller_tail(self, probability):
        for seen in range(13):
            exact = min(Fraction(1), 2 * min(tails(seen, 12, probability)))
            assert binomial_test(seen, 12, float(probability)) == pytest.approx(float(exact), rel=1e-10)

    def test_rejects_what_lies_outside_the_interval(self):
        for seen in (0, 1, 7, 39, 40):
            low, high = clopper_pearson(seen, 40)
            for bound in (bound for bound in (low, high) if 0 < bound < 1):
                assert binomial_test(seen, 40, bound) == pytest.approx(0.05, rel=1e-9)

    def test_something_certain_must_always_be_seen(self):
        assert binomial_test(10, 10, 1.0) == 1
        assert binomial_test(9, 10, 1.0) == 0

    def test_a_large_number_of_hands(self):
        assert binomial_test(500_000_000_000, 10**12, 0.5) == pytest.approx(1)
        assert binomial_test(500_001_000_000, 10**12, 0.5) == pytest.approx(0.0455, abs=1e-4)


@pytest.mark.parametrize(("seen", "hands"), [(0, 1), (0, 50), (3, 50), (50, 50), (12, 3000)])
def test_interval_is_clopper_and_pearsons(seen, hands):
    assert clopper_pearson(seen, hands) == pytest.approx(proportion_confint(seen, hands, method="beta"), abs=1e-12)


class TestFairness:
    def test_names_the_odds_and_what_was_seen(self):
        (row,) = fairness(ROWS, ["gin=2/3000"])
        assert (row["event"], row["value"], row["seen"], row["hands"]) == ("gin", None, 2, 3000)
        assert row["probability"] == 96 / 22_100
        assert row["expected"] == pytest.approx(3000 * 96 / 22_100)
        assert row["estimate"] == 2 / 3000
        assert row["p_holm"] == row["p_value"] == binomial_test(2, 3000, 96 / 22_100)

    def test_a_number_alone_is_the_deadwood(self):
        assert fairness(ROWS, ["30=12/3000"]) == fairness(ROWS, ["deadwood:30=12/3000"])
        assert fairness(ROWS, ["30=12/3000"])[0]["event"] == "deadwood"

    def test_several_are_corrected_together(self):
        rows = fairness(ROWS, ["gin=2/3000", "knock=190/3000", "30=50/3000", "20=1/9"])
        corrected = multipletests([row["p_value"] for row in rows], method="holm")[1]
        assert [row["p_holm"] for row in rows] == pytest.approx(list(corrected))
        assert [row["event"] for row in rows] == ["gin", "knock", "deadwood", "deadwood"]

    @pytest.mark.parametrize(
        ("seen", "verdict"),
        [(72, "agrees with a fair deal"), (50, "gives this seldom"), (12, "hardly ever gives this")],
    )
    def test_verdict(self, seen, verdict):
        (row,) = fairness(ROWS, [Observation(None, 30, seen, 3000)])
        assert verdict in row["verdict"]

    def test_sentence(self):
        (row,) = fairness(ROWS, ["30=12/3000"])
        assert sentence(row) == (
            "deadwood 30: seen in 12 of 3,000 hands, 0.4 % (95 % interval 0.207 % to 0.698 %); "
            "a fair deal gives 2.43 %, 72.76 hands. p = 1.5e-18: a fair deal hardly ever gives this."
        )

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("gni=1/2", "was given the event 'gni'; allowed: deadwood, gin, .*Did you mean 'gin'"),
            ("gin:3=1/2", "gin without a value"),
            ("deadwood=1/2", "deadwood:VALUE with a value that can be dealt, from 0 to 30"),
            ("31=1/2", "was given deadwood:31; allowed: .* from 0 to 30"),
        ],
    )
    def test_an_event_that_the_odds_do_not_have_is_refused(self, text, message):
        with pytest.raises(InputError, match=message):
            fairness(ROWS, [text])


class TestParseObservation:
    def test_forms(self):
        assert parse_observation(" gin = 2/3000 ") == Observation("gin", None, 2, 3000)
        assert parse_observation("deadwood:50=12/3000") == Observation("deadwood", 50, 12, 3000)
        assert parse_observation("50=0/1") == Observation(None, 50, 0, 1)

    @pytest.mark.parametrize(
        "text", ["", "gin", "gin=2", "gin=/3", "gin=-1/3", "=1/3", "gin=1/3/4", "50=1.5/3", "gin=٣/٤", "x" * 10**6]
    )
    def test_nonsense_is_refused_with_the_form(self, text):
        with pytest.raises(InputError, match=r"allowed: EVENT=K/N, .*as in gin=2/3000"):
            parse_observation(text)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("gin=13/12", "at most all 12 hands"),
            ("gin=0/0", "from 1 to 1,000,000,000,000 hands"),
            ("gin=1/1000000000001", "from 1 to 1,000,000,000,000 hands"),
            ("gin=1/" + "9" * 5000, "numbers up to 1,000,000,000,000"),
        ],
    )
    def test_impossible_numbers_are_refused(self, text, message):
        with pytest.raises(InputError, match=message):
            parse_observation(text)


def test_percent_has_three_digits():
    assert [percent(share) for share in (0, 1, 0.123456, 8.64e-6, 1e-12)] == [
        "0 %", "100 %", "12.3 %", "0.000864 %", "0.0000000001 %"
    ]  # fmt: skip
