"""Gin hands played to the first gin, with every chance to knock on the way noted and passed by.

Where draws and discards do not depend on knocking, such a path holds what any knocking rule would have scored. A point
is packed into 32 bits: own deadwood, the rival's after and without lay-offs, own turn, position, and flags.
"""

from __future__ import annotations

from simcards.games.gin.kernel import apply_action, deal, score
from simcards.games.gin.params import ACT_SHIFT, MAX_TURNS, Act, Outcome, Phase
from simcards.games.gin.policies import choose_action
from simcards.kernels.deadwood import least_deadwood
from simcards.kernels.deck import shuffle_deck
from simcards.kernels.jit import kernel
from simcards.kernels.rng import place_stream

OWN, LAID, PLAIN, TURN, PLAYER, GIN, BIG_GIN, DOUBLED = 0, 7, 14, 21, 27, 28, 29, 30
"""First bits of the fields: own deadwood, the rival's after and without lay-offs (7 bits each), own turn (6), and one
bit each for the player (0: first to act), gin, big gin, and a hand that counts double."""

SEVEN, SIX = 127, 63
MOST_POINTS_A_HAND = MAX_TURNS
CARD_BITS = (1 << ACT_SHIFT) - 1
KNOCK = Act.KNOCK << ACT_SHIFT


@kernel
def record_paths(rules, policies, first, games, states, scratch, lengths, points):
    """Play games `first` … `first + games - 1` and note every point within the limit; return how many points there are.

    Parameters
    ----------
    rules, policies
        PARAMS[1] and POLICY[2]; the policies must knock with gin only, and draw and discard alike whatever they knock
        with.
    states, scratch
        STATE[2] (the hand, and a copy to try a knock on) and a scratch record at the seed.
    lengths, points
        uint16[games] and uint32[games × MOST_POINTS_A_HAND], at least, to fill: points a hand, and packed points.
    """
    used = 0
    for i in range(games):
        game = first + i
        place_stream(game, scratch)
        shuffle_deck(scratch, states[0].deck)
        deal(rules[0], game & 1, states[0])
        length = record_hand(rules[0], policies, states, scratch, points[used:])
        lengths[i] = length
        used += length
    return used


@kernel
def record_hand(params, policies, states, scratch, points):
    """Play the dealt hand ``states[0]`` to its end; write its points and return their number."""
    state = states[0]
    length = 0
    while state.phase != Phase.OVER:
        scratch.named = 0
        action = choose_action(params, policies[state.to_act], state, scratch)
        if state.phase == Phase.DISCARD:
            point = point_of(params, states, scratch, action)
            if point >= 0:
                points[length] = point
                length += 1
        apply_action(params, state, scratch, action)
    return length


@kernel
def point_of(params, states, scratch, action):
    """Return the packed point of a turn that `action` is to end, or -1 if its deadwood is over the limit."""
    state = states[0]
    seat = state.to_act
    hand = state.hand[seat]
    plain = least_deadwood(state.hand[1 - seat])
    head = ((state.own_turns[seat] + 1) << TURN) | (int(seat == state.dealer) << PLAYER) | (plain << PLAIN)
    head |= int(state.factor == 2) << DOUBLED
    if action >> ACT_SHIFT == Act.BIG_GIN:
        return head | (plain << LAID) | (1 << GIN) | (1 << BIG_GIN)
    discard = action & CARD_BITS
    own = least_deadwood(hand & ~(1 << discard))
    if own > state.limit:
        return -1
    if own == 0:
        return head | (plain << LAID) | (1 << GIN)
    states[1] = states[0]
    apply_action(params, states[1], scratch, KNOCK | discard)
    return head | (own << OWN) | (states[1].deadwood[1 - seat] << LAID)


@kernel
def score_points(params, points, state, player, row, turn, forced, value):
    """Unpack points, and score each as if its player knocked there under the payments of `params`.

    Parameters
    ----------
    params
        Rules; only bonuses, ties and whether there are lay-offs matter.
    points
        uint32[n].
    state
        A state record to work on.
    player, row, turn, forced
        int16[n] to fill: the player (0: first to act), own deadwood, own turn, 1 where the hand ends
        there whatever one wants (gin).
    value
        int32[n, 2] to fill: net points of both players.
    """
    for i in range(points.shape[0]):
        point = int(points[i])
        knocker = (point >> PLAYER) & 1
        player[i] = knocker
        row[i] = (point >> OWN) & SEVEN
        turn[i] = (point >> TURN) & SIX
        forced[i] = (point >> GIN) & 1
        state.knocker = knocker
        state.deadwood[knocker] = row[i]
        state.deadwood[1 - knocker] = (point >> (LAID if params.layoff else PLAIN)) & SEVEN
        state.outcome = Outcome.KNOCK
        if forced[i]:
            state.outcome = Outcome.BIG_GIN if params.big_gin and (point >> BIG_GIN) & 1 else Outcome.GIN
        state.payoff[0] = state.payoff[1] = 0
        state.factor = 1 + ((point >> DOUBLED) & 1)
        score(params, state)
        value[i, 0] = state.payoff[0] - state.payoff[1]
        value[i, 1] = -value[i, 0]
