"""The chance to have lost a purse at some time within a number of hands: an absorbing barrier, not the end total.

Hands come round in a cycle of places, each with its own distribution of whole units won. The chance of ruin is found
for every purse at once, backwards from the last hand: before a hand it is the mean of the chances after it, and 1 once
the purse is gone. Only purses that a stretch of hands can use up need these steps one by one; for larger ones the
stretch is a single convolution. So a stretch of 2^k cycles is a convolution beyond what it can lose, and its two
halves, in the same way, below. What it can lose at any time is bounded by Chernoff's bound with Ville's inequality for
the supermartingale exp(-t S), up to a chance of NEVER.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from simcards.answers.sums import Distribution, Floats, plus, weighted

NEVER = 1e-18
"""What happens with a smaller chance is left out, once in each stretch of hands."""

CUT = 1e-15
"""Purses that are lost with a smaller chance are cut off after each stretch that is not part of another."""


def ruin(cycle: Sequence[Distribution], hands: int) -> Floats:
    """Return by units brought, 0 on, the chance to have lost them all at some time within `hands` hands.

    The first hand is in the first place of the cycle. A hand may cost more than is left. Purses beyond the end of the
    array are lost with chances below CUT.
    """
    rounds, rest = divmod(hands, len(cycle))
    ruined = np.zeros(0)
    for hand in reversed(cycle[:rest]):
        ruined = expected(ruined, hand, 1, len(ruined) + max(-hand.low, 0))
    stretches = Stretches(cycle, rounds)
    for level in range(rounds.bit_length()):
        if rounds >> level & 1:
            ruined = _cut(stretches.before(ruined, level, len(ruined) + stretches.fall[level]))
    return np.concatenate([[1.0], ruined])


def expected(after: Floats, won: Distribution, first: int, last: int) -> Floats:
    """Return the mean chance of ruin of the purses `first` … `last` to which an amount `won` is added.

    Parameters
    ----------
    after
        The chances of the purses 1, 2, …; smaller purses have 1, larger ones 0.
    """
    size = last - first + 1
    if size <= 0:
        return np.zeros(0)
    low, high = first + won.low, last + won.high
    ones, known = min(max(1 - low, 0), high - low + 1), after[max(low - 1, 0) : max(high, 0)]
    chances = np.zeros(high - low + 1)
    chances[:ones] = 1.0
    chances[ones : ones + len(known)] = known
    return weighted(won.mass, chances)


def reach(cycle: Sequence[Distribution], rounds: int, sign: int, never: float = NEVER) -> int:
    """Return how many units are not lost (sign -1) or won (1) at any time in so many rounds, but for a chance `never`.

    For each t > 0, the chance to be at R or beyond is at most exp(-t R) times the product over the hands of
    max(1, E exp(t X)).
    """
    most = rounds * sum(max(sign * (hand.low if sign < 0 else hand.high), 0) for hand in cycle)
    if most == 0:
        return 0
    scale = math.sqrt(sum(float(hand.mass @ hand.values**2) for hand in cycle) / len(cycle))
    steepness = np.geomspace(1e-3, 20, 80) / scale
    growth = np.zeros(len(steepness))
    for hand in cycle:
        present = np.flatnonzero(hand.mass)
        exponents = sign * np.outer(steepness, hand.values[present]) + np.log(hand.mass[present])
        growth += np.maximum(np.logaddexp.reduce(exponents, axis=1), 0.0)
    bound = (rounds * growth - math.log(never)) / steepness
    return min(most, math.ceil(float(bound.min())))


class Stretches:
    """Stretches of 1, 2, 4, … cycles, up to `rounds` of them."""

    def __init__(self, cycle: Sequence[Distribution], rounds: int) -> None:
        self.cycle = cycle
        levels = range(rounds.bit_length())
        self.fall = [reach(cycle, 2**level, -1) for level in levels]
        self.rise = [reach(cycle, 2**level, 1) for level in levels]
        self.won = [cycle[0]]
        for hand in cycle[1:]:
            self.won[0] = plus(self.won[0], hand)
        for _ in levels[1:]:
            self.won.append(plus(self.won[-1], self.won[-1]))

    def before(self, after: Floats, level: int, size: int) -> Floats:
        """Return the chances of the purses 1 … `size` before a stretch of 2^level cycles, from those after it."""
        if level == 0:
            return self._before_cycle(after, size)
        near = min(size, self.fall[level])
        half = level - 1
        middle = min(near + self.rise[half], len(after) + self.fall[half])
        close = self.before(self.before(after, half, middle), half, near)
        return np.concatenate([close, expected(after, self.won[level], near + 1, size)])

    def _before_cycle(self, after: Floats, size: int) -> Floats:
        for place in reversed(range(len(self.cycle))):
            earlier = sum(max(hand.high, 0) for hand in self.cycle[:place])
            after = expected(after, self.cycle[place], 1, size + earlier)
        return after


def _cut(ruined: Floats) -> Floats:
    kept = np.flatnonzero(ruined >= CUT)
    return ruined[: kept[-1] + 1] if len(kept) else ruined[:0]
