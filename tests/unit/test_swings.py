"""Swings: rows against exact small cases and sessions really played, and whether intervals hold what they should."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import simcards
from simcards import registry
from simcards.answers import swings as swings_module
from simcards.answers.ruin import ruin
from simcards.answers.session import Place, Session, open_sessions
from simcards.answers.sums import Rising, distribution_of
from simcards.answers.swings import QUANTILES, fan, ruin_curve, swings
from simcards.counts import Counts
from simcards.errors import InputError
from simcards.games.tonk.outcomes import payoff_histogram
from simcards.games.tonk.params import SHARES
from simcards.result import Result
from simcards.simulation import simulate
from tests.sessions import MARGIN, Case, distances, paid_by_hand

ENDS = ["session_ahead", "session_behind", "session_even"]
METRICS = ["session_mean", "session_sd", *(f"session_quantile:{q}" for q in QUANTILES), *ENDS, "ruin", "bring"]
ROW = ["metric", "seat", "position", "hands", "purse", "estimate", "se", "low", "high", "n"]


def session_of(
    *places: dict[int, int], shared: bool = False, step: Fraction = Fraction(1), copies: int = 10**6
) -> Session:
    """Return a session whose places paid as these histograms say, each hand seen `copies` times."""
    made = (Place(distribution_of(place), copies * sum(place.values())) for place in places)
    return Session(0, len(places), tuple(made), shared, step)


def told(session: Session, hands: int, purse: int | None = None, n: int = 10**6) -> dict[str, dict[str, Any]]:
    """Return the rows of a session by metric; of `bring` the one for this many hands."""
    return {r["metric"]: r for r in swings_module._rows(session, hands, purse, n) if r["hands"] == hands}


@pytest.fixture(scope="module")
def tonk() -> Result:
    return simulate("tonk", games=30_000)


@pytest.fixture(scope="module")
def mixed() -> Result:
    return simulate("tonk", policies=["simple", "cautious", "random"], games=30_000)


# What rows say


def test_rows_of_one_seat_where_all_play_alike(tonk: Result) -> None:
    found = swings(tonk, 40, 12)
    assert [row["metric"] for row in found.rows] == [*METRICS, "bring"]
    for row in found.rows:
        assert [*row] == ROW
        assert (row["seat"], row["position"], row["n"]) == (0, 3, 30_000)
        assert row["low"] <= row["estimate"] <= row["high"]
        assert row["purse"] == (12 if row["metric"] == "ruin" else None)
    assert [row["hands"] for row in found.rows if row["metric"] == "bring"] == [40, 100]
    assert {row["hands"] for row in found.rows if row["metric"] != "bring"} == {40}
    assert (found.command, found.extra["session"], found.extra["bring"]) == ("swings", 40, 12)
    assert (found.tally, found.games, found.policies) == (tonk.tally, tonk.games, tonk.policies)
    json.dumps(found.to_dict(), allow_nan=False)
    assert len(found.table) == len(found.rows)


def test_rows_of_each_seat_where_policies_differ(mixed: Result) -> None:
    rows = swings(mixed, 10).rows
    of_mean = [row for row in rows if row["metric"] == "session_mean"]
    assert [(row["seat"], row["position"]) for row in of_mean] == [(0, 3), (1, 1), (2, 2)]
    means = [row["estimate"] for row in of_mean]
    assert sum(means) == pytest.approx(0, abs=1)
    assert means[2] < -5
    assert "ruin" not in {row["metric"] for row in rows}


def test_100_hands_are_told_once(tonk: Result) -> None:
    assert [row["hands"] for row in swings(tonk, 100).rows if row["metric"] == "bring"] == [100]


def test_the_same_again(tonk: Result) -> None:
    assert simcards.swings(tonk, 77, 9).to_dict() == swings(tonk, 77, 9).to_dict()


def test_the_deal_goes_round(mixed: Result) -> None:
    """Seat 1 acts first in the first hand, deals the second, and comes second in the third."""
    assert mixed.counts is not None
    session = open_sessions(mixed)[1]
    for place, position in zip(session.places, (0, 2, 1), strict=True):
        paid = payoff_histogram(mixed.counts, 1, position)
        assert place.seen == sum(paid.values()) == 10_000
        stakes = sum(sixtieths * hands for sixtieths, hands in paid.items()) / 60 / 10_000
        assert place.mean * float(session.step) == pytest.approx(stakes)
    one, two = (next(r for r in swings(mixed, hands).rows if r["seat"] == 1) for hands in (1, 2))
    by_position = [place.mean * float(session.step) for place in session.places]
    assert one["estimate"] == pytest.approx(by_position[0])
    assert two["estimate"] == pytest.approx(sum(by_position[:2]))


def test_all_seats_alike_come_out_even_after_whole_rounds(tonk: Result) -> None:
    rows = {row["metric"]: row for row in swings(tonk, 30).rows}
    assert rows["session_mean"]["estimate"] == pytest.approx(0, abs=1e-12)
    assert rows["session_mean"]["se"] == 0


def test_one_hand_is_the_hand_itself() -> None:
    gin = simulate("gin", games=4000, policies=["greedy", "simple"])
    rows = {row["metric"]: row for row in swings(gin, 1, 25).rows if row["seat"] == 0}
    assert gin.counts is not None
    nets = gin.counts["net"][0]
    values = np.repeat(np.arange(len(nets)) - len(nets) // 2, nets)
    assert rows["session_mean"]["estimate"] == pytest.approx(values.mean())
    assert rows["session_mean"]["se"] == pytest.approx(values.std() / math.sqrt(len(values)))
    assert rows["session_sd"]["estimate"] == pytest.approx(values.std())
    assert rows["session_ahead"]["estimate"] == pytest.approx((values > 0).mean())
    assert rows["ruin"]["estimate"] == pytest.approx((values <= -25).mean())
    share = rows["ruin"]["estimate"]
    assert rows["ruin"]["se"] == pytest.approx(math.sqrt(share * (1 - share) / len(values)))
    for q in QUANTILES:
        at = rows[f"session_quantile:{q}"]["estimate"]
        assert (values <= at).mean() >= q / 100 > (values < at).mean()


# Exact small cases


PLACES = [{-2: 5, 0: 2, 3: 4}, {-3: 1, -1: 6, 2: 3}]


@pytest.mark.parametrize("hands", [1, 3, 7])
def test_every_figure_by_all_sequences(hands: int) -> None:
    places = [PLACES[hand % 2] for hand in range(hands)]
    chances: list[tuple[Fraction, int, int]] = []
    for paid in itertools.product(*places):
        shares = (Fraction(place[value], sum(place.values())) for place, value in zip(places, paid, strict=True))
        chances.append((math.prod(shares, start=Fraction(1)), sum(paid), min(itertools.accumulate(paid))))

    def share(holds: Callable[[int, int], bool]) -> float:
        return float(sum(weight for weight, total, least in chances if holds(total, least)))

    rows = told(session_of(*PLACES), hands, 4)
    exact_mean = float(sum(weight * total for weight, total, _ in chances))
    square = float(sum(weight * total * total for weight, total, _ in chances))
    assert rows["session_mean"]["estimate"] == pytest.approx(exact_mean)
    assert rows["session_sd"]["estimate"] == pytest.approx(math.sqrt(square - exact_mean**2))
    assert rows["session_ahead"]["estimate"] == pytest.approx(share(lambda total, _: total > 0))
    assert rows["session_behind"]["estimate"] == pytest.approx(share(lambda total, _: total < 0))
    assert rows["session_even"]["estimate"] == pytest.approx(share(lambda total, _: total == 0))
    assert rows["ruin"]["estimate"] == pytest.approx(share(lambda _, least: least <= -4))
    totals = sorted({total for _, total, _ in chances})
    for q in QUANTILES:
        exact = next(t for t in totals if share(lambda total, _, t=t: total <= t) >= q / 100)  # type: ignore[misc]
        assert rows[f"session_quantile:{q}"]["estimate"] == exact
    risks = (share(lambda _, least, p=purse: least <= -p) for purse in itertools.count(1))  # type: ignore[misc]
    assert rows["bring"]["estimate"] == next(p for p, risk in enumerate(risks, start=1) if risk <= 0.05)


def test_units_are_what_all_payments_are_multiples_of() -> None:
    """A payoff of half stakes: 1 stake is lost with two of them, 2 stakes with four."""
    halves = told(session_of({-1: 1, 1: 1}, step=Fraction(1, 2)), 6, 2)
    whole = told(session_of({-1: 1, 1: 1}), 6, 4)
    assert halves["ruin"]["estimate"] == whole["ruin"]["estimate"]
    assert halves["session_sd"]["estimate"] == pytest.approx(whole["session_sd"]["estimate"] / 2)
    twos = told(session_of({-1: 1, 1: 1}, step=Fraction(2)), 6, 3)
    assert twos["ruin"]["estimate"] == told(session_of({-1: 1, 1: 1}), 6, 2)["ruin"]["estimate"]
    assert twos["bring"]["estimate"] == 2 * whole["bring"]["estimate"] - 1


def test_units_are_no_smaller_than_what_occurs() -> None:
    """Halves and sixths of stakes where a pot is shared; whole ones where nothing is; any where nothing is paid."""
    shared = simulate("tonk", overrides=["players=6", "caught_pays=pot_split", "stock_tie=split"], games=20_000)
    steps = [open_sessions(played)[0].step for played in (shared, simulate("tonk", games=300))]
    assert steps[0] < Fraction(1, 2)
    assert steps[0].numerator == 1
    assert steps[1] == 1
    counts = shared.counts
    assert counts is not None
    paid = np.zeros_like(counts["payoff"])
    paid[..., (paid.shape[-1] // len(SHARES) - 1) // 2 * len(SHARES)] = counts["payoff"].sum(axis=-1)
    still = replace(shared, counts=Counts({**counts.arrays, "payoff": paid}, counts.axes))
    assert [row["estimate"] for row in swings(still, 9, 1).rows if row["metric"] in ("session_sd", "ruin")] == [0, 0]


def test_what_cannot_be_lost_is_not_lost() -> None:
    rows = told(session_of({-1: 1, 1: 1}), 10, 11, n=1000)
    assert (rows["ruin"]["estimate"], rows["ruin"]["low"]) == (0, 0)
    assert 0 < rows["ruin"]["high"] < 0.05
    never = told(session_of({0: 1, 1: 3}), 10, 1)
    assert (never["ruin"]["estimate"], never["bring"]["estimate"]) == (0, 1)
    always = told(session_of({-1: 1}), 10, 10)
    assert (always["ruin"]["estimate"], always["bring"]["estimate"]) == (1, 11)
    assert always["ruin"]["low"] < 1 == always["ruin"]["high"]
    still = told(session_of({0: 1}), 10, 1)
    assert [still[m]["estimate"] for m in ("session_sd", "session_even", "ruin", "bring")] == [0, 1, 0, 1]


def test_bring_has_no_upper_end_where_too_few_hands_are_known() -> None:
    row = told(session_of({-3: 1, -1: 4, 1: 6}, copies=1), 50)["bring"]
    assert row["low"] < row["estimate"]
    assert (row["high"], row["se"]) == (None, None)


# Intervals


TRUTH = [{-3: 1, -1: 6, 0: 1, 2: 2, 4: 1}, {-4: 1, -2: 1, 0: 1, 1: 6, 3: 2}]
SEEN = 2_000
FIGURES = ["session_mean", "session_sd", "session_quantile:25", "session_ahead", "ruin", "bring"]


def estimated(random: np.random.Generator, *, shared: bool) -> Session:
    """Return a session known from SEEN hands; shared, the second place is the first from the other side."""
    shares = np.array(list(TRUTH[0].values())) / sum(TRUTH[0].values())
    draws = [random.multinomial(SEEN, shares) for _ in range(2)]
    first = {value: int(n) for value, n in zip(TRUTH[0], draws[0], strict=True) if n}
    second = {-value: int(n) for value, n in zip(TRUTH[0], draws[0 if shared else 1], strict=True) if n}
    return session_of(first, second, shared=shared, copies=1)


@pytest.mark.parametrize("shared", [False, True])
def test_intervals_hold_the_truth(*, shared: bool) -> None:
    """200 repeats: 95 % is missed by more than 5 standard deviations below 87 %; shared ones may hold more often.

    The interval of a mean that is known to be zero is the number itself.
    """
    mirrored = {-value: times for value, times in TRUTH[0].items()}
    truth = told(session_of(TRUTH[0], mirrored), 21, 6)
    random, held, repeats = np.random.default_rng(5), dict.fromkeys(FIGURES, 0), 200
    for _ in range(repeats):
        rows = told(estimated(random, shared=shared), 21, 6, n=2 * SEEN)
        for metric in FIGURES:
            exact = truth[metric]["estimate"]
            held[metric] += rows[metric]["low"] - 1e-9 <= exact <= rows[metric]["high"] + 1e-9
    assert min(held.values()) >= 0.87 * repeats
    if not shared:
        smooth = [held[metric] for metric in FIGURES if metric not in ("session_quantile:25", "bring")]
        assert sum(smooth) <= 0.99 * repeats * len(smooth)


def test_shared_errors_are_never_understated() -> None:
    """Against the spread of estimates from many sets of hands that stand in both places at once."""
    random, hands = np.random.default_rng(8), 21
    rows = [told(estimated(random, shared=True), hands, 6) for _ in range(150)]
    for metric in ("session_mean", "session_sd", "session_ahead", "ruin"):
        spread = np.std([row[metric]["estimate"] for row in rows])
        se = float(np.mean([row[metric]["se"] for row in rows]))
        assert 0.8 * spread < se < 1.6 * spread


# Sessions really played


CASES = {
    "tonk": Case("tonk", 30, 10),
    "tonk, seats that differ": Case("tonk", 20, 4, policies=["simple", "cautious", "random"], seat=1),
    "tonk, shares of stakes": Case("tonk", 22, 8, ["players=4", "caught_pays=pot_split", "stock_tie=split"]),
    "gin": Case("gin", 20, 100, hands_known=300_000),
    "gin3, roles that differ": Case("gin3", 20, 60, policies=["greedy:knock=4", "greedy"], hands_known=300_000),
}


@pytest.mark.parametrize("name", CASES)
def test_twenty_thousand_sessions_agree(name: str) -> None:
    """At MARGIN standard errors, one of these 60 figures is off by chance in 30,000 runs."""
    compared = list(distances(CASES[name], 20_000, seed=900))
    assert [metric for metric, *_ in compared] == METRICS
    assert {metric: apart for metric, _, _, apart in compared if apart > MARGIN} == {}


@pytest.mark.parametrize("name", registry.games())
def test_hands_pay_nothing_over_all_seats(name: str) -> None:
    """Of each hand, and so of the counts; `Purse` promises it."""
    (paid,) = paid_by_hand(Case(name, 12, 1), 100, seed=4)
    assert np.abs(paid).sum() > 0
    assert not paid.sum(axis=2).any()
    played = simulate(name, games=60)
    assert played.counts is not None
    won = registry.game(name).load_engine().purse.won
    by_position = [won(played.counts, None, position) for position in range(played.rules.players)]
    assert [sum(histogram.values()) for histogram in by_position] == [60] * played.rules.players
    assert sum(value * hands for histogram in by_position for value, hands in histogram.items()) == 0
    by_seat = [won(played.counts, seat, 0) for seat in range(played.rules.players)]
    assert sum(sum(histogram.values()) for histogram in by_seat) == 60


# Fan and curve


@pytest.mark.parametrize("hands", [1, 7, 100, 359, 1000])
def test_a_fan_ends_with_the_rows(tonk: Result, hands: int) -> None:
    session = open_sessions(tonk)[0]
    points = list(fan(session, hands))
    lengths = [played for played, _ in points]
    assert lengths == sorted(set(lengths))
    assert (lengths[0], lengths[-1]) == (0, hands)
    assert len(points) < 400
    rows = told(session, hands)
    assert points[-1][1] == pytest.approx([rows[f"session_quantile:{q}"]["estimate"] for q in QUANTILES])
    for played, quantiles in points[1 :: len(points) // 3 + 1]:
        rising = Rising(session.total(0, played))
        assert quantiles == pytest.approx([rising.quantile(q / 100) for q in QUANTILES])


def test_a_curve_goes_through_the_rows(tonk: Result) -> None:
    chances, estimates = ruin_curve(open_sessions(tonk)[0], 50, 13, 30_000)
    rows = {row["metric"]: row for row in swings(tonk, 50, 13).rows if row["hands"] == 50}
    assert chances[0] == 1
    assert (np.diff(chances) <= 1e-14).all()
    assert estimates[13].to_dict() == {key: rows["ruin"][key] for key in ROW[5:]}
    assert rows["bring"]["estimate"] in estimates
    assert chances[rows["bring"]["estimate"]] <= 0.05 < chances[rows["bring"]["estimate"] - 1]
    assert chances[13] == ruin(open_sessions(tonk)[0].cycle, 50)[13]
    far, only = ruin_curve(open_sessions(tonk)[0], 50, 10**6, 30_000)
    assert 10**6 not in only
    assert len(far) == len(chances)


# Wrong input


@pytest.mark.parametrize(
    ("hands", "purse", "message"),
    [
        (0, None, "--session was given 0; allowed: a whole number from 1 to 10,000"),
        (10_001, None, "--session was given 10001"),
        (10, 0, "--bring was given 0; allowed: a whole number from 1 to 1,000,000"),
        (10, 10**6 + 1, "--bring was given 1000001"),
    ],
)
def test_out_of_range(tonk: Result, hands: int, purse: int | None, message: str) -> None:
    with pytest.raises(InputError, match=message):
        swings(tonk, hands, purse)


def test_the_most_that_may_be_asked(tonk: Result) -> None:
    rows = {row["metric"]: row for row in swings(tonk, 10_000, 10**6).rows if row["hands"] == 10_000}
    assert rows["ruin"]["estimate"] == 0
    assert 250 < rows["bring"]["estimate"] < 450


def test_too_few_hands() -> None:
    with pytest.raises(InputError, match="--games was given 5; allowed with --session: 6 or more, 2 with each dealer"):
        swings(simulate("tonk", games=5), 10)
    assert swings(simulate("tonk", games=6), 10, 3).rows


def test_what_has_no_counts(tonk: Result) -> None:
    with pytest.raises(InputError, match="The result of odds has no counts"):
        swings(replace(tonk, command="odds", counts=None), 10)


def test_sequences_of_sessions() -> None:
    """A seat's places come in the order of its deals: `visits` counts them from any place on."""
    session = session_of({0: 1}, {0: 1}, {0: 1})
    assert session.visits(7) == [3, 2, 2]
    assert session.visits(7, 1) == [2, 3, 2]
    assert session.visits(2, 2) == [1, 0, 1]
    slow: Sequence[int] = [sum((2 + hand) % 3 == place for hand in range(11)) for place in range(3)]
    assert session.visits(11, 2) == slow
