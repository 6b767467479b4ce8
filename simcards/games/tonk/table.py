"""The table of tonk: which spreads a hand holds, which cards hit which spread, laying and hitting.

Implements "Spread" and the third step of a turn. A spread on the table is a mask; an ace above the king is bit 13 of
its lane there, and only there. A book of four takes no card more, so where such books are retired nothing changes here.
"""

from __future__ import annotations

from simcards.games.tonk.params import FIRST, KIND, Act
from simcards.kernels.bits import lowest, popcount
from simcards.kernels.jit import kernel
from simcards.kernels.melds import CARDS, COLUMN, HIGH_ACES, aces_low, all_suits, any_suit, run_cover, set_ranks

LANE_AND_HIGH_ACE = 0x3FFF
SHORTEST = 3


@kernel
def with_high_aces(params, mask):
    """Return `mask` with each of its aces above the king too, if runs may end so."""
    return mask | ((mask & COLUMN) << 13) if params.aces_both else mask


@kernel
def has_spread(params, hand):
    """Return whether some cards of `hand` are a spread."""
    return set_ranks(hand) != 0 or run_cover(with_high_aces(params, hand)) != 0


@kernel
def grown_by(params, runs):
    """Return the cards (aces low) that can be added at once to the ends of `runs`."""
    ends = ((runs << 1) | (runs >> 1)) & ~runs
    high = (ends & HIGH_ACES) >> 13 if params.aces_both else 0
    return (ends & CARDS) | high


@kernel
def fitting(params, state, k):
    """Return the cards (aces low) that can be added to spread `k`, whoever may do so."""
    cards = state.spread[k]
    if state.is_book[k]:
        return all_suits(any_suit(cards)) & ~cards
    return grown_by(params, cards) & ~aces_low(cards)


@kernel
def may_hit(params, state, seat, k):
    """Return whether the rules let `seat` hit spread `k` at all, however many hits are left."""
    if state.is_book[k] and not params.hit_books:
        return False
    return params.hit_own if state.owner[k] == seat else params.hit_others


@kernel
def hits_left(params, state):
    """Return whether the player whose turn it is may hit once more."""
    return params.max_hits == 0 or state.hits < params.max_hits


@kernel
def may_lay(params, state, seat):
    """Return whether no freeze forbids `seat` to lay spreads."""
    return state.frozen[seat] == 0 or params.freeze_laying == 0


@kernel
def most_laid(params, hand):
    """Return how many cards of `hand` may be laid down at once: all, or all but one."""
    return popcount(hand) - params.must_discard


@kernel
def book_code(rank, suits):
    """Return the code of laying the cards of `rank` in `suits` (a bit a suit)."""
    return (Act.BOOK << KIND) | (rank << FIRST) | suits


@kernel
def run_code(first, length):
    """Return the code of laying `length` cards in sequence from card `first` on."""
    return (Act.RUN << KIND) | (first << FIRST) | length


@kernel
def hit_code(card, k):
    """Return the code of hitting spread `k` with `card`."""
    return (Act.HIT << KIND) | (card << FIRST) | k


@kernel
def book_mask(rank, suits):
    """Return the cards of a book."""
    cards = 0
    for suit in range(4):
        if suits >> suit & 1:
            cards |= 1 << (16 * suit + rank)
    return cards


@kernel
def suits_of(column):
    """Return a bit for each suit of which `column` (cards of one rank) has a card."""
    suits = 0
    while column != 0:
        suits |= 1 << (lowest(column) >> 4)
        column &= column - 1
    return suits


@kernel
def list_books(params, hand, actions, n):
    """Write the code of every book of `hand` after the first `n` actions, and return how many there are then."""
    most = most_laid(params, hand)
    ranks = set_ranks(hand)
    while ranks != 0:
        rank = lowest(ranks)
        ranks &= ranks - 1
        held = suits_of(hand & (COLUMN << rank))
        for suits in range(1, 16):
            if suits & ~held == 0 and SHORTEST <= popcount(suits) <= most:
                actions[n] = book_code(rank, suits)
                n += 1
    return n


@kernel
def list_runs(params, hand, actions, n):
    """Write the code of every run of `hand` after the first `n` actions, and return how many there are then."""
    most = most_laid(params, hand)
    cards = with_high_aces(params, hand)
    starts = run_cover(cards) & CARDS
    while starts != 0:
        first = lowest(starts)
        starts &= starts - 1
        length = 1
        while (first & 15) + length <= 13 and cards >> (first + length) & 1:
            length += 1
            if SHORTEST <= length <= most:
                actions[n] = run_code(first, length)
                n += 1
    return n


@kernel
def list_hits(params, state, actions, n):
    """Write the code of every hit of the seat to act after the first `n` actions; return how many there are then."""
    seat = state.to_act
    hand = state.hand[seat]
    if not hits_left(params, state) or most_laid(params, hand) < 1:
        return n
    for k in range(state.spreads):
        if may_hit(params, state, seat, k):
            cards = hand & fitting(params, state, k)
            while cards != 0:
                actions[n] = hit_code(lowest(cards), k)
                cards &= cards - 1
                n += 1
    return n


@kernel
def lay_spread(params, state, cards, is_book):
    """Put a spread from the hand of the seat to act on the table (an ace above the king in bit 13)."""
    seat, k = state.to_act, state.spreads
    state.spread[k] = cards
    state.owner[k] = seat
    state.is_book[k] = is_book
    state.is_new[k] = 1
    state.spreads = k + 1
    give_up(state, seat, aces_low(cards))


@kernel
def hit_spread(params, state, card, k):
    """Put a card from the hand of the seat to act on spread `k`; the owner, if another, is frozen for longer."""
    seat, bit = state.to_act, 1 << card
    goes_high = not state.is_book[k] and card & 15 == 0 and state.spread[k] & (bit << 1) == 0
    state.spread[k] |= bit << 13 if goes_high else bit
    state.hits += 1
    state.has_hit[seat] = 1
    if state.owner[k] != seat:
        state.frozen[state.owner[k]] += params.hit_freeze
    give_up(state, seat, bit)


@kernel
def give_up(state, seat, cards):
    """Take cards out of a hand."""
    state.hand[seat] &= ~cards
    state.known[seat] &= ~cards
    state.laid += popcount(cards)
