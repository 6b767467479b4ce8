"""How many hands hold no spread: an exact count, rank by rank."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TypeAlias

from simcards.census import RUN

RANKS = 13
BOOK = 3
"""Cards of the smallest book."""

Lane: TypeAlias = tuple[int, bool]
"""What a suit has: its cards in sequence down to this rank, and whether it has the ace."""


def without_spread(cards: int, *, ace_high: bool) -> int:
    """Return how many hands of so many cards hold no book and no run.

    Parameters
    ----------
    cards
        Cards of the hand.
    ace_high
        Whether an ace may end a run above the king too.

    Examples
    --------
    >>> without_spread(3, ace_high=False)  # of 22,100; 52 are books, 44 runs
    22004
    """
    hands: Counter[tuple[tuple[Lane, ...], int]] = Counter()
    # The aces come first: they stand above the kings, and at the end below the twos.
    for aces in _holdings():
        lanes = [(int(ace_high), True) if suit in aces else (0, False) for suit in range(4)]
        hands[tuple(sorted(lanes)), len(aces)] += 1
    for _ in range(RANKS - 1):
        hands = _next_rank(hands, cards)
    return sum(
        ways
        for (lanes, held), ways in hands.items()
        if held == cards and not any(ace and length == RUN - 1 for length, ace in lanes)
    )


def _next_rank(hands: Counter[tuple[tuple[Lane, ...], int]], cards: int) -> Counter[tuple[tuple[Lane, ...], int]]:
    """Return the hands without a spread, by what their suits have and their cards, with one more rank."""
    grown: Counter[tuple[tuple[Lane, ...], int]] = Counter()
    for (lanes, held), ways in hands.items():
        for more in _holdings():
            after = [(length + 1 if suit in more else 0, ace) for suit, (length, ace) in enumerate(lanes)]
            if held + len(more) <= cards and all(length < RUN for length, _ in after):
                grown[tuple(sorted(after)), held + len(more)] += ways
    return grown


def _holdings() -> list[tuple[int, ...]]:
    """Return what a hand may hold of one rank, as suits, if it is no book."""
    return [suits for size in range(BOOK) for suits in combinations(range(4), size)]
