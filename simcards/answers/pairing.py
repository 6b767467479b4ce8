"""Figures of hands that alternatives played on the same deals, and what they differ by.

Each figure is followed batch by batch: to first order, a batch pulls the figure away from its mean by an amount of its
own (for a mean, what its hands exceed it by; for a share of some hands and for a standard deviation, by the delta
method). The pulls of two alternatives subtract, so that the luck of the deals, which both had, cancels; the standard
error of a difference comes from how the remaining pulls vary, and its interval from Student's t (Law, "Simulation
Modeling and Analysis", 5th ed. 2015, sections 9.5.3 and 10.2.1).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcards.answers.batches import student
from simcards.game import Moments
from simcards.stats import LEVEL, Estimate

Pulls = NDArray[np.float64]


def numbers(moments: Moments) -> tuple[float, float, float]:
    """Return moments as a line of an array; NaN stands for squares that nobody counted."""
    return moments.n, moments.total, math.nan if moments.squares is None else moments.squares


@dataclass(frozen=True)
class Followed:
    """A figure over all batches, and what each batch pulls it by, which adds up to nothing."""

    value: float
    pulls: Pulls
    n: int
    total: float

    def estimate(self) -> Estimate:
        """Return the figure with its interval."""
        return interval(self.value, self.pulls, self.n)

    def less(self, base: Followed, comparisons: int = 1) -> Estimate:
        """Return how much more this figure is than the base's on the same deals, of so many that hold together."""
        return interval(self.value - base.value, self.pulls - base.pulls, self.n, comparisons)


def follow(batches: NDArray[np.float64]) -> Followed | None:
    """Return the figure whose n, totals and sums of squares by batch these are, or None if there is none yet."""
    hands, totals, squares = batches.T
    n, total = float(hands.sum()), float(totals.sum())
    spread = not np.isnan(squares).any()
    if n <= spread:
        return None
    mean = total / n
    if not spread:
        return Followed(mean, (totals - mean * hands) / n, int(n), total)
    around = max(float(squares.sum()) - mean * total, 0.0)
    deviation = math.sqrt(around / (n - 1))
    beyond = squares - 2 * mean * totals + (mean * mean - around / n) * hands
    pulls = beyond / (2 * deviation * n) if deviation else np.zeros(len(hands))
    return Followed(deviation, pulls, int(n), total)


def interval(value: float, pulls: Pulls, n: int, comparisons: int = 1) -> Estimate:
    """Return a value with the interval that the pulls of its batches give, of `comparisons` that hold together.

    Where no batch pulls, the interval is the value alone; where there is only one batch, there is none.
    """
    batches = len(pulls)
    if batches == 1:
        return Estimate(value, None, None, None, n)
    se = math.sqrt(math.fsum(pull * pull for pull in pulls.tolist()) * batches / (batches - 1))
    half = student(1 - (1 - LEVEL) / comparisons, batches - 1) * se
    return Estimate(value, se, value - half, value + half, n)
