"""What matches leave behind, in every game that has them: who won, after how many hands, with what final scores."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from simcards.kernels.jit import kernel

MOST_HANDS = 1_000
"""A match that nobody has won after so many hands ends undecided."""

WIN_UNIT = 60
"""Wins are counted in parts of a match, so that partners can share one."""

LOW_BITS = 22
"""Squares are summed in two parts, the lower bits apart, so that no sum of 10^9 matches overflows."""

SUMS = 5
"""Numbers of a sum: how many, what is above zero, what is below, and the squares' lower and higher bits."""


class End(IntEnum):
    """How a match ended."""

    WON = 0
    TIED = 1
    UNDECIDED = 2


COUNT_AXES = {
    "ended": ("end", "hands"),
    "won": ("seat", "place"),
    "side_won": ("side",),
    "score": ("seat", "place", "sum"),
    "margin": ("sum",),
}
"""What a block of matches leaves behind.

`ended` by end (`End`) and hands: numbers of matches. `won` by seat and the seat's place in the first hand (0: first to
act), and `side_won` by side: parts of matches, of which a match has WIN_UNIT, divided among its winners. `score` sums
the final scores of decided matches, `margin` the winners' lead over the best of the others.
"""


def count_shapes(seats: int, sides: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the counts of a table with so many seats, of so many sides."""
    return {
        "ended": (len(End), MOST_HANDS + 1),
        "won": (seats, seats),
        "side_won": (sides,),
        "score": (seats, seats, SUMS),
        "margin": (SUMS,),
    }


@kernel
def add_sum(value, sums):
    """Add a number (int64 below 2^31) to `sums` (int64[SUMS])."""
    sums[0] += 1
    sums[1 if value >= 0 else 2] += abs(value)
    square = value * value
    sums[3] += square & ((1 << LOW_BITS) - 1)
    sums[4] += square >> LOW_BITS


@kernel
def count_match(end, hands, winners, finals, places, counts):
    """Add a match to the counts of the first rule set.

    Parameters
    ----------
    end, hands
        How it ended (`End`), and after how many hands.
    winners
        The seats that have won it, a bit each: all those of one side, or none.
    finals, places
        int64[seats], the final score and the place in the first hand of each seat.
    counts
        The arrays of `count_shapes`, each with an axis for the rule sets in front.
    """
    ended, won, side_won, score, margin = counts
    ended[0, end, hands] += 1
    if end == End.UNDECIDED:
        return
    seats, sides = won.shape[1], side_won.shape[1]
    for seat in range(seats):
        add_sum(finals[seat], score[0, seat, places[seat]])
        if winners >> seat & 1:
            won[0, seat, places[seat]] += WIN_UNIT * sides // seats
            side_won[0, seat % sides] += WIN_UNIT * sides // seats
    if end == End.WON:
        add_sum(lead(winners, finals), margin[0])


@kernel
def lead(winners, finals):
    """Return by how many points the winners' score is above the best of the others; below it is negative."""
    best, own = np.int64(-(1 << 31)), np.int64(0)
    for seat in range(finals.shape[0]):
        if winners >> seat & 1:
            own = finals[seat]
        else:
            best = max(best, finals[seat])
    return own - best
