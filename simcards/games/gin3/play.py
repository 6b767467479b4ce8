"""Three-hand gin played by policies: a slice of a run counted."""

from __future__ import annotations

from simcards.games.gin.kernel import deal
from simcards.games.gin.play import count_under_all, play_hand
from simcards.games.gin3.params import PLAYERS, Role
from simcards.kernels.deck import shuffle_deck
from simcards.kernels.jit import kernel
from simcards.kernels.rng import place_stream


@kernel
def run_slice(rules, policies, first, games, state, scratch, counts):
    """Play games `first` … `first + games - 1` of the seed in `scratch` and count them.

    In game g seat g mod 3 is in the box, the next is captain, the third sits out.

    Parameters
    ----------
    rules
        PARAMS[n]: the hands are played under the first; the others differ only in payments.
    policies, state, scratch
        POLICY[2] (of the box and of the captain), a state and a scratch record of gin.
    counts
        The arrays of COUNT_SHAPES, each with an axis for the rule sets in front, to add to.
    """
    for game in range(first, first + games):
        place_stream(game, scratch)
        shuffle_deck(scratch, state.deck)
        deal(rules[0], Role.BOX, state)
        play_hand(rules[0], policies, state, scratch)
        count_under_all(rules, game % PLAYERS, state, counts)
