"""Pitch played by policies: one hand, and a slice of a run counted."""

from __future__ import annotations

import numpy as np

from simcards.games.pitch.kernel import apply_action, deal
from simcards.games.pitch.params import HIGHEST_BID, NOBODY, WIN_UNIT, End, Outcome, Phase
from simcards.games.pitch.policies import choose_action
from simcards.games.pitch.scoring import match_winner, score_hand
from simcards.kernels.bits import popcount
from simcards.kernels.deck import shuffle_deck
from simcards.kernels.jit import kernel
from simcards.kernels.matches import MOST_HANDS, count_match
from simcards.kernels.matches import End as MatchEnd
from simcards.kernels.rng import place_hand, place_stream


@kernel
def play_hand(params, policies, state, scratch):
    """Play a dealt hand to its end, each seat by its policy (``policies``: POLICY[players])."""
    while state.phase != Phase.OVER:
        apply_action(params, state, choose_action(params, policies[state.to_act], state, scratch))


@kernel
def net_points(params, state, seat):
    """Return a seat's points less the mean of the others', or less the other side's, in parts of 1 / (players - 1)."""
    own = state.payoff[seat]
    if params.sides < params.players:
        return (params.players - 1) * (own - state.payoff[(seat + 1) % params.players])
    net = params.players * own
    for other in range(params.players):
        net -= state.payoff[other]
    return net


@kernel
def bid_end(state):
    """Return what became of the bid."""
    if state.outcome == Outcome.MADE:
        return End.MADE
    return End.SET_NO_JACK if state.jack == NOBODY else End.SET


@kernel
def count_hand(params, state, rule_set, counts):
    """Add a finished hand to the counts of a rule set."""
    ended, bids, won, side_won, payoff, net = counts
    players = params.players
    ended[rule_set, state.outcome, state.turns] += 1
    if state.outcome != Outcome.THROWN_IN:
        bids[rule_set, state.bid, bid_end(state)] += 1
    share = WIN_UNIT // popcount(state.winners) if state.winners != 0 else 0
    for seat in range(players):
        position = (seat - state.dealer - 1 + players) % players
        payoff[rule_set, seat, position, state.payoff[seat] + HIGHEST_BID] += 1
        net[rule_set, seat, position, net_points(params, state, seat) + net.shape[3] // 2] += 1
        if state.winners >> seat & 1:
            won[rule_set, seat, position] += share
            side_won[rule_set, seat % params.sides] += share


@kernel
def run_slice(rules, policies, first, games, state, scratch, counts):
    """Play games `first` … `first + games - 1` of the seed in `scratch` and count them.

    Game g is dealt by seat g mod the number of players.

    Parameters
    ----------
    rules
        PARAMS[n]: the hands are played under the first; the others differ only in who has Game and who wins the match.
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
            if state.outcome != Outcome.THROWN_IN:
                score_hand(rules[i], state)
            count_hand(rules[i], state, i, counts)


@kernel
def play_match(params, policies, match, state, scratch, scores):
    """Play match number `match`, and return its hands and the side that has won it, or NOBODY.

    The seat `match` mod the number of players deals first, and the deal moves one seat on each hand. ``scores``
    (int64[sides]) is written: what each side has at the end.
    """
    scores[:] = 0
    hands, winner = 0, NOBODY
    while hands < MOST_HANDS and winner == NOBODY:
        dealer = (match + hands) % params.players
        hands += 1
        place_hand(match, hands, scratch)
        shuffle_deck(scratch, state.deck)
        deal(params, dealer, state)
        play_hand(params, policies, state, scratch)
        for side in range(params.sides):
            scores[side] += state.payoff[side]
        winner = match_winner(params, scores, dealer, state.pitcher, state.bid, state.outcome == Outcome.MADE)
    return hands, winner


@kernel
def run_matches(rules, policies, first, games, state, scratch, counts):
    """Play matches `first` … `first + games - 1` of the seed in `scratch` and count them.

    Parameters
    ----------
    rules
        PARAMS[1].
    policies, state, scratch
        POLICY[players], a state and a scratch record.
    counts
        The arrays of `matches.count_shapes`, each with an axis for the rule set in front, to add to.
    """
    params = rules[0]
    players, sides = params.players, params.sides
    scores, finals, places = np.zeros(sides, np.int64), np.zeros(players, np.int64), np.zeros(players, np.int64)
    for match in range(first, first + games):
        hands, winner = play_match(params, policies, match, state, scratch, scores)
        winners = 0
        for seat in range(players):
            finals[seat] = scores[seat % sides]
            places[seat] = (seat - match % players - 1 + players) % players
            if seat % sides == winner:
                winners |= 1 << seat
        end = MatchEnd.UNDECIDED if winner == NOBODY else MatchEnd.WON
        count_match(end, hands, winners, finals, places, counts)
