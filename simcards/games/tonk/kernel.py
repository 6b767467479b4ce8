"""Tonk's state machine: deal, legal actions, applying one.

Implements "Play", "Options", "Deal wins" and "Spades" of the rules. `apply_action` trusts its caller: policies pick
legal actions, and the referee asks `legal_actions` first.
"""

from __future__ import annotations

from simcards.games.tonk.params import BYTE, FIRST, KIND, MAX_TURNS, Act, DropTiming, Ending, Outcome, Phase
from simcards.games.tonk.showdown import end_hand, most_due
from simcards.games.tonk.table import (
    book_mask,
    has_spread,
    hit_spread,
    lay_spread,
    list_books,
    list_hits,
    list_runs,
    may_lay,
)
from simcards.kernels.bits import highest, lowest, popcount
from simcards.kernels.deadwood import points
from simcards.kernels.jit import kernel
from simcards.kernels.melds import LANE_BITS

SPADES_LANE = 48
NO_CARD = -1


@kernel
def deal(params, dealer, state):
    """Deal from ``state.deck`` (in place), and go on to the first choice: the side bet, or the end by a deal win."""
    players = params.players
    clear(params, dealer, state)
    for i in range(players * params.hand_size):
        state.hand[(dealer + 1 + i) % players] |= 1 << state.deck[i]
    state.next_card = players * params.hand_size
    if params.upcard:
        state.pile[0] = state.deck[state.next_card]
        state.pile_size = 1
        state.next_card += 1
    if params.spades_bet:
        state.phase = Phase.SPADES
        state.to_act = (dealer + 1) % players
    else:
        open_play(params, state)


@kernel
def clear(params, dealer, state):
    """Make `state` an empty table."""
    state.pile_size = 0
    state.dealer = dealer
    state.turns = 0
    state.spreads = 0
    state.outcome = Outcome.DRAW
    state.ending = state.ender = 0
    state.winners = 0
    for seat in range(params.players):
        state.hand[seat] = state.known[seat] = 0
        state.has_hit[seat] = state.frozen[seat] = state.own_turns[seat] = 0
        state.joined[seat] = state.spades[seat] = 0
        state.count[seat] = state.payoff[seat] = 0
    clear_turn(state)


@kernel
def clear_turn(state):
    """Forget what a turn remembers."""
    state.taken = NO_CARD
    state.hits = state.laid = 0
    for k in range(state.spreads):
        state.is_new[k] = 0


@kernel
def stock_left(state):
    """Return the number of cards in the stock."""
    return 52 - state.next_card


@kernel
def open_play(params, state):
    """End the hand by a deal win, or let the first turn begin."""
    first = (state.dealer + 1) % params.players
    if most_due(params, state)[0] >= 0:
        end_hand(params, state, Ending.DEALT, first)
    else:
        next_turn(params, state, first)


@kernel
def next_turn(params, state, seat):
    """Let the turn of `seat` come, after asking everybody who may drop at any time."""
    state.next_seat = seat
    state.asked = 0
    clear_turn(state)
    ask_next(params, state)


@kernel
def ask_next(params, state):
    """Ask the next player who may drop out of turn; after the last, the turn begins."""
    if params.drop_timing == DropTiming.ANY_TIME:
        while state.asked < params.players:
            seat = (state.next_seat + state.asked) % params.players
            state.asked += 1
            if may_drop(params, state, seat):
                state.to_act = seat
                state.phase = Phase.ASKED
                return
    state.to_act = state.next_seat
    state.phase = Phase.START


@kernel
def may_drop(params, state, seat):
    """Return whether no freeze forbids `seat` to drop."""
    return state.frozen[seat] == 0 or params.freeze_drop == 0


@kernel
def can_drop(params, state):
    """Return whether the seat to act may drop now."""
    timing, phase, seat = params.drop_timing, state.phase, state.to_act
    if timing == DropTiming.NEVER or not may_drop(params, state, seat):
        return False
    return phase == Phase.START or phase == Phase.ASKED or (phase == Phase.DRAWN and timing != DropTiming.BEFORE_DRAW)


@kernel
def can_claim(params, state):
    """Return whether the seat to act may claim a deal win now."""
    seat = state.to_act
    return state.phase == Phase.START and state.own_turns[seat] == 0 and params.own_due[points(state.hand[seat])] >= 0


@kernel
def can_take_stock(params, state):
    """Return whether `stock` is a choice: with an empty stock it ends the hand, where the rules wait for that."""
    return stock_left(state) > 0 or params.on_need != 0


@kernel
def lays_now(params, state):
    """Return whether spreads and hits are allowed in this part of the turn."""
    if state.phase == Phase.DRAWN:
        return True
    return params.spread_before_draw != 0 and (state.phase == Phase.START or state.phase == Phase.UNDRAWN)


@kernel
def discardable(params, state):
    """Return the cards that the seat to act, who has drawn, may discard."""
    hand = state.hand[state.to_act]
    if params.return_discard or state.taken == NO_CARD or popcount(hand) == 1:
        return hand
    return hand & ~(1 << state.taken)


@kernel
def legal_actions(params, state, actions):
    """Write the code of every legal action into `actions` (int64[MAX_ACTIONS]) and return how many there are."""
    n = 0
    phase, seat = state.phase, state.to_act
    if phase == Phase.SPADES:
        actions[0] = Act.SPADES_IN << KIND
        actions[1] = Act.SPADES_OUT << KIND
        return 2
    if can_drop(params, state):
        actions[n] = Act.DROP << KIND
        n += 1
    if phase == Phase.ASKED:
        actions[n] = Act.WAIT << KIND
        return n + 1
    if can_claim(params, state):
        actions[n] = Act.CLAIM << KIND
        n += 1
    if phase == Phase.START or phase == Phase.UNDRAWN:
        n = list_draws(params, state, actions, n)
    if lays_now(params, state):
        hand = state.hand[seat]
        if may_lay(params, state, seat) and has_spread(params, hand):
            n = list_books(params, hand, actions, n)
            n = list_runs(params, hand, actions, n)
        n = list_hits(params, state, actions, n)
    if phase == Phase.DRAWN:
        n = list_discards(params, state, actions, n)
    return n


@kernel
def list_draws(params, state, actions, n):
    """Write the draws after the first `n` actions, and return how many there are then."""
    if can_take_stock(params, state):
        actions[n] = Act.STOCK << KIND
        n += 1
    if state.pile_size > 0:
        actions[n] = Act.PILE << KIND
        n += 1
    return n


@kernel
def list_discards(params, state, actions, n):
    """Write the discards after the first `n` actions, and return how many there are then."""
    cards = discardable(params, state)
    while cards != 0:
        actions[n] = (Act.DISCARD << KIND) | (lowest(cards) << FIRST)
        cards &= cards - 1
        n += 1
    return n


@kernel
def apply_action(params, state, action):
    """Carry out a legal action (its code) of the seat to act."""
    kind, a, b = action >> KIND, (action >> FIRST) & BYTE, action & BYTE
    if kind == Act.STOCK:
        draw_from_stock(params, state)
    elif kind == Act.PILE:
        draw_from_pile(state)
    elif kind == Act.DISCARD:
        discard(params, state, a)
    elif kind == Act.HIT:
        hit_spread(params, state, a, b)
        after_laying(params, state)
    elif kind == Act.BOOK:
        lay_spread(params, state, book_mask(a, b), 1)
        after_laying(params, state)
    elif kind == Act.RUN:
        lay_spread(params, state, ((1 << b) - 1) << a, 0)
        after_laying(params, state)
    elif kind == Act.DROP:
        end_hand(params, state, Ending.DROPPED, state.to_act)
    elif kind == Act.WAIT:
        ask_next(params, state)
    elif kind == Act.CLAIM:
        end_hand(params, state, Ending.CLAIMED, state.to_act)
    else:
        answer_bet(params, state, kind == Act.SPADES_IN)


@kernel
def draw_from_stock(params, state):
    """Draw the top card of the stock, or end the hand if there is none."""
    if stock_left(state) == 0:
        end_hand(params, state, Ending.STOCK_OUT, state.to_act)
        return
    state.hand[state.to_act] |= 1 << state.deck[state.next_card]
    state.next_card += 1
    state.phase = Phase.DRAWN


@kernel
def draw_from_pile(state):
    """Draw the top card of the discard pile: all see it."""
    state.pile_size -= 1
    state.taken = state.pile[state.pile_size]
    state.hand[state.to_act] |= 1 << state.taken
    state.known[state.to_act] |= 1 << state.taken
    state.phase = Phase.DRAWN


@kernel
def after_laying(params, state):
    """Go on after a spread or a hit: the start of the turn is over, and perhaps the hand."""
    if state.hand[state.to_act] == 0:
        end_hand(params, state, Ending.LAID, state.to_act)
    elif state.phase == Phase.START:
        state.phase = Phase.UNDRAWN


@kernel
def discard(params, state, card):
    """Discard, which completes the turn: a freeze is used up, and the hand may be out or the stock at its end."""
    seat = state.to_act
    state.hand[seat] &= ~(1 << card)
    state.known[seat] &= ~(1 << card)
    state.pile[state.pile_size] = card
    state.pile_size += 1
    state.turns += 1
    state.own_turns[seat] += 1
    state.frozen[seat] = max(state.frozen[seat] - 1, 0)
    if state.hand[seat] == 0:
        end_hand(params, state, Ending.DISCARDED, seat)
    elif state.turns >= MAX_TURNS or (stock_left(state) == 0 and not params.on_need):
        end_hand(params, state, Ending.STOCK_OUT, seat)
    else:
        next_turn(params, state, (seat + 1) % params.players)


@kernel
def answer_bet(params, state, joins):
    """Note who joins the side bet on spades; after the last answer, settle it and open play."""
    state.joined[state.to_act] = joins
    state.to_act = (state.to_act + 1) % params.players
    if state.to_act == (state.dealer + 1) % params.players:
        settle_bet(params, state)
        open_play(params, state)


@kernel
def settle_bet(params, state):
    """Show the highest spade of each who joined; the highest of all, ace high, takes a bet from each of the others."""
    best, winner = -1, -1
    for seat in range(params.players):
        rank = best_spade(state.hand[seat]) if state.joined[seat] else -1
        if rank >= 0:
            state.known[seat] |= 1 << (SPADES_LANE + rank % 13)
        if rank > best:
            best, winner = rank, seat
    if winner < 0:
        return
    for seat in range(params.players):
        if state.joined[seat] and seat != winner:
            state.spades[seat] = -params.spades_bet
            state.spades[winner] += params.spades_bet


@kernel
def best_spade(hand):
    """Return the rank of the highest spade of a hand (two 1, king 12, ace 13), or -1 without one."""
    spades = (hand >> SPADES_LANE) & LANE_BITS
    if spades & 1:
        return 13
    return highest(spades) if spades != 0 else -1
