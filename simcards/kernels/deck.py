"""Shuffling the deck of a game."""

from __future__ import annotations

import numpy as np

from simcards.cards import DECK
from simcards.kernels.jit import kernel
from simcards.kernels.rng import PURPOSE_DECK, fill_words

ORDERED = np.array(DECK, dtype=np.int64)


@kernel
def shuffle_deck(scratch, deck):
    """Fill `deck` (int64[52]) with the cards of the game that `scratch` stands at, uniformly shuffled.

    A full Fisher–Yates shuffle from one loop of words (``scratch.words``, int64[52]: 51 are used, and blocks come in
    fours); ``word × n >> 32`` biases a single exchange by at most 52/2³², about 1.2e-8.
    """
    fill_words(scratch, PURPOSE_DECK, scratch.words)
    for i in range(52):
        deck[i] = ORDERED[i]
    for i in range(51, 0, -1):
        j = (scratch.words[i] * (i + 1)) >> 32
        card = deck[i]
        deck[i] = deck[j]
        deck[j] = card
