"""What policies of tonk do alike: join the side bet, draw what can be used, lay and hit at once."""

from __future__ import annotations

from simcards.games.tonk.kernel import best_spade
from simcards.games.tonk.params import KIND, Act
from simcards.games.tonk.table import (
    SHORTEST,
    book_code,
    fitting,
    has_spread,
    hit_code,
    hits_left,
    may_hit,
    may_lay,
    most_laid,
    run_code,
    suits_of,
    with_high_aces,
)
from simcards.kernels.bits import highest, lowest, popcount
from simcards.kernels.deadwood import best_split, card_points, dearest_card
from simcards.kernels.jit import kernel
from simcards.kernels.melds import CARDS, COLUMN, aces_low, all_suits, any_suit, run_cover

NOTHING = -1
"""Stands for no action."""

SPADE = 3
"""Place of `spade` in ``policy.value``."""


@kernel
def bet_action(policy, state):
    """Return whether to join the side bet: with a spade of at least `spade`."""
    joins = best_spade(state.hand[state.to_act]) + 1 >= policy.value[SPADE]
    return (Act.SPADES_IN if joins else Act.SPADES_OUT) << KIND


@kernel
def draw_action(params, state, own_only, low):
    """Return the draw: the pile's top card if it can be used, or costs at most `low` points and less than another."""
    seat = state.to_act
    if state.pile_size > 0:
        top = state.pile[state.pile_size - 1]
        bit, hand = 1 << top, state.hand[seat]
        if completes_spread(params, hand, top) or hittable(params, state, own_only) & bit != 0:
            return Act.PILE << KIND
        cost = card_points(top)
        if cost <= low and cost < card_points(highest(any_suit(hand))):
            return Act.PILE << KIND
    return Act.STOCK << KIND


@kernel
def completes_spread(params, hand, card):
    """Return whether some spread of `hand` and `card` contains the card."""
    bit = 1 << card
    if popcount(hand & (COLUMN << (card & 15))) >= SHORTEST - 1:
        return True
    return aces_low(run_cover(with_high_aces(params, hand | bit))) & bit != 0


@kernel
def hittable(params, state, own_only):
    """Return the cards that the seat to act may hit spreads (or only his own) with, however many hits are left."""
    cards = 0
    for k in range(state.spreads):
        if may_hit(params, state, state.to_act, k) and (own_only == 0 or state.owner[k] == state.to_act):
            cards |= fitting(params, state, k)
    return cards


@kernel
def lay_action(params, state, hold):
    """Return the first of the best spreads to lay, or NOTHING; with `hold` only when they leave at most one card."""
    seat = state.to_act
    hand = state.hand[seat]
    if not may_lay(params, state, seat) or not has_spread(params, hand):
        return NOTHING
    sets, runs, _ = best_split(hand, params.aces_both != 0)
    if hold and popcount(hand) - popcount(sets) - popcount(runs) > 1:
        return NOTHING
    most = most_laid(params, hand)
    if sets != 0:
        return first_book(aces_low(sets), most)
    return first_run(runs, most)


@kernel
def first_book(sets, most):
    """Return the code of the lowest book in `sets`, with at most `most` cards, or NOTHING."""
    rank = lowest(any_suit(sets))
    column = sets & (COLUMN << rank)
    if popcount(column) > most:
        column &= column - 1
    return book_code(rank, suits_of(column)) if SHORTEST <= popcount(column) <= most else NOTHING


@kernel
def first_run(runs, most):
    """Return the code of the first run in `runs`, with at most `most` cards, or NOTHING."""
    first = lowest(runs)
    length = 1
    while (first & 15) + length <= 13 and runs >> (first + length) & 1:
        length += 1
    length = min(length, most)
    return run_code(first, length) if length >= SHORTEST else NOTHING


@kernel
def hit_action(params, state, own_only):
    """Return the first hit that the seat to act may make, on his own spreads only if so wanted, or NOTHING."""
    seat = state.to_act
    hand = state.hand[seat]
    if not hits_left(params, state) or most_laid(params, hand) < 1:
        return NOTHING
    for k in range(state.spreads):
        if may_hit(params, state, seat, k) and (own_only == 0 or state.owner[k] == seat):
            cards = hand & fitting(params, state, k)
            if cards != 0:
                return hit_code(lowest(cards), k)
    return NOTHING


@kernel
def paired(hand):
    """Return the cards of `hand` whose rank it holds twice or more."""
    clubs, diamonds, hearts, spades = hand, hand >> 16, hand >> 32, hand >> 48
    two = (clubs & diamonds) | (hearts & spades) | ((clubs | diamonds) & (hearts | spades))
    return hand & all_suits(two & 0x1FFF)


@kernel
def in_two_runs(params, hand):
    """Return the cards of `hand` next to another of their suit in a sequence that could become a run."""
    cards = with_high_aces(params, hand)
    starts = cards & (cards >> 1)
    return aces_low(starts | (starts << 1)) & CARDS


@kernel
def dearest_loose(loose, allowed):
    """Return the dearest of the allowed cards that are loose, or of all allowed ones if none is."""
    return dearest_card(loose & allowed if loose & allowed != 0 else allowed)
