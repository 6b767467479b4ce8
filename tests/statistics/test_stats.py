"""Estimates and intervals: against statsmodels, and against what they promise, by simulation with fixed seeds."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from simcards.simulation import look_plan
from simcards.stats import (
    SEQUENCE_FOCUS,
    Estimate,
    Z,
    deviation_of,
    mean,
    mean_of,
    moments,
    nothing,
    proportion,
    sequence_half_width,
)

REPEATS = 2_000
Samples = NDArray[np.int64]


def coverage_is_right(hits: int) -> bool:
    """Whether 95 % intervals covered in 93 to 97 % of the repeats: a right one fails once in 20,000 times."""
    return 0.93 <= hits / REPEATS <= 0.97


def histogram(sample: Samples) -> dict[int, int]:
    values, times = np.unique(sample, return_counts=True)
    return dict(zip(values.tolist(), times.tolist(), strict=True))


def payoffs(rng: np.random.Generator, size: int | tuple[int, int]) -> Samples:
    """Draw numbers spread as a hand's net points are: a gap at nothing, two humps, a long tail."""
    size_of_win = rng.integers(1, 26, size) + 25 * (rng.random(size) < 0.1)
    sign = np.where(rng.random(size) < 0.55, 1, -1)
    return np.where(rng.random(size) < 0.02, 0, sign * size_of_win).astype(np.int64)


HISTOGRAMS = st.dictionaries(st.integers(-2_220, 2_220), st.integers(1, 10**6), min_size=1, max_size=30)


@given(HISTOGRAMS)
def test_moments_are_exact(given: dict[int, int]) -> None:
    n, total, squares = moments(given)
    assert n == sum(given.values())
    assert total == sum(value * times for value, times in given.items())
    assert squares == sum(value**2 * times for value, times in given.items())


@given(HISTOGRAMS)
def test_means_are_those_of_statsmodels(given: dict[int, int]) -> None:
    found = mean_of(given)
    n, total, squares = moments(given)
    assert found == mean(n, total, squares)
    assert found.estimate == pytest.approx(float(Fraction(total, n)), abs=1e-12)
    if n == 1:
        assert (found.se, found.low, found.high, found.n) == (None, None, None, 1)
        return
    oracle = DescrStatsW(np.array([*given], dtype=float), weights=np.array([*given.values()], dtype=float))
    low, high = oracle.zconfint_mean(alpha=0.05)
    assert found.se == pytest.approx(oracle.std_mean, rel=1e-6, abs=1e-9)
    assert found.low == pytest.approx(low, rel=1e-6, abs=1e-6)
    assert found.high == pytest.approx(high, rel=1e-6, abs=1e-6)


def test_no_digits_are_lost_in_large_sums() -> None:
    """A billion and a half hands a million points from zero, one point apart: variance 2/9, not what floats leave."""
    n = 3 * 5 * 10**8
    found = mean_of({10**6: n // 3, 10**6 + 1: 2 * n // 3})
    assert found.estimate == pytest.approx(10**6 + 2 / 3, rel=1e-15)
    assert found.se == pytest.approx(math.sqrt(2 / 9 / (n - 1)), rel=1e-12)


@given(st.integers(1, 10**6), st.data())
def test_shares_have_wilson_s_interval(n: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, n))
    found = proportion(hits, n)
    low, high = proportion_confint(hits, n, alpha=0.05, method="wilson")
    assert found.low == pytest.approx(low, abs=1e-9)
    assert found.high == pytest.approx(high, abs=1e-9)
    assert (found.estimate, found.n) == (hits / n, n)
    assert found.se == pytest.approx(math.sqrt(hits / n * (1 - hits / n) / n))
    assert 0 <= found.low <= found.estimate <= found.high <= 1  # type: ignore[operator]


def test_shares_at_the_ends() -> None:
    none, all_of_them = proportion(0, 100), proportion(100, 100)
    assert (none.estimate, none.low, none.se) == (0.0, 0.0, 0.0)
    assert (all_of_them.estimate, all_of_them.high, all_of_them.se) == (1.0, 1.0, 0.0)
    assert none.high == pytest.approx(0.036994, abs=1e-6)
    assert all_of_them.low == pytest.approx(1 - 0.036994, abs=1e-6)


@pytest.mark.parametrize("found", [proportion(0, 0), mean(0, 0, 0), mean_of({}), deviation_of({})])
def test_of_nothing_there_is_no_estimate(found: Estimate) -> None:
    assert found == nothing() == Estimate(None, None, None, None, 0)
    assert found.to_dict() == {"estimate": None, "se": None, "low": None, "high": None, "n": 0}


def test_deviation_of_one_and_of_equal_numbers() -> None:
    assert deviation_of({7: 1}) == nothing(1)
    assert deviation_of({7: 50}) == Estimate(0.0, 0.0, 0.0, 0.0, 50)


@given(HISTOGRAMS.filter(lambda h: sum(h.values()) > 1))
def test_deviations_are_the_sample_s(given: dict[int, int]) -> None:
    oracle = DescrStatsW(np.array([*given], dtype=float), weights=np.array([*given.values()], dtype=float), ddof=1)
    assert deviation_of(given).estimate == pytest.approx(oracle.std, rel=1e-6, abs=1e-6)


def skewed(rng: np.random.Generator, size: tuple[int, int]) -> Samples:
    """Draw -1 or 1, and one time in ten 20: far more weight in the tail than a normal distribution has."""
    return rng.choice(np.array([-1, 1, 20]), size, p=[0.5, 0.4, 0.1])


@pytest.mark.parametrize("draw", [payoffs, skewed])
def test_deviation_s_error_is_how_much_it_varies(draw: Callable[..., Samples]) -> None:
    rng = np.random.default_rng(1)
    found = [deviation_of(histogram(sample)) for sample in draw(rng, (REPEATS, 2_000))]
    spread = np.std([one.estimate or 0 for one in found], ddof=1)
    stated = np.mean([one.se or 0 for one in found])
    assert abs(stated / spread - 1) < 5 / math.sqrt(2 * REPEATS)


def true_moments() -> tuple[float, float]:
    """Return mean and deviation of `payoffs`, worked out."""
    sizes = Counter({value: Fraction(9, 10) / 25 for value in range(1, 26)})
    for value in range(1, 26):
        sizes[value + 25] += Fraction(1, 10) / 25  # type: ignore[assignment]  # a counter of shares
    share = Fraction(98, 100)
    first = share * Fraction(10, 100) * sum(value * p for value, p in sizes.items())
    second = share * sum(value**2 * p for value, p in sizes.items())
    return float(first), math.sqrt(second - first**2)


def test_intervals_of_means_and_deviations_hold() -> None:
    rng = np.random.default_rng(2)
    centre, deviation = true_moments()
    hits = Counter[str]()
    for sample in payoffs(rng, (REPEATS, 500)):
        counts = histogram(sample)
        for name, found, truth in (("mean", mean_of(counts), centre), ("sd", deviation_of(counts), deviation)):
            hits[name] += (found.low or 0) <= truth <= (found.high or 0)
    assert coverage_is_right(hits["mean"])
    assert coverage_is_right(hits["sd"])


@pytest.mark.parametrize("share", [0.002, 0.021, 0.5, 0.93])
def test_intervals_of_shares_hold(share: float) -> None:
    rng = np.random.default_rng(3)
    found = [proportion(hits, 5_000) for hits in rng.binomial(5_000, share, REPEATS).tolist()]
    assert coverage_is_right(sum((one.low or 0) <= share <= (one.high or 0) for one in found))


def test_sequence_is_wider_than_one_interval_and_shrinks() -> None:
    """Against a normal interval of one look, with deviation 1: wider by a factor of 1.4 to 2.5 where it is used."""
    for n in (10_000, SEQUENCE_FOCUS, 10**7):
        normal = Z / math.sqrt(n)
        assert 1.4 * normal < sequence_half_width(2 * n, 0, 2 * n) * math.sqrt(2) < 2.5 * normal
    widths = [sequence_half_width(n, 0, n) for n in (100, 1_000, 10_000, 100_000, 10**6)]
    assert widths == sorted(widths, reverse=True)
    assert sequence_half_width(1, 5, 25) == sequence_half_width(0, 0, 0) == math.inf


@given(st.integers(2, 10**9), st.integers(1, 100))
def test_sequence_grows_with_the_deviation(n: int, scale: int) -> None:
    one, more = sequence_half_width(n, 0, n), sequence_half_width(n, 0, n * scale * scale)
    assert more == pytest.approx(scale * one)


def test_sequence_is_the_published_formula() -> None:
    """sqrt(2 (n ρ² + 1) / (n² ρ²) · log(sqrt(n ρ² + 1) / a)) with ρ² = (−2 log a + log(−2 log a) + 1) / m."""
    alpha, n, m = 0.05, 123_456, 200_000
    rho = math.sqrt((-2 * math.log(alpha) + math.log(-2 * math.log(alpha)) + 1) / m)
    half = math.sqrt(2 * (n * rho**2 + 1) / (n**2 * rho**2) * math.log(math.sqrt(n * rho**2 + 1) / alpha))
    assert sequence_half_width(n, 0, n - 1) == pytest.approx(half)


def test_sequence_holds_under_optional_stopping() -> None:
    """Looked at after every 100 of 30,000 numbers and stopped at the worst moment, it holds in 95 % of the repeats.

    So early it is wide: it holds in 99.9 %, and 95 % are far from what chance could do.
    """
    rng = np.random.default_rng(4)
    repeats, looks, step = 1_000, 300, 100
    centre, _ = true_moments()
    held = 0
    for _ in range(repeats):
        sample = payoffs(rng, (looks, step))
        totals, squares = sample.sum(axis=1).cumsum(), (sample**2).sum(axis=1).cumsum()
        held += all(
            abs(int(total) / n - centre) <= sequence_half_width(n, int(total), int(square))
            for n, total, square in zip(range(step, looks * step + 1, step), totals, squares, strict=True)
        )
    assert held / repeats >= 0.95


def test_sequence_holds_at_all_looks_of_long_runs() -> None:
    """The looks that `precision` has, up to ten million games of net points 1, −1 and, one time in ten, 20."""
    rng = np.random.default_rng(6)
    values, shares = np.array([-1, 1, 20]), [0.5, 0.4, 0.1]
    centre = float(values @ shares)
    looks = look_plan(10**7)
    steps = np.diff([0, *looks])
    held = 0
    for _ in range(REPEATS):
        times = rng.multinomial(steps, shares).cumsum(axis=0)
        held += all(
            abs(total / n - centre) <= sequence_half_width(n, total, square)
            for n, total, square in zip(looks, (times @ values).tolist(), (times @ values**2).tolist(), strict=True)
        )
    assert held / REPEATS >= 0.95


def test_a_plain_interval_does_not_hold_under_optional_stopping() -> None:
    """What the sequence is there for: with the same looks the normal interval fails far more often than one in 20."""
    rng = np.random.default_rng(5)
    centre, _ = true_moments()
    held = 0
    for _ in range(300):
        sample = payoffs(rng, (300, 100))
        totals, squares = sample.sum(axis=1).cumsum(), (sample**2).sum(axis=1).cumsum()
        for n, total, square in zip(range(100, 30_001, 100), totals, squares, strict=True):
            found = mean(n, int(total), int(square))
            if not (found.low or 0) <= centre <= (found.high or 0):
                break
        else:
            held += 1
    assert held / 300 < 0.75
