"""Totals and ruin against exact fractions, every sequence of payments, and slower ways to the same numbers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from simcards.answers import ruin as ruin_module
from simcards.answers import slopes as slopes_module
from simcards.answers import sums
from simcards.answers.ruin import CUT, NEVER, Stretches, expected, reach, ruin
from simcards.answers.slopes import coarser, slopes
from simcards.answers.sums import NOTHING, Distribution, Rising, convolved, distribution_of, plus, times, weighted

COIN = distribution_of({-1: 1, 1: 1})


def random_distribution(seed: int, low: int, high: int, kept: float = 1.0) -> Distribution:
    random = np.random.default_rng(seed)
    mass = random.random(high - low + 1) * (random.random(high - low + 1) < kept)
    mass[[0, -1]] = 0.5
    return Distribution(low, mass / mass.sum())


SCHEDULES = {
    "whole stakes": [random_distribution(s, -4, 4) for s in (1, 2, 3)],
    "points": [random_distribution(4, -140, 150), random_distribution(5, -150, 140)],
    "sparse": [random_distribution(6, -240, 600, 0.02)] * 6,
    "only losses": [distribution_of({-3: 1, -1: 2})],
    "only gains": [distribution_of({1: 1, 2: 2})],
    "gains, then losses": [distribution_of({5: 1, 2: 1}), distribution_of({-6: 2, -1: 1})],
    "no payments": [distribution_of({0: 1})] * 2,
}


def hand_by_hand(cycle: Sequence[Distribution], hands: int, size: int) -> np.ndarray:
    """Return the chances of ruin of the purses 0 to `size`, beyond which none is lost, one hand after the other."""
    purses = np.arange(size + 1)[:, np.newaxis]
    lost = np.zeros(size + 2)
    lost[0] = 1
    for hand in reversed(range(hands)):
        won = cycle[hand % len(cycle)]
        paid = np.flatnonzero(won.mass)
        lost[:-1] = lost[np.clip(purses + won.values[paid], 0, size + 1)] @ won.mass[paid]
        lost[0] = 1
    return lost[:-1]


# Walks whose chances are known


def coin_ruin(hands: int, purse: int) -> Fraction:
    """Return the ruin of a purse by a fair coin: the reflection principle."""
    ways = [comb(hands, heads) for heads in range(hands + 1)]
    at = sum(w for heads, w in enumerate(ways) if 2 * heads - hands <= -purse)
    below = sum(w for heads, w in enumerate(ways) if 2 * heads - hands < -purse)
    return Fraction(at + below, 2**hands)


@pytest.mark.parametrize("hands", [1, 2, 3, 7, 20, 64, 100, 777])
def test_a_fair_coin_by_reflection(hands: int) -> None:
    lost = ruin([COIN], hands)
    for purse in range(1, min(hands + 3, len(lost))):
        assert lost[purse] == pytest.approx(float(coin_ruin(hands, purse)), rel=1e-10, abs=1e-14)
    assert float(coin_ruin(hands, len(lost))) < CUT * 20


@pytest.mark.parametrize(("won", "of"), [(1, 2), (2, 5), (3, 5), (9, 10)])
def test_a_biased_coin_by_the_ballot_theorem(won: int, of: int) -> None:
    """The purse B is first gone after t hands with probability B / t times that of the total -B."""
    hands, p = 60, Fraction(won, of)
    lost = ruin([distribution_of({1: won, -1: of - won})], hands)
    for purse in range(1, hands + 1):
        exact = sum(
            Fraction(purse, t) * comb(t, (t - purse) // 2) * p ** ((t - purse) // 2) * (1 - p) ** ((t + purse) // 2)
            for t in range(purse, hands + 1, 2)
        )
        found = lost[purse] if purse < len(lost) else 0.0
        assert found == pytest.approx(float(exact), rel=1e-10, abs=CUT)


# Every sequence of payments

PAYMENTS = [{-2: 5, 0: 2, 3: 4}, {-3: 1, -1: 6, 2: 3}]


def sequences(hands: int) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    """Yield each sequence of payments with its probability; the two places take turns."""
    places = [PAYMENTS[hand % 2] for hand in range(hands)]
    for paid in itertools.product(*places):
        chance = Fraction(1)
        for place, value in zip(places, paid, strict=True):
            chance *= Fraction(place[value], sum(place.values()))
        yield chance, paid


@pytest.mark.parametrize("hands", [1, 2, 5, 8])
def test_ruin_by_all_sequences(hands: int) -> None:
    lost = ruin([distribution_of(place) for place in PAYMENTS], hands)
    lowest = [(chance, min(itertools.accumulate(paid))) for chance, paid in sequences(hands)]
    for purse in range(1, 3 * hands + 2):
        exact = sum(chance for chance, low in lowest if low <= -purse)
        assert (lost[purse] if purse < len(lost) else 0.0) == pytest.approx(float(exact), abs=1e-14)


@pytest.mark.parametrize("hands", [1, 2, 5, 8])
def test_totals_by_all_sequences(hands: int) -> None:
    won = [distribution_of(place) for place in PAYMENTS]
    total = plus(times(won[0], -(-hands // 2)), times(won[1], hands // 2))
    rising = Rising(total)
    exact: dict[int, Fraction] = {}
    for chance, paid in sequences(hands):
        exact[sum(paid)] = exact.get(sum(paid), Fraction(0)) + chance
    for value in range(total.low - 1, total.high + 2):
        upto = sum(chance for at, chance in exact.items() if at <= value)
        assert rising.at_most(np.array(value)) == pytest.approx(float(upto), abs=1e-14)


def test_a_hand_may_overshoot() -> None:
    """With 2 in the purse, a hand that costs 3 ruins; what it would take beyond that is not asked."""
    lost = ruin([distribution_of({-3: 1, 1: 1})], 2)
    assert lost.tolist() == pytest.approx([1, 0.75, 0.75, 0.5, 0.25, 0.25, 0.25])


def test_ruin_on_the_way_is_more_than_behind_at_the_end() -> None:
    lost, at_end = ruin([COIN], 50), Rising(times(COIN, 50))
    for purse in range(1, 40):
        assert lost[purse] > at_end.at_most(np.array(-purse))
    assert lost[10] > 1.5 * at_end.at_most(np.array(-10))


# Slower ways


@pytest.mark.parametrize("name", SCHEDULES)
@pytest.mark.parametrize("hands", [1, 5, 13])
def test_ruin_hand_by_hand(name: str, hands: int) -> None:
    cycle = SCHEDULES[name]
    lost = ruin(cycle, hands)
    slow = hand_by_hand(cycle, hands, hands * max(0, *(-won.low for won in cycle)) + 1)
    assert len(lost) <= len(slow)
    assert np.abs(lost - slow[: len(lost)]).max() < 1e-13
    assert slow[len(lost) :].max(initial=0) < 10 * CUT


@pytest.mark.parametrize("name", ["whole stakes", "points", "sparse"])
def test_stretches_and_transforms_round_and_nothing_else(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once with stretches and Fourier transforms, once hand by hand and summed directly: the same to 1e-13."""
    cycle, hands = SCHEDULES[name], 150
    fast = ruin(cycle, hands)
    monkeypatch.setattr(sums, "SHORT", 10**9)
    slow = np.zeros(len(fast) + 2000)
    for hand in reversed(range(hands)):
        slow = expected(slow, cycle[hand % len(cycle)], 1, len(slow))
    assert np.abs(fast[1:] - slow[: len(fast) - 1]).max() < 1e-13
    assert slow[len(fast) - 1] < 10 * CUT
    assert np.diff(fast).max() < 1e-13


def test_long_sessions() -> None:
    """Of 10,000 fair hands, as many as any session has."""
    lost, hands = ruin([COIN], 10_000), 10_000
    at_end = times(COIN, hands)
    rising = Rising(at_end)
    for purse in (1, 10, 100, 300):
        by_reflection = rising.at_most(np.array(-purse)) + rising.at_most(np.array(-purse - 1))
        assert lost[purse] == pytest.approx(float(by_reflection), abs=1e-12)
    assert at_end.mass.sum() == pytest.approx(1, abs=1e-12)
    assert at_end.mass[-at_end.low] == pytest.approx(comb(hands, hands // 2) / 2**hands, rel=1e-10)


def test_what_a_stretch_can_lose_is_not_understated() -> None:
    for cycle in SCHEDULES.values():
        for rounds in (1, 4, 32):
            hands = rounds * len(cycle)
            for never in (NEVER, 1e-3):
                fall = reach(cycle, rounds, -1, never)
                mirrored = [Distribution(-won.high, won.mass[::-1]) for won in cycle]
                assert reach(mirrored, rounds, 1, never) == fall
                lost = ruin(cycle, hands)
                assert len(lost) <= fall + 1 or lost[fall + 1] <= never + 1e-14
            assert reach(cycle, rounds, -1) <= rounds * sum(max(-won.low, 0) for won in cycle)


@pytest.mark.parametrize(("short", "long"), [(3, 10), (65, 100), (300, 5000), (64, 64)])
def test_convolutions(short: int, long: int) -> None:
    random = np.random.default_rng(short)
    a, b = random.random(short), random.random(long)
    a, b = a / a.sum(), b / b.sum()
    assert np.abs(convolved(a, b) - np.convolve(a, b)).max() < 1e-16
    assert np.abs(weighted(a, b) - np.correlate(b, a, "valid")).max() < 1e-16
    thin = np.where(random.random(short) < 0.05, a, 0.0)
    assert np.abs(weighted(thin, b) - np.correlate(b, thin, "valid")).max() < 1e-16


def test_times_is_plus_again_and_again() -> None:
    won = SCHEDULES["points"][0]
    total = NOTHING
    for count in range(9):
        found = times(won, count)
        assert found.low == total.low
        assert np.abs(found.mass - total.mass).max() < 1e-15
        total = plus(total, won)


def test_quantiles_are_the_least_values_that_reach_their_share() -> None:
    rising = Rising(distribution_of({-5: 1, 0: 2, 7: 1}))
    assert [rising.quantile(q) for q in (0.01, 0.25, 0.2500001, 0.5, 0.75, 0.76, 1.0)] == [-5, -5, 0, 0, 0, 7, 7]
    thirds = Rising(times(distribution_of({0: 1, 1: 2}), 1))
    assert thirds.quantile(1 / 3) == 0


# Slopes


def by_differences(cycle: Sequence[Distribution], hands: int, purse: int) -> list[np.ndarray]:
    """Return the derivatives of the ruin of a purse, each chance moved a little."""
    found = []
    for place, won in enumerate(cycle):
        slope = np.zeros(len(won.mass))
        for value in range(len(won.mass)):
            ends = []
            for change in (1e-6, -1e-6):
                mass = won.mass.copy()
                mass[value] += change
                changed = [*cycle]
                changed[place] = Distribution(won.low, mass)
                ends.append(hand_by_hand(changed, hands, purse + 60)[purse])
            slope[value] = (ends[0] - ends[1]) / 2e-6
        found.append(slope)
    return found


@pytest.mark.parametrize(("hands", "purse"), [(1, 1), (4, 3), (7, 9)])
@pytest.mark.parametrize("name", ["whole stakes", "only losses", "only gains", "gains, then losses", "no payments"])
def test_slopes_are_derivatives(name: str, hands: int, purse: int) -> None:
    cycle = SCHEDULES[name]
    for found, numeric in zip(slopes(cycle, hands, purse), by_differences(cycle, hands, purse), strict=True):
        assert found == pytest.approx(numeric, abs=1e-7)


def test_a_coarser_unit_moves_the_spread_of_slopes_a_few_percent_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    cycle = SCHEDULES["points"]

    def spread(work: float) -> list[float]:
        monkeypatch.setattr(slopes_module, "MOST_WORK", work)
        found = zip(cycle, slopes(cycle, 60, 900), strict=True)
        return [float(np.sqrt(won.mass @ slope**2 - (won.mass @ slope) ** 2)) for won, slope in found]

    assert spread(3e5) == pytest.approx(spread(1e12), rel=0.05)


def test_a_coarser_unit_keeps_chances_and_means() -> None:
    for cycle in SCHEDULES.values():
        for step in (1, 2, 7):
            won, rough = cycle[0], coarser(cycle[0], step)
            assert rough.mass.sum() == pytest.approx(1)
            assert step * rough.mass @ rough.values == pytest.approx(won.mass @ won.values)
            assert rough.low <= 0 <= rough.high


def test_stretches_are_of_cycles() -> None:
    cycle = SCHEDULES["whole stakes"]
    stretches = Stretches(cycle, 8)
    assert [round(float(won.mass @ won.values), 9) for won in stretches.won] == pytest.approx(
        [2**level * sum(float(won.mass @ won.values) for won in cycle) for level in range(4)]
    )
    assert ruin_module.ruin(cycle, 0).tolist() == [1.0]
