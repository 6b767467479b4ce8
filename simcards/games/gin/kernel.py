"""Gin's state machine: deal, legal actions, applying one, payoffs.

Implements "Play", "Options" and the scoring of the rules. `apply` trusts its caller: policies pick legal actions, and
the referee asks `is_legal` first.
"""

from __future__ import annotations

from simcards.games.gin.params import ACT_SHIFT, MAX_TURNS, Act, Outcome, Phase
from simcards.games.gin.showdown import defend, lay_down, lay_down_least, unseen_by_knocker
from simcards.kernels.bits import lowest
from simcards.kernels.deadwood import card_points, least_deadwood
from simcards.kernels.jit import kernel

SPADES = 3
CARD_BITS = (1 << ACT_SHIFT) - 1


@kernel
def deal(params, dealer, state):
    """Deal from ``state.deck`` (in place): hands, upcard, this hand's limit and factor."""
    first = 1 - dealer
    state.hand[0] = state.hand[1] = 0
    for i in range(params.hand_size):
        state.hand[first] |= 1 << state.deck[2 * i]
        state.hand[dealer] |= 1 << state.deck[2 * i + 1]
    upcard = state.deck[2 * params.hand_size]
    state.next_card = 2 * params.hand_size + 1
    state.pile[0] = upcard
    state.pile_size = 1
    state.dealer = dealer
    state.to_act = first
    state.phase = Phase.FIRST_OFFER if params.offer else Phase.DRAW
    state.limit = hand_limit(params, upcard)
    state.factor = 2 if params.oklahoma and params.oklahoma_spades_double and upcard >> 4 == SPADES else 1
    state.drawn = -1
    state.from_pile = 0
    state.barred = 0
    state.turns = 0
    state.outcome = Outcome.DRAW
    state.knocker = state.winner = -1
    state.laid_off = 0
    for seat in range(2):
        state.own_turns[seat] = 0
        state.payoff[seat] = state.deadwood[seat] = state.sets[seat] = state.runs[seat] = 0


@kernel
def hand_limit(params, upcard):
    """Return the most deadwood, in points, to knock with in a hand with this upcard."""
    if params.oklahoma == 0:
        return params.knock_limit
    if upcard & 15 == 0:
        return 0 if params.oklahoma_ace_gin else 1
    return card_points(upcard)


@kernel
def stock_left(state):
    """Return the number of cards in the stock."""
    return 52 - state.next_card


@kernel
def legal_actions(params, state, actions):
    """Write the code of every legal action into `actions` (int64[MAX_ACTIONS]) and return how many there are."""
    n = 0
    if state.phase == Phase.FIRST_OFFER or state.phase == Phase.SECOND_OFFER:
        actions[0] = Act.TAKE << ACT_SHIFT
        actions[1] = Act.PASS << ACT_SHIFT
        n = 2
    elif state.phase == Phase.STOCK_ONLY:
        actions[0] = Act.STOCK << ACT_SHIFT
        n = 1
    elif state.phase == Phase.DRAW:
        actions[0] = Act.STOCK << ACT_SHIFT
        actions[1] = Act.PILE << ACT_SHIFT
        n = 2
    elif state.phase == Phase.DISCARD:
        hand = state.hand[state.to_act]
        cards = hand & ~state.barred
        while cards != 0:
            card = lowest(cards)
            cards &= cards - 1
            actions[n] = (Act.DISCARD << ACT_SHIFT) | card
            n += 1
            if least_deadwood(hand & ~(1 << card)) <= state.limit:
                actions[n] = (Act.KNOCK << ACT_SHIFT) | card
                n += 1
        if params.big_gin and least_deadwood(hand) == 0:
            actions[n] = Act.BIG_GIN << ACT_SHIFT
            n += 1
    return n


@kernel
def apply_action(params, state, scratch, action):
    """Carry out a legal action (its code) of the seat to act; a knock lays down the melds that `scratch` names."""
    kind = action >> ACT_SHIFT
    card = action & CARD_BITS
    if kind == Act.PASS:
        state.phase = Phase.SECOND_OFFER if state.phase == Phase.FIRST_OFFER else Phase.STOCK_ONLY
        state.to_act = 1 - state.to_act
    elif kind == Act.TAKE or kind == Act.PILE:
        state.pile_size -= 1
        draw_card(state, state.pile[state.pile_size], 1)
        state.barred = 0 if params.return_discard else 1 << state.drawn
    elif kind == Act.STOCK:
        draw_card(state, state.deck[state.next_card], 0)
        state.next_card += 1
        state.barred = 0
    elif kind == Act.DISCARD:
        drop_card(state, card)
        next_turn(params, state, card)
    else:
        state.knocker = state.to_act
        if kind == Act.KNOCK:
            drop_card(state, card)
        finish_turn(state)
        show_down(params, state, scratch, kind == Act.BIG_GIN)


@kernel
def draw_card(state, card, from_pile):
    """Put a card into the hand of the seat to act."""
    state.hand[state.to_act] |= 1 << card
    state.drawn = card
    state.from_pile = from_pile
    state.phase = Phase.DISCARD


@kernel
def drop_card(state, card):
    """Put a card of the seat to act on the discard pile."""
    state.hand[state.to_act] &= ~(1 << card)
    state.pile[state.pile_size] = card
    state.pile_size += 1


@kernel
def finish_turn(state):
    """Count the turn that ends."""
    state.turns += 1
    state.own_turns[state.to_act] += 1


@kernel
def next_turn(params, state, discard):
    """Go on after a discard without a knock: the other seat draws, or the hand is drawn."""
    state.log[state.turns] = (state.drawn << ACT_SHIFT) | discard
    finish_turn(state)
    if stock_left(state) <= params.stock_floor or state.turns >= MAX_TURNS:
        state.phase = Phase.OVER
        state.deadwood[0] = least_deadwood(state.hand[0])
        state.deadwood[1] = least_deadwood(state.hand[1])
        return
    state.to_act = 1 - state.to_act
    state.phase = Phase.DRAW


@kernel
def show_down(params, state, scratch, big_gin):
    """Lay down both hands after a knock or big gin, and score."""
    state.phase = Phase.OVER
    knocker = state.knocker
    if scratch.named and not big_gin:
        lay_down(state, knocker, scratch.named_sets, scratch.named_runs)
    else:
        lay_down_least(state, knocker, unseen_by_knocker(state))
    if big_gin:
        state.outcome = Outcome.BIG_GIN
    else:
        state.outcome = Outcome.GIN if state.deadwood[knocker] == 0 else Outcome.KNOCK
    defend(params, state)
    score(params, state)


@kernel
def score(params, state):
    """Write the payoffs (points) of a hand that was knocked, its winner, and whether the knock was undercut."""
    knocker = state.knocker
    defender = 1 - knocker
    difference = state.deadwood[defender] - state.deadwood[knocker]
    state.winner = knocker
    if state.outcome == Outcome.GIN:
        state.payoff[knocker] = params.gin_bonus + difference
    elif state.outcome == Outcome.BIG_GIN:
        state.payoff[knocker] = params.big_gin_bonus + difference
    elif difference > 0:
        state.payoff[knocker] = difference
    elif difference < 0 or params.undercut_tie:
        state.outcome = Outcome.UNDERCUT
        state.winner = defender
        state.payoff[defender] = params.undercut_bonus - difference
    else:
        state.winner = -1
    state.payoff[0] *= state.factor
    state.payoff[1] *= state.factor
