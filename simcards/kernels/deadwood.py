"""Least deadwood of a hand, and the best discard.

Once it is fixed which cards go into sets, the runs of what remains are no choice: every sequence of three or more
counts whole. So the least deadwood is the least over the choices of sets; a set that meets no run is always laid down.
"""

from __future__ import annotations

from simcards.kernels.bits import highest, lowest, popcount
from simcards.kernels.jit import kernel
from simcards.kernels.melds import (
    COLUMN,
    all_suits,
    any_suit,
    count_set_choices,
    run_cover,
    set_choice,
    set_ranks,
)

# Ranks (bit 0 the ace) whose points, 1 to 10, have the bit 1, 2, 4 or 8; high aces count 1 too.
ONES = COLUMN * 0b10_0001_0101_0101
TWOS = COLUMN * 0b1_1110_0110_0110
FOURS = COLUMN * 0b0_0000_0111_1000
EIGHTS = COLUMN * 0b1_1111_1000_0000
TENS = COLUMN * 0b1_1110_0000_0000
MANY = 1 << 20
"""More than any deadwood."""


@kernel
def points(mask):
    """Return the points of the cards in `mask`: ace 1, 2–10 their number, J Q K 10."""
    return popcount(mask & ONES) + 2 * popcount(mask & TWOS) + 4 * popcount(mask & FOURS) + 8 * popcount(mask & EIGHTS)


@kernel
def card_points(card):
    """Return the points of one card number."""
    return min((card & 15) % 13 + 1, 10)


@kernel
def free_sets(mask, ranks, claimed):
    """Return the sets of `ranks` that meet none of the `claimed` cards, and the ranks of those that do."""
    contested = ranks & any_suit(all_suits(ranks) & claimed)
    return all_suits(ranks & ~contested) & mask, contested


@kernel
def least_deadwood(mask):
    """Return the least deadwood, in points, of any hand of up to 14 cards, ace low."""
    runs = run_cover(mask)
    ranks = set_ranks(mask)
    if ranks == 0:
        return points(mask & ~runs)
    free, contested = free_sets(mask, ranks, runs)
    rest = mask & ~free
    if contested == 0:
        return points(rest & ~runs)
    return _least_over_sets(rest, contested)


@kernel
def _least_over_sets(mask, ranks):
    least = MANY
    for choice in range(count_set_choices(mask, ranks)):
        unset = mask & ~set_choice(mask, ranks, choice)
        least = min(least, points(unset & ~run_cover(unset)))
    return least


@kernel
def dearest_card(mask):
    """Return the card of most points in `mask` (not empty); of equal ones the first in suit order."""
    tens = mask & TENS
    if tens != 0:
        return lowest(tens)
    top = highest(any_suit(mask))
    return lowest(mask & (COLUMN << top))


@kernel
def best_discard(mask, barred):
    """Return the least deadwood after one discard that is not `barred`, and that discard.

    Of several such discards it is the one of most points, then the first in suit order. This is the least over all
    discards: under a fixed choice of sets, dropping the dearest loose card beats dropping a melded one, so it is enough
    to look at loose cards under every choice; where a choice leaves none loose, every card is tried.
    """
    runs = run_cover(mask)
    ranks = set_ranks(mask)
    free, contested = free_sets(mask, ranks, runs)
    rest = mask & ~free
    if contested == 0:
        loose = rest & ~runs
        if loose & ~barred == 0:
            return best_discard_by_trial(mask, barred)
        card = dearest_card(loose & ~barred)
        return points(loose) - card_points(card), card
    best, best_card = MANY, -1
    for choice in range(count_set_choices(rest, contested)):
        unset = rest & ~set_choice(rest, contested, choice)
        loose = unset & ~run_cover(unset)
        if loose & ~barred == 0:
            return best_discard_by_trial(mask, barred)
        card = dearest_card(loose & ~barred)
        left = points(loose) - card_points(card)
        if left < best or (left == best and dearer(card, best_card)):
            best, best_card = left, card
    return best, best_card


@kernel
def dearer(card, other):
    """Return whether `card` is to be discarded before `other`: more points, or as many and first in suit order."""
    mine, theirs = card_points(card), card_points(other)
    return mine > theirs or (mine == theirs and card < other)


@kernel
def best_discard_by_trial(mask, barred):
    """Return what `best_discard` does, by trying every discard."""
    best, best_card = MANY, -1
    cards = mask & ~barred
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        left = least_deadwood(mask & ~(1 << card))
        if left < best or (left == best and dearer(card, best_card)):
            best, best_card = left, card
    return best, best_card


@kernel
def best_split(hand, both):
    """Return the sets, the runs and the deadwood of a split of least deadwood.

    With `both` true a run may end Q-K-A too; an ace that does so lies in bit 13 of its lane in the masks returned. Each
    ace lies low or high, never both, so every placing of the aces that could lie high is tried.
    """
    could = hand & COLUMN & (hand >> 11) & (hand >> 12) if both else 0
    best, best_sets, best_runs = MANY, 0, 0
    high = could
    while True:
        placed = (hand & ~high) | (high << 13)
        ranks = set_ranks(hand)
        for choice in range(count_set_choices(placed, ranks)):
            sets = set_choice(placed, ranks, choice)
            runs = run_cover(placed & ~sets)
            left = points(placed & ~sets & ~runs)
            if left < best:
                best, best_sets, best_runs = left, sets, runs
        if high == 0:
            return best_sets, best_runs, best
        high = (high - 1) & could


@kernel
def discard_leaving_least(hand, both):
    """Return what `best_discard` does of any hand, by trying every discard, aces low or both ways."""
    best, best_card = MANY, -1
    cards = hand
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        left = best_split(hand & ~(1 << card), both)[2]
        if left < best or (left == best and dearer(card, best_card)):
            best, best_card = left, card
    return best, best_card
