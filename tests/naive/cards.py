"""Cards as two-letter strings: "7h" is the seven of hearts, "Td" the ten of diamonds."""

from __future__ import annotations

import re
from collections.abc import Iterable

RANKS = "A23456789TJQK"
SUITS = "cdhs"
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)

_CARD = re.compile(r"(10|[A2-9TJQKatjqk])([cdhs♣♦♥♠])")
_SUIT_SIGNS = dict(zip("♣♦♥♠", SUITS, strict=True))


class CardError(ValueError):
    """Text that is no card, or no list of cards."""


def parse_cards(text: object) -> list[str]:
    """Read cards separated by blanks or commas, or run together."""
    if not isinstance(text, str):
        raise CardError(f"not a text of cards: {text!r}")
    if _CARD.sub("", text).strip(" ,\t\r\n"):
        raise CardError(f"not a list of cards: {text!r}")
    return [_rank(rank) + _SUIT_SIGNS.get(suit, suit) for rank, suit in _CARD.findall(text)]


def parse_card(text: str) -> str:
    """Read one card."""
    cards = parse_cards(text)
    if len(cards) != 1:
        raise CardError(f"not one card: {text!r}")
    return cards[0]


def _rank(text: str) -> str:
    return "T" if text == "10" else text.upper()


def rank_of(card: str) -> int:
    """Place in the suit: 0 for the ace to 12 for the king."""
    return RANKS.index(card[0])


def suit_order(card: str) -> tuple[int, int]:
    """Sort key: suit (c d h s), then rank (ace first)."""
    return SUITS.index(card[1]), rank_of(card)


def in_order(cards: Iterable[str]) -> list[str]:
    """Return the cards sorted by suit, then rank."""
    return sorted(cards, key=suit_order)


def points(card: str) -> int:
    """Ace 1, two to ten their number, jack, queen and king 10."""
    return min(rank_of(card) + 1, 10)


def total(cards: Iterable[str]) -> int:
    """Points of all the cards."""
    return sum(points(card) for card in cards)
