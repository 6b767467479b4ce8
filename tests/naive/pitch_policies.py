"""What pitch's policy `simple` does, from its description, in text actions on a twin's hand.

It looks at nothing but its player's own cards, the calls, and the cards played.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, floor
from typing import TypeAlias

from tests.naive.cards import DECK, SUITS, suit_order
from tests.naive.pitch import HIGHEST_BID, bids, may_pass, playable
from tests.naive.pitch_hand import Cards, Hand, Trick, height
from tests.naive.pitch_rules import Rules
from tests.naive.pitch_score import TRICK_POINTS

HANDFUL = 6
FORCED_BID = 2
POINT = 25
"""Trick points that the jack of trumps and Low are worth."""

LOW = (0, 34, 58, 72, 85, 94, 100)
JACK = (0, 25, 94, 96, 98, 100, 100)
GAME = (0, 10, 28, 50, 72, 88, 100)
"""Hundredths by the number of trumps."""

Worth: TypeAlias = Callable[[str], int]
"""Of a card, to who takes it."""


@dataclass(frozen=True)
class Simple:
    """The policy's parameters."""

    bold: int = 35
    partner: int = 30
    steal: int = 40
    stick: bool = False
    defend: str = "set"

    def __str__(self) -> str:
        """As on the command line."""
        stick = str(self.stick).lower()
        return f"simple:bold={self.bold},partner={self.partner},steal={self.steal},stick={stick},defend={self.defend}"


def simple_action(hand: Hand, policy: Simple) -> str:
    """Return the action for the player whose turn it is."""
    if hand.pitcher is None:
        bid = bid_of(hand, policy)
        return f"bid {bid}" if bid else "pass"
    if hand.trump is None:
        return f"play {first_lead(hand)}"
    return f"play {lead(hand) if hand.open_trick is None else follow(hand, policy)}"


# Chances and worth, in whole parts of a point


def down(number: Fraction, parts: int = 10**6) -> Fraction:
    """Round down to whole parts."""
    return Fraction(floor(number * parts), parts)


@cache
def none_dealt(players: int, cards: int) -> Fraction:
    """Return the chance that none of so many cards that one was not dealt was dealt to any other player."""
    unseen, others = len(DECK) - HANDFUL, HANDFUL * (players - 1)
    return down(Fraction(comb(unseen - cards, others), comb(unseen, others)))


def clamp(number: Fraction) -> Fraction:
    """Bring a number into 0 to 1."""
    return min(max(number, Fraction(0)), Fraction(1))


def suit_worth(rules: Rules, dealt: Cards, suit: str) -> Fraction:
    """Return the points that a hand is thought to take with this suit as trumps."""
    trumps = sorted((card for card in dealt if card[1] == suit), key=height)
    if not trumps:
        return Fraction(0)
    number, players = len(trumps), rules["players"]
    whole = [card for card in DECK if card[1] == suit]
    high = none_dealt(players, sum(height(card) > height(trumps[-1]) for card in whole))
    low = none_dealt(players, sum(height(card) < height(trumps[0]) for card in whole))
    if rules["low_to"] == "taker":
        own = clamp(Fraction(LOW[number] - 10 * (players - 4), 100))
        other = down(Fraction(LOW[number], 100) * (1 + high) / 2, 100)
        low = down(low * own + (1 - low) * other)
    if f"J{suit}" in trumps:
        jack = Fraction(JACK[number], 100)
    else:
        jack = down(down((1 - none_dealt(players, 1)) * high) * Fraction(12 + 8 * number, 100))
    without_high = down(Fraction(18, 100) * (1 - high))
    game = clamp(Fraction(GAME[number], 100) - without_high + down(Fraction(1, players)) - Fraction(1, 4))
    return high + low + jack + game


def best_suit(rules: Rules, dealt: Cards) -> str:
    """Return the suit that is worth most, of equal ones the first."""
    return max(SUITS, key=lambda suit: suit_worth(rules, dealt, suit))


# The auction


def bid_of(hand: Hand, policy: Simple) -> int:
    """Return the bid, or 0 for a pass."""
    rules, me, allowed = hand.rules, hand.to_act, bids(hand)
    if not may_pass(hand):
        return min(allowed)
    if not allowed or (hand.bid > 0 and hand.side_of(_last_bidder(hand)) == hand.side_of(me)):
        return 0
    worth = suit_worth(rules, hand.dealt[me], best_suit(rules, hand.dealt[me]))
    if rules["partners"]:
        worth += Fraction(policy.partner, 100)
    if me == hand.dealer:
        least = min(allowed)
        lacking = policy.steal if least == hand.bid else policy.bold
        return least if worth + Fraction(lacking, 100) >= least else 0
    bid = min(floor(worth + Fraction(policy.bold, 100)), HIGHEST_BID)
    if bid not in allowed or (policy.stick and hand.bid == 0 and bid <= forced_bid(rules)):
        return 0
    return bid


def _last_bidder(hand: Hand) -> int:
    return next(seat for seat, called in reversed(hand.calls) if called > 0)


def forced_bid(rules: Rules) -> int:
    """Return what the dealer must bid if nobody does, 0 if he may pass."""
    forced: dict[str, int] = {"dealer_2": FORCED_BID, "dealer_min": rules["min_bid"], "redeal": 0}
    return forced[rules["forced_bid"]]


# Cards


def seen_by(hand: Hand, seat: int) -> Cards:
    """Return the cards played and those the seat holds."""
    return hand.hands[seat].union(*(trick.cards for trick in hand.tricks))


def above(card: str) -> Cards:
    """Return the higher cards of its suit."""
    return frozenset(other for other in DECK if other[1] == card[1] and height(other) > height(card))


def below(card: str) -> Cards:
    """Return the lower cards of its suit."""
    return frozenset(other for other in DECK if other[1] == card[1] and height(other) < height(card))


def is_high(hand: Hand, card: str) -> bool:
    """Whether the player whose turn it is has seen every higher card of the suit."""
    return above(card) <= seen_by(hand, hand.to_act)


def worth_of(hand: Hand, trump: str) -> Worth:
    """Return what cards in the player's hand or on the table are worth to who takes them."""
    seen = seen_by(hand, hand.to_act)

    def worth(card: str) -> int:
        points = TRICK_POINTS.get(card[0], 0) + (POINT if card == f"J{trump}" else 0)
        if card[1] == trump and hand.rules["low_to"] == "taker" and not below(card) & seen:
            points += floor(POINT * none_dealt(hand.players, len(below(card))))
        return points

    return worth


def cheapest(cards: Collection[str], worth: Worth, trump: str) -> str:
    """Return the card worth least, then one that is no trump, then the lowest."""
    return min(cards, key=lambda card: (worth(card), card[1] == trump, height(card), suit_order(card)))


def dearest(cards: Collection[str], worth: Worth) -> str:
    """Return the card worth most, then the lowest."""
    return min(cards, key=lambda card: (-worth(card), height(card), suit_order(card)))


def tops(cards: Collection[str]) -> list[str]:
    """Return the highest card of each suit."""
    return [card for card in cards if not above(card).intersection(cards)]


# Play


def first_lead(hand: Hand) -> str:
    """Return the card that makes trumps."""
    held = hand.hands[hand.to_act]
    suit = best_suit(hand.rules, held)
    trumps = [card for card in held if card[1] == suit]
    top = max(trumps, key=height)
    if none_dealt(hand.players, len(above(top))) >= Fraction(1, 2):
        return top
    return cheapest(trumps, worth_of(hand, suit), suit)


def lead(hand: Hand) -> str:
    """Return the card to lead once trumps are known."""
    assert hand.trump is not None
    held, worth = hand.hands[hand.to_act], worth_of(hand, hand.trump)
    trumps = [card for card in held if card[1] == hand.trump]
    out = {card for card in DECK if card[1] == hand.trump} - seen_by(hand, hand.to_act)
    if hand.to_act == hand.pitcher and trumps and out and is_high(hand, max(trumps, key=height)):
        return max(trumps, key=height)
    high = [card for card in tops(held - set(trumps)) if is_high(hand, card)]
    if high and worth(dearest(high, worth)) >= TRICK_POINTS["K"]:
        return dearest(high, worth)
    return cheapest(held, worth, hand.trump)


def follow(hand: Hand, policy: Simple) -> str:
    """Return the card to play to a trick that has been led."""
    trick, trump, cards = hand.open_trick, hand.trump, playable(hand)
    assert trick is not None
    assert trump is not None
    worth, last = worth_of(hand, trump), len(trick.plays) == hand.players - 1
    taker = trick.taker(trump)
    if _is_ally(hand, taker, policy) and (last or is_high(hand, dict(trick.plays)[taker])):
        gifts = [card for card in cards if hand.rules["partners"] or card[1] != trump]
        return dearest(gifts, worth) if gifts else cheapest(cards, worth, trump)
    takers = [card for card in cards if _takes(hand, card)]
    table = sum(map(worth, trick.cards))
    if last and takers and table + worth(dearest(takers, worth)) > 0:
        return dearest(takers, worth)
    sure = [card for card in tops(takers) if is_high(hand, card)]
    if not last and sure and table > 0:
        return cheapest(sure, worth, trump)
    return cheapest(cards, worth, trump)


def _is_ally(hand: Hand, other: int, policy: Simple) -> bool:
    if hand.rules["partners"]:
        return hand.side_of(other) == hand.side_of(hand.to_act)
    return policy.defend == "set" and hand.pitcher not in (other, hand.to_act)


def _takes(hand: Hand, card: str) -> bool:
    """Whether the card would take the trick as it lies."""
    trick, trump = hand.open_trick, hand.trump
    assert trick is not None
    assert trump is not None
    return Trick([*trick.plays, (hand.to_act, card)]).taker(trump) == hand.to_act
