"""Least deadwood and best discard, against brute force and recorded facts."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcards.cards import DECK, card_text, cards_of, cards_text, mask_of, parse_card
from simcards.kernels import deadwood
from simcards.kernels.melds import HIGH_ACES, aces_low, run_cover, set_column
from tests.gin_table import mask
from tests.naive import melds as naive
from tests.unit import brute

GOLDEN = Path(__file__).parents[1] / "golden" / "gin_deadwood.csv"
ROWS = list(csv.DictReader(GOLDEN.read_text("utf-8").splitlines()))


def hands(least: int, most: int) -> st.SearchStrategy[int]:
    """Hands of any cards, or of cards near each other, where melds compete."""
    near = st.integers(0, 9).flatmap(
        lambda low: st.sets(
            st.sampled_from([card for card in DECK if low <= card % 16 < low + 4]), min_size=least, max_size=most
        )
    )
    return st.one_of(st.sets(st.sampled_from(DECK), min_size=least, max_size=most), near).map(mask_of)


def text(cards: int) -> frozenset[str]:
    return frozenset(cards_text(int(cards)))


def test_points() -> None:
    worth = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))
    for card in DECK:
        assert deadwood.points(1 << card) == deadwood.card_points(card) == worth[card_text(card)[0]]
    assert deadwood.points(mask_of(DECK)) == 340
    assert deadwood.points(1 << 13) == deadwood.points(1 << 61) == 1


@given(hands(0, 14))
def test_least_deadwood_is_the_least_of_all_splits(cards: int) -> None:
    assert deadwood.least_deadwood(cards) == brute.least(text(cards)) == naive.deadwood(text(cards))


@pytest.mark.kernels
def test_recorded_deadwoods() -> None:
    assert len(ROWS) == 5000
    for row in ROWS:
        cards = mask(row["hand"])
        assert deadwood.least_deadwood(cards) == deadwood.best_split(cards, False)[2] == int(row["deadwood"]), row
        if row["deadwood_after_best_discard"]:
            assert deadwood.best_discard(cards, 0)[0] == int(row["deadwood_after_best_discard"]), row


@given(hands(1, 14), st.data())
def test_best_discard_is_the_best_of_all_discards(cards: int, data: st.DataObject) -> None:
    """The least deadwood, then most points, then the first in suit order; barred cards are left out."""
    held = cards_of(cards)
    barred = mask_of(data.draw(st.sets(st.sampled_from(held), max_size=min(3, len(held) - 1))))
    free = [card for card in held if not barred >> card & 1]
    after = {card: brute.least(text(cards & ~(1 << card))) for card in free}
    best = min(free, key=lambda card: (after[card], -brute.points(card_text(card)), card))
    expected = (after[best], best)
    assert tuple(deadwood.best_discard(cards, barred)) == expected
    assert tuple(deadwood.best_discard_by_trial(cards, barred)) == expected
    if barred == 0:
        assert tuple(deadwood.discard_leaving_least(cards, False)) == expected


def test_best_discard_is_the_trial_s_on_many_rich_hands() -> None:
    rng = random.Random(3)
    for _ in range(20_000):
        low, width = rng.randrange(10), rng.choice([3, 4, 5, 8])
        near = [card for card in DECK if low <= card % 16 < low + width]
        held = rng.sample(near, min(len(near), rng.randint(4, 14)))
        barred = mask_of(held[: rng.choice([0, 0, 1, 2])])
        cards = mask_of(held)
        assert tuple(deadwood.best_discard(cards, barred)) == tuple(deadwood.best_discard_by_trial(cards, barred))


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("hand", "least", "after", "discard"),
    [
        ("2s 4s 5s 6s 3c 4c 5c 6c 2d 6d 5h", 15, 9, "6d"),
        ("As 2s 4s Ac 2c 2d 4d Ah 2h 3h 4h", 2, 0, "3h"),
        ("7c 7d 7h 7s Ad 2d 3d Ts Js Qs Ks", 0, 0, "Ts"),  # from a meld of four; the dearest first
        ("7c 7d 7h 7s", 0, 0, "7c"),
        ("Ac Ad Ah As", 0, 0, "Ac"),
        ("5c 6c 7c 8c", 0, 0, "8c"),
        ("Tc Jc Qc Kc", 0, 0, "Tc"),
        ("9c 9d 9h Ks Kh", 20, 10, "Kh"),
        ("5h 6h 7h 7c 7d", 11, 5, "6h"),
        ("5c 6c 7c 7d 7h 8s 9s Ts 2d 3h", 16, 10, ""),
        ("Qs Ks As", 21, 11, "Qs"),
        ("As 2s 3s", 0, 3, "3s"),
    ],
)
def test_known_hands(hand: str, least: int, after: int, discard: str) -> None:
    assert deadwood.least_deadwood(mask(hand)) == least
    left, card = deadwood.best_discard(mask(hand), 0)
    assert left == after
    assert not discard or card_text(int(card)) == discard


@pytest.mark.kernels
def test_barred_cards_stay() -> None:
    cards = mask("7c 7d 7h Ks")
    assert tuple(deadwood.best_discard(cards, mask("Ks"))) == (24, parse_card("7c"))
    assert tuple(deadwood.best_discard(cards, mask("Ks 7c"))) == (24, parse_card("7d"))
    assert tuple(deadwood.best_discard(mask("9h 8h"), mask("9h"))) == (9, parse_card("8h"))


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("hand", "least", "high"),
    [
        ("QsKsAs", 0, "As"),
        ("As2s3s", 0, ""),
        ("As2s3s QsKs", 5, "As"),
        ("KsAs2s", 13, ""),
        ("AsAdAh QsKs", 2, "As"),
        ("AsAdAhAc QsKs 2d3d", 2, "As"),
        ("QsKsAs QdKdAd 2h3hAh", 0, "Ad As"),
        ("TsJsQsKsAs 2s", 2, "As"),
        ("Ks As 2s Qd Kd Ad", 13, "Ad"),
        ("QsKsAs Ad2d3d QcQdQh KcKdKh", 0, "As"),
    ],
)
def test_aces_both_ways(hand: str, least: int, high: str) -> None:
    sets, runs, left = (int(value) for value in deadwood.best_split(mask(hand), True))
    assert left == least == brute.least(text(mask(hand)), high_low=True)
    assert (sets | runs) & HIGH_ACES == mask(high) << 13


def kings_and_aces(suits: set[int]) -> int:
    """Return queens, kings and aces of some suits: aces that could lie high."""
    return mask_of(16 * suit + rank for suit in suits for rank in (0, 11, 12))


@given(st.sets(st.sampled_from(range(4))).map(kings_and_aces), hands(0, 9), st.booleans())
def test_best_split_is_melds_that_leave_the_least(royal: int, others: int, both: bool) -> None:
    """Cards in sets are whole sets, cards in runs whole runs, no card is in two, and no split leaves less."""
    cards = royal | others
    sets, runs, left = (int(value) for value in deadwood.best_split(cards, both))
    assert left == brute.least(text(cards), high_low=both)
    assert int(aces_low(sets)) & int(aces_low(runs)) == 0
    assert int(aces_low(sets | runs)) & ~cards == 0
    assert both or (sets | runs) & HIGH_ACES == 0
    assert sets.bit_count() == int(aces_low(sets)).bit_count()
    assert all(int(set_column(sets, rank)).bit_count() in (0, 3, 4) for rank in range(13))
    assert run_cover(runs) == runs
    assert left == deadwood.points(cards & ~int(aces_low(sets | runs)))


@given(hands(1, 14), st.booleans())
def test_discard_with_aces_both_ways(cards: int, both: bool) -> None:
    after = {card: brute.least(text(cards & ~(1 << card)), high_low=both) for card in cards_of(cards)}
    best = min(after, key=lambda card: (after[card], -brute.points(card_text(card)), card))
    assert tuple(deadwood.discard_leaving_least(cards, both)) == (after[best], best)
