"""Cards: text, number and mask are one to one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcards.cards import (
    DECK,
    FULL_MASK,
    RANKS,
    SUITS,
    card_text,
    cards_of,
    cards_text,
    mask_of,
    parse_card,
    parse_cards,
)
from simcards.errors import InputError

SYMBOLS = dict(zip(SUITS, "♣♦♥♠", strict=True))
CARDS = st.sampled_from(DECK)
HANDS = st.lists(CARDS, unique=True, max_size=52)


def forms(card: int) -> st.SearchStrategy[str]:
    """Return every way a card may be written."""
    rank, suit = tuple(card_text(card))
    ranks = {rank, rank.lower()} | ({"10"} if rank == "T" else set())
    return st.sampled_from([r + s for r in sorted(ranks) for s in (suit, SYMBOLS[suit])])


def test_numbers_are_bits_of_four_lanes() -> None:
    assert [card_text(card) for card in DECK] == [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]
    assert [parse_card(text) for text in ("Ac", "Kc", "Ad", "Th", "As", "Ks")] == [0, 12, 16, 41, 48, 60]
    assert len(set(DECK)) == 52
    assert list(DECK) == sorted(DECK)
    assert FULL_MASK == mask_of(DECK) == 0x1FFF_1FFF_1FFF_1FFF


def test_text_and_number_are_one_to_one() -> None:
    assert [parse_card(card_text(card)) for card in DECK] == list(DECK)
    assert {card_text(card) for card in DECK} == {rank + suit for rank in RANKS for suit in SUITS}


@given(st.data(), HANDS)
def test_lists_are_read_in_every_form(data: st.DataObject, cards: list[int]) -> None:
    text = "".join(data.draw(forms(c)) + data.draw(st.sampled_from(["", " ", ",", ", ", "  ", "\t"])) for c in cards)
    assert parse_cards(text) == cards


@given(HANDS)
def test_masks_hold_the_cards_in_writing_order(cards: list[int]) -> None:
    mask = mask_of(cards)
    assert mask.bit_count() == len(cards)
    assert cards_of(mask) == sorted(cards)
    assert cards_text(mask) == [card_text(card) for card in sorted(cards)]


@pytest.mark.parametrize("text", ["", "7", "h", "h7", "1h", "11h", "0h", "7x", "7hh", "7 h", "100h", "Jo", "\uff17h"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"is no card: write a rank \(A 2 … 9 T J Q K\) and a suit") as refused:
        parse_card(text)
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize(("text", "wrong"), [("7h 8x", "8x"), ("7h;8h", ";8h"), ("7h8", "8"), ("7h-8h", "-8h")])
def test_a_list_names_the_word_that_is_wrong(text: str, wrong: str) -> None:
    with pytest.raises(InputError, match="is no card") as refused:
        parse_cards(text)
    assert str(refused.value).startswith(repr(wrong))


def test_a_card_may_stand_once() -> None:
    with pytest.raises(InputError, match=r"^7h is there twice"):
        mask_of(parse_cards("7h 8h 7♥"))


def test_messages_stay_short() -> None:
    with pytest.raises(InputError) as refused:
        parse_cards("\x1b[31m" * 10_000)
    assert len(str(refused.value)) < 300
    assert "\x1b" not in str(refused.value)
