"""`simple`: the public baseline of the field.

Takes the face-up card if and only if it makes a meld; discards uniformly among what leaves the least deadwood, but not
the card just taken from the pile nor a (drawn, discarded) pair it has made before in this hand; knocks as soon as its
limit allows, with a uniformly chosen best split; never declares big gin.
Source: the sample player of the Gin Rummy EAAI undergraduate research challenge (Neller, 2021), here rewritten from
its description.
"""

from __future__ import annotations

from simcards.games.gin.params import ACT_SHIFT, Act, Phase
from simcards.kernels.bits import lowest, popcount
from simcards.kernels.deadwood import MANY, free_sets, least_deadwood, points
from simcards.kernels.jit import kernel
from simcards.kernels.melds import COLUMN, count_set_choices, run_cover, set_choice, set_ranks
from simcards.kernels.rng import below

KNOCK = 0
"""Place of the knock limit in ``policy.value``."""
CARD_BITS = (1 << ACT_SHIFT) - 1


@kernel
def simple_action(params, policy, state, scratch):
    """Return simple's action for the seat to act; a knock's melds are named in `scratch`."""
    if state.phase == Phase.STOCK_ONLY:
        return Act.STOCK << ACT_SHIFT
    if state.phase != Phase.DISCARD:
        wanted = makes_meld(state.hand[state.to_act], state.pile[state.pile_size - 1])
        if state.phase == Phase.DRAW:
            return (Act.PILE if wanted else Act.STOCK) << ACT_SHIFT
        return (Act.TAKE if wanted else Act.PASS) << ACT_SHIFT
    hand = state.hand[state.to_act]
    discard = choose_discard(state, scratch, hand)
    left = hand & ~(1 << discard)
    if least_deadwood(left) > min(policy.value[KNOCK], state.limit):
        return (Act.DISCARD << ACT_SHIFT) | discard
    name_split(state, scratch, left)
    return (Act.KNOCK << ACT_SHIFT) | discard


@kernel
def makes_meld(hand, card):
    """Return whether some meld of `hand` and `card` contains the card."""
    bit = 1 << card
    return popcount(hand & (COLUMN << (card & 15))) >= 2 or run_cover(hand | bit) & bit != 0


@kernel
def choose_discard(state, scratch, hand):
    """Return a discard drawn uniformly among those not forbidden that leave the least deadwood."""
    allowed = hand & ~forbidden(state)
    if allowed == 0:
        allowed = hand & ~state.barred
    least, best = MANY, 0
    cards = allowed
    while cards != 0:
        card = cards & -cards
        cards ^= card
        left = least_deadwood(hand & ~card)
        if left < least:
            least, best = left, 0
        if left == least:
            best |= card
    choice = below(scratch, state.to_act, popcount(best))
    for _ in range(choice):
        best &= best - 1
    return lowest(best)


@kernel
def forbidden(state):
    """Return the cards not to discard: the one just taken from the pile, and those that would repeat a pair."""
    cards = 1 << state.drawn if state.from_pile else 0
    turn = state.turns - 2
    while turn >= 0:
        drawn, discarded = state.log[turn] >> ACT_SHIFT, state.log[turn] & CARD_BITS
        if drawn == state.drawn:
            cards |= 1 << discarded
        if discarded == state.drawn:
            cards |= 1 << drawn
        turn -= 2
    return cards


@kernel
def name_split(state, scratch, hand):
    """Name one of the hand's splits of least deadwood in `scratch`, each with the same probability."""
    free, contested = free_sets(hand, set_ranks(hand), run_cover(hand))
    rest = hand & ~free
    least = least_deadwood(hand)
    splits = 0
    for choice in range(count_set_choices(rest, contested)):
        splits += best_splits(hand & ~free & ~set_choice(rest, contested, choice), least)
    wanted = below(scratch, state.to_act, splits)
    choice = -1
    while wanted >= 0:
        choice += 1
        wanted -= best_splits(hand & ~free & ~set_choice(rest, contested, choice), least)
    scratch.named = 1
    scratch.named_sets = free | set_choice(rest, contested, choice)
    scratch.named_runs = run_cover(hand & ~scratch.named_sets)


@kernel
def best_splits(unset, least):
    """Return the number of ways to cut the runs of the cards outside sets, or 0 where more than `least` is left."""
    runs = run_cover(unset)
    if points(unset & ~runs) > least:
        return 0
    ways = 1
    while runs != 0:
        start = runs & -runs
        length = 0
        while runs & (start << length) != 0:
            runs &= ~(start << length)
            length += 1
        ways *= run_cuts(length)
    return ways


@kernel
def run_cuts(length):
    """Return in how many ways a sequence of `length` cards falls into runs of three or more.

    The last run either shrinks by a card or is a run of three: c(n) = c(n - 1) + c(n - 3), with c(3) = c(4) = c(5) = 1.
    """
    before_3, before_2, before_1 = 1, 1, 1
    for _ in range(5, length):
        before_3, before_2, before_1 = before_2, before_1, before_1 + before_3
    return before_1
