"""Gin played by policies: one hand, and a slice of a run counted."""

from __future__ import annotations

from simcards.games.gin.kernel import apply_action, deal
from simcards.games.gin.params import MOST_POINTS, Outcome, Phase
from simcards.games.gin.policies import choose_action
from simcards.kernels.deck import shuffle_deck
from simcards.kernels.jit import kernel
from simcards.kernels.rng import place_stream


@kernel
def play_hand(params, policies, state, scratch):
    """Play a dealt hand to its end, each seat by its policy (``policies``: POLICY[2])."""
    while state.phase != Phase.OVER:
        scratch.named = 0
        action = choose_action(params, policies[state.to_act], state, scratch)
        apply_action(params, state, scratch, action)


@kernel
def count_hand(state, counts):
    """Add a finished hand to the counts."""
    counts.outcome[state.dealer, state.outcome] += 1
    counts.net[state.dealer, MOST_POINTS + state.payoff[0] - state.payoff[1]] += 1
    counts.ended[state.outcome, state.turns] += 1
    if state.winner >= 0:
        counts.won[state.dealer, state.winner] += 1
    if state.outcome == Outcome.KNOCK or state.outcome == Outcome.UNDERCUT:
        counts.knock_deadwood[state.deadwood[state.knocker]] += 1


@kernel
def run_slice(params, policies, first, games, state, scratch, counts):
    """Play games `first` … `first + games - 1` of the seed in `scratch` and add them to `counts`.

    Game g is dealt by seat g mod 2.
    """
    for game in range(first, first + games):
        place_stream(game, scratch)
        shuffle_deck(scratch, state.deck)
        deal(params, game & 1, state)
        play_hand(params, policies, state, scratch)
        count_hand(state, counts)
