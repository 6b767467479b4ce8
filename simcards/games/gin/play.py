"""Gin played by policies: one hand, a slice of a run counted, and whole matches."""

from __future__ import annotations

import numpy as np

from simcards.games.gin.kernel import apply_action, deal, score
from simcards.games.gin.match import GAMES, NOBODY, add_hand, end_match, match_over, next_dealer
from simcards.games.gin.params import MOST_POINTS, Outcome, Phase
from simcards.games.gin.policies import choose_action
from simcards.kernels.deck import shuffle_deck
from simcards.kernels.jit import kernel
from simcards.kernels.matches import MOST_HANDS, End, count_match
from simcards.kernels.rng import place_hand, place_stream


@kernel
def play_hand(params, policies, state, scratch):
    """Play a dealt hand to its end, each seat by its policy (``policies``: POLICY[2])."""
    while state.phase != Phase.OVER:
        scratch.named = 0
        action = choose_action(params, policies[state.to_act], state, scratch)
        apply_action(params, state, scratch, action)


@kernel
def rescore(params, state):
    """Score a finished hand again, under rules that only pay otherwise."""
    if state.knocker < 0:
        return
    if state.outcome == Outcome.UNDERCUT:
        state.outcome = Outcome.KNOCK
    state.payoff[0] = state.payoff[1] = 0
    score(params, state)


@kernel
def count_hand(dealer, state, rule_set, counts):
    """Add a finished hand that the seat `dealer` of the table has dealt to the counts of a rule set."""
    outcome, won, net, ended, knock_deadwood = counts
    outcome[rule_set, dealer, state.outcome] += 1
    net[rule_set, dealer, MOST_POINTS + state.payoff[0] - state.payoff[1]] += 1
    ended[rule_set, state.outcome, state.turns] += 1
    if state.winner >= 0:
        won[rule_set, dealer, state.winner] += 1
    if state.outcome == Outcome.KNOCK or state.outcome == Outcome.UNDERCUT:
        knock_deadwood[rule_set, state.deadwood[state.knocker]] += 1


@kernel
def count_under_all(rules, dealer, state, counts):
    """Count a finished hand under the first of ``rules`` (PARAMS[n]), then under those that pay otherwise."""
    count_hand(dealer, state, 0, counts)
    for i in range(1, rules.shape[0]):
        rescore(rules[i], state)
        count_hand(dealer, state, i, counts)


@kernel
def run_slice(rules, policies, first, games, state, scratch, counts):
    """Play games `first` … `first + games - 1` of the seed in `scratch` and count them.

    Game g is dealt by seat g mod 2.

    Parameters
    ----------
    rules
        PARAMS[n]: the hands are played under the first; the others differ only in payments.
    policies, state, scratch
        POLICY[2], a state and a scratch record.
    counts
        The arrays of COUNT_SHAPES, each with an axis for the rule sets in front, to add to.
    """
    for game in range(first, first + games):
        place_stream(game, scratch)
        shuffle_deck(scratch, state.deck)
        deal(rules[0], game & 1, state)
        play_hand(rules[0], policies, state, scratch)
        count_under_all(rules, state.dealer, state, counts)


@kernel
def play_match(params, policies, match, state, scratch, totals, won):
    """Play match number `match`, write what its games come to into `totals` and `won`, and return its hands.

    The seat `match` mod 2 deals the first hand.
    """
    totals[:] = 0
    won[:] = 0
    wins = np.zeros(2, np.int64)
    dealer, hands = match & 1, 0
    while hands < MOST_HANDS and not match_over(params, totals):
        hands += 1
        place_hand(match, hands, scratch)
        shuffle_deck(scratch, state.deck)
        deal(params, dealer, state)
        play_hand(params, policies, state, scratch)
        add_hand(params, state.winner, state.payoff[0] + state.payoff[1], totals, won, wins)
        dealer = next_dealer(params, dealer, state.winner)
    return hands


@kernel
def run_matches(rules, policies, first, games, state, scratch, counts):
    """Play matches `first` … `first + games - 1` of the seed in `scratch` and count them.

    Parameters
    ----------
    rules
        PARAMS[1].
    policies, state, scratch
        POLICY[2], a state and a scratch record.
    counts
        The arrays of `matches.count_shapes`, each with an axis for the rule set in front, to add to.
    """
    params = rules[0]
    totals, won = np.zeros((GAMES, 2), np.int64), np.zeros((GAMES, 2), np.int64)
    finals, places = np.zeros(2, np.int64), np.zeros(2, np.int64)
    for match in range(first, first + games):
        hands = play_match(params, policies, match, state, scratch, totals, won)
        end, winner = End.UNDECIDED, NOBODY
        if match_over(params, totals):
            winner = end_match(params, totals, won, finals)
            end = End.TIED if winner == NOBODY else End.WON
        for seat in range(2):
            places[seat] = (seat + 1 - (match & 1)) & 1
        count_match(end, hands, 0 if winner == NOBODY else 1 << winner, finals, places, counts)
