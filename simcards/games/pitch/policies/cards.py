"""How `simple` plays its cards, and what a card is worth to who takes it.

Implements "What a card is worth", the leads and "To a trick" of "Each step of `simple`" in the rules' page.
"""

from __future__ import annotations

from simcards.cards import FULL_MASK, LANE
from simcards.games.pitch.kernel import playable
from simcards.games.pitch.params import MILLION, NOBODY
from simcards.games.pitch.policies.worth import best_suit
from simcards.kernels.bits import lowest
from simcards.kernels.jit import kernel
from simcards.kernels.tricks import JACK, beats, by_strength, strength, suit_mask, suit_of, top_card, trick_points

DEFEND = 4
"""Place of the parameter in ``policy.value``; 1 is to set the pitcher."""

POINT = 25
"""Trick points that a point is worth: some forty are in play with four players, and they give one."""

LEADS = 3
"""Trick points of a card that is worth leading: a king, an ace or a ten."""

TRUMP_COST, WORTH_COST = 16, 32
"""Of two cards the one of less worth is thrown, then the one that is no trump, then the lower one."""


@kernel
def unseen(state, seat):
    """Return the cards that a seat has not seen: neither played nor in its hand."""
    return FULL_MASK & ~(state.played | state.hand[seat])


@kernel
def worth(params, state, trump, card):
    """Return what a card held by the seat to act, or lying on the table, is worth to who takes it, in trick points.

    The jack of trumps and, where Low goes to the taker, a trump that may turn out to be Low are worth a point more.
    """
    points = trick_points(1 << card)
    if suit_of(card) != trump:
        return points
    if card == LANE * trump + JACK:
        points += POINT
    if not params.low_to_holder:
        points += POINT * chance_of_low(params, state, trump, strength(card)) // MILLION
    return points


@kernel
def chance_of_low(params, state, trump, power):
    """Return the chance of the deal, in millionths, that a trump is Low; 0 if the seat to act has seen a lower one."""
    below = (1 << power) - 1
    seen = by_strength(state.played | state.hand[state.to_act], trump)
    return 0 if seen & below else params.none_dealt[power]


@kernel
def table_worth(params, state):
    """Return what the cards on the table are worth to who takes them."""
    total = trick_points(state.trick)
    trumps = by_strength(state.trick, state.trump)
    if trumps >> strength(JACK) & 1:
        total += POINT
    if trumps != 0 and not params.low_to_holder:
        total += POINT * chance_of_low(params, state, state.trump, lowest(trumps)) // MILLION
    return total


@kernel
def is_boss(state, card):
    """Return whether the seat to act has seen every higher card of a card's suit."""
    suit = suit_of(card)
    return by_strength(unseen(state, state.to_act), suit) >> strength(card) == 0


@kernel
def cheapest(params, state, trump, cards):
    """Return the card to throw: of least worth, no trump if possible, and the lowest."""
    best, least = NOBODY, 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        cost = WORTH_COST * worth(params, state, trump, card) + strength(card)
        if suit_of(card) == trump:
            cost += TRUMP_COST
        if best == NOBODY or cost < least:
            best, least = card, cost
    return best


@kernel
def dearest(params, state, trump, cards):
    """Return the card of most worth, of several the lowest one."""
    best, most = NOBODY, 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        value = WORTH_COST * worth(params, state, trump, card) - strength(card)
        if best == NOBODY or value > most:
            best, most = card, value
    return best


@kernel
def winning(state, cards):
    """Return those of `cards` that would take the trick as it lies."""
    found = 0
    rest = cards
    while rest != 0:
        if beats(lowest(rest), state.best, state.trump):
            found |= rest & -rest
        rest &= rest - 1
    return found


@kernel
def bosses(state, cards):
    """Return the highest of `cards` in each suit, if no unseen card of the suit beats it."""
    found = 0
    for suit in range(4):
        if cards & suit_mask(suit):
            top = top_card(cards, suit)
            if is_boss(state, top):
                found |= 1 << top
    return found


@kernel
def ally_takes(params, policy, state):
    """Return whether the trick lies with the seat's partner, or with another defender if it defends to set."""
    seat, best = state.to_act, state.best_seat
    if params.sides < params.players:
        return best % params.sides == seat % params.sides
    return policy.value[DEFEND] != 0 and seat != state.pitcher and best != state.pitcher


@kernel
def first_lead(params, state):
    """Return the pitcher's first card, which makes trumps: its top if that is likely High, else the cheapest."""
    hand = state.hand[state.to_act]
    suit = best_suit(params, hand)
    trumps = hand & suit_mask(suit)
    top = top_card(trumps, suit)
    if params.none_dealt[12 - strength(top)] * 2 >= MILLION:
        return top
    return cheapest(params, state, suit, trumps)


@kernel
def lead(params, state):
    """Return the card to lead: the pitcher draws trumps with the top one; all lead what is high, else throw."""
    if state.trump == NOBODY:
        return first_lead(params, state)
    seat = state.to_act
    hand = state.hand[seat]
    trumps = hand & suit_mask(state.trump)
    if seat == state.pitcher and trumps != 0 and unseen(state, seat) & suit_mask(state.trump) != 0:
        top = top_card(trumps, state.trump)
        if is_boss(state, top):
            return top
    high = bosses(state, hand & ~suit_mask(state.trump))
    if high != 0:
        card = dearest(params, state, state.trump, high)
        if worth(params, state, state.trump, card) >= LEADS:
            return card
    return cheapest(params, state, state.trump, hand)


@kernel
def follow(params, policy, state):
    """Return the card to play to a trick that others have begun."""
    cards = playable(params, state)
    is_last = state.trick_size == params.players - 1
    if ally_takes(params, policy, state) and (is_last or is_boss(state, state.best)):
        gift = cards if params.sides < params.players else cards & ~suit_mask(state.trump)
        if gift != 0:
            return dearest(params, state, state.trump, gift)
        return cheapest(params, state, state.trump, cards)
    takers = winning(state, cards)
    if takers != 0:
        lying = table_worth(params, state)
        if is_last:
            card = dearest(params, state, state.trump, takers)
            if lying + worth(params, state, state.trump, card) > 0:
                return card
        elif lying > 0:
            sure = bosses(state, takers)
            if sure != 0:
                return cheapest(params, state, state.trump, sure)
    return cheapest(params, state, state.trump, cards)
