"""`greedy`: always towards the least deadwood, with a knock limit of its own.

Takes the face-up card if that lowers the deadwood after the best discard; discards what leaves the least, then the
card of most points, then the first in suit order; knocks at its limit, big gin when it can.
Source: the natural reading of the rule books' advice to a beginner; it ignores what the other player takes and throws.
"""

from __future__ import annotations

from simcards.games.gin.params import ACT_SHIFT, Act, Phase
from simcards.kernels.deadwood import best_discard, least_deadwood
from simcards.kernels.jit import kernel
from simcards.kernels.policy import table_entry

KNOCK, GIN_FROM = 0, 1
"""Places of the plain parameters in ``policy.value``; `knock` below 0 stands for the hand's limit."""

TAKE, PASS, STOCK, PILE = Act.TAKE << ACT_SHIFT, Act.PASS << ACT_SHIFT, Act.STOCK << ACT_SHIFT, Act.PILE << ACT_SHIFT
DISCARD, KNOCK_WITH, BIG_GIN = Act.DISCARD << ACT_SHIFT, Act.KNOCK << ACT_SHIFT, Act.BIG_GIN << ACT_SHIFT
MOST_BROKEN = 20
"""Cards that all meld leave at most a pair of tens when one of a meld of three is discarded."""


@kernel
def greedy_action(params, policy, state, scratch):
    """Return greedy's action for the seat to act."""
    hand = state.hand[state.to_act]
    if state.phase == Phase.STOCK_ONLY:
        return STOCK
    if state.phase != Phase.DISCARD:
        wanted = wants_face_up_card(params, state, scratch, hand)
        if state.phase == Phase.DRAW:
            return PILE if wanted else STOCK
        return TAKE if wanted else PASS
    search_discard(scratch, hand, state.barred)
    if params.big_gin and scratch.seen_deadwood <= MOST_BROKEN and least_deadwood(hand) == 0:
        return BIG_GIN
    if scratch.seen_deadwood <= knock_limit(policy, state):
        return KNOCK_WITH | scratch.seen_discard
    return DISCARD | scratch.seen_discard


@kernel
def wants_face_up_card(params, state, scratch, hand):
    """Return whether the pile's top card lowers the deadwood after the best discard."""
    card = 1 << state.pile[state.pile_size - 1]
    search_discard(scratch, hand | card, 0 if params.return_discard else card)
    return scratch.seen_deadwood < least_deadwood(hand)


@kernel
def search_discard(scratch, hand, barred):
    """Leave the best discard in ``scratch.seen_*``, unless it is there already."""
    if scratch.seen_hand != hand or scratch.seen_barred != barred:
        scratch.seen_hand = hand
        scratch.seen_barred = barred
        scratch.seen_deadwood, scratch.seen_discard = best_discard(hand, barred)


@kernel
def knock_limit(policy, state):
    """Return the most deadwood to knock with in this turn: the policy's, within the hand's."""
    turn = state.own_turns[state.to_act] + 1
    limit = state.limit
    if policy.table_size > 0:
        limit = min(limit, table_entry(policy, turn))
    elif policy.value[KNOCK] >= 0:
        limit = min(limit, policy.value[KNOCK])
    if 0 < policy.value[GIN_FROM] <= turn:
        limit = 0
    return limit
