"""The deck of a game depends on seed and number alone, and is a uniform shuffle."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from simcards.cards import DECK
from simcards.compile import Record, new_record
from simcards.games.gin.params import SCRATCH
from simcards.kernels.deck import shuffle_deck
from simcards.kernels.rng import STREAM_VERSION, below, place_stream
from tests.chi_square import fits, suspicious
from tests.gin_table import table, written
from tests.unit.test_rng import plain_words

FIRST_DECK = (
    "Ad Jc 6h 9d Jd Ks Qd Js 5s 6s 2h 9s 2d Tc 8s Kc Ts 5d 9c 4s 2s 3c Qs Qc 7d 6d "
    "7c 4c 5c 8h 4h Kh Ac As 9h Td 8d 7h Ah Th 3h 4d 5h 2c Jh 3d 3s 7s 6c Qh Kd 8c"
)


def scratch_of(seed: int) -> Record:
    scratch = new_record(SCRATCH)
    scratch.seed_low, scratch.seed_high = seed & 0xFFFFFFFF, seed >> 32
    return scratch


def deck_of(seed: int, game: int, scratch: Record | None = None) -> list[int]:
    scratch = scratch_of(seed) if scratch is None else scratch
    deck = np.full(52, -1, dtype=np.int64)
    place_stream(game, scratch)
    shuffle_deck(scratch, deck)
    return [int(card) for card in deck]


def decks(seed: int, n: int) -> NDArray[np.int64]:
    scratch = scratch_of(seed)
    return np.array([deck_of(seed, game, scratch) for game in range(n)])


@pytest.mark.kernels
def test_pinned_deck() -> None:
    """Whoever changes this deck changes every result, and STREAM_VERSION with it."""
    assert STREAM_VERSION == 1
    assert written(deck_of(1, 0)) == FIRST_DECK


@pytest.mark.kernels
@pytest.mark.parametrize(("seed", "game"), [(0, 0), (1, 2**32 + 1), (2**64 - 1, 10**12)])
def test_shuffle_exchanges_from_the_end_with_words_of_the_deck(seed: int, game: int) -> None:
    words = plain_words(seed, game, purpose=0, hand=0, n=52)
    expected = list(DECK)
    for i in range(51, 0, -1):
        j = words[i] * (i + 1) >> 32
        expected[i], expected[j] = expected[j], expected[i]
    assert deck_of(seed, game) == expected


@pytest.mark.kernels
def test_the_deck_depends_on_seed_and_game_alone() -> None:
    used = scratch_of(5)
    backwards = {game: deck_of(5, game, used) for game in (7, 3, 2**40, 0)}
    for game, deck in backwards.items():
        for seat in range(3):
            below(used, seat, 12)
        assert deck == deck_of(5, game) == deck_of(5, game, used)
        assert sorted(deck) == list(DECK)
    assert len({tuple(deck_of(seed, game)) for seed in (0, 1, 2**32) for game in (0, 1, 2**32)}) == 9


@pytest.mark.kernels
def test_policies_and_rules_do_not_move_the_cards() -> None:
    dealt: list[list[str]] = []
    for policy, overrides in (("random", []), ("greedy", ["hand_size=7"]), ("simple", ["oklahoma=true"])):
        one = table(overrides=overrides, policies=[policy], seed=9)
        dealt.append([])
        for game in range(5):
            one.shuffle(game)
            dealt[-1].append(written(one.state.deck))
            one.deal(game % 2)
            assert list(one.play())
    assert dealt[0] == dealt[1] == dealt[2]


def test_every_position_is_uniform() -> None:
    """Chi-square of position × card over 20,000 decks; permutations leave 51 × 51 degrees of freedom."""
    n = 20_000
    found = decks(20_240_201, n)
    statistic = 0.0
    for position in range(52):
        counts = Counter(found[:, position].tolist())
        statistic += sum((counts[card] - n / 52) ** 2 / (n / 52) for card in DECK)
    assert not suspicious(statistic * 51 / 52, 51 * 51)


@pytest.mark.parametrize("places", [(0, 1, 2, 3), (48, 49, 50, 51), (0, 17, 34, 51)])
def test_every_order_of_four_positions_is_as_likely(places: tuple[int, ...]) -> None:
    found = decks(20_240_202, 20_000)[:, places]
    orders = Counter(tuple(order) for order in np.argsort(found, axis=1).tolist())
    assert len(orders) == 24
    assert fits(list(orders.values()))


@pytest.mark.parametrize("gap", [1, 2, 26])
def test_cards_next_to_each_other_are_independent(gap: int) -> None:
    """Chi-square of the place of one card relative to another: each of 51 distances round the deck is as likely."""
    places = np.argsort(decks(20_240_203, 10_000), axis=1)
    first, second = places[:, 0], places[:, gap]
    distances = Counter(((second - first) % 52).tolist())
    assert 0 not in distances
    assert fits([distances[d] for d in range(1, 52)])
