"""Exact odds of the deal: of the trumps in a hand, of what the others hold, and of the trick points in play."""

from __future__ import annotations

from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING

from simcards.chances import chance, quantity

if TYPE_CHECKING:
    from simcards.games.pitch.rules import PitchRules

HAND = 6
UNSEEN = 52 - HAND
"""Cards that a player does not hold."""

SUIT = 13
LOWEST, HIGHEST = 2, 14
"""The ranks of the two and the ace; jack, queen and king have 11, 12 and 13."""
RANKS = range(LOWEST, HIGHEST + 1)

TRICK_POINTS = (10, 4, 3, 2, 1)
"""What a ten, ace, king, queen and jack are worth; the other cards are blanks."""
BLANKS = 52 - 4 * len(TRICK_POINTS)

_RANKED = "trump has this rank (11 jack, 12 queen, 13 king, 14 ace): it is the"
GIVEN = {
    "in_play": "of the hands in which I lack a card that was named before: it is dealt to somebody",
    "high": f"of the hands in which my best {_RANKED} highest in play",
    "low": f"of the hands in which my least {_RANKED} lowest in play",
    "jack": "of the hands in which I lack the jack of trumps: it is dealt to somebody",
}
"""The events that are not of all hands: of which, and what then happens."""


def odds_rows(rules: PitchRules) -> list[dict[str, object]]:
    """Return the rows of `odds`.

    All deals are equally likely. `trumps` counts the cards of a given suit in a hand, `points` the trick points of all
    cards in play. The other events are about my own six cards, whatever they are, as long as nobody has bid: `in_play`
    is any one card that I lack, `jack` that of trumps; `high` and `low` are my best and my least trump, their `value`
    is its rank, the ace's 14. Of the options only `players` matters.
    """
    others = HAND * (rules.players - 1)
    rows = quantity("trumps", [comb(SUIT, held) * comb(52 - SUIT, HAND - held) for held in range(HAND + 1)])
    rows.append(chance("in_play", others, UNSEEN))
    rows += [_nothing_beyond("high", rank, HIGHEST - rank, others) for rank in RANKS]
    rows += [_nothing_beyond("low", rank, rank - LOWEST, others) for rank in RANKS]
    rows.append(chance("jack", others, UNSEEN))
    rows += quantity("points", _points(HAND + others))
    return rows


def _nothing_beyond(event: str, rank: int, beyond: int, others: int) -> dict[str, object]:
    """Return the row of my best or least trump: none of the trumps `beyond` it is among the cards of the others.

    All of these are unseen, or mine would not be the best or least; so what else I hold does not matter.
    """
    return chance(event, comb(UNSEEN - beyond, others), comb(UNSEEN, others), rank)


def _points(dealt: int) -> list[int]:
    """Return how many sets of so many cards of the deck have 0, 1, … trick points."""
    counts = [0] * (4 * sum(TRICK_POINTS) + 1)
    for held in product(range(5), repeat=len(TRICK_POINTS)):
        blanks = dealt - sum(held)
        if blanks >= 0:
            points = sum(cards * worth for cards, worth in zip(held, TRICK_POINTS))
            counts[points] += prod(comb(4, cards) for cards in held) * comb(BLANKS, blanks)
    return counts
