"""Melds as bit patterns: runs along a suit's lane, sets across the lanes.

A mask has the 16-bit lanes of `simcards.cards`. Bit 13 of a lane may hold the suit's ace as the card above the king;
a caller that plays aces both ways decides for each ace where it lies (`simcards.kernels.deadwood.best_split`).
"""

from __future__ import annotations

from simcards.cards import FULL_MASK
from simcards.kernels.bits import lowest, popcount
from simcards.kernels.jit import kernel

COLUMN = 0x0001_0001_0001_0001
"""The four aces; shifted left by r, the four cards of rank r."""
LANE_BITS = 0x1FFF
HIGH_ACES = COLUMN << 13
CARDS = FULL_MASK


@kernel
def run_cover(mask):
    """Return the cards of `mask` that lie in a sequence of three or more of their suit."""
    starts = mask & (mask >> 1) & (mask >> 2)
    return starts | (starts << 1) | (starts << 2)


@kernel
def aces_low(mask):
    """Return `mask` with every high ace moved to its low place."""
    return (mask & ~HIGH_ACES) | ((mask & HIGH_ACES) >> 13)


@kernel
def set_ranks(mask):
    """Return the ranks (bits 0–12) of which `mask` (no high aces) holds three or four cards."""
    clubs, diamonds, hearts, spades = mask, mask >> 16, mask >> 32, mask >> 48
    three = (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds))
    return three & LANE_BITS


@kernel
def any_suit(mask):
    """Return the ranks (bits 0–12) of which `mask` holds a card."""
    halves = mask | (mask >> 32)
    return (halves | (halves >> 16)) & LANE_BITS


@kernel
def all_suits(ranks):
    """Return all four cards of each rank in `ranks` (bits 0–12)."""
    return ranks * COLUMN


@kernel
def set_column(mask, rank):
    """Return the cards of one rank in `mask`, high aces with the aces."""
    column = mask & (COLUMN << rank)
    if rank == 0:
        column |= mask & HIGH_ACES
    return column


@kernel
def count_set_choices(mask, ranks):
    """Return in how many ways sets can be laid down or not from the ranks given: 2 for three cards, 6 for four."""
    choices = 1
    while ranks != 0:
        choices *= 2 if popcount(set_column(mask, lowest(ranks))) == 3 else 6
        ranks &= ranks - 1
    return choices


@kernel
def set_choice(mask, ranks, choice):
    """Return the cards laid down in sets under choice number `choice`, below `count_set_choices(mask, ranks)`.

    Of three cards: all or none. Of four: none, all, or all but one.
    """
    laid = 0
    while ranks != 0:
        column = set_column(mask, lowest(ranks))
        ranks &= ranks - 1
        if popcount(column) == 3:
            if choice & 1:
                laid |= column
            choice >>= 1
        else:
            option = choice % 6
            choice //= 6
            if option > 0:
                laid |= column & ~nth_card(column, option - 2)
    return laid


@kernel
def nth_card(mask, n):
    """Return the mask of card number `n` (from 0) of `mask`, or no card for a negative `n`."""
    if n < 0:
        return 0
    for _ in range(n):
        mask &= mask - 1
    return mask & -mask


@kernel
def fourth_cards(sets):
    """Return the cards missing from the sets of three in `sets` (cards laid down in sets, no high aces)."""
    ranks = set_ranks(sets)
    return all_suits(ranks) & ~sets


@kernel
def run_neighbours(runs):
    """Return the cards that could be added at once to the ends of `runs` (whole sequences of three or more)."""
    return ((runs << 1) | (runs >> 1)) & ~runs & CARDS


@kernel
def reach_of_runs(runs, mask):
    """Return the cards of `mask` that can be added to `runs` one after another."""
    reached = 0
    ends = run_neighbours(runs) & mask
    while ends != 0:
        reached |= ends
        ends = ((ends << 1) | (ends >> 1)) & mask & ~reached
    return reached
