"""Least deadwood by trying every meld of the lowest card, aces low or both ways; small enough to be seen right."""

from __future__ import annotations

from functools import cache
from itertools import combinations

RANKS = "A23456789TJQK"
SUITS = "cdhs"
Cards = frozenset[str]


def _melds(ranks: str) -> list[Cards]:
    sets = [frozenset(c) for r in RANKS for n in (3, 4) for c in combinations([r + s for s in SUITS], n)]
    spans = [ranks[i:j] for i in range(len(ranks)) for j in range(i + 3, len(ranks) + 1)]
    runs = {frozenset(r + s for r in span) for span in spans if len(set(span)) == len(span) for s in SUITS}
    return [*sets, *runs]


LOW, BOTH = _melds(RANKS), _melds(RANKS + "A")
"""All melds with aces low, and where a run may end Q-K-A too."""


def points(card: str) -> int:
    return min(RANKS.index(card[0]) + 1, 10)


def least(cards: Cards, high_low: bool = False) -> int:
    """Return the least deadwood of some cards."""
    return least_with(cards, BOTH if high_low else LOW)


def least_with(cards: Cards, melds: list[Cards]) -> int:
    """Return the least deadwood of some cards where only these melds count."""
    held = [meld for meld in melds if meld <= cards]

    @cache
    def search(rest: Cards) -> int:
        if not rest:
            return 0
        card = min(rest)
        loose = points(card) + search(rest - {card})
        return min([loose, *(search(rest - meld) for meld in held if card in meld and meld <= rest)])

    return search(cards)
