"""Pearson's chi-square test, from the incomplete gamma function."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.special import gammainc, gammaincc

FALSE_ALARM = 1e-4
"""Probability with which a correct generator fails a check; the seeds were fixed before the first look."""


def suspicious(statistic: float, degrees: int) -> bool:
    """Whether a statistic lies in either tail: too far from what is expected, or too near."""
    tails = gammaincc(degrees / 2, statistic / 2), gammainc(degrees / 2, statistic / 2)
    return bool(min(tails) < FALSE_ALARM / 2)


def fits(observed: Sequence[int], probabilities: Sequence[float] | None = None) -> bool:
    """Whether counts fit their probabilities (None: all the same)."""
    counts = np.asarray(observed, dtype=float)
    shares = np.full(len(counts), 1 / len(counts)) if probabilities is None else np.asarray(probabilities)
    expected = shares * counts.sum()
    assert expected.min() >= 5, "too few observations for the approximation"
    return not suspicious(float(((counts - expected) ** 2 / expected).sum()), len(counts) - 1)
