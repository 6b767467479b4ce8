"""Sums of independent whole numbers, such as what hands pay in units: their exact distributions, up to rounding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

TAIL = 1e-15
"""The ends of a distribution are cut off where chances are less than this of the largest; rounding is not smaller."""

SHORT = 64
"""Up to this length of the shorter array a convolution is summed directly, which is as fast and rounds less."""

ROUNDING = 1e-12
"""More than any chance here is wrong, by rounding and by what is cut off."""

SPARSE = 8
"""An array with fewer than one number in so many places is summed number by number."""


class Distribution(NamedTuple):
    """The chances of whole numbers from `low` on."""

    low: int
    mass: Floats

    @property
    def high(self) -> int:
        """The largest value."""
        return self.low + len(self.mass) - 1

    @property
    def values(self) -> NDArray[np.int64]:
        """The values, one for each chance."""
        return np.arange(self.low, self.high + 1)


NOTHING = Distribution(0, np.ones(1))
"""The sum of no numbers."""


def distribution_of(histogram: Mapping[int, int]) -> Distribution:
    """Return the shares of a histogram (value: times) as chances."""
    low = min(histogram)
    mass = np.zeros(max(histogram) - low + 1)
    for value, times in histogram.items():
        mass[value - low] = times
    return Distribution(low, mass / mass.sum())


def convolved(a: Floats, b: Floats) -> Floats:
    """Return the convolution of two arrays of chances, through Fourier transforms where both are long."""
    if min(len(a), len(b)) <= SHORT:
        return np.convolve(a, b)
    size = len(a) + len(b) - 1
    padded = 1 << (size - 1).bit_length()
    product = np.fft.irfft(np.fft.rfft(a, padded) * np.fft.rfft(b, padded), padded)
    return np.maximum(product[:size], 0.0)


def weighted(weights: Floats, numbers: Floats) -> Floats:
    """Return the sum of `weights`, none negative, times each stretch of `numbers` that is as long."""
    size = len(numbers) - len(weights) + 1
    present = np.flatnonzero(weights)
    if SPARSE * len(present) >= len(weights):
        return convolved(numbers, weights[::-1])[len(weights) - 1 :][:size]
    total = np.zeros(size)
    for place in present.tolist():
        total += weights[place] * numbers[place : place + size]
    return total


def plus(a: Distribution, b: Distribution) -> Distribution:
    """Return the distribution of the sum of two independent numbers, its tails cut."""
    mass = convolved(a.mass, b.mass)
    kept = np.flatnonzero(mass >= TAIL * mass.max())
    return Distribution(a.low + b.low + int(kept[0]), mass[kept[0] : kept[-1] + 1])


def times(a: Distribution, count: int) -> Distribution:
    """Return the distribution of the sum of `count` independent numbers of the same distribution."""
    total, power = NOTHING, a
    while count:
        if count & 1:
            total = plus(total, power)
        count >>= 1
        if count:
            power = plus(power, power)
    return total


class Rising:
    """The chances of at most each value of a distribution."""

    def __init__(self, a: Distribution) -> None:
        self.low = a.low
        self.high = a.high
        self._chances = np.concatenate([[0.0], np.minimum(np.cumsum(a.mass), 1.0)])

    def at_most(self, values: NDArray[np.int64]) -> Floats:
        """Return the chance of at most each of some values."""
        return self._chances[np.clip(values - self.low + 1, 0, len(self._chances) - 1)]

    def quantile(self, share: float) -> int:
        """Return the least value for which the chance of at most it reaches a share."""
        reached = int(np.searchsorted(self._chances[1:], share - ROUNDING))
        return min(self.low + reached, self.high)
