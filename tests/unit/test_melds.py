"""Melds as bit patterns, against the twin's lists of cards."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcards.cards import DECK, cards_text, mask_of
from simcards.kernels import melds
from tests.gin_table import mask
from tests.naive.melds import Cards, families, is_meld, layoff_sets, melds_in

CARDS = st.sets(st.sampled_from(DECK), max_size=20).map(mask_of)
HIGH = 13
"""The bit of a high ace in its lane."""


def text(cards: int) -> Cards:
    return frozenset(cards_text(int(cards)))


def runs_in(cards: int) -> list[Cards]:
    return [meld for meld in melds_in(text(cards)) if len({card[1] for card in meld}) == 1]


def rich(rng: random.Random) -> int:
    """Return 4 to 14 cards of a few neighbouring ranks."""
    low = rng.randrange(10)
    near = [card for card in DECK if low <= card % 16 < low + rng.choice([3, 4, 5])]
    return mask_of(rng.sample(near, min(len(near), rng.randint(4, 14))))


@given(CARDS)
def test_run_cover_holds_the_cards_of_all_runs(cards: int) -> None:
    assert text(melds.run_cover(cards)) == frozenset().union(*runs_in(cards))


@pytest.mark.parametrize(
    ("cards", "covered"),
    [
        ("Ac2c3c", "Ac2c3c"),
        ("QcKcAc", ""),
        ("QcKcAd2d", ""),
        ("JcQcKcAd2d3d", "JcQcKcAd2d3d"),
        ("Ac2c4c5c7c8c9c", "7c8c9c"),
        ("3s4s5s6s7s8s9sTsJsQsKs", "3s4s5s6s7s8s9sTsJsQsKs"),
    ],
)
def test_aces_are_low_and_suits_do_not_join(cards: str, covered: str) -> None:
    assert melds.run_cover(mask(cards)) == mask(covered)


@given(CARDS)
def test_set_ranks_have_three_or_four_cards(cards: int) -> None:
    for rank in range(13):
        held = sum(cards >> 16 * suit + rank & 1 for suit in range(4))
        assert (melds.set_ranks(cards) >> rank & 1) == (held >= 3)
        assert (melds.any_suit(cards) >> rank & 1) == (held >= 1)


@given(st.integers(0, 0x1FFF))
def test_all_suits_of_ranks(ranks: int) -> None:
    assert melds.all_suits(ranks) == mask_of(card for card in DECK if ranks >> card % 16 & 1)


def test_set_choices_are_all_ways_to_lay_down_sets() -> None:
    rng = random.Random(1)
    for _ in range(200):
        cards = rich(rng)
        ranks = int(melds.set_ranks(cards)) & rng.choice([0x1FFF, 0x1FFF, 0x5555])
        choices = [text(melds.set_choice(cards, ranks, n)) for n in range(int(melds.count_set_choices(cards, ranks)))]
        sets = frozenset(card for card in text(cards) if ranks >> "A23456789TJQK".index(card[0]) & 1)
        expected = {
            frozenset().union(*family) for family in families(sets) if all(len({c[0] for c in m}) == 1 for m in family)
        }
        assert len(choices) == len(set(choices))
        assert set(choices) == expected


@given(CARDS, st.integers(-2, 20))
def test_nth_card(cards: int, n: int) -> None:
    held = [card for card in DECK if cards >> card & 1]
    assert melds.nth_card(cards, n) == (1 << held[n] if 0 <= n < len(held) else 0)


def test_cards_that_can_be_added_at_once() -> None:
    rng = random.Random(2)
    for _ in range(300):
        cards = rich(rng)
        ranks = int(melds.set_ranks(cards))
        choices = int(melds.count_set_choices(cards, ranks))
        sets = int(melds.set_choice(cards, ranks, rng.randrange(choices)))
        runs = int(melds.run_cover(cards & ~sets))
        other = mask_of(rng.sample(DECK, 26)) & ~sets & ~runs
        laid = [meld for meld in melds_in(text(sets | runs)) if meld <= text(sets) or meld <= text(runs)]
        one_rank = [meld for meld in laid if len({card[0] for card in meld}) == 1 and meld <= text(sets)]
        one_suit = [meld for meld in laid if len({card[1] for card in meld}) == 1 and meld <= text(runs)]
        fourths = {card for meld in one_rank for card in text(other) if is_meld(meld | {card})}
        ends = {card for meld in one_suit for card in text(other) if is_meld(meld | {card})}
        assert text(melds.fourth_cards(sets) & other) == fourths
        assert text(melds.run_neighbours(runs) & other) == ends
        assert melds.run_neighbours(runs) & runs == 0
        assert melds.fourth_cards(sets) & sets == 0
        assert text(melds.reach_of_runs(runs, other)) == max(layoff_sets(text(other), one_suit), key=len)


@pytest.mark.parametrize(
    ("runs", "held", "reached"),
    [
        ("7h8h9h", "4h5h6hThJhQhKh", "4h5h6hThJhQhKh"),
        ("7h8h9h", "4h5hJhQh", ""),
        ("3c4c5c", "Ac2cKdKc", "Ac2c"),
        ("JsQsKs", "AsTs9s7s", "Ts9s"),
        ("2d3d4d 8d9dTd", "5d6d7d Ad", "Ad5d6d7d"),
        ("KcQcJc", "AdKd", ""),
    ],
)
def test_reach_of_runs(runs: str, held: str, reached: str) -> None:
    assert melds.reach_of_runs(mask(runs), mask(held)) == mask(reached)


def test_high_aces() -> None:
    spade, heart = 1 << 48 + HIGH, 1 << 32 + HIGH
    assert melds.aces_low(mask("QsKs2d") | spade) == mask("As QsKs2d")
    assert melds.aces_low(mask("Ad") | spade | heart) == mask("AdAhAs")
    assert melds.set_column(mask("AdAc2s") | spade, 0) == mask("AdAc") | spade
    assert melds.set_column(mask("AdAc2s2c") | spade, 1) == mask("2c2s")
    assert melds.run_cover(mask("QsKs") | spade) == mask("QsKs") | spade
    assert melds.run_cover(mask("Ks 2s") | spade) == 0
