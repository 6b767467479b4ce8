"""Estimates and their intervals. Sums arrive as exact integers; floats begin here."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from statistics import NormalDist

LEVEL = 0.95
"""Every interval's confidence level."""

Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)

SEQUENCE_FOCUS = 200_000
"""Number of games at which the confidence sequence is about tightest; fixed beforehand, as its validity asks."""


@dataclass(frozen=True)
class Estimate:
    """An estimate, its standard error, its 95 % interval, and the number of observations; None for what is unknown."""

    estimate: float | None
    se: float | None
    low: float | None
    high: float | None
    n: int

    def to_dict(self) -> dict[str, float | int | None]:
        """Return the fields of a row."""
        return asdict(self)


def scaled(value: Estimate, factor: float) -> Estimate:
    """Return the estimate of a quantity in another unit, by a positive factor."""
    numbers = (value.estimate, value.se, value.low, value.high)
    estimate, se, low, high = (None if number is None else number * factor for number in numbers)
    return Estimate(estimate, se, low, high, value.n)


def nothing(n: int = 0) -> Estimate:
    """Return the estimate of something that never occurred."""
    return Estimate(None, None, None, None, n)


def _variance(n: int, total: float, squares: float) -> float:
    """Return the unbiased sample variance; of integers it is exact until the last division."""
    return (n * squares - total * total) / (n * (n - 1))


def mean(n: int, total: float, squares: float) -> Estimate:
    """Return the mean of n numbers from their sum and sum of squares, with a normal interval."""
    if n == 0:
        return nothing()
    value = total / n
    if n == 1:
        return Estimate(value, None, None, None, n)
    se = math.sqrt(max(_variance(n, total, squares), 0.0) / n)
    return Estimate(value, se, value - Z * se, value + Z * se, n)


def proportion(hits: float, n: int) -> Estimate:
    """Return a share with Wilson's score interval (Wilson, JASA 1927), which holds near 0 and 1 too."""
    if n == 0:
        return nothing()
    share = hits / n
    se = math.sqrt(share * (1 - share) / n)
    shrink = 1 + Z * Z / n
    centre = (share + Z * Z / (2 * n)) / shrink
    half = Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / shrink
    low = 0.0 if hits == 0 else centre - half
    high = 1.0 if hits == n else centre + half
    return Estimate(share, se, low, high, n)


def moments(histogram: Mapping[int, int]) -> tuple[int, int, int]:
    """Return n, sum and sum of squares of a histogram (value: times), as Python integers."""
    n = sum(histogram.values())
    total = sum(value * times for value, times in histogram.items())
    squares = sum(value * value * times for value, times in histogram.items())
    return n, total, squares


def mean_of(histogram: Mapping[int, int]) -> Estimate:
    """Return the mean of a histogram (value: times)."""
    return mean(*moments(histogram))


def deviation_of(histogram: Mapping[int, int]) -> Estimate:
    """Return the standard deviation of a histogram (value: times).

    Its standard error is the delta method's, sqrt((m4 - s^4) / n) / (2 s), with m4 the fourth central moment.
    """
    n, total, squares = moments(histogram)
    if n < 2:
        return nothing(n)
    variance = _variance(n, total, squares)
    if variance == 0:
        return Estimate(0.0, 0.0, 0.0, 0.0, n)
    centre = total / n
    fourth = math.fsum(times * (value - centre) ** 4 for value, times in histogram.items()) / n
    deviation = math.sqrt(variance)
    se = math.sqrt(max(fourth - variance * variance, 0.0) / n) / (2 * deviation)
    return Estimate(deviation, se, max(deviation - Z * se, 0.0), deviation + Z * se, n)


def sequence_half_width(n: int, total: float, squares: float) -> float:
    """Return the half-width after n games of a 95 % confidence sequence for the mean.

    It holds at all n at once, so one may look again and again and stop by what one sees: the asymptotic confidence
    sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic
    confidence sequences", Annals of Statistics 2024, theorem 2.2, with rho chosen for SEQUENCE_FOCUS (their eq. 24).
    """
    if n < 2 or _variance(n, total, squares) == 0:  # nothing is known of what has not varied yet
        return math.inf
    alpha = 1 - LEVEL
    rho2 = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha)) + 1) / SEQUENCE_FOCUS
    grown = n * rho2 + 1
    factor = math.sqrt(2 * grown / (n * n * rho2) * math.log(math.sqrt(grown) / alpha))
    return math.sqrt(_variance(n, total, squares)) * factor


def simultaneous_z(intervals: int) -> float:
    """Return the normal quantile with which `intervals` two-sided intervals hold together at 95 % (Bonferroni)."""
    return NormalDist().inv_cdf(1 - (1 - LEVEL) / (2 * max(intervals, 1)))
