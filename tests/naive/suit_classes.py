"""Hands that differ only in the names of the suits, as one: each class once, with the number of its hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import factorial, prod

from tests.naive.cards import RANKS, SUITS

Lane = tuple[int, ...]
"""The ranks held in one suit."""


def lanes(most: int) -> list[Lane]:
    """What a suit may hold, with at most that many cards."""
    return [ranks for size in range(most + 1) for ranks in combinations(range(len(RANKS)), size)]


def suit_classes(size: int) -> Iterator[tuple[tuple[Lane, ...], int]]:
    """Each class of hands of that size, by the lanes of its suits, and how many hands it has."""
    possible = lanes(size)

    def extend(chosen: tuple[Lane, ...], first: int, left: int) -> Iterator[tuple[Lane, ...]]:
        if len(chosen) == len(SUITS):
            if left == 0:
                yield chosen
            return
        for place in range(first, len(possible)):
            if len(possible[place]) > left:
                return
            yield from extend((*chosen, possible[place]), place, left - len(possible[place]))

    for held in extend((), 0, size):
        yield held, factorial(len(SUITS)) // prod(map(factorial, Counter(held).values()))


def cards_in(held: tuple[Lane, ...]) -> frozenset[str]:
    """The cards of a hand given by its lanes."""
    return frozenset(RANKS[rank] + suit for suit, ranks in zip(SUITS, held, strict=True) for rank in ranks)
