"""Splits as people see them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from simcards.cards import DECK, card_text, parse_card
from simcards.splits import melds

CORNER = [card for card in DECK if card % 16 in (0, 1, 2, 10, 11, 12)]
"""Aces, twos, threes, and the court cards that a high ace follows."""


@settings(max_examples=300)
@given(hand=st.lists(st.sampled_from(CORNER), min_size=1, max_size=14, unique=True))
def test_melds_shown_are_melds_and_leave_the_deadwood(hand: list[int]) -> None:
    """Aces both ways: an ace that could lie above a king may lie in a set all the same."""
    split = melds(" ".join(map(card_text, hand)), "high_low")
    laid = [parse_card(card) for meld in split.melds for card in meld]
    assert len(laid) == len(set(laid))
    assert set(laid) <= set(hand)
    assert all(len(meld) >= 3 for meld in split.melds)
    assert sum(min(card % 16 + 1, 10) for card in set(hand) - set(laid)) == split.deadwood
