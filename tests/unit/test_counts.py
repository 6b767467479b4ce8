"""Counts add up in any order, and their tally tells any two apart."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcards import registry
from simcards.counts import Counts, check_counts
from simcards.errors import InputError
from simcards.simulation import simulate

SHAPES = {"ends": (2, 3), "points": (4,)}
AXES = {"ends": ("seat", "end"), "points": ("points",)}


def counts(values: list[int]) -> Counts:
    return Counts.of_arrays([np.reshape(np.array(values[:6]), (2, 3)), np.array(values[6:])], AXES)


VALUES = st.lists(st.integers(0, 2**60), min_size=10, max_size=10)
COUNTS = VALUES.map(counts)


@given(COUNTS, COUNTS, COUNTS)
def test_merging_is_associative_and_commutative(a: Counts, b: Counts, c: Counts) -> None:
    assert ((a + b) + c).tally == (a + (b + c)).tally == (c + b + a).tally == ((b + a) + c).tally


@given(COUNTS)
def test_no_hands_change_nothing(a: Counts) -> None:
    zero = Counts.zero(SHAPES, AXES)
    assert (a + zero).tally == (zero + a).tally == a.tally
    assert all(not zero[name].any() for name in AXES)


@given(VALUES, VALUES)
def test_merging_adds_each_number(one: list[int], other: list[int]) -> None:
    total = counts(one) + counts(other)
    assert total["ends"].tolist() == [
        [a + b for a, b in zip(one[i : i + 3], other[i : i + 3], strict=True)] for i in (0, 3)
    ]
    assert total["points"].tolist() == [a + b for a, b in zip(one[6:], other[6:], strict=True)]
    assert total["ends"].dtype == np.int64


def test_merging_leaves_the_parts_alone() -> None:
    one = counts([1] * 10)
    before = one.tally
    _ = one + one
    assert one.tally == before


@given(VALUES, st.integers(0, 9), st.integers(1, 2**60))
def test_another_number_is_another_tally(values: list[int], place: int, more: int) -> None:
    changed = [value + more * (i == place) for i, value in enumerate(values)]
    assert counts(values).tally != counts(changed).tally


def test_the_tally_names_what_is_counted() -> None:
    array = np.arange(6)
    tallies = {
        Counts({"a": array}, {"a": ("x",)}).tally,
        Counts({"b": array}, {"b": ("x",)}).tally,
        Counts({"a": array}, {"a": ("y",)}).tally,
        Counts({"a": array.reshape(2, 3)}, {"a": ("x", "y")}).tally,
        Counts({"a": array.reshape(3, 2)}, {"a": ("x", "y")}).tally,
        Counts({"a": array, "b": array}, {"a": ("x",), "b": ("x",)}).tally,
    }
    assert len(tallies) == 6


def test_the_tally_hangs_on_no_order_of_names() -> None:
    one, other = np.arange(3), np.arange(4)
    axes = {"a": ("x",), "b": ("y",)}
    assert Counts({"a": one, "b": other}, axes).tally == Counts({"b": other, "a": one}, axes).tally


def test_a_tally_that_anyone_can_make_again() -> None:
    """SHA-256 of `a|x|(3,)|` and the little-endian eight-byte values 0, 1, 2."""
    text = b"a|x|(3,)|" + b"".join(value.to_bytes(8, "little") for value in range(3))
    assert Counts({"a": np.arange(3)}, {"a": ("x",)}).tally == hashlib.sha256(text).hexdigest()


HANDS = 60


@pytest.mark.parametrize("game", registry.games())
def test_counts_of_hands_are_told_from_others(game: str) -> None:
    """Under every preset they pass; with a part of a hand more in any array, or a hand less of all, they do not."""
    engine = registry.game(game).load_engine()
    assert engine.counted.keys() == engine.count_axes.keys()
    for preset in registry.game(game).load_rules().presets:
        found = simulate(game, preset, policies=["random"], games=HANDS, threads=1).counts
        assert found is not None
        check_counts(found, engine.counted, HANDS)
        for name, (all_hands, unit, _) in engine.counted.items():
            for by in (unit * HANDS, *[1] * (unit > 1), *[-1] * all_hands):
                more = found[name].copy()
                more.flat[more.argmax()] += by
                with pytest.raises(InputError, match=f"'{name}' counts .* in {HANDS} hands; allowed: "):
                    check_counts(Counts({**found.arrays, name: more}, found.axes), engine.counted, HANDS)


def test_counts_that_would_overflow_a_sum_are_told_too() -> None:
    engine = registry.game("gin").load_engine()
    found = simulate("gin", games=HANDS, threads=1).counts
    assert found is not None
    # 2**62 four times is nothing in 64 bits.
    ended = found["ended"].copy()
    ended.flat[-4:] = 2**62
    with pytest.raises(InputError, match="'ended' counts 4,611,686,018,427,387,904 in 60 hands"):
        check_counts(Counts({**found.arrays, "ended": ended}, found.axes), engine.counted, HANDS)
