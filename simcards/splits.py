"""The best melds and the best discard of one hand: the shared kernels for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from simcards.cards import LANE, card_text, cards_of, cards_text, mask_of, parse_cards
from simcards.errors import InputError, shorten
from simcards.kernels.deadwood import best_split, discard_leaving_least
from simcards.kernels.melds import aces_low
from simcards.words import listed, shown

MOST_CARDS = 14

Aces = Literal["low", "high_low"]


@dataclass(frozen=True)
class Split:
    """A hand split for the least deadwood (points), and the discard that leaves least."""

    hand: list[str]
    melds: list[list[str]]
    deadwood: int
    discard: str
    deadwood_after: int

    def to_dict(self) -> dict[str, object]:
        """Return the object that `--json` prints."""
        return {
            "hand": " ".join(self.hand),
            "melds": self.melds,
            "deadwood": self.deadwood,
            "discard": self.discard,
            "deadwood_after": self.deadwood_after,
        }


def runs_of(mask: int) -> list[int]:
    """Return the masks of the sequences that the cards of a mask form, each as long as possible."""
    found: list[int] = []
    for bit in range(mask.bit_length()):
        if mask >> bit & 1:
            if bit % LANE and mask >> (bit - 1) & 1:
                found[-1] |= 1 << bit
            else:
                found.append(1 << bit)
    return found


def sets_of(mask: int) -> list[int]:
    """Return the masks of the cards of each rank in a mask."""
    columns: dict[int, int] = {}
    for card in cards_of(mask):
        columns[card % LANE] = columns.get(card % LANE, 0) | 1 << card
    return [columns[rank] for rank in sorted(columns)]


def melds_text(sets: int, runs: int) -> list[list[str]]:
    """Return melds as lists of cards, sorted by their first card; a high ace stands with the cards of its suit."""
    melds = [*sets_of(aces_low(sets)), *map(aces_low, runs_of(runs))]
    return [cards_text(meld) for meld in sorted(melds, key=lambda mask: mask & -mask)]


def melds(cards: str, aces: Aces = "low") -> Split:
    """Return the best split of a hand of up to 14 cards, and its best discard.

    Parameters
    ----------
    cards
        The hand, such as ``"5c 6c 7c 7d 7h 8s 9s Ts 2d 3h"``.
    aces
        ``"low"``: A-2-3 is a run; ``"high_low"``: Q-K-A too.

    Raises
    ------
    InputError
        If a card is unknown or there twice, there are more than 14, or `aces` are none of these.

    Examples
    --------
    >>> melds("5c 6c 7c 7d 7h 8s 9s Ts 2d 3h").deadwood
    16
    """
    if not isinstance(cards, str):
        raise InputError(f"The hand is a text, as in 5c 6c 7c; given: {shorten(cards)}.")
    if aces not in get_args(Aces):
        raise InputError(f"aces was given {shown(aces)}; allowed: {listed(map(shown, get_args(Aces)))}.")
    numbers = parse_cards(cards)
    hand = mask_of(numbers)
    if not 1 <= len(numbers) <= MOST_CARDS:
        raise InputError(f"The hand has {len(numbers)} cards; allowed: 1 to {MOST_CARDS}.")
    both = aces == "high_low"
    sets, runs, deadwood = (int(value) for value in best_split(hand, both))
    after, discard = (int(value) for value in discard_leaving_least(hand, both))
    return Split(cards_text(hand), melds_text(sets, runs), deadwood, card_text(discard), after)
