"""Pitch's state machine: deal, legal actions, applying one.

Implements "Auction", "Play" and their options of the rules. `apply_action` trusts its caller: policies pick legal
actions, and the referee asks `legal_actions` first.
"""

from __future__ import annotations

from simcards.games.pitch.params import (
    BYTE,
    HAND_SIZE,
    HIGHEST_BID,
    KIND,
    NOBODY,
    PACKET,
    Act,
    Follow,
    ForcedBid,
    Phase,
)
from simcards.games.pitch.scoring import score_hand, throw_in
from simcards.kernels.bits import lowest
from simcards.kernels.jit import kernel
from simcards.kernels.tricks import beats, suit_mask, suit_of

LEAST_FORCED_BID = 2


@kernel
def deal(params, dealer, state):
    """Deal from ``state.deck`` (in place) in packets of three, and let the player after the dealer call first."""
    clear(params, dealer, state)
    for i in range(params.players * HAND_SIZE):
        state.dealt[(dealer + 1 + i // PACKET) % params.players] |= 1 << state.deck[i]
    for seat in range(params.players):
        state.hand[seat] = state.dealt[seat]
    state.to_act = (dealer + 1) % params.players


@kernel
def clear(params, dealer, state):
    """Make `state` an empty table."""
    state.dealer = dealer
    state.phase = Phase.AUCTION
    state.turns = state.bid = 0
    state.pitcher = state.trump = NOBODY
    state.played = state.tricks = 0
    state.high = state.low = state.jack = state.game = NOBODY
    state.winners = 0
    for seat in range(params.players):
        state.dealt[seat] = state.taken[seat] = 0
        state.trick_points[seat] = state.payoff[seat] = 0
    clear_trick(state)


@kernel
def clear_trick(state):
    """Clear the table for the next trick."""
    state.trick = state.trick_size = 0
    state.led = state.best = state.best_seat = NOBODY


@kernel
def may_pass(params, state):
    """Return whether the seat to act, in the auction, may pass: all may but a dealer to whom the others leave it."""
    return state.to_act != state.dealer or state.bid > 0 or params.forced_bid == ForcedBid.REDEAL


@kernel
def least_bid(params, state):
    """Return the least bid that the seat to act may make; above HIGHEST_BID there is none."""
    if state.to_act != state.dealer:
        return max(params.min_bid, state.bid + 1)
    if state.bid == 0:
        return LEAST_FORCED_BID if params.forced_bid == ForcedBid.DEALER_2 else params.min_bid
    steals = params.steal_four if state.bid == HIGHEST_BID else params.steal
    return state.bid if steals else state.bid + 1


@kernel
def playable(params, state):
    """Return the mask of the cards that the seat to act may play."""
    hand = state.hand[state.to_act]
    if state.trick_size == 0:
        return hand
    trumps = hand & suit_mask(state.trump)
    suit = hand & suit_mask(state.led)
    if suit != 0:
        return suit if params.follow == Follow.STRICT else suit | trumps
    return trumps if params.follow == Follow.MUST_TRUMP and trumps != 0 else hand


@kernel
def legal_actions(params, state, actions):
    """Write the code of every legal action into `actions` (int64[MAX_ACTIONS]) and return how many there are.

    In the auction these are the bids, lowest first, then the pass; in play the cards as hands are written.
    """
    n = 0
    if state.phase == Phase.AUCTION:
        for bid in range(least_bid(params, state), HIGHEST_BID + 1):
            actions[n] = (Act.BID << KIND) | bid
            n += 1
        if may_pass(params, state):
            actions[n] = Act.PASS << KIND
            n += 1
        return n
    cards = playable(params, state)
    while cards != 0:
        actions[n] = (Act.PLAY << KIND) | lowest(cards)
        cards &= cards - 1
        n += 1
    return n


@kernel
def apply_action(params, state, action):
    """Carry out a legal action (its code) of the seat to act."""
    state.turns += 1
    if action >> KIND == Act.PLAY:
        play_card(params, state, action & BYTE)
    else:
        call(params, state, action & BYTE)


@kernel
def call(params, state, bid):
    """Bid, or pass (0); after the dealer, or a bid of 4 that he may not take, the auction is over."""
    seat = state.to_act
    if bid > 0:
        state.bid = bid
        state.pitcher = seat
    if seat != state.dealer and (state.bid < HIGHEST_BID or params.steal_four):
        state.to_act = (seat + 1) % params.players
    elif state.pitcher == NOBODY:
        throw_in(params, state)
    else:
        state.phase = Phase.PLAY
        state.to_act = state.pitcher


@kernel
def play_card(params, state, card):
    """Play a card to the trick; the hand's first makes trumps, the trick's last completes it."""
    seat = state.to_act
    bit = 1 << card
    state.hand[seat] &= ~bit
    state.played |= bit
    state.trick |= bit
    state.trick_size += 1
    if state.trump == NOBODY:
        state.trump = suit_of(card)
    if state.trick_size == 1:
        state.led = suit_of(card)
    if state.trick_size == 1 or beats(card, state.best, state.trump):
        state.best = card
        state.best_seat = seat
    if state.trick_size == params.players:
        take_trick(params, state)
    else:
        state.to_act = (seat + 1) % params.players


@kernel
def take_trick(params, state):
    """Give the trick to who has the best card: he leads the next, or the hand is scored."""
    taker = state.best_seat
    state.taken[taker] |= state.trick
    state.trick_winner[state.tricks] = taker
    state.tricks += 1
    state.to_act = taker
    clear_trick(state)
    if state.tricks == HAND_SIZE:
        score_hand(params, state)
