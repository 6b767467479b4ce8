"""Toy A (`tests.toys.toy_a`) once more, with cards as pairs of rank and suit and hands as lists."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

Card = tuple[int, int]
"""Rank 1 to 4, which is what it counts, and suit 0 to 2."""


class Chance(NamedTuple):
    """A chance to knock: whose, in which turn of his, with what, and what the other holds."""

    player: int
    turn: int
    own: int
    rival: int


def is_meld(cards: Sequence[Card]) -> bool:
    """Whether all the cards are of a rank, or in sequence in a suit."""
    ranks, suits = sorted(rank for rank, _ in cards), {suit for _, suit in cards}
    in_sequence = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return len(cards) >= 2 and (len(set(ranks)) == 1 or (len(suits) == 1 and in_sequence))


def deadwood(hand: Sequence[Card]) -> int:
    """Return the least deadwood of three cards, which have room for one meld."""
    chosen = [list(cards) for size in (2, 3) for cards in combinations(hand, size) if is_meld(cards)]
    return min(sum(rank for rank, suit in hand if (rank, suit) not in meld) for meld in [[], *chosen])


def thrown(hand: Sequence[Card]) -> Card:
    """Return what greedy throws of four cards."""
    return min(hand, key=lambda card: (deadwood([other for other in hand if other != card]), -card[0], card[1]))


def chances(first: Sequence[Card], second: Sequence[Card], upcard: Card, stock: Sequence[Card]) -> list[Chance]:
    """Return the chances to knock of a hand that is played to the first gin or the end of the stock."""
    hands, left, found = [list(first), list(second)], list(stock), []
    top, player, turns = upcard, 0, [0, 0]
    while True:
        held = hands[player]
        with_top = [*held, top]
        taken = [card for card in with_top if card != thrown(with_top)]
        drawn = top if deadwood(taken) < deadwood(held) else left.pop(0)
        held.append(drawn)
        top = thrown(held)
        held.remove(top)
        turns[player] += 1
        own, rival = deadwood(held), deadwood(hands[1 - player])
        if own <= 3:
            found.append(Chance(player, turns[player], own, rival))
        if own == 0 or not left:
            return found
        player = 1 - player


def net(chance: Chance, ties_undercut: bool = True) -> int:
    """Return what a knock scores for the knocker."""
    if chance.own == 0:
        return 6 + chance.rival
    if chance.rival > chance.own:
        return chance.rival - chance.own
    if chance.rival < chance.own or ties_undercut:
        return -6 - (chance.own - chance.rival)
    return 0
