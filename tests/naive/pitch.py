"""One hand of pitch, played straight from the rules."""

from __future__ import annotations

from collections.abc import Sequence

from tests.naive.cards import CardError, parse_card
from tests.naive.pitch_hand import Cards, Hand, Trick
from tests.naive.pitch_rules import Rules

HIGHEST_BID = 4
PACKET = 3
PACKETS = 2


class Illegal(ValueError):
    """An action that the rules do not allow now."""


# The deal


def new_hand(rules: Rules, deck: Sequence[str], dealer: int) -> Hand:
    """Deal two packets of three cards, first to the player after the dealer."""
    players = rules["players"]
    cards = list(deck)
    dealt: list[Cards] = [frozenset()] * players
    for _ in range(PACKETS):
        for place in range(1, players + 1):
            packet, cards = cards[:PACKET], cards[PACKET:]
            dealt[(dealer + place) % players] |= frozenset(packet)
    return Hand(rules=rules, dealer=dealer, dealt=dealt, hands=list(dealt), to_act=(dealer + 1) % players)


# What is legal


def legal(hand: Hand) -> list[str]:
    """Every legal action, sorted as plain text."""
    if hand.over:
        return []
    if hand.pitcher is not None:
        return sorted(f"play {card}" for card in playable(hand))
    calls = [f"bid {bid}" for bid in bids(hand)]
    return sorted([*calls, "pass"] if may_pass(hand) else calls)


def bids(hand: Hand) -> list[int]:
    """Every bid that the player to call may make."""
    rules, high = hand.rules, hand.bid
    dealing = hand.to_act == hand.dealer
    if dealing and high == 0 and rules["forced_bid"] == "dealer_2":
        return [2, 3, 4]
    higher = [bid for bid in (1, 2, 3, 4) if bid > high and bid >= rules["min_bid"]]
    steals = rules["steal_four"] if high == HIGHEST_BID else rules["steal"] and high > 0
    return [high, *higher] if dealing and steals else higher


def may_pass(hand: Hand) -> bool:
    """Whether the player to call may pass: all but the dealer after passes alone, and he where the hand is redealt."""
    return hand.to_act != hand.dealer or hand.bid > 0 or hand.rules["forced_bid"] == "redeal"


def playable(hand: Hand) -> Cards:
    """Cards that the player whose turn it is may play."""
    held, follow = hand.hands[hand.to_act], hand.rules["follow"]
    trick = hand.open_trick
    if trick is None:
        return held
    trumps = frozenset(card for card in held if card[1] == hand.trump)
    following = frozenset(card for card in held if card[1] == trick.led)
    if following and trick.led == hand.trump:
        return trumps
    if following:
        return following if follow == "strict" else following | trumps
    return trumps if trumps and follow == "must_trump" else held


# What an action does


def read_action(text: object) -> str:
    """Return the action as `legal` writes it."""
    if not isinstance(text, str):
        raise Illegal(f"an action is a text, not {text!r}")
    words = text.split()
    try:
        if words[:1] == ["play"] and len(words) == 2:
            return f"play {parse_card(words[1])}"
    except CardError as error:
        raise Illegal(str(error)) from error
    return " ".join(words)


def apply(hand: Hand, text: object) -> None:
    """Carry out one action, or raise `Illegal`."""
    action = read_action(text)
    if action not in legal(hand):
        raise Illegal(f"{text!r} is not among {legal(hand)}")
    word, *rest = action.split()
    if word == "play":
        _play(hand, rest[0])
    else:
        _call(hand, int(rest[0]) if rest else 0)


def _call(hand: Hand, bid: int) -> None:
    hand.calls.append((hand.to_act, bid))
    ended = hand.to_act == hand.dealer or (bid == HIGHEST_BID and not hand.rules["steal_four"])
    if not ended:
        hand.to_act = (hand.to_act + 1) % hand.players
    elif hand.bid == 0:
        hand.thrown_in = True
    else:
        # A bid is stolen by bidding the same after it: the last of the highest bids counts.
        hand.pitcher = [seat for seat, called in hand.calls if called == hand.bid][-1]
        hand.to_act = hand.pitcher


def _play(hand: Hand, card: str) -> None:
    seat, trick = hand.to_act, hand.open_trick
    if trick is None:
        trick = Trick()
        hand.tricks.append(trick)
    trick.plays.append((seat, card))
    hand.hands[seat] -= {card}
    assert hand.trump is not None
    done = len(trick.plays) == hand.players
    hand.to_act = trick.taker(hand.trump) if done else (seat + 1) % hand.players
