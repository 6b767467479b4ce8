"""Means of hands that share their deals, by batches.

Two ways to play are compared on the same deals, and each deal is played with the seats swapped too. The hands of one
deal are then not independent, but whole batches of deals are: a mean's standard error comes from how its batches
differ, and its interval from Student's t (Law, "Simulation Modeling and Analysis", 5th ed. 2015, section 9.5.3). The
batches of two alternatives subtract one by one, so that what they have in common cancels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from simcards.stats import LEVEL, Estimate, nothing, proportion

BATCHES = 100
"""Batches of a run; t has 99 degrees of freedom, hardly wider than the normal distribution."""


def batch_sizes(deals: int) -> list[int]:
    """Return the deals of each batch, as even as they can be."""
    batches = min(BATCHES, deals)
    return [deals // batches + (batch < deals % batches) for batch in range(batches)]


def batch_mean(sums: Sequence[int], sizes: Sequence[int], *, comparisons: int = 1) -> Estimate:
    """Return the mean over all batches with its interval.

    Parameters
    ----------
    sums
        The total of each batch.
    sizes
        How many observations each batch sums up.
    comparisons
        Number of intervals that shall hold together (Bonferroni).

    Returns
    -------
    Estimate
        Without an interval if there is only one batch.
    """
    n = sum(sizes)
    if n == 0:
        return nothing()
    value = sum(sums) / n
    batches = len(sums)
    if batches == 1:
        return Estimate(value, None, None, None, n)
    spread = math.fsum((total - value * size) ** 2 for total, size in zip(sums, sizes, strict=True))
    se = math.sqrt(spread * batches / (batches - 1)) / n
    half = student(1 - (1 - LEVEL) / comparisons, batches - 1) * se
    return Estimate(value, se, value - half, value + half, n)


def batch_share(sums: Sequence[int], sizes: Sequence[int], deals: int) -> Estimate:
    """Return a share of hands, as `batch_mean`; each of `deals` deals was played as often as the others.

    Where no hand counts, or every one, batches do not differ: the interval is then that of `deals` independent hands.
    """
    if sum(sums) in (0, sum(sizes)):
        return replace(proportion(deals if sum(sums) else 0, deals), n=sum(sizes))
    return batch_mean(sums, sizes)


def student(level: float, freedom: int) -> float:
    """Return the half-width of Student's central interval of probability `level`, in standard errors."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 0.5 + level / 2))
