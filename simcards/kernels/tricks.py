"""Trick-taking with ace high: which cards of a suit are higher, what beats what, and what is in the tricks taken.

A card's strength is its place in its suit, two 0 to ace 12. A lane holds a suit's cards by rank as masks have them (ace
in bit 0); `by_strength` turns it so that bit i is the card of strength i.
"""

from __future__ import annotations

from simcards.cards import LANE
from simcards.kernels.bits import highest, lowest, popcount
from simcards.kernels.jit import kernel
from simcards.kernels.melds import COLUMN, LANE_BITS

JACK = 10
"""The jack's rank."""

ACES, TENS, JACKS, QUEENS, KINGS = (COLUMN << rank for rank in (0, 9, 10, 11, 12))


@kernel
def suit_of(card):
    """Return a card's suit, 0 to 3."""
    return card // LANE


@kernel
def strength(card):
    """Return a card's strength, 0 to 12."""
    return (card % LANE + 12) % 13


@kernel
def suit_mask(suit):
    """Return the mask of a suit's cards."""
    return LANE_BITS << (LANE * suit)


@kernel
def by_strength(cards, suit):
    """Return the cards of a suit among `cards`, bit i for strength i."""
    lane = (cards >> (LANE * suit)) & LANE_BITS
    return (lane >> 1) | ((lane & 1) << 12)


@kernel
def card_of(power, suit):
    """Return the number of the card of a strength in a suit."""
    return LANE * suit + (power + 1) % 13


@kernel
def top_card(cards, suit):
    """Return the highest card of a suit among `cards`, which hold one."""
    return card_of(highest(by_strength(cards, suit)), suit)


@kernel
def bottom_card(cards, suit):
    """Return the lowest card of a suit among `cards`, which hold one."""
    return card_of(lowest(by_strength(cards, suit)), suit)


@kernel
def beats(card, best, trump):
    """Return whether a card takes the trick from the best card so far."""
    if suit_of(card) == suit_of(best):
        return strength(card) > strength(best)
    return suit_of(card) == trump


@kernel
def trick_points(cards):
    """Return the trick points of some cards: ten 10, ace 4, king 3, queen 2, jack 1."""
    return (
        10 * popcount(cards & TENS)
        + 4 * popcount(cards & ACES)
        + 3 * popcount(cards & KINGS)
        + 2 * popcount(cards & QUEENS)
        + popcount(cards & JACKS)
    )
