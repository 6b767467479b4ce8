"""Three-hand gin played by policies: a slice of a run counted, and whole matches."""

from __future__ import annotations

import numpy as np

from simcards.games.gin.kernel import deal
from simcards.games.gin.match import NOBODY, add_final_scores, at_target
from simcards.games.gin.play import count_under_all, play_hand
from simcards.games.gin3.kernel import add_hand, first_roles
from simcards.games.gin3.params import PLAYERS, Role
from simcards.kernels.deck import shuffle_deck
from simcards.kernels.jit import kernel
from simcards.kernels.matches import MOST_HANDS, End, add_sum, count_match
from simcards.kernels.rng import place_hand, place_stream


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


@kernel
def play_match(params, policies, match, state, scratch, roles, score, hand_won):
    """Play match number `match`, and return its hands.

    Parameters
    ----------
    params, policies
        PARAMS, and POLICY[2] of the box and of the captain.
    match
        The number of the match, at whose first hand the stream of `scratch` stands.
    state, scratch
        A state and a scratch record of gin.
    roles
        The roles of the first hand; they end as those of the hand that would follow.
    score
        int64[2, 3]: the points and the won hands of each seat, written here.
    hand_won
        Hands by the role that won them and its points, to add to.
    """
    totals, won = score[0], score[1]
    score[:] = 0
    hands = 0
    while hands < MOST_HANDS and at_target(params, totals) == NOBODY:
        hands += 1
        place_hand(match, hands, scratch)
        shuffle_deck(scratch, state.deck)
        deal(params, Role.BOX, state)
        play_hand(params, policies, state, scratch)
        points = state.payoff[Role.BOX] + state.payoff[Role.CAPTAIN]
        add_hand(state.winner, points, roles, totals, won)
        hand_won[Role.OUT if state.winner == NOBODY else state.winner, points] += 1
    return hands


@kernel
def run_matches(rules, policies, first, games, state, scratch, counts):
    """Play matches `first` … `first + games - 1` of the seed in `scratch` and count them.

    Parameters
    ----------
    rules
        PARAMS[1].
    policies, state, scratch
        POLICY[2] (of the box and of the captain), a state and a scratch record of gin.
    counts
        The arrays of `params.match_shapes`, each with an axis for the rule set in front, to add to.
    """
    params, hand_won, points = rules[0], counts[5][0], counts[6][0]
    roles, score = np.zeros(PLAYERS, np.int64), np.zeros((2, PLAYERS), np.int64)
    finals, places = np.zeros(PLAYERS, np.int64), np.zeros(PLAYERS, np.int64)
    for match in range(first, first + games):
        place_hand(match, 1, scratch)
        first_roles(params, scratch, roles)
        places[roles[Role.CAPTAIN]], places[roles[Role.BOX]], places[roles[Role.OUT]] = 0, 1, 2
        hands = play_match(params, policies, match, state, scratch, roles, score, hand_won)
        winner = at_target(params, score[0])
        finals[:] = 0
        if winner == NOBODY:
            count_match(End.UNDECIDED, hands, 0, finals, places, counts[:5])
        else:
            add_final_scores(params, score[0], score[1], finals)
            for seat in range(PLAYERS):
                add_sum(score[0, seat], points[places[seat]])
            count_match(End.WON, hands, 1 << winner, finals, places, counts[:5])
