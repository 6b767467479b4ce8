"""Gin's end of a hand: which melds the knocker lays down, and the defender's melds and lay-offs.

Implements "Play" and "Records" of the rules: the knocker's split with the fewest extending cards, melds and lay-offs
of the defender chosen together, or (`layoff_after_melds`) one after the other.
"""

from __future__ import annotations

from simcards.games.gin.params import Outcome
from simcards.kernels.bits import popcount
from simcards.kernels.deadwood import MANY, free_sets, points
from simcards.kernels.jit import kernel
from simcards.kernels.melds import (
    CARDS,
    count_set_choices,
    fourth_cards,
    reach_of_runs,
    run_cover,
    run_neighbours,
    set_choice,
    set_ranks,
)


@kernel
def lay_down(state, seat, sets, runs):
    """Put down the given melds of a seat; the rest of its hand is deadwood."""
    state.sets[seat] = sets
    state.runs[seat] = runs
    state.deadwood[seat] = points(state.hand[seat] & ~sets & ~runs)


@kernel
def lay_down_least(state, seat, unseen):
    """Put down a split of least deadwood; among those the first one that the fewest `unseen` cards extend."""
    hand = state.hand[seat]
    free, contested = free_sets(hand, set_ranks(hand), run_cover(hand))
    rest = hand & ~free
    least, fewest, best_sets = MANY, 0, 0
    for choice in range(count_set_choices(rest, contested)):
        sets = free | set_choice(rest, contested, choice)
        runs = run_cover(hand & ~sets)
        left = points(hand & ~sets & ~runs)
        if left > least:
            continue
        extending = popcount((fourth_cards(sets) | run_neighbours(runs)) & unseen)
        if left < least or extending < fewest:
            least, fewest, best_sets = left, extending, sets
    lay_down(state, seat, best_sets, run_cover(hand & ~best_sets))


@kernel
def unseen_by_knocker(state):
    """Return the cards that the defender may hold: neither the knocker's nor in the discard pile."""
    seen = state.hand[state.knocker]
    for i in range(state.pile_size):
        seen |= 1 << state.pile[i]
    return CARDS & ~seen


@kernel
def defend(params, state):
    """Split the defender's hand against the knocker's melds, with lay-offs where the rules have them."""
    defender = 1 - state.knocker
    if params.layoff == 0 or state.outcome == Outcome.GIN or state.outcome == Outcome.BIG_GIN:
        lay_down_least(state, defender, 0)
        return
    hand = state.hand[defender]
    runs = state.runs[state.knocker]
    fourths = fourth_cards(state.sets[state.knocker])
    together = params.layoff_after_melds == 0
    claimed = run_cover(hand) | (reach_of_runs(runs, hand) if together else 0)
    free, contested = free_sets(hand, set_ranks(hand), claimed)
    rest = hand & ~free
    best_key, best_sets, best_laid = MANY * MANY, 0, 0
    for choice in range(count_set_choices(rest, contested)):
        sets = free | set_choice(rest, contested, choice)
        unset = hand & ~sets
        loose = unset & ~run_cover(unset)
        # A sequence that reaches the knocker's run goes onto it whole, so lay-offs take no card from an own run.
        laid = loose & (reach_of_runs(runs, loose) | fourths)
        first = 0 if together else points(loose)
        key = (first * 1024 + points(loose & ~laid)) * 64 + popcount(laid)
        if key < best_key:
            best_key, best_sets, best_laid = key, sets, laid
    lay_down(state, defender, best_sets, run_cover(hand & ~best_sets))
    state.laid_off = best_laid
    state.deadwood[defender] -= points(best_laid)
