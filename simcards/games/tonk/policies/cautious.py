"""`cautious`: counts what the others can be thought to hold.

Draws, lays and hits like `simple`, and also takes a card of at most `low` points from the pile in place of a dearer
one. Discards its highest card that is in no pair, else its highest. Drops only when its count is at most every rival's
least plausible count: the points of the cards the rival was seen to take or show, and `each` for every other card he
still holds. Claims deal wins; joins the side bet with a spade of at least `spade`.
Source: the advice of experienced players to watch what the others take and lay; its numbers are the best single ones
for three players under the first preset (scripts/drop_limits.py).
"""

from __future__ import annotations

from simcards.games.tonk.kernel import can_claim, can_drop, discardable, lays_now
from simcards.games.tonk.params import FIRST, KIND, Act, Phase
from simcards.games.tonk.policies.play import (
    NOTHING,
    bet_action,
    dearest_loose,
    draw_action,
    hit_action,
    lay_action,
    paired,
)
from simcards.games.tonk.showdown import count_of
from simcards.kernels.bits import popcount
from simcards.kernels.deadwood import points
from simcards.kernels.jit import kernel

EACH, LOW = 0, 1
"""Places of the plain parameters in ``policy.value``."""


@kernel
def cautious_action(params, policy, state):
    """Return cautious's action for the seat to act."""
    phase, seat = state.phase, state.to_act
    if phase == Phase.SPADES:
        return bet_action(policy, state)
    if phase == Phase.ASKED:
        return (Act.DROP if feels_safe(params, policy, state) else Act.WAIT) << KIND
    if can_claim(params, state):
        return Act.CLAIM << KIND
    if phase == Phase.START and can_drop(params, state) and feels_safe(params, policy, state):
        return Act.DROP << KIND
    if lays_now(params, state):
        action = lay_action(params, state, 0)
        if action == NOTHING:
            action = hit_action(params, state, 0)
        if action != NOTHING:
            return action
    if phase != Phase.DRAWN:
        return draw_action(params, state, 0, policy.value[LOW])
    if can_drop(params, state) and feels_safe(params, policy, state):
        return Act.DROP << KIND
    hand = state.hand[seat]
    return (Act.DISCARD << KIND) | (dearest_loose(hand & ~paired(hand), discardable(params, state)) << FIRST)


@kernel
def feels_safe(params, policy, state):
    """Return whether the count of the seat to act is at most every rival's least plausible count."""
    seat = state.to_act
    count = count_of(params, state.hand[seat])
    for rival in range(params.players):
        if rival != seat and count > plausible_count(policy, state, rival):
            return False
    return True


@kernel
def plausible_count(policy, state, rival):
    """Return the least count that `rival` is thought to have."""
    known = state.known[rival]
    return points(known) + policy.value[EACH] * popcount(state.hand[rival] & ~known)
