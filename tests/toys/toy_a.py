"""Toy A: a gin of 13,305,600 deals, whose every value can be worked out exactly.

Twelve cards, four ranks worth 1 to 4 in three suits. Three cards each, one is turned up, five are the stock. A meld is
two or more of a rank, or in sequence in a suit. A player knocks with 3 or less; gin scores 6 and the other's deadwood;
a knocker who is not below the other is undercut, for 6 and the difference. There are no lay-offs. Both play greedily:
the face-up card is taken if it lowers the deadwood, and what is thrown leaves the least, then is worth the most, then
comes first in suit order. The hand is drawn when a player has thrown a card and the stock is empty.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcards.answers.paths import Paths
from simcards.kernels.jit import kernel

RANKS, SUITS, HAND, STOCK = 4, 3, 3, 5
CARDS = RANKS * SUITS
DEALS = 13_305_600
LIMIT, GIN, UNDERCUT = 3, 6, 6
TURNS = 5
"""Most turns of a player."""

SHAPE = (2, LIMIT + 1, TURNS + 1)
"""Of a chart: players, deadwood, turn (column 0 unused)."""

TURN_BITS, TURN_MASK, RIVALS = 6, 63, 13
"""A path is packed, the first turn lowest: 0 where there is no chance to stop, else 1 + 13 × own + other's deadwood."""


def masks(cards: int) -> list[int]:
    """Return every set of so many cards; a card's number is 4 × suit + rank."""
    return [sum(1 << card for card in chosen) for chosen in itertools.combinations(range(CARDS), cards)]


@functools.cache
def melds() -> list[int]:
    """Return every meld."""
    of_a_rank = [
        sum(1 << (RANKS * suit + rank) for suit in suits)
        for rank in range(RANKS)
        for size in range(2, SUITS + 1)
        for suits in itertools.combinations(range(SUITS), size)
    ]
    in_sequence = [
        sum(1 << (RANKS * suit + rank) for rank in range(low, high + 1))
        for suit in range(SUITS)
        for low, high in itertools.combinations(range(RANKS), 2)
    ]
    return of_a_rank + in_sequence


def least_deadwood(hand: int) -> int:
    """Return the deadwood of a hand that is split so that it is least."""
    splits = (least_deadwood(hand & ~meld) for meld in melds() if hand & meld == meld)
    return min(splits, default=sum(card % RANKS + 1 for card in range(CARDS) if hand >> card & 1))


@functools.cache
def tables() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the deadwood of hands of three, and the card that greedy throws from hands of four, by mask."""
    deadwood, discard = np.zeros(1 << CARDS, np.int64), np.zeros(1 << CARDS, np.int64)
    for hand in masks(HAND):
        deadwood[hand] = least_deadwood(hand)
    for hand in masks(HAND + 1):
        held = [card for card in range(CARDS) if hand >> card & 1]
        discard[hand] = min(held, key=lambda card: (deadwood[hand & ~(1 << card)], -(card % RANKS), card))
    return deadwood, discard


@kernel
def play(hands, deck, stock, deadwood, discard, histories):
    """Play a deal to the first gin and return its packed path.

    Parameters
    ----------
    hands
        int64[2], played in place: masks, the first to act first.
    deck
        int64[6]: the upcard, then the stock.
    stock
        Cards of the stock that may be drawn.
    deadwood, discard
        `tables`.
    histories
        int64[TURNS] to fill: all that the first player has seen when he might knock in each of his turns, as a number.
    """
    path, turn, next_card, top = 0, 0, 1, deck[0]
    seen = hands[0] * 16 + top
    while True:
        seat = turn & 1
        four = hands[seat] | (1 << top)
        drawn = top
        took = deadwood[four & ~(1 << discard[four])] < deadwood[hands[seat]]
        if not took:
            drawn = deck[next_card]
            next_card += 1
            four = hands[seat] | (1 << drawn)
        top = discard[four]
        hands[seat] = four & ~(1 << top)
        if seat == 0:
            seen = seen * 16 + drawn
            histories[turn >> 1] = seen
        else:
            seen = seen * 32 + 16 * took + top
        own = deadwood[hands[seat]]
        if own <= LIMIT:
            path |= (1 + RIVALS * own + deadwood[hands[1 - seat]]) << (TURN_BITS * turn)
        if own == 0 or next_card > stock:
            return path
        turn += 1


@kernel
def play_all(first, seconds, orders, stock, deadwood, discard, paths, histories):
    """Play all deals of the first player's hand; fill ``paths`` (int64[n]) and ``histories`` (int64[n, TURNS])."""
    hands, deck, rest = np.zeros(2, np.int64), np.zeros(6, np.int64), np.zeros(6, np.int64)
    n = 0
    for second in seconds:
        found = 0
        for card in range(CARDS):
            if not ((first | second) >> card) & 1:
                rest[found] = card
                found += 1
        for order in range(orders.shape[0]):
            for place in range(6):
                deck[place] = rest[orders[order, place]]
            hands[0], hands[1] = first, second
            paths[n] = play(hands, deck, stock, deadwood, discard, histories[n])
            n += 1


def deals(stock: int = STOCK) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield the packed paths and the histories of all deals, one hand of the first player after the other."""
    orders = np.array(list(itertools.permutations(range(6))))
    for first in masks(HAND):
        seconds = np.array([hand for hand in masks(HAND) if not hand & first])
        paths = np.zeros(len(seconds) * len(orders), np.int64)
        histories = np.zeros((len(paths), TURNS), np.int64)
        play_all(first, seconds, orders, stock, *tables(), paths, histories)
        yield paths, histories


@kernel
def play_drawn(cards, stock, deadwood, discard, paths, histories):
    """Play deals given as ``cards`` (int64[n, 12]: a hand, the other's hand, the upcard, the stock)."""
    hands = np.zeros(2, np.int64)
    for n in range(cards.shape[0]):
        hands[0] = hands[1] = 0
        for place in range(HAND):
            hands[0] |= 1 << cards[n, place]
            hands[1] |= 1 << cards[n, HAND + place]
        paths[n] = play(hands, cards[n, 2 * HAND :], stock, deadwood, discard, histories[n])


def shuffled(rng: np.random.Generator, hands: int) -> NDArray[np.int64]:
    """Return so many random deals."""
    return rng.permuted(np.tile(np.arange(CARDS), (hands, 1)), axis=1)


def played(cards: NDArray[np.int64], stock: int = STOCK) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the packed paths and the histories of given deals."""
    paths, histories = np.zeros(len(cards), np.int64), np.zeros((len(cards), TURNS), np.int64)
    play_drawn(cards, stock, *tables(), paths, histories)
    return paths, histories


def unpack(paths: NDArray[np.int64], ties_undercut: bool = True) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return own deadwood (-1 where there is no chance to stop) and the first player's net points, (paths, turns)."""
    packed = paths[:, None] >> TURN_BITS * np.arange(2 * TURNS) & TURN_MASK
    own, rival = np.divmod(packed - 1, RIVALS)
    own[packed == 0] = -1
    undercut = (rival <= own) if ties_undercut else (rival < own)
    value = rival - own + GIN * (own == 0) - UNDERCUT * (undercut & (own > 0))
    return own, np.where(np.arange(2 * TURNS) % 2 == 0, value, -value)


@dataclass(frozen=True)
class Population:
    """All deals: the different paths that occur, how many deals have each, and the paths as the engine reads them."""

    packed: NDArray[np.int64]
    counts: NDArray[np.int64]
    points: Paths
    """One hand for each different path."""

    def paths(self, chosen: NDArray[np.int64]) -> Paths:
        """Return hands with the paths of these numbers."""
        lengths = self.points.lengths[chosen].astype(np.int64)
        starts = np.cumsum(self.points.lengths, dtype=np.int64) - self.points.lengths
        place = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        at = np.repeat(starts[chosen], lengths) + place
        return Paths(self.points.lengths[chosen], *(column[at] for column in self.points[1:]))

    def draw(self, rng: np.random.Generator, hands: int) -> NDArray[np.int64]:
        """Return the numbers of the paths of hands that are dealt at random."""
        return np.searchsorted(np.cumsum(self.counts), rng.integers(DEALS, size=hands), side="right")

    def sample(self, rng: np.random.Generator, hands: int) -> Paths:
        """Return hands that are dealt at random."""
        return self.paths(self.draw(rng, hands))


def points_of(packed: NDArray[np.int64], ties_undercut: bool = True) -> Paths:
    """Return packed paths, one a hand, as the engine reads them."""
    own, value = unpack(packed, ties_undercut)
    hand, turn = np.nonzero(own >= 0)
    row, net = own[hand, turn].astype(np.int16), value[hand, turn].astype(np.int32)
    return Paths(
        lengths=np.bincount(hand, minlength=len(packed)).astype(np.uint16),
        player=(turn % 2).astype(np.int16),
        row=row,
        turn=(turn // 2 + 1).astype(np.int16),
        forced=(row == 0).astype(np.int16),
        value=np.stack([net, -net], axis=1),
    )


@functools.cache
def population(stock: int = STOCK, ties_undercut: bool = True) -> Population:
    """Return all deals; with another stock or other ties it is a faulty one."""
    found = [np.unique(paths, return_counts=True) for paths, _ in deals(stock)]
    packed, which = np.unique(np.concatenate([paths for paths, _ in found]), return_inverse=True)
    counts = np.bincount(which, weights=np.concatenate([times for _, times in found])).astype(np.int64)
    return Population(packed, counts, points_of(packed, ties_undercut))
