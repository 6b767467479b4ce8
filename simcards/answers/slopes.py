"""How the chance of ruin moves with the chances of what a hand pays: the derivatives that its standard error needs.

Hand h of a session, in the place p of the cycle, pays d: the derivative of the ruin of a purse by the chance of d in p
is the sum over these hands of P(the purse is x before hand h) times the ruin of x + d after it. That costs as much as
playing the session a few times, purse by purse; where it would take more than MOST_WORK multiplications, payments are
rounded to a coarser unit, each split between its two neighbours so that means stay. An error of a few percent of a
standard error is all that comes of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from simcards.answers.ruin import expected, reach
from simcards.answers.sums import Distribution, Floats, convolved

MOST_WORK = 1e8
"""Multiplications of one pass over the session."""

UNLIKELY = 1e-6
"""The purse is followed up to what it exceeds with this chance."""


def slopes(cycle: Sequence[Distribution], hands: int, purse: int) -> list[Floats]:
    """Return by place the derivatives of a purse's chance of ruin within `hands` hands, one for each value's chance.

    The derivatives are as if the chances could move freely; what they add up to if all values rise alike is no matter.
    """
    rounds = -(-hands // len(cycle))
    span = max(max(hand.high, 0) - min(hand.low, 0) for hand in cycle) + 1
    room = purse + reach(cycle, rounds, 1, UNLIKELY)
    step = max(math.ceil(math.sqrt(hands * room * span / MOST_WORK)), 1)
    coarse = [coarser(hand, step) for hand in cycle]
    found = _slopes(coarse, hands, max(round(purse / step), 1), -(-room // step))
    return [
        np.interp(hand.values / step, rough.values, slope)
        for hand, rough, slope in zip(cycle, coarse, found, strict=True)
    ]


def coarser(hand: Distribution, step: int) -> Distribution:
    """Return a distribution in units of `step`, each value split between its neighbours; zero is among its values."""
    below, beyond = np.divmod(hand.values, step)
    low, high = min(int(below[0]), 0), max(int(below[-1]) + 1, 0)
    mass = np.zeros(high - low + 1)
    np.add.at(mass, below - low, hand.mass * (1 - beyond / step))
    np.add.at(mass, below - low + 1, hand.mass * (beyond / step))
    return Distribution(low, mass)


def _slopes(cycle: Sequence[Distribution], hands: int, purse: int, room: int) -> list[Floats]:
    """Return by place the derivatives, where each distribution has zero among its values."""
    found = [np.zeros(len(hand.mass)) for hand in cycle]
    alive = np.zeros(room)
    alive[purse - 1] = 1.0
    for hand, after in enumerate(_ruin_after(cycle, hands, room)):
        won = cycle[hand % len(cycle)]
        around = np.concatenate([np.ones(-won.low), after, np.zeros(won.high)])
        found[hand % len(cycle)] += np.correlate(around, alive, "valid")
        alive = convolved(alive, won.mass)[-won.low :][:room]
    return found


def _ruin_after(cycle: Sequence[Distribution], hands: int, room: int) -> Iterator[Floats]:
    """Yield after each hand the chances of ruin of the purses 1 … `room`; only every so many are kept at a time."""
    stride = math.isqrt(hands - 1) + 1
    kept = {hands: np.zeros(room)}
    for first in reversed(range(0, hands, stride)):
        last = min(first + stride, hands)
        kept[first] = _back(cycle, kept[last], first, last)[0]
    for first in range(0, hands, stride):
        last = min(first + stride, hands)
        yield from _back(cycle, kept[last], first, last)[1:]


def _back(cycle: Sequence[Distribution], ruined: Floats, first: int, last: int) -> list[Floats]:
    """Return the chances before hand `first`, before the next, … and after hand `last` - 1."""
    stages = [ruined]
    for hand in reversed(range(first, last)):
        stages.append(expected(stages[-1], cycle[hand % len(cycle)], 1, len(ruined)))
    return stages[::-1]
