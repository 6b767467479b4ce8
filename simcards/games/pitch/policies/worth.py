"""What a hand is worth to the pitcher: the points it can be expected to take, in millionths.

Whether its top is High, its bottom Low and the jack in play goes by the deal (``params.none_dealt``). How often Low,
the jack and Game are brought home are rounded shares from hands of `simple` against itself, by the number of trumps:
rough, as a player's own experience is. "What a suit is worth" in the rules' page tells how they are put together, and
where chances are rounded.
"""

from __future__ import annotations

import numpy as np

from simcards.games.pitch.params import MILLION
from simcards.kernels.bits import highest, lowest, popcount
from simcards.kernels.jit import kernel
from simcards.kernels.tricks import JACK, by_strength, strength

LOW_HOME = np.array([0, 34, 58, 72, 85, 94, 100], dtype=np.int64)
"""By the number of trumps, how often in 100 one's own lowest trump, if it is Low, comes home with four players."""

GAME_HOME = np.array([0, 10, 28, 50, 72, 88, 100], dtype=np.int64)
"""The same for Game, with the highest trump in play."""

JACK_HOME = np.array([0, 25, 94, 96, 98, 100, 100], dtype=np.int64)
"""The same for a jack that one holds."""

LOW_PER_PLAYER, GAME_WITHOUT_HIGH = 10, 18
"""What Low loses in 100 for each player over four, and Game without the highest trump."""


@kernel
def suit_worth(params, hand, suit):
    """Return what a hand is worth with `suit` as trumps."""
    trumps = by_strength(hand, suit)
    if trumps == 0:
        return 0
    high = params.none_dealt[12 - highest(trumps)]
    low = params.none_dealt[lowest(trumps)]
    if not params.low_to_holder:
        low = low_taken(params, popcount(trumps), high, low)
    return high + low + jack_taken(params, trumps, high) + game_taken(params, popcount(trumps), high)


@kernel
def low_taken(params, length, high, low):
    """Return the chance to take Low, given the chances that one's highest trump is High and one's lowest is Low.

    Another's Low falls to the highest trump for sure, else half as often; this share is in whole hundredths.
    """
    own = min(max(LOW_HOME[length] - LOW_PER_PLAYER * (params.players - 4), 0), 100)
    other = LOW_HOME[length] * (MILLION + high) // (2 * MILLION)
    return (low * own + (MILLION - low) * other) // 100


@kernel
def jack_taken(params, trumps, high):
    """Return the chance to take the jack: to bring it home, or to catch it with the highest trump."""
    length = popcount(trumps)
    if trumps >> strength(JACK) & 1:
        return JACK_HOME[length] * (MILLION // 100)
    in_play = MILLION - params.none_dealt[1]
    return in_play * high // MILLION * (12 + 8 * length) // 100


@kernel
def game_taken(params, length, high):
    """Return the chance of Game: by the number of trumps, less without the highest one, more against few others."""
    share = MILLION // params.players - MILLION // 4
    chance = GAME_HOME[length] * (MILLION // 100) - GAME_WITHOUT_HIGH * (MILLION - high) // 100 + share
    return min(max(chance, 0), MILLION)


@kernel
def best_suit(params, hand):
    """Return the suit that is worth most as trumps."""
    best, most = 0, -1
    for suit in range(4):
        found = suit_worth(params, hand, suit)
        if found > most:
            best, most = suit, found
    return best


@kernel
def best_worth(params, hand):
    """Return what a hand is worth with its best suit as trumps."""
    return suit_worth(params, hand, best_suit(params, hand))
