"""How many hands leave how much deadwood: exact counts over all hands at once, rank by rank.

No hand is visited. Going from the kings down to the aces, hands are kept together while the ranks to come cannot tell
them apart, and only their numbers are carried on. All that the ranks to come can see of a hand is its *outlook*: the
ways to split what it holds so far, each with its cost and its loose cards in sequence down to this rank. (Once it is
fixed which cards lie in sets, the runs of the others are no choice, as in `simcards.kernels.deadwood`.) Suits are
interchangeable, costs count from the cheapest split, and splits that can no longer be the best are dropped. So at any
rank all 15,820,024,220 ten-card hands have about two hundred outlooks between them. This is the determinization of a
weighted automaton (Mohri, "Finite-state transducers in language and speech processing", Computational Linguistics 23,
1997), with counts on its paths.

Where an ace may also lie above the king, the aces come first: each split puts some of them there and keeps the others
for the end, so that none is used twice.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Collection
from itertools import combinations
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

POINTS = (10, 10, 10, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
"""Points by place, in the order in which the ranks are gone through: K Q J T 9 … A."""
LAST = len(POINTS) - 1
HIGH = -1
"""Place of the ace above the king: as an index of `POINTS` it is the ace's, too."""
RUN = 3
"""Cards of the shortest run; of a longer sequence no more is known than that it is a run."""
KEPT = RUN + 1
"""Added to the cards in sequence of a suit whose ace is dealt already and kept for below the two."""
NEVER = 1_000
"""A cost above any that can come up."""

Suits: TypeAlias = tuple[int, ...]
"""Some of the four suits, ascending."""
Outlook: TypeAlias = "tuple[Split, ...]"
"""Every split of a hand that can still be the best, the cheapest at cost 0; suits in an order of its own."""
Tally: TypeAlias = NDArray[np.int64]
"""Counts by [points of the upcard or 0, cards × width + cost]."""

_HOLDINGS: tuple[Suits, ...] = tuple(suits for size in range(5) for suits in combinations(range(4), size))


class Split(NamedTuple):
    """One way to split the cards so far: some in sets, the others loose."""

    cost: int
    """Points of the loose cards that are in no run so far."""
    discarded: bool
    """Whether no card is still to be discarded."""
    loose: tuple[int, ...]
    """By suit, the loose cards in sequence down to this rank, `RUN` for more, and `KEPT` added for an ace kept."""


@functools.cache
def census(most: int, *, discard: bool = False, upcard: bool = False, ace_high: bool = False) -> NDArray[np.int64]:
    """Return how many hands of up to `most` cards leave each least deadwood.

    Parameters
    ----------
    most
        Cards of the largest hand that is counted. With up to 14 every count is far below 2⁶³.
    discard
        Count by the least deadwood after one discard, which every hand has to make.
    upcard
        Count also each hand with each card outside it, by that card's points.
    ace_high
        Let an ace lie above the king too, in a run that ends there, not in one that goes round the corner.

    Returns
    -------
    int64[11 if upcard else 1, most + 1, 10 × most + 1]
        Counts by the upcard's points (0: hands alone), cards, and deadwood. Shared, hence read-only.

    Examples
    --------
    >>> hands = census(4)[0, 4]
    >>> int(hands.sum()), int(hands[0])  # 13 are four of a kind, 40 four in sequence
    (270725, 53)
    >>> int(census(4, ace_high=True)[0, 4, 0])  # ace, king, queen, jack of each suit besides
    57
    """
    width = 10 * most + 1
    start = np.zeros((11 if upcard else 1, (most + 1) * width), np.int64)
    start[0, 0] = 1
    tallies: dict[Outlook, Tally] = {(Split(0, discarded=not discard, loose=(0, 0, 0, 0)),): start}
    for place in range(HIGH if ace_high else 0, len(POINTS)):
        tallies = _next_rank(tallies, place, width, dealt=ace_high and place == LAST)
    total = np.sum(list(tallies.values()), axis=0, dtype=np.int64).reshape(-1, most + 1, width)
    total.setflags(write=False)
    return total


def _next_rank(tallies: dict[Outlook, Tally], place: int, width: int, *, dealt: bool) -> dict[Outlook, Tally]:
    """Return the tallies by outlook with the cards of one more rank, unless these are `dealt` already."""
    grown: dict[Outlook, Tally] = {}
    known: dict[frozenset[Split], tuple[int, Outlook]] = {}
    for outlook, tally in tallies.items():
        cells = tally.shape[1]
        fewest = int(tally[0].nonzero()[0][0]) // width
        for held, ways in (((), 1),) if dealt else _holdings(outlook):
            if (fewest + len(held)) * width >= cells:
                continue
            splits = _splits(outlook, held, place)
            if not splits:
                continue
            if splits not in known:
                known[splits] = _outlook(splits, place)
            cost, after = known[splits]
            shift = len(held) * width + cost
            if after not in grown:
                grown[after] = np.zeros_like(tally)
            # Without a card more the cost can fall.
            old, new = slice(max(-shift, 0), cells - max(shift, 0)), slice(max(shift, 0), cells - max(-shift, 0))
            grown[after][:, new] += ways * tally[:, old]
            if len(tally) > 1 and not dealt:
                grown[after][POINTS[place], new] += ways * (4 - len(held)) * tally[0, old]
    return grown


def _holdings(outlook: Outlook) -> tuple[tuple[Suits, int], ...]:
    """Return the holdings of one rank that differ under `outlook`, each with how many are like it."""
    columns = list(zip(*(split.loose for split in outlook), strict=True))
    return _alike(tuple(columns.index(column) for column in columns))


@functools.cache
def _alike(twins: tuple[int, ...]) -> tuple[tuple[Suits, int], ...]:
    """Return the holdings that differ when each suit looks like the one in `twins`, each with how many are like it."""
    first: dict[Suits, Suits] = {}
    alike: Counter[Suits] = Counter()
    for held in _HOLDINGS:
        look = tuple(sorted(twins[suit] for suit in held))
        first.setdefault(look, held)
        alike[look] += 1
    return tuple((held, alike[look]) for look, held in first.items())


def _splits(outlook: Outlook, held: Suits, place: int) -> frozenset[Split]:
    """Return the splits with the cards `held` of this rank too, each at its least cost."""
    if place == HIGH:
        return _aces(outlook, held)
    points = POINTS[place]
    refund = sum(POINTS[place - back] for back in range(1, RUN))
    least: dict[tuple[bool, tuple[int, ...]], int] = {}
    for cost, discarded, before in outlook:
        here = held + _kept(before) if place == LAST else held
        for kept_loose, discards in _choices(here, discard=not discarded):
            loose, opened, closed = _lengthen(before, kept_loose)
            key = (discarded or discards, loose)
            if place == LAST and not key[0]:
                continue
            total = cost + opened * points - closed * refund
            if total < least.get(key, total + 1):
                least[key] = total
    return frozenset(Split(cost, discarded, loose) for (discarded, loose), cost in least.items())


def _aces(start: Outlook, held: Suits) -> frozenset[Split]:
    """Return the splits of the aces `held`: some of them above the king, the others kept for below the two."""
    ((_, discarded, _),) = start
    kept = [aces for size in range(len(held) + 1) for aces in combinations(held, size)]
    states = [tuple(KEPT if suit in aces else int(suit in held) for suit in range(4)) for aces in kept]
    return frozenset(Split(POINTS[HIGH] * state.count(1), discarded, state) for state in states)


def _kept(loose: tuple[int, ...]) -> Suits:
    """Return the suits of the aces kept."""
    return tuple(suit for suit in range(4) if loose[suit] >= KEPT)


@functools.cache
def _choices(held: Suits, *, discard: bool) -> frozenset[tuple[Suits, bool]]:
    """Return what can be done with the cards of one rank: which of them stay loose, and whether one is discarded."""
    if discard:
        kept = [tuple(suit for suit in held if suit != gone) for gone in held]
        discards = {(loose, True) for rest in kept for loose, _ in _choices(rest, discard=False)}
        return _choices(held, discard=False) | discards
    sets = [laid for size in (3, 4) for laid in combinations(held, size)]
    return frozenset((tuple(suit for suit in held if suit not in laid), False) for laid in [(), *sets])


@functools.cache
def _lengthen(loose: tuple[int, ...], kept: Suits) -> tuple[tuple[int, ...], int, int]:
    """Return the sequences with the loose cards `kept`, how many of these are in no run, and how many close a run."""
    lengths = [length % KEPT for length in loose]
    grown = [min(lengths[suit] + 1, RUN) if suit in kept else 0 for suit in range(4)]
    opened = sum(0 < length < RUN for length in grown)
    closed = sum(lengths[suit] == RUN - 1 for suit in kept)
    aces = _kept(loose)
    return tuple(grown[suit] + KEPT * (suit in aces) for suit in range(4)), opened, closed


def _outlook(splits: Collection[Split], place: int) -> tuple[int, Outlook]:
    """Return the outlook of some splits, and what its cheapest split costs."""
    kept: list[Split] = []
    for split in sorted(splits, key=_cheap_and_long_first):
        if not any(_beats(other, split, place) for other in kept):
            kept.append(split)
    columns = sorted(zip(*(split.loose for split in kept), strict=True))
    loose = zip(*columns, strict=True)
    cheapest = kept[0].cost
    moved = (Split(split.cost - cheapest, split.discarded, row) for split, row in zip(kept, loose, strict=True))
    return cheapest, tuple(sorted(moved))


def _cheap_and_long_first(split: Split) -> tuple[int, bool, int, list[int]]:
    """Sort key: what can beat others comes first, and the names of the suits do not matter."""
    return split.cost, split.discarded, -sum(split.loose), sorted(split.loose)


def _beats(one: Split, other: Split, place: int) -> bool:
    """Return whether `one` comes out at most as dear as `other`, whatever cards are still to come."""
    if other.discarded and not one.discarded:
        return False
    margin = other.cost - one.cost
    if one.discarded and not other.discarded and place < LAST:
        margin -= POINTS[place + 1]  # the most that a later discard can save
    excess = _excess(place, discarded=one.discarded)
    return sum(excess[mine][theirs] for mine, theirs in zip(one.loose, other.loose, strict=True)) <= margin


@functools.cache
def _excess(place: int, *, discarded: bool) -> list[list[int]]:
    """Return the most that a suit's sequence and ace kept can come to cost more than another's: [one][other]."""
    futures = range(min(RUN, LAST - place) + 1)
    later = [[_later_cost(length, more, place) for more in futures] for length in range(RUN + 1)]
    lengths = [[max(map(int.__sub__, one, other)) for other in later] for one in later]
    # An ace more can be left loose. An ace less loosens at most the two others of a run; who has still to discard may
    # need it for that, and nothing makes up for it.
    missing = POINTS[LAST - 1] + POINTS[LAST - 2] if discarded else NEVER
    aces = ((0, missing), (POINTS[LAST], 0))
    states = range(2 * KEPT)
    return [[aces[i // KEPT][j // KEPT] + lengths[i % KEPT][j % KEPT] for j in states] for i in states]


def _later_cost(length: int, more: int, place: int) -> int:
    """Return what a sequence of loose cards down to `place` adds to the cost when exactly `more` cards follow it."""
    if length == RUN:
        return 0
    if length + more >= RUN:
        return -sum(POINTS[place - back] for back in range(length))
    return sum(POINTS[place + 1 : place + 1 + more])
