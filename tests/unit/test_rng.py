"""Philox4x32-10 and the places of its streams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from simcards.compile import Record, new_record
from simcards.games.gin.params import SCRATCH
from simcards.kernels.rng import PURPOSE_DECK, PURPOSE_SEAT, below, fill_words, philox, place_hand, place_stream
from tests.chi_square import fits
from tests.gin_table import interpreted

MASK = 0xFFFFFFFF

# Counter, key and output of philox 4x32 10 in the known-answer file of Random123 (Salmon et al., SC 2011).
PUBLISHED = {
    "zeros": ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    "ones": ((MASK,) * 4, (MASK,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    "pi": (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
}


def plain_philox(counter: tuple[int, ...], key: tuple[int, ...]) -> tuple[int, ...]:
    """Return Philox4x32-10 in Python integers."""
    (a, b, c, d), (k, m) = counter, key
    for _ in range(10):
        left, right = 0xD2511F53 * a, 0xCD9E8D57 * c
        a, b, c, d = (right >> 32) ^ b ^ k, right & MASK, (left >> 32) ^ d ^ m, left & MASK
        k, m = (k + 0x9E3779B9) & MASK, (m + 0xBB67AE85) & MASK
    return a, b, c, d


def plain_words(seed: int, game: int, purpose: int, hand: int, n: int) -> list[int]:
    """Return the first words of a stream."""
    key = (seed & MASK, seed >> 32)
    counters = [(game & MASK, game >> 32, purpose << 24 | hand, block) for block in range(-(-n // 4))]
    return [word for counter in counters for word in plain_philox(counter, key)][:n]


def scratch_at(seed: int, game: int, hand: int = 0) -> Record:
    scratch = new_record(SCRATCH)
    scratch.seed_low, scratch.seed_high = seed & MASK, seed >> 32
    place_hand(game, hand, scratch)
    return scratch


def words(seed: int, game: int, purpose: int, hand: int = 0) -> list[int]:
    out = np.zeros(52, dtype=np.int64)
    fill_words(scratch_at(seed, game, hand), purpose, out)
    return out.tolist()


@pytest.mark.kernels
@pytest.mark.parametrize("run", [philox, interpreted(philox)], ids=["kernel", "interpreted"])
@pytest.mark.parametrize("case", PUBLISHED)
def test_published_vectors(case: str, run: Callable[..., Any]) -> None:
    counter, key, expected = PUBLISHED[case]
    assert tuple(int(word) for word in run(*map(np.uint64, (*counter, *key)))) == expected
    assert plain_philox(counter, key) == expected


PLACES = [(0, 0, 0), (1, 1, 0), (2**64 - 1, 2**32, 0), (2**32, 10**12, 3), (0xDEADBEEF_01234567, 2**32 - 1, 2**24 - 1)]


@pytest.mark.kernels
@pytest.mark.parametrize(("seed", "game", "hand"), PLACES)
def test_key_is_the_seed_and_counter_the_game_purpose_hand_and_block(seed: int, game: int, hand: int) -> None:
    for purpose in (PURPOSE_DECK, PURPOSE_SEAT, PURPOSE_SEAT + 4, 255):
        assert words(seed, game, purpose, hand) == plain_words(seed, game, purpose, hand, 52)


@pytest.mark.kernels
@pytest.mark.parametrize(("seed", "game", "hand"), PLACES)
def test_below_uses_one_word_of_its_seat_after_another(seed: int, game: int, hand: int) -> None:
    scratch = scratch_at(seed, game, hand)
    limits = [1, 2, 11, 12, 52, 1000, 2**31] * 3
    drawn = {seat: [int(below(scratch, seat, n)) for n in limits] for seat in range(5)}
    for seat, values in drawn.items():
        stream = plain_words(seed, game, PURPOSE_SEAT + seat, hand, len(limits))
        assert values == [word * n >> 32 for word, n in zip(stream, limits, strict=True)]
    assert scratch.used[:6].tolist() == [len(limits)] * 5 + [0]


@pytest.mark.kernels
def test_seats_do_not_move_each_other() -> None:
    alone = scratch_at(7, 3)
    expected = [int(below(alone, 1, 100)) for _ in range(10)]
    mixed = scratch_at(7, 3)
    got = []
    for i in range(10):
        for _ in range(i):
            below(mixed, 0, 100)
        got.append(int(below(mixed, 1, 100)))
    assert got == expected


@pytest.mark.kernels
def test_place_stream_starts_a_game_afresh() -> None:
    scratch = scratch_at(7, 2**33 + 5)
    assert (int(scratch.game_low), int(scratch.game_high)) == (5, 2)
    first = [int(below(scratch, seat, 1000)) for seat in (0, 1)]
    place_stream(2**33 + 5, scratch)
    assert scratch.used.tolist() == [0] * 8
    assert [int(below(scratch, seat, 1000)) for seat in (0, 1)] == first


def test_no_two_places_share_words() -> None:
    blocks: Counter[tuple[int, ...]] = Counter()
    for seed in (0, 1, 2**32):
        for game in (*range(50), 2**32, 2**33):
            for purpose in range(4):
                for hand in (0, 1, 2):
                    stream = words(seed, game, purpose, hand)
                    blocks.update(tuple(stream[i : i + 4]) for i in range(0, 52, 4))
    assert set(blocks.values()) == {1}


@pytest.mark.parametrize("n", [2, 3, 7, 11, 12, 31])
def test_below_is_uniform(n: int) -> None:
    """Chi-square over 60,000 draws, with the false alarms of `fits`."""
    scratch = scratch_at(20_240_101, n)
    drawn = Counter(int(below(scratch, 0, n)) for _ in range(60_000))
    assert set(drawn) == set(range(n))
    assert fits([drawn[value] for value in range(n)])


def test_seats_and_deck_are_independent() -> None:
    """Chi-square of 8 × 8 × 8 cells over 20,000 games: the deck's first word and the first draws of two seats."""
    cells: Counter[tuple[int, ...]] = Counter()
    for game in range(20_000):
        scratch = scratch_at(20_240_102, game)
        first = words(20_240_102, game, PURPOSE_DECK)[0] >> 29
        cells[first, int(below(scratch, 0, 8)), int(below(scratch, 1, 8))] += 1
    assert fits([cells[a, b, c] for a in range(8) for b in range(8) for c in range(8)])
