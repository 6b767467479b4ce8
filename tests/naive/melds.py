"""Melds, splits of a hand and lay-offs, by definition and by trying everything."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from tests.naive.cards import DECK, RANKS, SUITS, in_order, suit_order, total

Cards: TypeAlias = frozenset[str]
"""Some cards, in no order."""
Family: TypeAlias = frozenset[Cards]
"""Melds no two of which share a card."""


def _all_sets() -> list[Cards]:
    """Three or four cards of one rank."""
    return [
        frozenset(cards)
        for rank in RANKS
        for size in (3, 4)
        for cards in combinations([rank + suit for suit in SUITS], size)
    ]


def _all_runs() -> list[Cards]:
    """Three or more cards of one suit in sequence, the ace before the two only."""
    return [
        frozenset(rank + suit for rank in RANKS[first:end])
        for suit in SUITS
        for first in range(len(RANKS))
        for end in range(first + 3, len(RANKS) + 1)
    ]


MELDS: tuple[Cards, ...] = (*_all_sets(), *_all_runs())
_IS_MELD = frozenset(MELDS)


def is_meld(cards: Cards) -> bool:
    """Whether these cards are a set or a run."""
    return cards in _IS_MELD


def melds_in(cards: Cards) -> list[Cards]:
    """Every meld that these cards hold."""
    return [meld for meld in MELDS if meld <= cards]


@lru_cache(maxsize=20_000)
def families(cards: Cards) -> tuple[Family, ...]:
    """Every choice of disjoint melds, the empty one too; a long run is also there cut in pieces."""
    found: list[Family] = []

    def extend(chosen: list[Cards], later: list[Cards]) -> None:
        found.append(frozenset(chosen))
        for place, meld in enumerate(later):
            extend([*chosen, meld], [other for other in later[place + 1 :] if not other & meld])

    extend([], melds_in(cards))
    return tuple(found)


def in_family(family: Family) -> Cards:
    """All the cards of the melds."""
    return frozenset().union(*family)


def left(cards: Cards, family: Family) -> int:
    """Points of the cards outside the melds."""
    return total(cards - in_family(family))


@lru_cache(maxsize=200_000)
def deadwood(cards: Cards) -> int:
    """Least points that any choice of melds leaves."""
    return min(left(cards, family) for family in families(cards))


def best_splits(cards: Cards) -> list[Family]:
    """Every choice of melds that leaves the least."""
    least = deadwood(cards)
    return [family for family in families(cards) if left(cards, family) == least]


def deadwood_after_discard(cards: Cards) -> int:
    """Least deadwood that any discard leaves."""
    return min(deadwood(cards - {card}) for card in cards)


def written(family: Family) -> list[list[str]]:
    """Melds as the records have them: each in order, and they by their first card."""
    return sorted((in_order(meld) for meld in family), key=lambda meld: suit_order(meld[0]))


def layoff_sets(cards: Cards, melds: Iterable[Cards]) -> set[Cards]:
    """Every set of these cards that can be laid off on the melds, one card after another."""
    start = tuple(melds)
    seen = {start}
    waiting = [start]
    while waiting:
        table = waiting.pop()
        lying = frozenset().union(*table)
        for place, meld in enumerate(table):
            for card in cards - lying:
                grown = (*table[:place], meld | {card}, *table[place + 1 :])
                if is_meld(grown[place]) and grown not in seen:
                    seen.add(grown)
                    waiting.append(grown)
    before = frozenset().union(*start)
    return {frozenset().union(*table) - before for table in seen}


Defence: TypeAlias = tuple[Family, Cards]
"""The defender's own melds and the cards laid off."""


def defences(cards: Cards, melds: Family, *, after_melds: bool) -> list[Defence]:
    """Every choice of own melds and lay-offs that leaves the defender the least.

    Parameters
    ----------
    cards
        The defender's hand.
    melds
        What the knocker laid down.
    after_melds
        The defender may only choose among splits with the least deadwood before lay-offs.
    """
    if after_melds:
        choices = [
            (family, laid)
            for family in best_splits(cards)
            for laid in sorted(layoff_sets(cards - in_family(family), melds), key=in_order)
        ]
    else:
        choices = [
            (family, laid)
            for laid in sorted(layoff_sets(cards, melds), key=in_order)
            for family in families(cards - laid)
        ]
    least = min(left(cards - laid, family) for family, laid in choices)
    return [(family, laid) for family, laid in choices if left(cards - laid, family) == least]


def extending(family: Family, possible: Iterable[str]) -> set[str]:
    """Those of the possible cards that could be added at once to one of the melds."""
    return {card for card in possible if any(card not in meld and is_meld(meld | {card}) for meld in family)}


def fewest_extended(cards: Cards, discarded: Iterable[str]) -> list[Family]:
    """Splits a knocker's unnamed melds may be: least deadwood, then the fewest cards that extend them.

    Cards count that the defender may hold: not the knocker's own, not in the discard pile.
    """
    possible = set(DECK) - cards - set(discarded)
    splits = best_splits(cards)
    fewest = min(len(extending(family, possible)) for family in splits)
    return [family for family in splits if len(extending(family, possible)) == fewest]
