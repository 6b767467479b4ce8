"""How `simple` bids: what its best suit can be expected to take, and a little more."""

from __future__ import annotations

from simcards.games.pitch.kernel import LEAST_FORCED_BID, least_bid, may_pass
from simcards.games.pitch.params import HIGHEST_BID, MILLION, ForcedBid
from simcards.games.pitch.policies.worth import best_worth
from simcards.kernels.jit import kernel

PASS = 0
"""Stands for no bid."""

HUNDREDTH = MILLION // 100
"""Of a point."""

BOLD, PARTNER, STEAL, STICK = 0, 1, 2, 3
"""Places of the parameters in ``policy.value``."""


@kernel
def bid_of(params, policy, state):
    """Return the bid of the seat to act, or PASS.

    Before the dealer it bids all that its hand is worth, since it has only this call; the dealer, who has the last
    one, no more than he needs.
    """
    least = least_bid(params, state)
    if state.to_act == state.dealer and state.bid == 0 and not may_pass(params, state):
        return least
    if least > HIGHEST_BID or partner_bid(params, state):
        return PASS
    worth = hand_worth(params, policy, state)
    if state.to_act == state.dealer:
        lacking = policy.value[STEAL] if least == state.bid else policy.value[BOLD]
        return least if worth + lacking * HUNDREDTH >= least * MILLION else PASS
    bid = min((worth + policy.value[BOLD] * HUNDREDTH) // MILLION, HIGHEST_BID)
    if bid < least or (policy.value[STICK] and leaves_it(params, state, bid)):
        return PASS
    return bid


@kernel
def hand_worth(params, policy, state):
    """Return what the hand of the seat to act is worth in millionths of a point, with what a partner brings."""
    worth = best_worth(params, state.hand[state.to_act])
    if params.sides < params.players:
        worth += policy.value[PARTNER] * HUNDREDTH
    return worth


@kernel
def partner_bid(params, state):
    """Return whether the highest bid is a partner's."""
    return params.sides < params.players and state.bid > 0 and (state.pitcher - state.to_act) % params.sides == 0


@kernel
def leaves_it(params, state, bid):
    """Return whether a bid is no more than what the dealer is forced to, if nobody bids."""
    if state.bid > 0 or params.forced_bid == ForcedBid.REDEAL:
        return False
    return bid <= (LEAST_FORCED_BID if params.forced_bid == ForcedBid.DEALER_2 else params.min_bid)
