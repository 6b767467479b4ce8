"""Counter-based random words: Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).

Key = seed (two words), counter = (game low, game high, purpose and hand of the match, block). The words of game g of
seed s depend on these alone, so results are the same for any number of threads, any block size and any machine.
uint64 lives in this module only; what leaves it is int64.
"""

from __future__ import annotations

import numpy as np

from simcards.kernels.jit import kernel

STREAM_VERSION = 1
"""Part of every result: grows when the same seed comes to mean other cards."""

PURPOSE_DECK = 0
PURPOSE_SEAT = 1
"""Purpose of seat 0's policy; seat n's is this plus n."""
PURPOSE_TABLE = 16
"""What is drawn for before a match."""

ROUNDS = 10
MULTIPLIER_0 = np.uint64(0xD2511F53)
MULTIPLIER_1 = np.uint64(0xCD9E8D57)
WEYL_0 = np.uint64(0x9E3779B9)
WEYL_1 = np.uint64(0xBB67AE85)
WORD = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)

STREAM_FIELDS = [
    ("seed_low", np.int64),
    ("seed_high", np.int64),
    ("game_low", np.int64),
    ("game_high", np.int64),
    ("hand", np.int64),
    ("used", np.int64, 8),
]
"""Fields that a game's scratch record needs for `below`: the stream's place, and words used by each seat."""


@kernel
def philox(c0, c1, c2, c3, k0, k1):
    """Return the four words (uint64 below 2³²) of one counter under one key, all given as uint64 below 2³²."""
    for _ in range(ROUNDS):
        product_0 = MULTIPLIER_0 * c0
        product_1 = MULTIPLIER_1 * c2
        c0 = (product_1 >> HALF) ^ c1 ^ k0
        c1 = product_1 & WORD
        c2 = (product_0 >> HALF) ^ c3 ^ k1
        c3 = product_0 & WORD
        k0 = (k0 + WEYL_0) & WORD
        k1 = (k1 + WEYL_1) & WORD
    return c0, c1, c2, c3


@kernel
def fill_words(scratch, purpose, words):
    """Fill `words` (int64, a multiple of four of them) with the first words of the stream's `purpose`."""
    game_low, game_high = np.uint64(scratch.game_low), np.uint64(scratch.game_high)
    seed_low, seed_high = np.uint64(scratch.seed_low), np.uint64(scratch.seed_high)
    place = np.uint64((purpose << 24) | scratch.hand)
    for block in range(words.shape[0] // 4):
        w0, w1, w2, w3 = philox(game_low, game_high, place, np.uint64(block), seed_low, seed_high)
        words[4 * block] = np.int64(w0)
        words[4 * block + 1] = np.int64(w1)
        words[4 * block + 2] = np.int64(w2)
        words[4 * block + 3] = np.int64(w3)


@kernel
def below(scratch, seat, n):
    """Return the next whole number below `n` (at most 2³¹) from the stream of `seat`'s policy.

    ``word × n >> 32`` favours some numbers by at most n/2³² in probability: under 3e-9 for a choice among twelve.
    """
    used = scratch.used[seat]
    scratch.used[seat] = used + 1
    words = philox(
        np.uint64(scratch.game_low),
        np.uint64(scratch.game_high),
        np.uint64(((PURPOSE_SEAT + seat) << 24) | scratch.hand),
        np.uint64(used >> 2),
        np.uint64(scratch.seed_low),
        np.uint64(scratch.seed_high),
    )
    word = words[0]
    if used & 3 == 1:
        word = words[1]
    elif used & 3 == 2:
        word = words[2]
    elif used & 3 == 3:
        word = words[3]
    return (np.int64(word) * n) >> 32


@kernel
def place_stream(game, scratch):
    """Put the streams of `scratch` at the start of game number `game` (int64, not negative)."""
    place_hand(game, 0, scratch)


@kernel
def place_hand(match, hand, scratch):
    """Put the streams of `scratch` at the start of a hand (below 2^24) of match number `match` (int64, not negative).

    Hands of a match are numbered from 1, so that they are never those of game number `match`.
    """
    scratch.game_low = match & 0xFFFFFFFF
    scratch.game_high = match >> 32
    scratch.hand = hand
    for seat in range(scratch.used.shape[0]):
        scratch.used[seat] = 0
