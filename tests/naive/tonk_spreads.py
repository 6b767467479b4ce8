"""Spreads, hits and counts of TONK, by definition and by trying everything."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import TypeAlias

from tests.naive.cards import RANKS, SUITS, total

Cards: TypeAlias = frozenset[str]
"""Some cards, in no order."""

FEWEST = 3
"""Cards of a spread, at least."""


def is_book(cards: Cards) -> bool:
    """Whether these are three or four cards of one rank."""
    return len(cards) >= FEWEST and len({card[0] for card in cards}) == 1


def is_run(cards: Cards, ace_runs: str) -> bool:
    """Whether these are three or more cards of one suit in sequence; `high_low`: with the ace first, or last."""
    if len(cards) < FEWEST or len({card[1] for card in cards}) > 1:
        return False
    ranks = "".join(card[0] for card in cards)
    sequences = [RANKS] if ace_runs == "low" else [RANKS, RANKS[1:] + RANKS[0]]
    return any(
        set(ranks) == set(sequence[first : first + len(ranks)])
        for sequence in sequences
        for first in range(len(sequence) - len(ranks) + 1)
    )


def is_spread(cards: Cards, ace_runs: str) -> bool:
    """Whether these cards are a book or a run."""
    return is_book(cards) or is_run(cards, ace_runs)


@cache
def all_spreads(ace_runs: str) -> frozenset[Cards]:
    """Every book and every run."""
    books = [
        frozenset(cards)
        for rank in RANKS
        for size in (3, 4)
        for cards in combinations([rank + suit for suit in SUITS], size)
    ]
    neighbours = RANKS + RANKS[0]
    runs = [
        frozenset(rank + suit for rank in neighbours[first:end])
        for suit in SUITS
        for first in range(len(neighbours))
        for end in range(first + FEWEST, len(neighbours) + 1)
    ]
    return frozenset(books) | {run for run in runs if is_run(run, ace_runs)}


def spreads_in(cards: Cards, ace_runs: str) -> list[Cards]:
    """Every subset that is a spread."""
    return [spread for spread in all_spreads(ace_runs) if spread <= cards]


def extends(card: str, spread: Cards, ace_runs: str) -> bool:
    """Whether the card makes a book of four of a book, or a longer run of a run."""
    return card not in spread and is_spread(spread | {card}, ace_runs)


@lru_cache(maxsize=20_000)
def least_count(cards: Cards, ace_runs: str) -> int:
    """Points that are left when the best spreads, no two with a card in common, are taken out."""
    return min(total(cards.difference(*spreads)) for spreads in disjoint_spreads(cards, ace_runs))


def disjoint_spreads(cards: Cards, ace_runs: str) -> list[list[Cards]]:
    """Every choice of spreads no two of which share a card, the empty one too."""

    def choices(left: Cards, spreads: list[Cards]) -> list[list[Cards]]:
        found: list[list[Cards]] = [[]]
        for place, spread in enumerate(spreads):
            if spread <= left:
                found += [[spread, *others] for others in choices(left - spread, spreads[place + 1 :])]
        return found

    return choices(cards, spreads_in(cards, ace_runs))
