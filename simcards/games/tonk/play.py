"""Tonk played by policies: one hand, and a slice of a run counted."""

from __future__ import annotations

import numpy as np

from simcards.games.tonk.kernel import apply_action, deal
from simcards.games.tonk.params import SHARES, UNIT, Ending, Outcome, Phase
from simcards.games.tonk.policies import choose_action
from simcards.games.tonk.showdown import settle
from simcards.kernels.bits import popcount
from simcards.kernels.deck import shuffle_deck
from simcards.kernels.jit import kernel
from simcards.kernels.rng import place_stream

SHARE_BIN = np.array([SHARES.index(share) if share in SHARES else 0 for share in range(UNIT)], dtype=np.int64)


@kernel
def play_hand(params, policies, state, scratch):
    """Play a dealt hand to its end, each seat by its policy (``policies``: POLICY[players])."""
    while state.phase != Phase.OVER:
        apply_action(params, state, choose_action(params, policies[state.to_act], state, scratch))


@kernel
def payoff_bin(payoff, bins):
    """Return the bin, of `bins`, of a payoff in sixtieths: whole stakes first, then the share beyond them."""
    stakes = payoff // UNIT
    most = (bins // len(SHARES) - 1) // 2
    return (stakes + most) * len(SHARES) + SHARE_BIN[payoff - stakes * UNIT]


@kernel
def count_hand(params, state, rule_set, counts):
    """Add a finished hand to the counts of a rule set."""
    ended, drop_count, won, payoff = counts
    ended[rule_set, state.outcome, state.turns] += 1
    if state.ending == Ending.DROPPED:
        drop_count[rule_set, int(state.outcome == Outcome.CAUGHT), state.count[state.ender]] += 1
    share = UNIT // popcount(state.winners) if state.winners != 0 else 0
    for seat in range(params.players):
        position = (seat - state.dealer - 1 + params.players) % params.players
        payoff[rule_set, seat, position, payoff_bin(state.payoff[seat], payoff.shape[3])] += 1
        if state.winners >> seat & 1:
            won[rule_set, seat, position] += share


@kernel
def run_slice(rules, policies, first, games, state, scratch, counts):
    """Play games `first` … `first + games - 1` of the seed in `scratch` and count them.

    Game g is dealt by seat g mod the number of players.

    Parameters
    ----------
    rules
        PARAMS[n]: the hands are played under the first; the others differ only in payments.
    policies, state, scratch
        POLICY[players], a state and a scratch record.
    counts
        The arrays of `params.count_shapes`, each with an axis for the rule sets in front, to add to.
    """
    for game in range(first, first + games):
        place_stream(game, scratch)
        shuffle_deck(scratch, state.deck)
        deal(rules[0], game % rules[0].players, state)
        play_hand(rules[0], policies, state, scratch)
        count_hand(rules[0], state, 0, counts)
        for i in range(1, rules.shape[0]):
            settle(rules[i], state)
            count_hand(rules[i], state, i, counts)
