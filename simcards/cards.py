"""The one card encoding: text <-> number <-> 64-bit mask.

A card's number is its bit in a mask: 16 × suit + rank, so each suit has a lane of 16 bits with 13 in use (0–12, 16–28,
32–44, 48–60). Suits run clubs, diamonds, hearts, spades; ranks ace (0) to king (12). Numbers sort as hands are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from simcards.errors import InputError, shorten

RANKS = "A23456789TJQK"
SUITS = "cdhs"
LANE = 16
"""Bits from one suit to the next."""

DECK: tuple[int, ...] = tuple(LANE * suit + rank for suit in range(4) for rank in range(13))
"""The 52 card numbers in writing order."""

FULL_MASK = sum(1 << card for card in DECK)
"""The mask of the whole deck."""

_SYMBOLS = str.maketrans("♣♦♥♠", "cdhs")
_CARD = re.compile(r"(10|[Aa2-9TtJjQqKk])([cdhs♣♦♥♠])")
_SPACE = re.compile(r"[\s,]+")


def card_text(card: int) -> str:
    """Return the written form of a card number, such as `Td`."""
    return RANKS[card % LANE] + SUITS[card // LANE]


def _card_number(rank: str, suit: str) -> int:
    rank = "T" if rank == "10" else rank.upper()
    return LANE * SUITS.index(suit.translate(_SYMBOLS)) + RANKS.index(rank)


def _no_card(text: str) -> InputError:
    return InputError(f"{shorten(text)!r} is no card: write a rank (A 2 … 9 T J Q K) and a suit (c d h s), as in 7h.")


def parse_card(text: str) -> int:
    """Return the number of the card written in `text` (`Td`, `10d`, `td` and `T♦` are the same card).

    Examples
    --------
    >>> parse_card("10d"), parse_card("T♦")
    (25, 25)
    """
    match = _CARD.fullmatch(text)
    if match is None:
        raise _no_card(text)
    return _card_number(*match.groups())


def parse_cards(text: str) -> list[int]:
    """Return the card numbers of a list separated by blanks or commas, or run together, in the order given.

    Examples
    --------
    >>> parse_cards("5c6c10c, As") == parse_cards("5c 6c Tc As")
    True
    """
    cards: list[int] = []
    for word in _SPACE.split(text):
        at = 0
        while at < len(word):
            match = _CARD.match(word, at)
            if match is None:
                raise _no_card(word[at:])
            cards.append(_card_number(*match.groups()))
            at = match.end()
    return cards


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask of some card numbers; a card given twice is refused."""
    mask = 0
    for card in cards:
        if mask >> card & 1:
            raise InputError(f"{card_text(card)} is there twice: each card may stand once.")
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> list[int]:
    """Return the card numbers of a mask, in writing order."""
    return [card for card in DECK if mask >> card & 1]


def cards_text(mask: int) -> list[str]:
    """Return the written cards of a mask, sorted by suit (c d h s), then rank (ace first)."""
    return [card_text(card) for card in cards_of(mask)]
