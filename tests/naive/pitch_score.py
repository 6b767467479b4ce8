"""What a finished hand of pitch is worth, and whether it wins the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.naive.pitch import HIGHEST_BID
from tests.naive.pitch_hand import Hand, height
from tests.naive.pitch_rules import sides

TRICK_POINTS = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
THROWN_IN = ("pitcher", "bid", "trump", "high", "low", "jack", "game", "match_winner")
"""Keys that are null for a hand that was thrown in."""


def takers(hand: Hand) -> list[int]:
    """Return who took each trick."""
    assert hand.trump is not None
    return [trick.taker(hand.trump) for trick in hand.tricks]


def taker_of(hand: Hand, card: str) -> int:
    """Return the seat that took a card."""
    return next(seat for seat, trick in zip(takers(hand), hand.tricks, strict=True) if card in trick.cards)


def trick_points(hand: Hand) -> list[int]:
    """Return the trick points that each side took."""
    taken = [0] * len(sides(hand.rules))
    for trick in hand.tricks:
        for card in trick.cards:
            taken[hand.side_of(taker_of(hand, card))] += TRICK_POINTS.get(card[0], 0)
    return taken


def honours(hand: Hand) -> dict[str, int | None]:
    """Return the seats that get High, Low and Jack, and the lower seat of the side that gets Game."""
    trumps = sorted((card for trick in hand.tricks for card in trick.cards if card[1] == hand.trump), key=height)
    low, high, jack = trumps[0], trumps[-1], f"J{hand.trump}"
    holder = next(seat for seat in range(hand.players) if low in hand.dealt[seat])
    return {
        "high": taker_of(hand, high),
        "low": holder if hand.rules["low_to"] == "holder" else taker_of(hand, low),
        "jack": taker_of(hand, jack) if jack in trumps else None,
        "game": _game(hand),
    }


def _game(hand: Hand) -> int | None:
    points = trick_points(hand)
    assert hand.pitcher is not None
    best = [side for side, taken in enumerate(points) if taken == max(points)]
    pitchers = hand.side_of(hand.pitcher)
    if len(best) == 1:
        side = best[0]
    elif pitchers in best and hand.rules["game_tie"] == "pitcher":
        side = pitchers
    else:
        return None
    return sides(hand.rules)[side][0]


def ending(hand: Hand, scores: Sequence[int]) -> dict[str, Any]:
    """Return what a result tells of a finished hand; the scores, one a side, are those before it."""
    if hand.thrown_in:
        return {
            "payoffs": [0] * hand.players,
            "outcome": "thrown_in",
            "winner": [],
            "trick_points": [0] * len(scores),
            "tricks": [],
            **dict.fromkeys(THROWN_IN),
        }
    assert hand.pitcher is not None
    points = honours(hand)
    gained = [sum(hand.side_of(seat) == side for seat in points.values() if seat is not None) for side in _sides(hand)]
    pitchers = hand.side_of(hand.pitcher)
    made = gained[pitchers] >= hand.bid
    if not made:
        gained[pitchers] = -hand.bid
    payoffs = [gained[hand.side_of(seat)] for seat in range(hand.players)]
    return {
        "payoffs": payoffs,
        "outcome": "made" if made else "set",
        "winner": [seat for seat, payoff in enumerate(payoffs) if payoff == max(payoffs)],
        "pitcher": hand.pitcher,
        "bid": hand.bid,
        "trump": hand.trump,
        **points,
        "trick_points": trick_points(hand),
        "tricks": takers(hand),
        "match_winner": _match_winner(hand, [was + more for was, more in zip(scores, gained, strict=True)], made),
    }


def _sides(hand: Hand) -> range:
    return range(len(sides(hand.rules)))


def _match_winner(hand: Hand, totals: Sequence[int], made: bool) -> int | None:
    """Return the lower seat of the side that has won the match with these totals after the hand."""
    winners = _winning_sides(hand, totals, made)
    return sides(hand.rules)[winners[0]][0] if len(winners) == 1 else None


def _winning_sides(hand: Hand, totals: Sequence[int], made: bool) -> list[int]:
    """Return the side that has won; none or several, and the match goes on."""
    assert hand.pitcher is not None
    pitchers, win_on = hand.side_of(hand.pitcher), hand.rules["win_on"]
    there = [side for side in _sides(hand) if totals[side] >= hand.rules["target"]]
    best = [side for side in there if totals[side] == max(totals)]
    if hand.rules["smudge"] and made and hand.bid == HIGHEST_BID:
        return [pitchers]
    if win_on == "own_bid":
        return [pitchers] if made and pitchers in there else []
    if win_on == "most_points":
        return best
    if pitchers in there:
        return [pitchers]
    after_dealer = [hand.side_of((hand.dealer + place) % hand.players) for place in range(1, hand.players + 1)]
    return sorted(best, key=after_dealer.index)[:1]
